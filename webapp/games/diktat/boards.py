"""The panes beside the map: the cards of the cycle, every Cabal's board, the viewer's screen, and sheets."""

from __future__ import annotations

from typing import Any

from rules.diktat.packs.cards import AFFINITIES
from webapp.games.contract import Json
from webapp.games.diktat import city, faces
from webapp.games.diktat.city import NOTHING, Acts, seat_mark
from webapp.games.diktat.glossary import GLOSSARY
from webapp.games.diktat.names import Names
from webapp.games.diktat.seals import seals
from webapp.i18n import whole
from webapp.table_kit.composer import can, press
from webapp.table_kit.plain_texts import asked_mark, presence_mark
from webapp.ui.tree import Child, Node, el, icon, plate

GOAL = 10
"""END-3: the Victory points that end a match."""


# ---- the cards of the cycle ------------------------------------------------------------------------------------------


def track(names: Names, acts: Acts = NOTHING) -> Node:
    """The face-up Opportunity cards, the secret one, the pile, and the Others' track."""
    view, tr = names.view, names.tr
    rows: list[Child] = [el("li", _opportunity(card, names, acts), key=card) for card in view["track"]]
    if view["has_secret"]:
        rows.append(el("li", _secret(names, acts), key="secret"))
    others = view.get("others")
    corrupted = [
        f"{names.card(card)} ({names.sector(names.pack.cards[card].sector)})"
        for card in (others or {}).get("track", ())
    ]
    about = [tr("diktat.pile", n=view["pile"], gone=len(view["discard"]))] if view["cycle"] else []
    about += [tr("diktat.corrupted", cards=", ".join(corrupted))] if corrupted else []
    about += [tr("diktat.peeked", place=peek["place"], name=names.card(peek["card"])) for peek in view["peeked"]]
    return el(
        "section.diktat-track",
        el("ul.track-cards", rows),
        el("p.muted.track-about", ". ".join(map(str, about)), cls="is-corrupted" if corrupted else ""),
        aria_label=tr("diktat.opportunities"),
        testid="track",
    )


def _opportunity(id: str, names: Names, acts: Acts) -> Node:
    card = names.pack.cards[id]
    attack = el("span.attack", icon("attack", names.tr("diktat.attack"))) if card.attack else None
    return el(
        "button.opportunity",
        el("span.poster", plate(faces.poster(id, "middle"))),
        el("span.card-name", names.card(id), attack),
        el("span.muted", names.sector(card.sector)),
        symbols(id, [], names),
        el("small.card-brings", names.effects(id)),
        cls="can" if can(acts.presses, id) else "",
        title=names.effects(id),
        testid=f"card-{id}",
        **press(acts.presses, id, f"card:{id}"),
    )


def _secret(names: Names, acts: Acts) -> Node:
    known, tr = names.view["secret"], names.tr
    seen = ", ".join(map(names.who, names.view["secret_looked"]))
    where = names.sector(names.pack.cards[known].sector) if known else tr("diktat.secret-down")
    return el(
        "button.opportunity.is-secret",
        el("span.poster", plate(faces.poster(known, "middle"))) if known else None,
        el("span.card-name", icon("seal"), names.card(known) if known else tr("diktat.secret-title")),
        el("span.muted", where),
        el("span.muted", tr("diktat.looked", names=seen)) if seen else None,
        cls="can" if can(acts.presses, "secret") else "",
        testid="secret",
        **press(acts.presses, "secret", f"card:{known}" if known else "secret"),
    )


def symbols(id: str, flipped: list[str], names: Names) -> Node | None:
    """The Affinity symbols of a card, filled where they have a token."""
    left = list(flipped)
    marks: list[Child] = []
    for symbol in names.pack.cards[id].symbols:
        filled = next((kind for kind in left if symbol in ("any", kind)), None)
        if filled:
            left.remove(filled)
        label = names.affinity(filled or symbol)
        marks.append(
            el("i.symbol", label[:2], cls=["is-filled" if filled else "", f"of-{filled or symbol}"], title=label)
        )
    return el("span.symbols", marks) if marks else None


# ---- the boards ------------------------------------------------------------------------------------------------------


def boards(names: Names, presence: Any, acts: Acts = NOTHING) -> Node:
    """All players in rows: the Administrator, who is asked, what everybody owns."""
    points = {seat: cabal.get("points", 0) for seat, cabal in names.view["cabals"].items() if cabal["cabal"]}
    best = max(points.values(), default=0)
    rows = [_board(seat, names, presence, acts, bool(best) and points.get(seat) == best) for seat in names.players]
    return el("ul.diktat-boards", rows, aria_label=names.tr("plain.seats"))


