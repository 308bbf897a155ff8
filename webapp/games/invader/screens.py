"""The duel's screens, as `Screens` of the house."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rules.invader.packs.cards import Pack
from webapp.games.contract import CastMember, Json, Key
from webapp.games.invader import board, cards, faces
from webapp.games.invader.composer import DuelComposer
from webapp.games.invader.hints import hint
from webapp.games.invader.lists import LISTS, starter
from webapp.games.invader.log import LOG, reckoning
from webapp.games.invader.names import Names
from webapp.games.invader.page import DuelPage
from webapp.i18n import Translator
from webapp.lists.offers import offers
from webapp.table_kit.ends import Face, Source
from webapp.table_kit.place import Place
from webapp.table_kit.plain_table import PlainTable
from webapp.table_kit.prompt import PromptContent
from webapp.tables import browser_of
from webapp.ui.tree import Child, Node, el


class DuelTable(PlainTable):
    """The table of the duel: three zones, two columns, the hand, the plot."""

    styles = ("stage.css", "ends.css", "invader/table.css", "invader/pictures.css", "invader/scenes.css")
    keys: Mapping[str, Sequence[Key]] = {
        "duel.keys": [
            Key(("1", "…", "0"), "keys.hand"),
            Key(("Q", "W", "E"), "keys.zones"),
            Key(("S",), "keys.suggest"),
            Key(("Enter",), "keys.confirm"),
            Key(("Esc",), "keys.back"),
            Key(("X",), "keys.end"),
            Key(("P",), "keys.pass"),
            Key(("A",), "keys.stand"),
            Key(("F",), "keys.forecast"),
        ],
    }
    chapter = "duel.turn"
    names = Names

    sign = "cards"
    log = LOG

    def composer(self, seat: str) -> DuelComposer:
        """What puts a seat's answers together."""
        return DuelComposer(seat)

    def set_up(self, log: Sequence[Json]) -> int | None:
        """The first turn."""
        return next((event["n"] for event in log if event["kind"] == "turn-began"), None)

    def page(self, at: Place) -> DuelPage:
        """A person's page."""
        return DuelPage(self, at)

    def book(self, journal: list[Json]) -> Pack:
        """The pack of the match, as its journal embeds it."""
        return Pack.from_json(journal[0]["packs"][-1])

    def question(self, prompt: Json, words: Names) -> list[Child]:
        """The question with its card and player by name; of the main phase what the side may do."""
        tr, code, params = words.tr, prompt["code"], prompt["params"]
        if code == "main":
            return [tr(f"prompt.main-{words.side(words.view['active'])}")]
        if code == "build":
            return [tr("prompt.build", side=tr(f"side.{params['side']}"))]
        if not tr.has(f"prompt.{code}"):
            return super().question(prompt, words)
        return [words.say(f"prompt.{code}", {key: params[key] for key in ("by", "card") if key in params})]

    def hint(self, option: Json, words: Names) -> tuple[str, list[str]]:
        """The text of a hint and its reasons."""
        return hint(option, words)

    def head(self, words: Names) -> list[Child]:
        """The side whose turn it is, and the player who is asked."""
        return [el("span.duel-where", self.where(words)), *super().head(words)]

    def where(self, words: Names) -> str:
        """The turn, and whose it is."""
        view = words.view
        if not view["number"]:
            return words.tr("duel.setup")
        return words.tr("duel.turn-of", n=view["number"], player=words.player(view["active"]))

    def briefing(self, words: Names) -> list[Child]:
        """END: what either side fights for, until the first turn."""
        tr, view = words.tr, words.view
        if view["number"]:
            return []
        if mine := view["sides"].get(view["me"]):
            aims = [el("p", tr(f"briefing.{mine}"))]
        else:  # nobody's eyes: each aim says whose it is
            sides = ("invader", "human")
            aims = [el("p", el("strong.overline", tr(f"side.{side}")), " ", tr(f"briefing.{side}")) for side in sides]
        return [el("h2", tr("briefing.title")), *aims, el("p.muted", tr("briefing.drain"))]

    def faces(self, seat: str, words: Names) -> Sequence[Face]:
        """The back of the side's cards."""
        return [Face(back)] if words.view["sides"] and (back := faces.back(words.side(seat))) else []

    def title(self, seat: str, words: Names) -> str:
        """The seat's side."""
        return str(words.tr(f"side.{words.side(seat)}")) if words.view["sides"] else ""

    def cast(self, ids: Collection[str], tr: Translator) -> Mapping[str, CastMember]:
        """The sides with the backs of their cards."""
        sides = ((id, faces.back(id)) for id in ids)
        return {id: CastMember(str(tr(f"side.{id}")), back) for id, back in sides if back}

    def reckoning(self, words: Names) -> Sequence[Source]:
        """The cards left in the decks: all of them, less those drawn and drained."""
        return reckoning(words)

    def large(self, id: str, words: Names) -> Node | None:
        """A sheet about a card, a discard, or the cards that all have seen go to a hand or under a deck."""
        what, _, name = id.partition(":")
        match what:
            case "forecast":
                return board.forecast_sheet(words)
            case "card":
                return cards.sheet(name, words)
            case "discard" | "known" | "deck" if name in words.players:
                return cards.listed(what, name, words)
            case "zone" if name in words.pack.zones:
                return board.zone_sheet(name, words)
        return None

    def building(self, at: Place, decision: Json) -> PromptContent:
        """The starter deck and the player's own decks of their side (DCK); a deck that the engine refuses shows why."""
        names: Names = at.words
        side, seat, known = decision["prompt"]["params"]["side"], at.seat or "", names.pack.cards
        own = offers(browser_of(at.session), at.table, seat)
        decks = [(names.tr("option.build"), LISTS.answer(starter(side, names.pack)))]
        for offer in own:
            if any(known[id].side == side for id in offer.command["deck"]["cards"] if id in known):
                decks.append((offer.name or names.tr("list.unnamed"), offer.command))
        buttons: list[Child] = []
        for n, (name, command) in enumerate(decks, 1):
            no = at.table.match.check(seat, command)
            why = (
                [LISTS.problem(problem, names.pack, names.tr) for problem in no.params.get("problems", ())[:1]]
                if no
                else []
            )
            label: list[Child] = [el("span", name), el("small.muted", why) if why else None]
            play = {"do": "play", "command": {**command, "decision": decision["id"]}}
            marks: Json = {"aria_disabled": "true"} if no else {"do": play, "hot": str(n) if n < 10 else None}
            marks["cls"] = "with-about" if why else None
            buttons.append(el("button.btn.choice", label, testid=f"option-{n}", **marks))
        compose = el("a.btn.quiet", names.tr("lobby.lists"), href=LISTS.address, testid="to-decks")
        return PromptContent(self.question(decision["prompt"], names), buttons, ways=[compose])


SCREENS = DuelTable()
