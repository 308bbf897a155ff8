"""Blade & Book's table: every question, answer and event of random matches has its words in both languages; the
Composer builds a command from what is pressed."""

import json
import random
import tomllib
from collections.abc import Iterator
from fractions import Fraction

import pytest

from rules.blade import Match
from rules.kernel import Refused
from tests.blade.table import active, attack, bench, figure, hero, play, red, settle
from webapp.games.blade import log
from webapp.games.blade.board import board
from webapp.games.blade.composer import BladeComposer
from webapp.games.blade.deeds import deed
from webapp.games.blade.discs import fans, places
from webapp.games.blade.drafts import attack as drafted_attack
from webapp.games.blade.drafts import by_links, chances, manipulation, unmoved, walk
from webapp.games.blade.hero_strips import Blow, rail, strips
from webapp.games.blade.names import Names, PackNames
from webapp.games.blade.news import since
from webapp.games.blade.overlays import BoardMarks, Drawn, marked, needed, outlook
from webapp.games.blade.questions import BladeQuestion, coming_back
from webapp.games.blade.river import book
from webapp.games.blade.rulebook import FOLDER
from webapp.games.blade.scenario_card import about
from webapp.games.blade.scenario_page import at_the_start, clauses, page
from webapp.games.blade.screens import BladeTable, option
from webapp.games.blade.sheets import head, sheet, summary
from webapp.games.blade.tile_answers import all_attack
from webapp.i18n import translator
from webapp.table_kit.composer import CommandDraft
from webapp.table_kit.orders import orders_sheet
from webapp.table_kit.prompt import PromptContent

SCREENS = BladeTable()
PAGE_CLAUSES = {
    language: {id for part in tomllib.loads(path.read_text(encoding="utf-8")).values() for id in part}
    for language in ("en", "fr")
    for path in [FOLDER / f"{language}.toml"]
}
"""The clauses of the rulebook by language."""
SCENARIOS = ("ledger", "reeds", "coil", "practice")


def moments(scenario: str, seed: int, most: int = 150) -> Iterator[Match]:
    """The moments of a random match; it goes on in place."""
    match, rng = Match.new({"scenario": scenario, "players": 2}, seed), random.Random(seed)
    for _ in range(most):
        if match.outcome is not None:
            return
        yield match
        seat = rng.choice(sorted(match.decisions))
        match.submit(seat, rng.choice(list(match.commands(seat, rng))))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_question_answer_and_event_has_its_words(scenario: str, language: str) -> None:
    tr = translator(language, "blade")
    missing: set[str] = set()
    for match in moments(scenario, 3):
        pack = PackNames(match.journal[0]["packs"][-1])
        for seat, decision in match.decisions.items():
            names = SCREENS.words(match.view(seat), tr, {"1": "Ilse", "2": "Ada"}, pack)
            code = decision["prompt"]["code"]
            if not (tr.has(f"prompt.{code}") or tr.has(f"plain.prompt.{code}")):
                missing.add(f"prompt.{code}")
            SCREENS.question(decision["prompt"], names)
            for row in decision["options"]:
                if option(row["command"], names) == row["command"]["kind"]:
                    missing.add(f"option.{row['command']['kind']}")
    names = SCREENS.words(match.view("spectator"), tr, {"1": "Ilse", "2": "Ada"}, pack)
    assert option({"kind": "choose", "choice": None}, names) == {"en": "Nothing", "fr": "Rien"}[language]
    for event in names.view["log"]:
        SCREENS.line(event, names)
        if not log.LOG.tells(event, names):
            missing |= {f"event.{variant}" for variant in log.LOG.variants(event, names)}
    assert {it for it in missing if not tr.has(f"plain.{it}")} == set()
    assert {it["about"] for it in SCREENS.beats(names)} <= log.BEATS


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_parts_of_the_table_are_built_at_every_moment(scenario: str) -> None:
    """Everybody on the board has a place in their own zone, and no two the same."""
    tr = translator("en", "blade")
    for match in moments(scenario, 8, 60):
        pack = PackNames(match.journal[0]["packs"][-1])
        names = SCREENS.words(match.view("2"), tr, {"1": "Ilse", "2": "Ada"}, pack)
        composer = BladeComposer("2")
        composer.follow(match, names.view.get("decision"), names.view)
        acts = composer.presses()
        assert all([board(names, acts), strips(names, acts), book(names, acts), head(names), summary(names)])
        at = places(names)
        assert set(at) == {row["id"] for row in names.characters()}
        assert len(set(at.values())) == len(at)
        for thing in [f"who:{id}" for id in at] + [f"zone:{id}" for id in names.zones]:
            assert sheet(thing, names) is not None


