"""The panes around the Bloc, put together: the head line, one's own side, the prompt, the other side, the tabs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from rules.olomoc.advice.dice_stats import Luck
from webapp.games.olomoc.faces import face_of
from webapp.games.olomoc.glossary import GLOSSARY
from webapp.games.olomoc.table.cards import dice_stats, rouages
from webapp.games.olomoc.table.context import PanelContext
from webapp.games.olomoc.table.head import HeadProps, head, sides, strip_of
from webapp.games.olomoc.table.prompts import by_hand, plan, slot, whatif
from webapp.games.olomoc.table.prompts.act import ActionProps, action_props, actions
from webapp.games.olomoc.table.prompts.adjustment_form import form
from webapp.games.olomoc.table.text import board
from webapp.games.olomoc.table.text.names import Excerpt, Names
from webapp.i18n import Translator
from webapp.table_kit.plain_texts import presence_mark
from webapp.ui.tree import Child, Node, drawn_apart, el, icon, plate

COMPANY = ("far", "near", "watching")
"""The names of :func:`company`."""
OPENS = {"amend": "amend-open", "whatif": "suppose-open"}
"""Entries of the menu that open a form."""


def head_line(props: HeadProps) -> list[Child]:
    return [head(props)]


def score_strip(names: Names) -> list[Child]:
    """What a phone shows of the head line in its strip: points, Fiel, Traque, who has priority."""
    return [strip_of(names)]


class TilesProps(NamedTuple):
    names: Excerpt
    looked: str | None
    """The piece looked at."""


def tiles_props(names: Names, looked: str | None = None) -> TilesProps:
    return TilesProps(rouages.cabal_props(names, *sides(names.view)), looked)


def tiles(props: TilesProps) -> list[Child]:
    """The tiles of both sides, for small screens."""
    names, looked = props
    its = names.view["rouages"]
    return (
        [el("div.tiles", [rouages.tile(rouage, names.view, names, rouage["id"] == looked) for rouage in its])]
        if its
        else []
    )


class MineProps(NamedTuple):
    names: Excerpt
    shown: Mapping[int, Mapping[str, Any]]
    """As :func:`plan.revealed`."""
    dealt: Excerpt | None
    """What is read before there are cards."""
    active: str = ""
    actions: Sequence[ActionProps] = ()
    """Those of the rouage in hand."""


def mine_props(names: Names, context: PanelContext | None = None) -> MineProps:
    near, dealt = sides(names.view)[0], None
    if not names.view.get("rouages"):
        dealt = names.only("agenda", "ministries")
    cards = MineProps(rouages.cabal_props(names, near), plan.revealed(names.view), dealt)
    if context is None or not context.draft.acting:
        return cards
    return cards._replace(active=context.draft.in_hand, actions=action_props(context))


def mine(props: MineProps) -> list[Child]:
    """One's own cards, with the actions of the one in hand."""
    names, near = props.names, sides(props.names.view)[0]
    heroes = [
        rouages.hero(
            rouage,
            names.view,
            names,
            [actions(props.actions, names.tr)] if rouage["id"] == props.active else [],
            notes(rouage, names, props.shown),
        )
        for rouage in names.view["rouages"]
    ]
    inside = heroes or (welcome(props.dealt) if props.dealt is not None else [])
    return [el("section.mine", inside, aria_label=names.player(near), cls=f"side-{near}")]


def strip(props: plan.StripProps | None) -> list[Child]:
    """The planning strip; before there are cards nothing."""
    return [plan.strip(props)] if props is not None else []


def notes(piece: Mapping[str, Any], names: Names, shown: Mapping[int, Mapping[str, Any]]) -> list[Child]:
    """The notes on a rouage, in a line or two: its card's fate this cycle, that it is off the Bloc. `shown`: the cards
    revealed."""
    tr = names.tr
    out: list[Child] = []
    if piece.get("out"):
        return [el("p.rail-note", tr("card.out"))]
    for n, row in shown.items():
        if row["cards"].get(piece["seat"]) == piece["id"]:
            stopped = row["without"].get(piece["seat"])
            out.append(el("p.rail-note", tr("card.stopped-in" if stopped else "card.played-in", n=n)))
    if not piece.get("at"):
        out.append(el("p.rail-note", tr("card.off-bloc")))
    return out


def welcome(names: Names) -> list[Child]:
    """The pane before there are cards: the agenda, and the cards dealt."""
    tr, view = names.tr, names.view
    agenda = names.book.agenda(view.get("agenda"))
    out: list[Child] = []
    if agenda is not None:
        out += [
            el("span.overline", tr("table.agenda")),
            el("h2", agenda.name.get(tr.language)),
            el("p", GLOSSARY.card_text(agenda.text.get(tr.language), tr.language)),
        ]
        if agenda.study is not None:
            out += [
                el("h3", icon("study"), agenda.study.name.get(tr.language)),
                el("p", GLOSSARY.card_text(agenda.study.text.get(tr.language), tr.language)),
            ]
    dealt = view.get("ministries")
    if isinstance(dealt, list) and dealt:
        rows = [
            el(
                "li",
                icon(card.ministry),
                el("strong", card.name.get(tr.language)),
                el("span.muted", GLOSSARY.card_text(card.capacity.text.get(tr.language), tr.language)),
            )
            for id in dealt
            if (card := names.book.ministry(id))
        ]
        out += [el("span.overline", tr("table.your-ministries")), el("ul.dealt", rows)]
    return [el("div.welcome.panel", out)] if out else []


