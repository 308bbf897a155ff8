"""What a seat may know of a Combat before it is fought: both Forces with their parts, and against Chaos the share of
the unseen cards that would be beaten (CCB, COM). Nothing else is looked at than what this seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rules.hybris import commands as cmd
from rules.hybris import frames as fr
from rules.hybris.flow import actions, surroundings
from rules.hybris.flow.combat import (
    Part,
    chaos_force,
    character_of,
    commit_fault,
    commitments,
    committed_force,
    fighting,
    mk_powers,
    side_row,
    sides,
    standing_force,
    token_force,
    total,
)
from rules.hybris.forecast import unseen
from rules.hybris.packs import words
from rules.hybris.powers import free, limit
from rules.hybris.state import State, owner
from rules.kernel import Json, Refusal, Seat
from rules.kernel.refusals import no


def forces(state: State, seat: Seat, command: Any) -> Json | Refusal:
    """`{"own": {"parts", "total", "least", "most"}, "foe": {…}, "chance", "alone"}` of a command `defend`, `fight`,
    `commit` or `intercept`; the refusal of one that is not legal, or is none of these. `chance` only against Chaos,
    while its card is unknown: the share of its cards that the most would beat, and `alone` that with nothing committed;
    of a `commit` against it `enough`, the least command that wins, or None."""
    if not state.mats[seat].olympian:
        return no("GEN-6", "not-now")
    match command:
        case cmd.Defend() | cmd.Fight():
            character = _acting(state, seat)
            if character is None:
                return no("GEN-6", "not-now")
            if (fault := actions.fault(state, seat, character, command)) is not None:
                return fault
            if isinstance(command, cmd.Fight):
                return _fight(state, fr.Combat(seat, "fight", character, command.target), seat, None)
            step = state.mats[seat].steps["defend"] + (command.steps or 0)
            bonus = surroundings.track_of(state, "defend").bonus[step - 1]
            return _against_chaos(state, fr.Combat(seat, "defend", character, bonus=bonus), 0)
        case cmd.Intercept(accept=True):
            energy = 0 if free(state, seat, "intercept") else state.pack.rules.interception
            return _against_chaos(state, fr.Combat(seat, "intercept", f"{seat}-olympian"), energy)
        case cmd.Commit():
            return _commit(state, seat, command)
    return no("COM-1", "not-a-choice")


def _acting(state: State, seat: Seat) -> str | None:
    """The character whose action is asked for."""
    frame = state.stack[-1] if state.stack else None
    return frame.character if isinstance(frame, fr.Act) and frame.seat == seat else None


def _commit(state: State, seat: Seat, command: cmd.Commit) -> Json | Refusal:
    if not state.stack or not isinstance(state.stack[-1], fr.Committing) or seat not in state.stack[-1].seats:
        return no("GEN-6", "not-now")
    combat = fighting(state)
    if (fault := commit_fault(state, combat, seat, command)) is not None:
        return fault
    committed = fr.Committed(command.cards, command.determination, command.tokens, command.mk)
    if combat.foe is not None:
        return _fight(state, combat, seat, committed)
    own, _ = sides(state, combat)
    parts = [*own, *committed_force(state, seat, committed)]
    foe = chaos_force(state, combat)
    most = total(own) + best_committed(state, combat, seat, 0, state.hands.get(seat, ()))
    enough = _just_enough(state, combat, seat, total(foe) + 1 - total(own))
    return {"own": _side(parts, total(own), most), "foe": _side(foe, total(foe), total(foe)), "enough": enough}


def _just_enough(state: State, combat: fr.Combat, seat: Seat, needs: int) -> Json | None:
    """The commitment of the fewest things, and of these the least Force, that adds so much; None where none does."""

    def worth(committed: fr.Committed) -> tuple[int, int]:
        things = len(committed.cards) + len(committed.mk) + committed.determination + sum(committed.tokens.values())
        return things, total(committed_force(state, seat, committed))

    able = [commitment for commitment in commitments(state, combat, seat) if worth(commitment)[1] >= needs]
    if not able:
        return None
    least = min(able, key=worth)
    return {"kind": "commit", "cards": list(least.cards), "determination": least.determination,
            "tokens": dict(least.tokens), "mk": list(least.mk)}  # fmt: skip


def _side(parts: Sequence[Part], least: int, most: int) -> Json:
    return {**side_row(parts), "least": least, "most": most}


# ---- what may be committed -------------------------------------------------------------------------------------------


def best_committed(state: State, frame: fr.Combat, seat: Seat, energy: int, hand: Sequence[str], less: int = 0) -> int:
    """COM-4, COM-5: the most that a seat could add with these cards, Energy spent besides and so much Determination
    lost."""
    mat = state.mats[seat]
    cards = sorted((state.pack.conflict(card).force for card in hand), reverse=True)[
        : limit(state, seat, "combat-cards")
    ]
    force = sum(cards) + token_force(state, seat) * sum(mat.tokens.values())
    if mat.has("determination") > less:
        force += state.pack.rules.force.determination
    left = mat.has("energy") - energy
    powers = state.row(seat).mk.powers
    for n in sorted(mk_powers(state, frame, seat), key=lambda power: powers[power].energy):
        if powers[n].energy <= left:
            left -= powers[n].energy
            force += sum(gain.n for gain in words.gains(powers[n].gain) if gain.gain == "force")
    return force


def _after_card(state: State, seat: Seat, kind: str) -> tuple[list[str], int, int]:
    """CCB-3: the hand that a Chaos Conflict card leaves, the Determination it takes, the Force it adds for Chaos."""
    hand = sorted(state.hands.get(seat, ()), key=lambda card: state.pack.conflict(card).force)
    momentum, lost, added = len(state.chaos.momentum), 0, 0
    rows = (blow for blow in state.pack.chaos[kind].conflict if momentum >= blow.at_momentum)
    for effect in (gain for row in rows for gain in words.gains(row.do)):
        if effect.gain == "force":
            added += effect.n
        elif effect.gain == "discard":
            gone = [card for card in hand if state.pack.conflict(card).element == effect.of][: effect.n]
            hand = [card for card in hand if card not in gone]
        elif effect.gain == "lose" and effect.of == "card":
            hand = hand[effect.n :]
        elif effect.gain == "lose" and effect.of == "determination":
            lost += effect.n
    return hand, lost, added


def _against_chaos(state: State, frame: fr.Combat, energy: int) -> Json:
    seat = frame.seat
    own = standing_force(state, frame.character, True, frame.bonus)
    foe = chaos_force(state, frame)
    least, unseen_kinds = total(own), unseen(state)
    beaten = alone = 0
    for kind, copies in unseen_kinds.items():
        hand, lost, added = _after_card(state, seat, kind)
        most = least + best_committed(state, frame, seat, energy, hand, lost)
        against = total(foe) + state.pack.chaos[kind].force + added
        beaten += copies * (most > against)
        alone += copies * (least > against)
    most = least + best_committed(state, frame, seat, energy, state.hands.get(seat, ()))
    whole = sum(unseen_kinds.values())
    chance = Fraction(beaten, whole) if whole else Fraction(int(most > total(foe)))
    nothing = Fraction(alone, whole) if whole else Fraction(int(least > total(foe)))
    return {
        "own": _side(own, least, most),
        "foe": _side(foe, total(foe), total(foe)),
        "chance": str(chance),
        "alone": str(nothing),
    }


def _fight(state: State, frame: fr.Combat, seat: Seat, committed: fr.Committed | None) -> Json:
    """COM: the foe's cards are any that were not seen in its discard, as many as its hand has."""
    mine, theirs = character_of(frame, seat), frame.foe if frame.seat == seat else frame.character
    assert theirs is not None
    own, foe = standing_force(state, mine, False), standing_force(state, theirs, False)
    rival = owner(theirs)
    seen = state.discards.get(rival, ())
    cards = [card for card in state.pack.conflict_cards(rival, state.mats[rival].olympian) if card not in seen]
    count = min(limit(state, rival, "combat-cards"), len(state.hands.get(rival, ())))
    best = sorted((state.pack.conflict(card).force for card in cards), reverse=True)[:count]
    most = total(foe) + sum(best) + token_force(state, rival) * sum(state.mats[rival].tokens.values())
    if state.mats[rival].has("determination"):
        most += state.pack.rules.force.determination
    strongest = total(own) + best_committed(state, frame, seat, 0, state.hands.get(seat, ()))
    parts = [*own, *committed_force(state, seat, committed)]
    return {"own": _side(parts, total(own), strongest), "foe": _side(foe, total(foe), most)}
