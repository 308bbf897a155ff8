"""The texts of a plain table: whom a match waits for, how it ended, why a command was refused."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from rules.kernel import Refusal
from webapp.games.contract import Json, winners
from webapp.i18n import whole
from webapp.tables import Table
from webapp.ui.tree import Child, Node, el


def scene_words(words: str) -> Node:
    """The line of a scene over the board, in the style of all games."""
    return el("strong.scene-words", words)


def ink_scene(kind: str, *inside: Child | Iterable[Child], **marks: Any) -> Node:
    """A scene over the board that has no ground of its own: it keeps the colours of ink in the light scheme, too."""
    return el(f"div.scene.on-ink.scene-{kind}", *inside, **marks)


def log_filters(filters: Sequence[str], tr: Any) -> Node:
    """Buttons for what the log of this window shows, of which the first is all of it: texts ``log.<filter>``.
    The style sheet hides the rest by ``body[data-log="<filter>"]``."""
    rows = [el("button.filter", tr(f"log.{kind}"), set=["log", kind], testid=f"log-{kind}") for kind in filters]
    return el("span.log-filters", rows, role="group", aria_label=tr("plain.log-filters"))


def waiting(words: Any) -> str:
    """The players that the match waits for, as a sentence, the viewer first."""
    if words.view.get("outcome"):
        return str(words.tr("plain.over"))
    asked = words.view.get("waiting") or {}
    if words.view.get("decision"):
        return str(words.tr("plain.question"))
    owes = [words.player(seat) for seat in asked]
    return str(words.tr("plain.waits", names=", ".join(owes))) if owes else ""


def waits_for(words: Any) -> list[Child]:
    """What the others are asked, where the game's catalogue has a text ``wait.<kind>`` for it."""
    kinds = dict.fromkeys((words.view.get("waiting") or {}).values())
    sentences = [words.tr(f"wait.{kind}") for kind in kinds if words.tr.has(f"wait.{kind}")]
    return [el("p.muted", " ".join(map(str, sentences)), testid="waits-for")] if sentences else []


def strength(company: str, tr: Any) -> str:
    """What a kind of bot is good for, or another kind of company; empty where the house has no words for it."""
    key = f"company.{company}-what"
    return str(tr(key)) if tr.has(key) else ""


def presence_words(status: str, tr: Any) -> str:
    """What the presence of a seat is called (:meth:`Table.presence`); of a bot how strong it is."""
    key = f"table.presence-{status}"
    return str(tr(key if tr.has(key) or not status.startswith("bot-") else "table.presence-bot"))


def presence_mark(tr: Any, status: str | None, seat: str) -> Node | None:
    """The mark of a seat's presence; None where it is free."""
    if status is None:
        return None
    title = strength(status.removeprefix("bot-"), tr) or None
    return el("span.presence", presence_words(status, tr), cls=f"is-{status}", title=title, testid=f"presence-{seat}")


def asked_mark(tr: Any, presence: str | None) -> Node:
    """The mark of a seat that is asked: a bot thinks, a person has to answer."""
    return el("span.plain-marks", tr("plain.thinks" if (presence or "").startswith("bot-") else "plain.asked"))


# ---- who is waited for longer than is pleasant: the mark comes by itself some seconds after a quick question was put
# (`static/css/stage.css`), so that no clock runs on the server; the asked page sounds then.


