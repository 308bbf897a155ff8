"""The messages from Blade & Book's panes, besides those that every plain table has."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from rules.kernel.codec import noun
from webapp.games.blade.overlays import Overlay
from webapp.table_kit.companions import UrgeBot
from webapp.table_kit.plain_intents import PlainIntent
from webapp.ui.intents import Intents

Word = Annotated[str, Field(max_length=60)]


@noun
class ShowOverlay:
    """Shows one overlay on the board, or takes it away again; empty: none. `about`: the zone or character that it is
    about; `to`: the zone of which it is asked why it is not seen."""

    overlay: Overlay | Literal[""] = ""
    about: Word = ""
    to: Word = ""
    do: Literal["overlay"] = "overlay"


@noun
class TakeStance:
    """The stance of a hero, prepared; `hero` "*": of all of one's own."""

    hero: Word
    stance: Literal["aggressive", "cautious"]
    do: Literal["stance"] = "stance"


@noun
class Wield:
    """The thing that a guard is made with; empty: none."""

    item: Word = ""
    do: Literal["wield"] = "wield"


@noun
class StageGems:
    """Lays gems of a hero's reserve on a box, before anything is spent; fewer than none: takes them back."""

    hero: Word
    box: Word
    n: int
    do: Literal["stage"] = "stage"


@noun
class Arrive:
    """Of a reinforcement: the tile of which the next figure comes, or the zone into which it does; neither: takes the
    last one back."""

    tile: Word = ""
    zone: Word = ""
    do: Literal["arrive"] = "arrive"


@noun
class PingThing:
    """Shows one's companions a word about a thing; without a word nothing is shown; without a thing the next press on
    the board names it."""

    word: Literal["", "here", "danger", "mine", "wait"] = ""
    thing: Word = ""
    do: Literal["ping"] = "ping"


@noun
class Carry:
    """Takes something in hand to put it down at the next press on the board; empty: lays it away."""

    what: Word = ""
    do: Literal["carry"] = "carry"


@noun
class PutDown:
    """Puts what was dragged, or is in hand, in a zone or off the board; a gem on a box or back to its reserve."""

    drag: Word
    drop: Word
    do: Literal["drop"] = "drop"


INTENTS: Intents[Any] = Intents(
    PlainIntent | ShowOverlay | TakeStance | Wield | StageGems | Arrive | PingThing | UrgeBot | Carry | PutDown
)
