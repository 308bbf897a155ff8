"""Commands in words, as their buttons and hints have them."""

from __future__ import annotations

from fractions import Fraction

from webapp.games.blade.names import Names
from webapp.games.contract import Json
from webapp.guide.hint_words import change


def text_key(command: Json) -> str:
    """The text of a command, told apart by what it names or leaves out."""
    kind = command["kind"]
    match kind:
        case "attack":
            return f"option.attack-{command['mode']}" + ("" if command.get("target") else "-begin")
        case "door":
            return f"option.door-{command['to']}"
        case "sacrifice" | "bodyguard" | "catch" if not command["by"]:
            return f"option.{kind}-nobody"
        case "last-blow" | "next-target" if not command["target"]:
            return f"option.{kind}-nobody"
        case "loot" if not command["take"]:
            return "option.loot-nothing"
        case "choose" if command["choice"] is None:
            return "option.choose-none"
        case "riposte":
            return f"option.riposte-{'yes' if command['strike'] else 'no'}"
        case "consent":
            return f"option.consent-{'yes' if command['agree'] else 'no'}"
        case "reroll":
            return f"option.reroll-{command.get('with') or 'gem'}"
        case "guard" if not command["gems"]:
            return "option.guard-item" if command.get("item") else "option.guard-none"
        case "guard" if command.get("item"):
            return "option.guard-with"
        case "move" if not command.get("path"):
            return "option.move-begin"
        case "throw" if not command.get("zone"):
            return "option.throw-begin"
    return f"option.{kind}"


def option(command: Json, names: Names) -> str:
    """A command in words."""
    if command["kind"] == "stances":
        return ", ".join(names.stance_of(names.called(id), stance) for id, stance in command["stances"].items())
    if command["kind"] == "series":
        texts = [option(row, names) for row in command["commands"] if row["kind"] != "end-activation"]
        return ", ".join(dict.fromkeys(texts))
    params = dict(command)
    path = command.get("path")
    if path:
        params["end"] = path[-1]
    if command["kind"] == "guard":
        params["gems"] = names.tr.plural("blade.gems", command.get("gems") or 0)
    if command["kind"] == "reroll":
        params["die"] = (command.get("die") or 0) + 1
    if command["kind"] == "choose":
        params["choice"] = (
            names.word(command["choice"]) if isinstance(command["choice"], str) else str(command["choice"])
        )
    link = link_of(command, names)
    if path and link is not None and names.tr.has(f"blade.by-{link['kind']}"):
        return names.tr(f"blade.by-{link['kind']}", end=names.called(path[-1]))
    key = text_key(command)
    here = names.standing.get(str(command.get("who")), "")
    if command["kind"] == "door" and here in names.doors.get(command["door"], ()):  # of two zones the other says which
        end = next(zone for zone in names.doors[command["door"]] if zone != here)
        return names.tr(key, door=names.tr("blade.door-to", end=names.called(end)))
    return names.say(key, params) if names.tr.has(key) else str(command["kind"])


def link_of(command: Json, names: Names) -> Json | None:
    """The link by which a walk is to end, where it names one: a leap, a drop, a wall that is smashed."""
    via = (command.get("via") or [None])[-1] if command["kind"] == "move" else None
    if via == "smash":
        return {"kind": via}
    return next((row for row in names.board.get("links", ()) if row["id"] == via), None)


def gems_apart(command: Json) -> int:
    """The gems laid on a command whose words do not tell them."""
    return 0 if command["kind"] == "guard" else int(command.get("gems") or 0)


def deed(command: Json, names: Names) -> str:
    """An answer with the hero who does it and how many gems are laid on it, for who reads it away from the board."""
    heroes = {hero for ids in names.view["players"].values() for hero in ids}
    rows = command["commands"] if command["kind"] == "series" else [command]
    deeds: dict[str, None] = {}
    actor: str | None = None
    for row in rows:
        if row["kind"] == "end-activation" and len(rows) > 1:
            continue
        words = option(row, names)
        if gems := gems_apart(row):
            words = f"{words} ({names.tr.plural('blade.gems', gems)})"
        if (who := row.get("who")) in heroes and who != actor:
            actor, words = who, names.tr.labelled(names.called(str(who)), words)
        deeds[words] = None
    return ", ".join(deeds)


def hint_reason(row: Json, names: Names) -> str:
    """A mean change of a figure (`rules.blade.bots.evaluation.figures`), whose name says which side it is of, in a
    sentence; empty for one that is not worth a word."""
    key = f"hint.change-{row['code']}"
    return change(names.tr(key), row["params"], "shared", names.tr) if names.tr.has(key) else ""


def percent(chance: str) -> str:
    """A chance in whole percent; only 0 and 1 are shown as 0 and 100."""
    exact = Fraction(chance)
    n = round(100 * exact)
    return f"{min(99, max(1, n)) if 0 < exact < 1 else n}\N{NO-BREAK SPACE}%"


def mean(number: str) -> float:
    """A mean as the engine writes it."""
    return float(Fraction(number))
