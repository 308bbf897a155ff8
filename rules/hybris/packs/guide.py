"""The guide for authors of packs, docs/packs-hybris.md: `python -m rules.hybris.packs.guide > docs/packs-hybris.md`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache

from rules.hybris.packs import words
from rules.hybris.packs.reader import FIELDS, SCHEMA
from rules.kernel.packs.clauses import Vocabulary
from rules.kernel.packs.guide import Chapter, PackGuide, reachable

INTRO = """# Writing packs for Hybris

A pack is one TOML file, or a folder or a zip with `pack.toml` and other TOML files. Its header is at the top of
`pack.toml`, above the first `[[…]]`, and holds every figure that the rules name. With `extends = "core"` it adds to the
core pack (`rules/hybris/packs/core`): a card of the same sort and id stands in the core card's place. Every mistake is
reported with its file and line, and with the nearest known word.

What a card, tile, step or power does is one line of text in a closed vocabulary. Effects and prices are separated by
commas and followed in order; a number that is left out is 1.

```toml
[[technology]]
id = "tide-organ"
name = { en = "Tide Organ", fr = "Orgue des marées" }
type = "works"
aegis = 2
vp = 4
reward = "vp 1, lose card 1"

[[premonition]]
id = "three-tiles"
name = { en = "Three Tiles", fr = "Trois tuiles" }
condition = "tiles 3"
reward = "vp 3, spark 1"
```
"""
VOCABULARIES: Mapping[str, tuple[Vocabulary, str]] = {
    "Effects": (
        words.GAINS,
        "`gain`, `reward`, `do` of Chaos, `success` and `failure` of an Event: `vp 2, aegis 1`",
    ),
    "Prices": (words.PRICES, "`price`, `conditions`, `success` of an Adventure: `engage 1, discard fire 1`"),
    "States": (words.STATES, "`condition` of a Premonition, a blue Task: `temples 2`, `tech lore`"),
    "Deeds": (words.DEEDS, "a yellow Task, `progress` of an Adventure, a power's `when`: `train`, `moves forge`"),
}


def _vocabulary(title: str) -> list[str]:
    """The words of one kind of text, with what follows each."""
    vocabulary, where = VOCABULARIES[title]
    rows: dict[str, list[str]] = {}
    for word, verb in vocabulary.verbs.items():
        rows.setdefault(" ".join(f"*{it}*" for it in verb.takes), []).append(f"`{word}`")
    lines = [f"- {', '.join(found)}" + (f", then {after}" if after else "") for after, found in rows.items()]
    among = [f"- *{key}*, {what}: {_listed(known)}" for key, (what, known) in vocabulary.choices.items()]
    return [f"### {title}", "", f"In {where}.", "", *lines, *among, ""]


def _listed(found: Iterable[str]) -> str:
    return ", ".join(f"`{it}`" for it in sorted(found))


def _powers() -> list[str]:
    """The forms that the vocabulary's own docstring lists."""
    forms = re.findall(r'"(.+?)"', (words.__doc__ or "").partition("seven forms:")[2])
    return ["### Powers", "", f"A power has one of these forms: {', '.join(f'`{it}`' for it in forms)}.", ""]


def _intro() -> str:
    own = [line for title in VOCABULARIES for line in _vocabulary(title)]
    return "\n".join([INTRO, "## Words", "", *own, *_powers()])


TITLES = {model.__name__: f'<a id="{model.__name__.lower()}"></a>`[[{sort}]]`' for sort, (_, model) in FIELDS.items()}
GUIDE = PackGuide(
    chapters=(Chapter("Cards", tuple(reachable((SCHEMA.header, *(model for _, model in FIELDS.values()))))),),
    words={"intro": {"en": _intro(), "fr": _intro()}},
    titles={**TITLES, SCHEMA.header.__name__: '<a id="header"></a>`pack.toml`'},
)
"""The subjects of the guide."""


@cache
def guide() -> str:
    """The guide as Markdown, in English."""
    return GUIDE.page("en")


if __name__ == "__main__":
    sys.stdout.write(guide())
