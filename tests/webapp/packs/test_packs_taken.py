"""Uploads of strangers: hostile zips, re-encoded pictures, and the limits of the library."""

import asyncio
import io
import time
from pathlib import Path

import pytest
from PIL import Image, PngImagePlugin

from rules.kernel.packs import archive
from rules.olomoc.packs import Problem
from tests.webapp.packing import BROKEN, HEADER, SOUND, picture, zipped
from webapp.games.olomoc.pack_report import examine
from webapp.i18n import LANGUAGES, keys, translator
from webapp.packs.checker import Checker, NotRead
from webapp.packs.examine import PROBLEMS, take
from webapp.packs.pictures import HEIGHT, WIDTH, BadPicture, redrawn
from webapp.packs.problem_text import sentence, suggestion
from webapp.security.limits import limits


def test_a_zip_and_a_single_file_are_taken() -> None:
    assert take("old.zip", zipped(SOUND)).files == SOUND
    assert take("a name of any sort.toml", HEADER.encode()).files == {"pack.toml": HEADER}


@pytest.mark.parametrize(
    "files",
    [
        {f"pack/{name}": text for name, text in SOUND.items()},
        {f"pack\\{name}": text for name, text in SOUND.items()},
        {**SOUND, **{f"__MACOSX/._{name}": b"\0\5\26\7\0\2\xff" for name in SOUND}, ".DS_Store": b"\0\0\0\1Bud1"},
        {**SOUND, **{f"._{name}": b"\0\5\26\7\0\2\xff" for name in SOUND}},
        {name: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode() for name, text in SOUND.items()},
        {name: text.encode("utf-16") for name, text in SOUND.items()},
    ],
    ids=["folder", "backslashes", "macOS", "shared with macOS", "mark and line ends", "UTF-16"],
)
def test_packs_are_taken_as_other_systems_make_them(files: dict[str, str | bytes], tmp_path: Path) -> None:
    assert take("pack.zip", zipped(files)).files == SOUND
    for name, data in files.items():
        if "/" not in name and "\\" not in name:
            (tmp_path / name).write_bytes(data.encode() if isinstance(data, str) else data)
    if (tmp_path / "pack.toml").exists():
        assert archive.opened(tmp_path).texts == SOUND


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({**SOUND, "../../etc/x.toml": "a = 1"}, "escapes"),
        ({**SOUND, "/x.toml": "a = 1"}, "escapes"),
        ({"pack.toml": "#" * 60_000_000}, "too-large"),
        ({**SOUND, "x.png": b"\0" * 3_000_000}, "too-large"),
        ({f"{n}.txt": "" for n in range(10_000)}, "too-many"),
        ({f"{n}.toml": "" for n in range(100)}, "too-many"),
        ({"readme.txt": ""}, "no-header"),
        ({"pack.toml": b"\xff"}, "not-text"),
    ],
    ids=["path", "root", "bomb", "large picture", "10,000 entries", "100 files", "none", "no text"],
)
def test_hostile_zips_are_refused_in_both_languages(files: dict[str, str | bytes], reason: str) -> None:
    before = time.monotonic()
    taken = take("pack.zip", zipped(files))
    assert time.monotonic() - before < 10
    assert taken.problem is not None
    assert (taken.problem.code, taken.problem.params["reason"], taken.files) == ("bad-file", reason, {})
    words = {sentence(taken.problem, translator(language, "olomoc")) for language in LANGUAGES}
    assert len(words) == 2
    assert not any(word.startswith("packs.") for word in words)


def test_a_link_is_refused_and_nothing_is_followed() -> None:
    taken = take("pack.zip", zipped({"pack.toml": "/etc/passwd"}, links=("pack.toml",)))
    assert taken.problem is not None
    assert taken.problem.params["reason"] == "link"


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_a_picture_is_drawn_anew_small_and_bare(kind: str) -> None:
    more = {}
    if kind == "PNG":
        info = PngImagePlugin.PngInfo()
        info.add_text("Comment", "<script>alert(1)</script>")
        more = {"pnginfo": info}
    drawn = redrawn(f"a.{kind.lower()}", picture(3000, 2500, kind, **more) + b"<script>alert(2)</script>")
    assert b"script" not in drawn
    with Image.open(io.BytesIO(drawn)) as opened:
        assert opened.format == kind
        assert opened.width <= WIDTH
        assert opened.height <= HEIGHT


def test_files_that_are_no_pictures_are_left_out_and_named() -> None:
    bomb = picture(9000, 9000)
    assert len(bomb) < 2_000_000
    files = {
        **SOUND,
        "a.png": b"<svg onload=alert(1)>",
        "b.png": bomb,
        "c.webp": picture(kind="WEBP"),
        "d.png": picture(kind="GIF"),
    }
    taken = take("pack.zip", zipped(files))
    assert taken.left_out == {"a.png": "no-picture", "b.png": "too-large", "d.png": "no-picture"}
    assert list(taken.pictures) == ["c.webp"]
    for name in ("x.svg", "x", "x.gif"):
        with pytest.raises(BadPicture):
            redrawn(name, picture())


