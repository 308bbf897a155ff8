"""Packs of Blade & Book on the pages that any game has: the guide's smallest scenario is brought, chosen and played."""

from __future__ import annotations

import re
from typing import Any

import pytest
from nicegui.testing import User

from rules.blade import Match
from rules.blade.packs.guide import guide
from rules.blade.packs.reader import SCHEMA, load
from rules.kernel.packs.problems import PackError
from tests.blade.test_content import BOARD, HEADER, MUSTER, ROW, UNIT
from tests.webapp.lists.test_cabals_pages import press, shown
from tests.webapp.test_lobby import send
from webapp.games.blade.game import GAME, open_screen
from webapp.games.blade.names import PackNames
from webapp.games.blade.packs import PACKS
from webapp.games.blade.scenario_card import about, every
from webapp.games.blade.screens import SCREENS
from webapp.i18n import Translator, translator
from webapp.packs.problem_text import remarks, sentence
from webapp.plates.addresses import answer
from webapp.tables import registry
from webapp.tables.create import options_of

BRIDGE = re.findall(r"```toml\n(.*?)```", guide("en"), re.S)[0]
app = pytest.mark.usefixtures("app_environment")


async def bring(user: User, name: str, content: str) -> str:
    """Uploads a pack; its id in the store."""
    answer = await user.http_client.post(
        f"/blade/packs/upload?name={name}.toml", content=content.encode(), headers={"x-olomoc": "1"}
    )
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


@app
@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
async def test_the_guides_smallest_scenario_is_brought_chosen_and_played(user: User) -> None:
    """The choice of a scenario brings its pack, which the journal embeds: the match goes on without it."""
    await user.open("/blade/packs")
    assert "scenarios" in shown(user)
    id = await bring(user, "bridge", BRIDGE)
    tr = translator("fr", "blade")
    assert "bridge" in GAME.choices[1].offered
    assert GAME.choices[1].more()["bridge"]("fr") == "Le Pont"
    assert "Passez." in str(about("bridge", tr))
    assert "bridge 1.0" in str(about("bridge", tr))
    # one hero: not for three people
    assert "bridge" not in GAME.choices[1].fitting({"players": "3"})
    options = options_of(GAME, {"players": "2", "scenario": "bridge"})
    assert (options["scenario"], options["packs"]) == ("bridge", ["core", "bridge"])
    assert open_screen(options)
    table = await registry.create(options, "", "blade")
    match: Any = table.match
    match.submit("2", {"kind": "stances", "stances": {"nessa": "aggressive"}})
    match.submit("2", {"kind": "move", "who": "nessa", "path": ["a1", "a2", "a3"]})
    match.submit("2", {"kind": "leave", "who": "nessa"})
    assert (match.outcome["side"], match.outcome["reason"]) == ("heroes", "across")
    endings = {"en": "By a rule of the scenario: across.", "fr": "Par une règle du scénario\u00a0: across."}
    for language, verdict in endings.items():
        book = SCREENS.book(match.journal)
        words = SCREENS.words(match.view("2"), translator(language, "blade"), {"1": None, "2": "Ilse"}, book, "")
        assert verdict in SCREENS.verdict(match.outcome, words)
    await PACKS.library.delete(PACKS.library.all()[0])
    assert "bridge" not in every()
    assert Match.replay(options, match.journal).outcome == match.outcome
    assert not open_screen(options)
    await user.open("/")
    await user.should_see("bridge")
    assert (await user.http_client.get(f"/blade/packs/{id}.zip")).status_code == 404


@app
@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
async def test_a_card_of_every_sort_is_added_sound(user: User) -> None:
    id = await bring(user, "mine", HEADER)
    await user.open(f"/blade/packs/{id}")
    for sort in PACKS.made:
        await press(user, "new", sort=sort)
    [entry] = PACKS.library.all()
    assert [sentence(problem, translator("en", "blade")) for problem in entry.problems] == []
    own = Match.new(
        {"scenario": "new-scenario", "players": 2, "packs": ["core", "mine"]}, 1, shelf={"mine": entry.pack}
    )
    assert own.decisions


@app
@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
async def test_a_table_that_a_pack_cannot_make_says_why_in_the_games_words(user: User) -> None:
    """A pack's scenario in the core pack's place has a muster for fewer heroes than the form goes by."""
    await user.open("/blade/packs")
    await bring(user, "mine", HEADER + ROW.replace('"s"', '"practice"') + MUSTER)
    await user.open("/new?game=blade")
    form = {"game": "blade", "players": "3", "scenario": "practice", "packs": "core,mine"}
    await send(user, "new-table-form", "submit", form)
    await user.should_see("too few heroes for 3 people")


