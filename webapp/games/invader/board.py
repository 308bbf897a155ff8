"""The board: both sides with their decks, discards and strategies, the zones, and the plot track."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from webapp.games.contract import Json
from webapp.games.invader import cards, faces
from webapp.games.invader.names import Names
from webapp.table_kit.composer import Press, can, press
from webapp.table_kit.plain_texts import asked_mark, presence_mark
from webapp.ui.tree import Child, Node, el, icon, plate


@dataclass(frozen=True)
class Acts:
    """What the board shows of one player's question: the presses by thing, the things named already, those that the
    question is about, the engine's `forecast` of the command in preparation, and as `ghost` the card that it would put
    in a zone: both ids, or empty."""

    presses: Mapping[str, Press] = field(default_factory=dict)
    chosen: frozenset[str] = frozenset()
    aimed: frozenset[str] = frozenset()
    forecast: Json | None = None
    ghost: tuple[str, str] = ("", "")

    def marks(self, id: str) -> list[str]:
        """The classes of a card or a zone: whether it can be pressed, is named already, is what the question is
        about."""
        able = "can" if can(self.presses, id) else ""
        return [able, "is-chosen" if id in self.chosen else "", "is-aimed" if id in self.aimed else ""]


NOTHING = Acts()
BURNS = 6
"""The most holes that scorch burns into the picture of a zone; beside its totals it stands as a number."""


# ---- both sides ------------------------------------------------------------------------------------------------------


def strip(seat: str, names: Names, presence: Mapping[str, str | None], acts: Acts = NOTHING) -> Node:
    """One side's player, hand, deck, discard and strategies, and the Human's Heroes."""
    view, tr, side = names.view, names.tr, names.side(seat)
    here = presence.get(seat)
    pile = view["discards"].get(seat, [])
    asked = seat in (view.get("waiting") or {})
    parts: list[Child] = [
        el(
            "div.strip-who",
            el("span.who", names.player(seat)),
            el("span.side-name", tr(f"side.{side}")) if seat in view["sides"] else None,
            presence_mark(tr, here, seat),
            asked_mark(tr, here) if asked else None,
        ),
        _count(tr("duel.deck"), view["decks"].get(seat, 0), f"deck:{seat}", f"deck-{seat}", "strip-deck", pile=True),
        _count(tr("duel.hand"), view["hands"].get(seat, 0), f"known:{seat}", f"held-{seat}", "strip-hand"),
        el(
            "button.strip-count.strip-discard",
            el("span.overline", tr("duel.discard")),
            el("strong", str(len(pile))),
            el("span.muted", names.called(pile[-1])) if pile else None,
            testid=f"discard-{seat}",
            data_read=f"discard:{seat}",
        ),
        el("div.strip-cards", _strategies(seat, names, acts), _heroes(names) if side == "human" else None),
    ]
    return el(
        "section.duel-strip",
        parts,
        cls=[names.colours(seat), "is-near" if seat == names.near else ""],
        aria_label=names.player(seat),
        testid=f"duel-seat-{seat}",
    )


def summary(names: Names) -> Node:
    """What must be known on a phone, in a line: the plot, and the lives left of either side."""
    view, tr = names.view, names.tr
    far = next(seat for seat in names.players if seat != names.near)
    at = view["plot"] if view["number"] else names.pack.rules.plot.start
    lives = [
        el(
            "span.summary-lives",
            el("small", tr(f"side.{names.side(seat)}")),
            el("strong", str(view["decks"].get(seat, 0))),
            el("small", icon("cards"), str(view["hands"].get(seat, 0))),
            cls=names.colours(seat),
        )
        for seat in (far, names.near)
    ]
    now = el("span.summary-plot", el("small", tr("duel.plot")), el("strong", str(at)), title=tr("duel.plot"))
    return el("div.duel-summary", now, lives)


def _count(label: str, n: int, read: str, testid: str, cls: str, *, pile: bool = False) -> Node:
    thick = el("i.deck-pile", style=f"--n: {n}", aria_hidden="true") if pile and n else None
    parts = [el("span.overline", label), thick, el("strong", str(n))]
    return el("button.strip-count", parts, cls=cls, data_read=read, testid=testid)


def _strategies(seat: str, names: Names, acts: Acts) -> list[Child]:
    buttons: list[Child] = []
    for id, enabled in names.view["strategies"].get(seat, {}).items():
        card = names.card(id)
        state = names.tr("strategy.enabled" if enabled else "strategy.dormant")
        price = (
            None
            if enabled
            else el("span.costs", cards.cost(getattr(card, "discard", 0), getattr(card, "drain", 0), names))
        )
        buttons.append(
            el(
                "button.strategy",
                el("span.card-name", cards.sign("strategy", names), " ", names.called(id)),
                price,
                cls=["is-enabled" if enabled else "is-dormant", *acts.marks(id)],
                title=f"{state}. {names.text(id)}",
                testid=f"strategy-{id}",
                **press(acts.presses, id, f"card:{id}"),
            )
        )
    return buttons


def _heroes(names: Names) -> list[Child]:
    """The Heroes still in play or to come (HER-6)."""
    buttons: list[Child] = []
    for id in names.view["heroes"]:
        marks = {"data_read": f"card:{id}", "testid": f"left-{id}"}
        buttons.append(el("button.strategy.hero-left", cards.sign("hero", names), " ", names.called(id), **marks))
    return buttons


# ---- the zones -------------------------------------------------------------------------------------------------------


def zones(names: Names, acts: Acts = NOTHING) -> list[Child]:
    """The three zones side by side, and the lines between them."""
    order = list(names.pack.zones)
    columns: list[Child] = []
    for n, id in enumerate(order):
        columns.append(_zone(id, names, acts))
        if n + 1 < len(order):
            joined = order[n + 1] in names.pack.zones[id].next
            columns.append(el("span.zone-joint", aria_hidden="true", cls="is-joined" if joined else "is-apart"))
    tabs = el(
        "nav.zone-tabs", [_tab(n, id, names, acts) for n, id in enumerate(order, 1)], aria_label=names.tr("duel.zones")
    )
    return [tabs, el("div.zones", columns, data_swipe=".zone-tab")]


def _tab(n: int, id: str, names: Names, acts: Acts) -> Node:
    """The tab of a zone, with its totals: small screens show one zone at a time (by the style sheet)."""
    return el(
        "button.zone-tab",
        el("span", names.zone(id)),
        _figures(id, names, acts),
        set=("zone", str(n)),
        testid=f"tab-{id}",
    )


def _zone(id: str, names: Names, acts: Acts) -> Node:
    near = names.near
    far = next(seat for seat in names.players if seat != near)
    label = el("button", names.zone(id), **press(acts.presses, id, f"zone:{id}"), testid=f"choose-{id}")
    name = el("h2.zone-name", label)
    return el(
        "section.zone.on-ink",
        plate(faces.zone(id), "large"),
        el("span.zone-burns", [el("i")] * min(names.view["scorch"][id], BURNS), aria_hidden="true"),
        name,
        el("p.unseen", zone_words(id, names)),
        _column(id, far, names, acts),
        el("p.zone-total", _figures(id, names, acts), testid=f"total-{id}"),
        _column(id, near, names, acts),
        cls=[f"zone-{id}", *acts.marks(id)],
        testid=f"zone-{id}",
        drop=f"zone:{id}",
        data_sight="" if acts.aimed & {id, *(piece["id"] for piece in names.pieces() if piece["zone"] == id)} else None,
        aria_label=names.zone(id),
    )


def _column(zone: str, seat: str, names: Names, acts: Acts) -> Node:
    """The four slots of a seat in a zone. Slots have no order (ZON-3); cards are drawn in the order of entry."""
    standing = in_column(zone, seat, names)
    cells: list[Child] = []
    ghost, where = acts.ghost if seat == names.near else ("", "")
    for n in range(names.pack.rules.slots):
        if n < len(standing):
            cells.append(el("li", _piece(standing[n], names, acts), key=standing[n]["id"]))
            continue
        if n == len(standing) and where == zone:
            cells.append(el("li", cards.ghost(ghost, names, seat)))
            continue
        marks: dict[str, Any] = {"testid": f"slot-{seat}-{zone}-{n + 1}"}
        if seat == names.near and (intent := _slot(zone, acts)) is not None:
            label = names.tr("duel.slot", zone=names.zone(zone))
            cells.append(el("li", el("button.slot.can", "+", do=intent, aria_label=label, **marks)))
        else:
            cells.append(el("li", el("span.slot", **marks)))
    return el("ul.column", cells, cls=names.colours(seat), aria_label=names.tr(f"duel.column-{names.side(seat)}"))


def _slot(zone: str, acts: Acts) -> Json | None:
    """The intent of a press on a free slot of a zone, where the command in preparation goes into one."""
    press = acts.presses.get(zone)
    return press.intent if press is not None and press.intent.get("key") in ("zone", "to") else None


def in_column(zone: str, seat: str, names: Names) -> list[Json]:
    """The cards in a seat's column of a zone, the Hero last (GEN-6)."""
    return [piece for piece in names.pieces() if piece["seat"] == seat and piece["zone"] == zone]


