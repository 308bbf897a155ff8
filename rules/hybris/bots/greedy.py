"""The greedy bot: every question by weights, without trying anything out."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.hybris import commands as cmd
from rules.hybris import frames as fr
from rules.hybris.bots.acts import TURN, Scored, Weighed, best_cards, chaos_card
from rules.hybris.bots.planner import plan
from rules.hybris.bots.worth import WORTH, alarm, gain_worth, peril, price_worth, text_worth
from rules.hybris.flow import free, surroundings, turn
from rules.hybris.flow.combat import chaos_force, commitments, committed_force, fighting, sides, standing_force, total
from rules.hybris.packs import words
from rules.hybris.powers import holds
from rules.hybris.prices import discards_for, payment
from rules.hybris.state import State, name_of, owner
from rules.kernel import Json, Refusal, Seat

LEAVES = 0.35
"""Up to this chance that all lose it leaves an Interception, which serves all, rather to those asked after it."""
KEEPS = 0.35
"""What a card must bring beyond what is needed to be committed."""


def greedy_bot(match: Any, seat: Seat, rng: Random) -> Json:
    """One answer of the greedy bot."""
    return answer(match.state, match.asked[seat], seat, rng) or next(match.commands(seat, rng))


def play_age(match: Any, depth: int, rng: Random) -> None:
    """`Advisor.playout`: plays the Age to its end with this bot at every seat. What a plan or an activation was worth
    shows in what the rest of the Age makes of it."""
    age = match.state.age
    while match.state.age == age and (asked := match.asked):
        seat = next(iter(asked))
        match.submit(seat, greedy_bot(match, seat, rng))


def answer(state: State, question: Any, seat: Seat, rng: Random) -> Json | None:
    """The answer by weights to a question; None for one that it does not know."""
    match question.kind:
        case "pillar":
            return {"kind": "pillar", "pillar": max(_pillars(state), key=lambda pillar: _pillar(state, seat, pillar))}
        case "plan":
            return plan(state, seat, rng)
        case "turn":
            return _free(state, seat) or _turn(state, seat)
        case "act":
            frame: Any = state.stack[-1]
            character = state.character(frame.character)
            assert character is not None
            return _free(state, seat) or cmd.CODEC.brief(
                Weighed(state, seat).best(frame.character, character.at).command
            )
        case "after":
            return _free(state, seat) or {"kind": "done"}
        case "keep":
            return {
                "kind": "keep",
                "card": max(question.params["choices"], key=lambda card: _try(state, seat, card)[0]),
            }
        case "attempt":
            worth, command = _try(state, seat, question.params["card"])
            row = _exploration(state, question.params["card"])
            declined: Json = {"kind": "attempt", "succeed": False}
            return command if worth > text_worth(state, seat, row.failure) else declined
        case "reward":
            rewards = surroundings.track_of(state, question.code).rewards
            steps = range(2, question.params["step"] + 1)
            return {
                "kind": "reward",
                "step": max(steps, key=lambda step: (text_worth(state, seat, rewards[step - 1]), step)),
            }
        case "commit":
            return _commit(state, seat)
        case "intercept":
            return {"kind": "intercept", "accept": _intercepts(state, seat)}
        case "choose":
            return {"kind": "choose", "choice": _choice(state, seat, question)}
        case "discard" | "exhaustion":
            answer: Json = question.default
            return answer
        case "research":
            return {"kind": "research", "cubes": 0 if _builds(state, seat) else state.mats[seat].has("rd")}
    return None


def _pillars(state: State) -> list[str]:
    return [pillar for pillar in state.pack.pillars if pillar not in state.pillars]


def _pillar(state: State, seat: Seat, pillar: str) -> float:
    return text_worth(state, seat, state.pack.pillars[pillar].gain)


# ---- a turn ----------------------------------------------------------------------------------------------------------


def _free(state: State, seat: Seat) -> Json | None:
    """A free deed worth doing now."""
    for draft in free.drafts(state, seat):
        whole: Any = draft
        if isinstance(draft, cmd.DoTask):
            task = words.task(state.pack.tiles[draft.tile].tasks[draft.task])
            sets = discards_for(state, seat, task.price)
            if not sets or price_worth(task.price) > 1.3 or _saved(state, seat, task.price):
                continue
            whole = cmd.DoTask(draft.tile, draft.task, min(sets, key=lambda cards: _force(state, cards)))
        elif isinstance(draft, cmd.UseMk) and not _mk(state, seat, draft.power):
            continue
        if free.fault(state, seat, whole) is None:
            command: Json = cmd.CODEC.brief(whole)
            return command
    return None


def _saved(state: State, seat: Seat, prices: tuple[words.Price, ...]) -> bool:
    """Whether what a price takes is kept for the Moirai, the Forge or Olympus, where somebody is still to go."""
    going = {state.mats[seat].characters[name_of(id)].token for id in state.bearers(seat)}
    kept = {"aegis": {"moirai", "forge"}, "spark": {"moirai"}, "prayer": {"olympus"}}
    return any(going & kept.get(price.pay, set()) for price in prices)


def _mk(state: State, seat: Seat, n: int) -> bool:
    """Whether a power is worth its Energy, with enough left for an Interception while Chaos is near."""
    power = state.row(seat).mk.powers[n]
    if power.when != "turn":
        return False
    spare = state.mats[seat].has("energy") - power.energy
    last = state.age >= state.pack.rules.ages
    return (spare >= 2 or last) and text_worth(state, seat, power.gain) > 0.3


def _force(state: State, cards: tuple[str, ...]) -> int:
    return sum(state.pack.conflict(card).force for card in cards)


def activations(state: State, seat: Seat) -> list[tuple[float, cmd.Activate | cmd.Forgo]]:
    """Every activation with the best action that would follow, by what it is worth."""
    rows: list[tuple[float, cmd.Activate | cmd.Forgo]] = []
    weighed = Weighed(state, seat)
    for id in state.bearers(seat):
        token = state.mats[seat].characters[name_of(id)].token or ""
        arriving = False
        for place in turn.targets(state, token):
            if turn.go_fault(state, id, place) is None:
                arriving = True
                rows.append(
                    _activation(state, seat, id, place, place if place in state.cities else None, None, weighed)
                )
        if not arriving:
            rows.append((0.05, cmd.Forgo(id)))
        if state.mats[seat].has("bonus"):
            for place in ("moirai", "surroundings", "underworld", "olympus", "oracle"):
                if turn.go_fault(state, id, place) is None:
                    worth, command = _activation(state, seat, id, place, None, place, weighed)
                    rows.append((worth - 1.2, command))
    return rows


def _activation(
    state: State, seat: Seat, id: str, place: str, to: str | None, bonus: str | None, weighed: Weighed
) -> tuple[float, cmd.Activate]:
    scored: Scored = weighed.best(id, place)
    then: Json = cmd.CODEC.brief(scored.command)
    return scored.worth, cmd.Activate(id, to, bonus, then, ends=not _waits(state, seat))


def _waits(state: State, seat: Seat) -> bool:
    """Whether something free may become possible by the action."""
    mat = state.mats[seat]
    return bool(mat.premonitions) and state.age >= state.pack.rules.ages


def _turn(state: State, seat: Seat) -> Json:
    rows = activations(state, seat)
    command: Any = max(rows, key=lambda row: row[0])[1] if rows else cmd.Pass()
    row: Json = cmd.CODEC.brief(command)
    return row


def _builds(state: State, seat: Seat) -> bool:
    """Whether a tile is worth its three R&D at the Forge more than their points (RND-2, FIN-10)."""
    tiles = (state.pack.tiles[id] for id, tile in state.mats[seat].tiles.items() if tile.state == "open")
    best = max((text_worth(state, seat, tile.reward) for tile in tiles), default=0.0)
    return state.age < state.pack.rules.ages and best > state.pack.rules.limits.rd * WORTH["rd"] + TURN


# ---- the Surroundings ------------------------------------------------------------------------------------------------


def _exploration(state: State, card: str) -> Any:
    return state.pack.adventures.get(card) or state.pack.events[card]


def _try(state: State, seat: Seat, card: str) -> tuple[float, Json]:
    """What a card is worth to this seat, and how it would be tried."""
    row, prices = _exploration(state, card), surroundings.conditions(state, card)
    for foreman in (None, "engage", "camp", "worker"):
        if foreman is not None and not state.mats[seat].foreman:
            continue
        for cards in discards_for(state, seat, prices)[:30]:
            if not isinstance(payment(state, seat, prices, card, cards=cards, foreman=foreman), Refusal):
                worth = 2.2 if card in state.pack.adventures else text_worth(state, seat, row.success)
                command: Json = {"kind": "attempt", "succeed": True, "discard": list(cards), "foreman": foreman}
                return worth - price_worth(prices) + 0.6, command
    return text_worth(state, seat, row.failure), {"kind": "attempt", "succeed": False}


# ---- Combats ---------------------------------------------------------------------------------------------------------


def _commit(state: State, seat: Seat) -> Json:
    """The least that wins; nothing where nothing does. In a Fight what beats the foe's likely cards."""
    combat = fighting(state)
    own, other = sides(state, combat)
    mine, foe = (own, other) if seat == combat.seat else (other, own)
    needs = total(foe) + (1 if seat == combat.seat else 0)
    if combat.foe is not None:
        rival = owner(combat.foe) if seat == combat.seat else combat.seat
        needs += round(1.7 * min(2, len(state.hands.get(rival, ()))))
    rows = commitments(state, combat, seat)
    enough = [row for row in rows if total(mine) + total(committed_force(state, seat, row)) >= needs]
    if not enough:
        chosen = fr.Committed()
    else:
        chosen = min(
            enough, key=lambda committed: (_spent(state, committed), total(committed_force(state, seat, committed)))
        )
    return {"kind": "commit", "cards": list(chosen.cards), "determination": chosen.determination,
            "tokens": dict(chosen.tokens), "mk": list(chosen.mk)}  # fmt: skip


