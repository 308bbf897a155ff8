"""The fields for a match's options, in the form of a new table and at a table until its match begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nicegui import ui

from webapp.games.contract import Choice, Game, Json, MultipleChoice
from webapp.i18n import Translator
from webapp.tables import registry
from webapp.ui.fields import label_for
from webapp.ui.theme import testid, text

FEW = 4
"""The most values that are shown as buttons side by side."""


def choice_field(tr: Translator, game: Game, choice: Choice, chosen: str = "") -> None:
    """One choice of a game: a row of radio buttons, or a list where there are many. `chosen`: the value at first;
    without it the choice's default."""
    values = choice.offered
    chosen = chosen if chosen in values else choice.default
    if len(values) <= FEW:
        names = {value: value_name(tr, choice, value) for value in values}
        radio_row(choice.key, tr(f"choice.{choice.key}"), names, chosen)
        return
    label_for(tr(f"choice.{choice.key}"), f"choice-{choice.key}")
    with ui.element("select").classes("lobby-field") as field:
        field.props.update({"id": f"choice-{choice.key}", "name": choice.key})
        testid(field, choice.key)
        _options(tr, choice, [value for value in values if value not in choice.advanced], chosen)
        if advanced := [value for value in values if value in choice.advanced]:
            with ui.element("optgroup") as group:
                group.props["label"] = tr("lobby.advanced")
                _options(tr, choice, advanced, chosen)
    if choice.aside is not None:
        choice.aside(tr, field)


def _options(tr: Translator, choice: Choice, values: Sequence[str], chosen: str) -> None:
    for value in values:
        option = text("option", value_name(tr, choice, value))
        option.props.update({"value": value, **({"selected": True} if value == chosen else {})})


def radio_row(
    name: str, legend: str, values: Mapping[str, str], chosen: str, classes: str = "", hints: Mapping[str, str] = {}
) -> None:
    """Buttons side by side of which one is pressed: values with their names."""
    with ui.element("fieldset").classes("lobby-choice"):
        text("legend", legend)
        with ui.element("div").classes(f"lobby-values {classes}"):
            for value, words in values.items():
                with ui.element("label") as label:
                    if value in hints:
                        label.props["title"] = hints[value]
                    radio = ui.element("input")
                    radio.props.update({"type": "radio", "name": name, "value": value})
                    if value == chosen:
                        radio.props["checked"] = True
                    testid(radio, f"{name}-{value}")
                    text("span", words)


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
