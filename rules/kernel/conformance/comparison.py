"""What the cases compare: values as JSON, views and whole matches; and the error that names a difference."""

from __future__ import annotations

import json
from typing import Any

from rules.kernel.codec import Json
from rules.kernel.seats import viewers_of


class ConformanceError(AssertionError):
    """A promise that the game does not keep."""


def check_json(what: str, value: Any) -> None:
    """Raises ConformanceError unless a value equals what its JSON reads back as: no tuples, no keys but strings, no
    NaN."""
    try:
        if json.loads(json.dumps(value, allow_nan=False)) == value:
            return
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


def everything(match: Any) -> Json:
    """The position, journal, views and outcome of a match."""
    views = {viewer: match.view(viewer) for viewer in viewers_of(match.seats)}
    found: Json = {"position": match.position(), "journal": match.journal, "views": views, "outcome": match.outcome}
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def view_text(view: Json) -> str:
    """A view as text, without its decision: a history gives no options."""
    return json.dumps({**view, "decision": None}, sort_keys=True)


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