def _spent(state: State, committed: fr.Committed) -> float:
    cards = sum(KEEPS + 0.1 * state.pack.conflict(card).force for card in committed.cards)
    return cards + 0.6 * committed.determination + 0.35 * sum(committed.tokens.values()) + 0.5 * len(committed.mk)


def _intercepts(state: State, seat: Seat) -> bool:
    """Whether an Interception is likely enough to be won for what it saves."""
    own = total(standing_force(state, f"{seat}-olympian", True)) + best_cards(state, seat)
    powers = state.row(seat).mk.powers
    spare = state.mats[seat].has("energy") - state.pack.rules.interception
    own += max((sum(gain.n for gain in words.gains(row.gain) if gain.gain == "force") for row in powers
                if row.when == "combat-chaos" and row.energy <= spare), default=0)  # fmt: skip
    foe = total(chaos_force(state, fr.Combat(seat, "intercept", f"{seat}-olympian"))) + chaos_card(state.pack)
    chance = max(0.0, min(1.0, 0.5 + (own - foe - 0.5) / 5.0))
    frame: Any = state.stack[-1]
    after = len(frame.seats) - 1 - frame.seats.index(seat) if peril(state) < LEAVES else 0
    return chance * (2.0 * alarm(state) + 10 * peril(state)) > 1.1 + 0.5 * after


# ---- choices ---------------------------------------------------------------------------------------------------------


def _choice(state: State, seat: Seat, question: Any) -> Any:
    choices = question.params["choices"]
    match question.code:
        case "discard":
            return sorted(choices, key=lambda card: state.pack.conflict(card).force)[: question.params["n"]]
        case "premonition":
            return max(choices, key=lambda card: _premonition(state, seat, card))
        case "step":
            return "defend" if "defend" in choices and alarm(state) > 0.9 else choices[0]
        case "token":
            return max(choices, key=lambda other: state.mats[other].has("vp"))
        case "task":
            return max(choices, key=lambda tile: len(state.mats[seat].tiles[tile["tile"]].tasks))
    return choices[0]


def _premonition(state: State, seat: Seat, card: str) -> float:
    row = state.pack.premonitions[card]
    sure = holds(state, seat, words.state(row.condition))
    return (1.0 if sure else 0.5) * gain_worth(state, seat, words.gains(row.reward))
