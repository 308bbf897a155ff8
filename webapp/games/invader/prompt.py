"""The bar between board and hand: the question, its options, and the command in preparation."""

from __future__ import annotations

from webapp.games.contract import Json
from webapp.games.invader import cards
from webapp.games.invader.board import Acts, forecast_words, press
from webapp.games.invader.draft import Draft
from webapp.games.invader.names import Names
from webapp.i18n import whole
from webapp.ui.tree import Child, Node, el, icon

ZONE_KEYS = "qwe"
ACTIONS = ("invade", "ops", "move-hero")
"""Kinds of options of the main phase that are no cards of the hand."""
STANDS = ("turn", "match")


def why(refusal: Json) -> Json:
    """The intent of a press on something impossible: it shows the reason."""
    return {"do": "why", "why": refusal}


def pick(command: Json) -> Json:
    """The intent that begins a command."""
    return {"do": "pick", "command": command}


def intent_of(row: Json) -> Json:
    """The intent of a press on an option: it begins the command, or shows why that is not legal."""
    return pick(row["command"]) if row["legal"] else why(row["why"])


# ---- what the board is pressed for -----------------------------------------------------------------------------------


def acts(decision: Json | None, draft: Draft | None, forecast: Json | None, inspected: str | None) -> Acts:
    """The intents of presses on zones, slots and cards. `inspected`: the card in play whose uses are shown."""
    if decision is None:
        return Acts()
    aimed = frozenset(
        value for key in ("target", "zone", "at") if (value := decision["prompt"]["params"].get(key)) is not None
    )
    if draft is None:
        found: dict[str, Json] = {}
        for row in decision["options"] if decision["kind"] == "main" else ():
            command = row["command"]
            if command["kind"] == "use" and (row["legal"] or command["source"] not in found):
                found[command["source"]] = {"do": "look", "card": command["source"]} if row["legal"] else intent_of(row)
            elif command["kind"] == "enable":
                found[command["strategy"]] = intent_of(row)
        return Acts(found, aimed=aimed, chosen=frozenset([inspected] if inspected else []), forecast=forecast)
    cards_, zones, slots = dict[str, Json](), dict[str, Json](), dict[str, Json]()
    for key in reversed(draft.open):
        for value, refusal in draft.keys[key].items():
            intent = {"do": "set", "key": key, "value": value} if refusal is None else why(refusal)
            target = cards_ if key in ("target", "sacrifice") else zones
            if refusal is None or value not in target or target[value]["do"] == "why":
                target[value] = intent
            if key in ("zone", "to") and refusal is None:
                slots[value] = intent
    named = {
        value
        for key in ("source", "strategy", "target", "sacrifice", "zone", "to", "at")
        if (value := draft.command.get(key))
    }
    return Acts(cards_, zones, slots, frozenset(named), aimed, draft.forecast)


# ---- the bar ---------------------------------------------------------------------------------------------------------


def main(decision: Json, names: Names, inspected: str | None, ending: bool) -> list[Child]:
    """The main phase: its actions besides cards of the hand. `ending`: the end of the turn waits for a confirmation."""
    tr, rows = names.tr, decision["options"]
    if ending:
        return [
            el("p.question", tr("prompt.end-sure")),
            el("p", free_left(rows, names)),
            el(
                "div.plain-options",
                el("button.btn.main", _end_words(names), do={"do": "end", "sure": True}, hot="Enter", testid="confirm"),
                _back(names),
            ),
        ]
    if inspected is not None:
        return _uses(rows, inspected, names)
    buttons = [_option(row, names) for row in rows if row["command"]["kind"] in ACTIONS]
    end = el("button.btn.main.end", _end_words(names), do={"do": "end"}, hot="x", testid="option-end")
    return [
        el("p.question", tr(f"prompt.main-{names.side(names.view['me'])}")),
        el("div.plain-options", buttons, end),
    ]


def free_left(rows: list[Json], names: Names) -> str:
    """Sentences about what could still be done without cost."""
    found = {row["command"]["kind"] for row in rows if row["legal"]} & {"move-hero", "use"}
    return " ".join(names.tr(f"prompt.left-{kind}") for kind in sorted(found))


def _end_words(names: Names) -> str:
    """The label of the button that ends the turn; for the Invader, whose turn ends in an attack, with what it would
    drain."""
    found = names.view["forecast"]
    if names.side(names.view["me"]) != "invader" or not found:
        return names.tr("option.end")
    return names.tr.plural("option.end-drain", found["drain"])


