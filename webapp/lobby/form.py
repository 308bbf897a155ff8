"""The page of a new table, with its form: the game, its options, the players, the settings."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from nicegui import events, ui

from rules.kernel.contract import HINTS
from rules.kernel.refusals import Refusal, Refused
from webapp.base.typed_text import tidy_name
from webapp.games.contract import Game
from webapp.i18n import Translator, translator
from webapp.lobby.your_name import Announce
from webapp.people.visitors import visitors
from webapp.plates.addresses import cover
from webapp.store import StoreProblem
from webapp.table_kit.choice_fields import EMIT_VALUE, ChoiceFields, radio_row, several_field
from webapp.table_kit.clock_form import agreed_clock, clock_fields, unattended
from webapp.table_kit.plain_texts import presence_words, strength
from webapp.tables import Table, TableSettings, registry
from webapp.tables.create import against_bots, make, players_of
from webapp.ui.fields import EMIT_FORM, label_for, refusal_text, text_field
from webapp.ui.intents import message
from webapp.ui.theme import testid, text

TABLE_NAME_LENGTH = 40

PASSWORD_LENGTH = 60

FIRST_CHOICES = 3
"""The number of choices that are shown at once; the others, and the settings, are folded."""

AGREED = ("takeback", "spectators", "bots")
"""The settings that are yes or no, fields of :class:`TableSettings`; yes by default."""

# The name is read where it is typed, at the moment it is needed: no press can overtake it.
TYPED = "  said['your-name'] = document.getElementById('your-name').value;\n"
EMIT_NEW_TABLE = EMIT_FORM.replace("  emit(said)", TYPED + "  emit(said)")
EMIT_NAME = "() => emit(document.getElementById('your-name').value)"


class NewTableForm:
    """The form of one page; `game`: the one chosen at first. `say` shows why no table was made."""

    def __init__(self, tr: Translator, session: str, say: Announce, game: str = "") -> None:
        self._tr = tr
        self._session = session
        self._say = say
        self._client = ui.context.client
        self._games = list(registry.games)
        self._game = registry.games.get(game) or self._games[0]
        self._making = asyncio.Lock()
        self._made: tuple[dict[str, str], Table] | None = None
        """The last form sent, and the table that it made: sent again, it makes no other while that one is untouched."""
        with (
            ui.element("form").classes("panel lobby-form").on("submit", self._create, js_handler=EMIT_NEW_TABLE) as form
        ):
            testid(form, "new-table-form")
            self._choose_game()
            with ui.element("div").classes("lobby-game-form") as self._of_game:
                self._fields()

    # Fields

    def _choose_game(self) -> None:
        """The games, each with picture, line, players and minutes; the first is chosen."""
        with ui.element("fieldset").classes("lobby-choice lobby-games"):
            text("legend", self._tr("lobby.game"))
            for game in self._games:
                with ui.element("label").classes("lobby-game"):
                    radio = ui.element("input").on("change", self._choose, js_handler=EMIT_VALUE)
                    radio.props.update({"type": "radio", "name": "game", "value": game.key})
                    if game is self._game:
                        radio.props["checked"] = True
                    testid(radio, f"game-{game.key}")
                    with ui.element("span"):
                        self._card(game)

    def _card(self, game: Game) -> None:
        tr = self._tr
        its = tr.of(game.key)
        if address := cover(game.key, "small"):
            picture = ui.element("img")
            picture.props.update({"src": address, "alt": ""})
        with ui.element("span").classes("lobby-game-words"):
            text("strong", its("game.name"), "name")
            text("span", its("game.line"))
            text("span", facts(game, tr), "muted")

    def _fields(self) -> None:
        """The fields for the choices of the game."""
        game, tr = self._game, translator(self._tr.language, self._game.key)
        label_for(tr("lobby.table-name"), "table-name")
        field = text_field("table-name", "", TABLE_NAME_LENGTH)
        field.props.update({"name": "name", "placeholder": tr("lobby.optional")})
        _company(tr, game)
        fields = ChoiceFields(tr, game)
        for choice in game.choices[:FIRST_CHOICES]:
            fields.field(choice)
        for several in game.several:
            several_field(tr, several)
        with ui.element("details").classes("lobby-more"):
            testid(text("summary", tr("lobby.more")), "more")
            for choice in game.choices[FIRST_CHOICES:]:
                fields.field(choice)
            answers = {value: tr(f"agreed.{value}") for value in ("yes", "no")}
            for key in AGREED:
                radio_row(key, tr(f"agreed.{key}"), answers, "yes")
            if HINTS in game.queries:
                radio_row(HINTS, tr("agreed.hints"), answers, "no")
            clock_fields(tr)
            for what in ("seat", "watch"):
                label_for(tr(f"lobby.{what}-password"), f"{what}-password")
                field = text_field(f"{what}-password", "", PASSWORD_LENGTH)
                field.props.update({"name": f"{what}-password", "autocomplete": "off", "placeholder": tr("lobby.none")})
            text("p", unattended(tr), "lobby-unattended")
        button = text("button", tr("lobby.make"), "btn main accent")
        button.props["type"] = "submit"
        testid(button, "new-table")

    # Presses

    def _choose(self, event: events.GenericEventArguments) -> None:
        wanted = next((game for game in self._games if game.key == event.args), None)
        if wanted is None or wanted is self._game:
            return
        self._game = wanted
        self._of_game.clear()
        with self._of_game:
            self._fields()

    async def _create(self, event: events.GenericEventArguments) -> None:
        wanted = message(event)
        chosen = {key: value for key, value in wanted.items() if isinstance(value, str)}
        # One after the other: of two presses the second finds what the first has made.
        async with self._making:
            if self._made is not None and self._made[0] == chosen and _untouched(table := self._made[1]):
                self._say(self._tr("lobby.made-already", code=table.code), refused=False)
                self._show(table)
                return
            try:
                table = await self._make(chosen)
            except StoreProblem as problem:
                self._say(self._tr("refusal.not-kept", **problem.params))
                return
            except Refused as refused:
                self._say(refusal_text(self._tr.of(self._wanted(chosen).key), refused.refusal))
                return
            self._made = chosen, table
            refusal = await self._seated(table, chosen.get("company", ""), chosen.get("your-name", ""))
            if refusal is None:
                self._say(self._tr("lobby.made", code=table.code), refused=False)
            else:
                self._say(refusal_text(self._tr, refusal))
            self._show(table)

    def _wanted(self, form: Mapping[str, str]) -> Game:
        return registry.games.get(form.get("game", "")) or self._game

    async def _make(self, form: Mapping[str, str]) -> Table:
        game = self._wanted(form)
        passwords = [form.get(f"{what}-password", "")[:PASSWORD_LENGTH] for what in ("seat", "watch")]
        return await make(
            game,
            form,
            tidy_name(form.get("name", ""), TABLE_NAME_LENGTH),
            agreed(form),
            *passwords,
            by=self._session,
        )

    async def _seated(self, table: Table, company: str, typed: str) -> Refusal | None:
        """Against bots: gives the creator the seat of a lone person, and bots all others."""
        if company not in table.game.bots:
            return None
        return await against_bots(table, company, self._session, await self._name(typed))

    async def _name(self, typed: str) -> str:
        """The name typed in this browser, or stored before; stores it. A name is not required."""
        if tidy_name(typed):
            await visitors.rename(self._session, typed)
        return tidy_name(typed) or visitors.get(self._session).name or self._tr("lobby.guest")

    def _show(self, table: Table) -> None:
        """Opens the table; with the invitation, where others are to come to it."""
        invites = not table.settings.hotseat and any(seat.free for seat in table.seats.values())
        self._client.open(f"/table/{table.code}{'?invite' if invites else ''}")


def facts(game: Game, tr: Translator) -> str:
    """The players and the minutes of a game, as a line."""
    fewest, most = players_of(game)
    parts = [tr("lobby.players", n=fewest) if fewest == most else tr("lobby.players-to", n=fewest, most=most)]
    return " · ".join([*parts, *([tr("lobby.minutes", n=game.minutes)] if game.minutes else [])])


def _untouched(table: Table) -> bool:
    """Whether nobody but its creator and bots has come to a table since it was made."""
    people = [seat for seat in table.seats.values() if not seat.free and not seat.house]
    return registry.get(table.code) is table and not table.begun and not table.settings.closed and len(people) <= 1


def agreed(form: Mapping[str, str]) -> TableSettings:
    """The settings in the form."""
    time: dict[str, Any] = agreed_clock(form)
    return TableSettings(
        **time,
        takeback=form.get("takeback") != "no",
        spectators=form.get("spectators") != "no",
        bots=form.get("bots") != "no",
        hints=form.get(HINTS) == "yes",
        hotseat=form.get("company") == "hotseat",
    )


def _company(tr: Translator, game: Game) -> None:
    """The field for the company: each on a screen of their own, all on one, or one against bots."""
    names = {key: tr(f"company.{key}") for key in ("two", "hotseat")}
    names |= {
        key: tr("company.bot", name=name, strength=presence_words(f"bot-{key}", tr)) for key, name in game.bots.items()
    }
    hints = {key: strength(key, tr) for key in names}
    radio_row("company", tr("company.who"), names, "two", "pairs", hints)
