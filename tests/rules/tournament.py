"""Of tournaments of Olomoc: who won by faction and ready-made cabal, and how the matches of each agenda ended."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Any

from rules.kernel import Json
from rules.olomoc.packs.layers import starters

COMPOSED = "composed"
"""What stands for a cabal that is none of the ready-made ones."""


def facts(match: Any) -> Json:
    """Of a match that is over: its agenda, the faction and the ready-made cabal of each seat, and its deaths by who
    dealt them: `own`, `adverse`, `hostile`, `none`."""
    state = match.state
    gathered: Json = {"agenda": state.agenda, "factions": {}, "cabals": {}, "deaths": Counter()}
    ready = {_key(cabal): id for cabal, id in zip(starters(state.pack), state.pack.starters, strict=False)}
    seats = {it.id: it.seat for it in state.rouages()}
    for event in match.journal:
        match event:
            case {"kind": "cabals-revealed", "cabals": cabals}:
                for seat, cabal in cabals.items():
                    gathered["factions"][seat] = cabal["faction"]
                    gathered["cabals"][seat] = ready.get(_key(cabal), COMPOSED)
            case {"kind": "out", "piece": piece, "by": by} if seats.get(piece) is not None:
                dealt = "none" if by is None else seats.get(by) or "hostile"
                if dealt in match.seats:
                    dealt = "own" if dealt == seats[piece] else "adverse"
                gathered["deaths"][dealt] += 1
    return gathered


def _key(cabal: Json) -> tuple[Any, ...]:
    return cabal["faction"], *sorted((it["card"], it["equipment"]) for it in cabal["rouages"])


Share = Callable[[float, int], str]


def report(played: Sequence[Any], share: Share) -> Iterator[str]:
    """A line for each faction and each cabal, of its matches against another one; for each agenda, how its matches
    ended; and who dealt the deaths. `share`: writes a count and a number of matches with its interval."""
    for what in ("factions", "cabals"):
        yield f"{what}, won against another one:"
        won: dict[str, float] = defaultdict(float)
        of = Counter[str]()
        for match in played:
            ones = match.facts[what]
            if len(set(ones.values())) < 2:
                continue
            for seat, one in ones.items():
                winners = match.outcome["winners"]
                won[one] += 0.5 if len(winners) != 1 else seat in winners
                of[one] += 1
        yield from (f"  {it}: {share(won[it], of[it])}" for it in sorted(of, key=lambda one: won[one] / of[one]))
    yield "agendas:"
    by_agenda = defaultdict(list)
    for match in played:
        by_agenda[match.facts["agenda"]].append(match)
    for agenda, matches in (*sorted(by_agenda.items()), ("all", list(played))):
        traque = sum(it.outcome["reason"] == "traque" for it in matches)
        drawn = sum(not it.outcome["winners"] for it in matches)
        best = median(max(it.outcome["points"].values()) for it in matches)
        yield f"  {agenda}: the better score {best:g} in the median"
        yield f"    ended by the Traque {share(traque, len(matches))}"
        yield f"    drawn {share(drawn, len(matches))}"
    deaths = sum((match.facts["deaths"] for match in played), Counter[str]())
    yield f"deaths by who dealt them: {dict(deaths)}, {deaths.total() / max(1, len(played)):.1f} a match"
