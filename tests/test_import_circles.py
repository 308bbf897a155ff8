"""No module imports itself by way of others; imports for annotations alone count, too."""

import grimp

CIRCLES = {
    # A class and the parts that it is made of, which hold it.
    "webapp.tables.table": {"abandonment", "answers", "bots", "clocks", "proposals", "talk"},
    "webapp.packs.kind": {"library"},
    # A place builds what follows a match, which is shown at that place.
    "webapp.seats.place": {"after_match"},
    # The engine's base class and what works on any engine.
    "rules.kernel.engine": {"history", "journal", "run", "table_talk"},
    # A match and the questions to it.
    "rules.olomoc.match": {"queries"},
    # The state holds the stack of frames, and frames hold parts of the state.
    "rules.olomoc.state": {"frames", "effects.frames"},
    # The modifiers of a figure may be measured or selected by other figures.
    "rules.olomoc.measure": {"effects.modifiers", "effects.select", "effects.values"},
    # The duel's screens build its page, which asks them for words.
    "webapp.games.invader.screens": {"page"},
}
"""The circles that there are, each of one package: by one of its modules, the others beside that."""


def test_there_are_no_other_circles_of_imports() -> None:
    graph = grimp.build_graph("rules", "webapp", exclude_type_checking_imports=False, cache_dir=None)
    found = set()
    for module in graph.modules:
        circle = graph.find_upstream_modules(module) & graph.find_downstream_modules(module)
        if circle - {module}:
            found.add(frozenset(circle | {module}))
    known = {
        frozenset({one, *(f"{one.rpartition('.')[0]}.{other}" for other in others)}) for one, others in CIRCLES.items()
    }
    assert found == known
