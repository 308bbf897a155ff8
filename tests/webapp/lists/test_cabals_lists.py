"""Cabals as lists: verdicts, share codes, plain text, files, and lists made with another version of a pack."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.olomoc import Match
from rules.olomoc.cabals.draft import CabalPlace, Sketch, judge, legal
from rules.olomoc.packs import Pack, load
from webapp.games.olomoc.cabals import packs
from webapp.games.olomoc.cabals.lists import plain_text
from webapp.games.olomoc.cabals.lists.cabal_list import CabalList, changes, composed, opened
from webapp.games.olomoc.cabals.lists.plain_text import CardNames, as_text
from webapp.games.olomoc.cabals.lists.share_code import ALPHABET, BadCode, decode, encode
from webapp.games.olomoc.lists import LISTS as CABALS
from webapp.i18n import translator
from webapp.lists import import_export
from webapp.lists.entry import ListEntry, tidied, tidy_tags
from webapp.lists.import_export import BadImport, completed, exported
from webapp.lists.kind import link
from webapp.lists.plain_text import NameIndex

CORE = load()
NIGHT = Sketch(
    "stokers",
    (
        CabalPlace("bohdan-zelenka", "boiler-plate"),
        CabalPlace("tibor-vlk", "damp-lamp"),
        CabalPlace("pavel-sykora", "long-spanner"),
    ),
)
maybe = st.none() | st.sampled_from([*CORE.equipment])
places = st.builds(CabalPlace, st.none() | st.sampled_from([*CORE.rouages]), maybe)
sketches = st.builds(Sketch, st.none() | st.sampled_from([*CORE.factions]), st.tuples(places, places, places))


def pack_with(version: str, **sections: dict[str, Any]) -> Pack:
    """The core pack with some cards' JSON changed; None takes a card away."""
    data = CORE.to_json()
    for section, cards in sections.items():
        for id, fields in cards.items():
            if fields is None:
                del data[section][id]
            else:
                data[section][id] = {**data[section][id], **fields}
    return Pack.from_json({**data, "version": version, "starters": {}})


# The verdict


def test_the_builders_verdict_is_the_engines_on_thousands_of_random_lists() -> None:
    """The builder's verdict on a list is the one that a table would give: same problems, or seated."""
    match = Match.new({"agenda": "skirmish", "composition": "secret"}, seed=5)
    [chooser] = match.decisions
    match.submit(chooser, {"kind": "choose-edge", "edge": "south"})
    [seat, *_] = match.decisions
    assert match.decisions[seat]["kind"] == "compose"
    rng = random.Random(2024)
    rouages, equipment, factions = [*CORE.rouages], [*CORE.equipment], [*CORE.factions]
    seated = 0
    for n in range(5_000):
        faction = rng.choice(factions)
        if n % 2:  # as people compose: of one faction, a rank each; often legal
            mine = [
                [id for id in rouages if CORE.rouages[id].rank == r and faction in CORE.rouages[id].factions]
                for r in (3, 2, 1)
            ]
            cards = [rng.choice(some) for some in mine]
            ministries = {ministry for card in cards for ministry in CORE.rouages[card].ministries}
            gear = [id for id, it in CORE.equipment.items() if faction in it.factions or ministries & {*it.ministries}]
        else:
            cards, gear = [rng.choice(rouages) for _ in range(3)], equipment
        first, second, third = (CabalPlace(card, rng.choice(gear)) for card in cards)
        sketch = Sketch(faction, (first, second, third))
        refusal = match.check(seat, {"kind": "compose", "cabal": sketch.to_json()})
        verdict = [(one.clause, one.code, one.place) for one in judge(CORE, sketch)]
        if refusal is None:
            seated += 1
            assert verdict == []
            assert legal(CORE, sketch)
        else:
            assert verdict == [(row["clause"], row["code"], row["place"]) for row in refusal.params["problems"]]
            assert not legal(CORE, sketch)
    assert 200 < seated < 4_000


# Codes


@given(sketches)
@settings(max_examples=300, deadline=None)
def test_a_code_holds_the_whole_list_however_it_is_typed(sketch: Sketch) -> None:
    code = encode(sketch, CORE)
    assert decode(code, packs.find).sketch == sketch
    assert decode(f"({code.lower()})", packs.find).sketch == sketch


def test_letters_that_look_like_figures_are_read_as_such() -> None:
    code = encode(NIGHT, CORE)
    head, _, body = code.rpartition(".")
    clumsy = body.replace("0", "O").replace("1", "i")
    assert decode(f"{head}.{clumsy}", packs.find).sketch == NIGHT
    assert len(body) < 45


def test_a_slip_in_typing_is_noticed() -> None:
    """Any one letter wrong: one time in a thousand a check of two letters would miss it."""
    code = encode(NIGHT, CORE)
    start = code.rindex(".") + 1
    slips = [
        code[:at] + letter + code[at + 1 :]
        for at in range(start, len(code))
        for letter in ALPHABET
        if code[at] not in ("-", letter)
    ]
    assert len(slips) > 1_000
    assert sum(read(slip) != "mistyped" for slip in slips) <= 6


