"""The fields for a match's options, in the form of a new table and at a table until its match begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nicegui import ui
from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement
from nicegui.events import GenericEventArguments

from webapp.games.contract import Choice, Game, Json, MultipleChoice
from webapp.i18n import Translator
from webapp.tables import registry
from webapp.ui.fields import label_for
from webapp.ui.pane import Pane
from webapp.ui.theme import testid, text
from webapp.ui.tree import payload

EMIT_VALUE = "(event) => emit(event.target.value)"
FEW = 4
"""The most values that are shown as buttons side by side."""


class ChoiceFields:
    """The fields of a game's choices in one form. A value that does not go with the choices before it is greyed, and
    says why (``unfit.<key>`` of the catalogue). `chosen`: the values at first, by key; else the defaults."""

    def __init__(self, tr: Translator, game: Game, chosen: Mapping[str, str] = {}) -> None:
        self._tr = tr
        self._game = game
        self._now: dict[str, str] = {}
        for choice in game.choices:
            wanted = chosen.get(choice.key, "")
            self._now[choice.key] = choice.taken(wanted if wanted in choice.offered else choice.default, self._now)
        self._inputs: dict[str, dict[str, Element]] = {}
        self._beside: dict[str, Callable[[], None]] = {}
        """What shows the value now beside each field that is built."""

    def field(self, choice: Choice) -> None:
        """Builds one field: a row of radio buttons, or a list where there are many."""
        values, now, tr = choice.offered, self._now[choice.key], self._tr
        names = {value: value_name(tr, choice, value) for value in values}

        def changed(event: GenericEventArguments) -> None:
            if isinstance(event.args, str) and event.args in values:
                self._now[choice.key] = event.args
                self._beside[choice.key]()
                self._fit()

        watched = changed if choice.aside or any(choice_of_game.fits for choice_of_game in self._game.choices) else None
        if len(values) <= FEW:
            group = radio_row(choice.key, tr(f"choice.{choice.key}"), names, now, changed=watched)
        else:
            group = self._list(choice, names, now, watched)
        self._inputs[choice.key] = group
        self._beside[choice.key] = self._aside(choice)
        self._fit()

    def _aside(self, choice: Choice) -> Callable[[], None]:
        """Builds what stands beside a field (`Choice.aside`); returns a function that shows it for the value now."""
        aside, tr = choice.aside, self._tr
        if aside is None:
            return lambda: None
        pane = Pane(payload(0, aside(self._now[choice.key], tr)))
        drawn = 0

        def show() -> None:
            nonlocal drawn
            drawn += 1
            pane.show(payload(drawn, aside(self._now[choice.key], tr)))

        return show

    def _list(
        self,
        choice: Choice,
        names: Mapping[str, str],
        now: str,
        changed: Callable[[GenericEventArguments], None] | None,
    ) -> dict[str, Element]:
        label_for(self._tr(f"choice.{choice.key}"), f"choice-{choice.key}")
        with ui.element("select").classes("lobby-field") as field:
            field.props.update({"id": f"choice-{choice.key}", "name": choice.key})
            testid(field, choice.key)
            plain = {value: name for value, name in names.items() if value not in choice.advanced}
            options = _options(plain, now)
            if advanced := {value: name for value, name in names.items() if value in choice.advanced}:
                with ui.element("optgroup") as group:
                    group.props["label"] = self._tr("lobby.advanced")
                    options |= _options(advanced, now)
        if changed is not None:
            field.on("change", changed, js_handler=EMIT_VALUE)
        return options

    def _fit(self) -> None:
        """Greys what does not go with the choices before it; where it was chosen, the first that does is."""
        before: dict[str, str] = {}
        for choice in self._game.choices:
            fitting, inputs = choice.fitting(before), self._inputs.get(choice.key, {})
            now = choice.taken(self._now[choice.key], before)
            why = f"unfit.{choice.key}"
            for value, field in inputs.items():
                fits = value in fitting
                reason = None if fits or not self._tr.has(why) else self._tr(why)
                marks = {"disabled": not fits, "title": reason}
                if isinstance(field, TextElement):  # a finger sees no title: in a list the name has it with it
                    name = value_name(self._tr, choice, value)
                    field.set_text(name if reason is None else self._tr.labelled(name, reason))
                if now != self._now[choice.key]:
                    marks["selected" if field.tag == "option" else "checked"] = value == now
                if any(field.props.get(key) != mark for key, mark in marks.items()):
                    field.props.update(marks)
                    field.update()
            other, self._now[choice.key] = now != self._now[choice.key], now
            before[choice.key] = now
            if other and choice.key in self._beside:
                self._beside[choice.key]()


def _options(names: Mapping[str, str], chosen: str) -> dict[str, Element]:
    options: dict[str, Element] = {}
    for value, name in names.items():
        options[value] = option = text("option", name)
        option.props.update({"value": value, **({"selected": True} if value == chosen else {})})
    return options


def radio_row(
    name: str,
    legend: str,
    values: Mapping[str, str],
    chosen: str,
    classes: str = "",
    hints: Mapping[str, str] = {},
    changed: Callable[[GenericEventArguments], None] | None = None,
) -> dict[str, Element]:
    """Buttons side by side of which one is pressed: values with their names. Returns their fields by value."""
    radios: dict[str, Element] = {}
    with ui.element("fieldset").classes("lobby-choice"):
        text("legend", legend)
        with ui.element("div").classes(f"lobby-values {classes}"):
            for value, words in values.items():
                with ui.element("label") as label:
                    if value in hints:
                        label.props["title"] = hints[value]
                    radios[value] = radio = ui.element("input")
                    radio.props.update({"type": "radio", "name": name, "value": value})
                    if value == chosen:
                        radio.props["checked"] = True
                    if changed is not None:
                        radio.on("change", changed, js_handler=EMIT_VALUE)
                    testid(radio, f"{name}-{value}")
                    text("span", words)
    return radios


def several_field(tr: Translator, several: MultipleChoice, chosen: list[str] | None = None) -> None:
    """Checkboxes, the first checked; nothing where there is only one value. The list follows the available values."""
    place = ui.element("div").classes("lobby-several")
    shown: dict[str, str] = {}

    def show() -> None:
        # Ticks are kept while the values are the same.
        values = several.now()
        if values == shown:
            return
        shown.clear()
        shown.update(values)
        place.clear()
        with place:
            if len(values) > 1:
                _boxes(tr, several.key, values, chosen or list(values)[:1])

    show()
    for game in registry.games:
        if game.packs is not None:  # packs may be among the choices
            game.packs.library.changed.subscribe(show)


def _boxes(tr: Translator, key: str, values: Mapping[str, str], chosen: list[str]) -> None:
    with ui.element("fieldset").classes("lobby-choice"):
        text("legend", tr(f"choice.{key}"))
        with ui.element("div").classes("lobby-values apart"):
            for value, name in values.items():
                with ui.element("label"):
                    box = ui.element("input")
                    box.props.update({"type": "checkbox", "name": key, "value": value, "checked": value in chosen})
                    testid(box, f"{key}-{value}")
                    text("span", name)


def value_name(tr: Translator, choice: Choice, value: str) -> str:
    """The name of a value: the game's, else the catalogue's; a value that is no longer offered is shown as it is."""
    names = {**choice.more(), **choice.names}
    if value in names:
        return names[value](tr.language)
    return tr(f"choice.{choice.key}.{value}") if value in choice.values else value


def chosen_value(choice: Choice, options: Json) -> str:
    """The value that gave a match this option; one that is no longer offered is returned as it is."""
    option: Any = options.get(choice.key)
    offered = next((value for value in choice.offered if choice.option(value) == option), None)
    return offered if offered is not None else str(option) if isinstance(option, str) else ""
