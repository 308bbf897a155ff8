"""Triggers: the events at which a permanent capacity is resolved, named from the rulebook.

The subject and the object of an event are looked at as they stood at that event, so that one which has just gone out of
combat still matches. The capacity's conditions are looked at when its turn comes (GEN-6). A capacity is not triggered
while it is itself being resolved for the same bearer, and by one and the same event only once. Events are answered
within each other five deep at most: what would be triggered deeper is not, and the log says so. Tokens that are paid
are not lost; those taken as a cost, or to tempt fate, cannot be prevented.
"""

from typing import Annotated, Literal

from pydantic import Field

from .base import Length, Model
from .language import Action, Edge, Filter, Moment, Rolls, Token

SELF = Filter(who=("self",))


class Event(Model):
    """The one or two pieces of an event."""

    subject: Filter = SELF
    """The piece that the event happens to or that causes it; by default the bearer. Operations call it `subject`."""
    object: Filter | None = None
    """The other piece of the event, if it must be of some sort. Operations call it `object`."""


class TargetedTrigger(Event):
    """The subject is targeted by the object. Before: the target is declared and paid for, no reaction yet. After: the
    action is settled."""

    when: Literal["targeted"]
    moment: Moment = "before"
    """Before or after what targets it is resolved."""
    by: tuple[Literal["frontal", "ranged", "charge", "riposte", "opportunity", "rest", "capacity"], ...] = ()
    """By which of these. Empty: any of them."""


class RollTrigger(Event):
    """The subject makes a roll (ROL-1) whose target, if it has one, is the object. Before: before the dice are thrown.
    After: after tempting fate, before the roll's effects."""

    when: Literal["roll"]
    moment: Moment = "before"
    """Before or after the dice."""
    rolls: tuple[Rolls, ...] = ()
    """For which of these rolls. Empty: any."""


class WoundedTrigger(Event):
    """The subject is wounded by the object (which may be nobody). Before: the wounds may still be prevented; `amount`
    is how many are about to be dealt. After: at least one PV was checked, and the subject is not out of combat;
    `amount` is how many."""

    when: Literal["wounded"]
    moment: Moment = "after"
    """Before or after the PV are checked."""
    by: Literal["attack", "effect", "any"] = "any"
    """By an attack (LIF-2, LIF-3), by anything else, or by either."""


class OutOfCombatTrigger(Event):
    """The subject goes out of combat, put there by the object (which may be nobody). Before: it still stands where it
    was, and what happens now finds it there. After: it has left the Bloc and LIF-4 is settled."""

    when: Literal["out-of-combat"]
    moment: Moment = "after"
    """Before or after it leaves the Bloc."""


class EntersTrigger(Event):
    """The subject ends a movement in the object's zone and was not in it before (ENG-3)."""

    when: Literal["enters"]
    zone: Literal["threat", "contact", "range"] = "threat"
    """The object's threat zone (ENG-1), its contact, or `range` around it."""
    range: Length = 0
    """For `range`: how far from the object."""


class LeavesTrigger(Event):
    """The subject ends a movement outside the object's zone and was in it before (ENG-3)."""

    when: Literal["leaves"]
    zone: Literal["threat", "contact", "range"] = "threat"
    """The object's threat zone (ENG-1), its contact, or `range` around it."""
    range: Length = 0
    """For `range`: how far from the object."""


class MovedTrigger(Event):
    """The subject has ended a movement, of any kind named."""

    when: Literal["moved"]
    by: tuple[Literal["displacement", "push", "placement", "entry"], ...] = ()
    """The movements (MOV-1; `entry` is ACT-2's). Empty: any."""


class ActionTrigger(Event):
    """The subject uses a generic capacity, on the object if it targets one. Before: declared and paid. After:
    settled."""

    when: Literal["action"]
    moment: Moment = "after"
    """Before or after it is resolved."""
    actions: tuple[Action, ...]
    """The actions; a charge is a `charge`, and its walk and attack are none of their own."""


class TokenTrigger(Event):
    """The subject gains or loses tokens. Before: they may still be prevented; `amount` is how many."""

    when: Literal["token"]
    moment: Moment = "after"
    """Before or after."""
    token: Token
    """The kind."""
    change: Literal["gained", "lost"] = "gained"
    """Gained, or lost."""


class MechanismTrigger(Model):
    """A mechanism is made, a cycle's opening one excepted (ART-5). Before: no card drawn yet. After: it is resolved."""

    when: Literal["mechanism"]
    moment: Moment = "after"
    """Before or after the artefact card."""


class ActivationTrigger(Event):
    """An activation of the subject starts or ends."""

    when: Literal["activation"]
    moment: Edge = "start"
    """Its start or its end."""


class CardTrigger(Model):
    """A card of a planning slot starts being played, or has been (CYC-4.2, CYC-4.3)."""

    when: Literal["card"]
    moment: Edge = "end"
    """Its start or its end."""
    player: Literal["controller", "opponent", "any"] = "any"
    """The owner of the card."""
    cards: tuple[Literal["activation", "propaganda", "ministry"], ...] = ()
    """The cards. Empty: any."""


class PhaseTrigger(Model):
    """A phase starts or ends (CYC-4.4, CYC-5)."""

    when: Literal["phase"]
    moment: Edge = "end"
    """Its start or its end."""
    phases: tuple[Literal["planning", "hostile"], ...] = ("planning",)
    """Planning phases, the hostile phase, or both."""


class CycleTrigger(Model):
    """A cycle starts (after its opening mechanism) or ends (CYC-6)."""

    when: Literal["cycle"]
    moment: Edge = "end"
    """Its start or its end."""


class MatchTrigger(Model):
    """The match starts (all is set up, before the first cycle) or reaches its end after the fourth cycle (END-1)."""

    when: Literal["match"]
    moment: Edge = "end"
    """Its start or its end."""


Trigger = Annotated[
    TargetedTrigger
    | RollTrigger
    | WoundedTrigger
    | OutOfCombatTrigger
    | EntersTrigger
    | LeavesTrigger
    | MovedTrigger
    | ActionTrigger
    | TokenTrigger
    | MechanismTrigger
    | ActivationTrigger
    | CardTrigger
    | PhaseTrigger
    | CycleTrigger
    | MatchTrigger,
    Field(discriminator="when"),
]
