"""Diktat's screens on the house's table with buttons: the city, the boards, the hand, and all texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.diktat.cards import AFFINITIES
from rules.diktat.pack import of_json
from webapp.games.contract import Json, Marks
from webapp.games.diktat.names import Names
from webapp.games.diktat.page import DiktatPage
from webapp.i18n import Translator
from webapp.seats.place import Place
from webapp.ui.plain_table import PlainTable, worded
from webapp.ui.tree import Child, Node, el


class DiktatTable(PlainTable):
    """Twelve sectors with their stacks, the cards that lie open, and what each Cabal shows of itself."""

    styles = ("plain.css", "diktat/table.css")
    chapter = "diktat.cycle"

    def page(self, at: Place) -> DiktatPage:
        """The page, which prepares Manoeuvres step by step."""
        return DiktatPage(self, at)

    def book(self, journal: list[Json]) -> Any:
        """The pack of the match, as its journal embeds it."""
        return of_json(dict(journal[0]["packs"][-1]))

    def words(
        self, view: Json, tr: Translator, players: Mapping[str, str | None], book: Any = None, code: str = ""
    ) -> Names:
        """The names of everything in the view."""
        return Names(view, tr, players, book, code)

    # ---- what lies on the table ----

    def board(self, words: Names) -> list[Child]:
        """Cards of the cycle, and the city."""
        return [*_cards(words), el("div.diktat-city", [_sector(words, it) for it in words.view["sectors"]])]

    def beside(self, seat: str, words: Names) -> list[Child]:
        """A Cabal's board: what lies open of it."""
        tr, its = words.tr, words.view["cabals"][seat]
        if not its["cabal"]:
            return []
        head = tr("diktat.beside", cabal=words.cabal(its["cabal"]), vp=its["points"], rank=its["rank"])
        lines = [tr("diktat.tokens", pawns=its["pawns"], spies=its["spies"], assassins=its["assassins"])]
        if words.view["administrator"] == seat:
            lines.insert(0, tr("diktat.administrator"))
        for key in ("debts", "reserve", "corruption"):
            lines += [tr(f"diktat.seat-{key}", n=its[key])] if its[key] else []
        held = [words.card(it["card"]) + _marks(words, it) for it in its["cards"]]
        held += [f"{tr('diktat.marker', sector=words.sector(it))} {n}" for it, n in its["markers"].items()]
        held += [words.card(it) for it in its["cabal_cards"]]
        return [
            el("p", head),
            el("p", "; ".join(lines)),
            el("p", ", ".join(held)) if held else None,
            el("p", _screen(words, its["screen"])) if its["screen"] and seat != words.view.get("me") else None,
        ]

    def hand(self, words: Names) -> list[Child]:
        """What lies behind the viewer's own screen, with what their cards do."""
        its = words.view["cabals"].get(words.view.get("me"), {})
        if not its.get("cabal") or not its["screen"]:
            return []
        held = [(words.card(it["card"]), it["card"]) for it in its["cards"]]
        held += [(words.tr("diktat.marker", sector=words.sector(it)), f"{it}:{n}") for it, n in its["markers"].items()]
        held += [(words.card(it), it) for it in its["cabal_cards"]]
        rows = [el("li", el("strong", name), " ", words.effects(key)) for name, key in held]
        return [el("p", _screen(words, its["screen"])), el("ul", rows) if rows else None]

    # ---- texts ----

    def question(self, prompt: Json, words: Names) -> list[Child]:
        """The question with its sectors, cards and players by name."""
        code, params = prompt["code"], prompt["params"]
        kind = f"{code}-{params['where']}" if code == "call" else code
        kind = f"{code}-{params['as']}" if code == "verdict" else kind
        plain = {key: value for key, value in params.items() if key not in ("choices", "words", "on", "free")}
        said = worded(words, words.filled(plain), f"prompt.{kind}")
        return [said] if said else super().question(prompt, words)

    def option(self, command: Json, words: Names) -> list[Child]:
        """A command on its button."""
        tr, kind = words.tr, command["kind"]
        if kind == "choose":
            code = words.view["decision"]["prompt"]["code"]
            return [words.chosen(code, command["choice"])]
        if kind == "take":
            return [_taking(words, command)]
        if kind in ("manifest", "special"):
            thing = words.thing(command["element"])
            return [tr(f"option.{kind}", thing=thing, n=command.get("option", 0) + 1)]
        if kind in ("accept", "decline", "withdraw"):
            return [tr(f"option.{kind}", offer=_offer(words, command["offer"]))]
        if kind == "lay":
            return [tr("option.lay", on=words.any(command["on"])) if command["on"] else tr("option.lay-no")]
        yes = {"react": "blockhaus", "wake": "use", "verdict": "broken"}.get(kind)
        if yes is not None:
            return [tr(f"option.{kind}-yes" if command[yes] else f"option.{kind}-no")]
        if kind in ("send", "spy", "assassinate") and not ("at" in command or "pawns" in command):
            return [tr(f"manoeuvre.{kind}")]
        if kind == "assassinate" and command["at"].get("stack") == "s0":  # nobody to aim at
            return [tr("manoeuvre.assassinate")]
        if kind == "extend" and command.get("discard"):
            return [tr("option.extend-discard", what=tr(f"kind.{command['discard']}"))]
        return super().option({key: _plain(words, key, it) for key, it in command.items()}, words)

    def commands(self, option: Json) -> Iterable[Json]:
        """One button for each option: those that need something more are prepared on the page. Sectors that a stack
        cannot come to are told there."""
        command = option["command"]
        return [] if command["kind"] == "send" and not option["legal"] and "pawns" in command else [command]

    def line(self, event: Json, words: Names) -> Node | None:
        """An event as a sentence; proposals and the like as the house words them."""
        kind = event["kind"]
        keys = [f"event.{kind}-{it}" for it in _variants(event)]
        if not any(words.tr.has(key) for key in (*keys, f"event.{kind}")):
            return super().line(event, words)
        seat = event.get("seat") or event.get("by")
        text = worded(words, words.filled(event), *keys, f"event.{kind}")
        marks = f"side-{seat}" if seat in words.players else None
        return el("p.log-entry", text, cls=marks, tabindex="-1")

    def where(self, words: Names) -> str:
        """Cycle and phase."""
        view = words.view
        phase = words.tr(f"phase.{view['phase']}")
        return words.tr("diktat.where", n=view["cycle"], of=view["cycles"], phase=phase) if view["cycle"] else phase

    def head(self, words: Names) -> list[Child]:
        """Cycle, phase, and whom the match waits for."""
        return [el("span.diktat-where", self.where(words), " "), *super().head(words)]

    def marks(self, log: Sequence[Json]) -> Marks:
        """Cycles, phases, pawns lost and Trophies won."""
        return Marks(
            chapters=[(it["n"], it["number"]) for it in log if it["kind"] == "cycle-began"],
            parts=[(it["n"], n) for n, it in enumerate((e for e in log if e["kind"] == "phase-began"), 1)],
            hits=[it["n"] for it in log if it["kind"] == "killed"],
            points=[(it["n"], it["seat"]) for it in log if it["kind"] == "taken"],
        )

    def result(self, outcome: Json, players: Mapping[str, str | None], tr: Translator) -> str:
        """Who won; all lose to the Others (ORE-8)."""
        if outcome["reason"] == "others":
            return tr.of("diktat")("outcome.others")
        return super().result(outcome, players, tr)


