"""Hybris's table: every question, answer and event of random matches has its words in both languages; all parts are
built at every moment; the Composer puts plans, turns and Combats together."""

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from rules.hybris import Match
from webapp.games.hybris import board, chaos, chart, forms, hangar, log, mats, moments, options, sheets, signs
from webapp.games.hybris.composer import FORMS, HybrisComposer
from webapp.games.hybris.names import TOKENS, Names
from webapp.games.hybris.scenes import scene
from webapp.games.hybris.screens import SCREENS
from webapp.games.hybris.text_board import text_board
from webapp.i18n import translator

PLAYERS = {"1": "Ilse", "2": "Ada", "3": "Tomáš", "4": "Max"}


def moments_of(seed: int, most: int, **options_: object) -> Iterator[Match]:
    """The moments of a random match; it goes on in place."""
    match, rng = Match.new(options_, seed), random.Random(seed)
    for _ in range(most):
        if match.outcome is not None:
            return
        yield match
        seat = rng.choice(sorted(match.decisions))
        match.submit(seat, next(iter(match.commands(seat, rng))))


def names_of(match: Match, viewer: str, language: str = "en") -> Names:
    players: dict[str, str | None] = {seat: PLAYERS[seat] for seat in match.seats}
    return SCREENS.words(match.view(viewer), translator(language, "hybris"), players, SCREENS.book(match.journal))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_question_answer_and_event_has_its_words(language: str, caplog: pytest.LogCaptureFixture) -> None:
    tr = translator(language, "hybris")
    missing: set[str] = set()
    kinds: set[str] = set()
    for seed, players in ((1, 2), (2, 4)):
        match = None
        for match in moments_of(seed, 150, players=players, olympians="choice", chaos="calm"):
            for seat, decision in match.decisions.items():
                names = names_of(match, seat, language)
                kinds.add(decision["kind"])
                if not options.question(decision["prompt"], names):
                    missing.add(f"prompt.{decision['prompt']['code']}")
                for row in list(decision["options"])[:40]:
                    if not options.option(row["command"], names):
                        missing.add(f"option of {row['command']}")
        assert match is not None
        names = names_of(match, "1", language)
        for event in names.view["log"]:
            SCREENS.line(event, names)
            if not log.LOG.tells(event, names):
                missing |= {f"event.{variant}" for variant in log.LOG.variants(event, names)}
    assert {key for key in missing if not tr.has(f"plain.{key}")} == set()
    assert [it.getMessage() for it in caplog.records] == [], "no text wants what it is not given"
    assert kinds >= {"choose-olympian", "pillar", "plan", "turn", "act"}


@pytest.mark.parametrize(("players", "viewer"), [(2, "1"), (3, "3"), (4, "spectator")])
def test_the_parts_of_the_table_are_built_at_every_moment(players: int, viewer: str) -> None:
    for n, match in enumerate(moments_of(players, 90, players=players)):
        if n % 6:
            continue
        names = names_of(match, viewer)
        composer = HybrisComposer(viewer)
        composer.follow(match, names.view.get("decision"), names.view)
        acts = composer.presses()
        forecasts = chaos.forecasts(match, "spectator")
        assert all([board.board(names, acts), chaos.strip(names, forecasts), chaos.summary(names), moments.head(names)])
        assert mats.others(names, acts, {"seats": {}})
        moments.band(names)
        if viewer in match.seats and names.god(viewer):
            assert mats.own(names, acts, composer.named())
            assert hangar.hangar(viewer, names, acts)
        assert chaos.sheet(names, forecasts)
        for seat in names.mats:
            things = [f"who:{id}" for id, _ in names.everybody()] + [f"place:{it}" for it in names.view["places"]]
            things = [it for it in things if it.split(":")[1] not in names.cities]
            things += [f"city:{it}" for it in names.cities] + ([f"seat:{seat}"] if names.god(seat) else [])
            assert [it for it in things if sheets.sheet(it, names) is None] == []


STAGED = frozenset((
    "absorbed", "adventure-moved", "attracted", "chaos-card", "city-destroyed", "combat-began", "compared", "defeated",
    "engaged", "failed", "fulfilled", "kept", "momentum", "progressed", "repelled", "succeeded", "task-done",
    "tile-activated", "unleashed",
))  # fmt: skip