class Waits:
    """What tells the questions of one table apart: of each seat that is asked a number, which is another once it has
    answered, or is asked anew."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._asked: frozenset[str] = frozenset()
        self._step = -1

    def look(self, step: int, asked: Collection[str], played: str | None) -> Mapping[str, int]:
        """The numbers of the seats that are asked now, after this step. `played`: the seat of the last command."""
        if step != self._step:
            for seat in asked:
                if seat not in self._asked or seat == played:
                    self._numbers[seat] = self._numbers.get(seat, 0) + 1
            self._step, self._asked = step, frozenset(asked)
        return {seat: self._numbers[seat] for seat in sorted(self._asked)}


def waits(table: Table) -> Mapping[str, int]:
    """The numbers of the seats that a table waits for."""
    kept: Waits = table.once("waits", Waits)
    return kept.look(table.sequence, () if table.over else table.match.asked, table.last_seat)


def late_mark(seat: str, numbers: Mapping[str, int], kind: str, quick: Collection[str], tr: Any) -> Node | None:
    """The mark of a seat that is asked this kind of question; None where it is none of the quick ones."""
    if seat not in numbers or kind not in quick:
        return None
    return el("i.late-mark", key=f"late-{seat}-{numbers[seat]}", title=tr("plain.late"))


# ---- seats


def seats_list(
    words: Any,
    presence: Json,
    viewer: str,
    beside: Callable[[str, Any], list[Child]],
    late: Callable[[str], Child] = lambda seat: None,
) -> Node:
    """The seats with their players, whom the match waits for, who is there. `beside`: what the game says of each;
    `late`: the mark of who is waited for long."""
    tr = words.tr
    owes = words.view.get("waiting") or {}
    won = winners(words.view["outcome"]) if words.view.get("outcome") else []
    rows = [
        el(
            "li.plain-seat",
            el("span.who", words.player(seat)),
            el("span.muted", tr("lobby.you")) if seat == viewer else None,
            el("span.plain-marks", tr("plain.won-mark")) if seat in won else None,
            asked_mark(tr, presence[seat]) if seat in owes else None,
            presence_mark(tr, presence[seat], seat),
            el("span.plain-beside", beside(seat, words)),
            late(seat),
            cls=[words.colours(seat), "is-asked" if seat in owes else ""],
            testid=f"plain-seat-{seat}",
        )
        for seat in words.players
    ]
    return el("ul.plain-seats", rows, aria_label=tr("plain.seats"))


def verdict(outcome: Json, words: Any) -> tuple[str, str]:
    """Who has won, and why; the second is empty where no text says it. For a match that all lose the game has the text
    ``outcome.nobody-<reason>``; it may have ``outcome.<reason>-tied`` for a winner of equal score with others, and
    ``outcome.<reason>-shared`` for several winners. Texts may name those who have not won, ``{lost}``."""
    tr, first = words.tr, winners(outcome)
    won = [words.player(seat) for seat in first]
    nobody = f"outcome.nobody-{outcome['reason']}"
    none = tr(nobody) if tr.has(nobody) else tr("plain.all-lost" if outcome.get("all_lost") else "plain.drawn")
    headline = tr.plural("plain.won", len(won), names=tr.enumerated(won)) if won else none
    score = outcome.get("score", {})
    tied = any(score[seat] == score.get(leader) for leader in first for seat in score if seat not in first)
    variants = ["-tied"] * tied + ["-shared"] * (len(first) > 1) + [""]
    keys = [f"outcome.{outcome['reason']}{variant}" for variant in variants]
    lost = [seat for seat in words.players if seat not in first]
    return str(headline), worded(words, {**outcome, "lost": lost}, *keys) or ""


def result(outcome: Json, words: Any) -> list[Child]:
    """The result: winners, reason, and the score of every seat, best first."""
    first, score = winners(outcome), outcome.get("score", {})
    headline, reason = verdict(outcome, words)
    order = sorted(score, key=lambda seat: (-score[seat], seat not in first))
    rows = [
        el("li", el("span.who", words.player(seat)), el("strong", whole(score[seat])), cls=words.colours(seat))
        for seat in order
    ]
    return [
        el("h2.question", headline),
        el("p.muted", reason) if reason else None,
        el("ol.plain-scores", rows, testid="scores"),
    ]


def change_words(row: Mapping[str, Any], words: Any) -> str:
    """A row of an adjustment: the game's text ``change.<kind>``, or its keys as they are."""
    signed = {key: f"{'+' if value > 0 else ''}{whole(value)}" if key == "n" else value for key, value in row.items()}
    shown = {key: value for key, value in signed.items() if key != "kind"}
    text = worded(words, shown, f"change.{row.get('kind')}")
    return text or ", ".join(f"{key} {_readable(words, value)}" for key, value in row.items())


def proposed_changes(params: Mapping[str, Any], words: Any) -> list[Child]:
    """The changes of a proposed adjustment, and its note: whoever agrees has read them."""
    rows = [change_words(row, words) for row in params.get("changes", ())]
    text = " · ".join([*rows, *([f"“{params['note']}”"] if params.get("note") else [])])
    return [" ", el("span.plain-changes", text, testid="changes")] if text else []


def refusal_words(words: Any, refusal: Refusal) -> str:
    """The text of a refusal, with its clause."""
    code = refusal.code
    # The game has its own text for a code that the house uses with another meaning.
    keys = (f"refusal.rules.{code}", f"refusal.{code}", f"plain.refusal.{code}")
    params = {
        key: words.called(its) if isinstance(its, str) and its not in words.players else its
        for key, its in refusal.params.items()
    }
    text = worded(words, params, *keys) or words.tr("plain.refused")
    return f"{text} ({refusal.clause})" if refusal.clause else str(text)


def worded(words: Any, params: Mapping[str, Any], *keys: str) -> str | None:
    """The first of these texts that a catalogue has, filled in; None where there is none."""
    key = next((key for key in keys if words.tr.has(key)), None)
    return None if key is None else words.tr(key, **{name: _readable(words, value) for name, value in params.items()})


def _readable(words: Any, value: Any) -> Any:
    """A parameter as players read it: names instead of seats."""
    if isinstance(value, str):
        return words.player(value) if value in words.players else value
    if isinstance(value, int):
        return value
    if isinstance(value, Mapping):
        return ", ".join(f"{_readable(words, key)} {_readable(words, its)}" for key, its in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(str(_readable(words, its)) for its in value)
    return value
