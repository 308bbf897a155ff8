"""No module imports itself by way of others, and nothing imports upwards; imports for annotations alone count, too."""

import tomllib
from pathlib import Path

import grimp

CIRCLES = {
    # A class and the parts that it is made of, which hold it.
    "webapp.tables.table": {"abandonment", "answers", "bots", "clocks", "proposals", "talk"},
    "webapp.packs.kind": {"library"},
    # The engine's base class and what works on any engine.
    "rules.kernel.engine": {"handlers", "history", "journal", "orders", "question_numbers", "run", "table_talk"},
    # A match and the questions to it.
    "rules.olomoc.match": {"queries"},
    # The state holds the stack of frames, and frames hold parts of the state.
    "rules.olomoc.state": {"frames", "effects.frames"},
    # The modifiers of a figure may be measured or selected by other figures.
    "rules.olomoc.measure": {"effects.modifiers", "effects.select", "effects.values"},
    # Screens build a page, which asks them for words.
    "webapp.table_kit.plain_table": {"plain_page"},
    "webapp.games.invader.screens": {"page"},
}
"""The circles that there are, each of one package: by one of its modules, the others beside that."""


def test_there_are_no_other_circles_of_imports() -> None:
    graph = grimp.build_graph("rules", "webapp", exclude_type_checking_imports=False, cache_dir=None)
    circles = set()
    for module in graph.modules:
        circle = graph.find_upstream_modules(module) & graph.find_downstream_modules(module)
        if circle - {module}:
            circles.add(frozenset(circle | {module}))
    known = {
        frozenset({one, *(f"{one.rpartition('.')[0]}.{other}" for other in others)}) for one, others in CIRCLES.items()
    }
    assert circles == known


UPWARDS = {
    # The contract names what a game hands over: texts, lists, packs, a glossary, nodes. It stands below them all.
    ("games.contract", "i18n"), ("games.contract", "lists"), ("games.contract", "packs"), ("games.contract", "ui"),
}  # fmt: skip
"""Annotations that point to a floor above, by folders. At run time there is none (`pyproject.toml`, Floors)."""


def floor_of() -> dict[str, int]:
    """The number of each folder's floor, from the ground up; the games' contract is told apart from the games."""
    settings = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    floors = {name: n for n, layer in enumerate(reversed(layers), 1) for name in layer.split(" | ")}
    return {**floors, "games.contract": floors["base"]}


def test_annotations_that_point_up_are_few_and_listed() -> None:
    graph, floors = grimp.build_graph("webapp", exclude_type_checking_imports=False, cache_dir=None), floor_of()

    def folder(module: str) -> str:
        parts = module.split(".")[1:]
        # choices and words are parts of the contract, in files of their own
        own = parts[0] == "games" and parts[1:] in (["contract"], ["choices"], ["words"])
        return "games.contract" if own else parts[0]

    upwards = {
        (folder(importer), folder(imported))
        for imported in graph.modules - {"webapp"}
        for importer in graph.find_modules_that_directly_import(imported)
        if floors[folder(imported)] >= floors[folder(importer)] and folder(imported) not in (folder(importer), "base")
    }
    assert upwards == UPWARDS
    assert len(UPWARDS) <= 10
