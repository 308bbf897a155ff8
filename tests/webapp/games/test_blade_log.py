"""Blade & Book's log and the scenes over its board: what they show of a blow, a wound, a death, the river."""

import json

from rules.blade import Match
from tests.blade.table import active, attack, bench, figure, hero, play, red, settle
from tests.webapp.games.test_blade import SCREENS, named
from webapp.games.blade import blow, log


def scenes(match: Match, language: str = "en") -> dict[str, list[str]]:
    """The scenes of what was told last, as written, by kind of event."""
    by_event: dict[str, list[str]] = {}
    for beat in log.LOG.beats(named(match, "spectator", language)):
        if beat["scene"] is not None:
            by_event.setdefault(beat["about"], []).append(json.dumps(beat["scene"], ensure_ascii=False))
    return by_event


def test_a_blow_is_a_scene_of_dice_defence_and_death() -> None:
    """Worked example 4: an arrow, a bravo that dies."""
    match = bench(hero("hrodvar", "b2"), *red("b2", 2), figure("blue-1", "tally-guard", "c4"), dice=[1, 3, 5])
    play(match, "2", attack("hrodvar", "red-1", 1, "great-axe"))
    [dice] = scenes(match)["rolled"]
    assert dice.count("scene-die ") == 2
    assert "at Dock Bravo" in dice
    play(match, "2", {"kind": "reroll", "die": 0, "with": "arrow"}, {"kind": "keep"})
    by_event = scenes(match)
    assert "is-struck" in by_event["rerolled"][0]
    assert "is-new" in by_event["rerolled"][0]
    assert "→ 2" in by_event["defended"][0]
    assert "Dock Bravo 1 falls" in by_event["died"][0]
    assert "wounded" not in by_event


def test_a_blow_is_told_in_rows_and_folds_in_the_log() -> None:
    """Who strikes whom with what, the dice as they lie and what they come from; up to its wounds one chain."""
    match = bench(hero("hrodvar", "b2"), *red("b2"), dice=[6, 6, 1, 1, 1, 1])
    match.submit("2", attack("hrodvar", "red-1", 2))
    settle(match)
    names = named(match, "2")
    [row] = blow.rows(names)
    row_text = json.dumps(row, ensure_ascii=False)
    assert "Hrodvar Ashpelt → Dock Bravo · melee · 2 ◆" in row_text
    assert row_text.count('"i"') == 2
    rolled = next(event for event in names.view["log"] if event["kind"] == "rolled")
    line = json.dumps(SCREENS.line(rolled, names), ensure_ascii=False)
    assert "gems ×2" in line
    chains = [log.LOG.chain(event) for event in names.view["log"] if not log.LOG.is_silent(event, names)]
    assert chains[chains.index("begins") + 1] == "goes-on"


def test_a_wound_cracks_the_gems_that_it_takes_and_a_heros_death_is_the_tables() -> None:
    """WND-2, WND-5."""
    low = {"reserve": 2, "fatigue": 1, "wounds": 9}
    match = bench(
        hero("hrodvar", "b2", gems=low, items=[]), hero("nessa", "b2"), *red("b2"), dice=[6, 6], **active("red")
    )
    play(match, "1", {"kind": "attack", "who": "red-1", "target": "hrodvar", "mode": "melee"})
    settle(match)
    by_event = scenes(match)
    assert by_event["wounded"][0].count('"gem') == 3
    assert by_event["died"][0].count("is-great") == 1


def test_a_tile_slides_to_the_end_of_the_river() -> None:
    """RIV-1: the others move up by one."""
    match = bench(
        hero("hrodvar", "b1"), *red("b2"), figure("blue-1", "tally-guard", "c4"), book=9, side="overlord", step="act"
    )
    play(match, "1", {"kind": "activate", "tile": "red"})
    [slide] = scenes(match, "fr")["activated"]
    assert slide.count("scene-tile") == 2
    assert '"--d: 1"' in slide
    assert '"--d: -1"' in slide
    assert "is-called" in slide


def test_a_defence_told_aloud_names_what_it_comes_from_and_has_no_bare_number() -> None:
    """GRD-1: the passive defence printed on a unit has no name."""
    names = named(bench(hero("hrodvar", "b2")), "2")
    event = {"kind": "defended", "who": "hrodvar", "total": 3}
    event["parts"] = [{"value": 1, "by": "", "clause": "GRD-2"}, {"value": 2, "by": "leather", "clause": "GRD-1"}]
    aloud, written = (json.dumps(tell(event, names)) for tell in (log.LOG.announced_details, log.LOG.details))
    assert aloud.count('"muted"') == 1
    assert written.count('"muted"') == 2