def test_what_the_table_stops_for_is_played_as_a_scene() -> None:
    """Chaos, Cities, Combats, Adventures, Tasks; what is told with a scene is also told in a line."""
    staged: set[str] = set()
    for seed in range(1, 9):
        *_, match = moments_of(seed, 500, players=3, chaos="raging")
        names = names_of(match, "2", "fr")
        staged |= {it["kind"] for it in names.view["log"] if scene(it, names) is not None}
        if staged >= STAGED:
            break
    assert staged == STAGED
    assert log.BEATS >= STAGED


def drawn(node: object, cls: str) -> int:
    """How many elements of a tree have a class."""
    if isinstance(node, list):
        return sum(drawn(it, cls) for it in node)
    if not isinstance(node, dict):
        return 0
    return (cls in str(node.get("c", "")).split()) + drawn(node.get("x", []), cls)


def test_a_scene_shows_nothing_of_what_comes_after_it() -> None:
    """Of two Tasks of one command the first is told with one cube, the second with two."""
    match = Match.from_position({
        "phase": "action",
        "seats": {
            "1": {"olympian": "zeus", "hangar": {"tiles": {"thunderbolt": {"worker": True, "tasks": [0, 2]}}}},
            "2": {"olympian": "hades"},
        },
    })  # fmt: skip
    names = names_of(match, "2")
    done = [{"n": 90 + n, "kind": "task-done", "seat": "1", "tile": "thunderbolt", "task": n, "how": "deed"}
            for n in (0, 2)]  # fmt: skip
    names.view["log"] = [*names.view["log"], *done]
    assert [drawn(scene(it, names), "cube") for it in done] == [1, 2]
    assert [drawn(scene(it, names), "is-new") for it in done] == [1, 1]


WOKEN: Mapping[str, Any] = {
    "phase": "action",
    "turn": "1",
    "acting": "1-olympian",
    "seats": {
        "1": {"olympian": "zeus", "characters": {"olympian": {"at": "underworld"}, "hero-1": {"at": "athens"}}},
        "2": {"olympian": "hades"},
    },
    "chaos": {"space": 3, "momentum": 2, "pile": ["absorption", "…"]},
}
"""Zeus has arrived where he drains, with Chaos one space from the wall."""


def test_before_a_drain_is_confirmed_the_board_shows_how_far_it_may_bring_chaos() -> None:
    """UND-1, ATR-2: by the engine's option and forecast; nothing is sent by the first press."""
    match = Match.from_position(WOKEN)
    names, composer = names_of(match, "1"), HybrisComposer("1")
    composer.follow(match, names.view["decision"], names.view)
    assert composer.begin({"kind": "drain"})
    assert not composer.at_once()
    worst = options.worst({"kind": "drain"}, names, chaos.forecasts(match, "1"))
    assert worst is not None
    assert worst["reaches"]
    assert drawn(board.board(names, {}, (), worst), "hyb-could") == 1
    assert drawn(board.board(names, {}), "hyb-could") == 0
    sentence = options.follows(match.query("1", "preview", {"command": {"kind": "drain"}}), names)
    assert sentence == "Sure: + 4 Aegis. Open: which card of Chaos. This cannot be taken back."
    assert options.wakes_shortly({"kind": "train"}, names, chaos.forecasts(match, "1")) == ""


def test_the_end_of_an_age_is_told_step_by_step_with_what_is_asked_under_its_own() -> None:
    match, seat, _ = answered("exhaustion", players=2)
    names = names_of(match, seat)
    assert moments.step_now(names) == 8
    steps = [step for step, _ in moments.last_end(names)]
    assert steps == sorted(steps)
    assert {2, 4, 6} <= set(steps) <= set(range(1, 9))
    asked = {"t": "p", "c": "asked"}
    sheet = moments.age_sheet(names, lambda event: log.LOG.line(event, names), asked)
    [now] = [it for it in sheet["x"][-1]["x"] if it.get("c") == "is-now"]
    assert drawn(now, "asked") == drawn(sheet, "asked") == 1


def test_what_an_age_begins_with_is_not_told_as_the_last_ones_end() -> None:
    match = next(it for it in moments_of(3, 400, players=3) if it.view("1")["age"] == 2)
    kinds = [event["kind"] for _, event in moments.last_end(names_of(match, "1"))]
    assert "well" in kinds
    assert not {"age-began", "pillar-taken", "momentum"} & set(kinds)


