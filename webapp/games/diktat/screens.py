"""Diktat's screens, as `Screens` of the house."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from rules.diktat.adjustments import FIGURES
from rules.diktat.packs.reader import load, of_json
from webapp.games.contract import CastMember, Json, Key
from webapp.games.diktat import boards, faces, hints
from webapp.games.diktat.composer import DiktatComposer
from webapp.games.diktat.log import LOG
from webapp.games.diktat.names import Names
from webapp.games.diktat.page import DiktatPage
from webapp.i18n import Translator
from webapp.table_kit.ends import Face, Source
from webapp.table_kit.place import Place
from webapp.table_kit.plain_table import PlainTable
from webapp.table_kit.plain_texts import worded
from webapp.ui.tree import Child, Node, el

BEGINNING = 100
"""Events at the beginning of a log, among which Cabals are taken."""
BEFORE = ("setup", "opportunities", "development", "manoeuvres", "noirceur")
"""The phases in which a match is still new."""


class DiktatTable(PlainTable):
    """Twelve sectors with their stacks, the cards that lie open, and what each Cabal shows of itself."""

    styles = ("stage.css", "ends.css", "diktat/table.css", "diktat/pictures.css", "diktat/scenes.css")
    keys: Mapping[str, Sequence[Key]] = {
        "diktat.keys": [
            Key(("1", "…", "6"), "keys.manoeuvres"),
            Key(("C", "G", "E"), "keys.pawns"),
            Key(("A",), "keys.all"),
            Key(("Enter",), "keys.confirm"),
            Key(("Esc",), "keys.back"),
            Key(("D",), "keys.deal"),
            Key(("N",), "keys.note"),
        ],
    }
    adjusts = FIGURES
    chapter = "diktat.cycle"
    names = Names
    sign = "bloc"
    log = LOG

    def set_up(self, log: Sequence[Json]) -> int | None:
        """The first cycle."""
        return next((event["n"] for event in log if event["kind"] == "cycle-began"), None)

    def page(self, at: Place) -> DiktatPage:
        """The page, which prepares Manoeuvres step by step."""
        return DiktatPage(self, at)

    def book(self, journal: list[Json]) -> Any:
        """The pack of the match, as its journal embeds it."""
        return of_json(dict(journal[0]["packs"][-1]))

    # ---- what lies on the table ----

    def hand(self, words: Names) -> list[Child]:
        """The content of the viewer's own screen."""
        return boards.own(words)

    def large(self, id: str, words: Names) -> Node | None:
        """A card, a sector, a stack, or the secret card."""
        what, _, key = id.partition(":")
        match what:
            case "card" if key in words.pack.cards or key in words.pack.cabal_cards:
                return boards.card_sheet(key, words)
            case "sector" if key in words.view["sectors"]:
                return boards.sector_sheet(key, words)
            case "stack" if (stack := words.find_stack(key)) is not None:
                return boards.stack_sheet(stack, words)
            case "secret":
                return boards.sheet(words.tr("diktat.secret-title"), el("p", words.tr("diktat.secret-about")))
        return None

    # ---- both ends of a match ----

    def briefing(self, words: Names) -> list[Child]:
        """END-3, and what Victory points come from, until the first Manoeuvre."""
        view, tr = words.view, words.tr
        log = islice(view["log"], BEGINNING)
        began = not view["cycle"] or (view["cycle"] == 1 and any(event["kind"] == "cabal-taken" for event in log))
        if not began or view["phase"] not in BEFORE or any(stack["seat"] == view["me"] for stack in words.stacks()):
            return []
        aim = tr("briefing.aim", cycles=view["cycles"])
        return [el("h2", tr("briefing.title")), el("p", aim), el("p", tr("briefing.sources"))]

    def faces(self, seat: str, words: Names) -> Sequence[Face]:
        """A Cabal's emblem."""
        cabal = words.view["cabals"][seat]["cabal"]
        return [Face(emblem)] if cabal and (emblem := faces.emblem(cabal)) else []

    def title(self, seat: str, words: Names) -> str:
        """The seat's Cabal."""
        cabal = words.view["cabals"][seat]["cabal"]
        return words.cabal(cabal) if cabal else ""

    def cast(self, ids: Collection[str], tr: Translator) -> Mapping[str, CastMember]:
        """Cabals with their emblems."""
        cabals = load().cabals
        known = [id for id in ids if id in cabals]
        return {id: CastMember(str(getattr(cabals[id].name, tr.language)), faces.emblem(id)) for id in known}

    def reckoning(self, words: Names) -> Sequence[Source]:
        """END-2, GEN-11: the parts of the Victory points, and what Debts take."""
        rows = {seat: cabal for seat, cabal in words.view["cabals"].items() if cabal["cabal"]}
        sources = [
            (str(words.tr(f"source.{part}")), {seat: row["parts"].get(part, 0) for seat, row in rows.items()})
            for part in ("slot", "flip", "track", "gain", "extra")
        ]
        return [*sources, (str(words.tr("source.debts")), {seat: -row["debts"] for seat, row in rows.items()})]

    # ---- texts ----

    def question(self, prompt: Json, words: Names) -> list[Child]:
        """The question with its sectors, cards and players by name."""
        code, params = prompt["code"], prompt["params"]
        kind = f"{code}-{params['where']}" if code == "call" else code
        kind = f"{code}-{params['as']}" if code == "verdict" else kind
        plain = {key: value for key, value in params.items() if key not in ("choices", "words", "on", "free")}
        if stack := words.find_stack(plain.get("stack")):
            plain |= {"owner": stack["seat"], "sector": stack["sector"]}
        text = worded(words, words.filled(plain), f"prompt.{kind}")
        if code == "verdict":  # OAT-6: what is judged are words
            accused = words.who(params.get("accused") or words.view["me"])
            promises = [words.tr("promise.words", by=accused, text=text) for text in params["words"]]
            return [text, " ", el("em", " ".join(promises))]
        return [text] if text else super().question(prompt, words)

    def option(self, command: Json, words: Names) -> list[Child]:
        """A command on its button."""
        tr, kind = words.tr, command["kind"]
        if kind == "choose":
            code = words.view["decision"]["prompt"]["code"]
            return [words.chosen(code, command["choice"])]
        if kind == "take":
            return [_taking_text(words, command)]
        if kind in ("manifest", "special"):
            thing, way = words.thing(command["element"]), words.way(command)
            return [tr(f"option.{kind}-way", thing=thing, way=way) if way else tr(f"option.{kind}", thing=thing)]
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
        return super().option({key: _plain_value(words, key, value) for key, value in command.items()}, words)

    def about(self, row: Json, command: Json, words: Names) -> list[Child]:
        """The effects of what a command takes or uses; OAT-4: whether it breaks a sworn promise."""
        brings = [el("small.muted", brought)] if (brought := words.brings(command)) else []
        return [*brings, *([el("small.notice", words.tr("diktat.breaks"))] if row.get("breaks") else [])]

    def composer(self, seat: str) -> DiktatComposer:
        """What puts a seat's answers together."""
        return DiktatComposer(seat)

    def hint(self, option: Json, words: Names) -> tuple[str, list[str]]:
        """A hint in words: the answer, and what the engine's figures say for it."""
        command = option["command"]
        answer = hints.answer(command, words) or "".join(str(part) for part in self.option(command, words))
        reasons = (hints.reason(row, words, str(option.get("seat", ""))) for row in option["reasons"])
        return answer, [reason for reason in reasons if reason]

    def commands(self, option: Json) -> Iterable[Json]:
        """One button for each option: those that need something more are prepared on the page."""
        return [option["command"]]

    def where(self, words: Names) -> str:
        """Cycle and phase."""
        view = words.view
        phase = words.tr(f"phase.{view['phase']}")
        return words.tr("diktat.where", n=view["cycle"], of=view["cycles"], phase=phase) if view["cycle"] else phase

    def head(self, words: Names) -> list[Child]:
        """Cycle, phase, and whom the match waits for."""
        return [el("span.diktat-where", self.where(words), " "), *super().head(words)]


def _plain_value(words: Names, key: str, value: Any) -> Any:
    """A part of a command as it is read."""
    return value if key == "kind" else words.filled({key: value})[key]


def _taking_text(words: Names, command: Json) -> str:
    tr = words.tr
    if command.get("corruption") == "other":
        return tr("option.take-hunt", agents=words.agents(command["others"]))
    if command.get("corruption"):
        return tr("option.take-own")
    if command.get("darkness"):
        return tr("option.take-darkness")
    if command.get("marker"):
        return tr("option.take-marker", sector=words.sector(command["marker"]))
    flips = ", ".join(words.affinity(affinity) for affinity in command.get("flip", ()))
    name = words.card(command["card"])
    return tr("option.take-flip", name=name, flips=flips) if flips else tr("option.take-card", name=name)


def _offer(words: Names, key: str) -> str:
    """An offer in short: who makes it, to whom, and its note."""
    offer = next((candidate for candidate in words.view["offers"] if candidate["id"] == key), None)
    if offer is None:
        return words.tr("diktat.an-offer")
    return words.tr("diktat.offer", who=words.who(offer["by"]), to=", ".join(map(words.who, offer["to"])))


SCREENS = DiktatTable()
