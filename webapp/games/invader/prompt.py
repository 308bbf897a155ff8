"""The bar between board and hand: the question, its options, and the command in preparation."""

from __future__ import annotations

from webapp.games.contract import Json
from webapp.games.invader import cards
from webapp.games.invader.board import Acts, forecast_words
from webapp.games.invader.names import Names
from webapp.i18n import whole
from webapp.table_kit.composer import CommandDraft, Composer, why_intent
from webapp.table_kit.prompt import PromptContent
from webapp.ui.tree import Child, Node, el, icon

ZONE_KEYS = "qwe"
NAMED = ("source", "strategy", "target", "sacrifice", "zone", "to", "at")
"""The fields of commands that name something on the board."""
ACTIONS = ("invade", "ops", "move-hero")
"""Kinds of options of the main phase that are no cards of the hand."""
STANDS = ("turn", "match")


def option_press(row: Json) -> Json:
    """The attributes of an option's button: it begins the command, or asks why it is not legal."""
    if row["legal"]:
        return {"do": {"do": "begin", "command": row["command"]}}
    return {"do": {"do": "why", "command": row["command"]}, "aria_disabled": "true"}


# ---- what the board is pressed for -----------------------------------------------------------------------------------


def acts(composer: Composer, forecast: Json | None) -> Acts:
    """What the board shows of the question and of the command begun. `forecast`: the attack if the seat lets a card
    pass."""
    decision, draft = composer.decision, composer.draft
    if decision is None:
        return Acts()
    asked = decision["prompt"]["params"]
    aimed = frozenset(value for key in ("target", "zone", "at") if (value := asked.get(key)) is not None)
    if draft is None:
        return Acts(composer.presses(), frozenset([composer.narrowed]) - {""}, aimed, forecast)
    command = draft.command
    named = frozenset(value for key in NAMED if (value := command.get(key)))
    ghost = (command["card"], command.get("zone") or "") if command["kind"] == "play" else ("", "")
    return Acts(composer.presses(), named, aimed, draft.more["forecast"], ghost)


# ---- the bar ---------------------------------------------------------------------------------------------------------


def main(composer: Composer, decision: Json, names: Names, ending: bool, back: list[Child]) -> PromptContent:
    """The main phase: its actions besides cards of the hand. `ending`: the end of the turn waits for a confirmation."""
    tr, rows = names.tr, decision["options"]
    if ending:
        label = [el("span", _end_words(names)), el("kbd", "↵", aria_hidden="true")]
        sure = el("button.btn.main", label, do={"do": "end", "sure": True}, hot="Enter", testid="confirm")
        return PromptContent([tr("prompt.end-sure")], [sure], [free_left(rows, names)], back)
    if composer.narrowed:
        return _uses(composer, names, back)
    buttons: list[Child] = [_option(row, names) for row in rows if row["command"]["kind"] in ACTIONS]
    label = [el("span", _end_words(names)), el("kbd", "X", aria_hidden="true")]
    end = el("button.btn.main.end", label, do={"do": "end"}, hot="x", testid="option-end")
    line = forecast_words(names)
    return PromptContent([tr(f"prompt.main-{names.side(names.view['me'])}")], [*buttons, end], [line])


def free_left(rows: list[Json], names: Names) -> str:
    """Sentences about what could still be done without cost."""
    kinds = {row["command"]["kind"] for row in rows if row["legal"]} & {"move-hero", "use"}
    return " ".join(names.tr(f"prompt.left-{kind}") for kind in sorted(kinds))


def _end_words(names: Names) -> str:
    """The label of the button that ends the turn; for the Invader, whose turn ends in an attack, with what it would
    drain."""
    forecast = names.view["forecast"]
    if names.side(names.view["me"]) != "invader" or not forecast:
        return names.tr("option.end")
    return names.tr.plural("option.end-drain", forecast["drain"])


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
    return el("button.btn", label, title=title, testid=key if kind != "ops" else "ops", **option_press(row))


def _uses(composer: Composer, names: Names, back: list[Child]) -> PromptContent:
    """The uses of a card in play, as buttons."""
    about = composer.narrowed
    effects = [effect for effect in names.card(about).effects if effect.on == "use"]
    buttons: list[Child] = []
    for row in composer.rows():
        command = row["command"]
        if command["kind"] == "use":
            words = names.use_words(effects[command["use"]])
            buttons.append(el("button.btn.use.with-about", words, testid=f"use-{command['use']}", **option_press(row)))
        else:
            buttons.append(_option(row, names))
    read = el("button.btn", names.tr("duel.read"), data_read=f"card:{about}", testid="read")
    return PromptContent([names.called(about)], buttons, ways=[read, *back], first=False)


