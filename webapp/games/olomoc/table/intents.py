"""What a player's browser sends from the table: presses in the panes (tag `do`) and what is done on the Bloc (`what`).

Shapes and bounds only; whether it means anything now is for the class of the question that is asked, and the engine.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.kernel.codec import noun
from webapp.games.olomoc.board import SIDE
from webapp.ui.intents import Intents

Id = Annotated[str, Field(max_length=200)]
"""Of a piece, a card, an option; nothing says that there is such a thing."""
Coordinate = Annotated[int, Field(ge=0, le=SIDE)]
"""Micrometres of the Bloc."""
Angle = Annotated[int, Field(ge=-10_000_000, le=10_000_000)]
"""Millionths of a radian."""
Step = Literal[-1, 1]

# Any question


@noun
class PickPiece:
    """A piece or card was pressed."""

    id: Id
    do: Literal["pick"] = "pick"


@noun
class PressOption:
    """The button of the option number `at` of the decision `id`; without an id, of the decision that is asked now."""

    at: int
    id: Id | None = None
    do: Literal["answer"] = "answer"


@noun
class ConfirmShown:
    """The last word on what the draft's revision `rev` showed."""

    rev: int
    do: Literal["confirm"] = "confirm"


@noun
class CancelShown:
    """One step back."""

    do: Literal["cancel"] = "cancel"


@noun
class TakeNearest:
    """The nearest legal place that was offered."""

    do: Literal["nearest"] = "nearest"


# The active rouage (ACT)


@noun
class TakeAction:
    """An action of the list beside the card."""

    group: Id
    do: Literal["take"] = "take"


@noun
class AskWhy:
    """A greyed action (`group`), or a greyed target (`at`)."""

    group: Id | None = None
    at: int | None = None
    do: Literal["why"] = "why"


@noun
class EndActivation:
    """The end of the activation."""

    at: int | None = None
    do: Literal["end"] = "end"


# Planning (CYC-3)


@noun
class HoldCard:
    """A card of the hand."""

    card: Id
    do: Literal["hold"] = "hold"


@noun
class PressSlot:
    """A slot, 1 to 5."""

    n: int
    do: Literal["slot"] = "slot"


@noun
class DropCard:
    """`drag`, a card or "slot-1" to "slot-5", was let go over `drop`, a slot or "hand"."""

    drag: Id
    drop: Id
    do: Literal["drop"] = "drop"


@noun
class ClearPlan:
    """All cards back into the hand."""

    do: Literal["clear"] = "clear"


@noun
class SendPlan:
    """The plan is laid."""

    id: Id | None = None
    do: Literal["ready"] = "ready"


@noun
class ReopenPlan:
    """The plan is to be laid anew."""

    do: Literal["replan"] = "replan"


PlanIntent = HoldCard | PressSlot | DropCard | ClearPlan | SendPlan | ReopenPlan

# Composing (CAB-3)


@noun
class BringList:
    """One of the player's lists is the cabal."""

    id: Id
    do: Literal["bring"] = "bring"


@noun
class MarkList:
    """The cards of one of the player's lists are marked, or no more."""

    id: Id
    do: Literal["want"] = "want"


@noun
class ConsiderPick:
    """A card of the draft is looked at; pressed again, it is taken."""

    pick: Id
    do: Literal["consider"] = "consider"


@noun
class ChooseFaction:
    """Another faction."""

    id: Id
    do: Literal["faction"] = "faction"


@noun
class ChooseRouage:
    """A rouage for its rank."""

    card: Id
    rank: int | None = None
    do: Literal["muster"] = "muster"


@noun
class ChooseEquipment:
    """What the rouage of a rank bears."""

    card: Id
    rank: Literal[1, 2, 3]
    do: Literal["equip"] = "equip"


@noun
class SendCabal:
    """The cabal is composed."""

    do: Literal["compose"] = "compose"


@noun
class ReopenCabal:
    """The cabal is to be changed."""

    do: Literal["recompose"] = "recompose"


CabalIntent = (
    BringList | MarkList | ConsiderPick | ChooseFaction | ChooseRouage | ChooseEquipment | SendCabal | ReopenCabal
)

# Setting up (SET-3)


@noun
class TakeDecor:
    """Another piece of decor is taken in the hand."""

    id: Id
    do: Literal["decor"] = "decor"


# At any time


@noun
class AskConcede:
    """Conceding, which is asked about once more."""

    do: Literal["concede"] = "concede"


@noun
class TakeBack:
    """One's own last command is taken back."""

    do: Literal["undo"] = "undo"


@noun
class OfferDraw:
    """A draw is proposed."""

    do: Literal["draw"] = "draw"


@noun
class AskTakeback:
    """The other player is asked to take back to before one's own last command."""

    do: Literal["takeback"] = "takeback"


@noun
class AskRematch:
    """At the end: the same players at a new table."""

    do: Literal["rematch"] = "rematch"


@noun
class CloseLens:
    """Nothing is looked at any more."""

    do: Literal["look-close"] = "look-close"


# The adjustment form


@noun
class OpenAdjustment:
    """The form, for a card settled by hand or for anything else."""

    card: Id | None = None
    do: Literal["amend-open"] = "amend-open"


@noun
class CloseAdjustment:
    """The draft is dropped."""

    do: Literal["amend-close"] = "amend-close"


@noun
class TurnPage:
    """Another part of the form."""

    part: Literal["pieces", "tracks", "cards", "dice"]
    do: Literal["amend-part"] = "amend-part"


@noun
class SettleCard:
    """The card settled by hand that the adjustment is for."""

    card: Id | None = None
    do: Literal["amend-card"] = "amend-card"


@noun
class ChoosePiece:
    """The piece that is changed."""

    id: Id
    do: Literal["amend-piece"] = "amend-piece"


