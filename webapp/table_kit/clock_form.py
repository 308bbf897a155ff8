"""The form fields for clocks and for abandoned tables."""

from __future__ import annotations

from collections.abc import Mapping

from nicegui import ui

from webapp.i18n import Translator
from webapp.table_kit.clocks import MINUTE
from webapp.tables.abandonment import ABANDON_S, ADJOURN_S
from webapp.ui.fields import label_for
from webapp.ui.theme import testid, text

BANKS = (0, 15, 30, 45, 60, 90, 120)
"""The choices of the bank, in minutes."""
INCREMENTS = (0, 5, 10, 20, 30)
LIMITS = (0, 30, 60, 120, 300)
"""The choices of the limit and the increment, in seconds."""
OUTS = ("answer", "loss")

FIELDS = {"clock-bank": BANKS, "clock-increment": INCREMENTS, "clock-limit": LIMITS}


def clock_fields(tr: Translator) -> None:
    """The fields of the form; no clock is chosen."""
    names = {
        "clock-bank": lambda n: tr("clock.minutes", n=n),
        "clock-increment": lambda n: tr("clock.seconds", n=n),
        "clock-limit": lambda n: tr("clock.seconds", n=n),
    }
    with ui.element("div").classes("lobby-clock"):
        for key, values in FIELDS.items():
            with ui.element("div"):
                _select(key, tr(f"clock.{key}"), {str(n): names[key](n) if n else tr("clock.none") for n in values})
        with ui.element("div"):
            _select("clock-out", tr("clock.clock-out"), {out: tr(f"clock.then-{out}") for out in OUTS})


def unattended(tr: Translator) -> str:
    """The fate of a table without its players, as a sentence."""
    return tr("clock.unattended", minutes=int(ADJOURN_S // MINUTE), days=int(ABANDON_S // 86_400))


def agreed_clock(form: Mapping[str, str]) -> dict[str, int | str]:
    """The time limits in the form, as fields of :class:`webapp.tables.TableSettings`."""
    chosen = {key: _number(form.get(key, ""), values) for key, values in FIELDS.items()}
    return {
        "clock_bank": chosen["clock-bank"] * MINUTE,
        "clock_increment": chosen["clock-increment"] if chosen["clock-bank"] else 0,
        "clock_limit": chosen["clock-limit"],
        "clock_out": "loss" if form.get("clock-out") == "loss" else "answer",
    }


def _number(form: str, values: tuple[int, ...]) -> int:
    return next((n for n in values if str(n) == form), 0)


def _select(key: str, label: str, values: Mapping[str, str]) -> None:
    label_for(label, key)
    with ui.element("select").classes("lobby-field") as field:
        field.props.update({"id": key, "name": key})
        testid(field, key)
        for value, words in values.items():
            text("option", words).props["value"] = value
