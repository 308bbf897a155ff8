"""The cache shared by the simulated servers of one test process: the models that FastAPI and NiceGUI make of functions.

Each test with the fixture ``user`` starts the server anew and registers some seventy routes; FastAPI then builds the
same models from the same signatures. The result is kept by the source of the function, so that the second server of a
process takes it over. The routes themselves, what they call and the app that they belong to are new.
"""

from collections.abc import Callable
from dataclasses import replace
from inspect import unwrap
from types import CodeType, FunctionType
from typing import Any

from fastapi import routing

Arguments = dict[str, Any]

OWN = frozenset({"path", "endpoint", "dependency_overrides_provider"})
"""The arguments that a route shares with no other route of the same function."""

_analysed: dict[tuple[CodeType, str], tuple[Arguments, Arguments]] = {}
"""By the function's code and the path: the arguments of a route, and the results for it."""

_populate = routing._populate_api_route_state


def share() -> None:
    """Makes the servers of this process share it."""
    routing._populate_api_route_state = _populate_once


def _populate_once(route: Any, path: str, endpoint: Callable[..., Any], **made_with: Any) -> None:
    function = unwrap(endpoint)
    if not isinstance(function, FunctionType):
        _populate(route, path, endpoint, **made_with)
        return
    made_of = (function.__defaults__, function.__kwdefaults__, function.__annotations__, id(function.__globals__))
    same = {key: value for key, value in made_with.items() if key not in OWN} | {"": made_of}
    key = (function.__code__, path)
    before, values = _analysed.get(key, (None, {}))
    if before != same:
        present = set(vars(route))
        _populate(route, path, endpoint, **made_with)
        values = {name: it for name, it in vars(route).items() if name not in present | OWN}
        # Without the endpoint, which would keep its function alive and with it the server that it speaks for.
        _analysed[key] = same, values | {"dependant": replace(route.dependant, call=None)}
        return
    vars(route).update(values)
    route.path, route.endpoint = path, endpoint
    route.dependency_overrides_provider = made_with.get("dependency_overrides_provider")
    route.dependant = replace(route.dependant, call=endpoint, dependencies=list(route.dependant.dependencies))