def read(code: str) -> str:
    """The problem with a code, or nothing."""
    try:
        decode(code, packs.find)
    except BadCode as bad:
        return bad.code
    return ""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not-a-code"),
        ("core", "not-a-code"),
        ("core.1.0.0.ABC", "not-a-code"),
        ("core.1.0.0." + "0" * 40, "mistyped"),
        ("x" * 10_000, "not-a-code"),
    ],
)
def test_a_malformed_share_code_is_refused(text: str, code: str) -> None:
    with pytest.raises(BadCode) as bad:
        decode(text, packs.find)
    assert bad.value.code == code


def test_a_code_of_a_pack_that_is_not_here_names_it() -> None:
    with pytest.raises(BadCode) as bad:
        decode(encode(NIGHT, CORE), lambda id: None)
    assert (bad.value.code, bad.value.params) == ("no-pack", {"pack": "core", "version": CORE.version})


def test_a_code_finds_its_cards_in_another_version_and_knows_which_read_differently() -> None:
    newer = pack_with("1.2.0", rouages={"tibor-vlk": {"combat": 4}, "petra-kantor": {"combat": 5}})
    decoded = decode(encode(NIGHT, CORE), lambda id: newer)
    assert decoded.sketch == NIGHT
    assert decoded.version == CORE.version
    assert decoded.altered == (("rouages", "tibor-vlk"),)


def test_a_card_that_is_gone_leaves_a_place_that_says_so() -> None:
    newer = pack_with("2.0.0", rouages={"tibor-vlk": None})
    reduced = decode(encode(NIGHT, CORE), lambda id: newer).sketch
    lost = reduced.places[1].card
    assert lost is not None
    assert lost.startswith("unknown-")
    assert [(one.code, one.place) for one in judge(newer, reduced)] == [("unknown-rouage", "rouages.1.card")]
    assert decode(encode(reduced, newer, CORE.version), packs.find).sketch.places[1].card == "tibor-vlk"


# Links, words, files


def searched(text: str) -> import_export.ImportedLists:
    return import_export.read(text, CABALS.path, CABALS.code_pattern, CABALS.reader, CABALS.named())


def arrived(text: str) -> list[ListEntry]:
    return completed(CABALS, searched(text))


def sketch(of: ListEntry) -> Sketch:
    return CABALS.read(of.content).sketch


def entry(of: Sketch, name: str = "") -> ListEntry:
    return ListEntry(composed(of, CORE).content(), name)


def test_a_link_holds_the_list_and_its_name() -> None:
    code, name = encode(NIGHT, CORE), "Équipe & nuit #1"
    [arrival] = arrived(f"Look: {link(CABALS, code, name, 'http://192.168.1.5:8080')} !")
    assert (sketch(arrival), arrival.name) == (NIGHT, name)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_plain_words_are_read_back(language: str) -> None:
    text = as_text(NIGHT, CORE, "Équipe de nuit", translator(language, "olomoc"))
    [arrival] = arrived(text)
    assert (sketch(arrival), arrival.name) == (NIGHT, "Équipe de nuit")
    without_code = "\n".join(text.splitlines()[:-1])
    for words in (without_code, without_code.upper(), without_code.replace("É", "E").replace("ý", "y")):
        [arrival] = arrived(words)
        assert sketch(arrival) == NIGHT
        assert searched(words).how == "text"


def test_a_plain_text_with_gaps_is_read_with_its_gaps() -> None:
    half = Sketch(
        "stokers",
        (CabalPlace("bohdan-zelenka", None), CabalPlace(None, None), CabalPlace("pavel-sykora", "long-spanner")),
    )
    [arrival] = arrived("Bohdan Zelenka\nPavel Sykora with a Long Spanner, of the Stokers")
    assert {place.card for place in sketch(arrival).places} == {place.card for place in half.places}
    assert sketch(arrival).faction == "stokers"


def test_lines_that_name_no_card_are_told() -> None:
    """Whole, or in part: what a rouage bears."""
    text = "Night\nThe Stokers north\n3 Bohdan Zelenka\nTibor Vlk - wet lamp\nPavel Sykora — Long Spanner\nspaner"
    read_in = searched(text)
    assert read_in.missed == ("Tibor Vlk - wet lamp", "spaner")
    assert import_export.left_out(CABALS, read_in).missed == read_in.missed
    assert searched("\n".join(as_text(NIGHT, CORE, "", translator("fr", "olomoc")).splitlines()[:-1])).missed == ()


@given(st.lists(sketches, min_size=1, max_size=5), st.text(max_size=80), st.text(max_size=300))
@settings(max_examples=60, deadline=None)
def test_all_lists_go_out_and_come_back_as_one_file(several: list[Sketch], name: str, notes: str) -> None:
    lists = [tidied(composed(one, CORE).content(), name, notes, ("survey", name, "survey")) for one in several]
    assert arrived(exported(CABALS, lists)) == lists