def test_a_walk_is_composed_by_its_end_and_an_attack_by_its_target() -> None:
    composed = set[str]()
    for match in moments("ledger", 5, 400):
        for seat, decision in match.decisions.items():
            composer = BladeComposer(seat)
            composer.follow(match, decision, match.view(seat))
            for row in decision["options"]:
                kind = row["command"]["kind"]
                if not row["legal"] or kind not in ("move", "attack") or kind in composed:
                    continue
                assert composer.begin(row["command"])
                for _ in range(5):
                    draft = composer.draft
                    assert draft is not None
                    if draft.ready:
                        break
                    thing = next(it for it, press in composer.presses().items() if press.possible)
                    intent = composer.presses()[thing].intent
                    assert composer.name(intent["key"], intent["value"]), (intent, draft)
                assert composer.draft is not None
                assert match.check(seat, composer.draft.command) is None
                composed.add(kind)
        if composed == {"move", "attack"}:
            return
    assert composed == {"move", "attack"}


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "Life of the heroes: −1.5."), ("fr", "Vie des héros\xa0: −1,5.")]
)
def test_a_hint_says_what_it_changes_in_the_same_words_to_either_side(language: str, sentence: str) -> None:
    """The heroes' life is not one player's; a figure without words is left out."""
    match = Match.new({"scenario": "ledger", "players": 2}, 1)
    pack = PackNames(match.journal[0]["packs"][-1])
    reasons = [{"code": "life", "params": {"by": -1.5}}, {"code": "x", "params": {}}]
    for seat in ("1", "2", "spectator"):
        names = SCREENS.words(match.view(seat), translator(language, "blade"), {}, pack)
        assert SCREENS.hint({"command": {"kind": "done"}, "reasons": reasons}, names)[1] == [sentence]


def test_a_guard_says_its_gems_once() -> None:
    match = Match.new({"scenario": "ledger", "players": 2}, 1)
    names = SCREENS.words(match.view("2"), translator("en", "blade"), {}, PackNames(match.journal[0]["packs"][-1]))
    for gems, words in ((1, "Guard with 1 gem"), (2, "Guard with 2 gems")):
        assert SCREENS.hint({"command": {"kind": "guard", "gems": gems}, "reasons": []}, names)[0] == words


def test_a_refusal_says_why_with_its_clause() -> None:
    match = Match.new({"scenario": "ledger", "players": 2}, 1)
    pack = PackNames(match.journal[0]["packs"][-1])
    names = SCREENS.words(match.view("2"), translator("en", "blade"), {"1": None, "2": "Ada"}, pack)
    with pytest.raises(Refused) as refused:
        match.submit("1", {"kind": "activate", "tile": "red"})
    assert names.why(refused.value.refusal.to_json())


def test_every_clause_of_the_log_is_in_the_rulebook() -> None:
    clauses = PAGE_CLAUSES["en"] & PAGE_CLAUSES["fr"]
    assert set(log.CLAUSES.values()) - clauses == set()


def intents(node: object) -> Iterator[dict[str, object]]:
    """The intents of all buttons of a tree."""
    if isinstance(node, list):
        for child in node:
            yield from intents(child)
    if isinstance(node, dict):
        if "do" in node:
            yield node["do"]
        yield from intents(node.get("x", []))


