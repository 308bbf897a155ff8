"""Editing packs: cards taken apart and put together, forms, and what the library makes of it."""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from rules.olomoc import Match
from rules.olomoc.packs import load, opened, read
from rules.olomoc.packs.reader import CORE
from tests.webapp.packing import BROKEN, HEADER, ROUAGE, SOUND
from webapp.games.olomoc.cabals.packs import available
from webapp.games.olomoc.packs import PACKS
from webapp.packs.card_text import LONGEST_CARD, NotACard, edited, made, parsed, taken_apart
from webapp.packs.checker import InProcessChecker
from webapp.packs.edits import EditTarget, open_card, with_card, with_copy, with_core_card, with_new, without
from webapp.packs.examine import ReceivedFiles
from webapp.packs.forms import entered, fitting
from webapp.packs.library import Library, PackRefused
from webapp.packs.templates import copy, empty
from webapp.packs.toml_blocks import blocks, replaced, text_of
from webapp.store import Conflict, Store

CARD = EditTarget("rouages.toml", "rouage", 0)
FILES = opened(CORE).texts


@pytest.fixture
def library(store: Store) -> Iterator[Library]:
    opened_ = Library(PACKS, InProcessChecker())
    opened_.open(store)
    yield opened_
    opened_.close()


@pytest.mark.parametrize("name", FILES)
def test_every_core_card_comes_out_of_its_form_as_it_went_in(name: str) -> None:
    for block in blocks(FILES[name], PACKS.names, name == "pack.toml"):
        text = text_of(FILES[name], block)
        keys = fitting(PACKS.forms, block.sort, parsed(block.sort, text))
        card = taken_apart(block.sort, text, keys)
        values = entered(PACKS.forms, block.sort, shown_values(card.values))
        assert edited(block.sort, text, keys, values, card.rest) == text


def shown_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values as a form sends them: ids with commas between."""
    return {key: ", ".join(value) if key == "rouages" else value for key, value in values.items()}


@pytest.mark.parametrize("name", FILES)
def test_a_change_in_a_core_card_changes_nothing_else(name: str) -> None:
    """A key of the form, a line of the rest, a comment in it: a reader finds these and no other."""
    for block in blocks(FILES[name], PACKS.names, name == "pack.toml"):
        text = text_of(FILES[name], block)
        table = parsed(block.sort, text)
        keys = fitting(PACKS.forms, block.sort, table)
        card = taken_apart(block.sort, text, keys)
        whole = {**table, "id": "other", "x": 1}
        for rest in (f"x = 1\n{card.rest}", f"# why\nx = 1\n{card.rest}"):
            changed = edited(block.sort, text, keys, {**card.values, "id": "other"}, rest)
            assert parsed(block.sort, changed) == whole
            kept = [line for line in text.split("\n") if not line.startswith("id =")]
            left = [line for line in changed.split("\n") if not line.startswith(("id =", "x =", "# why"))]
            assert left == kept


def test_comments_and_other_cards_stay_as_they_are() -> None:
    text = "# one\n\n# about a\n[[decor]]\nid = 'a' # why\n# inside\nx = 1\n\n# about b\n[[decor]]\nid = 'b'\n"
    first, second = blocks(text, PACKS.names)
    assert (first.lead, first.start, first.end, second.lead) == (2, 3, 7, 8)
    card = taken_apart("decor", text_of(text, first), {"id"})
    assert (card.rest, card.keys, card.lines) == ("# inside\nx = 1", {1: "id"}, {3: 2})
    changed = edited("decor", text_of(text, first), {"id"}, {"id": "c"}, "# inside\nx = 2")
    assert replaced(text, first, changed) == text.replace("'a'", '"c"').replace("x = 1", "x = 2")
    assert (
        without(PACKS, {"d.toml": text}, EditTarget("d.toml", "decor", 0))["d.toml"]
        == "# one\n\n\n# about b\n[[decor]]\nid = 'b'\n"
    )


WRITTEN = """[[rouage]] # the second one
actions = 3 # she is quick

