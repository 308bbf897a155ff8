"""`Match`: the facade that the web app, the bots, the saved games and the tests speak to. Everything it takes and gives
is JSON; lengths are integer micrometres, angles integer microradians."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from rules.kernel import SEATS, Dice, Json, Refusal, Refused, ScriptedDice, Seat, SeededDice, Viewer, other
from rules.olomoc import commands as cmd
from rules.olomoc import events as ev
from rules.olomoc import position as notation
from rules.olomoc import wire
from rules.olomoc.advice import attempts, matchups, odds, placement, risks
from rules.olomoc.advice import scout as scouting
from rules.olomoc.flow import protocol
from rules.olomoc.flow.loop import questions, settle, top
from rules.olomoc.flow.run import WRONG_ANSWER, Question, Run
from rules.olomoc.frames import STACK, RollOff
from rules.olomoc.history import Past
from rules.olomoc.imagine import imagined
from rules.olomoc.journal import fold
from rules.olomoc.packs import layers as shelves
from rules.olomoc.packs.layers import Shelf
from rules.olomoc.position import OPTIONS, OUTCOME
from rules.olomoc.state import Outcome, State
from rules.olomoc.view import seen, view

VERSION = "1"
"""Of the rules: a saved match says under which it was played."""


class Match:
    """One match. `submit` changes it or raises `Refused` and leaves it untouched; everything else only looks.

    >>> match = Match.from_position({"rouages": [{"id": "petra", "seat": "1", "card": "petra-kantor"}]}, seed=1)
    >>> sorted(match.decisions)
    ['1', '2']
    >>> match.check("1", {"kind": "end"})
    Refusal(clause='GEN-2', code='not-now', params={})
    """

    def __init__(self, state: State, events: list[ev.Event], dice: Dice) -> None:
        self._state = state
        self._events = events
        self._dice = dice
        self._decisions: str | None = None

    # Making

    @classmethod
    def new(
        cls, options: Mapping[str, Any] | None = None, seed: int | None = None, shelf: Shelf | None = None
    ) -> Match:
        """A match from its options (SET), at its first question.

        `options`: `{"agenda", "composition", "decor", "packs", "uniform_prompts"}`, each with a default; `seed`: of the
        dice, the keeper's secret; without one they are the system's own. Raises ValueError for options that make no
        sense.

        `shelf` holds the checked packs that there are besides the core pack, by id: `options.packs` names some of them,
        never a path. Several packs are laid over each other in their order, the core pack lowest; of two cards of a
        sort and id the later pack's counts (`shelf.layers`). What is played with is embedded in the journal, so that
        a pack changed later changes no match. Raises BadPacks, a ValueError, for packs that cannot be played with.
        """
        chosen = OPTIONS.load({} if options is None else options)
        laid = shelves.layers(chosen.packs, shelf)
        pack = shelves.merged(laid)
        shelves.need(pack, chosen.agenda, chosen.composition)
        began = ev.Began(OPTIONS.dump(chosen), VERSION, tuple(layer.written for layer in laid))
        return cls._begun(State(pack=pack, options=chosen, stack=(RollOff(),)), began, SeededDice(seed))

    @classmethod
    def from_position(
        cls,
        position: Mapping[str, Any],
        dice: Sequence[int] | None = None,
        seed: int | None = None,
        shelf: Shelf | None = None,
    ) -> Match:
        """The match that stands as the position says, at its questions.

        `position`: the notation, lengths in µm; `dice`: the D6 to come, in the order in which they are rolled (ATK-2),
        after which `submit` raises DiceExhausted; without a script, `seed` as in `new`; `shelf` too. Raises ValueError
        for a position that cannot be (shape, ids, overlaps, packs) and for dice that are none. What SET and CAB ask for
        is not checked.
        """
        row = notation.read(position)
        laid = shelves.layers(notation.packs(row), shelf)
        source: Dice = ScriptedDice(dice) if dice is not None else SeededDice(seed)
        state = notation.stand(row, source, shelves.merged(laid))
        return cls._standing(state, tuple(layer.written for layer in laid), source)

    @classmethod
    def _standing(cls, state: State, packs: tuple[Json, ...], dice: Dice) -> Match:
        began = ev.Began(OPTIONS.dump(state.options), VERSION, packs, notation.dump(state))
        return cls._begun(state, began, dice)

    @classmethod
    def _begun(cls, state: State, began: ev.Event, dice: Dice) -> Match:
        match = cls(state, [began], dice)
        run = match._run()
        if state.outcome is None:
            settle(run, None)
        match._keep(run)
        return match

    @classmethod
    def replay(cls, options: Mapping[str, Any], journal: Sequence[Json], seed: int | None = None) -> Match:
        """The match that a journal tells, rolling no dice and deciding nothing again; equal to the one that wrote it.

        `options` may be `{}`: the journal says what was agreed. `seed`: of the dice to come. Raises ValueError for a
        journal that is none.
        """
        events = wire.events(journal)
        return cls(fold(events), events, SeededDice(seed))

    def fork(self, seed: int | None = None) -> Match:
        """An independent copy with its own dice, secrets and all. Costs nothing: states are shared, never changed."""
        return Match(self._state, list(self._events), SeededDice(seed))

    def imagine(self, viewer: Viewer, seed: int) -> Match:
        """A match that fits all that this viewer knows: the Artefact's order (ART-1), the others' hands (SET-5), plans
        (CYC-3), secret cabals (CAB-3) and the dice to come are dealt anew, by `seed` alone."""
        dice = SeededDice(seed)
        state = imagined(self._state, viewer, random.Random(seed))
        return Match._standing(notation.parse(notation.dump(state), dice, state.pack), self._packs, dice)

    def snapshot(self) -> list[Json]:
        """The journal of a match that begins where this one stands, at the same questions and with the same cards, but
        without its past: `replay` makes one of it that is equal to this, wherever that is."""
        state = self._state
        began = ev.Began(OPTIONS.dump(state.options), VERSION, self._packs, notation.dump(state))
        asked = ev.Asked(tuple(STACK.dump(state.stack)), state.asked)
        return [wire.numbered(began, 0), wire.numbered(asked, 1)]

    @property
    def _packs(self) -> tuple[Json, ...]:
        began = self._events[0]
        assert isinstance(began, ev.Began)
        return began.packs

    # Asking

    @property
    def asked(self) -> dict[Seat, Question]:
        """Who owes an answer to what, without options: cheaper than `decisions`. Empty once the match is over."""
        return questions(self._state)

    @property
    def decisions(self) -> dict[str, Json]:
        """The decisions owed, by seat; {} once the match is over. Options are computed on the first look; what is given
        out is the caller's to keep.

        Each is `{"id", "seat", "kind", "prompt": {"code", "params"}, "options", "default"?}`; an option is
        `{"command", "needs", "legal": True}` or `{"command", "legal": False, "why": {"clause", "code", "params"}}`.
        """
        if self._decisions is None:
            decided = {seat: self._decision(seat, q) for seat, q in questions(self._state).items()}
            self._decisions = json.dumps(decided)
        return cast("dict[str, Json]", json.loads(self._decisions))

    def _decision(self, seat: Seat, question: Question) -> Json:
        found = top(self._state)
        assert found is not None
        frame, chapter = found
        decision: Json = {
            "id": self._id(seat),
            "seat": seat,
            "kind": question.kind,
            "prompt": {"code": question.code, "params": dict(question.params)},
            "options": chapter.options(self._state, frame, seat),
        }
        return decision if question.default is None else decision | {"default": question.default}

    def _id(self, seat: Seat) -> str:
        return f"{self._state.asked[seat]}-{seat}"

    def check(self, seat: str, command: Any) -> Refusal | None:
        """Why this seat may not say this now; None if it may. Never raises, whatever is said by whomever."""
        resolved = self._resolve(seat, command)
        return resolved if isinstance(resolved, Refusal) else None

    def resolve(self, seat: str, command: Any) -> Json:
        """The command as it would be carried out, with the ruler placement that the engine found: what a screen shows
        before it asks to confirm (MOV-2). Raises Refused."""
        return {k: v for k, v in cmd.CODEC.dump(self._legal(seat, command)).items() if v is not None}

    def suggest(self, seat: str, command: Json) -> Json | None:
        """One legal way to complete an option that still needs something, if one is found: a place for a ghost to stand
        while its player looks for another. None does not prove that there is no way."""
        if not isinstance(command, dict):
            return None
        for found in self.commands(seat):
            if command.items() <= found.items():
                return found
        return None

    def commands(self, seat: str, rng: random.Random | None = None) -> Iterator[Json]:
        """Complete legal commands in random order, made one at a time as they are asked for; of movements a few, drawn
        with `rng` (left out: the same ones every time in the same match). None for a seat that owes no answer; never
        proposals, nor conceding."""
        found = top(self._state)
        if found is None or seat not in list(questions(self._state)):
            return
        frame, chapter = found
        yield from chapter.commands(self._state, frame, seat, rng or random.Random(len(self._events)))

    def _resolve(self, seat: str, command: Any) -> cmd.Command | Refusal:
        read = wire.command(seat, command)
        if isinstance(read, Refusal):
            return read
        who, decision, loaded = read
        state = self._state
        if state.outcome is not None:
            return Refusal("END-1", "over")
        match loaded:
            case cmd.Concede():
                return loaded
            case cmd.Undo():
                return protocol.undo_fault(self._events, who) or loaded
            case cmd.Propose():
                return protocol.propose(state, self._events, who, loaded)
            case _:
                return self._answerable(state, who, decision, loaded)

    def _answerable(
        self, state: State, seat: Seat, decision: str | None, command: cmd.Command
    ) -> cmd.Command | Refusal:
        found = top(state)
        assert found is not None
        frame, chapter = found
        owes = seat in questions(state)
        if decision is not None and (not owes or decision != self._id(seat)):
            return Refusal("GEN-2", "stale", {"decision": decision})
        if not owes and not chapter.late(state, frame, seat):
            return Refusal("GEN-2", "not-your-turn", {"waiting": sorted(questions(state))})
        return chapter.resolve(state, frame, seat, command)

    def _legal(self, seat: str, command: Any) -> cmd.Command:
        judged = self._resolve(seat, command)
        if isinstance(judged, Refusal):
            raise Refused(judged)
        return judged

    def odds(self, seat: str, command: Any, reaction: Json | None = None, aim: str = "wounds") -> Json:
        """What an attack would do, exactly, if the target's player answered with `reaction` (a `react` command; none:
        no reaction) and the attacker then played best under `aim`.

        `command` is whatever makes an attack now: `attack`, `charge` (without `to`: from one place that engages),
        `walk` (the opportunity attacks on its way, all made), a hostile's `move`, or as an answer to what is asked
        `opportunity`, `react`, `tempt-fate`, `tactic`. Aim `wounds`: the most PV to be expected on the target, and a
        stun if that costs none; aim `stun`: the best chance of a stunned target, then the most PV. Fate (ROL-5) is
        tempted and the tactic (ATK-4) chosen with all dice seen. No triggered capacity is reckoned with.

        Chances are fractions as strings ("1", "25/36"), keyed by a number as a string where there are several:

        - `target`, `attacker`: PV checked on each (LIF), e.g. `{"0": "1/3", "1": "2/3"}`; `mean`: both as floats;
        - `stunned`: the target bears a stunned token afterwards; `out`, `attacker_out`: out of combat;
        - `fate`: fate is tempted; `noirceur`: tokens given to `target` and `attacker` by tinted PV, fate and LIF-4;
        - `rolls`: the dice to come, like `rolled` events without results; `who`: the ids of `target` and `attackers`;
        - `lost`, of a displacement only: it does not come about (OPP-3).

        Raises Refused where the command or the reaction is not legal, or attacks nobody (CAP-4: `not-an-attack`);
        ValueError for an unknown aim.
        """
        aimed = odds.named(aim)
        resolved = self._resolve(seat, command)
        if isinstance(resolved, Refusal) and resolved.code == "no-destination":
            completed = odds.charge_somewhere(self._state, command)
            resolved = completed if isinstance(completed, Refusal) else self._resolve(seat, completed)
        if isinstance(resolved, Refusal):
            raise Refused(resolved)
        who = cast(Seat, seat)
        answer = None if reaction is None else wire.command(other(who), reaction)
        if isinstance(answer, Refusal):
            raise Refused(answer)
        react = answer[2] if answer is not None else None
        if react is not None and not isinstance(react, cmd.React):
            raise Refused(WRONG_ANSWER)
        return odds.odds(self._state, who, resolved, react, aimed).to_json(aimed)

    # Acting

    def submit(self, seat: str, command: Any) -> list[Json]:
        """Carries the command out and returns the events that it caused, as in the journal. Raises Refused, and
        DiceExhausted where a script runs short; the match is then as it was."""
        return self._carried_out(seat, self._legal(seat, command), self._run())

    def lapse(self, seat: str, command: Any = None) -> list[Json]:
        """The time of a seat is out: the journal says so, and the command answers for it; without one the match is lost
        (`time`, which counts as conceding: END-4). Returns and raises as `submit`."""
        resolved = self._legal(seat, {"kind": "concede"} if command is None else command)
        who, run = cast(Seat, seat), self._run()
        run.emit(ev.TimeRanOut(who))
        if command is not None:
            return self._carried_out(seat, resolved, run)
        run.emit(ev.Over(Outcome(other(who), "time", dict(self._state.points)), "END-4"))
        return self._keep(run)

    def _carried_out(self, seat: str, resolved: cmd.Command, run: Run) -> list[Json]:
        who = cast(Seat, seat)
        if not protocol.answered(run, self._events, who, resolved):
            frame, chapter = cast(Any, top(self._state))
            chapter.answer(run, frame, who, resolved)
        if run.state.outcome is None:
            settle(run, who)
        return self._keep(run)

    def _run(self) -> Run:
        return Run(self._state, self._dice, len(self._events), lambda n: fold(self._events[:n]))

    def _keep(self, run: Run) -> list[Json]:
        """Takes over what has happened; returns it as the journal has it."""
        first = len(self._events)
        self._events.extend(run.events)
        self._state = run.state
        self._decisions = None
        return [wire.numbered(event, first + n) for n, event in enumerate(run.events)]

    # Looking

    @property
    def state(self) -> State:
        """The state behind it all, for the engine's own modules and the bots: frozen."""
        return self._state

    @property
    def journal(self) -> list[Json]:
        """Every event so far, `{"n", "kind", …}` each; event 0 carries options, packs and any starting position. For
        whoever keeps the match: it holds every secret, but not the dice to come."""
        return [wire.numbered(event, n) for n, event in enumerate(self._events)]

    @property
    def outcome(self) -> Json | None:
        """How the match ended (END), or None: `{"winner": seat or None, "reason", "points": {"1", "2"}}`; `reason` is
        "points", "traque", "fiel", "concession", "agreement" or "time"."""
        return None if self._state.outcome is None else cast(Json, OUTCOME.dump(self._state.outcome))

    @property
    def dice_left(self) -> list[int]:
        """What a script of dice still holds; [] where the dice are not scripted."""
        return self._dice.left

    def position(self) -> Json:
        """The position of now in the notation, everything included: `from_position` makes an equal match of it at any
        decision. For whoever keeps the match: it holds every secret."""
        return notation.dump(self._state)

    def view(self, viewer: Viewer, since: int = 0) -> Json:
        """What "1", "2" or "spectator" may know: the position's public keys, `me`, `waiting`, `decision` (as in
        `decisions`), `log` from event `since` on, and for a seat its `hand`, `ministries`, `plan` and `cabal`."""
        shown = view(self._state, viewer)
        shown["decision"] = self.decisions.get(viewer) if viewer in SEATS else None
        rows = ((n, self._events[n]) for n in range(since, len(self._events)))
        shown["log"] = [{"n": n, **seen(event, viewer)} for n, event in rows]
        return shown

    def past(self, known: Past | None = None) -> Past:
        """This match at every moment so far, to be looked back at. `known`: what an earlier call for the same match
        gave, brought up to date; then only what has happened since is folded."""
        past = Past() if known is None else known
        past.follow(self._events)
        return past

    def reach(self, piece: str, kind: str, target: str | None = None) -> Json:
        """The region of legal end centres (µm), to be drawn: `{"polygons": [{"outer": [[x, y], …], "holes": […]}]}`.

        `kind`: "walk" (MOV-2, MOV-3), "charge" (CHG-1; `target`: only at that one), "push" (MOV-4) or "enter" (ACT-2).
        `check` decides, not this. Raises ValueError for an unknown piece, kind or target, or a piece that is not where
        such a movement begins.
        """
        return wire.reach(self._state, piece, kind, target)

    def risks(self, piece: str, kind: str, target: str | None = None) -> Json:
        """A reach and what ending there would mean, to be drawn: `{"polygons", "clear", "layers", "tinted"}`.

        `polygons`: as `reach`, without what is too thin to point at; `clear`: those of them outside every danger below;
        `layers`: `{"risk", "clause", "by": [ids], "polygons"}` for "leaves" (OPP-1: these may strike on the way out),
        "engages" (ENG-2: the end is in their threat) and "seen" (RNG-1: in the line of fire of these); `tinted`:
        `{"id", "clause", "polygons", "lines"}` for what the end would touch (NOI-6); `threats`: `{"id", "radius"}`, the
        zones of all that could engage it (ENG-1), µm from their centres. Raises ValueError as `reach`.
        """
        return risks.risks(self._state, piece, kind, target)

    def placements(self, seat: str, command: Json) -> list[Json]:
        """All the ways to lay the ruler of a complete movement, close enough to be turned through by hand (MOV-2):
        `{"x", "y", "angle", "length", "width", "family"}`; families pass into one another only through what is not
        legal, the first of each has most room. [] where none is laid (MOV-3). Raises Refused."""
        judged = self._legal(seat, command)
        return placement.rulers_of(self._state, cast(Seat, seat), judged, command, lambda c: self._resolve(seat, c))

    def nearest(self, seat: str, command: Json) -> Json | None:
        """A refused movement completed with the legal place nearest to the one it names, as `resolve` gives it, beside
        `"apart"`, the way between the two in µm; None where none is found. The place is legal; that no other is nearer
        is not proved. Raises Refused for a command that no place completes."""
        read = wire.command(seat, command)
        if isinstance(read, Refusal):
            raise Refused(read)
        who, _, loaded = read
        if placement.mover(self._state, who, loaded) is None or not isinstance(command.get("to"), list):
            raise Refused(WRONG_ANSWER)
        wanted = {k: v for k, v in command.items() if k not in ("ruler", "decision")}
        others = (
            c for c in self.commands(seat) if all(c.get(k) == v for k, v in wanted.items() if k not in ("to", "ruler"))
        )
        found = placement.nearest(self._state, who, wanted, loaded, lambda c: self._resolve(seat, c), others)
        if found is None:
            return None
        row: Json = {k: v for k, v in cmd.CODEC.dump(found).items() if v is not None}
        return row | {"apart": round(math.dist(row["to"], command["to"]))}

    def scout(self, piece: str) -> Json:
        """What a piece on the Bloc, whoever's it is and whoever's turn, sees and could do from where it stands.

        `threat`: the radius (µm) of its threat zone from its centre, None if it has none (ENG-1, STA-2); `engages`,
        `engaged`: whom it engages and who it; `sees`, `hidden` (`{"id", "by": [decor]}`): pieces and markers (LOS-1);
        `attacks`: for each adverse piece and each of "frontal", "charge" and "ranged" `{"target", "how"}` with `why`
        (a refusal), or with `odds` as in `odds` when nobody reacts, for a charge `to` and `ruler` of one place that
        engages, and `short` (a refusal) where only action tokens or uses are lacking now. Raises ValueError.
        """
        return scouting.scouted(self._state, piece)

    def instinct(self, hostile: str) -> Json:
        """What a hostile's instinct would do if it were activated now, node by node (HOS-1, HOS-2).

        A node with `when` "engaged" is reached by a hostile that some adverse rouage engages (ENG-2); whom it engages
        itself only says whom it may strike.

        `nodes`: `{"when", "target", "do", "reached"}` and, of those looked at, `able` (for whom it can be done), `why`
        (a refusal for each of the others) and `chosen` (those that it seeks; several: GEN-5). `does`: which of them,
        None if none; `stays`: why it only loses its stunned token (HOS-5); `decides`: the seat that breaks the tie;
        `ends`: `{"target", "to", "ruler"?}`, one place each for where it would walk. Raises ValueError for no hostile.
        """
        return scouting.foretold(self._state, hostile)

    def measure(self, a: Any, b: Any) -> Json:
        """How far a is from b, edge to edge, and whether it sees it; a and b as in `sight`. Lengths in µm.

        `gap` (below 0 where they overlap); `counts`: what rules take it for, `marker`: because both touch one marker
        (MEA-4); `line`: the shortest way; `ranges`: `{"range", "within", "margin"}` for 1 in and 4 in. `sight`:
        `visible`, `segment` (the line with the most room, or else the shortest way), `blockers` and `blocked` (`{"by",
        "from", "to"}`: what decor cuts out of that way); `margin`: all that obstructs could be so much thicker on every
        side, or if negative would have to be so much thinner, for that to change (`geometry.margins`; exact to 1 µm);
        None where nothing is near the way. Raises ValueError for what is neither thing nor point.
        """
        return scouting.measured(self._state, a, b)

    def attempt(self, seat: str, command: Any) -> Json:
        """The chances of the roll that a study makes, or of tempting fate or not on such a roll (ROL-5), exactly:
        `{"by", "target", "roll": "study" or "test", "dice", "threshold", "modifiers", "sources", "successes", "any"}`;
        `successes`: by number, `any`: of at least one, fractions in strings. No triggered capacity is reckoned with.

        Raises Refused where the command is not legal, ValueError where it rolls nothing of that kind.
        """
        return attempts.attempt(self._state, cast(Seat, seat), self._legal(seat, command))

    def matchups(self, seat: str, kind: str, answer: str = "nothing", beside: bool = False) -> list[Json]:
        """What if: every rouage of a seat against every one of the other's and every hostile, each pair alone on an
        empty Bloc as it is now but with a new cycle's action tokens. For planning; it rests on what lies open.

        `kind`: "frontal", "charge" (its strike), "ranged" (within 4 in) or "far"; `answer`: "nothing", "dodge",
        "riposte" or "both"; `beside`: an ally of the attacker's beside the target (ROL-3), or in shooting cover for it
        (RNG-3). Rows: `{"attacker", "target"}` with `odds` as in `odds`, or `why` (a refusal) where it could not attack
        so, or the target not answer so. Raises ValueError for other words.
        """
        return matchups.matchups(self._state, seat, kind, answer, beside)

    def sight(self, a: Any, b: Any) -> Json:
        """The line of sight from a to b (LOS-1), ids of pieces or markers or points [x, y] in µm:
        `{"visible", "segment": [[x, y], [x, y]] or None, "blockers": [decor ids]}`. Raises ValueError for what is
        neither; what is off the Bloc neither sees nor is seen (LOS-3)."""
        return wire.sight(self._state, a, b)
