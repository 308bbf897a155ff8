"""Olomoc's screens, as `Screens` of the house."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from webapp.games.contract import CastMember, Key, Marks, Screens
from webapp.games.olomoc import replay
from webapp.games.olomoc.faces import portrait
from webapp.games.olomoc.packs import PACKS
from webapp.games.olomoc.table import ends, layout
from webapp.games.olomoc.table.cards import dice_stats, reader
from webapp.games.olomoc.table.cards.book import Book
from webapp.games.olomoc.table.head import head_props
from webapp.games.olomoc.table.pages import PlayerPage, SpectatorPage
from webapp.games.olomoc.table.television import Television
from webapp.games.olomoc.table.text import phase_help
from webapp.games.olomoc.table.text.hints import hint
from webapp.games.olomoc.table.text.log_lines import entry
from webapp.games.olomoc.table.text.names import Names
from webapp.games.olomoc.table.text.questions import question
from webapp.i18n import Translator
from webapp.table_kit.ends import Face, Figures, Source, ending
from webapp.table_kit.place import Place
from webapp.ui.tree import Child, Node

Json = dict[str, Any]


class OlomocScreens(Screens[Place]):
    """The Bloc with the cards around it, the cabals, the rulebook."""

    styles = (
        "stage.css",
        *(f"olomoc/{name}.css" for name in ("bloc", "table", "panels")),
        *("ends.css", *(f"olomoc/{name}.css" for name in ("phone", "deciding", "scenes"))),
    )
    letters = ("latin-ext",)
    television_styles = (
        *("stage.css", "ends.css", *(f"olomoc/{name}.css" for name in ("bloc", "table", "panels", "scenes"))),
        *("clocks.css", "standing.css", "olomoc/television.css"),
    )
    chapter = "table.cycle"
    names = Names
    keys: Mapping[str, Sequence[Key]] = {
        "keys.turn": [
            Key(("W",), "option.walk"),
            Key(("A",), "option.attack"),
            Key(("C",), "option.charge"),
            Key(("R",), "option.rest"),
            Key(("D",), "option.study"),
            Key(("L",), "option.coordinate"),
            Key(("1", "…", "9"), "keys.figures"),
            Key(("Y", "N"), "keys.yes-no"),
            Key(("E",), "option.end"),
            Key(("U",), "option.undo"),
        ],
        "keys.bloc": [
            Key(("←", "↑", "→", "↓"), "keys.nudge"),
            Key(("⇧ ←", "…"), "keys.stride"),
            Key(("R", "T"), "keys.turn-it"),
            Key(("N",), "keys.nearest"),
            Key(("M",), "keys.measure"),
            Key(("S",), "keys.sight"),
            Key(("+", "−", "0"), "keys.zoom"),
            Key(("F",), "keys.flip"),
            Key(("G",), "keys.grid"),
        ],
        "keys.planning": [
            Key(("1", "…", "5"), "keys.slots"),
            Key(("O",), "option.whatif"),
        ],
        "keys.log": [
            Key(("↑", "↓"), "keys.lines"),
            Key(("P",), "keys.propose"),
            Key(("/",), "keys.talk"),
        ],
    }

    def player(self, at: Place) -> None:
        """A seat's page: its own view, its draft, and the answers."""
        PlayerPage(self, at).build()

    def spectator(self, at: Place) -> None:
        """All that is public, or what a lent seat sees, and nothing to answer with."""
        SpectatorPage(self, at).build()

    def television(self, at: Place) -> None:
        """Two columns of names and figures with the Bloc between them."""
        Television(at).build()

    def ended(self, words: Names) -> Node | None:
        """The end for a television."""
        return ending(self, words)

    def briefing(self, words: Names) -> list[Child]:
        """The agenda, and what ends the match."""
        return ends.briefing(words)

    def faces(self, seat: str, words: Names) -> Sequence[Face]:
        """A cabal's faces."""
        return ends.faces(seat, words)

    def cast(self, ids: Collection[str], tr: Translator) -> Mapping[str, CastMember]:
        """Rouages of the packs that are there, with their portraits."""
        book = Book([PACKS.core(), *PACKS.library.shelf().values()])
        cards = {id: card for id in ids if (card := book.rouage(id)) is not None}
        return {id: CastMember(card.name, portrait(book, id, "1", "middle")) for id, card in cards.items()}

    def verdict(self, outcome: Json, words: Names) -> tuple[Sequence[Child], Sequence[Child]]:
        """Who has won, and why."""
        return ends.headline(outcome, words), ends.verdict(outcome, words)

    def reckoning(self, words: Names) -> Sequence[Source]:
        """Points by what they were scored for."""
        return ends.reckoning(words)

    def figures(self, words: Names) -> Sequence[Figures]:
        """Losses, Fiel, dice."""
        return ends.figures(words)

    def moment(self, at: Place) -> replay.BlocMoment:
        """The table as it was."""
        return replay.BlocMoment(self, at)

    def book(self, journal: list[Json]) -> Book:
        """The cards of the match."""
        return Book.of(journal)

    def question(self, prompt: Json, words: Names) -> list[Child]:
        """The sentence of a prompt."""
        return question(prompt, words)

    def hint(self, option: Json, words: Names) -> tuple[str, list[str]]:
        """The suggested action with its actor, and the figures that decided it."""
        return hint(option, words)

    def line(self, event: Json, words: Names) -> Node | None:
        """A sentence, with its dice."""
        return entry(event, words)

    def log_head(self, words: Names) -> list[Child]:
        """The log's filters, and what each player's dice were worth."""
        return layout.log_head(words, dice_stats.of(words))

    def head(self, words: Names) -> list[Child]:
        """Points, cycle, phase and priority."""
        return layout.head_line(head_props(words))

    def where(self, words: Names) -> str:
        """The cycle and the phase."""
        return replay.where(words)

    def marks(self, log: Sequence[Json]) -> Marks:
        """Cycles and phases, rolls, wounds, points."""
        return replay.marks(log)

    def past(self, view: Json, row: int, log: Sequence[Json]) -> Json:
        """The view without the agenda before it was known."""
        return replay.past(view, row, log)

    def large(self, id: str, words: Names) -> Node | None:
        """A card, a clause's example, or what is to be done in this phase."""
        return phase_help.moment(words) if id == phase_help.NOW else reader.large(id, words)


SCREENS = OlomocScreens()
