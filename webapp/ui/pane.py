"""The components that draw trees: a pane, the log, and the announcements of events."""

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any, ClassVar

from nicegui import json
from nicegui.events import GenericEventArguments

from webapp.ui.intents import Handler, message
from webapp.ui.strings_apart import StringsApart
from webapp.ui.tree import same

ONE_EVENT = Signature([Parameter("event", Parameter.POSITIONAL_OR_KEYWORD)])


class StringComponent(StringsApart):
    """A component that shows one string, its property :attr:`FED`. With a ``name`` its browser also takes strings from
    messages to all pages with such a part (:mod:`webapp.table_kit.broadcast`)."""

    FED: ClassVar[str] = "payload"

    def show(self, payload: str) -> None:
        """Sends the string, if it says something else."""
        if not same(self._props[self.FED], payload):
            self.put(self.FED, payload)

    def name(self, name: str) -> None:
        """Gives the part its name; while the page is built."""
        self._props["part"] = name

    @property
    def shown(self) -> str:
        """The string."""
        return str(self._props[self.FED])

    def note(self, payload: str) -> None:
        """Notes a string; nothing is sent."""
        dict.__setitem__(self._props, self.FED, payload)  # watched or not


class Pane(StringComponent, component="pane.js"):
    """Draws a tree (`tree.payload`) and emits the intents of presses in it."""

    def __init__(self, payload: str, on_intent: Handler | None = None) -> None:
        super().__init__()
        self._props["payload"] = payload
        if on_intent is not None:

            def handle(event: GenericEventArguments) -> Any:
                return on_intent(message(event))

            handle.__signature__ = ONE_EVENT  # type: ignore[attr-defined]  # else it is read anew with each press
            self.on("intent", handle)


class LogPane(StringComponent, component="log.js"):
    """The log. It starts with `whole` and gets stretches after that; a browser that missed one gets `fetch()`, the
    whole."""

    def __init__(self, whole: str, fetch: Callable[[], str]) -> None:
        super().__init__()
        self._props["payload"] = whole
        self.on("missing", lambda: self.show(fetch()))


class Beats(StringComponent, component="beats.js"):
    """Tells events one after the other: `beats`, each `{"n", "node", "scene"?, "light"?, "about"?}`; none twice. While
    one is told, board and log show its moment (`js/director.js`), its `scene` is played over the board, and `about`
    stands in the body's `data-told`, for style sheets. Emits ``steps``, the events whose moments it needs."""

    def __init__(self, payload: str) -> None:
        super().__init__()
        self._props["payload"] = payload


def beats_text(seq: int, beats: list[dict[str, Any]], last: int | None = None) -> str:
    """The string that `Beats` shows. `last`: the number of the last event that the table shows, told or not."""
    return json.dumps({"seq": seq, "beats": beats, "last": last})


def stretch(
    seq: int,
    head: list[Any],
    entries: list[dict[str, Any]],
    start: int,
    total: int,
    basis: str = "",
    folded: dict[str, Any] | None = None,
    chained: str = "",
) -> str:
    """The string that `LogPane` shows: entries `{"n", "node", "chain"?}` from position `start` of `total`. `basis`
    identifies what entries depend on besides their events (the players' names): when it changes, the browser fetches
    all.
    `folded`: `{"before", "words"}`, the entries before that number are one line with these words, until it is
    opened. `chain`: an entry `begins` what it sets off, or `goes-on` with it; these are folded behind the words
    `chained`, but for the newest."""
    body = {"seq": seq, "basis": basis, "head": head, "start": start, "entries": entries, "total": total}
    body |= {"chained": chained} if chained else {}
    return json.dumps(body | ({} if folded is None else {"folded": folded}))
