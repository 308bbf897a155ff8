"""The house knows no game, and no game knows another: by imports, by names in strings, by addresses."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from webapp.games import COMING, GAMES, games
from webapp.i18n import translator

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
KEYS = (*GAMES, *(key for key in COMING if key not in GAMES))
"""The games, and those on their way: what holds for a game holds while it is built."""
ENGINES = {path.name for path in (ROOT / "rules").iterdir() if path.is_dir()} - {"kernel", "geometry", "__pycache__"}

ADDRESSES = {
    "api", "alive", "favicon.ico", "foreign", "health", "host", "matches", "replay", "static", "table", "watch",
    "_nicegui", "rules", "cabals", "packs",
}  # fmt: skip
"""The first parts of the house's addresses, and those that lead to where they are now."""


def house() -> Iterator[Path]:
    """The modules of the web app that belong to no game."""
    for path in sorted((ROOT / "webapp").rglob("*.py")):
        part = path.relative_to(ROOT).as_posix()
        if not part.startswith(tuple(f"webapp/games/{key}/" for key in KEYS)):
            yield path


WORDS = re.compile(
    r"""(?<![\w-])(
    agenda | artefact | bloc | cabale? | fiel | gargoule | hostile | noirceur | polisec | rouage | traque | wounded
    | darkness | invader
    | agitator | diktat | manoeuvre | oath
    )s?(?![\w-])""",
    re.IGNORECASE | re.VERBOSE,
)
"""Words of the games' rulebooks: Olomoc's, the duel's, Diktat's."""
LIST = "webapp/games/__init__.py"
"""The one module that names the games."""
CLAUSE = re.compile(r"\b(?!UTF-|SHA-)[A-Z]{3}-\d")


def texts_of_the_house() -> Iterator[tuple[str, str]]:
    """Every file of the house and of what all games share, with its text: code, scripts, style sheets, catalogues."""
    for folder in ("webapp", "static", "rules/kernel", "rules/geometry"):
        for path in sorted((ROOT / folder).rglob("*")):
            part = path.relative_to(ROOT).as_posix()
            theirs = tuple(f"{where}/{key}/" for key in KEYS for where in ("webapp/games", "static/css"))
            if path.suffix in (".py", ".js", ".css", ".po") and not part.startswith((*theirs, LIST)):
                yield part, path.read_text(encoding="utf-8")


@cache
def named(path: Path) -> frozenset[str]:
    """The modules that a file imports, and every string in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{name.name}" for name in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.add(node.value)
    return frozenset(names)


def of_games(keys: set[str]) -> tuple[str, ...]:
    return tuple(f"{where}.{key}" for key in sorted(keys) for where in ("rules", "webapp.games"))


def test_no_module_of_the_house_names_a_game() -> None:
    theirs = of_games(ENGINES | set(KEYS))
    mentions = {(path.relative_to(ROOT).as_posix(), text) for path in house() for text in named(path) if text in theirs
                or text.startswith(tuple(f"{it}{end}" for it in theirs for end in (".", ":")))}  # fmt: skip
    assert mentions == set()


@pytest.mark.parametrize("key", sorted(ENGINES | set(KEYS)))
def test_a_game_names_no_other(key: str) -> None:
    theirs = of_games((ENGINES | set(KEYS)) - {key})
    for folder in (ROOT / "rules" / key, ROOT / "webapp" / "games" / key):
        for path in sorted(folder.rglob("*.py")):
            assert [text for text in named(path) if text.startswith(theirs)] == [], path


@pytest.mark.parametrize("part", ["kernel", "geometry"])
def test_kernel_and_geometry_name_no_game(part: str) -> None:
    for path in sorted((ROOT / "rules" / part).rglob("*.py")):
        assert [text for text in named(path) if text.startswith(of_games(ENGINES))] == [], path


def test_no_game_is_called_like_an_address_of_the_house() -> None:
    assert [game.key for game in games()] == list(GAMES)
    assert set(KEYS) & ADDRESSES == set()


def test_no_page_of_the_house_uses_a_games_style_sheets() -> None:
    for path in house():
        assert [text for text in named(path) if text.startswith(tuple(f"{key}/" for key in KEYS))] == [], path


def test_the_house_has_no_word_of_a_rulebook_and_cites_no_clause() -> None:
    mentions = {
        (part, hit.group())
        for part, text in texts_of_the_house()
        for pattern in (CLAUSE, WORDS)
        for hit in pattern.finditer(text)
    }
    assert mentions == set()


SHARED_NAMES = {
    "Match", "Run", "State", "History", "Model",  # a game's own, of the kernel's class or protocol of that name
    "Starter",  # a ready-made list: as a pack has it, and as the pages of lists show it
    "Place",  # an operation of Olomoc's cards is called so in TOML; the house's is a page's
    "Played", "Step", "Text",  # words of the duel's state and cards; the house's are of its API, store and packs
    "Die",  # an operation of Olomoc's cards is called so in TOML; the kernel's is a die of a pot
    "Verdict",  # a command of Diktat's; the house's is what is wrong with a list
}  # fmt: skip
"""Names of two classes that stay as they are, with the reason."""


def classes(folders: Iterable[str]) -> Iterator[str]:
    """The public classes at the top of modules below these folders."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            nodes = (
                node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.ClassDef)
            )
            yield from (node.name for node in nodes if not node.name.startswith("_"))


def test_one_class_name_stands_for_one_thing_in_the_house_and_in_a_game_beside_it() -> None:
    house = ["rules/kernel", "rules/geometry"]
    house += [f"webapp/{path.name}" for path in (ROOT / "webapp").iterdir() if path.is_dir() and path.name != "games"]
    of_house, twice = Counter(classes(house)), set()
    for key in KEYS:
        names = of_house + Counter(classes([f"rules/{key}", f"webapp/games/{key}"]))
        twice |= {name for name, count in names.items() if count > 1}
    assert twice == SHARED_NAMES


def test_modules_that_end_in_ing_are_those_of_the_glossary() -> None:
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    modules = {path.stem for part in ("rules", "webapp") for path in (ROOT / part).rglob("*ing.py")}
    assert modules == set(re.findall(r"`(\w+ing)` \(", glossary))
    assert len(modules) <= 10


def test_no_module_has_more_than_500_lines() -> None:
    paths = (path for part in ("rules", "webapp") for path in (ROOT / part).rglob("*.py"))
    long = {path.relative_to(ROOT).as_posix(): n for path in paths if (n := path.read_bytes().count(b"\n")) > 500}
    assert long == {}


def test_a_folder_of_thirty_files_has_subfolders() -> None:
    paths = [path for part in ("rules", "webapp", "tests") for path in (ROOT / part).rglob("*.py")]
    full = {folder for folder, n in Counter(path.parent for path in paths).items() if n >= 30}
    assert full - {path.parent.parent for path in paths} == set()


ROW = re.compile(r"^\| (.+?) \| .+? \| (\d+) \| `(.+?)` \| (.+?) \| (yes|no) \| (yes|no) \|$", re.MULTILINE)
"""Of the README's table: name, players, minutes, rules, what to compose, packs, guided first match."""


def test_the_readmes_table_of_games_is_true() -> None:
    rows = [(name, int(minutes), rules, lists != "nothing", packs == "yes", guide == "yes")
            for name, minutes, rules, lists, packs, guide in ROW.findall(README)]  # fmt: skip
    assert rows == [
        (translator("en", it.key)("game.name"), it.minutes, it.rules.href if it.rules else "",
         it.lists is not None, it.packs is not None, it.guide is not None)
        for it in games()
    ]  # fmt: skip
