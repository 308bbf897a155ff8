"""What the prompt shows of a command begun: what an attack, a walk, a leap or a handling would give, by the engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from webapp.games.blade.hero_strips import dice_letters
from webapp.games.blade.labels import link_of, mean, option, percent
from webapp.games.blade.names import Names, clause
from webapp.games.blade.overlays import threat_words
from webapp.games.blade.questions import WOUNDS, BladeQuestion, key
from webapp.games.contract import Json
from webapp.table_kit.composer import CommandDraft
from webapp.table_kit.prompt import PromptContent
from webapp.ui.tree import Child, Node, el

MANIPULATIONS = ("handle", "door", "search-door", "throw")
"""The kinds of commands in which hands may fail (MNP-9, MNP-12)."""
AREAS = ("throw", "cast")
"""The kinds of commands that may strike a whole zone (ARE-1)."""
LIKELY = 0.75
"""A chance so great is worth an attempt."""
MOST_TARGETS = 4
"""The targets of which a prompt says what laid gems would do to them."""
RECKONED = 5
"""The numbers of gems whose chance to kill stands on their buttons; it takes long for many dice."""
FALLS = {"leap": "SKL-30", "drop": "FAL-4"}
"""The links on which somebody may fall, and their clauses."""
LITTLE = 0.02
"""What a gem must add to deaths or wounds to be worth more than `little use`."""


def attack(asked: BladeQuestion, draft: CommandDraft) -> PromptContent:
    """What each number of gems would give, all at once; of the one chosen the chance of each number of wounds."""
    names, tr, command = asked.names, asked.names.tr, draft.command
    if not draft.ready and draft.open[0] != "gems":
        return replace(asked.prompt, line=_by_target(asked, draft) or asked.prompt.line)
    asked = replace(asked, prompt=replace(asked.prompt, ways=[*_weapons(draft, names), *asked.prompt.ways]))
    if str(command["target"]).startswith("barricade:"):
        return manipulation(asked, draft)
    # of the number chosen first, as the others take long
    chosen = asked.ask("odds", {"attack": command}) if draft.ready else None
    answers, lost = _by_gems(asked, draft), _lost(asked, draft)
    if not draft.ready:
        return replace(asked.prompt, answers=answers, line=[*lost, *asked.prompt.line])
    words = tr("blade.strike-with", n=command["gems"]) if command.get("gems") else tr("blade.strike")
    drawn = histogram(chosen, command["target"], names) if chosen and "kills" in chosen else None
    ways, back = asked.prompt.ways, {"do": "back", "all": True}
    if lost and asked.decision["kind"] == "tile-act":
        ways = [*ways, el("button.btn.quiet.base-ends", tr("blade.move-first"), do=back, testid="move-first")]
    line = [*lost, *_would(chosen, command["target"], names)]
    return replace(asked.prompt, answers=[drawn, *answers, _confirm(words)], line=line, ways=ways)


def _by_gems(asked: BladeQuestion, draft: CommandDraft) -> list[Child]:
    """A button for each number of gems, with its chance to kill, or `…` while that is awaited."""
    numbers, known = _numbers(draft), list[Json]()
    for gems in numbers[:RECKONED]:
        odds = asked.ask("odds", {"attack": {**draft.command, "gems": gems}, "guards": False})
        if not odds or "kills" not in odds:
            break
        known.append(odds)
        if _sure(odds):
            break
    sure = bool(known) and _sure(known[-1])
    buttons: list[Child] = []
    for n, gems in enumerate(numbers):
        if n < len(known):
            chance = percent(known[n]["kills"])
            words = chance if n else asked.names.tr("blade.kills", chance=chance)  # the first says of what it is
            little = n > 0 and _gain(known[n - 1], known[n]) < LITTLE
        else:
            words, little = "" if sure or n >= RECKONED else "…", sure
        buttons.append(_gem_button(asked, draft, n + 1, gems, words, little=little))
    return buttons


def _sure(odds: Json) -> bool:
    """Whether an attack nearly always kills all that it can: further gems add nothing then, and are not reckoned."""
    return "2" not in odds["chain"] and mean(odds["kills"]) > 1 - LITTLE


def _gain(before: Json, odds: Json) -> float:
    """What an attack with a gem more would give: further deaths, by a sweep too, or wounds of who survives it."""
    deaths, fewer = (sum(map(mean, its["chain"].values())) for its in (odds, before))
    return max(deaths - fewer, mean(odds["mean"]["wounds"]) - mean(before["mean"]["wounds"]))


def _by_target(asked: BladeQuestion, draft: CommandDraft) -> list[Child]:
    """What the gems laid for an attack would do to each that it could be aimed at; figures of a unit that stand
    together are told once."""
    names, laid = asked.names, {**(draft.whole or {}), **draft.command, "items": draft.more.get("best", [])}
    if not draft.command.get("gems") or "target" not in draft.keys:
        return []
    told: dict[Any, str] = {}
    for target in (id for id, refusal in draft.keys["target"].items() if refusal is None):
        like = (names.figures.get(target, {}).get("unit", target), names.standing.get(target))
        if like not in told and len(told) < MOST_TARGETS:
            odds = asked.ask("odds", {"attack": {**laid, "target": target}, "guards": False})
            known = odds is not None and "kills" in odds
            told[like] = names.tr.labelled(names.called(target), percent(odds["kills"]) if known else "…")
    return [names.tr("blade.kills-whom", whom=" · ".join(told.values()))]


def manipulation(asked: BladeQuestion, draft: CommandDraft) -> PromptContent:
    """The chance that each number of gems has to succeed (MNP-9): at a lock, an object, a throw, a barricade."""
    names, tr, command = asked.names, asked.names.tr, draft.command
    numbers = _numbers(draft)
    if not numbers or (not draft.ready and draft.open[0] != "gems"):
        return asked.prompt
    odds = asked.ask("attempt", {"command": {**command, "gems": numbers[0]}})
    by_gems = (odds or {}).get("by_gems", {})
    answers: list[Child] = []
    for n, gems in enumerate(numbers, 1):
        chance = by_gems.get(str(gems))
        words = tr("blade.succeeds", chance=percent(chance)) if chance else "" if odds else "…"
        answers.append(_gem_button(asked, draft, n, gems, words))
    line: list[Child] = [*_lost(asked, draft), *asked.prompt.line]
    if odds:
        line.append(tr("blade.needed", n=odds["difficulty"]))
        line += [" ", tr("blade.hindered", n=odds["hindering"]), " ", clause("HIN-4")] if odds["hindering"] else []
    if draft.ready:
        answers.append(_confirm(names.say("blade.try-with", {"n": command["gems"]})))
    return replace(asked.prompt, answers=answers, line=line)


def struck_by(command: Json, ask: Callable[..., Any]) -> Json | None:
    """The zone of an area attack and its victims, once it is aimed; None for any other command."""
    if command["kind"] not in AREAS or not command.get("zone"):
        return None
    answer: Json | None = ask("victims", {"command": {key: value for key, value in command.items() if key != "gems"}})
    return answer if answer and answer["area"] else None


def victims(asked: BladeQuestion, draft: CommandDraft) -> list[Child]:
    """Whom an area attack would strike, one's own side first and marked (ARE-1)."""
    names, area = asked.names, struck_by(draft.command, asked.ask)
    if not area:
        return []
    zone = names.called(area["zone"])
    if not area["victims"]:
        return [names.tr("blade.victims-none", zone=zone), " ", clause("ARE-1"), " "]
    listed: list[Child] = []
    for row in area["victims"]:
        listed += [", "] if listed else []
        who = names.called(row["who"])
        listed.append(el("strong.is-friend", names.tr("blade.victim-friend", who=who)) if row["friend"] else who)
    return [names.tr("blade.victims", zone=zone), " ", *listed, " ", clause("ARE-1"), " "]