def test_the_chart_ends_at_the_points_of_now() -> None:
    *_, match = moments_of(3, 400, players=3)
    names = names_of(match, "spectator")
    points, cities, ways = chart.course(names)
    assert names.view["age"] > 1
    assert {seat: row[-1] for seat, row in points.items()} == {seat: mat["vp"] for seat, mat in names.mats.items()}
    assert {row[0] for row in points.values()} == {0}, "nobody begins with points"
    assert cities[-1] == sum(1 for it in names.view["cities"].values() if not it["destroyed"])
    assert all(0 <= at <= names.view["age"] for at, _ in ways)
    assert drawn(moments.age_sheet(names, lambda event: log.LOG.line(event, names)), "hyb-chart") == 1


def words_in(node: object) -> str:
    """What a tree says."""
    if isinstance(node, str):
        return node
    parts = node if isinstance(node, list) else node.get("x", []) if isinstance(node, dict) else []
    return " ".join(map(words_in, parts))


def test_the_board_is_told_in_words_chaos_first() -> None:
    names = names_of(Match.from_position(WOKEN), "2")
    readout = text_board(names)
    assert words_in(readout["x"][1]["x"][0]).startswith("Chaos stands on space 3 of 3, with Momentum 2.")
    assert "Athens: Hero 1 (Ilse)." in words_in(readout)
    assert all(names.player(seat) in words_in(readout) for seat in names.mats)


def test_what_lacks_for_the_next_improvement_is_the_engines_word() -> None:
    """IMP-2: the first costs 2 Aegis."""
    match = Match.from_position({**WOKEN, "seats": {**WOKEN["seats"], "2": {"olympian": "hades", "aegis": 1}}})
    names = names_of(match, "1")
    assert names.view["lacks"]["2"] == {"aegis": 1}
    assert "1 Aegis short" in words_in(mats.stair("2", names, {}))


def test_every_card_has_its_sheet_in_both_languages() -> None:
    match = next(moments_of(1, 1, players=2))
    for language in ("en", "fr"):
        names = names_of(match, "1", language)
        pack = names.pack
        ids = [*pack.technologies, *pack.premonitions, *pack.adventures, *pack.events, *pack.tiles, *pack.pillars]
        ids += [*pack.olympians, *pack.chaos_cards, *pack.conflict_cards("1", "zeus")]
        assert [id for id in ids if sheets.sheet(f"card:{id}", names) is None] == []
        assert sheets.sheet("card:nothing", names) is None


def answered(kind: str, seeds: int = 12, **options_: object) -> tuple[Match, str, HybrisComposer]:
    """A match at the first question of a kind, with a Composer that follows it."""
    for seed in range(1, seeds):
        for match in moments_of(seed, 400, **options_):
            for seat, decision in match.decisions.items():
                if decision["kind"] == kind:
                    composer = HybrisComposer(seat)
                    composer.follow(match, decision, match.view(seat))
                    return match, seat, composer
    raise AssertionError(kind)


def test_a_plan_is_made_by_pressing_a_character_and_a_place() -> None:
    match, seat, composer = answered("plan", players=3)
    hero = f"{seat}-hero-1"
    assert composer.draft is not None
    assert composer.presses()[hero].intent == {"do": "narrow", "thing": hero}
    composer.narrowed = hero
    press = composer.presses()["colosseum"]
    assert press.possible
    assert composer.begin(press.intent["command"])
    assert composer.draft.command["tokens"] == {hero: "colosseum"}
    composer.narrowed = f"{seat}-hero-2"
    assert not composer.presses()["colosseum"].possible, "there is one token of each"
    assert match.check(seat, composer.draft.command) is None
    names = names_of(match, seat)
    assert forms.panel(composer.draft.command, names, lambda command: match.check(seat, command), None) is not None


def test_what_is_committed_is_judged_as_it_stands() -> None:
    match, seat, composer = answered("commit", players=2, chaos="raging")
    assert composer.draft is not None
    assert not composer.at_once()
    names = names_of(match, seat)
    assert forms.panel(composer.draft.command, names, lambda command: match.check(seat, command), None) is not None
    hand = names.view["hand"]
    assert set(hand) <= set(composer.presses())
    for card in hand:
        composer.begin(composer.presses()[card].intent["command"])
    no = composer.verdict()
    assert (no is None) == (len(hand) <= names.pack.rules.force.cards) or no.code == "too-many-cards"