@noun
class StepFigure:
    """One more or less of `key`: of a piece (`id`), of a seat, of the Traque, of dice."""

    key: Id
    by: Step
    id: Id | None = None
    seat: Literal["1", "2"] | None = None
    do: Literal["amend-step"] = "amend-step"


@noun
class ToggleStun:
    """Whether a piece is stunned."""

    id: Id
    do: Literal["amend-stun"] = "amend-stun"


@noun
class MovePiece:
    """A piece is taken in the hand: its place is pointed at."""

    id: Id
    do: Literal["amend-move"] = "amend-move"


@noun
class GiveCard:
    """A card goes from one place to another."""

    card: Id
    origin: Id
    to: Id
    do: Literal["amend-give"] = "amend-give"


@noun
class SwapSlot:
    """One of two planned slots that are exchanged."""

    n: int
    do: Literal["amend-swap"] = "amend-swap"


@noun
class AddRoll:
    """Dice to be rolled."""

    do: Literal["amend-roll"] = "amend-roll"


@noun
class DropChange:
    """A line of the draft is dropped, or the value `name` of it."""

    at: int
    name: Id | None = None
    do: Literal["amend-drop"] = "amend-drop"


@noun
class TypeNote:
    """The note, as it is typed."""

    text: str = ""
    do: Literal["amend-note"] = "amend-note"


@noun
class SendAdjustment:
    """The draft is proposed."""

    do: Literal["amend-send"] = "amend-send"


AdjustmentIntent = (
    OpenAdjustment
    | CloseAdjustment
    | TurnPage
    | SettleCard
    | ChoosePiece
    | StepFigure
    | ToggleStun
    | MovePiece
    | GiveCard
    | SwapSlot
    | AddRoll
    | DropChange
    | TypeNote
    | SendAdjustment
)

# The what-if


@noun
class OpenWhatIf:
    """The panel is opened."""

    do: Literal["suppose-open"] = "suppose-open"


@noun
class CloseWhatIf:
    """The panel is closed."""

    do: Literal["suppose-close"] = "suppose-close"


@noun
class SupposeOther:
    """Another supposition."""

    key: Literal["kind", "answer", "theirs", "beside"]
    value: Id
    do: Literal["suppose"] = "suppose"


@noun
class ChoosePair:
    """One cell is looked at closely."""

    attacker: Id
    target: Id
    do: Literal["suppose-pair"] = "suppose-pair"


WhatIfIntent = OpenWhatIf | CloseWhatIf | SupposeOther | ChoosePair

TalkIntent = AskConcede | TakeBack | OfferDraw | AskTakeback | AskRematch
ActIntent = TakeAction | AskWhy | EndActivation
QuestionIntent = PickPiece | PressOption | ConfirmShown | CancelShown | TakeNearest | TakeDecor
PaneIntent = QuestionIntent | ActIntent | PlanIntent | CabalIntent | TalkIntent | AdjustmentIntent | WhatIfIntent

# On the Bloc. `rev` is the revision of the aim that was shown.


@noun
class PointAt:
    """A place. `go`: the player wants no further question, what is legal is done at once."""

    x: Coordinate
    y: Coordinate
    go: bool = False
    rev: int | None = None
    what: Literal["point"] = "point"


@noun
class TurnRuler:
    """The ruler was turned to another of the placements shown."""

    n: int
    rev: int | None = None
    what: Literal["turn"] = "turn"


@noun
class PressNearest:
    """The nearest legal place that was offered."""

    rev: int | None = None
    what: Literal["nearest"] = "nearest"


@noun
class PoseDecor:
    """The decor in the hand was carried or turned, and let go."""

    x: Coordinate
    y: Coordinate
    angle: Angle
    rev: int | None = None
    what: Literal["pose"] = "pose"


@noun
class PressEdge:
    """An edge."""

    edge: Id
    rev: int | None = None
    what: Literal["edge"] = "edge"


@noun
class ConfirmAim:
    """The last word on what is shown."""

    rev: int | None = None
    what: Literal["confirm"] = "confirm"


@noun
class CancelAim:
    """One step back."""

    rev: int | None = None
    what: Literal["cancel"] = "cancel"


@noun
class PressBlank:
    """A place where nothing stands, while no place is asked."""

    rev: int | None = None
    what: Literal["blank"] = "blank"


@noun
class PressPiece:
    """A piece or marker was pressed or dragged; an active one begins to walk."""

    id: Id
    rev: int | None = None
    what: Literal["pick"] = "pick"


@noun
class TakeTool:
    """A tool is taken up; none, or the same again: laid down."""

    tool: Literal["measure", "sight"] | None = None
    rev: int | None = None
    what: Literal["tool"] = "tool"


@noun
class MeasureEnd:
    """An end of a measure: a thing, a place, or (`planned`) what is being placed, where it would stand."""

    planned: bool = False
    id: Id | None = None
    x: Coordinate | None = None
    y: Coordinate | None = None
    rev: int | None = None
    what: Literal["end"] = "end"


@noun
class CloseLook:
    """Nothing is looked at any more."""

    rev: int | None = None
    what: Literal["close"] = "close"


FocusIntent = TakeTool | MeasureEnd | CloseLook
"""What is only for the eyes of one window."""
BoardIntent = (
    FocusIntent
    | PointAt
    | TurnRuler
    | PressNearest
    | PoseDecor
    | PressEdge
    | ConfirmAim
    | CancelAim
    | PressBlank
    | PressPiece
)

LENS: Intents[CloseLens] = Intents(CloseLens)
PANES: Intents[PaneIntent] = Intents(PaneIntent)
BOARD: Intents[BoardIntent] = Intents(BoardIntent, "what")
