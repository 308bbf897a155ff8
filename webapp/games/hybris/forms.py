"""Answers that are forms, each a panel beside the board: a plan, an expedition to the Surroundings, what is committed
in a Combat, Workers that stay. Every press names the whole form as it would then be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.kernel import Refusal
from webapp.games.contract import Json
from webapp.games.hybris import options
from webapp.games.hybris.board import seat_mark
from webapp.games.hybris.card_words import gains
from webapp.games.hybris.composer import toggled
from webapp.games.hybris.hangar import tiles
from webapp.games.hybris.names import TOKENS, Names, kind_of
from webapp.games.hybris.signs import kind_sign, place_sign, shortly
from webapp.games.hybris.sums import sums
from webapp.table_kit.plain_texts import refusal_words
from webapp.ui.tree import Child, Node, el

Judge = Callable[[Json], Any]
"""Why a form would be refused; None if it would not."""


def _never(command: Json) -> None:
    """Of lists of cards: any card may be named on the way to those that are asked for; the whole form is judged."""


def panel(
    command: Json,
    names: Names,
    judge: Judge,
    forces: Json | None,
    before: Json | None = None,
    prospects: Mapping[str, Sequence[Json]] | None = None,
) -> Node | None:
    """The panel of a form; None for one that has none. `before`: the plan of `as_before`; `prospects`: by place what
    could be done there now, as the engine says."""
    match command["kind"]:
        case "plan":
            return _plan(command, names, judge, before, prospects or {})
        case "explore" | "defend":
            return _expedition(command, names, judge, forces)
        case "commit":
            return _commit(command, names, judge, forces)
        case "exhaustion":
            return _exhaustion(command, names, judge)
        case "attempt":
            return _attempt(command, names, judge)
        case "discard":
            return el("div.hyb-form", _hand("cards", command, names, _never))
        case "choose":
            return el("div.hyb-form", _hand("choice", command, names, _never))
        case "task":
            return el("div.hyb-form", el("p", names.tr("form.attempt")), _hand("discard", command, names, _never))
    return None


def _chip(label: Child | list[Child], after: Json, judge: Judge, *, on: bool = False, title: str = "", testid: str = "",
          cls: str = "", thing: str = "", name: str = "") -> Node:  # fmt: skip
    """A press that makes the form another one; impossible, it says why."""
    no = None if on else judge(after)
    do: Json = {"do": "begin", "command": after} if no is None else {"do": "why", "command": after}
    return el(
        "button.hyb-choice",
        label,
        do=do,
        cls=["is-on" if on else "", cls],
        aria_pressed="true" if on else "false",
        aria_disabled=None if no is None else "true",
        title=title or None,
        aria_label=name or None,
        testid=testid or None,
        data_thing=thing or None,
    )


def _hand(field: str, command: Json, names: Names, judge: Judge) -> Node | None:
    """The own cards, each of them named in a list of the form or not."""
    chips = [
        _chip(
            [el("strong", str(names.pack.conflict(id).force)), el("span", names.card(id)),
             el("small", names.tr(f"letter.{names.pack.conflict(id).element}"))],
            toggled(command, field, id), judge, on=id in command[field], testid=f"commit-{id}", cls="is-wide", thing=id,
        )
        for id in names.view.get("hand") or ()
    ]  # fmt: skip
    return el("div.is-column", chips) if chips else None


def _numbers(key: str, most: int, command: Json, names: Names, judge: Judge) -> Node:
    """A row of numbers for a field, from 0."""
    chips = [
        _chip(str(n), {**command, key: n}, judge, on=command[key] == n, testid=f"{key}-{n}") for n in range(most + 1)
    ]
    return el("div.hyb-numbers", el("span", names.tr(f"form.{key}")), el("div", chips), role="group",
              aria_label=names.tr(f"form.{key}"))  # fmt: skip


def _switch(key: str, command: Json, names: Names, judge: Judge) -> Node:
    on = bool(command[key])
    after = {**command, key: not on}
    return _chip(names.tr(f"form.{key}"), after, judge if not on else (lambda _: None), on=on, testid=f"switch-{key}",
                 cls="is-wide")  # fmt: skip


# ---- the plan --------------------------------------------------------------------------------------------------------


def as_before(names: Names, judge: Judge) -> Json | None:
    """The tokens of the Age before, as far as they may be given again, with nothing else planned; None where there are
    none."""
    log = names.view["log"]
    at = next((n for n in reversed(range(len(log))) if log[n]["kind"] == "planned" and log[n].get("plan")), None)
    if at is None or log[at]["seat"] != names.me:
        return None
    plan: Json = {"kind": "plan", "tokens": {}, "convert": 0, "assign": [], "heal": False}
    for id, token in log[at]["plan"]["tokens"].items():
        more = {**plan, "tokens": {**plan["tokens"], id: token}}
        plan = more if judge(more) is None else plan
    return plan if plan["tokens"] else None


def _tray(command: Json, names: Names, prospects: Mapping[str, Sequence[Json]]) -> Node:
    """The tokens, with what is left of each, to be carried or pressed onto a character; beside each what could be done
    at its place now."""
    tr, supply = names.tr, names.pack.rules.location_tokens
    borne = list(command["tokens"].values())
    rows: list[Child] = []
    for token in TOKENS:
        left = supply[token] - borne.count(token)
        words = tr("form.tray-token", place=names.place(token), n=left)
        chip = el(
            "button.hyb-token-chip",
            el("span", place_sign(token), tr(f"short.{token}")),
            el("strong", f"×{left}"),
            do={"do": "narrow", "thing": token} if left else None,
            drag=token if left else None,
            aria_label=words,
            aria_disabled=None if left else "true",
            testid=f"token-{token}",
        )
        could = _could(prospects.get(token, ()), names)
        said = el("small", el("strong.tray-place", f"{tr(f'short.{token}')} ", aria_hidden="true"), could, title=could)
        rows.append(el("li", chip, said, key=token))
    return el("ul.hyb-tray", rows, aria_label=tr("form.tray"), testid="tray")


def _deed(command: Json, names: Names) -> str:
    """An action in words; of a Drain not how much, which depends on who drains."""
    return names.tr("deed.drain") if command["kind"] == "drain" else options.option(command, names)


def _could(rows: Sequence[Json], names: Names) -> str:
    """What could be done at a place now; of what could not, why."""
    words = {row["command"]["kind"]: _deed(row["command"], names) for row in rows}
    able = [words[row["command"]["kind"]] for row in rows if row["legal"]]
    lacks = [
        f"{words[row['command']['kind']]} – {refusal_words(names, Refusal(**row['why']))}"
        for row in rows
        if not row["legal"]
    ]
    return " · ".join(able or lacks)


def _plan(
    command: Json, names: Names, judge: Judge, before: Json | None, prospects: Mapping[str, Sequence[Json]]
) -> Node:
    seat, tr = str(names.me), names.tr
    mat, rules = names.mats[seat], names.pack.rules
    rows = [_bearer(id, row, command, names, judge) for id, row in names.characters(seat)]
    given = tr("form.tokens", n=len(command["tokens"]), most=rules.characters)
    most = min(rules.workers_a_plan, mat["faithful"], rules.limits.worker - mat["hangar"]["worker"])
    manned = [
        _chip(
            el("strong", names.card(id)),
            toggled(command, "assign", id),
            judge,
            on=id in command["assign"],
            testid=f"assign-{id}",
            cls="is-wide",
            thing=id,
        )
        for id, row in tiles(mat).items()
        if row["state"] == "open" and not row["worker"]
    ]
    wounded = any(row.get("wounded") for _, row in names.characters(seat))
    again = _chip(tr("form.as-before"), before, judge, testid="as-before", cls="is-wide") if before else None
    return el(
        "div.hyb-form.is-plan",
        el("p.overline", given),
        again,
        _tray(command, names, prospects),
        el("ul", rows),
        _numbers("convert", most, command, names, judge) if most > 0 else None,
        el(
            "div.hyb-numbers",
            el("span", tr("form.assign"), " ", el("small.muted", tr("form.worker-stays"))),
            el("div.is-column.is-tiles", manned),
        )
        if manned
        else None,
        _switch("heal", command, names, judge) if wounded else None,
        testid="plan",
    )


def _bearer(id: str, row: Json, command: Json, names: Names, judge: Judge) -> Node:
    """A character with a chip for each token that it could bear."""
    tr, borne = names.tr, command["tokens"].get(id)
    rest = {key: value for key, value in command["tokens"].items() if key != id}
    chips: list[Child] = []
    stays = row["at"] == "improvement" or row.get("prisoner") or row["at"] == "removed"
    for token in () if stays else TOKENS:
        on = borne == token
        after = {**command, "tokens": rest if on else {**rest, id: token}}
        chips.append(
            _chip(
                [place_sign(token), el("span", tr(f"short.{token}"))],
                after,
                judge,
                on=on,
                title=names.place(token),
                name=names.place(token),
                testid=f"token-{id}-{token}",
            )
        )
    if stays:
        chips = [el("small.muted", tr("hybris.prisoner") if row.get("prisoner") else names.place(row["at"]))]
    return el(
        "li",
        el(
            "span.bearer",
            kind_sign(kind_of(id)),
            el("em", id.rpartition("-")[2], aria_hidden="true") if kind_of(id) != "olympian" else None,
            el("strong", names.character(id)),
            title=names.character(id),
        ),
        el("div.chips", chips, cls="is-none" if stays else None),
        drop=id,
        key=id,
    )


# ---- the Surroundings ------------------------------------------------------------------------------------------------


def _expedition(command: Json, names: Names, judge: Judge, forces: Json | None) -> Node:
    seat, tr = str(names.me), names.tr
    mat, kind = names.mats[seat], command["kind"]
    rows, step = getattr(names.pack.rules, kind), (mat.get("steps") or {}).get(kind, 1)
    its = mat["hangar"]
    most = min(rows.transfer, its["worker"])
    to = step + command["steps"]
    cost = sum(rows.costs[step:to])
    camp = names.view["camp"] + command["transfer"] + int(command["free"]) - cost + int(command["foreman"])
    words = tr(f"form.{kind}", step=to, bonus=rows.bonus[to - 1], cost=cost, camp=max(0, camp))
    return el(
        "div.hyb-form",
        _numbers("transfer", most, command, names, judge) if most else None,
        _switch("free", command, names, judge) if its["foreman"] else None,
        _along(step, command, names, judge),
        _switch("foreman", command, names, judge) if its["foreman"] and command["steps"] else None,
        el("p", words, f" {tr('form.gives', what=gains(rows.rewards[to - 1], tr))}" if rows.rewards[to - 1] else None),
        sums(forces, names) if kind == "defend" else None,
        el("p", _repelled(names)) if kind == "defend" else None,
        testid="expedition",
    )


def _along(step: int, command: Json, names: Names, judge: Judge) -> Node:
    """The track itself: a press on a step goes that far. Each says its cost, its bonus, its reward."""
    tr, kind = names.tr, command["kind"]
    rows, to = getattr(names.pack.rules, kind), step + command["steps"]
    cells: list[Child] = []
    for n, (cost, bonus, reward) in enumerate(zip(rows.costs, rows.bonus, rows.rewards, strict=True), 1):
        given = gains(reward, tr) or tr("hybris.nothing")
        words = tr(f"track.{kind}-step", n=n, cost=cost, bonus=bonus, reward=given)
        label: list[Child] = [
            el("small", str(cost) if cost else "–"),
            el("strong", f"+{bonus}"),
            el("small", shortly(reward, names)),
        ]
        if n < step:
            cells.append(el("span.hyb-choice.is-behind", label, title=words))
            continue
        after = {**command, "steps": n - step, "foreman": command["foreman"] and n > step}
        cells.append(_chip(label, after, judge, on=n == to, title=words, testid=f"steps-{n - step}",
                           cls="is-passed" if n < to else ""))  # fmt: skip
    return el("div.hyb-along", el("span", tr("form.steps")), el("div", cells), role="group",
              aria_label=tr(f"track.{kind}"))  # fmt: skip


def _repelled(names: Names) -> str:
    """REP-3: what a victory brings at this Momentum."""
    rewards, momentum = names.pack.rules.repelled.rewards, names.view["chaos"]["momentum"]
    given = gains(rewards[min(momentum, len(rewards) - 1)], names.tr) or names.tr("hybris.nothing")
    return names.tr("form.repelled", momentum=momentum, what=given)


def _attempt(command: Json, names: Names, judge: Judge) -> Node:
    """What pays for a card's conditions: the Foreman may, for one Worker."""
    ways: list[Child] = []
    able = names.mats[str(names.me)]["hangar"]["foreman"]
    for foreman in ("engage", "worker", "camp") if able else ():
        on = command["foreman"] == foreman
        after = {**command, "foreman": None if on else foreman}
        label = names.tr(f"form.foreman-{foreman}")
        ways.append(_chip(label, after, judge, on=on, testid=f"foreman-{foreman}", cls="is-wide"))
    cards = _hand("discard", command, names, _never)
    return el("div.hyb-form", el("p", names.tr("form.attempt")), el("div.is-column", ways) if ways else None, cards)


