"""The sheet of standing orders (`rules.kernel.orders`), of any game that has them: what its seat answers from now on
without being asked, for each kind of question and subject. It stands in the prompt's menu, of its own seat alone.

Texts of the game: ``orders.about.<kind>``, ``orders.answer.<answer>``; of an answer with figures
``orders.answer.<kind>``, or ``orders.answer.<kind>-<figure>`` where figures differ, filled in with them. A kind without
a text is shown by the game itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from webapp.games.contract import Json
from webapp.ui.tree import Child, Node, el, icon

Subject = tuple[str | None, str]
"""What a question may be about, None for all, and its name."""


def orders_sheet(orders: Json | None, subjects: Mapping[str, Sequence[Subject]], words: Any) -> list[Child]:
    """The sheet of a view's ``orders``; nothing where a game has none. `subjects`: by kind of question, one's own
    first; a kind without any is shown for all at once."""
    if not orders:
        return []
    given = {(order["about"], order.get("who")): order for order in orders["given"]}
    kinds = [about for about in orders["choices"] if words.tr.has(f"orders.about.{about}")]
    if not kinds:
        return []
    rows = [
        _kind(about, orders["choices"][about], subjects.get(about) or ((None, ""),), given, words) for about in kinds
    ]
    head = [icon("seal"), " ", words.tr.plural("orders.title", len(given)) if given else words.tr("orders.none")]
    return [el("details.orders", el("summary", head), el("div.orders-rows", rows), testid="orders")]


def _kind(
    about: str,
    choices: Sequence[Any],
    subjects: Iterable[Subject],
    given: Mapping[tuple[str, str | None], Json],
    words: Any,
) -> Node:
    lines: list[Child] = []
    for who, name in subjects:
        now = given.get((about, who))
        picks = [_pick(about, who, answer, now, words) for answer in choices]
        lines.append(
            el("div.order-line", el("strong", name) if name else None, el("span.order-picks", picks), key=f"{who}")
        )
    return el("section.order-kind", el("h3.overline", words.tr(f"orders.about.{about}")), lines, key=about)


def _pick(about: str, who: str | None, answer: Any, now: Json | None, words: Any) -> Node:
    """The button of an answer; pressed again it withdraws the order."""
    chosen = now is not None and now["answer"] == answer
    command: Json = {"kind": "instruct", "about": about}
    if who is not None:
        command["who"] = who
    if not chosen:
        command["answer"] = answer
    label = order_answer(about, answer, words)
    if chosen and now is not None and now.get("until") == "turn":
        label += f" ({words.tr('orders.this-turn')})"
    do = {"do": "play", "command": command}
    return el("button.order-pick", label, do=do, aria_pressed=str(chosen).lower())


def order_answer(about: str, answer: Any, words: Any) -> str:
    """An answer of an order in words."""
    if isinstance(answer, Mapping):
        key = f"orders.answer.{about}-{'-'.join(answer)}"
        return str(words.tr(key if words.tr.has(key) else f"orders.answer.{about}", **answer))
    return str(words.tr(f"orders.answer.{answer}"))
