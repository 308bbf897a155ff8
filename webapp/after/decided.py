"""The turning points of a match, as text: the moments at which the chances of one side fell most, the curve of all
sides' chances, and rolls against their expectation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from webapp.games.contract import Json, Screens, seat_name
from webapp.history.answers import answer_lines, asked_line
from webapp.history.reel import Reel
from webapp.ui.diagram import Shape, picture, shape
from webapp.ui.tree import Child, Node, el

WIDE, HIGH = 300, 90
"""The size of the curve's view box."""
UNSCALED = "non-scaling-stroke"
LINES = 4
"""The most log lines for one moment."""


def story(decided: Json, reel: Reel, screens: Screens[Any], reader: str | None = None) -> list[Child]:
    """The answer of the query ``decided`` as nodes. `reel`: of the whole match, for its reader; texts use the names at
    that moment. `reader`: the seat of the one who reads, whose own moments they are."""
    tr = reel.tr
    out: list[Child] = [el("h2.after-title", tr("after.title"))]
    moments = decided["moments"]
    if moments:
        mine = reader in decided["about"] and len(decided["about"]) < len(decided["curve"][0][1])
        who = "" if mine else tr.enumerated(_name(seat, reel) for seat in decided["about"])
        out.append(el("p.after-what.muted", tr("after.what", name=who) if who else tr("after.what-you")))
        out += _curve(decided, reel)
        telling = _telling(reel, screens)
        about = decided["about"]
        shown = [_moment(moment, who, about, reel, screens, telling) for moment in moments]
        out.append(el("ol.after-moments", shown))
    else:
        out.append(el("p.after-what.muted", tr("after.nothing" if decided["about"] else "after.nobody")))
        out += _curve(decided, reel)
    return [*out, *_luck(decided.get("rolls") or {}, reel), *_throws(decided.get("throws") or [], reel)]


def _moment(moment: Json, who: str, about: list[str], reel: Reel, screens: Screens[Any], telling: Telling) -> Node:
    """A moment: what happened and by how much the chances fell. `who`: whose they are, empty for the reader's."""
    tr, code = reel.tr, reel.code
    place = screens.where(reel.words(moment["n"])) or tr("after.moment", n=moment["part"])
    place = place[:1].upper() + place[1:]
    fallen = {"before": _percent(moment["before"]), "after": _percent(moment["after"])}
    fell = tr("after.fell", name=who, **fallen) if who else tr("after.fell-you", **fallen)
    link = el(
        "a.after-link",
        el("strong", place),
        el("span.after-open", tr("after.open")),
        href=f"/replay/{code}?at={moment['n']}",
        testid="after-moment",
    )
    lines = [_line(node) for n in _lines(moment, reel, telling) if (node := reel.entries[n])]
    parts = [link, el("p.after-fell", fell), el("div.after-told", lines) if lines else None]
    happened = reel.events[moment["n"] + 1 : moment["until"] + 1]
    could = [el("p.after-averted", sentence) for sentence in screens.averted(happened, reel.words(moment["n"]))]
    instead = _instead(moment, not who, about, reel, screens)
    return el("li.after-moment", parts, *_dice(moment["luck"], reel), could, *instead)


def _curve(decided: Json, reel: Reel) -> Iterator[Node]:
    """Each side's chances over the match as lines, with an upright line at each moment that is told."""
    curve: list[tuple[int, dict[str, float]]] = decided["curve"]
    if len(curve) < 2:
        return
    first, last = curve[0][0], max(curve[-1][0], curve[0][0] + 1)
    colours = _last_words(reel).colours

    def across(n: int) -> float:
        return round(WIDE * (min(max(n, first), last) - first) / (last - first), 1)

    shapes = [_straight("half", 0, HIGH / 2, WIDE, HIGH / 2)]
    shapes += [_straight("turn", across(moment["n"]), 0, across(moment["n"]), HIGH) for moment in decided["moments"]]
    ways: dict[str, list[str]] = {}
    for seat in reversed(curve[0][1]):
        way = " ".join(f"{across(n)},{round(HIGH * (1 - shares[seat]), 1)}" for n, shares in curve)
        ways[way] = [seat, *ways.get(way, ())]  # the seats of a side have one line
    shapes += [shape("path", cls=colours(its[0]), d=f"M{way}", vector_effect=UNSCALED) for way, its in ways.items()]
    yield picture((0, 0, WIDE, HIGH), shapes, reel.tr("after.curve"), "after-curve", stretch=True)
    sides = reversed(ways.values())
    names = [el("li", reel.tr.enumerated(_name(seat, reel) for seat in its), cls=colours(its[0])) for its in sides]
    yield el("ul.after-sides", names, aria_hidden="true")