def chances(rows: Sequence[Json], names: Names, ask: Callable[..., Any]) -> dict[str, str]:
    """Of each thing that could be opened or handled now, the fewest gems that will mostly do, with their chance."""
    best_by_thing: dict[str, str] = {}
    for row in rows:
        command = row["command"]
        thing = command.get("object") or command.get("door")
        if row["legal"] and "gems" in row.get("needs", ()) and command["kind"] in ("handle", "door") and thing:
            odds = ask("attempt", {"command": {**command, "gems": 1}}) or {}
            by_gems = odds.get("by_gems", {})
            best = next(
                (gems for gems, chance in by_gems.items() if mean(chance) >= LIKELY), next(reversed(by_gems), None)
            )
            if best is not None:
                best_by_thing.setdefault(str(thing), f"{best} ◆ {percent(by_gems[best])}")
    return best_by_thing


def _numbers(draft: CommandDraft) -> list[int]:
    """The numbers of gems that a command begun may be given with."""
    return [int(die) for die in draft.more.get("gems", ())]


def _gem_button(
    asked: BladeQuestion, draft: CommandDraft, n: int, gems: int, chance: str, *, little: bool = False
) -> Node:
    """The button of a number of gems. `chance`: what it would give; `little`: next to nothing more than one less."""
    label = [
        el("span.guard-gems", f"{gems} ◆"),
        el("small", chance) if chance else None,
        el("small.muted", asked.names.tr("blade.little")) if little else None,
        key(n),
    ]
    pressed = None if not draft.ready else str(draft.command.get("gems") == gems).lower()
    marks: Json = {"hot": str(n), "testid": f"pick-{gems}", "data_thing": str(gems), "aria_pressed": pressed}
    do = {"do": "begin", "command": {**draft.command, "gems": gems}}
    return el("button.btn.brief.gem-pick", label, do=do, cls="is-little" if little else None, **marks)


