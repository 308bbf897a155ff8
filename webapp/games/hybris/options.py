"""Questions and answers in words."""

from __future__ import annotations

from collections.abc import Sequence

from rules.hybris.packs import words as vocabulary
from webapp.games.contract import Json
from webapp.games.hybris import card_words as cards
from webapp.games.hybris.chaos import Forecasts
from webapp.games.hybris.mats import NUMERALS
from webapp.games.hybris.moments import frame
from webapp.games.hybris.names import TOKENS, WORLD, Names, percent
from webapp.guide.hint_words import Whose, change
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
    if command["kind"] == "drain" and not drained(names):
        key = "option.drain-some"
    if not names.tr.has(key):
        return ""
    return names.say(key, {**command, **_composed(command, names)})


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


def _composed(command: Json, names: Names) -> Json:
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
        case "choose" if isinstance(command.get("choice"), dict):
            its = command["choice"]
            return {"tile": its["tile"], "what": cards.task(pack.tiles[its["tile"]].tasks[its["task"]], tr)}
        case "research":
            return {"what": names.amount("vp", command.get("cubes", 0))}
        case "reward" if (its := frame(names, "reward")) is not None:
            return {"what": cards.gains(getattr(pack.rules, its["track"]).rewards[command["step"] - 1], tr)}
    return {}


def _goes(command: Json, names: Names) -> str:
    """Where an activation leads: the place named, else that of the token, where it is known."""
    to = command.get("bonus") or command.get("to")
    if to:
        return names.place(to)
    seat = command["character"].partition("-")[0]
    token = next((row.get("token") for id, row in names.characters(seat) if id == command["character"]), None)
    return names.place(token) if token in TOKENS else ""


def drained(names: Names) -> int:
    """The Aegis that the acting character drains, by the engine's option; 0 where none is offered yet, or any more."""
    rows = (names.view.get("decision") or {}).get("options") or ()
    text = next((row["gives"] for row in rows if row["command"]["kind"] == "drain"), "")
    return sum(gain.n for gain in vocabulary.gains(text))


def gained_aegis(command: Json, names: Names) -> int:
    """The Aegis that a command gains for sure, as far as its card or place prints it."""
    pack = names.pack
    match command["kind"]:
        case "drain":
            return drained(names)
        case "premonition":
            text = pack.premonitions[command["card"]].reward
        case "pillar":
            text = pack.pillars[command["pillar"]].gain
        case "task" if _last(command, names):
            text = pack.tiles[command["tile"]].reward
        case "attempt":
            its = frame(names, "attempt") or {}
            row = pack.events.get(its.get("card", ""))
            text = "" if row is None else row.success if command["succeed"] else row.failure
        case "reward" if its := frame(names, "reward") or {}:
            text = getattr(pack.rules, its["track"]).rewards[command["step"] - 1]
        case _:
            return 0
    return sum(gain.n for gain in vocabulary.gains(text) if gain.gain == "aegis")


def _last(command: Json, names: Names) -> bool:
    """Whether a Task is the last of its tile, which is activated then (TIL-5)."""
    its = names.mats[str(names.me)]["hangar"]["tiles"].get(command["tile"]) or {"tasks": ()}
    return len(its["tasks"]) + 1 == len(names.pack.tiles[command["tile"]].tasks)


def worst(command: Json, names: Names, forecasts: Forecasts) -> Json | None:
    """The farthest that a command may bring Chaos: `{"space", "reaches"}`; None where it wakes nothing."""
    rows = (forecasts.get(gained_aegis(command, names)) or {}).get("rows")
    if not rows:
        return None
    return {"space": max(row["space"] for row in rows), "reaches": any(row["reaches"] for row in rows)}


def wakes_shortly(command: Json, names: Names, forecasts: Forecasts) -> str:
    """What a command that gives Aegis may set off, as it stands on its button."""
    chances = (forecasts.get(gained_aegis(command, names)) or {}).get("chances")
    if not chances:
        return ""
    moves, reaches = percent(chances.get("progress")), percent(chances.get("reaches"))
    return names.tr("chaos.wakes-shortly", moves=moves, reaches=reaches)


def tokens_left(names: Names) -> str:
    """That a seat which passes still bears tokens (ACT-2)."""
    n = sum(1 for _, row in names.characters(str(names.me)) if row.get("token"))
    return names.tr.plural("pass.tokens", n) if n else ""


ASKED = ("commit", "intercept", "choice")
"""What a question leaves open; all else that is open is seen then, and cannot be taken back."""