@pytest.mark.parametrize("seat", ["1", "2"])
def test_every_order_of_the_sheet_is_accepted_and_withdrawn_by_the_same_button(seat: str) -> None:
    match = Match.new({"scenario": "ledger", "players": 3}, 4)
    pack = PackNames(match.journal[0]["packs"][-1])

    def pressed() -> list[dict[str, object]]:
        names = SCREENS.words(match.view(seat), translator("fr", "blade"), {}, pack)
        orders = orders_sheet(names.view["orders"], SCREENS.order_subjects(names), names)
        return [it["command"] for it in intents(orders)]

    offered = pressed()
    assert {it["about"] for it in offered} >= {"guard", "reroll", "riposte"}
    for command in offered:
        assert match.check(seat, command) is None, command
    first = offered[0]
    match.submit(seat, first)
    again = pressed()
    assert "answer" not in again[0]
    assert again[1:] == offered[1:]
    match.submit(seat, again[0])
    assert pressed() == offered


def test_what_happened_since_ones_last_turn_is_told_in_ones_own_turn() -> None:
    shown = False
    for match in moments("ledger", 5, 400):
        pack = PackNames(match.journal[0]["packs"][-1])
        for seat, side in (("1", "overlord"), ("2", "heroes")):
            view = match.view(seat)
            since_text = since(SCREENS.words(view, translator("en", "blade"), {}, pack))
            assert not since_text or view["side"] == side
            shown = shown or "activated" in since_text
    assert shown


def named(match: Match, seat: str, language: str = "en") -> Names:
    pack = PackNames(match.journal[0]["packs"][-1])
    return SCREENS.words(match.view(seat), translator(language, "blade"), {"1": "Ilse", "2": "Ada"}, pack)


@pytest.mark.parametrize(
    ("language", "called"),
    [("en", "the barricade between B1 and B2"), ("fr", "la barricade entre B1 et B2")],
)
def test_a_barricade_has_a_name_in_the_log_and_a_sign_that_is_pressed(language: str, called: str) -> None:
    """TOK-3."""
    barricade = {"kind": "barricade", "border": ["b1", "b2"], "life": 1}
    match = bench(hero("hrodvar", "b1"), tokens=[barricade], dice=[6, 6, 6, 6, 6])
    composer = BladeComposer("2")
    composer.follow(match, match.view("2")["decision"], match.view("2"))
    id = "barricade:b1/b2"
    drawn = json.dumps(board(named(match, "2", language), composer.presses()))
    assert called in drawn
    assert sheet(f"barricade:{id}", named(match, "2", language)) is not None
    settle(play(match, "2", attack("hrodvar", id, 1, "great-axe")))
    names = named(match, "2", language)
    sentences = [line for event in names.view["log"] if (line := log.LOG.sentence(event, names)) and called in line]
    assert len(sentences) >= 3
    assert all("barricade:" not in said and "b1/b2" not in said for said in sentences)


def drawn_by(match: Match, overlay: str, about: str) -> Drawn:
    return marked(overlay, about, named(match, "1"), lambda name, params: match.query("1", name, params))


def test_a_forecast_draws_each_blow_and_sight_and_threat_their_fans() -> None:
    match = bench(hero("hrodvar", "b2"), *red("b2"), figure("red-2", "dock-bravo", "c2"), side="overlord", step="act")
    forecast = drawn_by(match, "forecast", "red")
    assert {(it.start, it.end) for it in forecast.rays} == {("red-1", "hrodvar"), ("red-2", "hrodvar")}
    assert list(forecast.zones) == ["b2"]
    assert {it.end for it in drawn_by(match, "sight", "b2").rays} == {"a1", "a2", "b1", "c1", "c2"}
    assert {it.start for it in drawn_by(match, "threat", "b2").rays} == {"red-1", "red-2"}
    drawn = json.dumps(board(named(match, "1"), {}, (), BoardMarks(rays=forecast.rays)))
    assert drawn.count("fan is-threat") == 2


