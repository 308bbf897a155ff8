"""Combats: against Chaos, and between players (COM, CCB, FGT)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

from rules.hybris import commands as cmd
from rules.hybris import events as ev
from rules.hybris import frames as fr
from rules.hybris.flow import chaos, deeds
from rules.hybris.flow.gains import gains
from rules.hybris.packs import words
from rules.hybris.powers import limit, more, powers_of
from rules.hybris.prices import named_cards
from rules.hybris.state import State, kind_of, owner
from rules.kernel import Json, Refusal, Seat, replace
from rules.kernel.handlers import NOT_NOW, Handler, Question, SealedHandler, legal
from rules.kernel.refusals import no
from rules.kernel.run import Run

Part = tuple[str, str, int]
"""A clause, a source, and so much Force."""

# ---- Force -----------------------------------------------------------------------------------------------------------


def standing_force(state: State, character: str, against_chaos: bool, bonus: int = 0) -> list[Part]:
    """COM-2, CCB-2, DEF-1, INT-5 (no bonus): the Force of a character before anything is committed, in its parts."""
    seat, kind, force = owner(character), kind_of(character), state.pack.rules.force
    parts: list[Part] = [("COM-2", character, force.olympian if kind == "olympian" else force.hero)]
    if bonus:
        parts.append(("DEF-1", "defend", bonus))
    if against_chaos and kind == "olympian" and (tiles := state.mats[seat].active_tiles):
        parts.append(("CCB-2", "mk", tiles))
    # GEN-5: Chaos counts as an Olympian, but is no player's
    foes = ("chaos", "all") if against_chaos else ("players", "all")
    for source in powers_of(state, seat):
        power = source.power
        if power.form == "force" and power.who in (kind, "any") and power.whom in foes:
            parts.append((source.clause, source.source, power.n))
    return parts


def token_force(state: State, seat: Seat) -> int:
    """ART-4: what a spent token gives."""
    return state.pack.rules.token_force + more(state, seat, "token")


def committed_force(state: State, seat: Seat, committed: fr.Committed | None) -> list[Part]:
    """COM-4, COM-5: the Force of what is committed, in its parts."""
    if committed is None:
        return []
    pack = state.pack
    parts: list[Part] = [("COM-4", card, pack.conflict(card).force) for card in committed.cards]
    if committed.determination:
        parts.append(("COM-5", "determination", committed.determination * pack.rules.force.determination))
    if tokens := sum(committed.tokens.values()):
        parts.append(("ART-4", "tokens", tokens * token_force(state, seat)))
    for n in committed.mk:
        force = sum(gain.n for gain in words.gains(state.row(seat).mk.powers[n].gain) if gain.gain == "force")
        parts.append(("HGR-4", "mk", force))
    return parts


def chaos_force(state: State, frame: fr.Combat) -> list[Part]:
    """CCB-1, CCB-3: the Force of Chaos as far as it is known."""
    parts: list[Part] = [("CCB-1", "momentum", len(state.chaos.momentum))]
    if frame.card is not None:
        parts.append(("CCB-3", frame.card, state.pack.chaos_card(frame.card).force))
    if frame.added:
        parts.append(("CCB-3", "text", frame.added))
    return parts


def sides(state: State, frame: fr.Combat) -> tuple[list[Part], list[Part]]:
    """The Force of both sides, in its parts, with what is committed so far."""
    own = standing_force(state, frame.character, frame.foe is None, frame.bonus)
    own += committed_force(state, frame.seat, frame.own)
    if frame.foe is None:
        return own, chaos_force(state, frame)
    other = standing_force(state, frame.foe, False)
    return own, [*other, *committed_force(state, owner(frame.foe), frame.other)]


def side_row(parts: Sequence[Part]) -> Json:
    """A side of a Combat as views and events tell it."""
    rows = [{"clause": clause, "source": source, "value": value} for clause, source, value in parts]
    return {"parts": rows, "total": total(parts)}


def total(parts: Sequence[Part]) -> int:
    return sum(value for _, _, value in parts)


# ---- the course of a Combat ------------------------------------------------------------------------------------------


class CombatHandler(Handler[State, fr.Combat, Run[State]]):
    """COM-1 to COM-7; against Chaos as CCB says (COM-3)."""

    def step(self, run: Run[State], frame: fr.Combat) -> None:
        getattr(self, f"_{frame.stage}")(run, frame)

    def _begin(self, run: Run[State], frame: fr.Combat) -> None:
        run.emit(ev.CombatBegan(frame.seat, frame.against, frame.character, frame.foe))
        run.become(replace(frame, stage="blow" if frame.foe is None else "commit"))

    def _blow(self, run: Run[State], frame: fr.Combat) -> None:
        """CCB-3: the card, and at once the effects of its lower part."""
        card = chaos.top_card(run)
        if card is None:
            run.become(replace(frame, stage="commit"))
            return
        row, momentum = run.state.pack.chaos_card(card), len(run.state.chaos.momentum)
        applied = tuple(momentum >= blow.at_momentum for blow in row.conflict)
        run.emit(ev.ChaosCard(card, row.force, applied))
        run.become(replace(frame, stage="commit", card=card))
        effects = [
            gain for blow, yes in zip(row.conflict, applied, strict=True) if yes for gain in words.gains(blow.do)
        ]
        if effects:
            run.push(fr.Gains(frame.seat, tuple(effects), "CCB-3", card))

    def _commit(self, run: Run[State], frame: fr.Combat) -> None:
        """COM-4: asked is who could commit anything as far as all can see."""
        run.become(replace(frame, stage="compare"))
        seats = [frame.seat] if frame.foe is None else [frame.seat, owner(frame.foe)]
        asked = tuple(seat for seat in seats if could_commit(run.state, frame, seat))
        if asked:
            run.push(fr.Committing(asked, "chaos" if frame.foe is None else "fight"))

    def _compare(self, run: Run[State], frame: fr.Combat) -> None:
        """COM-1: the greater wins, of equals the foe. GEN-10: a Combat of one who has left is lost."""
        state = run.state
        own, other = sides(state, frame)
        won = total(own) > total(other)
        if frame.seat not in state.playing:
            won = False
        elif frame.foe is not None and owner(frame.foe) not in state.playing:
            won = True
        run.emit(ev.Compared(side_row(own), side_row(other), won, frame.against))
        run.become(replace(frame, stage="over", won=won))
        run.push(*reversed(self._texts(state, frame, won)))

    def _texts(self, state: State, frame: fr.Combat, won: bool) -> list[fr.Gains]:
        """COM-6: in the order in which cards were named; in a Fight the active player's first."""
        gains: list[fr.Gains] = []
        rows = [(frame.seat, frame.own, won)]
        if frame.foe is not None:
            rows.append((owner(frame.foe), frame.other, not won))
        for seat, committed, wins in rows:
            for card in committed.cards if committed is not None else ():
                moment, effects = words.card_text(state.pack.conflict(card).text)
                if moment == "after" or moment == ("win" if wins else "lose"):
                    gains.append(fr.Gains(seat, effects, "COM-6", card))
        return gains

    def _over(self, run: Run[State], frame: fr.Combat) -> None:
        """COM-6: the cards are discarded, the Combat is over: the deeds `combat` and `win` come true."""
        rows = [(frame.seat, frame.own, frame.won)]
        if frame.foe is not None:
            rows.append((owner(frame.foe), frame.other, not frame.won))
        for seat, committed, _ in rows:
            if committed is not None and committed.cards:
                run.emit(ev.CombatCards(seat, committed.cards))
        if frame.card is not None:  # CCB-5
            run.emit(ev.CardClosed(frame.card))
        run.become(replace(frame, stage="result"))
        deeds.happened(run, {seat: ("combat", *(["win"] if wins else [])) for seat, _, wins in rows})

    def _result(self, run: Run[State], frame: fr.Combat) -> None:
        run.pop()
        match frame.against, frame.won:
            case "fight", won:
                assert frame.foe is not None
                loser = frame.foe if won else frame.character
                winner = frame.seat if won else owner(frame.foe)
                defeat(run, loser)
                run.push(gains(winner, run.state.pack.rules.fight, "FGT-1", "fight"))
            case "defend", True:  # DEF-2
                step = run.state.mats[frame.seat].steps["defend"]
                run.push(fr.Rewarding(frame.seat, "defend", step))
                repel(run, frame.seat)
            case "defend", False:  # DEF-3
                defeat(run, frame.character)
            case "intercept", True:  # INT-7, PRO-3
                chaos.spend_progress(run)
                run.push(gains(frame.seat, "grandeur 1, step 1, momentum -99", "INT-7", "intercept"))
            case "intercept", False:  # INT-6
                chaos.reach(run, None)


