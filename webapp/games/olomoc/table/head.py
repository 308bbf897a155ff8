"""The head line: the state of the match, the same for everybody but for the order of the names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from webapp.games.olomoc.table.text import phase_help
from webapp.games.olomoc.table.text.names import Names
from webapp.ui.tree import Node, el, icon

CYCLES, PHASES, FIEL, TRAQUE = 4, 5, 3, 3
View = Mapping[str, Any]


def head(props: HeadProps) -> Node:
    """Cycle, phase, priority; points and Fiel of both; Traque, last artefact card, fallen ministry."""
    names, here = props
    view, tr = names.view, names.tr
    left, right = sides(view)
    return el(
        "header.head",
        el(
            "button.head-agenda",
            agenda(view, names),
            title=packs(names),
            data_packs=packs(names),
            data_read=f"agendas:{view['agenda']}" if view.get("agenda") else None,
        ),
        el(
            "button.head-clock",
            counter(tr("table.cycle"), view.get("cycle", 1), CYCLES, "cycle"),
            stage(here, names),
            data_read=phase_help.NOW,
            title=tr("moment.open"),
            testid="now",
        ),
        priority(view, names),
        el(
            "span.score",
            el("span.score-name", names.who(left)),
            drops(view, names, left),
            letter(left, names),
            points(view, left),
            el("span.score-dash", "–", aria_hidden="true", data_sign=tr("sign.points")),
            points(view, right),
            letter(right, names),
            drops(view, names, right),
            el("span.score-name", names.who(right)),
        ),
        traque(view, names),
        artefact(view, names),
        fallen(view, names),
    )


def strip_of(names: Names) -> Node:
    """The points of both, their Fiel, the Traque and the priority, for a phone's strip; the head line has the same."""
    view = names.view
    left, right = sides(view)
    first = view.get("priority", "1")
    return el(
        "div.score-strip",
        el(
            "span.strip-side",
            el("span.strip-name", names.player(left)),
            *_standing(view, names, left),
            cls=f"side-{left}",
        ),
        el(
            "span.strip-side",
            *_standing(view, names, right)[::-1],
            el("span.strip-name", names.player(right)),
            cls=f"side-{right}",
        ),
        el(
            "span.strip-rest",
            _seals(view.get("traque", 0), data_sign=names.tr("sign.traque")),
            el("span.strip-first", icon("priority"), data_sign=names.tr("sign.priority"), cls=f"side-{first}"),
        ),
        aria_hidden="true",
    )


def _standing(view: View, names: Names, seat: str) -> list[Node]:
    now, fiel = view.get("points", {}).get(seat, 0), view.get("fiel", {}).get(seat, 0)
    signs = [icon("drop", cls="full" if n < fiel else "hollow") for n in range(FIEL)]
    return [
        el("span.fiel", signs, data_sign=names.tr("sign.fiel")),
        el("strong.cog", str(now), data_sign=names.tr("sign.points")),
    ]


class HeadProps(NamedTuple):
    """What the head line shows: the words of these keys of the view, and the part of the match (`phase_help.stage`)."""

    names: Names
    stage: str


def head_props(names: Names) -> HeadProps:
    """The props of :func:`head`."""
    keys = ("agenda", "cycle", "phase", "priority", "fiel", "points", "traque", "last_artefact", "fallen")
    return HeadProps(names.only(*keys), phase_help.stage(names.view))


def strip_props(names: Names) -> Names:
    """The words that :func:`strip_of` is made of."""
    return names.only("points", "fiel", "traque", "priority")


def stage(here: str, names: Names) -> Node:
    """The phase of now; before and after the five phases, what is done instead."""
    if here == "phase":
        return counter(names.tr("table.phase"), names.view.get("phase", 1), PHASES, "phase")
    return el("span.head-now", phase_help.title(here, names))


def sides(view: View) -> tuple[str, str]:
    """One's own seat first; for spectators seat 1."""
    return ("2", "1") if view.get("me") == "2" else ("1", "2")


def agenda(view: View, names: Names) -> str:
    id = view.get("agenda", "")
    return names.card(id, "agendas") if id else ""


def packs(names: Names) -> str:
    """The packs that the match is played with, each with its version."""
    return ", ".join(f"{pack.id} {pack.version}" for pack in names.book.packs)


def counter(word: str, now: int, of: int, testid: str) -> Node:
    blocks = [el("span.block", cls="on" if n < now else "now" if n == now else None) for n in range(1, of + 1)]
    return el(
        "span.counter",
        el("span.muted", word),
        el("strong.figure", str(now), testid=testid),
        el("span.blocks", blocks, aria_hidden="true"),
    )


def priority(view: View, names: Names) -> Node:
    seat = view.get("priority", "1")
    return el(
        "span.priority",
        el("span.priority-sign", icon("priority"), data_sign=names.tr("sign.priority")),
        el("span.priority-words", el("span.priority-word", names.tr("table.priority")), " ", names.player(seat)),
        letter(seat, names),
        cls=f"side-{seat}",
        testid="priority",
        data_seat=seat,
    )


def letter(seat: str, names: Names) -> Node:
    """A player's first letter, where there is no room for the name: a colour alone says nothing to some."""
    mine, other = (names.player(player)[:1].upper() for player in (seat, "2" if seat == "1" else "1"))
    return el("span.letter", seat if mine == other else mine, cls=f"side-{seat}", aria_hidden="true")


def points(view: View, seat: str) -> Node:
    now = view.get("points", {}).get(seat, 0)
    return el("strong.points", str(now), cls=f"side-{seat}", testid=f"points-{seat}")


def drops(view: View, names: Names, seat: str) -> Node:
    now = view.get("fiel", {}).get(seat, 0)
    signs = [icon("drop", cls="full" if n < now else "hollow") for n in range(FIEL)]
    label = names.tr("table.fiel", player=names.player(seat), n=now)
    return el(
        "span.fiel",
        signs,
        testid=f"fiel-{seat}",
        data_value=now,
        role="img",
        aria_label=label,
        title=label,
        data_sign=names.tr("sign.fiel"),
    )


def traque(view: View, names: Names) -> Node:
    now = view.get("traque", 0)
    label = names.tr("table.traque-n", n=now)
    if now == TRAQUE - 1:  # END-2
        label += f". {names.tr('table.traque-last')}"
    return el(
        "span.traque",
        el("span.muted.word", names.tr("table.traque")),
        _seals(now, role="img", aria_label=label, title=label, data_sign=names.tr("sign.traque")),
        testid="traque",
        data_value=now,
    )


def _seals(now: int, **marks: str) -> Node:
    return el("span.seals", [icon("seal", cls="full" if n < now else "hollow") for n in range(TRAQUE)], **marks)


def artefact(view: View, names: Names) -> Node | None:
    card = view.get("last_artefact")
    if card is None:
        return None
    printed = names.book.artefact(card)
    digit = str(printed.priority) if printed else ""
    return el(
        "button.artefact",
        el("span.muted.word", names.tr("table.artefact")),
        el("span.digit", digit, data_sign=names.tr("sign.artefact")),
        el("span", names.card(card)),
        data_read=card,
        testid="last-artefact",
    )


def fallen(view: View, names: Names) -> Node | None:
    card = view.get("fallen")
    if not card:
        return None
    printed = names.book.ministry(card)
    sign = printed.ministry if printed else card
    return el(
        "button.fallen",
        el("span.muted.word", names.tr("table.fallen")),
        el("span.fallen-sign", icon(sign), data_sign=names.tr("sign.fallen")),
        el("span", names.ministry(sign)),
        data_read=card,
        testid="fallen",
    )
