"""What a gain of Aegis would wake: exact, for only the first card's face matters, and every unseen card is equally
likely to be on top (ATR)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from rules.hybris.packs import words
from rules.hybris.state import State
from rules.kernel import Json, noun

STEPS = 2  # MOM-2


@noun
class Woken:
    """What one card would do: Momentum gained, whether it moves Chaos, the space that Chaos comes to, whether it is
    unleashed, whether it would leave the last space."""

    momentum: int
    progress: bool
    space: int
    unleashed: bool
    reaches: bool


def unseen(state: State) -> Counter[str]:
    """The kinds of cards that may be on top, with their copies: pile and Momentum together, as nobody sees either; with
    an empty pile every card of the discard (MOM-4)."""
    chaos = state.chaos
    cards = (*chaos.pile, *chaos.momentum) if chaos.pile else chaos.discard
    return Counter(state.pack.chaos_card(card).id for card in sorted(cards))


def woken(state: State, kind: str, aegis: int) -> Woken:
    """ATR-2, MOM-2, PRO-2, PRO-3: what the upper part of a card would do to a gain of so much Aegis."""
    rules, row = state.pack.rules, state.pack.chaos[kind]
    momentum, space, gained = len(state.chaos.momentum), state.chaos.space, 0
    unleashed = reaches = progress = False
    for effect in (gain for part in row.attraction if aegis >= part.aegis for gain in words.gains(part.do)):
        moves = effect.n if effect.gain == "progress" else 0
        progress = progress or moves > 0
        for _ in range(max(0, effect.n) if effect.gain == "momentum" else 0):
            momentum, gained = momentum + 1, gained + 1
            if momentum == rules.momentum:
                momentum, unleashed, moves = 0, True, moves + STEPS
        for _ in range(0 if reaches else moves):
            if space == rules.spaces:
                reaches = True
                break
            space += 1
    return Woken(gained, progress, space, unleashed, reaches)


def forecast(state: State, aegis: int) -> Json:
    """`{"unseen", "rows": [{"card", "copies", "momentum", "progress", "space", "unleashed", "reaches"}], "chances":
    {"momentum", "progress", "unleashed", "reaches"}}`; chances as fractions in strings."""
    kinds = unseen(state)
    whole = sum(kinds.values())
    woken_by = {kind: woken(state, kind, aegis) for kind in kinds}
    rows = [
        {
            "card": kind, "copies": kinds[kind], "momentum": stir.momentum, "progress": stir.progress,
            "space": stir.space, "unleashed": stir.unleashed, "reaches": stir.reaches,
        }
        for kind, stir in woken_by.items()
    ]  # fmt: skip
    chances = {
        key: str(Fraction(sum(kinds[kind] for kind, stir in woken_by.items() if getattr(stir, key)), whole))
        if whole
        else "0"
        for key in ("momentum", "progress", "unleashed", "reaches")
    }
    return {"unseen": whole, "rows": rows, "chances": chances}