def follows(rows: Sequence[Json], names: Names) -> str:
    """The certain effects of a command by the engine's preview, the own ones first, and what it leaves open."""
    tr, parts = names.tr, list[str]()
    for row in sorted((effect for effect in rows if "word" in effect), key=lambda effect: effect["seat"] != names.me):
        n = row["to"] - row["from"]
        if row["seat"] is None and row["word"] in ("space", "momentum"):
            continue
        what = row["word"] if tr.has(f"gain.{row['word']}") else ""
        change = f"{'+' if n > 0 else '−'} {names.amount(what, abs(n))}" if what else ""
        own = row["seat"] in (names.me, None)
        parts += [change if own else f"{names.player(row['seat'])} {change}"] if change else []
    asks = [tr(f"follows.{row['open']}") for row in rows if row.get("open") and tr.has(f"follows.{row['open']}")]
    sure = tr("follows.sure", what=", ".join(parts)) if parts else ""
    shown = tr("follows.open", what=", ".join(asks)) if asks else ""
    final = tr("follows.final") if any(row.get("open", ASKED[0]) not in ASKED for row in rows) else ""
    return " ".join(part for part in (sure, shown, final) if part)


def wakes(command: Json, names: Names, forecasts: Forecasts) -> str:
    """What a command that gives Aegis may set off; empty for others."""
    chances = (forecasts.get(gained_aegis(command, names)) or {}).get("chances")
    if not chances:
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


SHARED = ("cities", "momentum")
"""The figures of hints that are everybody's."""


def advised(command: Json, names: Names) -> str:
    """An answer in words that say all of it, away from the form where it is given."""
    if command["kind"] == "plan":
        return _bearers(command, names) or names.tr("form.no-tokens")
    if command["kind"] == "commit":
        return names.tr("hint.commit", what=names.committed(command))
    return option(command, names)


def reason(row: Json, names: Names, seat: str) -> str:
    """A reason for an answer (`rules.hybris.bots`): what was computed exactly, or the mean change of a figure. `seat`:
    whose answer it is, empty for the reader's."""
    code, params = row["code"], row["params"]
    if "by" not in params:
        shown = {key: percent(value) if code == "wakes" else value for key, value in params.items()}
        return names.tr(f"reason.{code}", **shown)
    what = code.removeprefix("rival_")
    whose: Whose = "shared" if what in SHARED else "own" if what == code else "theirs"
    what_by_age = names.tr("reason.by-age", what=names.tr(f"word.{what}"))
    return change(what_by_age, params, whose, names.tr, _of_whom(whose, names, seat))


def _of_whom(whose: Whose, names: Names, seat: str) -> str:
    """Whose a figure is, where it is not said of the reader or of the one other side."""
    others = [other for other in names.mats if other != (seat or names.me)]
    if whose == "theirs":
        return names.tr("reason.best-of-others") if len(others) > 1 else names.player(others[0]) if seat else ""
    return names.player(seat) if seat and whose == "own" else ""


def chance_line(forces: Json | None, names: Names) -> str:
    """An Interception in a line: both sums, and the share of Chaos's cards that would be beaten."""
    if not forces:
        return ""
    own, foe = forces["own"], forces["foe"]
    return names.tr(
        "intercept.line", own=own["total"], most=own.get("most", own["total"]), foe=foe["total"],
        chance=percent(forces.get("chance")),
    )  # fmt: skip


def forces_line(forces: Json | None, names: Names) -> str:
    """Both sums of a Combat in a line as far as its seat may know them: against Chaos, what would come of it; in a
    Fight, how far the foe may come (COM-4)."""
    if not forces or "own" not in forces:
        return ""
    if forces.get("chance") is not None:
        return chance_line(forces, names)
    own, foe = forces["own"], forces["foe"]
    end = "to" if foe["most"] != foe["total"] else "wins" if own["total"] > foe["total"] else "loses"
    return names.tr(f"combat.line-{end}", own=own["total"], most=own["most"], foe=foe["total"], worst=foe["most"])


def _bearers(command: Json, names: Names) -> str:
    """Who of a plan goes where, in the order of the seat's characters, in whatever order it was made."""
    tokens: Json = command["tokens"]
    seats = {id.partition("-")[0] for id in tokens}
    order = [id for seat in sorted(seats) for id, _ in names.characters(seat) if id in tokens]
    return ", ".join(f"{names.character(id)} → {names.place(tokens[id])}" for id in order)


def line(command: Json, names: Names) -> str:
    """One line about a form as it stands."""
    tr = names.tr
    match command["kind"]:
        case "plan":
            wall = names.view["chaos"]["space"] >= names.pack.rules.spaces and WORLD in command["tokens"].values()
            risk = f". {tr('plan.at-stake')}" if wall else ""
            return _bearers(command, names) + risk or tr("form.no-tokens")
        case "discard" | "choose" | "attempt" | "task":
            named = command.get("cards") or command.get("discard") or command.get("choice") or ()
            return ", ".join(names.card(card) for card in named) if isinstance(named, list) else ""
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
    alike = [other for other in rows if other["command"]["kind"] == kind]
    return not any(other["legal"] for other in alike) and alike[0] is row
