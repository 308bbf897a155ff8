"""What lies over Hybris's board while all wait for one: both sums of a Combat, who commits, what has moved Chaos."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hybris import Match
from tests.webapp.games.test_hybris import WOKEN, drawn, names_of, words_in
from webapp.games.hybris import moments
from webapp.games.hybris.scenes import scene
from webapp.games.hybris.screens import SCREENS

COMMIT = {"kind": "commit", "cards": [], "determination": 0, "tokens": {}, "mk": []}


def band(match: Match, viewer: str = "spectator") -> str:
    """The band in words, as somebody sees it."""
    return " ".join(" ".join(map(words_in, moments.band(names_of(match, viewer)))).split())


def fighting() -> Match:
    """Zeus against a Hero of Hades, each with a card."""
    zeus = {"olympian": "zeus", "hand": ["gale"], "characters": {"olympian": {"at": "athens"}}}
    hades = {"olympian": "hades", "hand": ["landslide"], "characters": {"hero-1": {"at": "athens"}}}
    match = Match.from_position({"turn": "1", "acting": "1-olympian", "seats": {"1": zeus, "2": hades}}, seed=7)
    match.submit("1", {"kind": "fight", "target": "2-hero-1"})
    return match


def test_who_watches_a_fight_sees_both_sums_and_who_has_committed() -> None:
    """COM-2, COM-4: what, nobody sees before both have."""
    match = fighting()
    assert "Zeus 3 +3" in band(match)
    assert "Hero 1 (Ada) 2 +2" in band(match)
    assert band(match).count("is committing") == 2
    match.submit("1", {**COMMIT, "cards": ["1-gale-1"]})
    assert "Ilse has committed" in band(match)
    assert "Ada is committing" in band(match)
    assert "Zeus 3 +3" in band(match)


def defending(momentum: int) -> Match:
    """Athena defends; Chaos's card is Absorption, of Force 5, which takes Aegis from 4 Momentum on (CCB-3)."""
    athena: dict[str, Any] = {"olympian": "athena", "aegis": 3, "hand": ["landslide"]}
    athena["characters"] = {"olympian": {"at": "surroundings"}}
    match = Match.from_position({"turn": "1", "acting": "1-olympian", "seats": {"1": athena, "2": {"olympian": "zeus"}},
                                 "chaos": {"momentum": momentum, "pile": ["absorption", "…"]}})  # fmt: skip
    match.submit("1", {"kind": "defend", "transfer": 0, "free": False, "steps": 0, "foreman": False})
    return match


def test_an_effect_of_chaos_is_ticked_where_its_momentum_brought_it_about() -> None:
    strong, weak = band(defending(4)), band(defending(3))
    assert "Chaos 9 +4 Momentum CCB-1 +5 Absorption CCB-3" in strong
    assert "✓ 4+ Momentum" in strong
    assert "✓" not in weak


def test_an_interception_names_the_card_and_whose_deed_it_answers() -> None:
    """ATR-1, FIN-9: by nobody's deed it moves by itself."""
    seats = {"1": {"olympian": "zeus", "hangar": {"energy": 0}, "characters": {"olympian": {"at": "underworld"}}},
             "2": {"olympian": "hades", "hangar": {"energy": 1}}}  # fmt: skip
    chaos = {"space": 3, "pile": ["absorption", "…"]}
    match = Match.from_position({"turn": "1", "acting": "1-olympian", "seats": seats, "chaos": chaos})
    match.submit("1", {"kind": "drain"})
    assert match.asked["2"].kind == "intercept"
    assert "Absorption, woken by Ilse, has moved it." in band(match)


def test_of_cards_to_try_only_the_name_is_the_label_the_rest_stands_beneath() -> None:
    """EXP-2: three whole cards had no room in a phone's bar; with something beneath, a panel opens for them."""
    names, keep = names_of(fighting(), "1"), {"kind": "keep", "card": "ash-storm"}
    assert SCREENS.option(keep, names) == ["Ash Storm"]
    assert "Failure: " in " ".join(map(words_in, SCREENS.about({}, keep, names)))


@pytest.mark.parametrize(("momentum", "won", "ways"), [(0, True, 1), (2, True, 0), (0, False, 0)])
def test_chaos_is_seen_thrown_back_where_it_had_no_momentum(momentum: int, won: bool, ways: int) -> None:
    """INT-7: Momentum that is lost is told by itself; without any the sums show the way."""
    names = names_of(Match.from_position(WOKEN), "1")
    foe = {"parts": [{"clause": "CCB-1", "source": "momentum", "value": momentum}], "total": 5 + momentum}
    own = {"parts": list[Any](), "total": 9}
    event = {"n": 1, "kind": "compared", "own": own, "foe": foe, "won": won, "against": "intercept"}
    assert drawn(scene(event, names), "scene-way") == ways
    assert drawn(scene({**event, "against": "defend"}, names), "scene-way") == 0
