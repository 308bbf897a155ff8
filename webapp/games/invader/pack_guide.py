"""The texts of cards.

A card's `text` is a line in a short form. The words on the card are made from it, in both languages.

- An effect is `trigger: step`. Several effects of a card stand with `;` between, several steps of an effect with
  `then`.
- Triggers: of cards with Force `enter`, `use`, `upkeep`, `static`, `destroyed`; of orders `play` or `cancel`; of Heroes
  `use`, `static`; of strategies `enable`, `upkeep`, `static`.
- A use has a cost, an upkeep may have one: `use[1/turn]`, `use[token 1, drain 2]`, on a Hero `use[turn]`. Costs are
  `token N`, `turn`, `discard N`, `drain N`, `N/turn`.
- Steps name cards as side, kind, place: `foe unit here`, `mine site anywhere`. Sides are `mine` and `foe`; kinds
  `unit`, `site`, `card`, `hero`, `any`; places `here`, `anywhere` and, in a boost, `chosen`. Behind them `max N` bounds
  their Force, `other` leaves the card itself out, `all` means all of them; without it one is chosen.
- Zones of `scorch` and `mend` are `here`, `chosen` or `each`. A `shift` leads `near` or to `any` zone, of a card or of
  `self`; a `boost` ends with the `turn` or the `round`.

The recipes show every step, with the words that come of it.
"""

from __future__ import annotations

import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from rules.invader.packs import text
from rules.invader.packs.reader import Header
from rules.invader.packs.schema import CardRow, HeroRow, StrategyRow
from rules.kernel.packs.guide import Chapter, Language, PackGuide, doc
from rules.kernel.packs.model import Text

TEXTS = {
    "card": (
        "enter: draw 1",
        "enter: destroy foe unit here max 2",
        "enter: bounce foe unit here max 3",
        "use[1/turn]: shift self near",
        "enter: shift mine unit anywhere any",
        "use[token 1]: drain 2",
        "use[1/turn]: charge 1",
        "upkeep: ruin 1",
        "static: aura 1 mine unit here other",
        "static: ward mine unit here",
        "static: absorb",
        "static: bite 1",
        "static: bulwark 1",
        "static: cheaper 1 unit",
        "destroyed: recover 2",
        "enter: scorch 1 here",
    ),
    "order": (
        "play: boost 2 mine unit chosen all turn",
        "play: mend 1 chosen then draw 1",
        "play: pin",
        "play: ready",
        "cancel: card",
        "cancel: order",
    ),
    "hero": ("use[turn]: recover 3",),
    "strategy": ("enable: plot 2",),
}
"""A text for each step, by the sort of card that has it."""
MARKS = str.maketrans({";": " ", ":": " ", "[": " ", "]": " ", "/": " ", ",": " "})


def _recipes() -> list[dict[str, str]]:
    """The texts with the words that the card bears."""
    shown = [recipe for texts in TEXTS.values() for recipe in texts]
    return [
        {
            "id": "-".join(recipe.translate(MARKS).split()),
            **{language: text.words(text.read(recipe), language) for language in ("en", "fr")},
            "toml": f'text = "{recipe}"',
        }
        for recipe in shown
    ]


def _words() -> dict[str, Any]:
    words = tomllib.loads(Path(__file__).with_name("pack_guide.toml").read_text(encoding="utf-8"))
    return {**words, "recipe": _recipes()}


GUIDE = PackGuide(
    chapters=(
        Chapter("Cards", (Header, CardRow, HeroRow, StrategyRow, Text)),
        Chapter("Texts", (), doc(sys.modules[__name__]).split("\n", 2)[2]),
    ),
    words=_words(),
    titles={
        "Header": '<a id="header"></a>`pack.toml`',
        "CardRow": '<a id="cardrow"></a>`[[card]]`',
        "HeroRow": '<a id="herorow"></a>`[[hero]]`',
        "StrategyRow": '<a id="strategyrow"></a>`[[strategy]]`',
    },
)
"""The subjects of the authors' guide to the duel's packs."""


@cache
def guide(language: Language = "en") -> str:
    """docs/packs-invader.md, or in French docs/packs-invader.fr.md."""
    return GUIDE.page(language)