def asked(
    names: Names, context: PanelContext | None, seated: bool, invite: Sequence[Child] = (), held: str = ""
) -> list[Child]:
    """The prompt. ``held``: why nothing is played, for spectators."""
    bar = slot.ask(context) if context is not None else slot.waiting(names, seated, invite, held=held)
    if names.view.get("outcome") is not None:
        bar = slot.over(names)
    if context is not None:
        bar["a"]["data-turn"] = str(context.draft.rev)
        if context.decision is not None:
            bar["a"]["data-decision"] = context.decision["id"]
            bar["c"] += " is-asked"
        bar["x"].append(menu(context))
        if (face := asked_face(context)) is not None:
            bar["x"][0]["x"].insert(0, face)
    return [GLOSSARY.within(bar, ("question", "detail"), names.tr.language)]


def asked_face(context: PanelContext) -> Node | None:
    """The face of the piece that a question is about."""
    params, names = context.params, context.names
    acts = context.draft.in_hand if context.kind == "act" else ""
    id = acts or params.get("rouage") or params.get("piece") or params.get("hostile") or ""
    address = face_of(names, id) if isinstance(id, str) else ""
    return el("span.prompt-face", plate(address), cls=f"side-{names.seat(id) or 'h'}") if address else None


def explained(context: PanelContext) -> list[Child]:
    """The explanation of the question, beside it."""
    draft = context.draft
    if context.explained is None or draft.pending or draft.sure or draft.notice:
        return []
    box = el("div.answers-inside", context.explained, key=f"why-{(context.decision or {}).get('id')}")
    return [GLOSSARY.within(box, ("why-text",), context.names.tr.language)]


def company(names: Names, presence: Mapping[str, Any]) -> dict[str, Child]:
    """The presence of both players and the number of spectators, as trees. `near` has the player's name, too."""
    near, far = sides(names.view)
    tr, watching = names.tr, presence["spectators"]

    def mark(seat: str) -> Node | None:
        return presence_mark(tr, presence["seats"].get(seat), seat)

    player = el("span.beside", el("strong.name", names.who(near)), mark(near), cls=f"side-{near}")
    number = el("span.spectators", icon("eye"), str(watching), title=tr.plural("table.spectators", watching))
    return {
        "far": mark(far),
        "near": player if presence["seats"].get(near) else None,
        "watching": number if watching else None,
    }


class TheirProps(NamedTuple):
    names: Excerpt
    presence: Mapping[str, Any] | None
    """As :func:`company` has it, which is sent apart where there is none."""


def their_props(names: Names, presence: Mapping[str, Any] | None = None) -> TheirProps:
    """A player does not read of their own presence."""
    if presence is not None:
        seats = {seat: status for seat, status in presence["seats"].items() if not names.mine(seat)}
        presence = {"seats": seats, "spectators": presence["spectators"]}
    return TheirProps(rouages.cabal_props(names, sides(names.view)[1]), presence)


def their_side(props: TheirProps) -> list[Child]:
    """The other side: who, whether they are there, their cards."""
    names, presence = props
    far, cards = sides(names.view)[1], names.view["rouages"]
    shown = company(names, presence) if presence is not None else {name: drawn_apart(name) for name in COMPANY}
    return [
        el(
            "section.theirs",
            el(
                "header.their-head",
                el("strong.name", names.who(far)),
                shown["far"],
                shown["near"],
                shown["watching"],
                board.opener(names.tr),
            ),
            el("div.their-cards", [rouages.card(rouage, names.view, names, small=True) for rouage in cards]),
            cls=f"side-{far}",
            aria_label=names.player(far),
        )
    ]


def theirs(names: Names, presence: Mapping[str, Any] | None = None) -> list[Child]:
    """The other side for who watches, with the words of what is settled by hand now."""
    return [*their_side(TheirProps(their_props(names).names, presence)), *forms(names, None)]


def forms(names: Names, context: PanelContext | None) -> list[Child]:
    """The words of what is settled by hand now, and the forms that are open."""
    banner = by_hand.banner(names, context)
    return [banner] if context is None else [banner, form(context), whatif.panel(context)]


def menu(context: PanelContext) -> Node:
    """The menu of commands for any time: take back, offer, concede; as the house's prompts have it."""
    return _menu(in_menu(context), context.names.tr)


def in_menu(context: PanelContext) -> Sequence[tuple[str, str]]:
    """The entries of the menu now, each with its sign."""
    over = context.view.get("outcome") is not None
    items = [
        ("whatif", "compare", not over and bool(context.view.get("rouages"))),
        ("amend", "swap", not over and context.may_propose),
        ("draw", "draw", not over and context.may_propose),
        ("takeback", "undo", not over and context.may_propose and not context.may_undo),
        ("concede", "concede", not over),
    ]
    return tuple((what, sign) for what, sign, shown in items if shown)


@lru_cache(32)
def _menu(items: Sequence[tuple[str, str]], tr: Translator) -> Node:
    rows = [
        el(
            "button.btn",
            icon(sign),
            el("span", tr(f"option.{what}")),
            do={"do": OPENS.get(what, what)},
            testid=f"option-{what}",
            key=what,
        )
        for what, sign in items
    ]
    opener = el("summary", "⋯", aria_label=tr("stage.more"), title=tr("stage.more"), testid="more")
    return el("details.prompt-more", opener, el("div.prompt-menu", rows))


def log_head(names: Names, luck: Mapping[str, Luck]) -> list[Child]:
    """The head of the log: its filters, and the luck of each player's dice."""
    return [*_filters(names.tr), dice_stats.line(names, luck)]


@lru_cache(8)
def _filters(tr: Translator) -> list[Child]:
    keys = ("all", "rolls", "moves", "cards")
    return [
        el("span.overline", tr("table.log")),
        el(
            "span.log-filters",
            [el("button.filter", tr(f"table.log-{key}"), set=["log", key], testid=f"log-{key}") for key in keys],
            role="group",
            aria_label=tr("table.log-filters"),
        ),
    ]
