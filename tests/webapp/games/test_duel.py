"""The duel in the web app: what each question shows, what presses do, and that the engine judges them."""

import json
from typing import Any

import pytest
from nicegui.testing import User

from rules.invader import Match
from rules.invader.packs.cards import Pack
from tests.invader.table import duel, hero, on, play
from tests.webapp.test_lobby import CreateUser, make_table, send, somebody
from tests.webapp.test_plain_table import intend, log, marked, nodes, panes, press, read, words
from tests.webapp.test_rules import named
from webapp.base.settings import STATIC
from webapp.games.invader import board
from webapp.games.invader.game import GAME
from webapp.games.invader.log import BEATS, SOUNDS
from webapp.games.invader.names import Names
from webapp.games.invader.rulebook import FOLDER
from webapp.games.invader.scenes import scene
from webapp.games.invader.screens import DuelTable
from webapp.i18n import LANGUAGES, translator
from webapp.table_kit.plain_texts import result
from webapp.tables import Table, registry
from webapp.ui.pane import LogPane
from webapp.ui.reader import Reader
from webapp.ui.rulebook import REFERENCE, rulebook

app = [
    pytest.mark.usefixtures("app_environment"),
    pytest.mark.nicegui_main_file("tests/webapp/launch_house.py"),
]
PLAYERS = {"1": "Ilse", "2": "Tomáš"}
Json = dict[str, Any]


def served(tests: Any) -> Any:
    """Marks a test that needs the whole app."""
    for mark in app:
        tests = mark(tests)
    return tests


def names(match: Match, viewer: str, language: str = "en") -> Names:
    pack = Pack.from_json(match.journal[0]["packs"][-1])
    return Names(match.view(viewer), translator(language, "invader"), PLAYERS, pack)


async def seated(user: User, match: Match | None = None, **chosen: str) -> tuple[Table, list[User]]:
    """A table of the duel made in the lobby, seat 1 the Invader's, or one where a match stands already."""
    people = [user, somebody("fr")]
    if match is not None:
        await user.open("/")  # starts the server
        await registry.adopt(match, match.journal[0]["options"], "", "invader")
    for person in people:
        await person.open("/")
    if match is None:
        await make_table(user, game="invader", invader="1", **chosen)
    [table] = registry.all()
    for person, (seat, name) in zip(people, PLAYERS.items(), strict=True):
        await person.should_see(marker=f"join-{seat}")
        await send(person, f"join-{seat}", "click", name)
        await person.open(f"/table/{table.code}")
    return table, people


def can(user: User, name: str) -> bool:
    """Whether something is there and may be pressed."""
    return any(node.get("a", {}).get("aria-disabled") != "true" and "do" in node for _, node in marked(user, name))


def numbers(user: User) -> list[int]:
    """The numbers of the trees of a page."""
    return [json.loads(pane.props["payload"])["seq"] for pane, _ in panes(user)]


def notice(user: User) -> str:
    return " ".join(words([node for _, node in marked(user, "notice")]).split())


def ruined() -> Match:
    match = duel(hands={"1": ["leech"], "2": ["decoy", "militia", "rifles"]})
    match.submit("1", play("1-leech-1"))
    match.submit("2", {"kind": "cancel", "card": None})
    return match


# ---- the rules page --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_that_the_duel_names_has_a_text(language: str) -> None:
    book = rulebook(FOLDER, language)
    wanted = named("rules/invader") | named("webapp/games/invader")
    assert {"PLY-9", "CAN-8", "ATK-6"} <= wanted
    assert {id for id in wanted if not book.text(id)} == set()
    for its in book.chapters:
        for id, text in its.clauses.items():
            assert [other for other in REFERENCE.findall(text) if book.text(other) is None or other == id] == []


def test_both_languages_have_the_same_clauses_and_five_minutes() -> None:
    french, english = (rulebook(FOLDER, language) for language in ("fr", "en"))
    shape = [(its.key, [*its.clauses]) for its in french.chapters]
    assert shape == [(its.key, [*its.clauses]) for its in english.chapters]
    assert sum(len(ids) for _, ids in shape) == 118
    assert 7 <= len(french.first["text"]) == len(english.first["text"]) <= 10


@served
async def test_what_is_read_large_opens_once(user: User) -> None:
    """Of two sheets the lower one would be left open, its close button covered."""
    await seated(user, duel())
    assert user.client is not None
    assert sum(isinstance(it, Reader) for it in user.client.elements.values()) == 1