def repel(run: Run[State], seat: Seat) -> None:
    """REP-1 to REP-3."""
    momentum = tuple(reversed(run.state.chaos.momentum))
    run.emit(ev.Repelled(seat, len(momentum)), ev.ChaosPlaced(1))
    if momentum:
        run.emit(ev.MomentumLost(momentum, "REP-2"))
    rewards = run.state.pack.rules.repelled.rewards
    run.push(gains(seat, rewards[min(len(momentum), len(rewards) - 1)], "REP-3", "repelled"))


def defeat(run: Run[State], character: str) -> None:
    """COM-7: a Hero to the Underworld, an Olympian wounded to the reserve; not one that is out of the game."""
    figure = run.state.character(character)
    if figure is not None and figure.placed:
        run.emit(ev.Defeated(character, "reserve" if kind_of(character) == "olympian" else "underworld"))


# ---- committing ------------------------------------------------------------------------------------------------------


def fighting(state: State) -> fr.Combat:
    """The Combat that is open."""
    return next(frame for frame in reversed(state.stack) if isinstance(frame, fr.Combat))


def character_of(frame: fr.Combat, seat: Seat) -> str:
    """The character with which a seat fights."""
    return frame.character if frame.seat == seat else frame.foe or frame.character


def mk_powers(state: State, frame: fr.Combat, seat: Seat) -> list[int]:
    """HGR-4: the powers that a seat could use in a Combat, Energy left aside."""
    if frame.foe is not None or kind_of(frame.character) != "olympian":
        return []
    return [n for n, power in enumerate(state.row(seat).mk.powers) if power.when == "combat-chaos"]