def _piece(piece: Json, names: Names, acts: Acts) -> Node:
    id = piece["id"]
    drag = f"piece:{id}" if can(acts.presses, id) else None
    marks = press(acts.presses, id, f"card:{id}")
    return cards.piece(piece, names, acts.marks(id), drag=drag, drop=f"piece:{id}", **marks)


def _figures(id: str, names: Names, acts: Acts) -> list[Child]:
    """Both totals of a zone, its value with scorch, and what would be drained; with a command in preparation, what
    these would be after it, in italics."""
    view, tr = names.view, names.tr
    row = (acts.forecast or view["forecast"] or {"zones": {}})["zones"].get(id)
    if row is None:
        return []
    scorch = view["scorch"][id]
    burnt = el("span.scorch", "✕" * min(scorch, 6), str(scorch), title=tr("duel.scorch", n=scorch)) if scorch else None
    figures: list[Child] = [
        el("span.of-invader.side-3", str(row["invader"])),
        " : ",
        el("span.of-human.side-1", str(row["human"])),
        el("span.zone-value", f" ({row['value']})", title=tr("duel.value", n=row["value"])),
        burnt,
        el("strong.would-drain", f" ▼{row['drain']}", title=tr("duel.would-drain", n=row["drain"]))
        if row["drain"]
        else None,
        el("span.absorbed", f" ◍{row['absorbed']}", title=tr("duel.absorbed", n=row["absorbed"]))
        if row["absorbed"]
        else None,
    ]
    return [el("em.figures", figures) if acts.forecast else el("span.figures", figures)]