def test_a_bare_cabal_of_json_is_no_list_and_says_which() -> None:
    rows = json.loads(exported(CABALS, [entry(NIGHT)]))["cabals"]
    with pytest.raises(BadImport) as bad:
        arrived(json.dumps([*rows, {"faction": "stokers"}]))
    assert (bad.value.code, bad.value.params) == ("bad-list", {"n": 2})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "nothing-found"),
        ("nothing at all", "nothing-found"),
        ("{", "bad-json"),
        ("[" * 100_000, "bad-json"),
        ("[]", "nothing-found"),
        ("{}", "bad-list"),
        ('[{"pack": 7}]', "bad-list"),
        ("x" * (import_export.MOST_BYTES + 1), "too-large"),
        (json.dumps([{}] * 501), "too-many"),
        ("core.1.0.0." + "0" * 36, "mistyped"),
    ],
)
def test_wrong_input_is_told_what_is_wrong(text: str, code: str) -> None:
    with pytest.raises(BadImport) as bad:
        arrived(text)
    assert bad.value.code == code


@pytest.mark.parametrize(
    "row",
    [
        None,
        3,
        {"pack": {"id": "core", "version": "1"}, "faction": [], "rouages": []},
        {"pack": {"id": "core", "version": "1"}, "faction": None, "rouages": [{"card": 1}] * 3},
        {"pack": {"id": "core", "version": "1"}, "faction": "x" * 49, "rouages": [{}] * 3},
        {"pack": {"id": "core", "version": "1"}, "faction": None, "rouages": [[], [], []]},
    ],
)
def test_nothing_of_a_file_is_trusted(row: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        opened(row)


def test_names_notes_and_tags_are_tidied() -> None:
    content = composed(NIGHT, CORE).content()
    of = tidied(content, "  Night\u202e \n shift  " + "x" * 99, "one\x00\r\n\u202etwo" + "y" * 5_000, 7)
    assert of.name.startswith("Night shift x")
    assert len(of.name) <= 60
    assert of.notes.splitlines()[:1] == ["one"]
    assert "\u202e" not in of.notes
    assert len(of.notes) <= 2_000
    assert tidy_tags("survey, nuit ,survey,, " + ",".join(map(str, range(20)))) == ("survey", "nuit", *"012345")


# Another version


def test_changes_of_a_newer_pack_are_listed_card_by_card() -> None:
    of = composed(NIGHT, CORE)
    tibor = CORE.to_json()["rouages"]["tibor-vlk"]
    capacity = {**tibor["capacities"][0], "text": {"fr": "Autre.", "en": "Another."}}
    newer = pack_with(
        "1.2.0",
        rouages={
            "tibor-vlk": {"combat": 4, "life": "SSST", "capacities": [capacity]},
            "pavel-sykora": {"capacities": [], "ministries": ["effort", "progress"]},
        },
        equipment={"damp-lamp": None},
    )
    assert [(one.section, one.id, one.what, one.before, one.after) for one in changes(of, newer)][:3] == [
        ("rouages", "tibor-vlk", "combat", 3, 4),
        ("rouages", "tibor-vlk", "life", tibor["life"], "SSST"),
        ("rouages", "tibor-vlk", "capacity-changed", tibor["capacities"][0]["name"], tibor["capacities"][0]["name"]),
    ]
    rest = {(one.id, one.what) for one in changes(of, newer)[3:]}
    assert rest == {("damp-lamp", "gone"), ("pavel-sykora", "ministries"), ("pavel-sykora", "capacity-gone")}
    assert changes(of, CORE) == []


def test_a_list_that_remembers_nothing_has_nothing_to_compare() -> None:
    assert changes(CabalList(NIGHT, "core", "0.9", {}), CORE) == []


def test_the_time_to_read_words_grows_with_the_text_and_not_with_the_names_times_the_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A long text of names once took as many searches as there are names, each through all of the text."""
    looked: list[int] = []

    class Counted(dict[Any, Any]):
        def get(self, key: Any, default: Any = None) -> Any:
            looked.append(1)
            return super().get(key, default)

    made = NameIndex.__init__

    def counted(self: NameIndex[Any], among: Any) -> None:
        made(self, among)
        self._by_words = Counted(self._by_words)

    monkeypatch.setattr(NameIndex, "__init__", counted)
    words = 2_000
    few = CardNames("few", "1", {"ana": ("Ana Novak",)}, {}, {})
    many = CardNames("many", "1", {f"ana-{n}": (f"Ana Novak{n}",) for n in range(5_000)}, {}, {})
    for names in (few, many):
        looked.clear()
        plain_text.found_in("ana novak7 " * (words // 2), [names])
        assert words <= len(looked) <= 4 * words


def test_more_words_than_a_list_ever_has_are_not_searched() -> None:
    with pytest.raises(BadImport, match="too-large"):
        arrived("Bohdan Zelenka\n" * 8_000)