# ---- Combats ---------------------------------------------------------------------------------------------------------


def _commit(command: Json, names: Names, judge: Judge, forces: Json | None) -> Node:
    seat, tr = str(names.me), names.tr
    mat, god = names.mats[seat], names.god(seat)
    hand = _hand("cards", command, names, judge)
    more: list[Child] = []
    if mat["determination"]:
        on = bool(command["determination"])
        more.append(
            _chip(tr("form.determination", n=names.pack.rules.force.determination),
                  {**command, "determination": 0 if on else 1}, judge, on=on, testid="commit-determination",
                  cls="is-wide")
        )  # fmt: skip
    for n, power in enumerate(names.pack.olympians[god].mk.powers):
        if power.when == "combat-chaos":
            words = tr(
                "form.mk", what=names.amount("force", _force(power.gain)), energy=names.amount("energy", power.energy)
            )
            after = {**command, "mk": [m for m in command["mk"] if m != n] or ([] if n in command["mk"] else [n])}
            more.append(_chip(words, after, judge, on=n in command["mk"], testid=f"commit-mk-{n}", cls="is-wide"))
    more += [_tokens(of, n, command, names, judge) for of, n in (mat.get("tokens") or {}).items() if n]
    return el(
        "div.hyb-form.is-commit",
        sums(forces, names),
        _enough(forces, command, names, judge),
        hand,
        el("div.is-column", more) if more else None,
        testid="commit",
    )


