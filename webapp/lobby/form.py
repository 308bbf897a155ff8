"""The form that makes a table: the match's choices, the packs, who plays, what is agreed."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from nicegui import events, ui

from rules.kernel.refusals import Refused
from webapp.games.contract import Game
from webapp.i18n import Translator
from webapp.lobby.clock_form import agreed_clock, clock_fields, unattended
from webapp.packs.library import library
from webapp.people.names import tidy_name
from webapp.store import StoreProblem
from webapp.tables import Choice, Settings, Several, registry
from webapp.tables.create import make
from webapp.ui.fields import EMIT_FORM, label_for, refusal_text, text_field
from webapp.ui.theme import testid, text

TABLE_NAME_LENGTH = 40

PASSWORD_LENGTH = 60

FIRST_CHOICES = 3
"""So many choices of the match are shown at once; the others, and what else is agreed, behind a fold."""

FEW = 4
"""So many values are shown as buttons side by side."""


AGREED = ("takeback", "spectators", "bots")
"""What is agreed by yes or no, fields of :class:`Settings`; yes where nothing is said."""


def new_table(tr: Translator, say: Callable[[str], None]) -> None:
    """The form that makes a table."""
    game = next(iter(registry.games))

    async def create(event: events.GenericEventArguments) -> None:
        wanted: dict[str, Any] = event.args if isinstance(event.args, dict) else {}
        said = {key: value for key, value in wanted.items() if isinstance(value, str)}
        passwords = [said.get(f"{what}-password", "")[:PASSWORD_LENGTH] for what in ("seat", "watch")]
        name = tidy_name(said.get("name", ""), TABLE_NAME_LENGTH)
        try:
            table = await make(game, said, name, agreed(said), *passwords)
        except StoreProblem as problem:
            say(tr("refusal.not-kept", **problem.params))
        except Refused as refused:
            say(refusal_text(tr, refused.refusal))
        else:
            bot = said.get("company", "")
            refusal = await table.seat_bot(table.seat_keys[-1], bot) if bot in game.bots else None
            say("" if refusal is None else refusal_text(tr, refusal))

    with ui.element("form").classes("panel lobby-form").on("submit", create, js_handler=EMIT_FORM) as form:
        testid(form, "new-table-form")
        text("h2", tr("lobby.new-table"))
        label_for(tr("lobby.table-name"), "table-name")
        field = text_field("table-name", "", TABLE_NAME_LENGTH)
        field.props["name"] = "name"
        field.props["placeholder"] = tr("lobby.optional")
        _company(tr, game)
        for choice in game.choices[:FIRST_CHOICES]:
            _choice(tr, choice, game=game)
        for several in game.several:
            _several(tr, several)
        with ui.element("details").classes("lobby-more"):
            testid(text("summary", tr("lobby.more")), "more")
            for choice in game.choices[FIRST_CHOICES:]:
                _choice(tr, choice, game=game)
            for key in AGREED:
                _choice(tr, Choice(key, ("yes", "no")), "agreed")
            clock_fields(tr)
            for what in ("seat", "watch"):
                label_for(tr(f"lobby.{what}-password"), f"{what}-password")
                field = text_field(f"{what}-password", "", PASSWORD_LENGTH)
                field.props.update({"name": f"{what}-password", "autocomplete": "off", "placeholder": tr("lobby.none")})
            text("p", unattended(tr), "lobby-unattended")
        button = text("button", tr("lobby.make"), "btn main accent")
        button.props["type"] = "submit"
        testid(button, "new-table")


def agreed(said: Mapping[str, str]) -> Settings:
    """What the form says about the table besides its match."""
    time: dict[str, Any] = agreed_clock(said)
    return Settings(
        **time,
        takeback=said.get("takeback") != "no",
        spectators=said.get("spectators") != "no",
        bots=said.get("bots") != "no",
        hotseat=said.get("company") == "hotseat",
    )


def _company(tr: Translator, game: Game) -> None:
    """Who plays: two at their own screens, two at one, or one and a bot."""
    names = {key: tr(f"company.{key}") for key in ("two", "hotseat")}
    names |= {key: tr("company.bot", name=name) for key, name in game.bots.items()}
    with ui.element("fieldset").classes("lobby-choice"):
        text("legend", tr("company.who"))
        with ui.element("div").classes("lobby-values pairs"):
            for n, (key, name) in enumerate(names.items()):
                with ui.element("label") as label:
                    label.props["title"] = tr(f"company.{key}-what")
                    radio = ui.element("input")
                    radio.props.update(
                        {"type": "radio", "name": "company", "value": key, **({"checked": True} if n == 0 else {})}
                    )
                    testid(radio, f"company-{key}")
                    text("span", name)


def _choice(
    tr: Translator, choice: Choice, prefix: Literal["choice", "agreed"] = "choice", *, game: Game | None = None
) -> None:
    """One choice of the form, its first value chosen: a row of radio buttons, or a list where there are many."""
    values = choice.offered
    if len(values) > FEW:
        label_for(tr(f"choice.{choice.key}"), f"choice-{choice.key}")
        with ui.element("select").classes("lobby-field") as field:
            field.props.update({"id": f"choice-{choice.key}", "name": choice.key})
            testid(field, choice.key)
            for value in values:
                text("option", value_name(tr, choice, value)).props["value"] = value
        aside = game.screens.aside(choice) if game is not None else None
        if aside is not None:
            aside(tr, field)
        return
    with ui.element("fieldset").classes("lobby-choice"):
        text("legend", tr(f"choice.{choice.key}") if prefix == "choice" else tr(f"agreed.{choice.key}"))
        with ui.element("div").classes("lobby-values"):
            for value in values:
                with ui.element("label"):
                    radio = ui.element("input")
                    radio.props.update({"type": "radio", "name": choice.key, "value": value})
                    testid(radio, f"{choice.key}-{value}")
                    if value == values[0]:
                        radio.props["checked"] = True
                    text("span", value_name(tr, choice, value) if prefix == "choice" else tr(f"agreed.{value}"))


def _several(tr: Translator, several: Several) -> None:
    """Boxes to tick, the first ticked; nothing where there is but one. The list follows what there is."""
    place = ui.element("div").classes("lobby-several")
    shown: dict[str, str] = {}

    def show() -> None:
        # Whoever has ticked something keeps it while nothing comes or goes.
        values = several.now()
        if values == shown:
            return
        shown.clear()
        shown.update(values)
        place.clear()
        with place:
            if len(values) > 1:
                _boxes(tr, several.key, values)

    show()
    library.changed.subscribe(show)


def _boxes(tr: Translator, key: str, values: Mapping[str, str]) -> None:
    with ui.element("fieldset").classes("lobby-choice"):
        text("legend", tr(f"choice.{key}"))
        with ui.element("div").classes("lobby-values apart"):
            for n, (value, name) in enumerate(values.items()):
                with ui.element("label"):
                    box = ui.element("input")
                    box.props.update({"type": "checkbox", "name": key, "value": value, "checked": n == 0})
                    testid(box, f"{key}-{value}")
                    text("span", name)


def value_name(tr: Translator, choice: Choice, value: str) -> str:
    """What a value is called: by the game, else by the catalogue; a value of another time keeps its own word."""
    names = {**choice.more(), **choice.names}
    if value in names:
        return names[value](tr.language)
    return tr(f"choice.{choice.key}.{value}") if value in choice.values else value