def could_commit(state: State, frame: fr.Combat, seat: Seat) -> bool:
    """Whether a seat could commit anything as far as all can see: the number of its cards is open (GEN-9)."""
    mat = state.mats[seat]
    powers = state.row(seat).mk.powers
    return bool(
        state.hands.get(seat)
        or mat.has("determination")
        or any(mat.tokens.values())
        or any(powers[n].energy <= mat.has("energy") for n in mk_powers(state, frame, seat))
    )


def commit_fault(state: State, frame: fr.Combat, seat: Seat, command: cmd.Commit) -> Refusal | None:
    """Why this may not be committed, in the order of the command's keys."""
    mat = state.mats[seat]
    if (fault := named_cards(state, seat, command.cards, "COM-4")) is not None:
        return fault
    most = limit(state, seat, "combat-cards")
    if len(command.cards) > most:
        return no("COM-4", "too-many-cards", most=most, has=len(command.cards))
    if command.determination > 1:
        return no("COM-5", "not-a-choice")
    if command.determination > mat.has("determination"):
        return no("PAY-1", "too-few", word="determination", needs=command.determination, has=mat.has("determination"))
    for of, n in command.tokens.items():
        if n > mat.tokens.get(of, 0):
            return no("ART-4", "no-tokens", seat=of, needs=n, has=mat.tokens.get(of, 0))
    return _mk_fault(state, frame, seat, command.mk)


