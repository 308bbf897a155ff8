"""Both ends of a match, over the board: the briefing before the first question, and the result, with faces and with
where everybody's points came from. `static/css/ends.css` draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from webapp.games.contract import Json, winners
from webapp.i18n import whole
from webapp.plates.addresses import cover
from webapp.table_kit.place_page import PlacePage
from webapp.table_kit.plain_texts import waiting
from webapp.ui.components import LeanElement
from webapp.ui.tree import Child, Node, el, icon, plate

Source = tuple[str, Mapping[str, int]]
"""What points came from, and how many for each seat."""
Figures = tuple[str, Mapping[str, int | str | Node]]
"""A row beneath the sum, of what is not points: its name, and a figure or a drawing for each seat."""


Sentence = Child | Sequence[Child]
"""A sentence, which may have marked parts."""


@dataclass(frozen=True)
class Face:
    """A picture of who plays. `name`, `title`: of a figure, where a seat plays several; `out`: it has fallen."""

    address: str
    name: str = ""
    title: str = ""
    out: bool = False


class EndScreens(Protocol):
    """What a game says at both ends; :class:`webapp.table_kit.plain_table.PlainTable` describes it."""

    def briefing(self, words: Any) -> list[Child]: ...
    def faces(self, seat: str, words: Any) -> Sequence[Face]: ...
    def title(self, seat: str, words: Any) -> str: ...
    def verdict(self, outcome: Json, words: Any) -> tuple[Sentence, Sentence]: ...
    def reckoning(self, words: Any) -> Sequence[Source]: ...
    def figures(self, words: Any) -> Sequence[Figures]: ...
    def feats(self, words: Any) -> Sequence[Child]: ...
    def course(self, words: Any) -> list[Child]: ...


# ---- before the first question ---------------------------------------------------------------------------------------


def briefing(screens: EndScreens, words: Any, viewer: str, *, by_key: bool = True) -> Node | None:
    """What scores, who plays, whom the match waits for, until a press; None where the game has nothing to say, or no
    longer. `by_key`: whether Enter is this press."""
    about = screens.briefing(words)
    if not any(about):
        return None
    tr = words.tr
    begin = el(
        "button.btn.main", tr("plain.begin"), set=["briefed", "yes"], hot="Enter" if by_key else None, testid="briefed"
    )
    return el(
        "section.briefing.is-over-board",
        el("div.briefing-inside", about, _company(screens, words, viewer)),
        el("p.briefing-end", waiting(words)),
        el("div.briefing-begin", begin),
        cls=words.colours(viewer),
        aria_label=tr("plain.briefing"),
        testid="briefing",
        key="briefing",
    )


def _company(screens: EndScreens, words: Any, viewer: str) -> list[Child]:
    """Who plays: the seats in a row, each with its face; seat by seat, the viewer's last, where one has several."""
    faces = {seat: screens.faces(seat, words) for seat in words.players}
    if all(len(several) < 2 for several in faces.values()):
        rows = [_player(seat, faces[seat], screens, words, viewer) for seat in words.players]
        return [el("ul.briefing-faces", rows)]
    order = sorted(words.players, key=lambda seat: seat == viewer)
    return [el("div.briefing-sides", [_side(seat, faces[seat], screens, words, viewer) for seat in order])]


def _player(seat: str, faces: Sequence[Face], screens: EndScreens, words: Any, viewer: str) -> Node:
    return el(
        "li.briefing-figure",
        [_face(face, "briefing-face", words.player(seat)) for face in faces],
        el("strong", words.player(seat), _you(seat, words, viewer)),
        el("span.muted", title) if (title := screens.title(seat, words)) else None,
        cls=words.colours(seat),
    )


def _side(seat: str, faces: Sequence[Face], screens: EndScreens, words: Any, viewer: str) -> Node:
    title = "" if any(face.name for face in faces) else screens.title(seat, words)
    figures = [
        el(
            "li.briefing-figure",
            _face(face, "briefing-face", face.name),
            el("strong", face.name),
            el("span.muted", face.title) if face.title else None,
        )
        for face in faces
    ]
    return el(
        "section.briefing-side",
        el("h3.overline", " · ".join(filter(None, (words.player(seat), title))), _you(seat, words, viewer)),
        el("ul.briefing-faces", figures),
        cls=words.colours(seat),
        style=f"--figures: {max(len(figures), 1)}",
    )


def _you(seat: str, words: Any, viewer: str) -> list[Child]:
    return [" ", el("small.muted", words.tr("lobby.you"))] if seat == viewer else []


# ---- the end ---------------------------------------------------------------------------------------------------------


def ending_over_board(page: PlacePage[Any], screens: EndScreens) -> None:
    """Builds the end over a page's board, empty until the match is over: the lid of the game's box, and on it who has
    won and why, the sum, the ways to play again, what decided it. It can be put aside to look at how things stood."""
    game = page.at.table.game.key
    with LeanElement("section", "ending is-over-board") as screen:
        page.shared_pane("ending-lid", lambda words: [lid(game) if words.view.get("outcome") else None])
        with LeanElement("div", "ending-box"):
            page.shared_pane("ending", lambda words: verdict(screens, words))
            page.at.after_match()
            page.shared_pane("ending-course", lambda words: [_course(screens, words)])
            page.shared_pane("ending-ways", lambda words: [_ways(words)])
    screen.put("role", "dialog")
    screen.put("aria-label", page.at.tr("plain.over"))


