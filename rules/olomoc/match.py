"""`Match`: the facade for the web app, the bots, the saved games and the tests. All arguments and results are JSON;
lengths are integer micrometres, angles integer microradians."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Self

from rules.kernel import Chance, Json, Refusal, Refused, ScriptedChance
from rules.kernel import history as kernel
from rules.kernel.contract import Match as Contract
from rules.kernel.match import KernelMatch
from rules.olomoc import commands as cmd
from rules.olomoc.advice import matchups, odds, placement, regions, risks, scout
from rules.olomoc.engine import OLOMOC
from rules.olomoc.flow.run import WRONG_ANSWER
from rules.olomoc.history import History
from rules.olomoc.packs.layers import Shelf
from rules.olomoc.queries import QUERIES
from rules.olomoc.seats import other
from rules.olomoc.state import State


class Match(KernelMatch[State]):
    """One match. `submit` changes it or raises `Refused` and leaves it untouched; everything else only looks.

    `outcome` has, beside the kernel's `winners`, `reason` and `score`, the `winner` (None: nobody, or both) and the
    `points` of each seat; `reason` is "points", "traque", "fiel", "concession", "agreement" or "time". `lapse` without
    a command loses the match (`time`, which counts as conceding: END-4).

    >>> match = Match.from_position({"rouages": [{"id": "petra", "seat": "1", "card": "petra-kantor"}]}, seed=1)
    >>> sorted(match.decisions)
    ['1', '2']
    >>> match.check("1", {"kind": "end"})
    Refusal(clause='GEN-2', code='not-now', params={})
    """

    engine = OLOMOC
    queries = QUERIES

    # ---- making ----

    @classmethod
    def new(
        cls,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        shelf: Shelf | None = None,
        **supplies: Any,
    ) -> Self:
        """A match from its options (SET), at its first question.

        `options`: `{"agenda", "composition", "decor", "packs", "uniform_prompts"}`, each with a default; `seed`: of the
        dice, the keeper's secret; without one they are the system's own. Raises ValueError for options that make no
        sense.

        `shelf` holds the checked packs that there are besides the core pack, by id: `options.packs` names some of them,
        never a path. Several packs are laid over each other in their order, the core pack lowest; of two cards of a
        sort and id the later pack's counts (`packs.layers`). The packs are embedded in the journal, so that a pack
        changed later changes no match. Raises BadPacks, a ValueError, for packs that cannot be played with.
        """
        return super().new(options, seed, shelf=shelf, **supplies)

    @classmethod
    def from_position(
        cls,
        position: Mapping[str, Any],
        dice: Sequence[int] | None = None,
        seed: int | None = None,
        shelf: Shelf | None = None,
        *,
        chance: Chance | None = None,
        **supplies: Any,
    ) -> Self:
        """The match that stands as the position says, at its questions.

        `position`: the notation, lengths in µm; `dice`: the D6 to come, in the order in which they are rolled (ATK-2),
        after which `submit` raises DiceExhausted; without a script, `seed` as in `new`; `shelf` too. Raises ValueError
        for a position that cannot be (shape, ids, overlaps, packs) and for dice that are none. What SET and CAB ask for
        is not checked.
        """
        source = ScriptedChance(dice) if dice is not None else chance
        return super().from_position(position, chance=source, seed=seed, shelf=shelf, **supplies)

    @property
    def dice_left(self) -> list[int]:
        """The rest of the scripted dice; [] where the dice are not scripted."""
        return self._chance.left

    def history(self, known: kernel.History[State] | None = None) -> History:
        """The history of this match: every moment so far. `known`: what an earlier call for the same match gave,
        brought up to date; then only what has happened since is folded."""
        history = known if isinstance(known, History) else History()
        history.follow(self._events)
        return history

    past = history
    """The name of old."""

    # ---- advice: may be slow, never decides ----

    def odds(self, seat: str, command: Any, reaction: Json | None = None, aim: str = "wounds") -> Json:
        """The exact chances of an attack, if the target's player answered with `reaction` (a `react` command; none: no
        reaction) and the attacker then played best under `aim`.

        `command` is whatever makes an attack now: `attack`, `charge` (without `to`: from one place that engages),
        `walk` (the opportunity attacks on its way, all made), a hostile's `move`, or as an answer to what is asked
        `opportunity`, `react`, `tempt-fate`, `tactic`. Aim `wounds`: the most PV to be expected on the target, and a
        stun if that costs none; aim `stun`: the best chance of a stunned target, then the most PV. Fate (ROL-5) is
        tempted and the tactic (ATK-4) chosen with all dice seen. Capacities that must be resolved are; nobody uses one
        that may be left alone.

        Chances are fractions as strings ("1", "25/36"), keyed by a number as a string where there are several:

        - `target`, `attacker`: PV checked on each (LIF), e.g. `{"0": "1/3", "1": "2/3"}`; `mean`: both as floats;
        - `stunned`: the target bears a stunned token afterwards; `out`, `attacker_out`: out of combat;
        - `fate`: fate is tempted; `noirceur`: tokens given to `target` and `attacker` on the way (NOI-5);
        - `rolls`: the dice to come, like `rolled` events without results; `who`: the ids of `target` and `attackers`;
        - `lost`, of a displacement only: it does not come about (OPP-3).

        Raises Refused where the command or the reaction is not legal, or attacks nobody (CAP-4: `not-an-attack`);
        ValueError for an unknown aim.
        """
        aimed = odds.aim_named(aim)
        resolved = self._resolve(seat, command)
        if isinstance(resolved, Refusal) and resolved.code == "no-destination":
            command = odds.charge_somewhere(self._state, command)
            resolved = command if isinstance(command, Refusal) else self._resolve(seat, command)
        if isinstance(resolved, Refusal):
            raise Refused(resolved)
        answer = ("", odds.NO_REACTION) if reaction is None else self._read(other(seat), reaction)
        if isinstance(answer, Refusal):
            raise Refused(answer)
        if not isinstance(answer[1], cmd.React):
            raise Refused(WRONG_ANSWER)
        return odds.odds(self, seat, command, odds.Assumed(aimed, reaction)).to_json(aimed)

    def reach(self, piece: str, kind: str, target: str | None = None) -> Json:
        """The region of legal end centres (µm), to be drawn: `{"polygons": [{"outer": [[x, y], …], "holes": […]}]}`.

        `kind`: "walk" (MOV-2, MOV-3), "charge" (CHG-1; `target`: only at that one), "push" (MOV-4) or "enter" (ACT-2).
        `check` decides, not this. Raises ValueError for an unknown piece, kind or target, or a piece that is not where
        such a movement begins.
        """
        return regions.reach(self._state, piece, kind, target)

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
        judged = self.legal(seat, command)
        return placement.rulers_of(self._state, seat, judged, command, lambda c: self._resolve(seat, c))

    def nearest(self, seat: str, command: Json) -> Json | None:
        """A refused movement completed with the legal place nearest to the one it names, as `resolve` gives it, beside
        `"apart"`, the way between the two in µm; None where none is found. The place is legal; that no other is nearer
        is not proved. Raises Refused for a command that no place completes."""
        read = self._read(seat, command)
        if isinstance(read, Refusal):
            raise Refused(read)
        _, loaded = read
        if placement.mover(self._state, seat, loaded) is None or not isinstance(command.get("to"), list):
            raise Refused(WRONG_ANSWER)
        wanted = {k: v for k, v in command.items() if k not in ("ruler", "decision")}
        others = (
            c for c in self.commands(seat) if all(c.get(k) == v for k, v in wanted.items() if k not in ("to", "ruler"))
        )
        best = placement.nearest(self._state, seat, wanted, loaded, lambda c: self._resolve(seat, c), others)
        if best is None:
            return None
        row: Json = {k: v for k, v in cmd.CODEC.dump(best).items() if v is not None}
        return row | {"apart": round(math.dist(row["to"], command["to"]))}

    def scout(self, piece: str) -> Json:
        """The sight, threats and attacks of any piece on the Bloc from its place, whether it is its turn or not.

        `threat`: the radius (µm) of its threat zone from its centre, None if it has none (ENG-1, STA-2); `engages`,
        `engaged`: whom it engages and who it; `sees`, `hidden` (`{"id", "by": [decor]}`): pieces and markers (LOS-1);
        `attacks`: for each adverse piece and each of "frontal", "charge" and "ranged" `{"target", "how"}` with `why`
        (a refusal), or with `odds` as in `odds` when nobody reacts, for a charge `to` and `ruler` of one place that
        engages, and `short` (a refusal) where only action tokens or uses are lacking now. Raises ValueError.
        """
        return scout.scouted(self, piece)

    def instinct(self, hostile: str) -> Json:
        """The steps of a hostile's instinct if it were activated now, node by node (HOS-1, HOS-2).

        A node with `when` "engaged" is reached by a hostile that some adverse rouage engages (ENG-2); whom it engages
        itself only says whom it may strike.

        `nodes`: `{"when", "target", "do", "reached"}` and, of those looked at, `able` (for whom it can be done), `why`
        (a refusal for each of the others) and `chosen` (those that it seeks; several: GEN-5). `does`: which of them,
        None if none; `stays`: why it only loses its stunned token (HOS-5); `decides`: the seat that breaks the tie;
        `ends`: `{"target", "to", "ruler"?}`, one place each for where it would walk. Raises ValueError for no hostile.
        """
        return scout.foretold(self._state, hostile)

    def measure(self, a: Any, b: Any) -> Json:
        """The distance from a to b, edge to edge, and whether a sees b; a and b as in `sight`. Lengths in µm.

        `gap` (below 0 where they overlap); `counts`: what rules take it for, `marker`: because both touch one marker
        (MEA-4); `line`: the shortest way; `ranges`: `{"range", "within", "margin"}` for 1 in and 4 in. `sight`:
        `visible`, `segment` (the line with the most room, or else the shortest way), `blockers` and `blocked` (`{"by",
        "from", "to"}`: what decor cuts out of that way); `margin`: all that obstructs could be so much thicker on every
        side, or if negative would have to be so much thinner, for that to change (`geometry.margins`; exact to 1 µm);
        None where nothing is near the way. Raises ValueError for what is neither thing nor point.
        """
        return scout.measured(self._state, a, b)

    def attempt(self, seat: str, command: Any) -> Json:
        """The chances of the roll that a study makes, or of tempting fate or not on such a roll (ROL-5), exactly:
        `{"by", "target", "roll": "study" or "test", "dice", "threshold", "modifiers", "sources", "successes", "any"}`;
        `successes`: by number, `any`: of at least one, fractions in strings. Capacities count as in `odds`.

        Raises Refused where the command is not legal, ValueError where it rolls nothing of that kind.
        """
        self.legal(seat, command)
        return odds.attempt(self, seat, command)

    def matchups(self, seat: str, kind: str, answer: str = "nothing", beside: bool = False) -> list[Json]:
        """A table of attacks: every rouage of a seat against every one of the other's and every hostile, each pair
        alone on an empty Bloc as it is now but with a new cycle's action tokens. For planning; it rests on what lies
        open.

        `kind`: "frontal", "charge" (its strike), "ranged" (within 4 in) or "far"; `answer`: "nothing", "dodge",
        "riposte" or "both"; `beside`: an ally of the attacker's beside the target (ROL-3), or in shooting cover for it
        (RNG-3). Rows: `{"attacker", "target"}` with `odds` as in `odds`, or `why` (a refusal) where it could not attack
        so, or the target not answer so. Raises ValueError for other words.
        """
        return matchups.matchups(self, seat, kind, answer, beside)

    def sight(self, a: Any, b: Any) -> Json:
        """The line of sight from a to b (LOS-1), ids of pieces or markers, points [x, y] in µm, or
        pieces where they would stand, `{"piece", "at": [x, y]}`:
        `{"visible", "segment": [[x, y], [x, y]] or None, "blockers": [decor ids]}`. Raises ValueError for what is
        neither; what is off the Bloc neither sees nor is seen (LOS-3)."""
        return regions.sight(self._state, a, b)


_: type[Contract] = Match