name = { en = 'Ana', fr = "Anne" } # her grandmother's
# Of both houses.
factions = [
    "stokers", # by birth
    'administration',
]
title.fr = "Allumeuse"
title.en = "Lamplighter"
rank = 2"""


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        ({"rank": 3}, "rank = 2", "rank = 3"),
        ({"name": {"fr": "Anna", "en": "Ana"}}, '"Anne"', '"Anna"'),
        ({"factions": ["stokers", "fringe"]}, "    'administration',\n", '    "fringe",\n'),
        ({"title": {"fr": "Allumeuse", "en": "Lighter"}}, '"Lamplighter"', '"Lighter"'),
        ({"id": "ana"}, "rank = 2", 'rank = 2\nid = "ana"'),
    ],
)
def test_a_key_is_changed_where_it_stands(change: dict[str, Any], before: str, after: str) -> None:
    keys = {"name", "factions", "title", "rank", "id"}
    card = taken_apart("rouage", WRITTEN, keys)
    assert card.rest == "actions = 3 # she is quick\n\n# Of both houses."
    assert edited("rouage", WRITTEN, keys, {**card.values, **change}, card.rest) == WRITTEN.replace(before, after)
    typed = card.rest.replace("3", "4")
    twice = edited("rouage", WRITTEN, keys, {**card.values, **change}, typed)
    assert twice == WRITTEN.replace(before, after).replace("actions = 3", "actions = 4")


def test_a_card_too_long_for_a_form_is_edited_as_its_files_text() -> None:
    for rest in (f'x = "{"#" * LONGEST_CARD}"', "\n".join(f"a.b{n} = 1" for n in range(200))):
        files = {**SOUND, "rouages.toml": f"{ROUAGE.split('[[rouage.capacities]]')[0]}{rest}\n"}
        assert open_card(PACKS, files, CARD) is None
        with pytest.raises(NotACard, match="too long"):
            with_card(PACKS, SOUND, CARD, {"id": "a"}, rest)


def test_a_card_typed_wrong_is_not_one() -> None:
    for rest in ("x = ", "[[rouage]]\nid = 'b'", "[[equipment]]\nid = 'b'", "rank = 3"):
        with pytest.raises(NotACard):
            with_card(PACKS, SOUND, CARD, {"id": "a", "rank": 2}, rest)
    with pytest.raises(NotACard) as error:
        with_card(PACKS, SOUND, CARD, {"id": "a", "rank": 2}, "[[rouage.capacities]]\nid = \n")
    assert error.value.line == 2


@pytest.mark.parametrize(
    "sent",
    [
        None,
        "x",
        [],
        {"id": 3, "name": ["x"], "rank": {}, "life": None, "ministries": "x", "factions": [[], {}, None]},
        {"rank": True},
    ],
)
def test_a_form_that_makes_no_sense_is_an_empty_one(sent: Any) -> None:
    assert entered(PACKS.forms, "rouage", sent) == {}


def test_a_zero_is_entered_as_a_number() -> None:
    assert entered(PACKS.forms, "rouage", {"shooting": "0", "gift": False, "name": ""}) == {"shooting": 0}


def test_typed_text_cannot_inject_toml() -> None:
    wild = 'a"]\n[[x]]\\u0000\ud800\x07\u202e'
    values = entered(
        PACKS.forms, "rouage", {"id": "a", "name": wild, "title": {"fr": wild, "de": "x"}, "rank": " 3 ", "extra": 1}
    )
    assert set(values) == {"id", "name", "title", "rank"}
    table = tomllib.loads(made("rouage", values, ""))["rouage"][0]
    assert (table["rank"], table["title"]) == (3, {"fr": 'a"] [[x]]\\u0000?\u202e'})


@pytest.mark.parametrize("sort", ["rouage", "equipment", "ministry", "artefact", "hostile", "agenda"])
def test_a_new_card_and_its_copy_are_sound(sort: str) -> None:
    files, spot = with_new(PACKS, SOUND, sort, load(), "Neu", "own")
    form = open_card(PACKS, files, spot)
    assert form is not None
    assert set(form.card.values) <= {field.name for field in PACKS.forms[sort]}
    twice = with_copy(PACKS, files, spot, read(files))
    assert twice is not None
    assert read(twice[0])
    assert twice[1] != spot


def test_a_core_card_taken_over_is_played_in_its_place() -> None:
    taken = with_core_card(PACKS, SOUND, "rouage", "petra-kantor")
    assert taken is not None
    files, spot = taken
    form = open_card(PACKS, files, spot)
    assert form is not None
    files, _ = with_card(PACKS, files, spot, {**form.card.values, "combat": 6}, form.card.rest)
    assert read(files).rouages["petra-kantor"].combat == 6
    assert with_core_card(PACKS, files, "rouage", "petra-kantor") is None
    assert with_core_card(PACKS, files, "rouage", "../x") is None


# The library


async def test_a_sound_pack_is_on_the_shelf_and_a_broken_one_only_listed(library: Library) -> None:
    sound = await library.add("ilse", "Ilse", ReceivedFiles(SOUND))
    broken = await library.add("tom", "Tom", ReceivedFiles({**BROKEN, "pack.toml": HEADER.replace("old", "new")}))
    assert [it.sound for it in library.all()] == [True, False]
    assert list(library.shelf()) == list(available) == ["old-quarter"]
    assert sound.may_change("ilse", False)
    assert not sound.may_change("tom", False)
    assert sound.may_change("tom", True)
    mended = await library.save(broken, {**SOUND, "pack.toml": HEADER.replace("old", "new")}, fresh=True)
    assert mended.sound
    assert list(library.shelf()) == ["old-quarter", "new-quarter"]
    Match.new({"packs": ["core", "old-quarter"]}, 1, library.shelf())


async def test_the_first_of_two_packs_keeps_their_common_id(library: Library) -> None:
    first = await library.add("ilse", "Ilse", ReceivedFiles(SOUND))
    second = await library.add("tom", "Tom", ReceivedFiles(SOUND))
    core = await library.add("tom", "Tom", ReceivedFiles({"pack.toml": HEADER.replace("old-quarter", "core")}))
    assert [it.clash is None for it in library.all()] == [True, False, False]
    assert core.problems[0].code == "id-taken"
    again = await library.add("ilse", "Ilse", ReceivedFiles({**SOUND, "pack.toml": HEADER.replace("0.3", "0.4")}))
    assert (again.saved.id, again.report.version, again.saved.version) == (first.saved.id, "0.4", 2)
    await library.delete(again)
    now = library.get(second.saved.id)
    assert now is not None
    assert now.sound


async def test_changes_are_taken_back_and_deleted_packs_brought_back(library: Library, store: Store) -> None:
    first = await library.add("ilse", "Ilse", ReceivedFiles(SOUND))
    saved = await library.save(first, {**SOUND, "rouages.toml": ROUAGE.replace("Ana", "Eva")}, fresh=True)
    with pytest.raises(Conflict):
        await library.save(first, SOUND, fresh=True)
    back = await library.back(saved)
    assert back is not None
    assert back.saved.files == SOUND
    assert await library.back(back) is None
    gone = await library.delete(back)
    assert (library.all(), library.shelf(), library.binned()) == ([], {}, [gone])
    await library.delete(gone, False)
    assert library.all()
    other = Library(PACKS, InProcessChecker())
    other.open(store)
    assert [it.saved for it in other.all()] == [it.saved for it in library.all()]


async def test_a_pack_deleted_during_an_edit_is_deleted_with_the_edit(library: Library, store: Store) -> None:
    first = await library.add("ilse", "Ilse", ReceivedFiles(SOUND))
    beside = Library(PACKS, InProcessChecker())
    beside.open(store)
    typed = {**SOUND, "rouages.toml": ROUAGE.replace("Ana", "Eva")}
    await beside.save(first, typed, fresh=True)
    gone = await library.delete(first)
    assert (library.all(), gone.saved.files) == ([], typed)


async def test_refresh_reads_packs_added_by_another_process(library: Library, store: Store) -> None:
    beside = Library(PACKS, InProcessChecker())
    beside.open(store)
    await beside.add("", "", ReceivedFiles(SOUND))
    assert library.all() == []
    await library.refresh()
    assert [it.report.id for it in library.all()] == ["old-quarter"]


async def test_limits_on_the_number_and_size_of_packs(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    # By the class: tests with pages load modules anew, and this one would be another than the library's.
    monkeypatch.setitem(Library.add.__globals__, "MOST", 1)
    monkeypatch.setitem(Library.add.__globals__, "MOST_TEXT", 2_000)
    with pytest.raises(PackRefused, match="too-large"):
        await library.add("ilse", "Ilse", ReceivedFiles({"pack.toml": HEADER + "#" * 2_000}))
    await library.add("ilse", "Ilse", ReceivedFiles(SOUND))
    with pytest.raises(PackRefused, match="full"):
        await library.add("tom", "Tom", ReceivedFiles(SOUND))


async def test_new_packs_and_copies_have_ids_of_their_own(library: Library) -> None:
    for _ in range(2):
        assert (await library.add("ilse", "Ilse", empty(library, "Ilse"))).sound
    copied = await copy(library, "core")
    assert copied is not None
    entry = await library.add("ilse", "Ilse", copied)
    assert [it.report.id for it in library.all()] == ["my-pack", "my-pack-2", "core-copy"]
    assert entry.pack is not None
    assert entry.pack.rouages == load().rouages
    assert await copy(library, "no-such") is None


async def test_a_running_match_keeps_its_cards_whatever_becomes_of_the_pack(library: Library) -> None:
    """They are embedded in it: another version, a deleted pack, an empty shelf change nothing under it."""
    entry = await library.add("ilse", "Ilse", ReceivedFiles(SOUND))
    match = Match.new({"packs": ["core", "old-quarter"], "composition": "secret"}, 1, library.shelf())
    while "compose" not in {question.kind for question in match.asked.values()}:
        seat = next(iter(match.asked))
        match.submit(seat, next(match.commands(seat)))
    before = match.position()
    changed = {**SOUND, "rouages.toml": ROUAGE.replace("technique = 3", "technique = 6").replace("3 in", "9 in")}
    await library.delete(await library.save(entry, changed, fresh=True))
    assert library.shelf() == {}
    for later in (match, Match.replay({}, match.journal), Match.replay({}, match.snapshot())):
        assert later.position() == before
        card = later.state.pack.rouages["lamp-ana"]
        assert (card.technique, card.capacities[0].text.get("en")) == (3, "An adverse rouage within 3 in is stunned.")
        rouages = [
            {"card": "pavel-sykora", "equipment": "boiler-plate"},
            {"card": "lamp-ana", "equipment": "coal-dust"},
            {"card": "bohdan-zelenka", "equipment": "long-spanner"},
        ]
        assert later.check("1", {"kind": "compose", "cabal": {"faction": "stokers", "rouages": rouages}}) is None