@served
async def test_the_rules_are_served_and_linked_from_the_table(user: User, create_user: CreateUser) -> None:
    await user.open("/invader/rules")
    await user.should_see(marker="rules")
    answer = await user.http_client.get("/invader/rules/fr.json")
    assert answer.json()["first"]["name"] == "En cinq minutes"


# ---- sounds ----------------------------------------------------------------------------------------------------------


def test_what_is_heard_can_be_asked_for_and_made() -> None:
    """Each kind has a name in both languages and a sound of the house's; the line of a card played bears it."""
    kinds = GAME.preferences.sounds
    assert set(SOUNDS.values()) == set(kinds)
    made = (STATIC / "js" / "sounds.js").read_text("utf-8")
    for kind in kinds:
        assert f"    {kind}(at) {{" in made
        for language in LANGUAGES:
            assert translator(language, "invader").has(f"preferences.sounds.{kind}")
    match = duel(hands={"1": ["husk", "kite"]})
    match.submit("1", play("1-husk-1", "africa", discard=["1-kite-1"]))
    seen = names(match, "2")
    [line] = [DuelTable().line(it, seen) for it in seen.view["log"] if it["kind"] == "played"]
    assert line is not None
    assert line["a"]["data-sound"] == "card"


# ---- scenes ----------------------------------------------------------------------------------------------------------


def test_what_is_told_is_played_large_with_nothing_to_press() -> None:
    """PLY-9, CAN-2, ATK-3: a card played, cancelled and mended, an attack that drains; no button lies in a scene."""
    match = duel(
        hands={"1": ["husk"]}, play=on("1", "africa", "reaver"), hero=hero(zone="eurasia"), scorch={"africa": 4}
    )
    its = names(match, "2")
    husk, answer = "1-husk-1", "2-airstrike-1"
    beats: dict[str, Any] = {
        "played": {"card": husk, "by": "1", "zone": "africa"}, "cancelled": {"card": husk, "by": answer},
        "restored": {"card": husk}, "destroyed": {"card": husk, "by": ""}, "plot-moved": {"from": 4, "to": 3},
        "attacked": {"zone": "africa", "invader": 4, "human": 1, "value": 1, "bite": 0, "drain": 3},
        "drained": {"cards": [answer], "why": "attack", "seat": "2"}, "hero-fell": {"hero": "2-okafor", "by": ""},
    }  # fmt: skip
    assert set(beats) == BEATS
    for kind, rest in beats.items():
        drawn = scene({"kind": kind, **rest}, its)
        assert drawn is not None, kind
        assert {it["t"] for it in nodes(drawn)} & {"button", "a", "details"} == set()
    assert scene({"kind": "drained", **beats["drained"], "why": "cost"}, its) is None


# ---- playing ---------------------------------------------------------------------------------------------------------


@served
async def test_from_the_first_hand_to_the_first_turn(user: User, create_user: CreateUser) -> None:
    """SET-4, SET-6: both answer in secret; then the Human places a Hero, and the Invader's turn begins."""
    table, (ilse, tomas) = await seated(user)
    assert "Do you keep this hand?" in read(ilse)
    await press(ilse, "option-1")
    assert "Waiting for Tomáš" in read(ilse)
    assert "keeps" not in log(tomas)
    await press(tomas, "option-2")
    assert "Ilse keeps the hand" in log(ilse)
    assert "Tomáš remet sa main" in log(tomas)
    await press(tomas, "hero-2-kestrel")
    assert can(tomas, "pick-africa")
    await press(tomas, "pick-africa")
    await press(tomas, "confirm")
    assert table.view("1")["hero"]["zone"] == "africa"
    assert "Your turn. Play" in read(ilse)


@served
async def test_a_card_is_aimed_paid_and_confirmed(user: User, create_user: CreateUser) -> None:
    """PLY-9: zone, target, payment, and one button that names it all; PLY-3: the discards in the order marked."""
    match = duel(hands={"1": ["stalker", "husk", "kite", "surge"], "2": ["decoy", "militia"]}, hero=hero(zone="africa"))
    table, (ilse, tomas) = await seated(user, match)
    await press(ilse, "hand-1-stalker-1")
    assert not can(ilse, "confirm")
    await press(ilse, "pick-africa")
    await press(ilse, "hero")
    assert "Choose 2 cards to discard" in read(ilse)
    await press(ilse, "hand-1-kite-1")
    await press(ilse, "hand-1-husk-1")
    [(_, confirm)] = marked(ilse, "confirm")
    assert words(confirm) == "Play Stalker on Africa against Commander Okafor: discard 2 ↵"
    await press(ilse, "back")
    await press(ilse, "hand-1-husk-1")
    await press(ilse, "confirm")
    assert table.view("spectator")["discards"]["1"] == ["1-kite-1", "1-husk-1"]
    # CAN-1: the other is asked, sees what it is, and may answer with the decoy.
    assert marked(tomas, "cancel-window")
    assert "Traqueur" in read(tomas)
    await press(tomas, "pass")
    assert marked(tomas, "hero-2-kestrel")  # HER-6: Okafor has fallen


