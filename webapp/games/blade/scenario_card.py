"""What a scenario is about, beside the list from which it is chosen, with the way to its page."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from webapp.games.blade import KEY
from webapp.games.blade.names import text
from webapp.games.blade.packs import PACKS
from webapp.i18n import Translator
from webapp.ui.tree import Child, el

SCENARIOS = ("ledger", "reeds", "coil", "practice", "bench")
"""Those of the core pack that are offered, in this order."""

ScenarioData = Mapping[str, Any]
"""A scenario as its author wrote it."""


@cache
def rows() -> Mapping[str, ScenarioData]:
    """The scenarios of the core pack, whose file is enough for their names: the pack itself would be read with all of
    the rules."""
    return {row["id"]: row for row in tomllib.loads((PACKS.folder / "scenarios.toml").read_text("utf-8"))["scenario"]}


def every() -> Mapping[str, ScenarioData]:
    """The scenarios of the core pack, and what packs add to them."""
    return {**rows(), **{id: _written(card) for id, (_, card) in PACKS.added("scenarios").items()}}


def played(options: Mapping[str, Any]) -> ScenarioData | None:
    """The scenario that a match with these options is played with: of the last of its packs that has it. None where it
    is not there any more."""
    id, shelf = options.get("scenario", SCENARIOS[0]), PACKS.library.shelf()
    packs = [shelf[pack] for pack in reversed(options.get("packs", ())) if pack in shelf]
    card = next((pack.scenarios[id] for pack in packs if id in pack.scenarios), None)
    return every().get(id) if card is None else _written(card)


def _written(card: Any) -> ScenarioData:
    row: ScenarioData = card.model_dump(mode="json", exclude_defaults=True)
    return row


def most_heroes(row: ScenarioData) -> int:
    """The most heroes that a scenario has a muster for."""
    return max(int(muster["heroes"][1]) for muster in row["muster"])


def about(id: object, tr: Translator) -> list[Child]:
    """The scenario of that id in a few words, with its page or the pack that it is from; nothing for what is none."""
    if not isinstance(id, str):
        return []
    if (row := rows().get(id)) is not None:
        link = el("a", tr("scenario.more"), href=f"/{KEY}/scenarios/{id}", testid="scenario-page")
        if "aim" not in row:
            return []
        from webapp.games.blade.scenario_page import drawn_map  # with the rules, when a card is first asked for

        return _card(id, row, [drawn_map(id, tr), el("p", link)], tr)
    pack, card = PACKS.added("scenarios").get(id, ("", None))
    if card is None:
        return []
    of = tr("scenario.of-pack", pack=PACKS.offered().get(pack, pack))
    return _card(id, _written(card), [el("p.muted", of)], tr)


def _card(id: str, row: ScenarioData, foot: list[Child], tr: Translator) -> list[Child]:
    summary = el("p.muted", text(row["text"], tr))
    return [el("div.scenario-card", summary, foot, testid="scenario-card", key=id)]
