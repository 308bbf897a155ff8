"""The Bloc in small beside an agenda or a set of decor that is being written."""

import json
import tomllib
from typing import Any

import pytest

from rules.olomoc.packs import load
from rules.olomoc.packs.reader import CORE as CORE_FILES
from webapp.games.olomoc.agenda_card import about
from webapp.games.olomoc.pack_preview import preview
from webapp.i18n import LANGUAGES, translator

CORE = load()
IN = 25.4


def written(sort: str, id: str) -> dict[str, Any]:
    """A table of the core pack's files."""
    tables = tomllib.loads((CORE_FILES / ("agendas.toml" if sort == "agenda" else "decor.toml")).read_text("utf-8"))
    return next(table for table in tables[sort] if table["id"] == id)


def drawing(sort: str, table: dict[str, Any], language: str = "fr") -> dict[str, Any]:
    """The map on its card."""
    card = preview(sort, table, CORE, {}, translator(language, "olomoc"))
    (plan,) = [node for node in card["x"] if node["t"] == "drawing"]
    json.dumps(plan)
    return plan


def drawn(sort: str, table: dict[str, Any], language: str = "fr") -> dict[str, Any]:
    """The things on the map on its card."""
    shapes = drawing(sort, table, language)["shapes"]
    edges = [it["a"]["class"].split()[1] for it in shapes if it["t"] == "line"]
    decor = [
        {"c": it["a"]["class"], "points": it["a"]["points"], "label": it["x"][0]["x"][0]}
        for it in shapes
        if it["t"] == "polygon"
    ]
    return {"edges": edges, "decor": decor, "discs": [disc(it) for it in shapes if it["t"] == "g"]}


def disc(of: dict[str, Any]) -> dict[str, Any]:
    title, circle, *text = of["x"]
    place = {"x": circle["a"]["cx"], "y": circle["a"]["cy"], "r": circle["a"]["r"]}
    return {"c": of["a"]["class"], "label": title["x"][0], "text": text[0]["x"][0] if text else "", **place}


@pytest.mark.parametrize("id", CORE.agendas)
def test_every_agenda_is_drawn_whole(id: str) -> None:
    agenda = CORE.agendas[id]
    plan = drawn("agenda", written("agenda", id))
    assert set(plan["edges"]) == set(agenda.edges)
    assert len(plan["decor"]) == (len(CORE.decor[agenda.decor].pieces) if agenda.decor else 0)
    places = [(x / 1000, y / 1000) for x, y in (*(m.at for m in agenda.markers), *(h.at for h in agenda.hostiles))]
    assert [(it["x"], it["y"]) for it in plan["discs"]] == places


@pytest.mark.parametrize("id", CORE.agendas)
@pytest.mark.parametrize("language", LANGUAGES)
def test_where_an_agenda_is_chosen_it_is_drawn_the_same(id: str, language: str) -> None:
    (card,) = about(id, translator(language, "olomoc"))
    assert isinstance(card, dict)
    shown, words = card["x"]
    assert shown == drawing("agenda", written("agenda", id), language)
    assert words["x"] == [CORE.agendas[id].text.get(language)]


@pytest.mark.parametrize("id", ["random", "no-such", "", None, 3, ["survey"]])
def test_an_unknown_agenda_shows_nothing(id: object) -> None:
    assert about(id, translator("fr", "olomoc")) == []


def test_a_map_draws_each_piece_at_its_place_with_its_label() -> None:
    survey = drawn("agenda", written("agenda", "survey"), "en")
    well = next(it for it in survey["discs"] if it["label"] == "Well Probe")
    assert (well["c"], well["x"], well["y"], well["r"]) == ("marker tinted", 8 * IN, 8 * IN, 20)
    night = drawn("agenda", written("agenda", "full-night"))
    assert [(it["c"], it["label"], it["text"], it["r"]) for it in night["discs"][1:]] == [
        ("hostile", "Rogue", "R", 20)
    ] * 2
    cores = drawn("agenda", written("agenda", "cores"))
    assert [it["text"] for it in cores["discs"]] == ["2", "3", "2"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", CORE.decor)
def test_every_set_of_decor_is_drawn_where_it_is_suggested(id: str, language: str) -> None:
    plan = drawn("decor", written("decor", id), language)
    pieces = CORE.decor[id].pieces
    assert plan["edges"] == []
    assert [it["c"].split()[0] for it in plan["decor"]] == [piece.kind for piece in pieces]
    for shape, piece in zip(plan["decor"], pieces, strict=True):
        corners = [tuple(map(float, corner.split(","))) for corner in shape["points"].split()]
        assert len(corners) == len(piece.polygon)
        assert piece.name is not None
        assert shape["label"].startswith(piece.name.get(language))
        # turned about its origin, each corner stays as far from it
        for (x, y), (u, v) in zip(corners, piece.polygon, strict=True):
            apart = ((x - piece.at[0] / 1000) ** 2 + (y - piece.at[1] / 1000) ** 2) ** 0.5
            assert apart == pytest.approx((u * u + v * v) ** 0.5 / 1000, abs=0.01)


@pytest.mark.parametrize(
    "table",
    [
        {},
        {"markers": [{"id": "m"}, {"at": ["3 in"]}, {"at": ["3 in", "4 parsecs"]}, {"at": [1, 2], "size": 7}, 3]},
        {"hostiles": [{"hostile": "dragon", "at": ["1 in", "1 in"]}, {"hostile": "rogue", "at": "here"}]},
        {"decor": "nowhere", "edges": "all"},
        {"decor": 7, "markers": "some"},
    ],
)
def test_a_map_leaves_out_rows_that_cannot_be_read(table: dict[str, Any]) -> None:
    plan = drawn("agenda", table)
    assert (plan["decor"], plan["discs"], plan["edges"]) == ([], [], ["south", "north"])
    pieces = [{"kind": "hole", "polygon": [[0, 0], [1, 0], [0, 1]], "at": [0, 0]}, {"kind": "open", "polygon": 3}, {}]
    assert drawn("decor", {"pieces": pieces})["decor"] == []


@pytest.mark.parametrize(("language", "words"), [("en", "Settled by hand"), ("fr", "Réglé à la main")])
def test_a_preview_marks_a_card_settled_by_hand_once(language: str, words: str) -> None:
    capacity = {"id": "dark", "name": {"en": "Dark"}, "text": {"en": "Dark."}, "time": "active", "by_hand": True}
    table = {"id": "lamp", "name": {"en": "Lamp"}, "ministries": ["effort"], "capacities": [capacity]}
    card = preview("equipment", table, CORE, {}, translator(language, "olomoc"))
    assert json.dumps(card, ensure_ascii=False).count(words) == 1
