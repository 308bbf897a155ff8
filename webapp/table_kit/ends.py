"""Both ends of a match, over the board: the briefing before the first question, and the result, with faces and with
where everybody's points came from. `static/css/ends.css` draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from webapp.games.contract import Json, winners
from webapp.i18n import whole
from webapp.table_kit.place import Place
from webapp.table_kit.plain_texts import result, waiting
from webapp.ui.tree import Child, Node, el, icon, plate

Source = tuple[str, Mapping[str, int]]
"""What points came from, and how many for each seat."""


class EndScreens(Protocol):
    """What a game says at both ends; :class:`webapp.table_kit.plain_table.PlainTable` describes it."""

    def briefing(self, words: Any) -> list[Child]: ...
    def face(self, seat: str, words: Any) -> str: ...
    def title(self, seat: str, words: Any) -> str: ...
    def reckoning(self, words: Any) -> Sequence[Source]: ...


def over_board(screens: EndScreens, words: Any, seat: str | None) -> list[Child]:
    """What stands over the board at both ends. `seat`: whose first question it may be; None: nobody is briefed."""
    if words.view.get("outcome"):
        return [ending(screens, words)]
    return [] if seat is None else [briefing(screens, words, seat)]


def briefing(screens: EndScreens, words: Any, viewer: str) -> Node | None:
    """What scores, who plays, whom the match waits for, until a press; None where the game has nothing to say, or no
    longer."""
    about = screens.briefing(words)
    if not any(about):
        return None
    tr = words.tr
    begin = el("button.btn.main", tr("plain.begin"), set=["briefed", "yes"], hot="Enter", testid="briefed")
    seats = [
        el(
            "li.briefing-figure",
            _face(seat, screens, words, "briefing-face"),
            el("strong", words.player(seat), " ", el("small.muted", tr("lobby.you")) if seat == viewer else None),
            el("span.muted", title) if (title := screens.title(seat, words)) else None,
            cls=words.colours(seat),
        )
        for seat in words.players
    ]
    return el(
        "section.briefing.is-over-board",
        el("div.briefing-inside", about, el("ul.briefing-faces", seats)),
        el("p.briefing-end", waiting(words)),
        el("div.briefing-begin", begin),
        cls=words.colours(viewer),
        aria_label=tr("plain.briefing"),
        testid="briefing",
        key="briefing",
    )


def ending(screens: EndScreens, words: Any, *, pressed: bool = True) -> Node | None:
    """Who has won and why, and the sum; None while the match goes on. `pressed`: whether it can be put aside."""
    outcome = words.view.get("outcome")
    if not outcome:
        return None
    tr, won = words.tr, winners(outcome)
    head, reason, scores = result(outcome, words)
    faces = [
        el("div.ending-faces", face, cls=words.colours(seat))
        for seat in won
        if (face := _face(seat, screens, words, "ending-face")) is not None
    ]
    aside = el("button.btn", tr("plain.look-at-board"), set=["ending", "aside"], testid="ending-aside")
    return el(
        "div.ending.is-over-board",
        el(
            "div.ending-box",
            el("div.ending-told", el("div.ending-row", faces) if faces else None, head, reason),
            reckoning(screens.reckoning(words), outcome, words) or scores,
            el("div.answers", aside) if pressed else None,
        ),
        cls=words.colours(won[0]) if won else None,
        testid="ending",
        key="ending",
    )


def reckoning(sources: Sequence[Source], outcome: Json, words: Any) -> Node | None:
    """The points of each seat by where they came from, which add up to the score; best first. None without sources."""
    score, won = outcome.get("score") or {}, winners(outcome)
    if not sources or not score:
        return None
    tr = words.tr
    order = sorted(score, key=lambda seat: (-score[seat], seat not in won))
    rows = [(name, of_seats) for name, of_seats in sources if any(of_seats.get(seat) for seat in order)]
    rest = {seat: score[seat] - sum(of_seats.get(seat, 0) for _, of_seats in rows) for seat in order}
    if any(rest.values()):
        rows.append((tr("plain.points-otherwise"), rest))
    rows.append((tr("plain.points-all"), score))
    heads = [el("strong", words.player(seat), cls=words.colours(seat)) for seat in order]
    lines = [el("li.ending-names", el("span"), heads)]
    lines += [el("li", el("span", name), [_figure(of_seats, seat, words) for seat in order]) for name, of_seats in rows]
    return el("ul.ending-table", lines, style=f"--seats: {len(order)}", testid="reckoning")


def _figure(its: Mapping[str, int], seat: str, words: Any) -> Node:
    label = f"{words.player(seat)}: {whole(its.get(seat, 0))}"
    return el("strong", whole(its.get(seat, 0)), cls=words.colours(seat), aria_label=label, role="text")


def _face(seat: str, screens: EndScreens, words: Any, cls: str) -> Node | None:
    """A seat's face, where the game has one."""
    address = screens.face(seat, words)
    return el(f"span.{cls}", plate(address), title=words.player(seat)) if address else None


def links(words: Any, at: Place) -> list[Child]:
    """The ways on from a finished match for a player: to the result that was put aside, the replay, the lobby; the
    house adds the ways to play again."""
    if at.seat is None:
        return []
    tr = words.tr
    put_aside = el("button.btn.quiet", icon("star"), tr("plain.to-result"), set=["ending", ""], testid="ending-back")
    replay = el("a.btn", tr("lobby.replay"), href=f"/replay/{at.table.code}")
    return [put_aside, replay, el("a.btn.quiet", tr("table.to-lobby"), href="/")]