def drafted(draft: CommandDraft, names: Names, back: list[Child]) -> PromptContent:
    """A command in preparation: what it needs next, or the button that confirms it."""
    tr, ways = names.tr, list[Child]()
    text = summary(draft, names)
    if draft.open:
        ways = _values(draft, draft.open[0], names)
        text += f". {tr(f'ask.{draft.open[0]}')}"
    elif draft.unmarked > 0:
        if draft.marks[0] == "discard" and draft.whole is not None:
            label = [el("span", tr("duel.suggest")), el("kbd", "S", aria_hidden="true")]
            ways = [el("button.btn", label, do={"do": "whole"}, hot="s", testid="pay")]
        text += f". {tr.plural('ask.pay', draft.unmarked)}"
    else:
        label = [el("span", text), el("kbd", "↵", aria_hidden="true")]
        ways = [el("button.btn.main", label, do={"do": "confirm"}, hot="Enter", testid="confirm")]
        text = tr("ask.confirm")
    left = names.view["decks"][names.view["me"]] - draft.more["drain"]
    drains = tr.plural("ask.drains", draft.more["drain"], left=left) if draft.more["drain"] else ""
    forecast = forecast_words(names, Acts(forecast=draft.more["forecast"])) if draft.more["forecast"] else None
    return PromptContent([text], ways, [forecast, " " if forecast else None, drains], back, first=False)


def _values(draft: CommandDraft, key: str, names: Names) -> list[Child]:
    """Buttons for the values of an open key: all zones; of cards only the legal ones (the board shows why others are
    not)."""
    buttons: list[Child] = []
    for n, (value, refusal) in enumerate(draft.keys[key].items()):
        zone = value in names.pack.zones
        if refusal is not None and not zone:
            continue
        label: list[Child] = [el("span", names.zone(value) if zone else names.called(value))]
        if zone:
            label.append(el("kbd", ZONE_KEYS[n].upper(), aria_hidden="true"))
        elif (piece := names.in_play(value)) is not None:
            label.append(el("span.muted", f" {names.zone(piece['zone'])}, {whole(piece['force'])}"))
        do: Json = {"do": "name", "key": key, "value": value} if refusal is None else why_intent(value)
        title, off = (None, None) if refusal is None else (names.reason(refusal), "true")
        hot = ZONE_KEYS[n] if zone and n < len(ZONE_KEYS) else None
        marks: Json = {"title": title, "aria_disabled": off, "testid": f"pick-{value}"}
        if zone:  # a phone, which has one zone in sight, turns to it
            marks["set"] = ("zone", str(list(names.pack.zones).index(value) + 1))
        buttons.append(el("button.btn", label, do=do, hot=hot, **marks))
    return buttons


def summary(draft: CommandDraft, names: Names) -> str:
    """The command with everything it names so far, as the confirm button says it."""
    text = in_words(draft.command, names)
    discard, drain = draft.more["discard"], draft.more["drain"]
    price = cards.cost_words(discard, drain, names) if discard or drain else ""
    return f"{text}{names.tr('do.cost', cost=price)}" if price and not draft.open else text


def in_words(command: Json, names: Names, seat: str = "") -> str:
    """A command with everything it names but its price; of `seat`, or of the viewer."""
    tr, me = names.tr, seat or names.view["me"]
    kind = command["kind"]
    key = f"{kind}-{command['order']}" if "order" in command else kind
    about = next((command[key] for key in ("card", "source", "strategy", "hero") if command.get(key)), None)
    text = tr(f"do.{key}", it="" if about is None else names.called(about))
    for name in ("zone", "sacrifice", "target", "to", "at"):
        if name in command:
            mine = name == "target" and command[name][0] == me
            text += tr("do.target-mine" if mine else f"do.{name}", it=names.named(command[name]))
    return text


# ---- other questions -------------------------------------------------------------------------------------------------


