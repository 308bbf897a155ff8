"""Reading packs: what is refused, where, and what was meant; what is settled by hand instead; what zips may hold."""

import io
import json
import random
import re
import stat
import tomllib
import tracemalloc
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.kernel.packs import archive
from rules.kernel.packs.archive import MAX_ENTRIES, MAX_FILE_BYTES
from rules.kernel.packs.lines import lines
from rules.kernel.packs.problems import Problem
from rules.olomoc.packs import OPERATIONS, TRIGGERS, Bundle, Pack, PackError, load, load_zip, read
from rules.olomoc.packs.__main__ import main
from rules.olomoc.packs.reader import CORE

FILES = {file.name: file.read_text(encoding="utf-8") for file in CORE.glob("*.toml")}
HEADER = """
id = "mine"
version = "0.1"
languages = ["fr"]
author = "A player"
licence = "CC0-1.0"
extends = "core"
"""
TORCH = """
[[equipment]]
id = "wind-up-torch"
name = { fr = "Lampe à dynamo" }
ministries = ["effort"]
source = "mine"
[[equipment.capacities]]
id = "dazzle"
name = { fr = "Éblouir" }
text = { fr = "Un rouage adverse à 3 pouces est sonné." }
time = "active"
cost = { actions = 1 }
targets = [{ who = ["adverse"], range = "3 in" }]
operations = [
  { op = "give", who = "target", token = "stunned" },
]
"""


def refused(files: dict[str, str]) -> tuple[Problem, ...]:
    with pytest.raises(PackError) as error:
        read(files)
    return error.value.problems


def test_the_core_pack_survives_json() -> None:
    pack = load()
    written = pack.to_json()
    assert json.loads(json.dumps(written)) == written
    assert Pack.from_json(written) == pack
    assert load("core") is pack


def test_lengths_and_angles_are_exact() -> None:
    pack = load()
    assert (pack.rulers.displacement.length, pack.rulers.displacement.width) == (101_600, 20_320)
    assert (pack.rulers.push.length, pack.rulers.push.width) == (50_800, 20_320)
    assert pack.decor["archive"].pieces[2].angle == 523_599
    assert pack.agendas["valves"].markers[1].at == (114_300, 127_000)


def test_a_text_in_one_language_is_shown_in_both() -> None:
    name = read({"pack.toml": HEADER + TORCH}).equipment["wind-up-torch"].name
    assert name.get("fr") == name.get("en") == "Lampe à dynamo"


def test_extending_the_core_pack_adds_to_it_and_replaces_in_it() -> None:
    stronger = (
        FILES["rouages.toml"].split("# The book's: rank, ministry, Dodge.")[0].replace("combat = 4", "combat = 6")
    )
    pack = read({"pack.toml": HEADER, "mine.toml": TORCH, "rouages.toml": stronger})
    assert pack.id == "mine"
    assert {"wind-up-torch", *load().equipment} == set(pack.equipment)
    assert pack.rouages["petra-kantor"].combat == 6
    assert set(pack.rouages) == set(load().rouages)


def test_copies_of_an_artefact_card_are_cards_of_their_own() -> None:
    """ART-1: some in several copies, each with its number."""
    pack = load()
    assert [pack.artefact[f"rain-of-fiel-{number}"].number for number in (13, 23)] == [13, 23]
    assert [pack.artefact[f"rain-of-fiel-{number}"].priority for number in (13, 23)] == [1, 2]