def _confirm(action: str) -> Node:
    label: list[Child] = [el("span", action), el("kbd", "↵", aria_hidden="true")]
    return el("button.btn.brief.main", label, do={"do": "confirm"}, hot="Enter", testid="confirm")


def _lost(asked: BladeQuestion, draft: CommandDraft) -> list[Child]:
    """The base movement that the command would end: of a hero's the rest (STP-5), of a tile's figures all (OVL-6)."""
    names, who = asked.names, draft.command["who"]
    if who in names.heroes:
        base = names.heroes[who]["base"]
        n = base["left"] if base["used"] else 0
        return [el("span.is-danger", names.tr.plural("blade.steps-lost", n)), " ", clause("STP-5"), " "] if n else []
    return base_ends(names, who) if asked.decision["kind"] == "tile-act" else []


def base_ends(names: Names, besides: str = "") -> list[Child]:
    """That the base movement of the active tile ends with its first attack, where figures besides one have not moved
    (OVL-6). The preference `unmoved` switches it off, for whom it need not be said."""
    n = len(unmoved(names, besides))
    words = el("span.is-danger", names.tr.plural("blade.base-ends", n))
    return [el("span.base-ends", words, " ", clause("OVL-6"), " ")] if n else []


def unmoved(names: Names, besides: str) -> list[str]:
    """The figures of the active tile, one apart, that could still make base movement."""
    rows = names.figures.items()
    return [id for id, row in rows if id != besides and row.get("base") and not row.get("attacked")]


def _weapons(draft: CommandDraft, names: Names) -> list[Child]:
    """What else the attack could be made with, as chips, where there is a choice."""
    able = draft.more.get("items", ())
    now = "+".join(draft.command.get("items") or ())
    plain = {key: value for key, value in draft.command.items() if key != "gems"}
    return [
        el(
            "button.btn.quiet.wield",
            " + ".join(names.called(item) for item in value.split("+") if item) or names.tr("blade.bare-hands"),
            do={"do": "begin", "command": {**plain, "items": [item for item in value.split("+") if item]}},
            aria_pressed=str(value == now).lower(),
            testid=f"wield-{value or 'bare'}",
        )
        for value in (able if len(able) > 1 else ())
    ]


def _would(odds: Any, target: str, names: Names) -> list[Child]:
    """What an attack would give: its pot, wounds on average, the chance that its target dies, and if it is guarded; or
    that the target suffers no wounds now."""
    tr = names.tr
    if target in names.view["warded"]:
        return [tr("blade.warded", who=names.called(target))]
    if not odds or "kills" not in odds:
        return [tr("blade.odds-awaited")]
    pot = [
        el("i.die", names.word(die["die"])[:1].upper(), "↻" if die["arrow"] else None, cls=f"is-{die['die']}")
        for die in odds["pot"]
    ]
    words = tr("blade.odds", mean=tr.decimal(mean(odds["mean"]["wounds"])), chance=percent(odds["kills"]))
    plain = el("span.odds-mean", words, " ")
    guarded = [percent(guard["kills"]) for gems, guard in odds["guards"].items() if gems != "0"]
    more = tr("blade.odds-guarded", chances=", ".join(guarded)) + " " if guarded else ""
    chain = odds.get("chain") or {}
    deaths = ", ".join(tr.labelled(f"≥ {n}", percent(chain[n])) for n in sorted(chain, key=int))
    sweep = tr("blade.odds-chain", deaths=deaths) if "2" in chain else ""
    return [el("span.preview", el("span.dice", pot), plain, more + sweep)]


