"""Diktat in the web app: every code of the engine has texts in both languages, and a few decisions are played."""

from __future__ import annotations

import ast
import random
import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from rules.diktat import Match, events, preview
from rules.diktat.elements import ASKS
from rules.diktat.flow import HANDLERS
from rules.diktat.packs.reader import load
from rules.kernel import SPECTATOR, Refusal
from rules.kernel.handlers import ChoiceHandler
from tests.diktat.table import others
from tests.diktat.table import turn as manoeuvres
from tests.webapp.test_i18n import fields
from tests.webapp.test_plain_table import words
from webapp.games.contract import Json
from webapp.games.diktat import log as diktat_log
from webapp.games.diktat.boards import sector_sheet
from webapp.games.diktat.chances import sure
from webapp.games.diktat.composer import MANOEUVRES
from webapp.games.diktat.game import GAME
from webapp.games.diktat.names import Names
from webapp.games.diktat.page import before_you
from webapp.games.diktat.scenes import scene
from webapp.i18n import LANGUAGES, texts, translator
from webapp.lessons.script import read as guide_of
from webapp.table_kit.plain_texts import refusal_words, result, worded
from webapp.tables.create import options_of

RULES = Path(__file__).parents[3] / "rules" / "diktat"
PEOPLE = ("Ilse", "Tomáš", "Eva", "Jan", "Vera")
SCREENS: Any = GAME.screens
SILENT = {"asked", "shuffled"}
"""Events that no line of the log tells."""
KERNELS = {"began", "over", "rewound", "gave-up", "time-ran-out", "proposed", "answered", "retracted"}
"""The kinds of events that the house words."""
RAW = re.compile(r"\b(o\d\d|s\d+|d\d+|[a-z]+(-[a-z]+)+:\d)\b|others-|[{}\[\]]|None|null")


def names(match: Match, viewer: str, language: str) -> Names:
    people = dict(zip(match.seats, PEOPLE, strict=False))
    view = match.view(viewer)
    return SCREENS.words(view, translator(language, "diktat"), people, SCREENS.book(match.journal))


@cache
def ids() -> re.Pattern[str]:
    """Ids of things that no name is written like."""
    pack = load()
    every = {it for it in (*pack.sectors, *pack.cabal_cards, *pack.cabals) if "-" in it}
    return re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, sorted(every)))})(?![\w-])")


def raw(text: str) -> bool:
    """Whether a text shows an id, a key of the catalogue or what a program writes."""
    return bool(RAW.search(text) or ids().search(text))


@cache
def played(players: int, others: bool) -> tuple[Match, ...]:
    """A random match with what anybody may say unasked mixed in: its moments, some of them."""
    options = {"players": players, "cabals": "choice", "configurations": ["others"] if others else []}
    options["fiel"] = "corruption" if players % 2 else "mist"
    match, rng, played_on = Match.new(options, seed=players), random.Random(players), []
    for n in range(10_000):
        asked = match.asked
        if not asked:
            break
        seat = rng.choice(sorted(asked))
        if n % 10 == 0:
            played_on.append(match.fork(n))
            asides = [it for it in match.asides(seat) if it["kind"] != "cede" or rng.random() < 0.2]
            if asides:
                match.submit(seat, asides[0])
                continue
        match.submit(seat, next(match.commands(seat, rng)))
    return (*played_on, match)


def shown(match: Match, viewer: str, language: str) -> list[str]:
    """All that is told of a moment besides the log."""
    its = names(match, viewer, language)
    view = its.view
    trees = [SCREENS.board(its), SCREENS.hand(its), SCREENS.head(its)]
    trees += [SCREENS.beside(seat, its) for seat in match.seats]
    if decision := view.get("decision"):
        trees.append(SCREENS.question(decision["prompt"], its))
        for option in decision["options"]:
            commands = SCREENS.commands(option)
            trees += [SCREENS.option(it, its) for it in commands]
            if not option["legal"]:
                trees.append([refusal_words(its, Refusal(**option["why"]))])
    trees += [SCREENS.option(it, its) for it in view.get("asides", ())]
    return [words(tree) for tree in trees]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("players", "others"), [(2, True), (3, False), (4, True), (5, True)])