@app
@pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")
async def test_what_is_wrong_is_told_with_line_and_word(user: User) -> None:
    await user.open("/blade/packs")
    await bring(user, "bridge", BRIDGE.replace("dock-bravo", "dock-brave"))
    assert "line 20" in shown(user)
    assert "dock-bravo" in shown(user)
    assert "bridge" not in GAME.choices[1].offered


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_card_is_drawn_while_it_is_written(language: str) -> None:
    tr, core = translator(language, "blade"), load()
    for sort, (field, _) in SCHEMA.sections.items():
        rows: Any = getattr(core.written, field)
        for row in rows[:1] if sort in ("board", "scenario") else rows:
            drawn = str(PACKS.preview(sort, row.model_dump(mode="json", exclude_defaults=True), core, {}, tr))
            assert "blade-sheet" in drawn or "blade-board" in drawn, row.id
        assert PACKS.preview(sort, {"id": "x", "name": {"en": "X"}}, core, {}, tr)["t"] == "article"
    astray = core.scenarios["practice"].model_dump(mode="json", exclude_defaults=True) | {"board": "nowhere"}
    assert "blade-board" not in str(PACKS.preview("scenario", astray, core, {}, tr))
    # a picture that came with the pack, before it is stored under its card
    name = "0" * 64 + ".png"
    pictured = core.units["dock-bravo"].model_dump(mode="json", exclude_defaults=True) | {"image": "bravo.png"}
    assert f"/blade/packs/pictures/{name}" in str(PACKS.preview("unit", pictured, core, {"bravo.png": name}, tr))
    for sort, id in (("item", "great-axe"), ("spell", next(iter(core.spells)))):
        rows: Any = getattr(core, f"{sort}s")
        plain = rows[id].model_dump(mode="json", exclude_defaults=True)
        assert "pictures" not in str(PACKS.preview(sort, plain, core, {}, tr))
        shown = str(PACKS.preview(sort, plain | {"image": "its.png"}, core, {"its.png": name}, tr))
        assert f"/blade/packs/pictures/{name}" in shown


def test_who_brings_no_picture_has_a_plate() -> None:
    pack = SCHEMA.read({"pack.toml": HEADER + UNIT})
    names = SCREENS.words({}, translator("en", "blade"), {}, PackNames(pack.json), "")
    from webapp.games.blade.discs import portrait

    for id, seeded in (("wolf", True), ("dock-bravo", False)):
        address = portrait(id, names, "small")
        assert ("~" in address) == seeded
        *_, digest, game, size, side, name = address.split("/")
        assert answer(digest, game, size, side, name.removesuffix(".svg")).status_code == 200  # type: ignore[arg-type]


def test_names_in_one_language_are_read_in_the_other() -> None:
    pack = SCHEMA.read({"pack.toml": HEADER + UNIT.replace("en =", "fr =")})
    names = SCREENS.words({}, translator("en", "blade"), {}, PackNames(pack.json), "")
    assert names.of_pack("wolf") == "Wolf"


WRONG = (
    UNIT + 'melee = ["ornge"]\n',
    ROW.replace("proving-ground", "proving-grond") + MUSTER,
    ROW + MUSTER.replace("nessa", "nesa"),
    ROW + MUSTER.replace("a1", "q1"),
    ROW + MUSTER.replace("heroes = [1, 1]", "heroes = [2, 1]"),
    ROW + MUSTER.replace("heroes = [1, 1]", "heroes = [1, 2]"),
    ROW + MUSTER + 'river = ["blue"]\n',
    ROW + MUSTER + 'tiles = [{ id = "red", unit = "dock-brave" }]\n',
    ROW + MUSTER + 'tiles = [{ id = "red", unit = "dock-bravo", at = [' + '"a1", ' * 20 + "] }]\n",
    ROW + MUSTER + 'spells = { nobody = ["lightning"] }\n',
    ROW + MUSTER + 'spells = { nessa = ["nothing-such"] }\n',
    ROW + 'deck = ["nothing-such"]\n' + MUSTER,
    ROW + MUSTER + '[[scenario.door]]\nid = "gate"\n',
    ROW + MUSTER + '[[scenario.rule]]\nid = "r"\ndo = [{ op = "spwan", tile = "t", zone = "a1" }]\n',
    '[[die]]\nid = "black"\nfaces = [3, 2, 1, 0, 0, 0]\n',
    BOARD.replace("dot = [50, 50]", "dot = [150, 50]"),
    BOARD.replace("[[100, 0], [200, 0], [200, 99], [100, 99]]", "[[90, 0], [200, 0], [200, 99], [90, 99]]"),
    BOARD.replace('borders = [{ between = ["one", "two"] }]', ""),
    BOARD.replace('between = ["one", "two"]', 'between = ["one", "to"]'),
    BOARD.replace("[[100, 0], [200, 0], [200, 99], [100, 99]], dot = [150, 9]",
                  "[[100, 100], [200, 100], [200, 200], [100, 200]], dot = [150, 150]"),
)  # fmt: skip


@pytest.mark.parametrize("language", ["en", "fr"])
def test_keys_sorts_and_mistakes_have_words(language: str) -> None:
    tr = translator(language, "blade")
    keys = {f"packs.{word}-{sort}" for sort in PACKS.names for word in ("sort", "one", "rest", "second", "count")}
    keys |= {f"packs.add-{sort}" for sort in PACKS.made} | {"packs.rest-pack", "choice.packs", "lobby.packs"}
    keys |= {f"packs.field-{field.name}" for fields in PACKS.forms.values() for field in fields}
    assert sorted(key for key in keys if not tr.has(key)) == []
    for wrong in WRONG:
        with pytest.raises(PackError) as caught:
            SCHEMA.read({"pack.toml": HEADER, "cards.toml": wrong})
        for problem in caught.value.problems:
            assert "packs." not in (words := sentence(problem, tr)), wrong
            assert words


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_settled_by_hand_is_told(language: str) -> None:
    """SKL-34: of one's own cards, not of those that the pack extends."""
    tr: Translator = translator(language, "blade")
    thunder = ROW + MUSTER + '[[scenario.rule]]\nid = "r"\nwhen = { on = "turn" }\ndo = [{ op = "thunder" }]\n'
    report = PACKS.examine({"pack.toml": HEADER, "cards.toml": thunder}, ())
    assert report.by_hand == ("scenarios/s/r thunder",)
    [remark] = remarks(report, tr)
    assert "s / r" in remark
    assert "thunder" in remark
