"""What the prompt shows of this game's questions: guards and rerolls with their odds, stances with what comes back, who
acts and how."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from webapp.games.blade import blow
from webapp.games.blade.discs import face
from webapp.games.blade.labels import mean, option, percent
from webapp.games.blade.names import Names
from webapp.games.contract import Json
from webapp.table_kit.prompt import PromptContent
from webapp.ui.tree import Child, Node, el

ENDS = frozenset(("done", "end-turn", "end-activation"))
HANDLING = frozenset(("throw", "drop", "take", "give", "receive", "use"))
"""What is done with things, behind the prompt's menu."""
SHOWN_GUARDS = 4
"""The most guards that the prompt shows; those with more gems are in its menu."""
LETTERS = {"movement": "m", "melee": "a", "ranged": "r", "manipulation": "h"}
"""The keys of the boxes, and of the answers that lay gems on them."""
GUARD_LETTER = "g"
"""The key that lays one gem more on the guard, when that is asked for."""
FREE = ("arrow", "support")
COMING = [el("i", style=f"--h: {height}%") for height in (25, 60, 90, 55, 20)]
"""Bars in the place of those that are still reckoned."""
SIGNS = {"arrow": "↻", "support": "⚑", "gem": "1 ◆"}
"""What a reroll is paid with."""
IN_A_BLOW = frozenset(("melee", "ranged", "web", "riposte", "guard"))
"""What dice are thrown for while a blow is resolved."""
GROUPS = {"minion": "minions", "ally": "allies"}
WOUNDS = 9
"""The most bars of a histogram."""


@dataclass(frozen=True)
class BladeQuestion:
    """A question, with all that its content is made of. `ask`: asks a query of the match, None while it is awaited;
    `prompt`: the house's content of the prompt."""

    decision: Json
    prompt: PromptContent
    names: Names
    ask: Callable[..., Any]

    @property
    def params(self) -> Json:
        """The parameters of the question."""
        params: Json = self.decision["prompt"]["params"]
        return params

    @property
    def legal(self) -> list[Json]:
        """The commands that may be given."""
        return [option["command"] for option in self.decision["options"] if option["legal"]]

    def play(self, command: Json) -> Json:
        """The intent that gives an answer."""
        return {"do": "play", "command": {**command, "decision": self.decision["id"]}}


def cap(key: str) -> Node:
    """The cap of a key."""
    return el("kbd", key, aria_hidden="true")


def key(n: int) -> Node | None:
    """The cap of the key of an answer."""
    return cap(str(n)) if n <= 9 else None


# ---- guards ----------------------------------------------------------------------------------------------------------


def guard_of(decision: Json | None) -> str:
    """The character whose guard is asked for (SKL-10); empty for another question."""
    if decision is None or decision["kind"] != "guard":
        return ""
    params = decision["prompt"]["params"]
    return str(params["guardian"] or params["target"])


def most_guard(decision: Json | None) -> int:
    """The most gems that the guard asked for may be made with."""
    rows = [option for option in (decision or {"options": ()})["options"] if option["legal"]]
    return max((row["command"]["gems"] for row in rows if row["command"]["kind"] == "guard"), default=0)


def guard(asked: BladeQuestion, wielded: str | None, laid: int = 0) -> PromptContent:
    """A button for each number of gems, with what it would save; the thing that is parried with is chosen apart.
    `laid`: the gems that lie on the box already, which Enter spends."""
    names, tr = asked.names, asked.names.tr
    odds = asked.ask("answers") or {"answers": [], "best": -1}
    best = odds["answers"][odds["best"]] if odds["answers"] else {"gems": -1, "item": None}
    commands = [command for command in asked.legal if command["kind"] == "guard"]
    items = list(dict.fromkeys(guard.get("item") or "" for guard in commands if guard["gems"]))
    item = (
        wielded
        if wielded in items
        else (best["item"] or "")
        if (best["item"] or "") in items
        else items[0]
        if items
        else ""
    )
    rows = {guard["gems"]: guard for guard in commands if not guard["gems"] or (guard.get("item") or "") == item}
    known = {(answer["gems"], answer["item"] or ""): answer for answer in odds["answers"]}
    answers: list[Child] = []
    for gems, command in sorted(rows.items())[: SHOWN_GUARDS + 1]:
        row = known.get((gems, item if gems else ""))
        is_best = gems == best["gems"] and (not gems or (best["item"] or "") == item)
        answers.append(_guard_button(asked, command, row, gems, is_best, laid))
    spells = [command for command in asked.legal if command["kind"] == "cast"]
    answers += [
        el("button.btn.brief", option(spell, names), do=asked.play(spell), testid=f"react-{n}")
        for n, spell in enumerate(spells)
    ]
    more = [
        el("button.btn", option(guard, names), do=asked.play(guard))
        for _, guard in sorted(rows.items())[SHOWN_GUARDS + 1 :]
    ]
    ways = [
        el(
            "button.btn.quiet.wield",
            names.called(choice) if choice else tr("blade.bare"),
            do={"do": "wield", "item": choice},
            aria_pressed=str(choice == item).lower(),
            testid=f"wield-{choice or 'bare'}",
        )
        for choice in items
    ]
    orders = guard_orders(asked)
    ways = ways if len(ways) > 1 else []
    if orders:  # the one that spares most questions stands beside the answers of a large page, too
        ways.append({**orders[-1 if asked.params["target"] in names.figures else 0], "c": "btn quiet quick-order"})
    fixed = asked.params["fixed"]
    line: list[Child] = [
        el("span.preview", *blow.rows(names)),
        tr("blade.guard-line", life=asked.params["life"], fixed=fixed),
    ]
    return replace(
        asked.prompt,
        answers=answers,
        line=line,
        ways=ways,
        secondary=[*more, *orders],
        step=f"guard/{item}",
    )


