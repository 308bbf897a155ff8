"""A button for actions that cannot be undone: it asks for confirmation in place, and resets after a while."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from webapp.i18n import Translator
from webapp.ui.theme import testid, text

FORGET_S = 6.0


def sure_button(tr: Translator, words: str, ask: str, act: Callable[[], Any], name: str) -> TextElement:
    """A button labelled `words`. The first press changes the label to `ask`; a second press in time acts."""
    armed = False

    def forget() -> None:
        nonlocal armed
        armed = False
        button.text = words
        button.classes(remove="danger")

    async def press() -> None:
        nonlocal armed
        if not armed:
            armed = True
            button.text = ask
            button.classes(add="danger")
            ui.timer(FORGET_S, forget, once=True)
            return
        forget()
        done = act()
        if done is not None:
            await done

    button = testid(text("button", words, "btn"), name)
    button.props["type"] = "button"
    button.on("click", press)
    return button