def test_all_figures_of_a_tile_attack_by_one_answer() -> None:
    """OVL-9: the engine takes it as it is sent."""
    match = bench(hero("hrodvar", "b2"), *red("b2", 2), figure("red-3", "dock-bravo", "a1"), dice=[1] * 12,
                  **active("red"))  # fmt: skip
    names, decision = named(match, "1"), match.view("1")["decision"]
    asked = BladeQuestion(decision, PromptContent([]), names, lambda name, params: match.query("1", name, params))
    answers = list(intents(all_attack(asked, ["red-1", "red-2", "red-3"])))
    assert [[it["who"] for it in row["command"]["commands"]] for row in answers] == [["red-1", "red-2"]]
    settle(play(match, "1", answers[0]["command"]))
    assert [row["by"] for row in match.view("1")["log"] if row["kind"] == "declared"] == ["red-1", "red-2"]
    names, decision = named(match, "1"), match.view("1")["decision"]
    after = BladeQuestion(decision, PromptContent([]), names, lambda name, params: match.query("1", name, params))
    assert all_attack(after, ["red-1", "red-2", "red-3"]) == []


def test_a_blow_at_hand_strikes_the_cells_that_it_would_take() -> None:
    """WND-2: after the wounds from the left, the likely ones apart from the most."""
    match = bench(hero("hrodvar", "b2", gems={"wounds": 2, "fatigue": 3, "reserve": 7}))
    cells = rail(match.view("2")["heroes"][0]["gems"], named(match, "2"), "hero", Blow(2, 4))["x"]
    struck = [n for n, cell in enumerate(cells) if "gem-struck" in cell["c"]]
    assert struck == [2, 3, 4, 5]
    assert ["is-most" in cells[n]["c"] for n in struck] == [False, False, True, True]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_has_a_page_with_its_start_and_its_clauses(scenario: str, language: str) -> None:
    tr = translator(language, "blade")
    starts = [SCREENS.words(view, tr, {"1": None, "2": None}, pack) for view, pack in at_the_start(scenario)]
    drawn = json.dumps(page(starts), ensure_ascii=False)
    assert all(names.called(hero) in drawn for names in starts for hero in names.heroes)
    assert all(f'"data-clause": "{id}"' in drawn for id in clauses(starts))
    card = json.dumps(about(scenario, tr), ensure_ascii=False)
    assert f"/blade/scenarios/{scenario}" in card
    assert about("bench", tr) == about(None, tr) == []


def test_skills_are_known_by_their_clauses() -> None:
    match = Match.new({"scenario": "coil", "players": 2, "heroes": 4}, 1)
    assert {"SKL-4", "SKL-23", "SKL-16"} <= set(clauses([named(match, "spectator")]))


def test_a_leap_is_begun_by_its_own_button_and_made_as_drawn() -> None:
    """SKL-30: a way that is taken by name alone."""
    match = bench(hero("nessa", "c2"), dice=[6])
    view = match.view("2")
    asked = BladeQuestion(
        view["decision"], PromptContent([]), named(match, "2"), lambda name, params: match.query("2", name, params)
    )
    buttons = by_links(asked, "nessa", lambda command: match.check("2", command) is None)
    [begun] = [it["command"] for it in intents(buttons)]
    assert "%" in json.dumps(buttons)
    composer = BladeComposer("2")
    composer.follow(match, view["decision"], view)
    assert composer.begin(begun)
    assert composer.draft is not None
    assert composer.draft.ready
    told = json.dumps(walk(asked, composer.draft).line)
    assert all(words in told for words in ("succeeds 50", "needed: 2", "a fall: Y Y", "SKL-30"))
    assert option(begun, asked.names) == "Leap to C3"
    match.submit("2", composer.draft.command)
    assert named(match, "2").standing["nessa"] == "c3"