def _straight(cls: str, x1: float, y1: float, x2: float, y2: float) -> Shape:
    return shape("line", cls=cls, x1=x1, y1=y1, x2=x2, y2=y2, vector_effect=UNSCALED)


class Telling(NamedTuple):
    """Events worth a line. `grades`: the most important first, where somebody scored or lost something, and rolls;
    `routine`: those that are told only where nothing else is."""

    grades: list[set[int]]
    routine: frozenset[int]


def _telling(reel: Reel, screens: Screens[Any]) -> Telling:
    marks = screens.marks(reel.events)
    grades = [{n for n, _ in marks.points} | set(marks.hits), set(marks.rolls or ())]
    return Telling(grades, frozenset(marks.routine))


def _lines(moment: Json, reel: Reel, telling: Telling) -> list[int]:
    """The events of a moment that are shown, in order: what was done at its question, what came of it, and the end of
    the match."""
    told = [n for n in range(moment["n"] + 1, moment["until"] + 1) if reel.entries[n] is not None]
    numbers = [n for n in told if n not in telling.routine] or told
    over = [n for n in numbers if reel.events[n]["kind"] == "over"]
    chosen = [n for n in numbers if n > moment["at"] and n not in over][:1]
    for worth in (*telling.grades, set(numbers).difference(over)):
        more = [n for n in numbers if n in worth and n not in chosen]
        chosen += more[-(LINES - len(chosen)) :] if len(chosen) < LINES else []
        if len(chosen) > 1 and worth is telling.grades[-1]:
            break
    return sorted({*chosen, *over})


def _line(node: Node) -> Node:
    """A log line without what only the log needs: filters, sound, order of keys."""
    side = next((name for name in node.get("c", "").split() if name.startswith("side-")), "")
    return el("div.after-line", node.get("x", []), cls=side or None)


def _dice(luck: Json, reel: Reel) -> Iterator[Node]:
    """The results of chance in a moment, of the seats that rolled."""
    for seat, rolled in luck.items():
        if rolled["dice"]:
            sentence = reel.tr(
                "after.dice",
                name=_name(seat, reel),
                hits=rolled["successes"],
                dice=rolled["dice"],
                expected=reel.tr.decimal(rolled["expected"]),
            )
            yield el("p.after-dice.muted", sentence)


def _instead(moment: Json, to_reader: bool, about: list[str], reel: Reel, screens: Screens[Any]) -> Iterator[Node]:
    """What a seat of `about` could have answered instead, with the odds at that time, or whose move it was.
    `to_reader`: in the second person, where there is one such seat."""
    tr, options, asked = reel.tr, moment["options"], moment["asked"]
    if type(screens).hint is Screens.hint:
        return
    you = "-you" if to_reader and len(about) == 1 else ""
    name = _name(asked, reel)
    if asked not in about:
        yield el("p.after-instead.muted", tr("after.other", name=name))
        return
    if not options:
        return
    words = reel.words(moment["at"], asked if you else None, asked)
    lines = answer_lines(options, screens, words, asked)
    # A choice may have been made long before what came of it.
    asked_in, told_in = (screens.where(reel.words(moment[n])) for n in ("at", "n"))
    if asked_in and asked_in != told_in:
        when = "before" if moment["at"] < moment["n"] else "within"
        yield el("p.after-instead.muted", tr(f"after.{when}", place=asked_in))
    if question := asked_line(words, screens, "" if you else name):
        yield el("p.after-instead.muted", question)
    done = next((line for line in lines if line.option["done"]), None)
    if done is None and moment["at"] < moment["n"] and (told := _told_next(moment["at"], moment["n"], reel)):
        yield el("div.after-told", told)
    if done is not None and done.option["beside"] != "worse":
        yield el("p.after-best", tr(f"after.best{you}", name=name, answer=_stopless(done.answer)))
        return
    if done is not None:  # the log may not tell of it: that a turn was ended, say
        yield el("p.after-instead", tr(f"after.answered{you}", name=name, answer=_stopless(done.answer)))
    best = lines[0]
    answered = {"answer": _stopless(best.answer), "worth": _percent(best.option["worth"])}
    yield el("p.after-instead", tr(f"after.instead{you}", name=name, **answered))
    yield el("ul.after-reasons.muted", [el("li", reason) for reason in best.reasons[:2]])