def mulligan(decision: Json, names: Names) -> PromptContent:
    """The question whether to keep the hand or draw another (SET-4)."""
    buttons: list[Child] = [
        el(
            "button.btn.choice",
            el("span", names.tr(f"option.mulligan-{'keep' if row['command']['keep'] else 'again'}")),
            el("kbd", str(n), aria_hidden="true"),
            do={"do": "play", "command": {**row["command"], "decision": decision["id"]}},
            hot=str(n),
            testid=f"option-{n}",
        )
        for n, row in enumerate(decision["options"], 1)
    ]
    return PromptContent([names.tr("prompt.mulligan")], buttons)


def place_hero(decision: Json, names: Names) -> PromptContent:
    """The question which Hero comes next, with their texts (SET-6, HER-6)."""
    buttons: list[Child] = [
        el(
            "button.btn.hero-choice.with-about.of-human.side-1",
            el("span", cards.sign("hero", names), f" {names.called(id)} {getattr(names.card(id), 'force', '')}"),
            el("kbd", str(n), aria_hidden="true"),
            el("small", names.text(id)),
            do={"do": "begin", "command": {"kind": "place-hero", "hero": id}},
            hot=str(n),
            testid=f"hero-{id}",
        )
        for n, id in enumerate(decision["prompt"]["params"]["heroes"], 1)
    ]
    return PromptContent([names.tr("prompt.place-hero")], buttons)


def window(decision: Json, names: Names, now: Acts) -> PromptContent:
    """The cancel window: the card played, its effect unless cancelled, and each card that could answer it."""
    tr, params = names.tr, decision["prompt"]["params"]
    effect = "".join(
        tr(f"event.{key}", it=names.named(params[key])) for key in ("zone", "to", "at", "target") if key in params
    )
    question = tr(
        f"prompt.{decision['prompt']['code']}", by=names.player(params["by"]), card=names.called(params["card"])
    )
    passing = el(
        "button.btn.main",
        el("span", tr("option.pass")),
        el("kbd", "P", aria_hidden="true"),
        do={"do": "play", "command": {"kind": "cancel", "card": None, "decision": decision["id"]}},
        hot="p",
        testid="pass",
        data_passes="",
    )
    answers: list[Child] = [
        el(
            "button.btn",
            tr("option.cancel", it=names.called(row["command"]["card"])),
            el("span.costs", cards.cost(*_price(row["command"]["card"], names), names)),
            title=None if row["legal"] else names.reason(row["why"]),
            testid=f"cancel-{row['command']['card']}",
            **option_press(row),
        )
        for row in decision["options"]
        if row["command"]["card"]
    ]
    read = el("button.btn", tr("duel.read"), data_read=f"card:{params['card']}", testid="read")
    text, after = names.text(params["card"]), forecast_words(names, now)
    held = el("small.passes-note", tr("duel.passes"))
    line: list[Child] = [text, " " if text and after else None, after, " ", held]
    shown = [played(params, names)]
    return PromptContent([question, effect], [*answers, passing], line, [read], beside=shown, opener=tr("duel.read"))


def _price(id: str, names: Names) -> tuple[int, int]:
    """What a card of the hand costs now."""
    row = next((card for card in names.view["hand"] if card["id"] == id), {"discard": 0, "drain": 0})
    return row["discard"], row["drain"]


def played(params: Json, names: Names) -> Node:
    """The card that is being played, large. `params`: its id as `card`, who plays it as `by`, what it costs."""
    id = params["card"]
    row = {"id": id, "discard": params.get("discard", 0), "drain": params.get("drain", 0)}
    face = cards.hand_card(row, names, data_read=f"card:{id}", testid="cancel-window")
    return el("div.hand-card.is-played", face, cls=names.colours(params["by"]))


def stands(names: Names) -> list[Child]:
    """A seat's standing pass, with a button to withdraw it; else buttons to give one."""
    tr, now = names.tr, names.view.get("standing")
    if "standing" not in names.view or names.view.get("outcome"):
        return []

    def stand(how: str, hot: str | None = None) -> Node:
        order = {"kind": "instruct", "about": "cancel"} | ({} if how == "off" else {"answer": "pass", "until": how})
        intent = {"do": "play", "command": order}
        return el("button.btn.quiet", tr(f"option.stand-{how}"), do=intent, hot=hot, testid=f"stand-{how}")

    if now:
        return [el("span.stands", icon("pause"), " ", tr(f"stand.{now}"), stand("off", "a"))]
    return [stand(how, "a" if how == "turn" else None) for how in STANDS]
