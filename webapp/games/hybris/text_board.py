"""The board in sentences, for who cannot see it: Chaos first, then place by place, City by City, mat by mat."""

from __future__ import annotations

from webapp.games.contract import Json
from webapp.games.hybris.names import PLACES, Names
from webapp.ui.tree import Child, Node, el


def text_board(names: Names) -> Node:
    """All that lies open, a sentence each; it is not seen."""
    rows: list[Child] = [
        chaos_now(names),
        *(_place(id, names) for id in PLACES),
        *(_city(id, names) for id in names.cities),
        *(_mat(seat, names) for seat in names.mats if names.god(seat)),
    ]
    return el(
        "section.visually-hidden",
        el("h2", names.tr("hybris.board-in-words")),
        el("ul", [el("li", line) for line in rows]),
        testid="text-board",
    )


def chaos_now(names: Names) -> str:
    """Where Chaos stands, its Momentum, the Cities left, Camp and Well."""
    view, tr = names.view, names.tr
    its = view["chaos"]
    left = sum(1 for city in view["cities"].values() if not city["destroyed"])
    stands = tr("chaos.stands", space=its["space"], spaces=names.pack.rules.spaces, momentum=its["momentum"])
    pools = f"{tr('hybris.camp', n=view['camp'])}. {tr('hybris.well', n=view['well'])}."
    return f"{stands} {tr.plural('chaos.cities-left', left)}. {pools}"


def _sentence(name: str, parts: list[str], names: Names) -> str:
    return names.tr.labelled(f"{name[:1].upper()}{name[1:]}", f"{', '.join(parts) or names.tr('hybris.nothing')}.")


def _there(where: str, names: Names) -> list[str]:
    return [names.character(id, True) for id, _ in names.at(where)]


def _place(id: str, names: Names) -> str:
    """A place: what lies there, then who stands there."""
    view, parts = names.view, list[str]()
    if id == "olympus":
        parts += [names.card(card) for card in view["technologies"]["open"]]
    elif id == "forge":
        parts += [f"{row['space']} {names.card(row['card'])} ({names.player(row['seat'])})" for row in view["factory"]]
    elif id == "underworld":
        held = [names.character(id, True) for id, row in names.everybody() if row.get("prisoner")]
        parts += [f"{name} ({names.tr('hybris.prisoner')})" for name in held]
    return _sentence(names.place(id), parts + _there(id, names), names)


def _city(id: str, names: Names) -> str:
    its, tr = names.view["cities"][id], names.tr
    if its["destroyed"]:
        return f"{tr('city.destroyed', city=names.place(id))}."
    parts = [
        f"{names.card(technology['card'])} ({names.player(technology['seat'])})" for technology in its["technologies"]
    ]
    parts += [
        tr("city.temple-of", who=names.player(seat)) for seat, mat in names.mats.items() if id in (mat["temples"] or ())
    ]
    return _sentence(names.place(id), parts + _there(id, names), names)


def _mat(seat: str, names: Names) -> str:
    mat: Json = names.mats[seat]
    words = [names.amount(word, mat[word]) for word in ("vp", "aegis", "faithful", "prayer", "grandeur")]
    words += [
        names.tr("mat.hand", n=(mat.get("cards") or {}).get("hand", 0)),
        names.amount("energy", mat["hangar"]["energy"]),
    ]
    return _sentence(f"{names.player(seat)} ({names.god_name(seat)})", words, names)
