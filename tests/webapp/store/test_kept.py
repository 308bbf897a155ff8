"""Kept: a real server is killed again and again while matches are played over its sockets, and nothing is lost.

Before some of its deaths files stop growing, the data folder turns read-only or another program holds the database:
then players and host are told in words, and the match goes on by itself when that is over.

Every command that a client saw acknowledged is found; nothing that was seen by anybody is missing; of a command that
was not acknowledged there is all or nothing; and the server goes on at the very prompt.
"""

from pathlib import Path

import pytest

from tests.webapp.evening import Evening
from tests.webapp.torture import Round, spend
from tests.webapp.troubles import TROUBLES

ROUNDS: list[Round] = [
    ("any", False),
    ("commit", False),
    ("publish", False),
    *((trouble, False) for trouble in TROUBLES),
    ("held", True),
    ("publish", False),
]
"""Each moment and each trouble once, with one death in the middle of a trouble. `make soak` goes on for 200 rounds."""


@pytest.mark.slow
async def test_a_server_killed_in_the_middle_loses_nothing_acknowledged(tmp_path: Path) -> None:
    evening = Evening(tmp_path, seed=20)
    moments = await spend(evening, ROUNDS)
    assert moments["commit"] + moments["publish"] >= 2
    assert all(moments[trouble] for trouble in TROUBLES)
    assert evening.acknowledged() > 8 * len(ROUNDS), "too little was played for the test to mean anything"
