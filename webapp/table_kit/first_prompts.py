"""Questions that a person has met: the first time that one of a kind comes, its prompt explains it; from then on the
explanation is folded behind a question mark.

A game's catalogue has the texts: ``first.<kind>-<code>`` of a decision and its prompt, else ``first.<kind>``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from webapp.i18n import Translator
from webapp.people.visitors import visitors
from webapp.ui.tree import Node, el

KEPT = "met"
"""The preference that holds them: lists of keys by game."""


def topic(tr: Translator, decision: Mapping[str, Any]) -> str:
    """The key of the text on questions like this one; empty where the game has none."""
    kind, prompt = decision["kind"], decision.get("prompt")
    code = prompt["code"] if isinstance(prompt, Mapping) else prompt
    return next((key for key in (f"first.{kind}-{code}", f"first.{kind}") if tr.has(key)), "")


def met(session: str, game: str) -> frozenset[str]:
    """The topics of a game that somebody at this browser has answered."""
    kept = visitors.get(session).preferences.get(KEPT)
    its = kept.get(game) if isinstance(kept, dict) else None
    return frozenset(kind for kind in its if isinstance(kind, str)) if isinstance(its, list) else frozenset()


async def meet(session: str, game: str, key: str) -> None:
    """Remembers that a question was answered."""
    known = met(session, game)
    if not key or key in known:
        return
    preferences = visitors.get(session).preferences
    kept = preferences.get(KEPT)
    others = kept if isinstance(kept, dict) else {}
    await visitors.prefer(session, {**preferences, KEPT: {**others, game: sorted({*known, key})}})


def explanation(tr: Translator, decision: Mapping[str, Any], session: str, folded: bool = False) -> Node | None:
    """The explanation of a question: open for somebody who has not met it, unless it is to be ``folded``; None where
    the game has none."""
    key = topic(tr, decision)
    if not key:
        return None
    return el(
        "details.why",
        el("summary", "?", aria_label=tr("first.open"), title=tr("first.open")),
        el("p.why-text", tr(key)),
        open=None if folded or key in met(session, tr.game) else "open",
        key=f"why-{decision['id']}",
        testid="why",
    )
