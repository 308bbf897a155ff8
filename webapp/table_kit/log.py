"""A game's log as a table: by kind of event the clause that its line cites, its sound, what the log leaves out, what is
announced over the board. The sentences are texts of the game's catalogue, ``event.<kind>`` or of a variant."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Generic, Literal, TypeVar

from webapp.games.contract import Json, Marks, Words
from webapp.ui.glossary import Glossary
from webapp.ui.tree import Child, Node, el

N = TypeVar("N", bound=Words)


def clause_link(game: str, id: str) -> Node | None:
    """A clause of a game as a link that opens its text; None for the empty one."""
    return el("a.clause", id, href=f"/{game}/rules#{id}", data_clause=id) if id else None


class GameLog(Generic[N]):
    """The log of a game. The tables are by kind of event, `clauses` and `sounds` also by variant, which goes first."""

    clauses: Mapping[str, str] = {}
    """The clause that a line cites, where the event names none itself."""
    sounds: Mapping[str, str] = {}
    """The sound of a line; a person hears those that they have switched on."""
    silent: Collection[str] = ()
    """Kinds without a line: another event tells them, or they are plain to see."""
    heads: Collection[str] = ()
    """Kinds whose line is a heading."""
    announced: Collection[str] = ()
    """Kinds that are told over the board, one after the other."""
    stays: Mapping[str, int] = {}
    """The milliseconds that kinds are told before others, as far as all that waits has them: what a match turns on must
    be read."""
    last = 40
    """The number of last events that are searched for announcements."""
    glossary: Glossary | None = None
    """The terms that are marked in lines."""
    filters: Sequence[str] = ()
    """What a window's log can be narrowed to, of which the first is all of it."""

    # To be written by a game

    def variants(self, event: Json, names: N) -> Sequence[str]:
        """The texts of an event, ``event.<variant>``, of which the first that the catalogue has is used; none where
        nothing has happened."""
        return (str(event["kind"]),)

    def params(self, event: Json, names: N) -> Json:
        """The parameters of the sentence."""
        return event

    def owner(self, event: Json, names: N) -> str | None:
        """The seat that an event is about; None where it names none."""
        seat: str | None = event.get("seat")
        return seat

    def classes(self, event: Json, names: N) -> Sequence[str]:
        """Further classes of the line."""
        return ()

    def attributes(self, event: Json, names: N) -> Mapping[str, str]:
        """Further attributes of the line."""
        return {}

    def announced_classes(self, event: Json, names: N) -> Sequence[str]:
        """Further classes of the announcement."""
        return ()

    def details(self, event: Json, names: N) -> Sequence[Child]:
        """What stands behind the sentence: the dice of a roll."""
        return ()

    def announced_details(self, event: Json, names: N) -> Sequence[Child]:
        """What follows the sentence in the announcement of an event: nothing that is pressed, as it passes."""
        return self.details(event, names)

    def about(self, event: Json) -> str | None:
        """What ``data-told`` of the body is while an event is announced, for style sheets: a thing on the board."""
        return None

    def scene(self, event: Json, names: N) -> Node | None:
        """The tree that is played over the board while an event is announced."""
        return None

    def chain(self, event: Json) -> Literal["begins", "goes-on"] | None:
        """Whether an event belongs to what one thing sets off: it begins that, or goes on with it. Such lines that
        follow one another are one entry, which can be folded."""
        return None

    def marks(self, log: Sequence[Json]) -> Marks:
        """The marks of a replay's timeline."""
        return Marks()

    # What follows

    def is_silent(self, event: Json, names: N) -> bool:
        """Whether the log leaves an event out."""
        return event["kind"] in self.silent or not self.variants(event, names)

    def tells(self, event: Json, names: N) -> bool:
        """Whether the event is the game's to tell or to leave out; the house has the lines of all others."""
        return self.is_silent(event, names) or self._key(event, names) is not None

    def sentence(self, event: Json, names: N) -> str | None:
        """The sentence of an event; None where it has none."""
        key = None if self.is_silent(event, names) else self._key(event, names)
        return None if key is None else self.say(key, event, names)

    def say(self, key: str, event: Json, names: N) -> str:
        """The text of an event with its parameters filled in."""
        return names.say(key, self.params(event, names))

    def line(self, event: Json, names: N) -> Node | None:
        """The log line of an event, in the colours of its seat; None for an event without one."""
        if (text := self.sentence(event, names)) is None:
            return None
        kinds = self._kinds(event, names)
        link = clause_link(names.tr.game, event.get("clause") or _first(self.clauses, kinds) or "")
        marked = self.glossary.marked_all([text], names.tr.language) if self.glossary is not None else [text]
        head = "is-head" if event["kind"] in self.heads else ""
        classes = [names.colours(self.owner(event, names)), head, *self.classes(event, names)]
        inside = [*marked, *self.details(event, names), *([" ", link] if link else [])]
        more = {"data_sound": self.sound(event, names), **self.attributes(event, names)}
        return el("p.log-entry", inside, cls=classes, tabindex="-1", **more)

    def sound(self, event: Json, names: N) -> str | None:
        """The sound of a line."""
        return _first(self.sounds, self._kinds(event, names))

    def beats(self, names: N) -> list[Json]:
        """The announcements among the last events (:class:`webapp.ui.pane.Beats`)."""
        return [
            self._beat(event, text, names)
            for event in names.view["log"][-self.last :]
            if event["kind"] in self.announced and (text := self.sentence(event, names)) is not None
        ]

    def _beat(self, event: Json, text: str, names: N) -> Json:
        classes = [names.colours(self.owner(event, names)) or "plain", *self.announced_classes(event, names)]
        node = el("div.beat-line", el("p", text, *self.announced_details(event, names)), cls=classes)
        beat = {"n": event["n"], "node": node, "about": self.about(event), "scene": self.scene(event, names)}
        return beat | {"stays": self.stays.get(event["kind"], 0)}

    def _key(self, event: Json, names: N) -> str | None:
        keys = (f"event.{variant}" for variant in self.variants(event, names))
        return next((key for key in keys if names.tr.has(key)), None)

    def _kinds(self, event: Json, names: N) -> Sequence[str]:
        return (*self.variants(event, names), event["kind"])


def _first(table: Mapping[str, str], kinds: Sequence[str]) -> str | None:
    return next((table[kind] for kind in kinds if kind in table), None)
