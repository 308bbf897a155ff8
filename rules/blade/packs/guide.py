"""The guide for authors of packs, docs/packs-blade.md: `python -m rules.blade.packs.guide > docs/packs-blade.md`, with
`fr` docs/packs-blade.fr.md."""

from __future__ import annotations

import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Union

from pydantic import BaseModel, Discriminator

from rules.blade.packs import scenarios as sc
from rules.blade.packs import schema as sh
from rules.blade.packs.language import WORDS, CounterFigure
from rules.blade.packs.reader import FIELDS, Header
from rules.kernel.packs.guide import Chapter, Language, PackGuide, Tagged
from rules.kernel.packs.model import Text

CARDS = (
    Header, sh.DieRow, sh.HeroRow, sh.BoxRow, sh.MoveBox, sh.RerollBox, sh.Load, sh.Recovery, sh.SkillRow, sh.ItemRow,
    sh.Lowered, sh.UnitRow, sh.SpellRow, Text,
)  # fmt: skip
BOARDS = (sh.BoardRow, sh.ZoneRow, sh.BorderRow, sh.PieceRow, sh.WallRow, sh.VoidRow, sh.DoorRow, sh.LinkRow)
SCENARIOS = (
    sc.ScenarioRow, sc.Aim, sc.Reinforcement, sc.MusterRow, sc.BookRow, sc.TileRow, sc.Hidden, sc.ObjectRow, sc.DiceFor,
    sc.ScenarioDoor, sc.RuleRow, sc.EventRow, CounterFigure,
)  # fmt: skip


def _tables(key: str, called: str) -> Tagged:
    """The tables of one kind of the scenarios' language."""
    models: tuple[type[BaseModel], ...] = tuple(WORDS[key].values())
    union: Any = Annotated[Union[models], Discriminator(key)]  # noqa: UP007  # of a tuple
    return Tagged(union, key, called, models[0].__name__)


def _titles() -> dict[str, str]:
    """Cards are headed by the tables in which they are written."""
    titles = {model.__name__: f"[[{sort}]]" for sort, (_, model) in FIELDS.items()} | {"Header": "pack.toml"}
    return {name: f'<a id="{name.lower()}"></a>`{title}`' for name, title in titles.items()}


GUIDE = PackGuide(
    chapters=(
        Chapter("Cards", CARDS),
        Chapter("Boards", BOARDS),
        Chapter("Scenarios", SCENARIOS),
        Chapter("When", (_tables("on", "[a trigger](#when)"),), "`when` of a rule: the event at which it speaks."),
        Chapter("If", (_tables("test", "[a condition](#if)"),), "`if`: conditions, which must all hold."),
        Chapter("Do", (_tables("op", "[an operation](#do)"),), "`do`: operations, carried out in order."),
    ),
    words=tomllib.loads(Path(__file__).with_name("guide.toml").read_text(encoding="utf-8")),
    titles=_titles(),
)
"""The subjects of the guide."""


@cache
def guide(language: Language = "en") -> str:
    """The guide as Markdown; what has no French stays English."""
    return GUIDE.page(language)


if __name__ == "__main__":
    sys.stdout.write(guide("fr" if sys.argv[1:] == ["fr"] else "en"))