def histogram(odds: Json, target: str, names: Names) -> Node:
    """The chance of each number of wounds, and of each guard as a lighter line; the target's life as a mark."""
    life = (names.figures.get(target) or names.heroes.get(target) or {}).get("life", 0)
    chances = odds["wounds"]
    most = min(WOUNDS, max(3, *(int(wounds) for wounds in chances)))
    guarded = odds["guards"].get("2") or odds["guards"].get("1")
    bars: list[Child] = []
    for n in range(most + 1):
        here = el("i", style=f"--h: {100 * mean(chances.get(str(n), '0')):.0f}%")
        other = mean(guarded["wounds"].get(str(n), "0")) if guarded else 0.0
        lighter = el("em", style=f"--h: {100 * other:.0f}%") if guarded else None
        kills = el("strong", names.tr("blade.kills-from", n=life), cls="is-left" if n > most // 2 else None)
        mark = kills if n == life and n else None
        bars.append(el("span.bar", here, lighter, mark, el("small", str(n)), cls="is-life" if mark else None))
    label = names.tr("blade.histogram")
    return el("span.histogram", bars, role="img", aria_label=label, title=label)


def walk(asked: BladeQuestion, draft: CommandDraft) -> PromptContent:
    """What a way costs step by step, and who could strike at its end."""
    names, command = asked.names, draft.command
    path = command.get("path") or ()
    if not path:
        return asked.prompt
    params: Json = {"who": command["who"], "path": list(path)}
    if command.get("via"):
        params["via"] = command["via"]
    steps = asked.ask("steps", params)
    line: list[Child] = _by_link(asked, command)
    for step in steps or ():
        if "refused" in step:
            line += [names.why(step["refused"])]
            continue
        line += [" · " if line else None, step_words(step, names)]
        line += [node for part in step["parts"][1:] for node in (" ", clause(part["clause"]))]
    threat = asked.ask("threat", {"zones": [path[-1]]})
    if threat and command["who"] in names.heroes and (warning := threat_words(threat[path[-1]], names)):
        line += [" — " if line else None, el("span.is-danger", warning)]
    if struck := _struck_from(asked, command["who"], path[-1]):
        line += [" — " if line else None, names.tr("blade.struck-from", who=", ".join(map(names.called, struck)))]
    return replace(asked.prompt, line=[el("span.preview", line)])


def _by_link(asked: BladeQuestion, command: Json) -> list[Child]:
    """What a leap or a drop may come to: the chance of the leap (SKL-30), the dice of a fall (FAL-1)."""
    names, line = asked.names, list[Child]()
    link = link_of(command, names)
    if link is None or link["kind"] not in FALLS:
        return []
    if link["kind"] == "leap" and (chance := _of_leap(asked, command)):
        line += [names.tr("blade.succeeds", chance=chance), ". ", names.tr("blade.needed", n=link["difficulty"]), " "]
    if fall := dice_letters(link.get("fall", ()), names):
        line += [el("span.is-danger", names.tr(f"blade.falls-{link['kind']}", dice=fall)), " "]
    if link.get("fail") in names.zones:
        line += [el("span.is-danger", names.tr("blade.falls-into", end=names.called(link["fail"]))), " "]
    return [*line, clause(FALLS[link["kind"]])]


def _of_leap(asked: BladeQuestion, command: Json) -> str:
    """The chance of a leap; empty while it is awaited."""
    odds = asked.ask("attempt", {"command": command})
    return percent(odds["success"]) if odds and "success" in odds else ""


def _struck_from(asked: BladeQuestion, who: str, zone: str) -> list[str]:
    """Whom a character could strike or shoot at from a zone."""
    reached: list[str] = []
    for mode in ("melee", "ranged"):
        targets = asked.ask("targets", {"who": who, "mode": mode, "zone": zone}) or {}
        reached += [id for id, refusal in targets.items() if refusal is None and id not in reached]
    return reached


def step_words(step: Json, names: Names) -> str:
    parts = step["parts"]
    more = [f"+{part['value']} {names.named(part['by'])}".strip() for part in parts[1:] if part["value"]]
    return f"{names.called(step['to'])} {step['points']}" + (f" ({', '.join(more)})" if more else "")


def by_links(asked: BladeQuestion, who: str, able: Callable[[Json], bool]) -> list[Node]:
    """The ways that are taken by name alone, begun by a button each: leaps with their chance, drops, and walls that are
    smashed (STP-1, SKL-25, SKL-30, FAL-4). `able`: whether the engine would take a command."""
    names, here = asked.names, asked.names.standing.get(who, "")
    ways: list[tuple[str, str, str]] = []
    for row in names.board.get("links", ()):
        one, other = row["between"]
        if row["kind"] in ("leap", "drop") and here in (one, other):
            ways.append((row["kind"], row["id"], other if here == one else one))
    ways += [("smash", "smash", zone) for pair in names.borders if here in pair for zone in pair if zone != here]
    buttons: list[Node] = []
    for kind, via, end in ways:
        command: Json = {"kind": "move", "who": who, "path": [end], "via": [via]}
        if not able(command):
            continue
        chance = _of_leap(asked, command) if kind == "leap" else ""
        label: list[Child] = [el("span", option(command, names)), el("small", chance) if chance else None]
        buttons.append(el("button.btn", label, do={"do": "begin", "command": command}, testid=f"by-{via}-{end}"))
    return buttons