def _plain(words: Names, key: str, value: Any) -> Any:
    """A part of a command as it is read."""
    return value if key == "kind" else words.filled({key: value})[key]


def _variants(event: Json) -> list[str]:
    """Other wordings of an event, the first that there is being used."""
    match event["kind"]:
        case "sent" | "looked" | "peeked" | "recalled" | "kept" | "shown":
            return (
                ["own"]
                if any(key in event for key in ("pawns", "saw", "agents", "cards"))
                and not (event["kind"] == "recalled" and "agents" not in event)
                else []
            )
        case "killed":
            return ["stays"] if event["stays"] else []
        case "turn":
            return ["again"] if event["again"] else []
        case "debt":
            return ["forced"] if event["forced"] else []
        case "designated":
            return ["last"] if event["by"] is None else []
        case "taken" | "hunted":
            return [event["what"]] if "what" in event else []
        case "offer-closed" | "promise-ended":
            return [event["how"]]
        case "agents":
            return ["change"] if event["gained"] and event["lost"] else ["gained" if event["gained"] else "lost"]
        case "judged":
            return ["broken" if event["broken"] else "kept"]
        case "overrun":
            return [event["why"]]
        case "drawn":
            return ["secret"] if event["secret"] else []
        case "others-moved":
            return ["by"] if event["by"] else []
        case "replaced":
            return [] if event["came"] else ["nothing"]
        case _:
            return []


def _cards(words: Names) -> list[Child]:
    """The track, the secret card, the pile, and the Others' own."""
    view, tr = words.view, words.tr
    rows = [_opportunity(words, it) for it in view["track"]]
    if view["has_secret"]:
        known = view["secret"]
        label = el("strong", tr("diktat.secret-card"))
        rows.append(el("li", label, " ", words.card(known) if known else tr("diktat.unknown")))
    others = view.get("others")
    corrupted = [words.card(it) for it in others["track"]] if others else []
    return [
        el("h2", tr("diktat.opportunities")),
        el("ul.diktat-cards", rows),
        el("p.muted", tr("diktat.pile", n=view["pile"], gone=len(view["discard"]))),
        el("p.muted", tr("diktat.corrupted", cards=", ".join(corrupted))) if corrupted else None,
        *[el("p.muted", tr("diktat.peeked", place=it["place"], name=words.card(it["card"]))) for it in view["peeked"]],
    ]