def test_an_outlook_tells_what_the_next_turn_costs_a_hero_where_it_goes() -> None:
    """GRD-1: three bravos throw 5/3 each at Hrodvar's leather, 1/2 in the mean."""
    match = bench(hero("hrodvar", "b2"), *red("b2", 3))
    row = match.query("2", "threat", {"zones": ["b2"], "who": "hrodvar"})["b2"]
    assert row["guarded"][0] == "3"
    assert [float(Fraction(it)) for it in row["guarded"]] == sorted(float(Fraction(it)) for it in row["guarded"])[::-1]
    outlook_text = json.dumps(outlook(row, named(match, "2")), ensure_ascii=False)
    assert "×3" in outlook_text
    assert "3 wounds" in outlook_text
    assert needed(row) > 0
    calm = match.query("2", "threat", {"zones": ["a4"], "who": "hrodvar"})["a4"]
    assert "is-danger" not in json.dumps(outlook(calm, named(match, "2")))


def test_what_bars_a_line_of_sight_is_drawn_and_named() -> None:
    """SEE-1."""
    match = bench(hero("hrodvar", "b2"))
    marks = marked("sight", "hrodvar", named(match, "2"), lambda name, params: match.query("2", name, params), "b3")
    assert [(it.start, it.end, it.cls) for it in marks.rays] == [("b2", "b3", "is-barred")]
    assert "a stone wall (SEE-1)" in marks.legend
    drawn = json.dumps(board(named(match, "2"), {}, (), BoardMarks(cuts=marks.cuts)))
    assert drawn.count('"class": "cut"') == len(marks.cuts) > 0


CHEST = {"kind": "chest", "at": "b2", "difficulty": 2, "lock": True, "contents": ["draught"]}


def test_a_chest_bears_the_chance_of_opening_it_and_its_question_that_of_each_number_of_gems() -> None:
    """MNP-9: Nessa needs two of two red dice, unhindered 31 of 36 for a gem."""
    match = bench(hero("nessa", "b2"), objects={"chest-1": CHEST})
    names, decision = named(match, "2"), match.view("2")["decision"]
    chance_by_thing = chances(decision["options"], names, lambda name, params: match.query("2", name, params))
    assert chance_by_thing == {"chest-1": "1 ◆ 86\N{NO-BREAK SPACE}%"}
    drawn = board(names, {}, (), BoardMarks(chances=chance_by_thing))
    assert chance_by_thing["chest-1"] in json.dumps(drawn, ensure_ascii=False)
    composer = BladeComposer("2")
    composer.follow(match, decision, match.view("2"))
    assert composer.begin({"kind": "handle", "who": "nessa", "object": "chest-1"})
    assert composer.draft is not None
    asked = BladeQuestion(decision, PromptContent([]), names, lambda name, params: match.query("2", name, params))
    answers = json.dumps(manipulation(asked, composer.draft).answers, ensure_ascii=False)
    assert "succeeds 86\N{NO-BREAK SPACE}%" in answers


def test_a_barricade_can_be_reckoned_with() -> None:
    """TOK-3."""
    barricade = {"kind": "barricade", "border": ["b1", "b2"], "life": 1}
    match = bench(hero("hrodvar", "b1"), tokens=[barricade])
    blow = attack("hrodvar", "barricade:b1/b2", 1, "great-axe")
    attempt = match.query("2", "attempt", {"command": blow})
    assert Fraction(1, 2) < Fraction(attempt["success"]) < 1
    assert Fraction(attempt["by_gems"]["3"]) > Fraction(attempt["success"])


def test_a_tile_is_told_that_its_base_movement_ends() -> None:
    """OVL-6: at the first blow, for the figures that have not moved; STP-5: a hero's, once it has begun."""
    match = bench(hero("hrodvar", "b2"), *red("b2", 2), figure("red-3", "dock-bravo", "c3"), **active("red"))
    assert unmoved(named(match, "1"), "red-1") == ["red-2", "red-3"]
    # as the option has it, with its parts left open
    blow = {"kind": "attack", "who": "red-1", "target": "hrodvar", "mode": "melee", "items": None, "gems": None}
    assert "2 figures have not moved" in begun(match, "1", blow)
    ada = bench(hero("hrodvar", "b2", base={"used": 1, "over": False}), *red("b2"))
    assert "One free step is lost." in begun(ada, "2", attack("hrodvar", "red-1", 1, "great-axe"))