@pytest.mark.parametrize(
    ("file", "right", "wrong", "code", "meant"),
    [
        ("pack.toml", "licence =", "license =", "unknown-key", "licence"),
        ("rouages.toml", "technique = 2", "tecnique = 2", "unknown-key", "technique"),
        ("rouages.toml", 'ministries = ["security"]', 'ministries = ["securty"]', "unknown-value", "security"),
        ("rouages.toml", 'factions = ["vigil"]', 'factions = ["vigils"]', "unknown-id", "vigil"),
        ("rouages.toml", "combat = 4\n", 'combat = "four"\n', "bad-value", None),
        ("rouages.toml", 'life = "RSSSST', 'life = "RSSXT', "bad-value", None),
        ("rouages.toml", "base = 40\n", "base = 45\n", "unknown-value", None),
        ("rouages.toml", 'when = "enters", subject', 'when = "entrs", subject', "unknown-value", "enters"),
        ("rouages.toml", 'op = "push", who', 'op = "psuh", who', "unknown-value", "push"),
        ("rouages.toml", 'op = "push", who = "object"', 'op = "push", who = "objet"', "unknown-id", "object"),
        ("rouages.toml", 'near = "wall"', 'near = "wal"', "unknown-id", "wall"),
        ("rouages.toml", 'value = "successes", at_most', 'value = "sucesses", at_most', "unknown-value", "successes"),
        ("rouages.toml", 'test = "compare", left', 'test = "compares", left', "unknown-value", "compare"),
        (
            "rouages.toml",
            'range = "8 in", pick = "nearest"',
            'range = "8 in", pick = "neerest"',
            "unknown-value",
            "nearest",
        ),
        ("rouages.toml", 'rolls = ["study", "test"]', 'rolls = ["studdy", "test"]', "unknown-value", "study"),
        ("rouages.toml", 'id = "known-passage"', 'id = "tool-claw"', "duplicate-id", None),
        (
            "equipment.toml",
            'rouages = ["bohdan-zelenka",',
            'rouages = ["bohdan-zelenko",',
            "unknown-id",
            "bohdan-zelenka",
        ),
        (
            "equipment.toml",
            'targets = [{ kind = "place", range',
            'targets = [{ kind = "place", rnge',
            "unknown-key",
            "range",
        ),
        ("equipment.toml", 'range = "5 in" }]', 'range = "5 inches" }]', "bad-value", None),
        ("equipment.toml", 'id = "winch"', 'id = "long-spanner"', "duplicate-id", None),
        ("equipment.toml", 'en = "Winch"', 'en = "Duty Roster"', "duplicate-name", None),
        ("ministries.toml", "slots = [3]", "slots = [6]", "bad-value", None),
        ("artefact.toml", "number = 11\n", "number = 31\n", "bad-value", None),
        (
            "artefact.toml",
            'hostile = "rogue", spot = { corner = "north-east"',
            'hostile = "rouge", spot = { corner = "north-east"',
            "unknown-id",
            "rogue",
        ),
        (
            "hostiles.toml",
            'do = "charge", target = "nearest"',
            'do = "chrge", target = "nearest"',
            "unknown-value",
            "charge",
        ),
        ("agendas.toml", 'decor = "belfry"', 'decor = "belfrey"', "unknown-id", "belfry"),
        ("agendas.toml", 'edges = ["west", "east"]', 'edges = ["west", "north"]', "bad-value", None),
        ("agendas.toml", 'at = ["3.5 in", "8 in"], agenda', 'at = ["0.1 in", "8 in"], agenda', "bad-layout", None),
        (
            "decor.toml",
            '["0.7 in", "-0.5 in"], ["0.7 in", "0.5 in"]',
            '["0.7 in", "0.5 in"], ["0.7 in", "-0.5 in"]',
            "bad-value",
            None,
        ),
        ("starters.toml", 'card = "tibor-vlk"', 'card = "tibor-vik"', "unknown-id", "tibor-vlk"),
    ],
)
def test_a_wrong_key_or_value_is_refused_with_its_line_and_what_was_meant(
    file: str, right: str, wrong: str, code: str, meant: str | None
) -> None:
    """The pack is refused; the first problem names file, line and nearest spelling."""
    assert right in FILES[file]
    damaged = FILES[file].replace(right, wrong, 1)
    first = refused({**FILES, file: damaged})[0]
    line = FILES[file][: FILES[file].index(right)].count("\n") + 1
    table = max(
        (at for at, text in enumerate(damaged.splitlines(), 1) if text.startswith("[") and at <= line), default=1
    )
    assert first.file == file
    assert first.code == code, str(first)
    assert first.meant == meant
    assert first.line == line or (meant is None and table <= first.line <= line), str(first)


def test_all_problems_are_told_at_once() -> None:
    damaged = FILES["rouages.toml"].replace("technique =", "tecnique =").replace("combat = ", "combat = -")
    problems = refused({**FILES, "rouages.toml": damaged})
    count = len(load().rouages)
    assert sum(problem.code == "unknown-key" and problem.meant == "technique" for problem in problems) == count
    assert len({problem.line for problem in problems}) >= count


@pytest.mark.parametrize(
    ("text", "line"),
    [("a = [1,\n  2\nb = 3\n", 3), ('id = "x"\nid = "y"\n', 2), ("[[equipment]\n", 1), ('\n\nx = "no end\n', 3)],
)
def test_broken_toml_names_its_line(text: str, line: int) -> None:
    problem = refused({**FILES, "mine.toml": text})[0]
    assert (problem.file, problem.code, problem.line) == ("mine.toml", "bad-toml", line)


