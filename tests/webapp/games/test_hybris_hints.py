"""Hybris's hints in words: who goes where, what is committed, whose a figure is."""

from rules.hybris import Match
from rules.hybris.bots import figures
from tests.webapp.games.test_hybris import PLAYERS, WOKEN, moments_of, names_of
from webapp.games.hybris import options
from webapp.games.hybris.screens import SCREENS


def test_a_hint_for_a_plan_says_who_goes_where() -> None:
    """PLN-2: one token for each character."""
    for match in moments_of(1, 60, players=2):
        seat = next(iter(match.decisions))
        command = next(iter(match.commands(seat)))
        if command["kind"] == "plan" and command["tokens"]:
            answer, _ = SCREENS.hint({"command": command, "reasons": []}, names_of(match, seat))
            assert answer.count("→") == len(command["tokens"])
            return
    raise AssertionError("nobody plans")


def test_a_hint_says_whose_its_figures_are() -> None:
    """To who plays, and after the match to anybody; of several others it is the best one's."""
    reasons = [{"code": code, "params": {"by": 1.5}} for code in ("vp", "rival_vp", "cities")]
    option = {"command": {"kind": "pass"}, "reasons": reasons}

    def told(players: int, viewer: str, **about: str) -> list[str]:
        names = names_of(Match.new({"players": players}, 1), viewer)
        return [text.partition(":")[0] for text in SCREENS.hint({**option, **about}, names)[1]]

    first, second = PLAYERS["1"], PLAYERS["2"]
    assert told(2, "1")[:2] == ["You", "The other side"]
    assert told(2, "spectator", seat="1")[:2] == [first, second]
    assert told(3, "1")[:2] == ["You", "The best of the others"]
    assert told(3, "spectator", seat="2")[:2] == [second, "The best of the others"]


def test_a_hint_for_a_combat_says_what_is_committed() -> None:
    names = names_of(Match.from_position(WOKEN), "2")
    card = next(iter(names.pack.conflicts))
    command = {"kind": "commit", "cards": [card], "determination": 0, "tokens": {}, "mk": []}
    assert SCREENS.hint({"command": command, "reasons": []}, names)[0] == f"Commit: {names.card(card)}"
    bare = SCREENS.hint({"command": {"kind": "commit"}, "reasons": []}, names)[0]
    assert bare == f"Commit: {names.tr('hybris.nothing')}"


def test_every_reason_of_a_hint_has_its_words() -> None:
    match = Match.from_position(WOKEN)
    names = names_of(match, "2")
    exact = [
        {"code": "forces", "params": {"own": 5, "most": 12, "foe": 10, "worst": 18}},
        {"code": "sums", "params": {"own": 15, "foe": 14}},
        {"code": "wakes", "params": {"moves": "3/5", "reaches": "1/5"}},
    ]
    assert [options.reason(row, names, "2") for row in exact] == [
        "Force 5, up to 12 with all committed, against 10 to 18",
        "15 against 14",
        "Wakes Chaos: it moves 60 %, reaches the wall 20 %",
    ]
    changed = [{"code": code, "params": {"by": 1.5}} for code in figures(match, "2")]
    reasons = [options.reason(row, names, "2") for row in changed]
    assert all(reasons)
    assert not any("word." in text for text in reasons)


def test_a_plan_reads_the_same_in_whatever_order_it_was_made() -> None:
    """PLN-2: and without what the form warns of, which every plan with that place has in common."""
    match = Match.new({"players": 2}, 1)
    names = names_of(match, "1")
    ids = [id for id, _ in names.characters("1")][:2]
    plans = [{"kind": "plan", "tokens": dict.fromkeys(order, "world")} for order in (ids, ids[::-1])]
    first, second = (SCREENS.hint({"command": plan, "reasons": []}, names)[0] for plan in plans)
    assert first == second
    assert not first.endswith(".")
    assert first.count("→") == 2


def test_a_drain_whose_gain_is_not_known_yet_names_no_figure() -> None:
    """ACT-3: an activation may lead to it."""
    names = names_of(Match.new({"players": 2}, 1), "1")
    assert options.option({"kind": "drain"}, names) == "Drain Aegis"
