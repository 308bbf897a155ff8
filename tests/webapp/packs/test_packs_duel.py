"""Packs of the duel: written in the editor, checked, brought to a table, played, and gone."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from nicegui.testing import User

from rules.invader.packs import text
from rules.invader.packs.cards import OPS, TRIGGERS
from rules.invader.packs.reader import SCHEMA, load
from rules.kernel.packs import short_text
from rules.kernel.packs.guide import Page
from tests.invader.table import WILDS, WOLF
from tests.webapp.games.test_duel import can
from tests.webapp.lists.test_cabals_pages import press as press_list
from tests.webapp.lists.test_cabals_pages import shown
from tests.webapp.test_lobby import CreateUser, make_table, send, somebody
from tests.webapp.test_plain_table import press, words
from webapp.cli.packs import pack as command
from webapp.games.invader import pack_guide
from webapp.games.invader.game import GAME
from webapp.games.invader.lists import LISTS as DECKS
from webapp.games.invader.lists import DeckList, starter
from webapp.games.invader.packs import NEW, PACKS
from webapp.i18n import LANGUAGES, texts, translator
from webapp.lists.plain_draft import PlainDraft
from webapp.packs.examine import Report
from webapp.packs.problem_text import sentence

Json = dict[str, Any]
EN, FR = (translator(language, "invader") for language in ("en", "fr"))


def served(tests: Any) -> Any:
    """Marks a test that needs the whole app."""
    return pytest.mark.usefixtures("app_environment")(
        pytest.mark.nicegui_main_file("tests/webapp/launch_house.py")(tests)
    )


async def upload(user: User, content: str) -> httpx.Response:
    return await user.http_client.post(
        "/invader/packs/upload?name=wilds.toml", content=content, headers={"x-olomoc": "1"}
    )


def wolves(pack: str = "wilds") -> DeckList:
    """The Human's starter deck with a Wolf in the place of a Militia."""
    value = starter("human", load())
    cards = {**value.cards, "militia": value.cards["militia"] - 1, "wolf": 1}
    return DeckList(value.side, cards, value.strategies, value.heroes, pack)


@served
async def test_a_pack_is_written_in_the_editor_and_its_card_played(user: User, create_user: CreateUser) -> None:
    await user.open("/invader/packs")
    assert f"{len(load().cards)} cards" in shown(user)
    id = (await upload(user, WILDS)).json()["id"]
    await user.open(f"/invader/packs/{id}")
    for sort in NEW:
        await press_list(user, "new", sort=sort)
    made = PACKS.library.shelf()["wilds"]
    assert {*made.cards, *made.heroes, *made.strategies} >= {"new-card", "new-hero", "new-strategy"}
    entry = PACKS.library.all()[0]
    await PACKS.library.save(entry, {"pack.toml": WILDS + WOLF}, fresh=True)

    other = somebody("fr")
    for person in (user, other):
        await person.open("/")
    table = await make_table(user, game="invader", invader="1", decks="built", packs="wilds")
    assert table.options["packs"] == ["wilds"]
    for seat, person in (("1", user), ("2", other)):
        await send(person, f"join-{seat}", "click", f"Player {seat}")
        await person.open(f"/table/{table.code}")
    await press(user, "option-1")
    assert await table.submit_as("2", DECKS.answer(wolves())) is None
    assert "wolf" in table.match.state.lists["2"].cards
    # The pack goes; the match does not mind.
    await PACKS.library.delete(PACKS.library.all()[0])
    table.unload()
    table.load_now()  # at once: the pages that were left still follow the table
    assert table.match.state.pack.cards["wolf"].name.fr == "Loup"
    await user.open(f"/table/{table.code}")
    assert can(user, "option-1")


@served
async def test_decks_of_a_pack_are_composed_and_offered_where_they_are_legal(
    user: User, create_user: CreateUser
) -> None:
    """DCK-2: at a table under other cards a deck says why it cannot be played there."""
    await user.open("/invader/packs")
    await upload(user, WILDS + WOLF)
    assert DECKS.judge(wolves(), EN).legal
    assert not DECKS.judge(wolves("core"), EN).legal
    assert DECKS.options(wolves()) == {"decks": "built", "packs": ["wilds"]}
    assert "1 Wolf" in DECKS.plain_text(wolves(), "", EN)
    assert DECKS.decode(DECKS.code(wolves())) == wolves()
    assert DECKS.from_words({("pack", "wilds"): 1, ("side", "human"): 1, ("defender", "wolf"): 2}).cards == {"wolf": 2}
    assert DECKS.from_words({("defender", "wolf"): 2}) == DeckList("human", {"wolf": 2}, pack="wilds"), "by its cards"

    old = DECKS.dump(starter("human", load()))
    del old["pack"]
    assert DECKS.read(old) == starter("human", load()), "a deck that was kept before there were packs"

    entry = PACKS.library.all()[0]
    await PACKS.library.delete(entry)
    for tr, gone in ((EN, "not here any more"), (FR, "n’est plus là")):
        assert gone in DECKS.judge(wolves(), tr).problems[0]
    draft = PlainDraft(DECKS, wolves())
    assert draft.put("pack", "wilds", 0)
    assert "wolf" in DECKS.judge(draft.value, EN).problems[0]
    assert draft.put("order", "wolf", 0), "a card that is not here can be taken out"
    assert not draft.put("order", "wolf", 1)