@served
async def test_what_cannot_be_done_says_why_with_its_clause(user: User, create_user: CreateUser) -> None:
    match = duel(hands={"1": ["colossus", "husk", "hush"]}, play=on("1", "africa", "maw", "stilt", "stilt", "kite"))
    table, (ilse, _) = await seated(user, match)
    assert not can(ilse, "hand-1-hush-1") or "why" in marked(ilse, "hand-1-hush-1")[0][1]["do"]["do"]
    await press(ilse, "hand-1-hush-1")
    assert notice(ilse).endswith("CAN-7")
    await press(ilse, "hand-1-colossus-1")
    assert notice(ilse) == "It costs 3 other cards of your hand; you have 2. PLY-1"
    await press(ilse, "hand-1-husk-1")
    await press(ilse, "pick-africa")
    assert notice(ilse) == "No slot is free there. PLY-6"
    assert table.sequence == 0


@served
async def test_what_a_browser_makes_up_is_not_played(user: User, create_user: CreateUser) -> None:
    """Intents that no button on the page means: other cards, other zones, nonsense."""
    match = duel(hands={"1": ["husk", "kite"]})
    table, (ilse, _) = await seated(user, match)
    [(pane, _)] = marked(ilse, "prompt")
    for intent in (
        {"do": "pick", "command": {"kind": "play", "card": "2-militia-1"}},
        {"do": "pick", "command": {"kind": "place-hero", "hero": "okafor"}},
        {"do": "pick", "command": {"kind": "discard", "cards": ["1-kite-1"]}},
        {"do": "pick", "command": {"kind": ["play"]}},
        {"do": "pick", "command": "play"},
        {"do": "pick"},
        {"do": "set", "key": "zone", "value": "atlantis"},
        {"do": "pay", "card": "2-militia-1"},
        {"do": "confirm"},
        {"do": "look", "card": "2-okafor"},
        {"do": "why", "why": {"clause": 7, "code": [], "params": 3}},
        {"do": "why", "why": {"clause": "X-1", "code": "no-slot", "params": {"zone": {"a": 1}, "n": "x" * 500}}},
        {"do": "why", "why": {"clause": "X-1", "code": "not-in-hand", "params": {"card": "1-nothing-1"}}},
        {"do": "drop", "drag": "hand:2-militia-1", "drop": "zone:africa"},
        {"do": "drop", "drag": None, "drop": "zone:africa"},
        {"do": "suggest"},
        {"do": "back"},
    ):
        await intend(ilse, pane, intent)
        assert table.sequence == 0, intent
    assert can(ilse, "hand-1-husk-1")


@served
async def test_carrying_is_as_good_as_pressing(user: User, create_user: CreateUser) -> None:
    match = duel(hands={"1": ["skitterling", "kite"]}, decks={"2": []})
    table, (ilse, _) = await seated(user, match)
    [(pane, _)] = marked(ilse, "prompt")
    await intend(ilse, pane, {"do": "drop", "drag": "hand:1-skitterling-1", "drop": "zone:eurasia"})
    await press(ilse, "confirm")
    assert [it["zone"] for it in table.view("1")["play"]] == ["eurasia"]


@served
async def test_a_standing_pass_opens_no_window_and_is_taken_back(user: User, create_user: CreateUser) -> None:
    """CAN-8: it answers at once, and only its owner is told that it did."""
    match = duel(hands={"1": ["skitterling", "skitterling", "husk"], "2": ["decoy", "militia"]})
    _, (ilse, tomas) = await seated(user, match)
    await press(tomas, "stand-turn")
    before = read(ilse)
    assert "laissez passer" in read(tomas)
    for n in ("1", "2"):
        await press(ilse, f"hand-1-skitterling-{n}")
        await press(ilse, "pick-eurasia")
        await press(ilse, "confirm")
        if n == "1":
            assert "Votre passe permanente a répondu" in log(tomas)
            assert "Tomáš lets it pass" in log(ilse)
            await press(tomas, "stand-off")
    assert "standing" not in before
    assert marked(tomas, "cancel-window")


@served
async def test_the_end_of_a_turn_is_asked_about_once_where_something_is_free(
    user: User, create_user: CreateUser
) -> None:
    match = duel(active="2", hero=hero(zone="eurasia"))
    table, (_, tomas) = await seated(user, match)
    await press(tomas, "option-end")
    assert "n’a pas bougé" in read(tomas)
    await press(tomas, "back")
    await press(tomas, "option-end")
    assert table.view("2")["active"] == "1"