def _opportunity(words: Names, key: str) -> Node:
    card = words.pack.cards[key]
    attack = el("em", " ", words.tr("diktat.attack")) if card.attack else None
    head = [el("strong", words.card(key)), " ", words.sector(card.sector), attack]
    symbols = ", ".join(words.affinity(it) for it in card.symbols)
    return el("li", head, el("p.muted", words.effects(key), " ", symbols))


def _sector(words: Names, key: str) -> Node:
    """A sector: what lies on it, then its stacks, each with what the viewer knows of its pawns."""
    tr, its = words.tr, words.view["sectors"][key]
    facts = [tr("diktat.markers-left", n=its["markers"]), tr("diktat.room", n=its["room"])]
    facts += [tr("diktat.closed")] if its["closed"] else []
    facts += [tr(f"token.{it}") for it in its["tokens"]]
    facts += [tr("diktat.darkness", n=its["darkness"])] if its["darkness"] else []
    facts += [tr("diktat.corruption", n=its["corruption"])] if its["corruption"] else []
    facts += [tr("diktat.is-corrupted")] if its["corrupted"] else []
    return el(
        "section.diktat-sector",
        el("h3", words.sector(key)),
        el("p.muted", "; ".join(facts)),
        el("ul", [_stack(words, it) for it in its["stacks"]]) if its["stacks"] else None,
        testid=f"sector-{key}",
    )


def _stack(words: Names, stack: Json) -> Node:
    tr = words.tr
    pawns = [
        el("li", words.kind(pawn["kind"]) if pawn["kind"] else tr("diktat.unknown"), _seen(words, pawn))
        for pawn in stack["pawns"]
    ]
    name = tr("diktat.stack-of", stack=words.stack(stack["id"]), who=words.who(stack["seat"]), n=stack["height"])
    side = f"side-{stack['seat']}" if stack["seat"] in words.players else "is-others"
    return el("li.diktat-stack", el("span", name), el("ol", pawns), cls=side)


def _seen(words: Names, pawn: Json) -> Child:
    """Who has looked at a pawn, and what was said of it."""
    said = [words.tr("diktat.looked", names=", ".join(map(words.who, pawn["looked"])))] if pawn["looked"] else []
    said += [words.tr("diktat.said", who=words.who(it["by"]), what=words.any(it["what"])) for it in pawn["said"]]
    return el("small.muted", " ", "; ".join(said)) if said else None


def _screen(words: Names, screen: Json) -> str:
    """What lies behind a screen: figures, or what can be reckoned of them as ``[least, most]``."""
    agents = screen["agents"]
    if isinstance(agents, str):
        said = words.agents(agents)
    else:
        said = ", ".join(
            f"{words.kind(it)} {_figure(agents[it])}" for it in ("citizen", "guard", "emissary") if it in agents
        )
    affinities = screen["affinities"]
    found = [f"{words.affinity(it)} {_figure(affinities[it])}" for it in AFFINITIES if affinities.get(it)]
    none = words.tr("diktat.none")
    return words.tr("diktat.screen", pp=_figure(screen["pp"]), agents=said, affinities=", ".join(found) or none)


def _figure(found: Any) -> str:
    """A number, or a range."""
    if not isinstance(found, list):
        return str(found)
    return str(found[0]) if found[0] == found[1] else f"{found[0]}–{found[1]}"


def _marks(words: Names, held: Json) -> str:
    marks = [words.affinity(it) for it in held["flipped"]] + ([words.tr("diktat.used")] if held["used"] else [])
    return f" ({', '.join(marks)})" if marks else ""


def _taking(words: Names, command: Json) -> str:
    tr = words.tr
    if command.get("corruption") == "other":
        return tr("option.take-hunt", agents=words.agents(command["others"]))
    if command.get("corruption"):
        return tr("option.take-own")
    if command.get("darkness"):
        return tr("option.take-darkness")
    if command.get("marker"):
        return tr("option.take-marker", sector=words.sector(command["marker"]))
    flips = ", ".join(words.affinity(it) for it in command.get("flip", ()))
    name = words.card(command["card"])
    return tr("option.take-flip", name=name, flips=flips) if flips else tr("option.take-card", name=name)


def _offer(words: Names, key: str) -> str:
    """An offer in short: who makes it, to whom, and its note."""
    found = next((it for it in words.view["offers"] if it["id"] == key), None)
    if found is None:
        return words.tr("diktat.an-offer")
    return words.tr("diktat.offer", who=words.who(found["by"]), to=", ".join(map(words.who, found["to"])))
