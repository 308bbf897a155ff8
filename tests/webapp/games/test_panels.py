"""The panels around the Bloc, in words, in both languages, from the view alone."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, get_args

import pytest

from rules.olomoc import Match
from rules.olomoc import events as ev
from tests.browser.kept import duel, position, rouage
from webapp.base.settings import STATIC
from webapp.games.olomoc.board import scene as scenes
from webapp.games.olomoc.board.scene import scene
from webapp.games.olomoc.table import head, layout
from webapp.games.olomoc.table.cards import dice_stats, rouages
from webapp.games.olomoc.table.cards.book import Book
from webapp.games.olomoc.table.context import PanelContext
from webapp.games.olomoc.table.draft import AnswerDraft, PlanDraft
from webapp.games.olomoc.table.prompts import plan
from webapp.games.olomoc.table.text import board, log_lines
from webapp.games.olomoc.table.text import names as names_of
from webapp.games.olomoc.table.text.beats import beat
from webapp.games.olomoc.table.text.log_lines import SENTENCES, entry
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.refusals import reason
from webapp.i18n import LANGUAGES, translator
from webapp.i18n.scan import PACKAGE
from webapp.ui.tree import Node, el, payload, rich

PLAYERS = {"1": "Ilse", "2": "Tomáš"}
PRESENCE = {"seats": {"1": "here", "2": "away"}, "spectators": 2}
STEPS = 260


def played(seed: int, agenda: str = "survey", every: int = 1) -> Iterator[Match]:
    """A random match, as it stands after every few commands."""
    match = Match.new({"agenda": agenda, "composition": "secret"}, seed)
    for step in range(STEPS):
        if step % every == 0:
            yield match
        if not match.asked:
            break
        seat = min(match.asked)
        match.submit(seat, next(match.commands(seat)))
    yield match


@pytest.mark.parametrize("language", LANGUAGES)
def test_spectators_read_who_is_there(language: str) -> None:
    """Both players' presence; a player reads the other's alone."""
    match = next(played(1))
    words = names(match, "spectator", language, Book.of(match.journal))
    here, away = (words.tr(f"table.presence-{status}") for status in ("here", "away"))
    watched = " ".join(spoken(el("div", *layout.theirs(words, PRESENCE))))
    assert here in watched
    assert away in watched
    seated = names(match, "1", language, Book.of(match.journal))
    assert here not in " ".join(spoken(el("div", *layout.their_side(layout.their_props(seated, PRESENCE)))))


def names(match: Match, viewer: str, language: str, book: Book) -> Names:
    return Names(match.view(viewer), translator(language, "olomoc"), PLAYERS, book)


def drafting(view: Any, seat: str = "1") -> AnswerDraft:
    """The answer in preparation of a page that shows this view, with nothing begun."""
    draft = AnswerDraft(seat)
    draft.follow(None, view.get("decision"), view)
    return draft


def spoken(node: Any) -> Iterator[str]:
    """Every text of a tree: what is written and what is read out."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        yield from (str(value) for key, value in node.get("a", {}).items() if key in ("title", "aria-label"))
        yield from ([node["label"]] if "label" in node else [])
        for child in node.get("x", ()):
            yield from spoken(child)