def zone_words(id: str, names: Names) -> str:
    """A zone as a sentence for screen readers: both totals, what they consist of, the zone's value, what would be
    drained."""
    tr, view = names.tr, names.view
    row = (view["forecast"] or {"zones": {}})["zones"].get(id)
    if row is None:
        return names.zone(id)
    held = {names.side(seat): in_column(id, seat, names) for seat in names.players}
    listed = {
        side: ", ".join(cards.piece_words(piece, names) for piece in pieces) or tr("duel.nobody")
        for side, pieces in held.items()
    }
    return tr(
        "duel.zone-words",
        zone=names.zone(id),
        invader=row["invader"],
        theirs=listed.get("invader", ""),
        human=row["human"],
        ours=listed.get("human", ""),
        value=row["value"],
        burnt=tr("duel.zone-burnt", n=scorch) if (scorch := view["scorch"][id]) else "",
        drained=tr.plural("duel.zone-drained", row["drain"]) if row["drain"] else tr("duel.zone-holds"),
    )


def zone_sheet(id: str, names: Names) -> Node:
    """A sheet about a zone: what its next attack consists of."""
    return el("article.large-card", el("h2", names.zone(id), id="reading-title"), el("p", zone_words(id, names)))


def forecast_sheet(names: Names) -> Node:
    """A sheet about the next attack, zone by zone."""
    rows = [el("li", zone_words(id, names)) for id in names.pack.zones]
    return el(
        "article.large-card",
        el("h2", names.tr("duel.forecast"), id="reading-title"),
        el("ul", rows),
        forecast_words(names),
    )


# ---- the plot --------------------------------------------------------------------------------------------------------


def plot(names: Names, acts: Acts = NOTHING) -> Node:
    """The plot as one track that winds down to its end, its top first (PLT-1), and what the next attack would do."""
    tr, top = names.tr, names.pack.rules.plot.top
    # SET-5: the marker is placed in the first turn.
    at = names.view["plot"] if names.view["number"] else names.pack.rules.plot.start
    marks = [
        el("li", icon("skull") if n == 0 else str(n), cls="is-here" if n == at else "is-past" if n > at else "")
        for n in range(top, -1, -1)
    ]
    return el(
        "section.plot",
        el("h2.overline", tr("duel.plot")),
        el("p.plot-left", tr("duel.plot-left", n=at), testid="plot"),
        el("ol.plot-track", marks, aria_label=tr("duel.plot-at", n=at, top=top)),
        forecast_words(names, acts),
        None
        if names.view.get("outcome")
        else el(
            "button.btn.quiet.plot-read",
            tr("duel.forecast"),
            el("kbd", "F", aria_hidden="true"),
            hot="f",
            data_read="forecast",
        ),
        aria_label=tr("duel.plot"),
    )


def forecast_words(names: Names, acts: Acts = NOTHING) -> Node | None:
    """The next attack in a sentence; in italics after a command in preparation."""
    forecast = acts.forecast or names.view["forecast"]
    if forecast is None or not names.view["number"] or names.view.get("outcome"):
        return None
    tr = names.tr
    if forecast["lethal"]:
        text: list[Child] = [icon("skull"), " ", tr("forecast.lethal", n=forecast["drain"], deck=forecast["deck"])]
    elif forecast["drain"]:
        text = [tr.plural("forecast.drain", forecast["drain"], deck=forecast["deck"])]
    else:
        text = [tr(f"forecast.{forecast['plot']}")]
    tag = "em" if acts.forecast else "span"
    return el("p.forecast", el(tag, text), cls="is-lethal" if forecast["lethal"] else "", testid="forecast")
