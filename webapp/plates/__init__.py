"""Pictures from data. A game keeps its plates as text in ``webapp/games/<key>/plates/*.toml``: palettes, parts and, for
each picture, the parts that it is made of (:mod:`webapp.plates.language`). Code turns a plate into SVG; what nobody
drew is chosen by tags and by the id (:mod:`webapp.plates.kit`). This package knows no game."""