def _guard_button(asked: BladeQuestion, command: Json, row: Json | None, gems: int, best: bool, laid: int) -> Node:
    tr = asked.names.tr
    details: list[Child] = [el("span.bars.is-coming", COMING, aria_hidden="true")]
    if row is not None:
        dies = mean(row["kills"]) > 0
        # who has one life is told once: its wounds in the mean are the chance that it dies
        once = dies and asked.params["life"] == 1
        wounds, chance = tr.decimal(mean(row["mean"])), percent(row["kills"])
        if not gems:  # the first says what the others' figures are
            wounds, chance = tr("blade.guard-mean", mean=wounds), tr("blade.dies", chance=chance)
        details = [
            _bars(row["wounds"]),
            None if once else el("small", wounds),
            el("small.is-deadly", chance) if dies else None,
        ]
    label = el("span.guard-gems", "◆" * gems if 0 < gems <= 4 else f"{gems} ◆" if gems else tr("blade.none"))
    caps = [key(gems), cap("↵") if gems == laid else None, cap("␣") if best else None]
    spoken = option(command, asked.names)
    if row is not None:
        spoken = tr.labelled(spoken, tr("blade.guard-mean", mean=tr.decimal(mean(row["mean"]))))
    cls = ["brief", "main" if best else ""]
    hot = " ".join(filter(None, (str(gems), "Enter" if gems == laid else "", "Space" if best else "")))
    pressed = str(gems == laid).lower() if laid else None
    marks: Json = {"hot": hot, "testid": f"guard-{gems}", "aria_label": spoken, "aria_pressed": pressed}
    return el("button.btn.guard-pick", label, details, caps, do=asked.play(command), cls=cls, **marks)


def _bars(chances: Mapping[str, str]) -> Node:
    """The chance of each number of wounds, as bars."""
    most = max(int(wounds) for wounds in chances)
    columns = [
        el("i", style=f"--h: {100 * mean(chances.get(str(n), '0')):.0f}%", cls="is-none" if n == 0 else None)
        for n in range(min(most, WOUNDS) + 1)
    ]
    return el("span.bars", columns, aria_hidden="true")


def guard_orders(asked: BladeQuestion) -> list[Node]:
    """Standing orders that spare this question from now on, and the way to all of them."""
    view, names, target = asked.names.view, asked.names, asked.params["target"]
    if not (view.get("orders") or {}).get("choices"):
        return []
    orders: list[tuple[str, Json]] = [
        ("orders.never-turn", {"who": target, "answer": "never", "until": "turn"}),
        ("orders.deadly", {"who": target, "answer": "deadly"}),
    ]
    if target in names.figures:
        unit = names.book.rows["units"][names.figures[target]["unit"]]
        group = GROUPS.get(unit.get("kind", ""), "main")
        orders.append((f"orders.never-{group}", {"who": group, "answer": "never"}))
    return [
        el(
            "button.btn",
            names.say(text, {"who": target}),
            do={"do": "play", "command": {"kind": "instruct", "about": "guard", **order}},
            testid=text.replace(".", "-"),
        )
        for text, order in orders
    ]


# ---- rerolls ---------------------------------------------------------------------------------------------------------


