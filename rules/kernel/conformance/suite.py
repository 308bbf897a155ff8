"""The cases by name, and the class that runs them over one game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.kernel.conformance import commands, data, past, secrecy, sides, table_talk
from rules.kernel.conformance.matches import PlayedMatches

CASES: Mapping[str, Callable[[PlayedMatches], None]] = {
    case.__name__.replace("_", "-"): case
    for case in (
        data.json_round_trip,
        data.replay_equals_match,
        data.journals_can_be_brought,
        data.forks_are_independent,
        commands.refusals_change_nothing,
        commands.listed_commands_are_accepted,
        commands.matches_end,
        secrecy.secrets_in_views,
        secrecy.secrets_in_refusals,
        secrecy.secrets_in_queries,
        secrecy.secrets_in_logs,
        secrecy.standing_orders_are_secret,
        secrecy.questions_ahead_tell_nothing,
        secrecy.imagined_worlds_fit,
        past.history_is_what_was_seen,
        past.every_moment_can_be_viewed,
        past.age_costs_nothing,
        table_talk.undoing_gives_nothing_away,
        table_talk.proposals_return_the_question,
        table_talk.giving_up_leaves_nobody_waiting,
        sides.sides_win_together,
        sides.shared_questions_outlast_the_others,
    )
}
"""Every case by its name."""


class Conformance(PlayedMatches):
    """The suite, over one game."""

    def run(self, case: str) -> None:
        """Runs one of `CASES`. Raises ConformanceError where the game does not keep what the case checks."""
        CASES[case](self)