@pytest.mark.parametrize(
    ("right", "wrong", "unknown"),
    [
        ('op = "give"', 'op = "teleport-everyone"', ("teleport-everyone",)),
        ('time = "active"', 'time = "permanent"\ntrigger = { when = "moonrise" }', ("moonrise",)),
        (
            'operations = [\n  { op = "give", who = "target", token = "stunned" },',
            'operations = [\n  { op = "if", conditions = [], then = [{ op = "weep", how = "long" }] },',
            ("weep",),
        ),
    ],
)
def test_an_unknown_operation_or_trigger_leaves_the_whole_capacity_to_the_players(
    right: str, wrong: str, unknown: tuple[str, ...]
) -> None:
    """Settled by hand: the text is kept, nothing else of it is run, the rest of the pack stands."""
    assert right in TORCH
    pack = read({"pack.toml": HEADER + TORCH.replace(right, wrong)})
    capacity = pack.equipment["wind-up-torch"].capacities[0]
    assert capacity.by_hand
    assert capacity.unknown == unknown
    assert capacity.operations == ()
    assert capacity.trigger is None
    assert capacity.text.get("fr") == "Un rouage adverse à 3 pouces est sonné."
    assert any(line == f"equipment/wind-up-torch/dazzle {unknown[0]}" for line in pack.by_hand())
    assert Pack.from_json(pack.to_json()) == pack


def test_an_artefact_card_may_be_settled_by_hand_too() -> None:
    text = FILES["artefact.toml"].replace('op = "threshold", who', 'op = "invert-the-sky", who')
    pack = read({**FILES, "artefact.toml": text})
    assert pack.artefact["unanimous-hour"].by_hand
    assert pack.artefact["unanimous-hour"].operations == ()


@pytest.mark.parametrize("word", [*OPERATIONS, *TRIGGERS])
def test_no_misspelling_of_a_known_word_passes_as_unknown(word: str) -> None:
    """A letter lost or doubled is a misspelling, not a word of its own: it refuses the pack."""
    known = TRIGGERS if word in TRIGGERS else OPERATIONS
    key = "when" if word in TRIGGERS else "op"
    for at in range(1, len(word)):
        for wrong in (word[:at] + word[at] + word[at:], word[:at] + word[at + 1 :] if len(word) > 4 else None):
            if wrong is None or wrong in known:
                continue
            damaged = (
                TORCH.replace('time = "active"', f'time = "permanent"\ntrigger = {{ when = "{wrong}" }}')
                if key == "when"
                else TORCH.replace('op = "give"', f'op = "{wrong}"')
            )
            problem = refused({"pack.toml": HEADER + damaged})[0]
            assert (problem.code, problem.params["value"]) == ("unknown-value", wrong)
            assert problem.meant in known


def parts(path: tuple[Any, ...], value: Any) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from parts((*path, key), inner)


@pytest.mark.parametrize("name", FILES)
def test_every_key_of_a_file_has_its_line(name: str) -> None:
    text = FILES[name]
    numbers, rows = lines(text), text.split("\n")
    for path in parts((), tomllib.loads(text)):
        assert path in numbers, path
        if isinstance(path[-1], str):
            assert path[-1] in rows[numbers[path] - 1], path


def test_lines_of_odd_but_valid_toml() -> None:
    text = (
        '"a b" . c = """x\n\\"""\ny"""  # = [\n[t."u".v]\nw = [\n  [1, 2], # ]\n'
        "  { p.q = '#', r = [\n   3] },\n]\n[[z]]\n[z.s]\nk = 1\n[[z]]\n"
    )
    assert tomllib.loads(text)["z"] == [{"s": {"k": 1}}, {}]
    numbers = lines(text)
    expected = {
        ("a b", "c"): 1,
        ("t", "u", "v"): 4,
        ("t", "u", "v", "w"): 5,
        ("t", "u", "v", "w", 0, 1): 6,
        ("t", "u", "v", "w", 1, "p", "q"): 7,
        ("t", "u", "v", "w", 1, "r", 0): 8,
        ("z", 0): 10,
        ("z", 0, "s", "k"): 12,
        ("z", 1): 13,
    }
    assert {path: numbers.get(path) for path in expected} == expected


# Zips -----------------------------------------------------------------------------------------------------------------