def reroll(asked: BladeQuestion) -> PromptContent:
    """The dice as they lie, each a button: thrown again by what costs least; the rest is in the menu."""
    names, tr = asked.names, asked.names.tr
    odds = asked.ask("answers") or {"answers": []}
    total = asked.params["total"]
    gain = {(answer["die"], answer["with"]): mean(answer["mean"]) - total for answer in odds["answers"]}
    ways: dict[int, list[Json]] = {}
    for command in asked.legal:
        if command["kind"] == "reroll":
            ways.setdefault(command["die"], []).append(command)
    answers: list[Child] = []
    more: list[Child] = []
    for n, die in enumerate(asked.params["dice"]):
        able = sorted(ways.get(n, ()), key=lambda command: list(SIGNS).index(command["with"]))
        answers.append(_die_button(asked, n, die, able[0] if able else None, gain))
        more += [el("button.btn", option(command, names), do=asked.play(command)) for command in able[1:]]
    keep = next(command for command in asked.legal if command["kind"] == "keep")
    label: list[Child] = [el("span", tr("option.keep")), el("strong", str(total)), el("kbd", "↵", aria_hidden="true")]
    answers.append(el("button.btn.brief.main", label, do=asked.play(keep), hot="Enter", testid="keep"))
    enough, why = asked.params.get("enough"), asked.params["why"]
    line = [
        # the dice of the attack lie among the answers
        el("span.preview", *blow.rows(names, thrown=why == "guard")) if why in IN_A_BLOW else None,
        tr("blade.enough", n=enough) if enough is not None else None,
    ]
    return replace(asked.prompt, answers=answers, secondary=[*more, *_reroll_orders(asked)], line=line)


def in_a_blow(asked: BladeQuestion) -> PromptContent:
    """The question as the house asks it, with the blow that it is about, if it is about one."""
    if asked.decision["kind"] not in blow.QUESTIONS:
        return asked.prompt
    return replace(asked.prompt, line=[el("span.preview", *blow.rows(asked.names)), *asked.prompt.line])


def _die_button(
    asked: BladeQuestion, n: int, die: Json, command: Json | None, gain: Mapping[tuple[int, str], float]
) -> Node:
    names, tr = asked.names, asked.names.tr
    shown = blow.die(die, names)
    if command is None:
        return el("span.die-pick.is-still", shown)
    by = gain.get((n, command["with"]))
    more = None if by is None else el("small", ("+" if by >= 0 else "−") + tr.decimal(abs(by)))
    label = option(command, names)
    marks: Json = {
        "do": asked.play(command),
        "hot": str(n + 1),
        "testid": f"die-{n}",
        "aria_label": label,
        "title": label,
    }
    cls = "is-free" if command["with"] in FREE else "is-paid"
    return el("button.btn.brief.die-pick", shown, el("small", SIGNS[command["with"]]), more, cls=cls, **marks)


def _reroll_orders(asked: BladeQuestion) -> list[Child]:
    if not (asked.names.view.get("orders") or {}).get("choices"):
        return []
    order = {"kind": "instruct", "about": "reroll", "who": asked.params["who"], "answer": "free"}
    label = asked.names.say("orders.free", {"who": asked.params["who"]})
    return [el("button.btn", label, do={"do": "play", "command": order}, testid="orders-free")]


# ---- stances ---------------------------------------------------------------------------------------------------------


def stances(asked: BladeQuestion, chosen: Mapping[str, str]) -> PromptContent:
    """Each hero's two futures: what comes back, and what it may do. One hero answers at once, several together."""
    names, tr = asked.names, asked.names.tr
    able = [command["stances"] for command in asked.legal if command["kind"] == "stances"]
    heroes = list(able[0]) if able else []
    single = len(heroes) == 1
    now = {id: chosen.get(id) or names.view["stances"].get(id) or "aggressive" for id in heroes}
    answers: list[Child] = []
    n = 0
    for id in heroes:
        for stance in ("aggressive", "cautious"):
            if not any(stances[id] == stance for stances in able):
                continue
            n += 1
            do = asked.play({"kind": "stances", "stances": {id: stance}}) if single else _taking(id, stance)
            answers.append(_stance_button(names, id, stance, do, n, None if single else now[id] == stance))
    if not single:
        command = {"kind": "stances", "stances": now}
        label: list[Child] = [el("span", tr("blade.stances-so")), el("kbd", "↵", aria_hidden="true")]
        answers.append(el("button.btn.brief.main", label, do=asked.play(command), hot="Enter", testid="stances-so"))
    others = [
        names.stance_of(names.called(id), stance) for id, stance in names.view["stances"].items() if id not in heroes
    ]
    ways = [] if single else [
        el("button.btn.quiet", tr(f"blade.all-{stance}"), do=_taking("*", stance), testid=f"all-{stance}")
        for stance in ("aggressive", "cautious")
    ]  # fmt: skip
    return replace(asked.prompt, answers=answers, line=[" · ".join(others)] if others else [], secondary=ways)