def signs(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if node["t"] == "icon":
            yield node["name"]
        for child in node.get("x", ()):
            yield from signs(child)


SILENT = frozenset(
    {
        "asked", "shuffled", "limits-reset", "actions-set", "announced", "phase-began", "activation-ended",
        "effects-ended", "hostiles-done", "marker-placed", "decor-placed", "cabals-revealed", "ministries-dealt",
        "counted",
    }
)  # fmt: skip
"""Kinds told by others: a phase by what is revealed in it, a displacement by where it ended."""


def test_every_kind_of_event_is_told_or_left_to_another() -> None:
    kinds = {t.__dataclass_fields__["kind"].default for t in get_args(ev.Event)}
    assert kinds - set(SENTENCES) - SILENT == set()
    assert set(SENTENCES) & SILENT == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_match_is_told_in_words(language: str) -> None:
    """No key, no unfilled parameter, no missing sign, for anybody, from the empty Bloc to the last step."""
    known = set(re.findall(r'<symbol id="([^"]+)"', (STATIC / "icons" / "signs.svg").read_text()))
    for match in played(3, every=7):
        book = Book.of(match.journal)
        ids = {*book.artefacts(), *(it.id for it in book.everything())}
        raw = re.compile(rf"\b({'|'.join(id for id in ids if '-' in id)})\b")
        for viewer in ("1", "2", "spectator"):
            words = names(match, viewer, language, book)
            context = (
                PanelContext(words.view, words, drafting(words.view, viewer), PlanDraft())
                if viewer != "spectator"
                else None
            )
            tree = [
                *layout.head_line(head.head_props(words)),
                *_above(words, context),
                *layout.asked(words, context, True),
                *layout.their_side(layout.their_props(words, PRESENCE)),
                *layout.forms(words, context),
                *(entry(event, words) for event in words.view["log"][-12:]),
            ]
            for text in (text for node in tree for text in spoken(node)):
                assert not re.search(r"[{}\x00]|\b(event|prompt|option|refusal|card|table|what)\.[a-z]", text), text
                assert not raw.search(text), text
            assert {sign for node in tree for sign in signs(node)} <= known


def test_an_effect_on_several_pieces_is_one_line_of_the_log() -> None:
    match = duel()
    view = match.view("1")
    for piece in ("1-petra-kantor", "2-vera-simkova", "2-otakar-benda"):
        effect = {"name": "unanimous-hour", "piece": piece}
        view["log"].append({"n": len(view["log"]), "kind": "effect-began", "effect": effect})
    words = Names(view, translator("en", "olomoc"), PLAYERS, Book.of(match.journal))
    lines = [entry(event, words) for event in view["log"][-3:]]
    assert " ".join(spoken(lines[0])) == "Unanimous Hour  affects  Pétra ,  Věra  and  Otakar ."
    assert lines[1:] == [None, None]


def test_noirceur_that_one_piece_takes_is_a_scene() -> None:
    """Of several at once, as a card of the Artefact gives it, the log alone tells; so of Noirceur that is lost."""
    match = duel()
    view, book = match.view("1"), Book.of(match.journal)
    taken = {"kind": "noirceur", "piece": "1-petra-kantor", "change": 1, "now": 2, "clause": "ROL-5", "n": 900}
    beside = taken | {"piece": "2-vera-simkova", "n": 901}
    for log, drawn in (([taken], True), ([taken, beside], False), ([taken | {"change": -1}], False)):
        words = Names({**view, "log": [*view["log"], *log]}, translator("en", "olomoc"), PLAYERS, book)
        made = beat(log[0], words)
        assert (made is not None) == drawn
        if made is not None:
            assert str(made["scene"]).count("scene-drop'") == 1  # the one from before
            assert str(made["scene"]).count("scene-drop is-new") == 1


def test_the_bloc_lies_with_ones_own_edge_at_the_bottom() -> None:
    match = next(m for m in played(3) if m.view("1")["edges"])
    book = Book.of(match.journal)
    turns = {}
    for viewer in ("1", "2"):
        view = match.view(viewer)
        drawn = json.loads(scene(view, names(match, viewer, "en", book), 1))
        turns[view["edges"][viewer]] = drawn["turn"]
    assert turns in ({"south": 0, "north": 2}, {"east": 1, "west": 3})


def _above(words: Names, context: PanelContext | None) -> list[Any]:
    """What stands above and beside the Bloc: tiles, one's own cards, the planning strip."""
    return [
        *layout.tiles(layout.tiles_props(words)),
        *layout.mine(layout.mine_props(words, context)),
        *layout.strip(plan.strip_props(words, context)),
    ]


def test_a_view_of_somebody_else_draws_no_plan() -> None:
    """CYC-3: the strip shows one's own cards; of the other's only what has been turned."""
    for match in played(5):
        view = match.view("2")
        if not match.view("1").get("plan") or any(card for row in view["slots"].values() for card in row):
            continue
        words = names(match, "2", "en", Book.of(match.journal))
        text = payload(0, _above(words, None))
        assert "their-slot-1" in text
        assert not re.search(r'"data-card":"[^"]+"', text)
        return
    raise AssertionError("nobody planned")


def test_a_tree_is_plain_data() -> None:
    with pytest.raises(TypeError):
        payload(0, [el("p", title="x", do={"do": object()})])


def test_text_stays_text() -> None:
    tr = translator("en", "olomoc")
    name = '<b onclick="x">Ilse</b>{player}'
    parts = rich(tr, "event.planned", seat=el("span", name))
    assert parts[0] == el("span", name)
    assert json.loads(payload(1, parts))["tree"][0]["x"] == [name]


def test_one_of_two_equal_cards_is_shown_as_held() -> None:
    """CYC-3: what is held is one card of the hand, even where there are two of it."""
    match = Match.from_position(position([rouage("1-petra-kantor", 5, 8), rouage("2-vera-simkova", 9, 8)]), seed=7)
    words = names(match, "1", "en", Book.of(match.journal))
    twice = next(card for card in words.view["hand"] if words.view["hand"].count(card) > 1)
    for held, shown in ((None, 0), (twice, 1)):
        drawn = payload(
            0, layout.asked(words, PanelContext(words.view, words, drafting(words.view), PlanDraft(held=held)), True)
        )
        assert len(re.findall(r'"hand-card[^"]* held"|"hand-card held[^"]*"', drawn)) == shown


def test_a_card_laid_twice_moves() -> None:
    plan, cards = PlanDraft(), ["a", "b", "propaganda", "propaganda", "m"]
    plan.lay("a", 0, cards)
    plan.lay("b", 1, cards)
    plan.lay("a", 1, cards)
    assert plan.slots == ["b", "a", None, None, None]
    plan.lay("propaganda", 2, cards)
    plan.lay("propaganda", 3, cards)
    assert plan.left(cards) == ["m"]
    plan.lay("nobody's", 4, cards)
    assert not plan.full
    plan.lift(0)
    assert plan.left(cards) == ["b", "m"]


def test_panes_draw_every_tag_that_the_code_makes() -> None:
    """A pane whose tree has any other tag is not drawn at all: `render.js` and `drawing.js` have closed lists."""
    drawn: set[str] = set()
    for script in ("render.js", "drawing.js"):
        listed = (PACKAGE / "ui" / "js" / script).read_text().partition("const TAGS")[2].partition(";")[0]
        drawn |= {tag for text in re.findall(r'"([^"]+)"', listed) for tag in text.split()}
    assert {"section", "path"} <= drawn
    code = "\n".join(path.read_text() for path in PACKAGE.rglob("*.py"))
    made = {selector.partition(".")[0] for selector in re.findall(r'\bel\(\s*f?"([^" ]+)"', code)}
    assert made - drawn - {"icon", "field", "drawing"} == set()


def test_an_element_is_what_it_says() -> None:
    node: Node = el(
        "button.btn.main", "a", None, ["b", el("span")], cls=["", "on"], do={"do": "x"}, testid="t", aria_label="l"
    )
    assert node == {
        "t": "button",
        "c": "btn main on",
        "x": ["a", "b", {"t": "span"}],
        "do": {"do": "x"},
        "a": {"data-testid": "t", "aria-label": "l"},
    }


KEPT = (
    (names_of, "piece_words", "_monograms", "_short_names", "_stems"),
    (rouages, "_card", "_card_text", "_tile", "_gear", "_tokens", "_marks", "_stat", "_life", "_noirceur", "_enlarge"),
    (rouages, "piece_words"),
    (plan, "_laid", "_revealed"),
    (board, "_others", "_other", "_thing_lines", "_readout_head", "opener", "line", "place"),
    (layout, "_menu", "_filters"),
    (log_lines, "_entry"),
    (scenes, "_markers", "decor", "words"),
)
"""Functions whose results are kept, by their modules."""


def test_what_is_kept_of_a_pane_is_what_would_be_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """At every step of a match, for everybody, beside the same panes built of nothing that was kept."""
    book: Book | None = None
    for match in played(5, every=2):
        book = book or Book.of(match.journal)
        for viewer in ("1", "spectator"):
            kept = _panes(names(match, viewer, "en", book))
            with monkeypatch.context() as fresh:
                for module, *functions in KEPT:
                    for function in functions:
                        fresh.setattr(module, function, getattr(module, function).__wrapped__)
                assert kept == _panes(names(match, viewer, "en", book))


PARTS: Mapping[str, tuple[Callable[[Any], list[Any]], Callable[[PanelContext], object]]] = {
    "head": (layout.head_line, lambda context: head.head_props(context.names)),
    "words": (board.readout, lambda context: board.readout_props(context.names)),
    "tiles": (layout.tiles, lambda context: layout.tiles_props(context.names)),
    "mine": (layout.mine, lambda context: layout.mine_props(context.names, context)),
    "strip": (layout.strip, lambda context: plan.strip_props(context.names, context)),
    "theirs": (layout.their_side, lambda context: layout.their_props(context.names, PRESENCE)),
}
"""Parts of a page, and their props."""


def test_a_part_says_the_same_while_its_props_are_equal() -> None:
    passed_over = dict.fromkeys(PARTS, 0)
    last: dict[tuple[str, str], tuple[object, str]] = {}
    book: Book | None = None
    for match in played(5):
        book = book or Book.of(match.journal)
        for viewer in ("1", "2", "spectator"):
            words = names(match, viewer, "fr", book)
            context = PanelContext(words.view, words, drafting(words.view, viewer), PlanDraft())
            for part, (build, props) in PARTS.items():
                given = props(context)
                sent = payload(0, build(given))
                before = last.get((viewer, part))
                if before is not None and before[0] == given:
                    assert sent == before[1], part
                    passed_over[part] += 1
                last[viewer, part] = given, sent
    assert all(passed_over.values())


def _panes(words: Names) -> str:
    seated = words.me != "spectator"
    context = PanelContext(words.view, words, drafting(words.view, str(words.me)), PlanDraft()) if seated else None
    panes = [
        *_above(words, context),
        *layout.asked(words, context, True),
        *layout.their_side(layout.their_props(words, PRESENCE)),
        *layout.forms(words, context),
        *layout.head_line(head.head_props(words)),
        *board.readout(words),
        *layout.log_head(words, dice_stats.of(words)),
        *(entry(event, words) for event in words.view["log"][-12:]),
    ]
    return payload(0, panes) + scene(words.view, words, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_id_is_ever_shown(language: str) -> None:
    """Everything that a text may be given (a piece, a player, a marker, a card of any sort, a capacity) has a name."""
    match = duel()
    words = names(match, "1", language, Book.of(match.journal))
    book = words.book
    ids = {
        *book.rouages(),
        *book.equipments(),
        *book.artefacts(),
        *book.starters(),
        *(it.id for it in book.everything()),
    }
    ids |= {*(id for pack in book.packs for id in (*pack.ministries, *pack.hostiles, *pack.agendas))}
    for id in sorted(ids):
        assert words.called(id) != id, id
        refused = {"clause": "GEN-1", "code": "forbidden", "params": {"by": id, "rouage": "1-petra-kantor"}}
        assert id not in reason(refused, words)


def test_an_agenda_and_a_hostile_of_one_id_have_each_their_name() -> None:
    match = Match.from_position(position([rouage("1-petra-kantor", 5, 8)], agenda="gargoule"), seed=1)
    words = names(match, "1", "en", Book.of(match.journal))
    assert head.agenda(words.view, words) == "The Gargoule"
    assert words.card("gargoule") == "Gargoule"


def test_french_sentences_agree_with_nobody_in_particular() -> None:
    """A log line says the same of Věra and of Otakar, of a valve and of a lectern: its words bend to no gender."""
    match = duel()
    words = names(match, "1", "fr", Book.of(match.journal))
    for kind, more in (
        ("activated", {"rouage": "2-vera-simkova", "by": "activation"}),
        ("activated", {"rouage": "2-vera-simkova", "by": "propaganda"}),
        ("activated", {"rouage": "2-vera-simkova", "by": "coordination"}),
        ("tokens", {"on": "2-vera-simkova", "name": "1", "now": 1, "why": "card"}),
    ):
        sentence = " ".join(spoken(entry({"n": 9, "kind": kind, **more}, words)))
        assert not re.search(r"\best \w+é\b", sentence), sentence
    assert words.inches(25_400) == "1,0 pouce"
    assert words.inches(76_200) == "3,0 pouces"