@served
async def test_no_number_tells_others_of_a_standing_pass(user: User, create_user: CreateUser) -> None:
    """Of those in panes, also of a page loaded afterwards, and of what programs are told; nor is anything taken off
    their pages."""
    table, (ilse, tomas) = await seated(user, duel(hands={"1": ["husk"], "2": ["decoy"]}))

    async def told() -> list[Any]:
        paths = [f"/api/v1/tables/{table.code}{it}" for it in ("", "/view")]
        return [numbers(tomas), *[(await tomas.http_client.get(path)).json() for path in paths]]

    before = await told()
    await press(tomas, "concede")
    await press(ilse, "stand-match")
    assert can(tomas, "concede-sure")
    await tomas.open(f"/table/{table.code}")
    assert await told() == before


@served
async def test_a_stale_press_says_so_and_plays_nothing(user: User, create_user: CreateUser) -> None:
    match = duel(hands={"1": ["skitterling"], "2": ["decoy", "militia"]})
    table, (ilse, tomas) = await seated(user, match)
    await press(ilse, "hand-1-skitterling-1")
    await press(ilse, "pick-eurasia")
    await press(ilse, "confirm")
    [(pane, passing)] = marked(tomas, "pass")
    await intend(tomas, pane, passing["do"])
    asked = table.sequence
    await intend(tomas, pane, passing["do"])
    assert table.sequence == asked


@served
async def test_giving_up_is_asked_about_once_more(user: User, create_user: CreateUser) -> None:
    """END-6: also while a card is in preparation."""
    table, (ilse, tomas) = await seated(user, duel(hands={"1": ["husk", "kite"]}))
    await press(ilse, "hand-1-husk-1")
    await press(ilse, "concede")
    await press(ilse, "never-mind")
    assert can(ilse, "pick-africa")
    await press(ilse, "concede")
    await press(ilse, "concede-sure")
    assert table.outcome is not None
    assert marked(tomas, "outcome")
    assert "By concession" in read(ilse)


@served
async def test_a_spectator_sees_no_hand_and_can_press_nothing(user: User, create_user: CreateUser) -> None:
    match = duel(hands={"1": ["husk", "kite"], "2": ["decoy"]}, play=on("1", "africa", "stilt"))
    table, _ = await seated(user, match)
    watcher = somebody()
    await watcher.open(f"/watch/{table.code}")
    assert marked(watcher, "piece-1-stilt-1")
    assert not marked(watcher, "plain-hand")
    assert not [node for _, tree in panes(watcher) for node in nodes(tree) if "do" in node]
    sent = json.dumps([tree for _, tree in panes(watcher)])
    assert "1-kite-1" not in sent
    assert "decoy" not in sent


@served
async def test_who_watches_sees_the_card_that_waits_large(user: User, create_user: CreateUser) -> None:
    match = duel(hands={"1": ["leech"], "2": ["decoy", "militia", "rifles"]})
    match.submit("1", play("1-leech-1"))
    table, people = await seated(user, match)
    watcher = somebody()
    await watcher.open(f"/watch/{table.code}?tv")
    assert marked(watcher, "cancel-window")
    assert not marked(people[0], "cancel-window"), "whoever has played it knows it"


# ---- what is drawn ---------------------------------------------------------------------------------------------------


def test_a_zone_is_read_out_in_full() -> None:
    match = duel(play=on("1", "eurasia", "stilt", "husk", "lamprey"), hero=hero(zone="eurasia"))
    assert board.zone_words("eurasia", names(match, "spectator")) == (
        "Eurasia: Invader 10, Stilt, Force 4, Walking Husk, Force 3, Sky Lamprey, Force 3. Human 9, Commander Okafor, "
        "Force 3, upright; the zone itself counts 6. 1 card to drain."
    )


def test_the_result_has_the_colours_of_the_sides() -> None:
    """As the board has them: who plays the Invader is drawn by the options."""
    match = duel()
    match.submit("1", {"kind": "concede"})
    shown = names(match, "spectator")
    text = json.dumps(result(match.outcome or {}, shown))
    assert [shown.colours(seat) in text for seat in match.seats] == [True, True]
    assert "of-invader" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_totals_are_the_engines_forecast(language: str) -> None:
    match = duel(play=on("1", "eurasia", "stilt", "husk", "lamprey"), hero=hero(zone="eurasia"))
    shown = words(board.zones(names(match, "1", language)))
    row = match.view("1")["forecast"]["zones"]["eurasia"]
    assert f"{row['invader']}  :  {row['human']}  ({row['value']})  ▼{row['drain']}" in shown