@served
async def test_an_unknown_word_is_reported_with_its_line(user: User) -> None:
    await user.open("/invader/packs")
    await upload(user, WILDS + WOLF.replace("draw 1", "drw 1"))
    assert "“drw” is not known here." in shown(user)
    assert "line 13" in shown(user)
    assert PACKS.library.shelf() == {}


def test_the_command_checks_packs_of_either_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLOMOC_DATA", str(tmp_path / "data"))
    path = tmp_path / "wilds.toml"
    path.write_text(WILDS + WOLF, "utf-8")
    ended = {
        game: CliRunner().invoke(command, ["check", str(path), "--game", game]).exit_code
        for game in ("invader", "olomoc", "chess")
    }
    assert ended == {"invader": 0, "olomoc": 1, "chess": 1}
    path.write_text(WILDS + WOLF.replace("draw 1", "drw 1"), "utf-8")
    result = CliRunner().invoke(command, ["check", str(path), "--game", "invader"])
    assert result.exit_code == 1
    assert "13" in result.output
    assert "drw" in result.output


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_of_a_text_has_words(language: str) -> None:
    tr = translator(language, "invader")
    source = "".join(Path(str(it.__file__)).read_text("utf-8") for it in (text, short_text))
    codes = {f"text_{code}" for code in re.findall(r'no\([^\n]*"([a-z-]+)"\)\n', source)}
    codes |= {f"text_{code}" for code in re.findall(r'", "([a-z]+)", part=', source)}
    assert len(codes) > 20
    known = texts(language, "invader")
    assert {code for code in codes if f"packs.value-{code}" not in known} == set()
    report: Report = PACKS.examine({"pack.toml": WILDS + WOLF.replace("enter", "play")}, ())
    [problem] = report.problems
    assert sentence(problem, tr) == tr("packs.value-text_trigger", on="play")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_is_drawn_while_it_is_written(language: str) -> None:
    tr = translator(language, "invader")
    table = tomllib.loads(WOLF)["card"][0]
    drawn = words(PACKS.preview("card", table, load(), {}, tr))
    assert ("Loup" if language == "fr" else "Wolf") in drawn
    assert ("piochez 1 carte" if language == "fr" else "draw 1") in drawn
    assert words(PACKS.preview("card", {**table, "text": "enter: drw"}, load(), {}, tr)) == table["name"][language]


# ---- the guide -------------------------------------------------------------------------------------------------------


def test_the_guide_is_the_one_that_the_models_make() -> None:
    for name, language in (("packs-invader.md", "en"), ("packs-invader.fr.md", "fr")):
        written = Path(__file__).parents[3] / "docs" / name
        assert written.read_text("utf-8") == pack_guide.guide("fr" if language == "fr" else "en")


def test_the_guide_says_everything_in_both_languages() -> None:
    """Every text of it stands beside its French, and nothing that it does not say."""
    asked: set[str] = set()
    known = dict(pack_guide.GUIDE.french)

    class Asked(dict[str, str]):
        def get(self, english: str, default: object = None) -> str:
            asked.add(english)
            return known.get(english, english)

    Page(pack_guide.GUIDE, "fr", Asked()).text()
    assert asked - set(known) == {"length"}, "what lengths are compared with; there are none"
    own = {row["en"] for section in ("title", "text") for row in pack_guide.GUIDE.words[section]}
    assert own - asked == set()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_its_examples_can_be_played(language: str) -> None:
    pack, rules = re.findall(r"```toml\n(.*?)```", pack_guide.guide("fr" if language == "fr" else "en"), re.S)[:2]
    assert SCHEMA.read({"pack.toml": pack}).cards["wolf"].force == 2
    assert SCHEMA.read({"pack.toml": WILDS + rules}).rules.turns == 16


def test_its_recipes_show_every_step_and_trigger() -> None:
    said_ = [text.read(it) for its in pack_guide.TEXTS.values() for it in its]
    assert {step.op for effects in said_ for effect in effects for step in effect.steps} == set(OPS)
    assert {effect.on for effects in said_ for effect in effects} == set(TRIGGERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_from_the_lobby_to_its_pages_has_words(language: str) -> None:
    tr = translator(language, "invader")
    assert {address for _, address, _ in GAME.links} == {"/invader/decks", "/invader/packs"}
    assert [key for key, _, _ in GAME.links if not tr.has(key)] == []
