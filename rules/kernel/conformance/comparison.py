"""Comparison of values as JSON, of views and of whole matches; and the error that names a difference."""

from __future__ import annotations

import json
from typing import Any

from rules.kernel.codec import Json
from rules.kernel.seats import viewers_of


class ConformanceError(AssertionError):
    """A promise that the game does not keep."""


def check_json(what: str, value: Any) -> Any:
    """What the JSON of a value reads back as. Raises ConformanceError unless the value equals it: no tuples, no keys
    but strings, no NaN."""
    try:
        again = json.loads(json.dumps(value, allow_nan=False))
        if again == value:
            return again
    except (TypeError, ValueError) as problem:
        raise ConformanceError(f"{what} is no JSON: {problem}") from problem
    raise ConformanceError(f"{what} is not what its own JSON reads: {value!r:.300}")


def check_equal(what: str, one: Any, two: Any, path: str = "") -> None:
    """Raises ConformanceError where two values differ, with the path of the first difference."""
    if one == two:
        return
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        for key in one:
            check_equal(what, one[key], two[key], f"{path}/{key}")
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for n, pair in enumerate(zip(one, two, strict=True)):
            check_equal(what, *pair, f"{path}/{n}")
    raise ConformanceError(f"{what} differs at {path or '/'}: {one!r:.200} or {two!r:.200}")


def everything(match: Any) -> str:
    """The position, journal, views and outcome of a match, as JSON."""
    views = {viewer: match.view(viewer) for viewer in viewers_of(match.seats)}
    return json.dumps(
        {"position": match.position(), "journal": match.journal, "views": views, "outcome": match.outcome}, default=list
    )


def check_unchanged(what: str, one: str, two: str) -> None:
    """Raises ConformanceError where `everything` of two matches differs, with the path of the first difference."""
    if one != two:
        check_equal(what, json.loads(one), json.loads(two))


class ViewTexts:
    """Views as text. A row of a log is written once, as the logs of a match share their rows."""

    def __init__(self) -> None:
        self._rows: dict[int, tuple[Json, str]] = {}

    def of(self, view: Json) -> list[str]:
        """The view without its decision, as a history gives no options; then the rows of its log."""
        facts = json.dumps({**view, "decision": None, "log": None}, sort_keys=True, default=list)
        return [facts, *map(self._text, view["log"])]

    def check_rows(self) -> None:
        """Raises ConformanceError unless every row still reads as when it was shown first."""
        for row, text in self._rows.values():
            check_equal("a row of a log that was shown", json.loads(text), row)

    def _text(self, row: Json) -> str:
        # With the row itself, as a number of an object that is gone can come back.
        known = self._rows.get(id(row))
        if known is None:
            known = self._rows[id(row)] = row, json.dumps(row, sort_keys=True)
        return known[1]


def timeless(view: Json) -> Json:
    """A view without its log and the numbers that depend on it: what must be equal in every world that fits the
    view."""
    decision = view["decision"] and {**unnumbered(view["decision"]), "id": None}
    resolving = [{**frame, "to": None} if frame["frame"] == "proposal" else frame for frame in view["resolving"]]
    return {**view, "log": None, "decision": decision, "resolving": resolving}


def unnumbered(decision: Json) -> Json:
    """A decision without `to`, the row of its seat's log that a takeback goes back to."""
    prompt = decision["prompt"]
    if "to" not in prompt["params"]:
        return decision
    return {**decision, "prompt": {**prompt, "params": {**prompt["params"], "to": None}}}
