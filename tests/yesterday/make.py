"""Makes the files of this folder: a database, match files and lists as commit 306ab2e wrote them, the last before the
house had several games. Run from a worktree of that commit, with this folder as its argument:

    git worktree add --detach /tmp/yesterday 306ab2e
    cd /tmp/yesterday
    python …/tests/yesterday/make.py …/tests/yesterday
"""

import asyncio
import gzip
import json
import sqlite3
import sys
import tempfile
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path.cwd()))

from webapp.cabals.codes import encode
from webapp.cabals.desk import Desk
from webapp.cabals.keeping import as_list, keeper
from webapp.cabals.porting import exported
from webapp.cabals.shelving import starter_sketch
from webapp.visitors import visitors

from rules.olomoc import Match
from rules.olomoc.bots import random_bot
from rules.olomoc.packs import load
from tests.webapp.packing import SOUND
from webapp.games import OLOMOC
from webapp.packs.checker import InProcessChecker
from webapp.packs.examine import take
from webapp.packs.library import Library
from webapp.replay import files
from webapp.store import SavedSeat, Store
from webapp.tables import Registry
from webapp.tables.settings import TableSettings

ILSE, TOMAS = "i" * 32, "t" * 32
OPTIONS = {"agenda": "skirmish", "composition": "draft", "decor": "preset", "uniform_prompts": True}


def played(seed: int, steps: int | None) -> Match:
    match = Match.new(OPTIONS, seed)
    rng = Random(seed)
    while match.decisions and (steps is None or steps > 0):
        seat = min(match.decisions)
        match.submit(seat, random_bot(match, seat, rng))
        steps = None if steps is None else steps - 1
    return match


async def write(data: Path, folder: Path) -> None:
    store = Store.open(data / "olomoc.db")
    tables = Registry()
    tables.open(store, [OLOMOC])
    visitors.open(store)
    keeper.open(store)
    await visitors.rename(ILSE, "Ilse")
    await visitors.speak(ILSE, "fr")
    await visitors.prefer(ILSE, {"theme": "light", "grid": "off", "sounds": ["dice"]})

    expected = {"tables": {}, "codes": {}}
    over = min((played(seed, None) for seed in range(6)), key=lambda match: len(match.journal))
    for name, match, seats in (
        ("Over", over, {"1": "Ilse", "2": "Tomáš"}),
        ("Running", played(3, 40), {"1": "Ilse", "2": "Tomáš"}),
        ("Open", Match.new(OPTIONS, 5), {"1": "Ilse"}),
    ):
        settings = (
            TableSettings(clock_bank=1800, clock_increment=10).to_json()
            if name == "Running"
            else TableSettings().to_json()
        )
        code = name.upper()[:4].ljust(4, "X")
        saved = await store.add_table(code, "olomoc", name, OPTIONS, match.journal, settings, match.outcome)
        for seat, who in seats.items():
            await store.companies.sit(saved.id, SavedSeat(seat, ILSE if who == "Ilse" else TOMAS, who))
        expected["tables"][code] = {
            "position": match.position(),
            "outcome": match.outcome,
            "events": len(match.journal),
        }
    file = files.written(
        "olomoc", "Over", OPTIONS, {"1": "Ilse", "2": "Tomáš"}, over.journal, over.outcome, "OVER", 0.0
    )
    (folder / "over.olomoc.json.gz").write_bytes(gzip.compress(files.text(file), mtime=0))

    core = load("core")
    lists = []
    for id in ("night-shift", "black-guard"):
        desk = Desk(core)
        desk.sketch = starter_sketch(core.starters[id])
        desk.name = id
        lists.append(desk.list())
        expected["codes"][id] = {"code": encode(desk.sketch, core), "sketch": desk.sketch.to_json()}
    kept = await keeper.add(ILSE, lists)
    expected["lists"] = {one.id: one.name for one in kept}
    (folder / "cabals.json").write_text(exported([as_list(one) for one in keeper.lists(ILSE)]))

    library = Library(InProcessChecker())
    library.open(store)
    entry = await library.add(ILSE, "Ilse", take("pack.toml", "\n".join(SOUND.values()).encode()))
    expected["pack"] = entry.saved.id
    tables.close()
    store.close()
    (folder / "expected.json.gz").write_bytes(gzip.compress(json.dumps(expected).encode(), mtime=0))


def main() -> None:
    folder = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as place:
        data = Path(place) / "data"
        data.mkdir()
        asyncio.run(write(data, folder))
        whole = sqlite3.connect(data / "olomoc.db")
        whole.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        whole.close()
        (folder / "olomoc.db.gz").write_bytes(gzip.compress((data / "olomoc.db").read_bytes(), mtime=0))


if __name__ == "__main__":
    main()