def test_both_sums_of_a_combat_stand_in_its_prompt() -> None:
    """COM-4: against Chaos what would come of it, in a Fight how far the foe may come."""
    hades = {"olympian": "hades", "hand": ["landslide"], "characters": {"hero-1": {"at": "athens"}}}
    zeus = {
        "olympian": "zeus",
        "hand": ["gale"],
        "characters": {"hero-1": {"at": "athens"}, "olympian": {"at": "moirai"}},
    }
    match = Match.from_position({"turn": "1", "acting": "1-hero-1", "seats": {"1": zeus, "2": hades}}, seed=7)
    match.submit("1", {"kind": "fight", "target": "2-hero-1"})
    forces = match.query("1", "forces", {"command": {**FORMS["commit"], "cards": ["1-gale-1"]}})
    line = options.forces_line(forces, names_of(match, "1"))
    assert re.fullmatch(r"\d+ against \d+ to \d+, with all committed up to \d+", line), line
    sides = {"own": {"total": 9, "most": 12}, "foe": {"total": 9, "most": 9}}
    assert options.forces_line(sides, names_of(match, "1")) == "9 against 9: loses, with all committed 12"
    sides["own"]["total"] = 10
    assert options.forces_line(sides, names_of(match, "1", "fr")) == "10 contre 9\u00a0: gagne"


def test_once_it_is_over_a_mat_shows_the_points_that_counted() -> None:
    """END-1: Goodness and the first places are in them; nothing is told as if it might still come."""
    seats = {"1": {"olympian": "zeus", "vp": 10, "goodness": 2, "grandeur": 1}, "2": {"olympian": "hades", "vp": 14}}
    names = names_of(Match.from_position({"phase": "end", "age": 6, "seats": seats}), "2")
    assert names.view["outcome"]["score"] == {"1": 16, "2": 14}
    shown = str(mats.points("1", names))
    assert "16 VP" in shown
    assert "now" not in shown


def test_an_expedition_is_a_form() -> None:
    for match in moments_of(4, 400, players=3):
        for seat, decision in match.decisions.items():
            row = next((it for it in decision["options"] if it["command"]["kind"] in ("explore", "defend")), None)
            if row is None or not row["legal"]:
                continue
            composer = HybrisComposer(seat)
            composer.follow(match, decision, match.view(seat))
            assert composer.begin(row["command"])
            assert composer.draft is not None
            assert composer.draft.ready
            assert composer.verdict() is None
            names = names_of(match, seat)
            assert forms.panel(composer.draft.command, names, lambda command: match.check(seat, command), None)  # noqa: B023
            return
    raise AssertionError


def test_a_city_is_named_by_pressing_it_and_prayers_by_their_number() -> None:
    """ACT-3, OLY-1: each part that an option leaves open can be named with what the engine offers for it."""
    composed: set[str] = set()
    for match in (it for seed in range(2, 7) for it in moments_of(seed, 300, players=2)):
        for seat, decision in match.decisions.items():
            for row in decision["options"] if decision["kind"] in ("turn", "act") else ():
                kind = row["command"]["kind"]
                if (
                    not row["legal"]
                    or not row.get("needs")
                    or kind in composed
                    or kind in ("explore", "defend", "task")
                ):
                    continue
                composer = HybrisComposer(seat)
                composer.follow(match, decision, match.view(seat))
                assert composer.begin(row["command"])
                while composer.draft is not None and composer.draft.open:
                    pressed = [it.intent for it in composer.presses().values() if it.possible]
                    assert composer.name(pressed[-1]["key"], pressed[-1]["value"]), pressed
                assert composer.draft is not None
                assert match.check(seat, composer.draft.command) is None
                composed.add(kind)
        if composed >= {"activate", "influence", "convert"}:
            return
    assert composed >= {"activate", "influence", "convert"}


HELPED: Mapping[str, Any] = {
    "phase": "action",
    "turn": "1",
    "seats": {
        "1": {
            "olympian": "zeus",
            "faithful": 1,
            "premonitions": ["chorus"],
            "hangar": {"tiles": {"thunderbolt": {"worker": True}}},
            "characters": {"hero-1": {"token": "colosseum"}, "hero-2": {"token": "forge"}},
        },
        "2": {"olympian": "hades"},
    },
}


def test_the_hangar_shows_what_would_serve_it_now() -> None:
    """TSK-3: a Hero with the Colosseum's token would accomplish Train; PRM-2: what a Premonition lacks is counted."""
    match = Match.from_position(HELPED)
    names, prospects = names_of(match, "1"), match.query("1", "prospects", {})
    [train] = [it for it in prospects["tasks"] if it["places"] == ["colosseum"]]
    assert train["characters"] == ["1-hero-1"]
    helps = {(it["tile"], it["task"]): it for it in prospects["tasks"]}
    assert drawn(hangar.hangar("1", names, {}, helps), "is-near") == len(helps)
    assert drawn(hangar.hangar("1", names, {}), "is-near") == 0
    assert prospects["premonitions"]["chorus"] == {"has": 1, "needs": 4}
    assert "1 of 4: not yet" in words_in(mats.own(names, {}, (), prospects["premonitions"]))
    assert match.query("2", "prospects", {})["tasks"] == []