# ---- what a cancel window tells --------------------------------------------------------------------------------------


HANDS = (["decoy", "militia"], ["militia", "rifles"], ["intercept", "decoy"], ["behemoth", "carrier"])
"""Hands of two cards each: some could answer, some could not."""


def told(hand: list[str], standing: str | None) -> list[Any]:
    """All that the player of the card and a spectator are told, from the play to the settling, and what is asked."""
    match = duel(hands={"1": ["husk", "kite", "skitterling"], "2": hand})
    if standing:
        match.submit("2", {"kind": "stand", "pass": standing})
    shown: list[Any] = []
    match.submit("1", play("1-husk-1", "africa", discard=["1-kite-1"]))
    shown.append({seat: question.kind for seat, question in match.asked.items()})
    shown += [match.view(viewer) for viewer in ("1", "spectator")]
    if "2" in match.asked:
        match.submit("2", {"kind": "cancel", "card": None})
    return [*shown, *(match.view(viewer) for viewer in ("1", "spectator"))]


@pytest.mark.parametrize("standing", [None, "once", "turn", "match"])
def test_a_window_opens_and_closes_alike_whatever_the_hand_holds(standing: str | None) -> None:
    """CAN-8: it is opened for every hand that is not empty, and a standing pass answers within the same command,
    whatever the hand holds: no viewer but its owner can tell one hand from another by what comes, or when."""
    first = told(HANDS[0], standing)
    assert first[0] == ({"2": "cancel"} if standing is None else {"1": "main"})
    for hand in HANDS[1:]:
        assert told(hand, standing) == first


def test_an_empty_hand_lies_open_and_is_not_asked() -> None:
    """CAN-8."""
    match = duel(hands={"1": ["skitterling"], "2": []})
    match.submit("1", play("1-skitterling-1", "africa"))
    assert [*match.asked] == ["1"]


# ---- a newcomer ------------------------------------------------------------------------------------------------------


def terms(trees: Any) -> set[str]:
    """The words of the glossary that can be pressed in trees of nodes."""
    each_tree = trees if isinstance(trees, list) else [trees]
    return {it["a"]["data-term"] for tree in each_tree for it in nodes(tree) if "data-term" in it.get("a", {})}


@served
async def test_a_question_says_what_it_is_about_until_one_of_its_kind_was_answered(
    user: User, create_user: CreateUser
) -> None:
    table, (ilse, tomas) = await seated(user)
    [(_, why)] = marked(tomas, "why")
    assert why["a"]["open"] == "open"
    assert "Oui ou non, une seule fois" in words(why)
    assert "deck" not in terms(why)
    for person in (ilse, tomas):
        await press(person, "option-1")
    human, invader = (tomas, ilse) if marked(tomas, "hero-2-okafor") else (ilse, tomas)
    [(_, why)] = marked(human, "why")
    assert terms(why) >= {"zone", "force"}, "each word is marked once, here or in the question"
    await press(human, "hero-2-okafor")
    assert not marked(human, "why"), "an answer is being prepared"
    await press(human, "pick-africa")
    await press(human, "confirm")
    assert table.match.asked["1"].kind == "main"
    [(_, why)] = marked(invader, "why")
    assert {"discard", "deck", "drain"} & terms(why)


@served
async def test_words_of_the_log_and_the_question_say_what_they_mean(user: User, create_user: CreateUser) -> None:
    _, (ilse, tomas) = await seated(user, ruined())
    assert terms([node for _, node in marked(tomas, "prompt")]) >= {"discard"}
    assert user.client is not None
    [pane] = [it for it in ilse.client.elements.values() if isinstance(it, LogPane)]  # type: ignore[union-attr]
    rows = [entry["node"] for entry in json.loads(pane.props["payload"])["entries"]]
    assert "drain" in terms(rows)
    assert {it["a"]["tabindex"] for row in rows for it in nodes(row) if "data-term" in it.get("a", {})} == {"-1"}


def test_a_card_in_preparation_stands_as_a_ghost_where_it_would_go() -> None:
    """In the first free slot of its zone, of its player's column alone."""
    its = names(duel(hands={"1": ["stilt"]}), "1")
    drawn = json.dumps(board.zones(its, board.Acts(ghost=("1-stilt-1", "africa"))))
    assert drawn.count('"ghost"') == 1
    assert "slot-1-africa-1" not in drawn
    assert "slot-1-africa-2" in drawn
    assert "slot-2-africa-1" in drawn