def _option(row: Json, names: Names) -> Node:
    command, tr = row["command"], names.tr
    kind = command.get("order", command["kind"])
    key = f"invade-{kind}" if "order" in command else kind
    label: list[Child] = [tr(f"option.{key}")]
    if "order" in command:
        steps = getattr(names.pack.rules.invasion, kind)
        label.append(el("span.muted", f" ●−{steps}", title=tr("option.steps", n=steps)))
    elif kind == "ops":
        label.append(el("span.costs", " ", cards.cost(names.pack.rules.ops, 0, names)))
    title = None if row["legal"] else names.reason(row["why"])
    return el("button.btn", label, title=title, testid=key if kind != "ops" else "ops", **press(intent_of(row)))


def _uses(rows: list[Json], inspected: str, names: Names) -> list[Child]:
    """The uses of a card in play, as buttons."""
    effects = [it for it in names.card(inspected).effects if it.on == "use"]
    buttons: list[Child] = []
    for row in rows:
        command = row["command"]
        if command["kind"] == "use" and command["source"] == inspected:
            words = names.use_words(effects[command["use"]])
            buttons.append(el("button.btn.use", words, testid=f"use-{command['use']}", **press(intent_of(row))))
        elif command["kind"] == "move-hero" and names.kind(inspected) == "hero":
            buttons.append(_option(row, names))
    read = el("button.btn.quiet", names.tr("duel.read"), data_read=f"card:{inspected}", testid="read")
    return [el("p.question", names.called(inspected)), el("div.plain-options", buttons, read, _back(names))]


def drafted(draft: Draft, names: Names) -> list[Child]:
    """A command in preparation: what it needs next, or the button that confirms it."""
    tr, ways = names.tr, list[Child]()
    said = summary(draft, names)
    if draft.open:
        ways = _values(draft, draft.open[0], names)
        said += f". {tr(f'ask.{draft.open[0]}')}"
    elif draft.unpaid > 0:
        if draft.paying == "discard" and draft.whole is not None:
            ways = [el("button.btn", tr("duel.suggest"), do={"do": "suggest"}, hot="s", testid="pay")]
        said += f". {tr.plural('ask.pay', draft.unpaid)}"
    else:
        ways = [el("button.btn.main.accent", said, do={"do": "confirm"}, hot="Enter", testid="confirm")]
        said = tr("ask.confirm")
    left = names.view["decks"][names.view["me"]] - draft.drain
    drains = el("p.muted", tr.plural("ask.drains", draft.drain, left=left)) if draft.drain else None
    return [el("p.question", said), el("div.plain-options", ways, _back(names)), drains]


def _values(draft: Draft, key: str, names: Names) -> list[Child]:
    """Buttons for the values of an open key: all zones; of cards only the legal ones (the board shows why others are
    not)."""
    found: list[Child] = []
    for n, (value, refusal) in enumerate(draft.keys[key].items()):
        zone = value in names.pack.zones
        if refusal is not None and not zone:
            continue
        label: list[Child] = [names.zone(value) if zone else names.called(value)]
        if zone:
            label.append(el("kbd", ZONE_KEYS[n], aria_hidden="true"))
        elif (it := names.in_play(value)) is not None:
            label.append(el("span.muted", f" {names.zone(it['zone'])}, {whole(it['force'])}"))
        intent = {"do": "set", "key": key, "value": value} if refusal is None else why(refusal)
        title = None if refusal is None else names.reason(refusal)
        hot = ZONE_KEYS[n] if zone and n < len(ZONE_KEYS) else None
        found.append(el("button.btn", label, hot=hot, title=title, testid=f"pick-{value}", **press(intent)))
    return found


def summary(draft: Draft, names: Names) -> str:
    """The command with everything it names so far, as the confirm button says it."""
    said = in_words(draft.command, names)
    price = cards.cost_words(draft.discard, draft.drain, names) if draft.discard or draft.drain else ""
    return f"{said}{names.tr('do.cost', cost=price)}" if price and not draft.open else said