def _taking(hero: str, stance: str) -> Json:
    return {"do": "stance", "hero": hero, "stance": stance}


def coming_back(row: Json, stance: str) -> int:
    """The gems that a stance brings a hero back: of its fatigue, less those it owes (GEM-7, WND-3)."""
    recovered = min(row["recovery"][stance], row["gems"]["fatigue"])
    return max(0, int(recovered) - int(row["gems"].get("owed", 0)))


def _stance_button(names: Names, id: str, stance: str, do: Json, n: int, pressed: bool | None) -> Node:
    row, tr = names.heroes[id], names.tr
    back = coming_back(row, stance)
    label: list[Child] = [
        el("span.stance-sign", "☀" if stance == "aggressive" else "☾", aria_hidden="true"),
        el("span.stance-words", el("span", names.called(id).split()[0], " · ", names.word(stance)),
           el("small", tr(f"blade.future-{stance}", back=back, ready=row["gems"]["reserve"] + back))),
        key(n),
    ]  # fmt: skip
    marks: Json = {"do": do, "hot": str(n), "testid": f"stance-{id}-{stance}"}
    if pressed is not None:
        marks["aria_pressed"] = str(pressed).lower()
    return el("button.btn.brief.stance-pick", label, cls=f"is-{stance}", **marks)


def offers(names: Names, seat: str | None) -> list[Child]:
    """The heroes that companions hand to a seat, with the answers (BAS-2)."""
    rows: list[Child] = []
    for hero, to in names.view["offers"].items():
        if to == seat:
            offer = names.say("blade.offered", {"who": names.holder(hero), "hero": hero})
            answers = [{"kind": kind, "hero": hero} for kind in ("take-over", "decline")]
            play = [
                el("button.btn", option(answer, names), do={"do": "play", "command": answer}, testid=answer["kind"])
                for answer in answers
            ]
            rows.append(el("div.blade-offer", el("p", offer), el("div.plain-ways", play), key=hero))
    return rows


# ---- who acts, and how -----------------------------------------------------------------------------------------------


def box_of(command: Json) -> str:
    """The box that a command lays gems on; empty for none."""
    boxes = {"move": "movement", "attack": command.get("mode"), "handle": "manipulation", "door": "manipulation"}
    return str(boxes.get(command["kind"]) or "")


def lettered(rows: Sequence[Json], nodes: Sequence[Node]) -> list[Node]:
    """The buttons of options, the first of each box with its letter besides its number; a letter begins something and
    spends nothing, so none is given to what is sent at once."""
    buttons: list[Node] = []
    free = dict(LETTERS)
    for row, node in zip(rows, nodes, strict=True):
        letter = free.pop(box_of(row["command"]), "") if row["legal"] and row.get("needs", True) else ""
        buttons.append({**node, "hot": " ".join(filter(None, (node.get("hot"), letter)))} if letter else node)
    return buttons


def offered(row: Json) -> bool:
    """Whether an option has a button: what is not legal only of the two that everybody looks for."""
    return bool(row["legal"]) or row["command"]["kind"] in ("attack", "move")


def actors(rows: Sequence[Json]) -> list[str]:
    """The characters that could act, in the order of the options."""
    acting = (row["command"] for row in rows if row["legal"] and row["command"]["kind"] not in ENDS)
    return list(dict.fromkeys(str(command["who"]) for command in acting if "who" in command))


def next_actor(names: Names, acting: Sequence[str], now: str) -> Node | None:
    """The way to the next of those that could act, after the last the first."""
    if len(acting) < 2 or now not in acting:
        return None
    other = acting[(list(acting).index(now) + 1) % len(acting)]
    label: list[Child] = [el("span", names.tr("blade.next-figure", who=names.called(other))), cap("n")]
    return el("button.btn.quiet.next-figure", label, do={"do": "narrow", "thing": other}, hot="n", testid="next-figure")


def actor(names: Names, n: int, id: str) -> Node:
    """The button of a character that could act."""
    label: list[Child] = [face(_face_of(id, names), names), el("span", names.called(id)), key(n)]
    do = {"do": "narrow", "thing": id}
    return el("button.btn.choice.actor-pick", label, do=do, hot=str(n), testid=f"actor-{id}", data_thing=id)


def _face_of(id: str, names: Names) -> str:
    return str(names.figures[id]["unit"]) if id in names.figures else id