def test_whole_matches_are_told_without_an_id(
    players: int, others: bool, language: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Everything that a seat and a spectator are shown at moments of a random match, and their logs."""
    moments = played(players, others)
    for match in moments:
        for viewer in [*match.asked, SPECTATOR]:
            wrong = [it for it in shown(match, viewer, language) if raw(it)]
            assert wrong == []
    last = moments[-1]
    for viewer in ("1", SPECTATOR):
        its = names(last, viewer, language)
        for event in last.view(viewer)["log"]:
            line = SCREENS.line(event, its)
            silent = event["kind"] in SILENT or diktat_log.LOG.is_silent(event, its)
            assert (line is None) == silent, event
            assert not raw(words(line)), words(line)
    assert last.outcome is not None
    its = names(last, "1", language)
    assert not raw(words(result(last.outcome, its)))
    # A text that is missing, or that lacks a parameter, is logged by the translator.
    assert [it.message for it in caplog.records if it.name.startswith("webapp.i18n")] == []


SEEN_APART = {"sent", "looked", "killed", "developed", "dealt", "awarded"}
"""Kinds of events that are told, and of which not all see the same."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_resolution_is_told_beat_by_beat_to_all_alike(language: str) -> None:
    """CNQ: sectors named and turned, Trophies taken, in the order in which it happened, in the words of the log."""
    sentences: dict[str, list[str]] = {}
    for match in played(3, False):
        for viewer in ("1", "2", SPECTATOR):
            rows = diktat_log.LOG.beats(names(match, viewer, language))
            assert [it["n"] for it in rows] == sorted({it["n"] for it in rows})
            log = {it["n"]: it for it in match.view(viewer)["log"]}
            assert [it["about"] for it in rows] == [log[it["n"]].get("sector") for it in rows]
            open_ = [it for it in rows if log[it["n"]]["kind"] not in SEEN_APART]
            sentences.setdefault(viewer, []).extend(words(it["node"]) for it in open_)
    assert sentences["1"] == sentences["2"] == sentences[SPECTATOR]
    assert [it for it in sentences["1"] if raw(it) or not it] == []
    kinds_told = {row["kind"] for match in played(3, False) for row in match.view("1")["log"]} & diktat_log.BEATS
    assert {"designated", "turned", "taken"} <= kinds_told


def test_what_is_told_large_is_for_the_eyes_that_may_see_it() -> None:
    """SPY-5, OAT-4: a look shows its pawn to the one who looks; a broken oath cracks for everybody. A step of the
    Resolution stays in its sector, whose scene is one from event to event."""
    sectors = {"karst": {"stacks": [{"id": "s1", "seat": "2", "pawns": "EGC"}]}}
    match = manoeuvres(sectors=sectors, seats={"1": {"agents": "CC", "pp": 2, "spies": 1}})
    promise = {"by": "1", "do": "no-send", "sector": "motol"}
    match.submit("1", {"kind": "offer", "to": ["2"], "give": {"pp": 1}, "promises": [promise], "sworn": True})
    match.submit("2", {"kind": "accept", "offer": "d1"})
    match.submit("1", {"kind": "spy", "at": {"stack": "s1", "pawn": 1}})

    def scenes(viewer: str) -> list[str]:
        rows = diktat_log.LOG.beats(names(match, viewer, "en"))
        return [words(it["scene"]) for it in rows if it["scene"] is not None]

    assert any("only you see this" in it and "Emissary" in it for it in scenes("1"))
    assert not any("Emissary" in it for it in scenes("2") + scenes(SPECTATOR))
    broken = {
        "kind": "promise-ended",
        "deal": "d1",
        "index": 0,
        "promise": match.view("1")["deals"][0]["promises"][0]["promise"],
        "how": "broken",
    }
    for eyes in ("1", "3", SPECTATOR):
        cracked = scene(broken, names(match, eyes, "en"))
        assert "Ilse breaks an oath" in words(cracked or [])
    assert scene({**broken, "how": "kept"}, names(match, "1", "en")) is None
    resolved = [it for played_ in played(3, False) for it in diktat_log.LOG.beats(names(played_, "1", "en"))]
    keyed = [it for it in resolved if it["scene"] is not None and "scene-sector" in it["scene"]["c"]]
    assert keyed != []
    assert all(it["scene"]["k"] == it["about"] for it in keyed)


def test_stacks_that_are_gone_are_told_with_their_owners() -> None:
    """CNQ-1, SPY-5, OAS-2: whose pawns were turned, looked at and struck stays in the log; lines of journals that do
    not say it have the stack alone."""
    its = names(played(3, False)[0], "1", "en")

    def said(event: Json) -> str:
        line = " ".join(words(SCREENS.line({"n": 1, **event}, its)).split())
        return re.sub(r" (?=[,;.])", "", line)

    turned: Json = {"kind": "turned", "sector": "karst", "stacks": {"s90": "EG", "others-karst": "C"}}
    owners = {"s90": "2", "others-karst": "others"}
    sentence = "Karst is turned: stack 90 (Tomáš): 1 Guard, 1 Emissary; the Others’ stack (Karst): 1 Citizen"
    assert said({**turned, "owners": owners}) == sentence
    assert said({**turned, "owners": {}}) == sentence.replace(" (Tomáš)", "")
    looked: Json = {"kind": "looked", "seat": "1", "at": {"stack": "s90", "pawn": 2}, "owner": "2"}
    assert said(looked) == "Ilse looks at pawn 2 from the top of stack 90 (Tomáš)."
    struck: Json = {"kind": "others-attack", "stack": "s90", "hand": "1", "count": 2, "owner": "2"}
    assert said(struck) == "The Others attack stack 90 (Tomáš): 2 strikes."


def test_a_tally_cannot_be_misread() -> None:
    """CNQ-2: a figure does not run into a name that may end in one."""
    event = {"kind": "tally", "sector": "josefov", "counts": {"2": 1, "1": 2}, "n": 1}
    its = names(played(3, False)[0], "1", "en")
    assert " ".join(words(SCREENS.line(event, its)).split()) == "Emissaries in Josefov: Tomáš (1), Ilse (2)."


def test_sounds_and_filters_of_the_log_have_names() -> None:
    """Each line that sounds names a kind that a person may ask for; each is of the city or of bargains."""
    heard = set(diktat_log.SOUNDS.values())
    assert heard == set(GAME.preferences.sounds)
    for language in LANGUAGES:
        assert all(translator(language, "diktat").has(f"preferences.sounds.{it}") for it in heard)
    last = played(3, False)[-1]
    its = names(last, "1", "en")
    lines = {
        row["kind"]: line
        for row in last.view("1")["log"]
        if row["kind"] not in SILENT | KERNELS and (line := SCREENS.line(row, its))
    }
    assert {it["a"].get("data-sound") for it in lines.values()} - {None} <= heard
    assert lines["taken"]["a"]["data-sound"] == "card"
    for kind, line in lines.items():
        assert ("is-deals" in line["c"].split()) == (kind in diktat_log.DEALS)
        assert ("is-city" in line["c"].split()) != (kind in diktat_log.DEALS)


def test_the_log_leaves_out_what_is_told_twice() -> None:
    """A turn that begins, a Trophy got by the taking that is told, goods of a deal, what there is none of."""
    its = names(played(3, False)[-1], "1", "en")
    gone: list[Json] = [
        {"kind": "turn", "seat": "1", "again": False},
        {"kind": "manoeuvre", "seat": "1", "which": "send", "left": 3},
        {"kind": "possession", "seat": "1", "thing": ["marker", "karst"], "why": "trophy"},
        {"kind": "pp", "seat": "1", "change": 1, "why": "deal", "other": "2"},
        {"kind": "scored", "seat": "1", "now": 0, "parts": {"SLOT": 0}},
        {"kind": "discarded", "seat": "1", "agents": "", "spies": 0, "assassins": 0},
        {"kind": "token-gone", "token": "revolt", "on": "karst", "why": "used"},
        {"kind": "said", "by": "1", "to": [], "claims": [{"secret": "o01"}], "deal": "d1"},
    ]
    assert [SCREENS.line({"n": 1, **it}, its) for it in gone] == [None] * len(gone)
    developed = {"n": 1, "kind": "developed", "seat": "1", "pp": 3, "agents": "CCG", "spies": 1, "assassins": 0}
    sentence = diktat_log.LOG.sentence(developed, its).replace("\u00a0", " ")
    assert sentence == "Ilse receives 3 PP, 2 Citizens, 1 Guard, 1 Spy."
    extended = {"n": 1, "kind": "manoeuvre", "seat": "1", "which": "extend", "left": 3}
    assert diktat_log.LOG.sentence(extended, its) == "Ilse extends their influence."
    again = {"n": 1, "kind": "turn", "seat": "1", "again": True}
    assert SCREENS.line(again, its) is not None


def test_a_tie_in_points_names_its_winner_first() -> None:
    """END-4: more PP win; the result says so, and only where it was so."""
    its = names(played(3, False)[-1], "1", "en")
    outcome: Json = {"winners": ["3"], "reason": "points", "score": {"1": 9, "2": -1, "3": 9}}
    outcome["pp"] = {"1": 4, "2": 0, "3": 6}
    verdict = " ".join(words(result(outcome, its)).split())
    assert verdict.endswith("Eva 9 Ilse 9 Tomáš −1")
    assert "Equal in Victory points; PP decide" in verdict
    assert "PP decide" not in words(result({**outcome, "score": {"1": 8, "2": -1, "3": 9}}, its))


def test_what_everyone_sees_after_the_match_has_its_words(caplog: pytest.LogCaptureFixture) -> None:
    """OTH-1: the Others' pawns themselves, where the seats had their number."""
    its = names(played(3, False)[-1], "1", "en")
    assert "12" in diktat_log.LOG.sentence({"n": 1, "kind": "others-set", "order": "CCCCGGGGEEEE"}, its)
    assert [it.message for it in caplog.records if it.name.startswith("webapp.i18n")] == []


# ---- the codes -------------------------------------------------------------------------------------------------------


def called(*functions: str, at: int) -> set[str]:
    """The strings that are written out at a place of the calls of these functions in the rules."""
    constants: set[str] = set()
    for path in RULES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and len(node.args) > at:
                name = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
                if name in functions:
                    constants |= {it.value for it in ast.walk(node.args[at]) if isinstance(it, ast.Constant)}
    return {it for it in constants if isinstance(it, str) and it}


def choosers() -> set[str]:
    """The codes of questions that are answered from a list; "choose" stands for what an effect asks."""
    prompts = {it.prompt or it.kind for it in HANDLERS.values() if isinstance(it, ChoiceHandler)}
    return (prompts - {"choose"}) | {key for row in ASKS.values() for key in row} | {"kind"}


def kinds() -> set[str]:
    return {it.__dataclass_fields__["kind"].default for it in get_args(events.Fact)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_the_engine_has_words(language: str) -> None:
    tr = translator(language, "diktat")
    codes = called("no", "_no", at=1) | called("refuse", at=0)
    assert {"sector-full", "too-few-pp", "unknown-sector"} <= codes
    assert {it for it in codes if not (tr.has(f"refusal.{it}") or tr.has(f"plain.refusal.{it}"))} == set()
    assert (
        refusal_words(names(Match.new({}, seed=1), "1", language), Refusal("SND-3", "closed", {})).count("(SND-3)") == 1
    )
    assert tr("refusal.rules.closed") in refusal_words(
        names(Match.new({}, seed=1), "1", language), Refusal("", "closed", {})
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_and_outcome_has_words(language: str) -> None:
    tr = translator(language, "diktat")
    asked = (called("Question", at=1) | choosers() | {"assassinate", "kill", "arrest", "others"}) - {"call", "verdict"}
    asked |= {f"call-{it}" for it in ("manoeuvres", "conquest", "end", "flips")} | {"verdict-accused", "verdict-judge"}
    assert {"manoeuvre", "affinity-lost", "keep", "stacks", "bid", "blockhaus", "choose-cabal", "lay"} <= asked
    assert {it for it in asked if not tr.has(f"prompt.{it}")} == set()
    reasons = {"points", "others", "concession", "agreement", "time"}
    assert {it for it in reasons if not tr.has(f"outcome.{it}")} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_words(language: str) -> None:
    tr = translator(language, "diktat")
    several = {"agents": "gained", "taken": "card", "overrun": "cards", "offer-closed": "declined"}
    several |= {"promise-ended": "kept", "judged": "kept"}
    assert kinds() - SILENT - {it for it in kinds() if tr.has(f"event.{it}")} == set(several)
    assert {it for it, how in several.items() if not tr.has(f"event.{it}-{how}")} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_event_has_all_that_its_sentence_needs(language: str) -> None:
    """A sentence is filled in with fields of its event, and with counts of what others do not see."""
    fields_of = {
        it.__dataclass_fields__["kind"].default: {name.rstrip("_") for name in it.__dataclass_fields__}
        for it in get_args(events.Fact)
    }
    wrong = {}
    for key, forms in texts(language, "diktat").items():
        if key.startswith("event."):
            kind = max((it for it in fields_of if key.removeprefix("event.").startswith(it)), key=len, default="")
            if kind and (missing := fields(forms[0]) - fields_of[kind] - {"height", "count"}):
                wrong[key] = missing
    assert wrong == {}


def test_the_seats_are_as_many_as_were_chosen() -> None:
    assert [len(GAME.seats({"players": n})) for n in (2, 3, 4, 5)] == [2, 3, 4, 5]
    assert {tuple(Match.new({"players": n}, seed=1).seats) for n in (2, 5)} == {
        GAME.seats({"players": 2}),
        GAME.seats({"players": 5}),
    }


def test_the_numbers_of_players_are_offered_in_order_and_three_chosen_at_first() -> None:
    (players,) = (it for it in GAME.choices if it.key == "players")
    assert (players.offered, players.default) == (("2", "3", "4", "5"), "3")
    assert options_of(GAME, {})["players"] == options_of(GAME, {"players": "9"})["players"] == 3


def test_what_the_others_bring_is_chosen_only_where_they_come() -> None:
    [fiel] = [it for it in GAME.choices if it.key == "fiel"]
    assert fiel.fitting({"configurations": "base"}) == ("mist",)
    assert fiel.fitting({"configurations": "others"}) == ("mist", "corruption")


def test_a_sector_says_which_of_its_cards_lie_on_the_corruption_track() -> None:
    """OTH-10: they can be taken there."""
    match = others("manoeuvres", turn="1", seats={"1": {"pawns": 1}}, others={"track": ["o25"]})
    its = names(match, "1", "en")
    sheet = " ".join(words(sector_sheet("karst", its)).split())
    assert f"{its.card('o25')} (on the corruption track)" in sheet


def test_a_match_from_a_file_is_looked_through() -> None:
    match = played(3, False)[-1]
    facts = Match.examine(match.journal)
    assert (facts["over"], facts["options"]["players"]) == (True, 3)
    with pytest.raises(ValueError, match=r"."):
        Match.examine([*match.journal[:5], {"n": 5, "kind": "left", "seat": "9"}])


def test_the_guide_lights_the_manoeuvre_that_it_speaks_of() -> None:
    """Pawns and stacks to aim at have names of their own; what begins the Manoeuvre comes before its whole commands."""
    assert GAME.guide is not None
    lit = {}
    for step in guide_of(GAME.guide).steps:
        ways = [it for it in step.point if it.startswith("control:option-")]
        if ways and step.when.asked == "manoeuvre" and step.when.can:
            lit[step.key] = (step.when.can["kind"], MANOEUVRES[int(ways[0].removeprefix("control:option-")) - 1])
    assert lit == {it: (kind, kind) for it, (kind, _) in lit.items()}
    assert {"spy", "strike"} <= set(lit)


@pytest.mark.parametrize("language", LANGUAGES)
def test_previews_are_put_into_words(language: str, caplog: pytest.LogCaptureFixture) -> None:
    """Every row of a preview, and everything that it leaves open, at moments of a random match."""
    previews = []
    for match in played(3, False)[:12]:
        for seat in match.asked:
            for command in list(match.commands(seat))[:6]:
                previews.append(
                    sure(match.query(seat, "preview", {"command": command}), seat, names(match, seat, language))
                )
    assert [it for it in previews if raw(it)] == []
    assert any(previews)
    tr = translator(language, "diktat")
    open_ = {*preview.OPEN.values(), *preview.ASKED.values()}
    assert {it for it in open_ if not tr.has(f"preview.open-{it}")} == set()
    assert [it.message for it in caplog.records if it.name.startswith("webapp.i18n")] == []


def test_offers_name_players_and_goods() -> None:
    """NEG-3: the buttons with which an offer is answered."""
    match = Match.new({"players": 3}, seed=3)
    [seat] = match.asked
    other = next(it for it in match.seats if it != seat)
    offer: Json = {"kind": "offer", "to": [other], "give": {"pp": 1}, "take": {}}
    match.submit(seat, offer)
    its = names(match, other, "en")
    [made] = its.view["offers"]
    people = dict(zip(match.seats, PEOPLE, strict=False))
    label = f"Accept: {people[seat]} makes {people[other]} an offer"
    assert words(SCREENS.option({"kind": "accept", "offer": made["id"]}, its)) == label
    assert worded(its, {}, "event.offered") == "An offer is made."


@pytest.mark.parametrize(
    ("spies", "assassins", "sentence"),
    [
        (1, 0, "Ilse: +1 Spy."),
        (0, -2, "Ilse: −2 Assassins."),
        (-1, 1, "Ilse: −1 Spy, +1 Assassin."),
    ],
)
def test_tokens_are_told_by_what_has_changed(spies: int, assassins: int, sentence: str) -> None:
    its = names(manoeuvres(), SPECTATOR, "en")
    event = {"n": 1, "kind": "tokens", "seat": "1", "spies": spies, "assassins": assassins, "why": "effect"}
    assert diktat_log.LOG.sentence(event, its) == sentence


def test_a_team_and_a_strike_are_counted_in_words() -> None:
    match = manoeuvres(seats={"1": {"agents": "CC"}})
    match.submit("1", {"kind": "send", "sector": "karst", "pawns": "C"})
    [sent] = [it for it in match.view("2")["log"] if it["kind"] == "sent"]
    assert diktat_log.LOG.sentence(sent, names(match, "2", "en")) == "Karst: Ilse sends a team of one (stack 1)."
    strike = {"n": 9, "kind": "others-attack", "stack": "s1", "hand": "2", "count": 2, "owner": "1"}
    sentence = "Les Autres attaquent la pile 1 (Ilse)\xa0: 2 frappes."
    assert diktat_log.LOG.sentence(strike, names(match, "2", "fr")) == sentence


def test_a_button_names_the_way_of_an_element_that_has_several() -> None:
    """EFF-6: not its number."""
    match = manoeuvres(seats={"1": {"markers": {"motol": 1}}})
    element = {"card": None, "marker": "motol", "cabal": None}
    its = names(match, "1", "en")
    labels = [words(SCREENS.option({"kind": "manifest", "element": element, "option": n}, its)) for n in (0, 1)]
    assert ["play twice in a row" in labels[0], "skip your turn" in labels[1]] == [True, True]


def test_a_player_is_told_how_many_play_before() -> None:
    """MAN-1."""
    match = manoeuvres("1")
    sentences = [words(before_you(names(match, seat, "en"))) for seat in match.seats]
    assert sentences == ["", "You are next.", "2 play before you."]
    match = manoeuvres("1", seats={"2": {"pawns": 0}})
    assert [words(before_you(names(match, seat, "en"))) for seat in match.seats] == ["", "", "You are next."]