def _board(seat: str, names: Names, presence: Any, acts: Acts, leads: bool) -> Node:
    tr, view = names.tr, names.view
    its, asked, here = view["cabals"][seat], seat in (view.get("waiting") or {}), presence.get(seat)
    who = el("span.who", names.player(seat))
    if seat in acts.presses:
        cls = "can" if can(acts.presses, seat) else ""
        who = el("button.who.btn", names.player(seat), cls=cls, **press(acts.presses, seat))
    marks: list[Child] = [
        el("span.muted", tr("lobby.you")) if seat == view.get("me") else None,
        el("span.plain-marks.is-lead", icon("star"), tr("diktat.leads")) if leads else None,
        asked_mark(tr, here) if asked else None,
        el("span.office", icon("seal"), tr("diktat.administrator")) if view["administrator"] == seat else None,
        el("span.office", icon("play"), tr("diktat.first")) if view["first"] == seat else None,
        el("span.plain-marks", icon("pause"), tr("diktat.holds")) if view["held"] == seat else None,
        presence_mark(tr, here, seat) if here != "here" else None,
    ]
    head = el("div.board-head", seat_mark(seat, names), who, seals(f"seat:{seat}", names), marks)
    body = _figures(seat, names, acts) if its["cabal"] else None
    return el(
        "li.diktat-board",
        head,
        body,
        _possessions(seat, names, acts) if its["cabal"] else None,
        own_note(acts.notes.get(f"seat:{seat}"), names),
        cls=[names.colours(seat), "is-asked" if asked else "", "is-turn" if view["turn"] == seat else ""],
        testid=f"plain-seat-{seat}",
    )


