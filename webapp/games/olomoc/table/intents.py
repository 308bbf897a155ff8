"""The messages from the panes of a player's table (tag `do`); from the Bloc: `board_intents`.

Shapes and bounds only; whether it means anything now is for the class of the question that is asked, and the engine.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rules.kernel.codec import noun
from webapp.table_kit.composer import AskReason, Begin, Narrow, StepBack
from webapp.table_kit.plain_intents import PlayCommand
from webapp.ui.intents import Intents

Id = Annotated[str, Field(max_length=200)]
"""The id of a piece, a card, an option; it need not exist."""
Step = Literal[-1, 1]

# Any question


@noun
class PickPiece:
    """A piece or card was pressed."""

    id: Id
    do: Literal["pick"] = "pick"


@noun
class ConfirmShown:
    """The last word on what the draft's revision `rev` showed."""

    rev: int
    do: Literal["confirm"] = "confirm"


@noun
class TakeNearest:
    """The nearest legal place that was offered."""

    do: Literal["nearest"] = "nearest"


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
    """Changes the faction."""

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
    """Chooses the equipment of the rouage of a rank."""

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
class CloseLens:
    """Closes the lens."""

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
    """Shows another part of the form."""

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
    """Changes the supposition."""

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

TalkIntent = AskConcede | TakeBack | OfferDraw | AskTakeback
StepIntent = Begin | Narrow | StepBack | AskReason
"""The steps of the Composer."""
QuestionIntent = PickPiece | PlayCommand | ConfirmShown | TakeNearest | StepIntent
PaneIntent = QuestionIntent | PlanIntent | CabalIntent | TalkIntent | AdjustmentIntent | WhatIfIntent

LENS: Intents[CloseLens] = Intents(CloseLens)
PANES: Intents[PaneIntent] = Intents(PaneIntent)
