"""Every card and figure of the packs that we ship has a plate of its own."""

import tomllib
from pathlib import Path

import pytest

from webapp.plates.kit import kit

RULES = Path(__file__).parents[3] / "rules"
TABLES = {
    "olomoc": {"rouages": "rouage", "hostiles": "hostile", "artefact": "artefact"},
    "blade": {"heroes": "hero", "units": "unit"},
    "diktat": {"opportunities": "opportunity", "sectors": "sector"},
    "invader": {"invader": "card", "human": "card", "heroes": "hero", "strategies": "strategy"},
}


@pytest.mark.parametrize("key", TABLES)
def test_every_card_has_a_plate(key: str) -> None:
    for file, table in TABLES[key].items():
        rows = tomllib.loads((RULES / key / "packs" / "core" / f"{file}.toml").read_text("utf-8"))[table]
        assert {row["id"] for row in rows} <= set(kit(key).plates)