def test_a_token_is_carried_onto_a_character() -> None:
    """PLN-1, PLN-3: the tray says what is left; what cannot be carried there says why."""
    match, seat, composer = answered("plan", players=2)
    names = names_of(match, seat)
    assert composer.carry("colosseum", f"{seat}-hero-1") is None
    assert composer.draft is not None
    assert composer.draft.command["tokens"] == {f"{seat}-hero-1": "colosseum"}
    no = composer.carry("surroundings", f"{seat}-prophet-1")
    assert no is not None
    assert no["code"]
    could = match.query(seat, "prospects", {})["places"]
    tray = forms.panel(composer.draft.command, names, lambda command: match.check(seat, command), None, None, could)
    assert "Colosseum" in words_in(tray) or "Coloss." in words_in(tray)
    assert "Perceive" in words_in(tray)
    assert "×0" in words_in(tray)
    # A desk has no room for the words: each press shows its place's sign, which the tray has beside its name.
    bearers = sum(row["at"] == "reserve" for _, row in names.characters(seat))
    assert drawn(tray, "hyb-site") == len(signs.PLACES) * (1 + bearers)
    assert set(signs.PLACES) == set(TOKENS)
    assert str(tray).count(f"'aria-label': '{names.place('colosseum')}'") == bearers


def test_cracks_are_in_equal_parts() -> None:
    """CAT-1: each City that stands may be the one that falls."""
    names = names_of(Match.from_position({**WOKEN, "cities": {"argos": {"destroyed": True}}}), "1")
    drawing = board.board(names, {}, (), {"space": 3, "reaches": True})
    assert drawn(drawing, "city-crack") == 4
    assert "25 %" in words_in(drawing)
    assert drawn(board.board(names, {}, (), {"space": 3, "reaches": False}), "city-crack") == 0


def test_who_was_beaten_is_marked_until_the_owners_next_turn() -> None:
    match = Match.from_position(WOKEN)
    beaten = {"kind": "defeated", "n": 9, "character": "1-hero-1", "to": "underworld"}
    for viewer, marked in (("1", 1), ("2", 0)):
        names = names_of(match, viewer)
        names.view["log"] = [*names.view["log"], beaten]
        assert drawn(board.board(names, {}), "is-struck") == marked
        names = names_of(match, viewer)
        names.view["log"] = [*names.view["log"], beaten, {"kind": "turn-began", "n": 10, "seat": "1"}]
        assert drawn(board.board(names, {}), "is-struck") == 0


def test_a_loss_of_all_names_the_last_city_and_its_age() -> None:
    """END-2; the board is dark."""
    for seed in range(1, 40):
        *_, match = moments_of(seed, 900, players=2, chaos="raging")
        while match.outcome is None:
            at = next(iter(match.asked))
            match.submit(at, next(iter(match.commands(at, random.Random(seed)))))
        if match.outcome["reason"] == "chaos":
            break
    names = names_of(match, "spectator")
    fallen = [it["city"] for it in names.view["log"] if it["kind"] == "city-destroyed"]
    verdict = str(SCREENS.verdict(names.view["outcome"], names)[1])
    assert f"{names.place(fallen[-1])} fell in Age {names.view['age']}." in verdict
    assert drawn(board.board(names, {}), "is-night") == 1
    assert [name for name, _ in SCREENS.figures(names)] == ["Parts of the machine", "Improvements fulfilled", "Modules"]
    assert "turn of" in words_in(sheets.sheet(f"city:{fallen[-1]}", names)) or len(fallen) == 5


def test_through_everyones_eyes_hands_and_momentum_lie_open() -> None:
    *_, match = moments_of(3, 900, players=2)
    while match.outcome is None:
        at = next(iter(match.asked))
        match.submit(at, next(iter(match.commands(at, random.Random(1)))))
    history = match.history()
    for viewer, seen in (("everyone", 2), ("spectator", 0)):
        view = history.view(len(match.journal) // 2, viewer)
        names = SCREENS.words(view, translator("en", "hybris"), dict(PLAYERS), SCREENS.book(match.journal))
        assert drawn(mats.others(names, {}, {}), "row-hidden") == seen
        assert drawn(board.board(names, {}), "hyb-faces") == bool(seen)
