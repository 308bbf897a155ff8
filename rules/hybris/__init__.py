"""Hybris: Cataclysme, two to four Olympians and what they wake. `Match` is the whole of it.

One module for each area of the rules, so that each grows by itself.

Data: `packs` (cards and their vocabulary), `state`, `commands`, `events`, `frames`, `evolve` (events to state).
What follows from a state: `powers` (of gods, Improvements, Modules), `prices`, `forecast` (what a gain of Aegis wakes).
What happens, in `flow`: `course` (setting up, Ages, End of Ages) and `age_end` (what is asked there), `plans`,
`turn` (activating, acting), `actions` (of the base's places), `factory` (Technologies, R&D), `surroundings` (exploring,
defending, Adventures, rewards of the tracks), `combat`, `chaos` (Attraction, Momentum, Progress, Interception,
Cataclysms), `gains` (effects of texts, choices), `deeds` (what Tasks, powers and Adventures listen to, tiles), `free`
(free deeds). Around it: `position`, `view`, `changes` (adjustments), `match`.
"""

from rules.hybris.match import Match
from rules.kernel.refusals import Refused

__all__ = ["Match", "Refused"]
