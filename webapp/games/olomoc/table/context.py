"""The input of a panel, for one reader, and the shapes that prompts share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from webapp.games.olomoc.table.adjustment_draft import AdjustmentDraft
from webapp.games.olomoc.table.composition_draft import CompositionDraft
from webapp.games.olomoc.table.draft import AnswerDraft, PlanDraft
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.questions import question
from webapp.games.olomoc.table.text.refusals import why
from webapp.games.olomoc.table.whatif_draft import WhatIfDraft
from webapp.ui.tree import Child, Node, el, icon, rich

Json = Mapping[str, Any]


@dataclass(frozen=True)
class PanelContext:
    """One player's view with their drafts, which change while they last; `seated`: both chairs are taken."""

    view: Json
    names: Names
    draft: AnswerDraft
    plan: PlanDraft
    seated: bool = True
    may_undo: bool = False
    may_propose: bool = False
    adjustment: AdjustmentDraft = field(default_factory=AdjustmentDraft)
    whatif: WhatIfDraft = field(default_factory=WhatIfDraft)
    composition: CompositionDraft = field(default_factory=CompositionDraft)
    held: str = ""
    """The reason why nothing is played at the table now, in words."""
    invite: Sequence[Child] = ()
    """The invitation to a free seat, or the reason why nobody can come."""
    explained: Node | None = None
    """The explanation of the question."""

    @property
    def decision(self) -> Json | None:
        decision: Json | None = self.view.get("decision")
        return decision

    @property
    def options(self) -> Sequence[Json]:
        options: Sequence[Json] = self.decision["options"] if self.decision else ()
        return options

    @property
    def kind(self) -> str:
        """The kind of the decision; empty while none is asked."""
        return str(self.decision["kind"]) if self.decision else ""

    @property
    def code(self) -> str:
        """The code of the decision's prompt."""
        return str(self.decision["prompt"]["code"]) if self.decision else ""

    @property
    def params(self) -> Json:
        params: Json = (self.decision or {}).get("prompt", {}).get("params", {})
        return params

    @property
    def question(self) -> list[Child]:
        """The text of the decision's prompt."""
        return question(self.decision["prompt"], self.names) if self.decision else []


def prompt(
    kind: str,
    sentence: Iterable[Child],
    *body: Child | Iterable[Child],
    detail: Iterable[Child] = (),
    side: str = "",
    **marks: Any,
) -> Node:
    """The prompt slot: the sentence that asks, what there is to know, and the answers."""
    lines = list(detail)
    asked = el(
        "div.ask.prompt-said", el("h2.question", sentence), el("p.detail", lines) if lines else None, role="status"
    )
    return el(
        "section.prompt.plain-prompt",
        el("div.prompt-inside", asked, *body),
        cls=[f"side-{side}" if side else "", f"kind-{kind}"],
        testid="prompt",
        data_kind=kind,
        role="group",
        # In large text it scrolls, and who waits may have nothing in it to press: the keyboard reaches it all the same.
        tabindex="0" if kind == "wait" else "-1",
        key=f"prompt-{kind}",
        **marks,
    )


def panel_head(title: str, close: str, do: str, testid: str) -> Node:
    """The top of a panel over the table: its title, and a cross, called `close`, that sends `do`."""
    cross = el("button.amend-close", icon("cross", close), do={"do": do}, hot="Escape", testid=testid)
    return el("header.amend-head", el("h2", title), cross)


def unanswered(context: PanelContext, label: Child | Sequence[Child]) -> list[Child]:
    """The consequence of no answer at all, where the decision has such a default."""
    if not (context.decision or {}).get("default"):
        return []
    return rich(context.names.tr, "prompt.default", what=el("span", label))


def answers(*buttons: Child | Iterable[Child], cls: str = "") -> Node:
    return el("div.answers", *buttons, cls=cls)


def button(
    label: Child | Sequence[Child],
    do: Json,
    *,
    testid: str,
    sign: str | None = None,
    note: Child | Sequence[Child] = None,
    no: Sequence[Child] = (),
    main: bool = False,
    hot: str | None = None,
    cls: str = "",
    kind: str | None = None,
) -> Node:
    """A button of a prompt. `no`: why it cannot be pressed; it stays there to say so."""
    beneath = no or note
    return el(
        "button.btn.choice",
        el(
            "span.choice-top",
            icon(sign) if sign else None,
            el("span.choice-label", label),
            key_cap(hot) if hot and not no else None,
        ),
        el("span.choice-note", beneath) if beneath else None,
        do=None if no else dict(do),
        hot=None if no else hot,
        aria_disabled="true" if no else None,
        testid=testid,
        data_kind=kind,
        cls=[cls, "main" if main else "", "no" if no else ""],
        key=testid,
    )


def option_button(option: Json, context: PanelContext, label: Child | Sequence[Child], **marks: Any) -> Node:
    """A button for one option of the decision, greyed with its reason where the engine says no."""
    kind = option["command"].get("kind")
    if not option["legal"]:
        return button(label, {}, no=why(option["why"], context.names, inside=True), kind=kind, **marks)
    return button(label, context.draft.intent(option), kind=kind, **marks)


def confirm(context: PanelContext, label: Child | Sequence[Child], **marks: Any) -> Node:
    return button(label, {"do": "confirm", "rev": context.draft.rev}, testid="confirm", main=True, hot="Enter", **marks)


def cancel(context: PanelContext, label: str | None = None) -> Node:
    text = label or context.names.tr("prompt.cancel")
    return button(text, {"do": "back"}, testid="cancel", hot="Escape", cls="quiet-choice")


def undo(context: PanelContext) -> Node | None:
    """Taking back one's own last command, while that can be done."""
    if not context.may_undo:
        return None
    return button(context.names.tr("option.undo"), {"do": "undo"}, testid="option-undo", sign="undo", hot="u")


def key_cap(key: str) -> Node:
    words = {"Escape": "Esc", "Enter": "↵", " ": "␣"}
    return el("kbd", words.get(key, key), aria_hidden="true")


def notice(context: PanelContext) -> Node | None:
    """The last refusal, where it happened."""
    if not context.draft.notice:
        return None
    return el("p.notice", why(context.draft.notice, context.names), testid="notice")