def begun(match: Match, seat: str, command: dict[str, object]) -> str:
    """What the prompt says of an attack that is whole."""
    decision = match.view(seat)["decision"]
    asked = BladeQuestion(
        decision, PromptContent([]), named(match, seat), lambda name, params: match.query(seat, name, params)
    )
    return json.dumps(drafted_attack(asked, CommandDraft(command)).line)


def test_a_crowded_zone_opens_as_a_fan_of_its_discs() -> None:
    match = bench(hero("hrodvar", "b2"), *red("b2", 3))
    names = named(match, "2")
    at = places(names)
    assert fans(names, {}, at, (), BoardMarks()) == []
    near = {id: (600 + 20 * n, 400) for n, id in enumerate(at)}
    [fan] = fans(names, {}, near, (), BoardMarks())
    assert all(f'"data-thing": "{id}"' in json.dumps(fan) for id in at)


def test_a_stance_shows_on_the_rail_what_comes_back_and_owed_gems_are_slashed() -> None:
    """GEM-7, WND-3."""
    match = bench(hero("hrodvar", "b2", gems={"fatigue": 4, "owed": 1, "boxes": {"melee": 3}, "reserve": 5}))
    row = match.view("2")["heroes"][0]
    assert coming_back(row, "aggressive") == 1
    cells = rail(row["gems"], named(match, "2"), "hero", back=1)["x"]
    assert [n for n, cell in enumerate(cells) if "is-back" in cell.get("c", "")] == [0]
    assert [n for n, cell in enumerate(cells) if "is-owed" in cell.get("c", "")] == [4]


def test_the_aims_ring_whom_the_scenario_wants_dead() -> None:
    """Vance wears the key of the strongroom: it falls where he dies."""
    match = Match.new({"scenario": "ledger", "heroes": 2, "players": 2}, 1)
    mark = drawn_by(match, "aims", "").zones["counting-room"]
    assert (mark.cls, "Vance" in mark.words) == ("is-aim", True)


def test_a_bots_last_deed_is_told_with_what_it_was_for() -> None:
    match = bench(hero("hrodvar", "b2"), *red("c4"), figure("red-2", "dock-bravo", "b2"), dice=[1] * 9, **active("red"))
    assert deed("2", named(match, "2")) == ""
    play(match, "1", {"kind": "move", "who": "red-1", "path": ["c3"]})
    assert deed("1", named(match, "2")) == ""  # no tile was activated in this journal
    match = bench(hero("hrodvar", "b1"), *red("b2", 2), figure("blue-1", "tally-guard", "c4"), dice=[1] * 20, book=9,
                  side="overlord", step="act")  # fmt: skip
    play(match, "1", {"kind": "activate", "tile": "red"}, {"kind": "move", "who": "red-1", "path": ["b1"]})
    assert deed("1", named(match, "2")) == "Dock Bravo: nearest way to Hrodvar Ashpelt"
    play(match, "1", {"kind": "attack", "who": "red-1", "target": "hrodvar", "mode": "melee"})
    assert deed("1", named(match, "2")) == "Dock Bravo: a blow at Hrodvar Ashpelt"
    assert "Dock Bravo: a blow" in json.dumps(book(named(match, "2"), {}, "", deed("1", named(match, "2"))))


def test_of_a_warded_target_no_odds_are_told_and_zones_are_walked_by_arrows() -> None:
    match = Match.new({"scenario": "coil", "players": 2}, 1)
    [warded] = match.view("2")["warded"]
    names = named(match, "2")
    sentence = begun(match, "2", attack(names.view["heroes"][0]["id"], warded, 1))
    assert "suffers no wounds as things stand" in sentence
    assert json.dumps(board(names, {})).count("data-walk") == len(names.zones)