def test_a_report_says_what_and_where_and_stops_at_some_point() -> None:
    report = examine(BROKEN, ())
    assert [(it.file, it.line, it.meant) for it in report.problems] == [
        ("rouages.toml", 6, "effort"),
        ("rouages.toml", 11, None),
        ("rouages.toml", 21, "range"),
    ]
    assert (report.id, report.version, report.counts, report.pack) == ("old-quarter", "0.3", {"rouage": 1}, None)
    many = examine({"pack.toml": HEADER + "".join(f"key{n} = 1\n" for n in range(200))}, ())
    assert (len(many.problems), many.more) == (PROBLEMS, 200 - PROBLEMS)


def test_a_sound_pack_says_what_is_settled_by_hand_of_its_own() -> None:
    report = examine({**SOUND, "rouages.toml": SOUND["rouages.toml"].replace('op = "give"', 'op = "moonlight"')}, ())
    assert report.pack is not None
    assert report.by_hand == ("rouages/lamp-ana/lit-wick moonlight",)
    assert report.short is None
    assert examine({"pack.toml": HEADER.replace('extends = "core"\n', "")}, ()).short == "no-agenda"


VALUES = {
    "rank = 2": ("rank = 99", "rank = -1", 'rank = "x"', "rank = 1.5"),
    'name = "Ana Novak"': ('name = ""', "name = 3", f'name = "{"x" * 2000}"'),
    'life = "RSSST"': ('life = "RSX"',),
    'id = "lamp-ana"': ('id = "Lamp Ana"',),
    "base = 30": ("base = 31",),
    'factions = ["stokers"]': ("factions = []", 'factions = "stokers"', 'factions = ["stoker"]'),
    'time = "active"': ('time = "permanent"', 'time = "activ"'),
    'range = "3 in"': ('range = "3 inches"',),
    "operations = [": ("operations = [] #",),
    'source = "own"': ('source = "own"\nimage = "../x.png"', 'source = "own"\nimage = "x.png"'),
    "cost = { actions = 1 }": ("cost = { actions = 9 }", "cost = 1"),
    "text = {": ("text = {} #",),
}


@pytest.mark.parametrize(
    "wrong", [(right, it) for right, all_ in VALUES.items() for it in all_], ids=lambda pair: pair[1][:24]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_is_said_in_words(wrong: tuple[str, str], language: str) -> None:
    """In the reader's language: nothing of the reader's English, no key of the catalogue, no place left to fill."""
    tr = translator(language, "olomoc")
    assert wrong[0] in SOUND["rouages.toml"]
    report = examine({**SOUND, "rouages.toml": SOUND["rouages.toml"].replace(*wrong, 1)}, ())
    assert report.problems
    for problem in report.problems:
        words = sentence(problem, tr)
        assert not words.startswith("packs.")
        assert problem.what not in words
        assert "{" not in words.replace('{ fr = "…", en = "…" }', "")
        assert suggestion(problem, tr) is None or problem.meant in (suggestion(problem, tr) or "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_the_reader_has_words(language: str) -> None:
    known = set(keys(language, "olomoc"))
    for sort in ("faction", "rouage", "equipment", "hostile", "decor-set", "image", "reference"):
        assert f"packs.unknown-{sort}" in known
    for sort in (
        "rouage",
        "equipment",
        "ministry",
        "artefact",
        "hostile",
        "agenda",
        "decor",
        "starter",
        "capacity",
        "marker",
        "piece",
    ):
        assert f"packs.second-{sort}" in known
    for reason in ("off-bloc", "overlap", "near-edge", "near-marker", "near-decor"):
        assert f"packs.layout-{reason}" in known
    words = sentence(
        Problem("a", 1, "what", None, "bad-value", {"reason": "never-heard-of", "key": "x"}),
        translator(language, "olomoc"),
    )
    assert "what" in words


async def test_a_check_that_takes_too_long_is_ended_and_the_next_answered() -> None:
    patient, checker = Checker(), Checker(seconds=1)
    try:
        # The first of a process imports what reads packs, which takes a second on a busy machine.
        assert (await patient.ask("", examine, SOUND, ())).id == "old-quarter"
        with pytest.raises(NotRead) as refused:
            await checker.ask("ilse", endless)
        assert refused.value.code == "too-long"
        assert await asyncio.wait_for(checker.ask("ilse", len, "abc"), 120) == 3
    finally:
        patient.close()
        checker.close()


async def test_many_uploads_of_one_guest_delay_nobody_else() -> None:
    """A guest's files are read one at a time; more than a few of them are not even queued, and nobody else waits."""
    limits.forget()
    checker = Checker(seconds=1)
    try:
        flood = [asyncio.ensure_future(checker.ask("ilse", time.sleep, 0.3)) for _ in range(12)]
        await asyncio.sleep(0)
        assert await checker.ask("tomas", len, "abc") == 3
        assert sum(it.done() and it.exception() is None for it in flood) <= 2
        refused = [it for it in await asyncio.gather(*flood, return_exceptions=True) if it is not None]
        assert [it.code for it in refused] == ["too-many"] * len(refused)
        assert len(refused) == 8
    finally:
        checker.close()
        limits.forget()


async def test_repeated_unreadable_uploads_are_slowed_down() -> None:
    limits.forget()
    checker = Checker(seconds=0.5)
    try:
        for _ in range(3):
            with pytest.raises(NotRead, match="too-long"):
                await checker.ask("ilse", endless)
        with pytest.raises(NotRead, match="too-many"):
            await checker.ask("ilse", len, "abc")
        assert await checker.ask("tomas", len, "abc") == 3
    finally:
        checker.close()
        limits.forget()


def endless() -> None:
    while True:
        pass