def _enough(forces: Json | None, command: Json, names: Names, judge: Judge) -> Node | None:
    """The press that commits just enough to win, as the engine has it."""
    least = (forces or {}).get("enough")
    if least is None:
        return None
    return _chip(names.tr("form.just-enough"), least, judge, on=least == command, testid="just-enough", cls="is-wide")


def _force(gain: str) -> int:
    return int(gain.split()[-1])


def _tokens(of: str, most: int, command: Json, names: Names, judge: Judge) -> Node:
    """Olympian tokens of a seat that are spent."""
    spent = command["tokens"].get(of, 0)
    chips = [
        _chip(str(n), {**command, "tokens": {**command["tokens"], of: n}}, judge, on=spent == n)
        for n in range(most + 1)
    ]
    return el("div.hyb-numbers", el("span", seat_mark(of, names), " ", names.player(of)), el("div", chips))


def _exhaustion(command: Json, names: Names, judge: Judge) -> Node:
    """The tiles with a Worker, each kept for 1 Aegis or given back."""
    mat = names.mats[str(names.me)]
    chips = [
        _chip([el("strong", names.card(id)), el("small", names.tr("form.stays"))], toggled(command, "keep", id), judge,
              on=id in command["keep"], testid=f"keep-{id}", cls="is-wide", thing=id)
        for id, row in tiles(mat).items()
        if row["worker"] and row["state"] == "open"
    ]  # fmt: skip
    return el("div.hyb-form", el("div.is-column", chips))
