"""The turning points of a match, as text: the moments at which the losers' chances fell most, and rolls against their
expectation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from webapp.games.contract import Json, Screens, seat_name
from webapp.history.reel import Reel
from webapp.ui.tree import Child, Node, el

LINES = 4
"""The most log lines for one moment."""


def story(found: Json, reel: Reel, screens: Screens[Any]) -> list[Child]:
    """The answer of the query ``decided`` as nodes. `reel`: of the whole match, for its reader; texts use the names at
    that moment."""
    tr = reel.tr
    out: list[Child] = [el("h2.after-title", tr("after.title"))]
    moments = found["moments"]
    if moments:
        who = tr("plain.and").join(_name(seat, reel) for seat in found["losers"])
        out.append(el("p.after-what.muted", tr("after.what", name=who)))
        telling = _telling(reel, screens)
        shown = [_moment(it, who, reel, screens, telling) for it in moments]
        out.append(el("ol.after-moments", shown))
    else:
        out.append(el("p.after-what.muted", tr("after.nothing" if found["losers"] else "after.nobody")))
    return [*out, *_luck(found.get("rolls") or {}, reel)]


def _moment(it: Json, who: str, reel: Reel, screens: Screens[Any], telling: list[set[int]]) -> Node:
    tr, code = reel.tr, reel.code
    place = screens.where(reel.words(it["n"])) or tr("after.moment", n=it["part"])
    fell = tr("after.fell", name=who, before=_percent(it["before"]), after=_percent(it["after"]))
    link = el(
        "a.after-link",
        el("strong", place),
        el("span.after-open", tr("after.open")),
        href=f"/replay/{code}?at={it['n']}",
        testid="after-moment",
    )
    lines = [_line(node) for n in _lines(it["n"], it["until"], reel, telling) if (node := reel.entries[n])]
    parts = [link, el("p.after-fell", fell), el("div.after-told", lines) if lines else None]
    return el("li.after-moment", parts, *_dice(it["luck"], reel), *_instead(it, reel, screens))


def _telling(reel: Reel, screens: Screens[Any]) -> list[set[int]]:
    """Events worth a line, most important first: where somebody scored or lost something, and rolls."""
    marks = screens.marks(reel.events)
    over = {event["n"] for event in reel.events if event["kind"] == "over"}
    return [over | {n for n, _ in marks.points} | set(marks.hits), set(marks.rolls or ())]


def _lines(first: int, last: int, reel: Reel, telling: list[set[int]]) -> list[int]:
    """The events of a moment that are shown, in order."""
    said = [n for n in range(first + 1, last + 1) if reel.entries[n] is not None]
    chosen: list[int] = []
    for worth in (*telling, set(said)):
        more = [n for n in said if n in worth and n not in chosen]
        chosen += more[-(LINES - len(chosen)) :] if len(chosen) < LINES else []
        if chosen and worth is telling[-1]:
            break
    return sorted(chosen)


def _line(node: Node) -> Node:
    """A log line without what only the log needs: filters, sound, order of keys."""
    side = next((it for it in node.get("c", "").split() if it.startswith("side-")), "")
    return el("div.after-line", node.get("x", []), cls=side or None)


def _dice(luck: Json, reel: Reel) -> Iterator[Node]:
    """The results of chance in a moment, of the seats that rolled."""
    for seat, it in luck.items():
        if it["dice"]:
            said = reel.tr(
                "after.dice",
                name=_name(seat, reel),
                hits=it["successes"],
                dice=it["dice"],
                expected=reel.tr.decimal(it["expected"]),
            )
            yield el("p.after-dice.muted", said)


def _instead(it: Json, reel: Reel, screens: Screens[Any]) -> Iterator[Node]:
    """The bot's choice instead, with the odds at that time."""
    tr, options = reel.tr, it["options"]
    if not options or type(screens).hint is Screens.hint:
        return
    words, name = reel.words(it["at"]), _name(it["asked"], reel)
    if options[0]["done"]:
        yield el("p.after-best", tr("after.best", name=name))
    other = next((option for option in options if not option["done"]), None)
    if other is not None:
        answer, reasons = screens.hint({**other, "seat": it["asked"]}, words)
        said = tr("after.instead", name=name, answer=answer, worth=_percent(other["worth"]))
        yield el("p.after-instead", said)
        if reasons:
            yield el("ul.after-reasons.muted", [el("li", reason) for reason in reasons[:2]])


def _luck(rolls: Json, reel: Reel) -> Iterator[Node]:
    """Rolls against their expectation in the whole match: a row for each kind of roll, a figure for each seat."""
    if not rolls:
        return
    tr = reel.tr
    yield el("h3.after-title", tr("after.luck"))
    yield el("p.after-what.muted", tr("after.luck-what"))
    rows = []
    for kind, seats in rolls.items():
        key = f"luck.{kind}"
        cells = [_figure(seat, it, reel) for seat, it in seats.items()]
        rows.append(el("li", el("span.after-kind", tr(key) if tr.has(key) else tr("after.luck-other")), cells))
    yield el("ul.after-luck", rows, testid="after-luck")


def _figure(seat: str, it: Json, reel: Reel) -> Node:
    tr, expected = reel.tr, reel.tr.decimal(it["expected"])
    figures: list[Child] = [el("strong", str(it["successes"])), f" / {expected}"] if it["dice"] else ["–"]
    said = tr("after.luck-of", name=_name(seat, reel), hits=it["successes"], expected=expected, dice=it["dice"])
    return el("span.after-figure", figures, cls=f"side-{seat}", role="img", aria_label=said, title=said)


def _name(seat: Any, reel: Reel) -> str:
    return reel.players.get(seat) or seat_name(reel.tr, seat)


def _percent(share: float) -> int:
    return round(100 * share)