def _figures(seat: str, names: Names, acts: Acts) -> Node:
    tr, its = names.tr, names.view["cabals"][seat]
    vp = its["points"]
    parts = names.listed(f"{tr(f'part.{key.lower()}')} {n}" for key, n in its["parts"].items() if n)
    # END-2: what Debts will take is hollow
    shares = [max(0, min(points, GOAL)) * 100 // GOAL for points in (vp - its["debts"], vp)]
    bar = el("span.vp-bar", style="--kept: {}%; --vp: {}%".format(*shares), aria_hidden="true")
    owed = el("small.vp-owed", f"−{its['debts']}", title=tr("diktat.owed", n=its["debts"])) if its["debts"] else None
    made = its["pawns"]
    figures: list[Child] = [
        el(
            "span.vp",
            el("strong", whole(vp)),
            " ",
            tr("diktat.vp"),
            owed,
            bar,
            title=parts or None,
            testid=f"vp-{seat}",
        ),
        el("span.emblem", plate(faces.emblem(its["cabal"])), aria_hidden="true"),
        el("span.fact", names.cabal(its["cabal"])),
        el("span.fact", tr("diktat.rank", n=its["rank"])),
        el("span.fact", el("i.pips", "♟" * made or "–", aria_hidden="true"), title=tr("diktat.left", n=made)),
        el("span.unseen", tr("diktat.left", n=made)),
    ]
    for key in ("spies", "assassins", "debts", "reserve", "corruption"):
        if its[key]:
            token = names.pack.cabals[its["cabal"]].token if key == "reserve" else None
            text = tr.plural(f"tokens.{token}", its[key]) if token else tr(f"diktat.has-{key}", n=its[key])
            figures.append(el("span.fact", text, cls=f"has-{key}"))
    if its["gone"]:
        figures.append(el("span.fact", tr("diktat.gone")))
    if "debt" in acts.also and seat == names.view.get("me"):
        do = {"do": "also", "thing": "debt"}
        figures.append(el("button.chip.is-also", tr("option.debt"), do=do, testid="also-debt"))
    return el("div.board-figures", figures)


def _possessions(seat: str, names: Names, acts: Acts) -> Node | None:
    """Possessions and Cabal cards as chips, and what the screen hides where the table computes it."""
    its = names.view["cabals"][seat]

    def pressed(thing: str, read: str) -> Json:
        """What a press on one does: what may be done with it unasked, a part in an offer, or it is read."""
        if thing in acts.also and seat == names.view.get("me"):
            return {"do": {"do": "also", "thing": thing}, "testid": f"also-{thing}", "also": True}
        return press(acts.presses, f"{seat}:{thing}", read)

    chips = [
        _chip(names.card(card["card"]), card["card"], card["used"], card["flipped"], names, pressed(thing, thing))
        for card in its["cards"]
        for thing in [f"card:{card['card']}"]
    ]
    chips += [
        _chip(f"{names.sector(sector)} {'I' * n}", "", sector in its["used_markers"], [], names, on_press)
        for sector, n in its["markers"].items()
        for on_press in [pressed(f"marker:{sector}", f"sector:{sector}")]
    ]
    chips += [
        _chip(names.card(card), card, card in its["used_cabal_cards"], [], names, pressed(thing, thing))
        for card in its["cabal_cards"]
        for thing in [f"card:{card}"]
    ]
    screen = None
    if its["screen"] and seat != names.view.get("me"):
        screen = el("p.muted", screen_words(names, its["screen"]))
    return el("div.board-held", chips, screen) if chips or screen else None


def _chip(label: str, card: str, used: bool, flipped: list[str], names: Names, pressed: Json) -> Node:
    marks = [_token(kind, names) for kind in flipped]
    title = f"{label} ({names.tr('diktat.used')})" if used else label
    also = pressed.pop("also", False)
    drawn = faces.poster(card)
    face = el("span.chip-poster", plate(drawn)) if drawn else None
    return el(
        "button.chip",
        face,
        label,
        marks,
        cls=[
            "is-used" if used else "",
            "is-cabal" if card in names.pack.cabal_cards else "",
            "is-also" if also else "",
            "can" if "do" in pressed and not also else "",
        ],
        title=names.tr("diktat.also", thing=title) if also else title,
        **pressed,
    )


def _token(kind: str, names: Names) -> Node:
    return el("i.symbol.is-filled", names.affinity(kind)[:2], cls=f"of-{kind}")


def summary(names: Names) -> Node:
    """What must be known on a phone, in a line: the phase, and everybody's Victory points."""
    view, tr = names.view, names.tr
    points = [
        el("span.summary-points", seat_mark(seat, names), el("strong", whole(cabal["points"])), cls=names.colours(seat))
        for seat, cabal in view["cabals"].items()
        if cabal["cabal"]
    ]
    phase = el("span.summary-phase", tr(f"phase.{view['phase']}"))
    return el("div.diktat-summary", phase, el("span.summary-all", points))


# ---- the own screen --------------------------------------------------------------------------------------------------


def own(names: Names) -> list[Child]:
    """The content of the viewer's own screen."""
    its = names.view["cabals"].get(names.view.get("me") or "", {})
    if not its.get("cabal") or not its["screen"]:
        return []
    tr, screen = names.tr, its["screen"]
    piles = [
        el(
            "span.pile",
            el("span.pile-pawn", names.letter(kind), aria_hidden="true"),
            el("strong", str(n := screen["agents"].count(c))),
            el("span.muted", tr.plural(f"kinds.{kind}", n)),
            testid=f"pile-{c}",
        )
        for c, kind in (("C", "citizen"), ("G", "guard"), ("E", "emissary"))
    ]
    tokens = [
        el(
            "span.pile",
            el("i.symbol.is-filled", names.affinity(affinity)[:2], cls=f"of-{affinity}"),
            el("strong", str(n)),
            title=name,
        )
        for affinity in AFFINITIES
        if (n := screen["affinities"].get(affinity, 0))
        for name in [names.affinity(affinity)]
    ]
    money = el("span.pile.is-pp", el("strong", str(screen["pp"])), el("span.muted", tr("diktat.pp")), testid="pp")
    return [
        el("div.own-screen", money, piles, tokens, cls=names.colours(str(names.view["me"]))),
        el("p.unseen", screen_words(names, screen)),
    ]


def screen_words(names: Names, screen: Json) -> str:
    """The content of a screen: figures, or the possible range of each as ``[least, most]``."""
    agents = screen["agents"]
    if isinstance(agents, str):
        agent_words = names.agents(agents)
    else:
        agent_words = ", ".join(
            f"{names.kind(kind)} {_figure(agents[kind])}" for kind in ("citizen", "guard", "emissary") if kind in agents
        )
    affinities = screen["affinities"]
    held = [
        f"{names.affinity(affinity)} {_figure(affinities[affinity])}"
        for affinity in AFFINITIES
        if affinities.get(affinity)
    ]
    none = names.tr("diktat.none")
    return names.tr("diktat.screen", pp=_figure(screen["pp"]), agents=agent_words, affinities=", ".join(held) or none)


def _figure(figure: Any) -> str:
    """A number, or a range."""
    if not isinstance(figure, list):
        return str(figure)
    return str(figure[0]) if figure[0] == figure[1] else f"{figure[0]}–{figure[1]}"


# ---- read large ------------------------------------------------------------------------------------------------------


def sheet(title: str, *inside: Child | list[Child], seat: str = "", names: Names | None = None) -> Node:
    """A sheet with its heading."""
    cls = names.colours(seat) if seat and names else None
    return el("article.large-card", el("h2", title, id="reading-title"), *inside, cls=cls)


def card_sheet(id: str, names: Names) -> Node:
    """A sheet about an Opportunity or Cabal card."""
    tr = names.tr
    card = names.pack.cards.get(id)
    if card is None:
        cabal = names.pack.cabal_cards[id]
        return sheet(
            names.card(id),
            el("p.muted", names.cabal(cabal.cabal)),
            el("p.large-text", GLOSSARY.card_text(names.effects(id), tr.language, True)),
        )
    symbols = [names.affinity(symbol) for symbol in card.symbols]
    flavour = getattr(card.flavour, tr.language) if card.flavour else ""
    return sheet(
        names.card(id),
        el("span.large-poster", plate(faces.poster(id, "full"), "large")),
        el("p.muted", names.sector(card.sector), f" · {tr('diktat.attack')}" if card.attack else None),
        el("p.large-text", GLOSSARY.card_text(names.effects(id), tr.language, True)),
        el("p", tr("diktat.symbols", symbols=", ".join(symbols))) if symbols else None,
        el("p.muted", flavour) if flavour else None,
    )


def sector_sheet(key: str, names: Names, chances: Json | None = None) -> Node:
    """A sheet about a sector: its contents, cards, markers' effects, stacks, and who would win it."""
    tr, view = names.tr, names.view
    cards = [card for card in [*view["track"], view["secret"]] if card and names.pack.cards[card].sector == key]
    rows = [el("li", el("strong", names.card(card)), " ", names.effects(card)) for card in cards]
    others = [card for card in view.get("others", {}).get("track", ()) if names.pack.cards[card].sector == key]
    rows += [
        el(
            "li",
            el("strong", names.card(card)),
            " ",
            el("span.muted", tr("diktat.of-others")),
            " ",
            names.effects(card),
        )
        for card in others
    ]
    rows += [
        el("li", el("strong", tr("diktat.marker-level", n=level)), " ", names.effects(f"{key}:{level}"))
        for level in (1, 2)
    ]
    stacks = [el("li", city.tower_words(stack, names)) for stack in view["sectors"][key]["stacks"]]
    return sheet(
        names.sector(key),
        el("span.large-pane", plate(faces.pane(key), "large")),
        el("p", names.listed(city.facts(key, names))),
        el("ul", rows),
        el("ul", stacks) if stacks else None,
        _chances(chances, names) if chances else None,
    )


def _chances(forecast: Json, names: Names) -> list[Child]:
    tr = names.tr
    rows = [
        el("li", tr("forecast.row", who=names.who(seat), chance=row["chance"], emissaries=row["emissaries"]))
        for seat, row in forecast["rows"].items()
    ]
    return [el("h3", tr("forecast.title")), el("ul", rows), el("p.muted", tr("forecast.given"))]


def stack_sheet(stack: Json, names: Names, known: Json | None = None, note: str | None = None) -> Node:
    """A sheet about a stack pawn by pawn: what the viewer knows and how, who has looked, what was claimed."""
    tr = names.tr
    rows = []
    for n, pawn in enumerate(stack["pawns"], 1):
        about = known["pawns"][n - 1] if known else {"how": "open" if pawn["open"] else None}
        kind = names.kind(pawn["kind"]) if pawn["kind"] else tr("diktat.unknown")
        line: list[Child] = [el("strong", kind)]
        line += [" ", el("span.muted", tr(f"know.{about['how']}"))] if about.get("how") else []
        line += [" ", el("small.muted", seen)] if (seen := seen_words(names, pawn)) else []
        rows.append(el("li", line))
    head = tr("diktat.stack-of", stack=names.stack(stack["id"]), who=names.who(stack["seat"]), n=stack["height"])
    hint = el("p.muted", tr("diktat.top-first"))
    return sheet(head, hint, el("ol.leaf", rows), own_note(note, names), seat=stack["seat"], names=names)


def own_note(note: str | None, names: Names) -> Node | None:
    """The viewer's own note."""
    return el("p.own-note", icon("note"), " ", names.tr("notes.own", text=note)) if note else None


def seen_words(names: Names, pawn: Json) -> str:
    """The seats that have looked at a pawn, and the claims about it."""
    known = [names.tr("diktat.looked", names=", ".join(map(names.who, pawn["looked"])))] if pawn["looked"] else []
    known += [
        names.tr(
            "diktat.said-sworn" if claim["sworn"] else "diktat.said",
            who=names.who(claim["by"]),
            what=names.any(claim["what"]),
        )
        for claim in pawn["said"]
    ]
    return names.listed(known)