def zipped(files: dict[str, str | bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            packed.writestr(name, text)
    return data.getvalue()


def bad_zip(data: bytes) -> Problem:
    with pytest.raises(PackError) as error:
        load_zip(data)
    return error.value.problems[0]


@pytest.mark.parametrize("folder", ["", "core/"])
def test_a_zip_of_the_core_pack_is_the_core_pack(folder: str, tmp_path: Path) -> None:
    data = zipped({f"{folder}{name}": text for name, text in FILES.items()} | {f"{folder}image.png": b"\x89PNG"})
    assert load_zip(data) == load()
    (tmp_path / "core.zip").write_bytes(data)
    assert load(tmp_path / "core.zip") == load()


@pytest.mark.parametrize(
    "name", ["../pack.toml", "/etc/pack.toml", "a/../../pack.toml", "..\\pack.toml", "C:/pack.toml"]
)
def test_names_that_lead_out_of_the_pack_are_refused(name: str) -> None:
    problem = bad_zip(zipped({**FILES, name: "id = 1"}))
    assert (problem.code, problem.file) == ("bad-file", name)


def test_a_zip_that_unpacks_to_too_much_is_refused() -> None:
    assert "larger" in bad_zip(zipped({**FILES, "bomb.toml": "#" * (MAX_FILE_BYTES * 5)})).what
    assert "larger" in bad_zip(zipped({"pack.toml": "", **{f"{i}.toml": "#" * 900_000 for i in range(6)}})).what
    assert "more than" in bad_zip(zipped({f"{i}.txt": "" for i in range(MAX_ENTRIES + 1)})).what


def test_a_small_zip_that_would_unpack_to_much_is_not_unpacked() -> None:
    """Reading stops at the limit for all files together, not after it."""
    data = zipped({f"{i}.toml": "#" * 990_000 for i in range(60)} | {"x.png": b"\0" * 1_900_000})
    assert len(data) < 200_000
    tracemalloc.start()
    problem = bad_zip(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (problem.code, problem.params["reason"]) == ("bad-file", "too-large")
    assert peak < 30_000_000


def test_links_in_a_zip_are_refused() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as packed:
        link = zipfile.ZipInfo("rouages.toml")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        packed.writestr("pack.toml", HEADER)
        packed.writestr(link, "/etc/passwd")
    problem = bad_zip(data.getvalue())
    assert (problem.file, problem.params["reason"]) == ("rouages.toml", "link")


def test_a_picture_is_a_file_of_the_pack() -> None:
    torch = TORCH.replace('source = "mine"\n', 'source = "mine"\nimage = "torch.png"\n', 1)
    files: dict[str, str | bytes] = {"pack.toml": HEADER, "cards.toml": torch}
    assert load_zip(zipped({**files, "images/torch.png": b"a picture"})).equipment["wind-up-torch"].image == "torch.png"
    problem = bad_zip(zipped({**files, "images/trch.png": b"a picture"}))
    assert (problem.file, problem.line, problem.code, problem.meant) == ("cards.toml", 7, "unknown-id", "trch.png")
    assert read({"pack.toml": HEADER + torch}).equipment["wind-up-torch"].image == "torch.png"
    for name in ("../torch.png", "a/torch.png", "torch.svg", "torch.png\n", ".png"):
        [problem] = refused({"pack.toml": HEADER + torch.replace("torch.png", name.replace("\n", "\\n"))})
        assert (problem.code, problem.params["key"]) == ("bad-value", "image")


def test_a_pack_put_into_a_zip_comes_out_the_same() -> None:
    bundle = Bundle({"pack.toml": HEADER, "cards.toml": TORCH}, {"a.png": b"a"})
    data = archive.zipped(bundle)
    assert archive.unzipped(data) == bundle
    assert archive.zipped(archive.unzipped(data)) == data


def test_files_that_are_no_packs_are_refused(tmp_path: Path) -> None:
    rng = random.Random(4)
    whole = zipped(dict(FILES))
    for data in (b"", b"PK", whole[: len(whole) // 2], whole[:40] + rng.randbytes(2_000) + whole[2_040:]):
        assert bad_zip(data).code in ("bad-file", "bad-toml")
    assert bad_zip(zipped({"pack.toml": b"\xff\xff"})).code == "bad-file"
    assert bad_zip(zipped({"readme.txt": "hello"})).code == "bad-file"
    assert bad_zip(zipped({"a.toml": "", "b.toml": ""})).code == "bad-file"
    with pytest.raises(PackError):
        load(tmp_path / "nowhere")
    with pytest.raises(PackError):
        load(tmp_path)


def test_one_file_may_say_it_all(tmp_path: Path) -> None:
    (tmp_path / "torch.toml").write_text(HEADER + TORCH, encoding="utf-8")
    assert "wind-up-torch" in load(tmp_path / "torch.toml").equipment


def test_checking_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(HEADER + TORCH, encoding="utf-8")
    bad.write_text(HEADER + TORCH.replace("token =", "tokn ="), encoding="utf-8")
    assert main(["check", str(good)]) == 0
    assert main(["check", str(bad)]) == 1
    printed = capsys.readouterr()
    assert printed.out.startswith("mine 0.1: 21 rouages, 37 equipment\n")
    assert printed.err.startswith("bad.toml:22: unknown key 'tokn' (did you mean 'token'?)\n")


# The units that authors mean ------------------------------------------------------------------------------------------


def ranged(written: str) -> str:
    return HEADER + TORCH.replace('range = "3 in"', written)


def reach(pack: Pack) -> int | None:
    target = pack.equipment["wind-up-torch"].capacities[0].targets[0]
    furthest: int | None = getattr(target, "range")  # noqa: B009  (a place has one, too)
    return furthest


@pytest.mark.parametrize(
    ("written", "micrometres"),
    [
        ("range_in = 3", 76_200),
        ("range_in = 1.5", 38_100),
        ("range_mm = 75", 75_000),
        ('range = "75 mm"', 75_000),
        ("range = 76200", 76_200),  # as packs could be written before
        ("range_in = 0", 0),
    ],
)
def test_a_length_has_its_unit_in_the_key_or_in_the_value(written: str, micrometres: int) -> None:
    assert reach(read({"pack.toml": ranged(written)})) == micrometres


def test_points_have_units_in_their_keys_too() -> None:
    start = FILES["agendas.toml"]
    at = re.search(r'at = \["([\d.]+) in", "([\d.]+) in"\]', start)
    assert at is not None
    changed = start.replace(at[0], f"at_in = [{at[1]}, {at[2]}]", 1)
    assert read({**FILES, "agendas.toml": changed}) == load()


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("range = 3", "length_bare"),
        ("range = 75", "length_bare"),
        ("range = 2.5", "length_bare"),
        ('range_in = "3"', "length_number"),
        ("range_in = true", "length_number"),
        ('range_in = 3, range = "3 in"', "length_twice"),
        ("range_in = 75", "length_far"),
        ('range = "75 in"', "length_far"),
        ("range_in = -3", "greater_than_equal"),
    ],
)
def test_a_length_that_cannot_be_meant_is_refused_with_its_line(written: str, reason: str) -> None:
    """`range = 3` once was three micrometres, without a word."""
    [problem] = refused({"pack.toml": ranged(written)})
    assert (problem.params["reason"], problem.line) == (reason, 20)


def test_a_unit_makes_no_key_of_another() -> None:
    [problem] = refused({"pack.toml": ranged("count_in = 3")})
    assert (problem.code, problem.params) == ("unknown-key", {"key": "count_in"})


def test_a_rouage_that_no_cabal_takes_is_refused() -> None:
    """CAB-1: a cabal has a rouage of each of the ranks 1, 2 and 3."""
    rouage = re.search(r"\[\[rouage\]\].*?(?=\n\[\[rouage\]\])", FILES["rouages.toml"], re.DOTALL)
    assert rouage is not None
    for rank in (0, 4, 9):
        changed = re.sub(r"rank = \d", f"rank = {rank}", rouage[0])
        [problem] = refused({"pack.toml": HEADER + changed})
        assert (problem.params["reason"], problem.params["value"]) == ("rank", str(rank))


def test_the_pack_of_a_journal_is_read_without_the_checks_of_today() -> None:
    """A match is replayed with its cards, however a pack of today would have to be written."""
    data = read({"pack.toml": HEADER + TORCH}).to_json()
    data["equipment"]["wind-up-torch"]["capacities"][0]["targets"][0]["range"] = 3
    data["rouages"]["petra-kantor"]["rank"] = 4
    kept = Pack.from_json(data)
    assert (reach(kept), kept.rouages["petra-kantor"].rank) == (3, 4)


@pytest.mark.parametrize("title", ["header", "pack"])
def test_a_header_under_a_title_is_told_where_it_stands(title: str) -> None:
    [problem] = refused({"pack.toml": f"[{title}]" + HEADER + TORCH})
    assert (problem.params, problem.line) == ({"reason": "titled_header", "key": title}, 1)


def test_a_changed_copy_of_a_pack_is_written_as_it_is() -> None:
    """The text printed once is the pack's own: a match embeds the pack that it is played with, not the one that it was
    made from."""
    core = load("core")
    assert core.written["id"] == "core"
    other = core.model_copy(update={"id": "other"})
    assert other.written == {**core.written, "id": "other"}
    assert other == Pack.from_json(other.written)