def _told_next(at: int, until: int, reel: Reel) -> Node | None:
    """The first log line about the answer to the question of event `at`, if it comes before the next question."""
    for n in range(at + 1, until + 1):
        if (entry := reel.entries[n]) is not None:
            return _line(entry)
        if reel.events[n]["kind"] == "asked":
            return None
    return None


def _stopless(sentence: str) -> str:
    return sentence.removesuffix(".")


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
        cells = [_figure(seat, rolled, reel) for seat, rolled in seats.items()]
        rows.append(el("li", el("span.after-kind", tr(key) if tr.has(key) else tr("after.luck-other")), cells))
    yield el("ul.after-luck", rows, testid="after-luck")


def _figure(seat: str, rolled: Json, reel: Reel) -> Node:
    tr, expected = reel.tr, reel.tr.decimal(rolled["expected"])
    figures: list[Child] = [el("strong", str(rolled["successes"])), f" / {expected}"] if rolled["dice"] else ["–"]
    label = tr(
        "after.luck-of", name=_name(seat, reel), hits=rolled["successes"], expected=expected, dice=rolled["dice"]
    )
    return el(
        "span.after-figure", figures, cls=_last_words(reel).colours(seat), role="img", aria_label=label, title=label
    )


def _throws(throws: Sequence[Json], reel: Reel) -> Iterator[Node]:
    """The single throws furthest from what was to be expected, above it and below, each with a way to see it again."""
    if not throws:
        return
    words = _last_words(reel)
    yield el("p.after-what.muted", reel.tr("after.throws"))
    lists: list[Child] = []
    for key, sign in (("above", 1), ("below", -1)):
        rows = [_throw(it, words, reel) for it in throws if (it["successes"] - it["expected"]) * sign > 0]
        if rows:
            head = reel.tr(f"after.throws-{key}")
            lists.append(el("div", el("p", head, aria_hidden="true"), el("ul", rows[::sign], aria_label=head)))
    yield el("div.after-throws", lists, testid="after-throws")


def _throw(throw: Json, words: Any, reel: Reel) -> Node:
    tr, by, at = reel.tr, words.called(throw["by"]), words.called(throw["at"])
    expected = tr.decimal(throw["expected"])
    label = tr.plural("after.throw-of", throw["dice"], name=by, at=at, hits=throw["successes"], expected=expected)
    return el(
        "li",
        el(
            "a.after-throw",
            el("span", el("strong", by), f" → {at}"),
            el("span.after-figure", el("strong", str(throw["successes"])), f" / {expected}"),
            cls=words.colours(throw["seat"]),
            href=f"/replay/{reel.code}?at={throw['n']}",
            aria_label=label,
            title=label,
            testid="after-throw",
        ),
    )


def _last_words(reel: Reel) -> Any:
    """The words of the match's end, which know the colours of its seats."""
    return reel.words(reel.row(reel.last))


def _name(seat: Any, reel: Reel) -> str:
    return reel.players.get(seat) or seat_name(reel.tr, seat)


def _percent(share: float) -> int:
    return round(100 * share)