def _mk_fault(state: State, frame: fr.Combat, seat: Seat, named: Sequence[int]) -> Refusal | None:
    """HGR-4, NRG-3."""
    powers = state.row(seat).mk.powers
    for at, n in enumerate(named):
        if n >= len(powers):
            return no("HGR-4", "not-a-choice")
        if frame.foe is not None or powers[n].when != "combat-chaos":
            return no("HGR-4", "not-against-chaos")
        if kind_of(frame.character) != "olympian":
            return no("HGR-4", "mk-needs-olympian")
        if n in named[:at]:
            return no("HGR-4", "used")
    needs, has = sum(powers[n].energy for n in named), state.mats[seat].has("energy")
    return no("NRG-3", "no-energy", needs=needs, has=has) if needs > has else None


class CommittingHandler(SealedHandler[State, fr.Committing, Run[State]]):
    """COM-4, CCB-4: who fights Chaos commits after its card; in a Fight both at once, sealed."""

    def put(self, state: State, frame: fr.Committing) -> Mapping[Seat, Question]:
        combat = fighting(state)
        own, other = sides(state, combat)
        questions = {}
        for seat in frame.seats:
            mine, foe = (own, other) if seat == combat.seat else (other, own)
            params: Json = {
                "own": side_row(mine), "foe": side_row(foe), "character": character_of(combat, seat), "foe_character":
                combat.foe if seat == combat.seat else combat.character, "cards": limit(state, seat, "combat-cards"),
                "card": combat.card, "why": combat.against,
            }  # fmt: skip
            questions[seat] = Question("commit", frame.against, params, {"kind": "commit"})
        return questions

    def resolve(self, state: State, frame: fr.Committing, seat: Seat, command: Any) -> Any:
        if not isinstance(command, cmd.Commit):
            return NOT_NOW
        return commit_fault(state, fighting(state), seat, command) or command

    def sealed(self, command: cmd.Commit) -> fr.Committed:
        tokens = {of: n for of, n in command.tokens.items() if n}
        return fr.Committed(command.cards, command.determination, tokens, command.mk)

    def opened(self, run: Run[State], frame: fr.Committing) -> None:
        run.pop()
        combat = fighting(run.state)
        for seat in (seat for seat in frame.seats if seat in frame.answers):
            committed = frame.answers[seat]
            powers = run.state.row(seat).mk.powers
            energy = sum(powers[n].energy for n in committed.mk)
            run.emit(
                ev.CommittedTo(seat, committed.cards, committed.determination, committed.tokens, committed.mk, energy)
            )
            combat = replace(combat, own=committed) if seat == combat.seat else replace(combat, other=committed)
        run.become(combat)

    def options(self, state: State, frame: fr.Committing, seat: Seat) -> list[Json]:
        return [
            legal({"kind": "commit", "cards": list(commitment.cards), "determination": commitment.determination,
                   "tokens": dict(commitment.tokens), "mk": list(commitment.mk)})
            for commitment in commitments(state, fighting(state), seat)
        ][:200]  # fmt: skip

    def commands(self, state: State, frame: fr.Committing, seat: Seat, rng: Random) -> Any:
        rows = commitments(state, fighting(state), seat)
        rng.shuffle(rows)
        for row in rows:
            yield {"kind": "commit", "cards": list(row.cards), "determination": row.determination,
                   "tokens": dict(row.tokens), "mk": list(row.mk)}  # fmt: skip


def commitments(state: State, frame: fr.Combat, seat: Seat) -> list[fr.Committed]:
    """What a seat may commit: every set of cards, with and without Determination, MK powers and all of its tokens."""
    mat, hand = state.mats[seat], state.hands.get(seat, ())
    sets = [cards for n in range(limit(state, seat, "combat-cards") + 1) for cards in combinations(hand, n)]
    powers = state.row(seat).mk.powers
    able = [n for n in mk_powers(state, frame, seat) if powers[n].energy <= mat.has("energy")]
    mks: list[tuple[int, ...]] = [(), *((n,) for n in able)]
    tokens: list[Mapping[Seat, int]] = [{}]
    if any(mat.tokens.values()):
        tokens.append({of: n for of, n in mat.tokens.items() if n})
    return [
        fr.Committed(cards, determination, spend, mk)
        for cards in sets
        for determination in range(min(1, mat.has("determination")) + 1)
        for spend in tokens
        for mk in mks
    ]