def in_words(command: Json, names: Names, seat: str = "") -> str:
    """A command with everything it names but its price; of `seat`, or of the viewer."""
    tr, me = names.tr, seat or names.view["me"]
    kind = command["kind"]
    key = f"{kind}-{command['order']}" if "order" in command else kind
    about = next((command[it] for it in ("card", "source", "strategy", "hero") if command.get(it)), None)
    said = tr(f"do.{key}", it="" if about is None else names.called(about))
    for name in ("zone", "sacrifice", "target", "to", "at"):
        if name in command:
            mine = name == "target" and command[name][0] == me
            said += tr("do.target-mine" if mine else f"do.{name}", it=names.named(command[name]))
    return said


def _back(names: Names) -> Node:
    return el("button.btn.quiet", names.tr("duel.back"), do={"do": "back"}, hot="Escape", testid="back")


# ---- other questions -------------------------------------------------------------------------------------------------


def mulligan(decision: Json, names: Names) -> list[Child]:
    """The question whether to keep the hand or draw another (SET-4)."""
    buttons = [
        el(
            "button.btn.choice",
            names.tr(f"option.mulligan-{'keep' if row['command']['keep'] else 'again'}"),
            do={"do": "play", "command": {**row["command"], "decision": decision["id"]}},
            hot=str(n),
            testid=f"option-{n}",
        )
        for n, row in enumerate(decision["options"], 1)
    ]
    return [el("p.question", names.tr("prompt.mulligan")), el("div.plain-options", buttons)]


def place_hero(decision: Json, names: Names) -> list[Child]:
    """The question which Hero comes next, with their texts (SET-6, HER-6)."""
    found = [
        el(
            "button.hero-choice.of-human.side-1",
            el(
                "strong",
                cards.sign("hero", names),
                " ",
                names.called(id),
                " ",
                str(getattr(names.card(id), "force", "")),
            ),
            el("span", names.text(id)),
            do=pick({"kind": "place-hero", "hero": id}),
            hot=str(n),
            testid=f"hero-{id}",
        )
        for n, id in enumerate(decision["prompt"]["params"]["heroes"], 1)
    ]
    return [el("p.question", names.tr("prompt.place-hero")), el("div.hero-choices", found)]


def window(decision: Json, names: Names, now: Acts) -> list[Child]:
    """The cancel window: the card played, its effect unless cancelled, and each card that could answer it."""
    tr, params = names.tr, decision["prompt"]["params"]
    said = "".join(
        tr(f"event.{key}", it=names.named(params[key])) for key in ("zone", "to", "at", "target") if key in params
    )
    shown = el(
        "div.window-card",
        el(
            "button.played-card",
            el("span.card-name", cards.sign(names.kind(params["card"]), names), " ", names.called(params["card"])),
            cards.printed_force(params["card"], names),
            cls=names.colours(params["by"]),
            data_read=f"card:{params['card']}",
            testid="read",
        ),
        el("p", names.text(params["card"])),
    )
    question = tr(
        f"prompt.{decision['prompt']['code']}", by=names.player(params["by"]), card=names.called(params["card"])
    )
    passing = el(
        "button.btn.main.accent",
        tr("option.pass"),
        do={"do": "play", "command": {"kind": "cancel", "card": None, "decision": decision["id"]}},
        hot="p",
        testid="pass",
    )
    answers = [
        el(
            "button.btn",
            tr("option.cancel", it=names.called(row["command"]["card"])),
            title=None if row["legal"] else names.reason(row["why"]),
            testid=f"cancel-{row['command']['card']}",
            **press(intent_of(row)),
        )
        for row in decision["options"]
        if row["command"]["card"]
    ]
    inside = [
        el("p.question", question, said),
        shown,
        forecast_words(names, now),
        el("div.plain-options", passing, answers),
    ]
    return [el("div.cancel-window", inside, testid="cancel-window")]


def stands(names: Names) -> Node | None:
    """A seat's standing pass, with a button to withdraw it; else buttons to give one."""
    tr, now = names.tr, names.view.get("standing")
    if "standing" not in names.view or names.view.get("outcome"):
        return None

    def stand(how: str, cls: str, hot: str | None = None) -> Node:
        intent = {"do": "play", "command": {"kind": "stand", "pass": how}}
        return el(f"button.btn.{cls}", tr(f"option.stand-{how}"), do=intent, hot=hot, testid=f"stand-{how}")

    if now:
        label = el("span", icon("pause"), " ", tr(f"stand.{now}"))
        return el("div.stands.is-standing", label, stand("off", "quiet", "a"))
    return el("div.stands", [stand(how, "quiet", "a" if how == "turn" else None) for how in STANDS])
