"""Questions and answers in words."""

from __future__ import annotations

from collections.abc import Sequence

from webapp.games.contract import Json
from webapp.games.hybris import card_words as cards
from webapp.games.hybris.chaos import Forecasts, percent
from webapp.games.hybris.mats import NUMERALS
from webapp.games.hybris.moments import frame
from webapp.games.hybris.names import Names, kind_of
from webapp.ui.tree import Child


def question(prompt: Json, names: Names) -> list[Child]:
    """The text of a question; empty where the catalogue has none."""
    key, params = f"prompt.{prompt['code']}", dict(prompt["params"])
    if not names.tr.has(key):
        return []
    return [names.say(key, params)]


def option(command: Json, names: Names) -> str:
    """A command in words; empty where the catalogue has none."""
    key = f"option.{_variant(command)}"
    if not names.tr.has(key):
        return ""
    return names.say(key, {**command, **_told(command, names)})


def _variant(command: Json) -> str:
    """The kind of a command, told apart by what it names or leaves out."""
    kind = str(command["kind"])
    match kind:
        case "activate" if command.get("then"):
            return "activate-then"
        case "activate" if command.get("bonus"):
            return "activate-bonus"
        case "activate" if command.get("to"):
            return "activate-to"
        case "influence" if command.get("temple") is not None:
            return f"influence-{'temple' if command['temple'] else 'plain'}"
        case "make" if command.get("tile"):
            return "make-tile"
        case "make" if not command.get("plan"):
            return "make-begin"
        case "fulfil" if command.get("count", 1) > 1:
            return "fulfil-more"
        case "attempt":
            return f"attempt-{'succeed' if command.get('succeed', True) else 'fail'}"
        case "intercept":
            return f"intercept-{'yes' if command['accept'] else 'no'}"
        case "choose":
            return f"choose-{_choice(command)}"
        case "spend-tokens":
            return f"spend-tokens-{command.get('for') or 'begin'}"
    return kind


def _choice(command: Json) -> str:
    """What sort of thing a choice is."""
    choice = command.get("choice")
    if isinstance(choice, dict):
        return "task"
    return ("cards" if choice else "no-cards") if isinstance(choice, list) else "thing"


def _told(command: Json, names: Names) -> Json:
    """Parameters of an answer's words that are made of several fields."""
    tr, pack = names.tr, names.pack
    match command["kind"]:
        case "activate":
            return {"place": _goes(command, names)} | (
                {"then": option(then, names)} if (then := command.get("then")) else {}
            )
        case "forgo":
            return {"place": _goes(command, names)}
        case "task":
            return {"what": cards.task(pack.tiles[command["tile"]].tasks[command["task"]], tr)}
        case "mk":
            row = pack.olympians[names.god(str(names.me))].mk.powers[command["power"]]
            return {"what": cards.gains(row.gain, tr), "price": names.amount("energy", row.energy)}
        case "premonition":
            return {"what": cards.gains(pack.premonitions[command["card"]].reward, tr)}
        case "pillar":
            return {"what": cards.gains(pack.pillars[command["pillar"]].gain, tr)}
        case "design":
            row = pack.technologies[command["technology"]]
            return {"price": names.amount("aegis", row.aegis), "vp": names.amount("vp", row.vp)}
        case "drain":
            return {"what": names.amount("aegis", drained(names))}
        case "fulfil":
            done = names.mats[str(names.me)]["improvements"]
            upto = done + command.get("count", 1)
            return {"numeral": NUMERALS[min(upto, len(NUMERALS)) - 1]}
        case "keep":
            return {"what": trial(command["card"], names)}
        case "choose" if isinstance(command.get("choice"), dict):
            its = command["choice"]
            return {"tile": its["tile"], "what": cards.task(pack.tiles[its["tile"]].tasks[its["task"]], tr)}
        case "research":
            return {"what": names.amount("vp", command.get("cubes", 0))}
        case "reward" if (its := frame(names, "reward")) is not None:
            return {"what": cards.gains(getattr(pack.rules, its["track"]).rewards[command["step"] - 1], tr)}
    return {}


def _goes(command: Json, names: Names) -> str:
    """Where an activation leads: the place named, else that of the token."""
    to = command.get("bonus") or command.get("to")
    if to:
        return names.place(to)
    seat, _, name = command["character"].partition("-")
    token = (names.view.get("tokens") or {}).get(name) if seat == names.me else None
    return names.place(token) if token else ""


def drained(names: Names) -> int:
    """The Aegis that the acting character drains, as the pack prints it for its kind, with what adds to it."""
    acting = names.view.get("acting")
    return int(getattr(names.pack.rules.drain, kind_of(acting))) if acting else 0


def wakes(command: Json, names: Names, forecasts: Forecasts) -> str:
    """What a command that gives Aegis may set off; empty for others."""
    n = drained(names) if command["kind"] == "drain" else 0
    chances = (forecasts.get(n) or {}).get("chances")
    if not n or not chances:
        return ""
    return names.tr(
        "chaos.wakes",
        moves=percent(chances.get("progress")),
        momentum=percent(chances.get("momentum")),
        loose=percent(chances.get("unleashed")),
        reaches=percent(chances.get("reaches")),
    )


def trial(card: str, names: Names) -> str:
    """An Exploration card in a line: its conditions, what success and failure bring."""
    row = names.pack.adventures.get(card)
    if row is not None:
        needs, wins = row.success, names.module(card)
    else:
        row = names.pack.events[card]
        needs, wins = row.conditions, cards.gains(row.success, names.tr)
    failure = cards.gains(row.failure, names.tr)
    return names.tr("attempt.line", needs=cards.prices(needs, names.tr), wins=wins, failure=failure)


def chance_line(forces: Json | None, names: Names) -> str:
    """An Interception in a line: both sums, and the share of Chaos's cards that would be beaten."""
    if not forces:
        return ""
    own, foe = forces["own"], forces["foe"]
    return names.tr(
        "intercept.line", own=own["total"], most=own.get("most", own["total"]), foe=foe["total"],
        chance=percent(forces.get("chance")),
    )  # fmt: skip


def line(command: Json, names: Names) -> str:
    """One line about a form as it stands."""
    tr = names.tr
    match command["kind"]:
        case "plan":
            bears = [f"{names.character(id)} → {names.place(place)}" for id, place in command["tokens"].items()]
            return ", ".join(bears) or tr("form.no-tokens")
        case "discard" | "choose" | "attempt" | "task":
            named = command.get("cards") or command.get("discard") or command.get("choice") or ()
            return ", ".join(names.card(it) for it in named) if isinstance(named, list) else ""
        case "exhaustion":
            return tr("form.aegis-to-pay", what=names.amount("aegis", len(command["keep"])))
    return ""


def confirm(command: Json, names: Names) -> str:
    """The words of the button that sends a form."""
    key = f"confirm.{command['kind']}"
    return names.tr(key) if names.tr.has(key) else option(command, names) or str(command["kind"])


def offered(row: Json, rows: Sequence[Json]) -> bool:
    """Whether an option has a button: of those that cannot be had only actions, not each thing that they could name."""
    kind = row["command"]["kind"]
    if row["legal"]:
        return True
    if kind in ("task", "premonition", "mk", "spend-tokens", "forgo", "activate"):
        return False
    alike = [it for it in rows if it["command"]["kind"] == kind]
    return not any(it["legal"] for it in alike) and alike[0] is row
