"""The prompt of a table: one bar of fixed place and height, with the question, a line of what would follow, and the
answers. What has no room in it stands in the part beside it (``data-part="answers"``): many answers, an explanation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webapp.games.contract import Json
from webapp.i18n import Translator
from webapp.ui.tree import Child, Node, el

ROOM = 8
"""The most answers that stand in the bar itself."""
FEW = 3
"""The most answers that a phone's bar shows, the brief ones apart; of more it shows the main one, and a way to all."""
BESIDE = "answers"
"""The part that opens beside the bar, and its tab on small screens."""


@dataclass(frozen=True)
class PromptContent:
    """A question as the prompt shows it. `question`: its text; `line`: one line of what would follow; `answers`:
    buttons, the main one last; `ways`: buttons that always stand in the bar (back, stop); `beside`: what needs more
    room; `secondary`: answers behind the bar's menu; `first`: whether its explanation is offered; `step`: identifies a
    step of the same question, so that no button of one step becomes one of another while it is pressed; `kind`,
    `decision`: of the decision, empty while nobody is asked; `opener`: the words of the button that opens what stands
    beside, where that is more than to be read."""

    question: Sequence[Child]
    answers: Sequence[Child] = ()
    line: Sequence[Child] = ()
    ways: Sequence[Child] = ()
    beside: Sequence[Child] = ()
    secondary: Sequence[Child] = ()
    first: bool = True
    step: str = ""
    kind: str = ""
    decision: str = ""
    opener: str = ""

    @property
    def shown(self) -> list[Node]:
        """The answers' buttons."""
        return [answer for answer in self.answers if isinstance(answer, dict) and answer["t"] in ("button", "a")]

    @property
    def apart(self) -> bool:
        """Whether the answers need more room than the bar has."""
        return len(self.shown) > ROOM or any("with-about" in answer.get("c", "") for answer in self.shown)


def bar(
    asked: PromptContent,
    tr: Translator,
    *,
    notice: Node | None,
    more: Sequence[Child],
    side: str = "",
    late: Node | None = None,
) -> Node:
    """The bar. `notice`: why the last press did nothing, in place of the line; `more`: what may also be done, behind a
    sign; `side`: the classes of the asked seat's colours; `late`: the mark of a question that waits for long."""
    line = notice or (el("p.prompt-line", asked.line) if any(asked.line) else None)
    opener = None
    count = len(asked.shown)
    many = not asked.apart and count > FEW and not all("brief" in answer.get("c", "") for answer in asked.shown)
    if asked.apart or many or any(asked.beside):
        read = asked.opener or tr("stage.beside-open")
        label = tr.plural("stage.answers-open", count) if asked.apart or many else read
        opened: Json = {"set": ("tab", BESIDE), "toggle": True, "testid": "answers-open"}
        opener = el("button.btn.prompt-opener", label, cls="main" if asked.apart else None, **opened)
    answers = el("div.plain-options", () if asked.apart else asked.answers)
    marks: Json = {"testid": "prompt", "role": "group", "aria_label": tr("plain.question"), "tabindex": "-1"}
    marks |= {f"data_typed{part}": tr(f"stage.typed{part}") for part in ("", "-none", "-many")}
    if asked.decision:
        marks |= {"data_kind": asked.kind, "data_decision": asked.decision}
    inside = el(
        "div.prompt-inside",
        el("div.prompt-said", el("p.question", asked.question, testid="sentence"), line, role="status"),
        el(
            "div.prompt-acts",
            answers,
            el("div.prompt-ways", opener, asked.ways) if opener or any(asked.ways) else None,
            cls="is-many" if many else None,
            key=f"{asked.decision}/{asked.step}",
        ),
    )
    menu = el(
        "details.prompt-more",
        el("summary", "⋯", aria_label=tr("stage.more"), title=tr("stage.more"), testid="more"),
        el("div.prompt-menu", asked.secondary, more),
    )
    cls = [side, "is-asked" if asked.decision else ""]
    menu_shown = menu if any(more) or any(asked.secondary) else None
    return el("section.plain-prompt", inside, menu_shown, late, cls=cls, **marks)


def beside(asked: PromptContent, explanation: Node | None) -> list[Child]:
    """What stands beside the bar; empty: nothing does."""
    nodes = [
        explanation,
        *asked.beside,
        el("div.plain-options.is-list", asked.answers) if asked.apart else None,
    ]
    if not any(nodes):
        return []
    return [el("div.answers-inside", nodes, key=f"{asked.decision}/{asked.step}", testid="answers")]


def back_button(tr: Translator, intent: Json) -> Node:
    """The button that takes the last step back."""
    label: list[Child] = [el("span", tr("stage.back")), el("kbd", "Esc", aria_hidden="true")]
    return el("button.btn", label, do=intent, hot="Escape", testid="back")
