"""What a scenario is about, beside the list from which it is chosen, with the way to its page."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from webapp.games.blade import KEY
from webapp.i18n import Translator
from webapp.ui.tree import Child, el

CORE = Path(__file__).resolve().parents[3] / "rules" / "blade" / "packs" / "core" / "scenarios.toml"
SCENARIOS = ("ledger", "reeds", "coil", "practice", "bench")
"""Those that are offered, in this order."""


@cache
def rows() -> Mapping[str, Mapping[str, Any]]:
    """The scenarios of the core pack, whose file is enough for their names: the pack itself would be read with all of
    the rules."""
    return {row["id"]: row for row in tomllib.loads(CORE.read_text("utf-8"))["scenario"]}


def about(id: object, tr: Translator) -> list[Child]:
    """The scenario of that id in a few words; nothing for what is none."""
    row = rows().get(id) if isinstance(id, str) else None
    if row is None or "aim" not in row:
        return []
    summary = row["text"].get(tr.language) or row["text"]["en"]
    link = el("a", tr("scenario.more"), href=f"/{KEY}/scenarios/{id}", testid="scenario-page")
    return [el("div.scenario-card", el("p.muted", summary), el("p", link), testid="scenario-card", key=str(id))]
