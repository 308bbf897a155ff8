"""The goldens: every way of ending at every number of seats is among them. That they fold and play as recorded is held
by `tests/rules/matches/test_goldens.py`."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from random import Random

import pytest

from rules.hybris import Match
from rules.hybris.bots import greedy_bot
from rules.hybris.packs.reader import load as load_pack
from tests.goldens import load, names

EARLIER = Path(__file__).parents[1] / "yesterday" / "core-1.0.hybris.json.gz"
"""The journal of a match that was begun with version 1.0.0 of the core pack, in its third Age."""

ENDINGS = {
    "END-1: points": ("points", True),
    "END-2: all Cities": ("chaos", False),
    "END-3: the sixth Improvement": ("ascension", True),
    "GEN-10: all others give up": ("concession", True),
    "GEN-10: the others' time is out": ("time", True),
    "END-4: a draw agreed on": ("agreement", False),
}
"""The ways of ending: the reason, and whether somebody wins."""
GOLDENS = names("hybris")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ending", ENDINGS)
def test_every_way_of_ending_is_there(ending: str, players: int) -> None:
    outcomes = [load(name)["outcome"] for name in GOLDENS if name.endswith(f"-{players}")]
    assert ENDINGS[ending] in [(outcome["reason"], bool(outcome["winners"])) for outcome in outcomes]
    assert all(len(outcome["score"]) == players for outcome in outcomes)
    lost = [outcome for outcome in outcomes if outcome["reason"] == "chaos"]
    assert [outcome.get("all_lost") for outcome in lost] == [True]


def test_a_match_begun_before_keeps_its_figures() -> None:
    """What was tuned since is in matches begun since."""
    match = Match.replay({}, json.loads(gzip.decompress(EARLIER.read_bytes())), seed=1)
    pack, now = match.state.pack, load_pack()
    assert (pack.version, match.state.age) == ("1.0.0", 3)
    assert pack.version != now.version
    assert [it.technologies["deep-lathe"].vp for it in (pack, now)] == [6, 8]
    assert [it.chaos["gaze"].force for it in (pack, now)] == [9, 13]
    rng = Random(1)
    while match.asked:
        seat = next(iter(match.asked))
        match.submit(seat, greedy_bot(match, seat, rng))
    assert match.state.pack is pack
    assert match.outcome is not None