def lid(game: str) -> Child:
    """The lid of a game's box, which comes down over its table at the end; None for a game without one."""
    picture = plate(cover(game))
    return el("div.ending-lid", picture, key="lid") if picture else None


def ending(screens: EndScreens, words: Any) -> Node | None:
    """The end for a screen that no hand reaches; None while the match goes on."""
    box = verdict(screens, words)
    return el("div.ending", el("div.ending-box", box), testid="ending", key="ending") if box else None


def verdict(screens: EndScreens, words: Any) -> list[Child]:
    """Who has won and why, with faces, and the sum; nothing while the match goes on."""
    outcome = words.view.get("outcome")
    if not outcome:
        return []
    won, (headline, why) = winners(outcome), screens.verdict(outcome, words)
    box = el(
        "div.ending-told",
        _gathered(screens, outcome, words),
        el("h2.question", headline),
        el("p.ending-why", why) if why else None,
        _score(outcome, words),
        cls=words.colours(won[0]) if won else None,
        testid="outcome",
        data_winner=" ".join(won) or "none",
        data_reason=outcome["reason"],
        key="ending",
    )
    feats = screens.feats(words)
    told = [reckoning(screens, outcome, words), el("div.ending-feats", feats, testid="feats") if feats else None]
    return [box, el("div.ending-sum", told, tabindex="0") if any(told) else None]


def _course(screens: EndScreens, words: Any) -> Node | None:
    """The course of a match that is over."""
    course = screens.course(words) if words.view.get("outcome") else ()
    return el("section.ending-course", course) if course else None


def _score(outcome: Json, words: Any) -> Node | None:
    """The score of two, large."""
    score = outcome.get("score") or {}
    if len(score) != 2:
        return None
    one, other = [
        el("div.ending-side", el("strong.figure", whole(score[seat])), words.player(seat), cls=words.colours(seat))
        for seat in score
    ]
    return el("div.ending-score", one, el("span.dash", "–", aria_hidden="true"), other)


def _ways(words: Any) -> Node | None:
    """To look at the board, to the replay, to the lobby."""
    if not words.view.get("outcome"):
        return None
    tr = words.tr
    aside = el("button.btn", tr("plain.look-at-board"), set=["ending", "aside"], testid="ending-aside")
    replay = el("a.btn", icon("replay"), tr("lobby.replay"), href=f"/replay/{words.code}", testid="to-replay")
    lobby = el("a.btn", icon("quit"), tr("table.to-lobby"), href="/")
    return el("div.answers", aside, replay if words.code else None, lobby)


def _gathered(screens: EndScreens, outcome: Json, words: Any) -> Node | None:
    """The winners' faces; everybody's where nobody has won, in grey where all have lost."""
    won = winners(outcome)
    lost = not won and bool(outcome.get("all_lost"))
    rows = [
        el(
            "div.ending-faces",
            [_face(face, "ending-face", face.name or words.player(seat), out=face.out or lost) for face in faces],
            cls=words.colours(seat),
        )
        for seat in won or words.players
        if (faces := screens.faces(seat, words))
    ]
    return el("div.ending-row", rows) if rows else None


def reckoning(screens: EndScreens, outcome: Json, words: Any) -> Node | None:
    """The points of each seat by where they came from, which add up to the score, and other figures; best first. None
    where there is neither."""
    score, won = outcome.get("score") or {}, winners(outcome)
    order = sorted(score or words.players, key=lambda seat: (-score.get(seat, 0), seat not in won))
    sums, figures = _sums(screens.reckoning(words), score, order, words.tr), screens.figures(words)
    if not sums and not figures:
        return None
    heads = [el("strong", words.player(seat), cls=words.colours(seat)) for seat in order]
    lines = [el("li.ending-names", el("span"), heads)]
    for n, (name, its) in enumerate((*sums, *figures), 1):
        summed = n == len(sums)
        cells = [_figure(its.get(seat, 0), seat, words, f"score-{seat}" if summed else None) for seat in order]
        lines.append(el("li", el("span", name), cells, cls="is-sum" if summed else None))
    return el("ul.ending-table", lines, style=f"--seats: {len(order)}", testid="reckoning")


def _sums(sources: Sequence[Source], score: Mapping[str, int], order: Sequence[str], tr: Any) -> list[Source]:
    """The sources that gave something, what none of them explains, and the score."""
    if not score:
        return []
    rows = [(name, points) for name, points in sources if any(points.get(seat) for seat in order)]
    rest = {seat: score[seat] - sum(points.get(seat, 0) for _, points in rows) for seat in order}
    if rows and any(rest.values()):
        rows.append((tr("plain.points-otherwise"), rest))
    return [*rows, (tr("plain.points-all"), score)]


def _figure(its: int | str | Node, seat: str, words: Any, testid: str | None) -> Node:
    if isinstance(its, dict):
        return its
    shown = whole(its) if isinstance(its, int) else its
    label = words.tr.labelled(words.player(seat), shown)
    return el("strong", shown, cls=words.colours(seat), aria_label=label, role="text", testid=testid)


def _face(face: Face, cls: str, title: str, out: bool = False) -> Node:
    return el(f"span.{cls}", plate(face.address), cls="is-out" if out else None, title=title)


def back_to_end(words: Any) -> Node:
    """The button that shows the end again, once it was put aside."""
    return el("button.btn", icon("star"), words.tr("plain.to-result"), set=["ending", ""], testid="ending-back")
