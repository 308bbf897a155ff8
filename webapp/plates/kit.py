"""The kit of a game: its palettes, its parts and its plates, read from the TOML files of
``webapp/games/<key>/plates``.

    [look.card]                     # how a kind of plates is framed
    view = "0 0 200 140"            # the picture, in units
    small = "40 10 120 120"         # the closer crop of the small size
    rim = "side ring 100 100 87 91" # the edge of its medal
    back = "ground"                 # a colour laid under everything
    layers = ["sky", "coat", "hat"] # layers from the back, for plates that name a part for each
    [palette.night]                 # names and colours
    [part]                          # parts by name, in the language
    [plate.skitterling]             # look, palette, draw (lines), or a part for each layer; small: its own crop
    [[choice.sky]]                  # what a layer may be where nobody drew it: tags that all must be there, and parts
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any
from zlib import crc32

from webapp.plates.language import BadPlate, PlateDrawing, Size, unknown

GAMES = Path(__file__).parents[1] / "games"
TURNS = 60
"""How many seeds are tried for a plate unlike the others; then the kit is used up."""
CUT = 0.435
"""The radius to which a medal is cut, as a share of its side."""


@dataclass(frozen=True)
class PlateLook:
    """How the plates of a kind are framed."""

    view: str = "0 0 200 200"
    small: str = ""
    back: str = ""
    rim: str = ""
    """The lines of a medal's edge."""
    palette: str = ""
    layers: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    """The layers that tell plates of one pack apart: no two have the same parts in all of them."""


@dataclass(frozen=True)
class Plate:
    """A picture as data."""

    id: str
    look: str
    palette: str = ""
    draw: str = ""
    chosen: Mapping[str, str] = field(default_factory=dict)
    """The part of each layer, or the words of its face."""
    small: str = ""


@dataclass(frozen=True)
class LayerChoice:
    """Parts of a layer that plates with all of these tags may have."""

    tags: frozenset[str]
    parts: tuple[str, ...]


@dataclass(frozen=True)
class Kit:
    """The kit of one game."""

    key: str
    looks: Mapping[str, PlateLook]
    palettes: Mapping[str, Mapping[str, str]]
    parts: Mapping[str, str]
    plates: Mapping[str, Plate]
    choices: Mapping[str, tuple[LayerChoice, ...]]

    def svg(self, plate: Plate, size: Size = "full", side: str = "") -> str:
        """The picture of a plate. `side`: the palette laid over its own, for the colours of a seat."""
        look = self.looks[plate.look]
        palette = {
            **self.palettes[look.palette],
            **(self.palettes[plate.palette] if plate.palette else {}),
            **(self.palettes[side] if side else {}),
        }
        box = (plate.small or look.small or look.view) if size == "small" else look.view
        drawing = PlateDrawing(self.parts, palette, size)
        try:
            body = drawing.lines(self._text(plate, look))
            x, y, w, h = map(float, box.split())
            back = (
                f'<path d="M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}Z" fill="{drawing.colour(look.back)}"/>' if look.back else ""
            )
            body = back + body
            if size == "medal":
                disc = f'<circle cx="{x + w / 2:g}" cy="{y + h / 2:g}" r="{min(w, h) * CUT:g}"/>'
                cut = f'<clipPath id="c">{disc}</clipPath><g clip-path="url(#c)">{body}</g>'
                body = cut + drawing.lines(look.rim)
        except BadPlate as bad:
            raise BadPlate(f"{self.key}/{plate.id}: {bad}") from None
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" stroke-linejoin="round" stroke-linecap="round">'
            f"{body}</svg>"
        )

    def _text(self, plate: Plate, look: PlateLook) -> str:
        if not look.layers:
            return plate.draw
        lines = []
        for layer in look.layers:
            name = plate.chosen.get(layer, "")
            if layer == "face":
                lines.append(f"head {name}")
            elif name:
                lines.append(name if " " in name else self.parts_of(layer, name))
        return "\n".join([*lines, plate.draw])

    def parts_of(self, layer: str, name: str) -> str:
        """The lines of a layer's part."""
        parts = self.parts.get(f"{layer}-{name}")
        if parts is None:
            raise unknown(
                layer, name, {part.partition("-")[2]: "" for part in self.parts if part.startswith(f"{layer}-")}
            )
        return parts

    def chosen_plate(
        self, id: str, look: str, tags: Collection[str], given: Mapping[str, str] | None = None, turn: int = 0
    ) -> Plate:
        """The plate of a card that nobody drew: for each layer one of the parts that its tags allow, by the id.
        `given`: parts that the author chose; `turn`: another seed, where the first came too near another plate."""
        seed, chosen = f"{id}#{turn}" if turn else id, {}
        for layer, choices in self.choices.items():
            owner, _, name = layer.partition(".")
            if owner != look:
                continue
            fitting = [choice for choice in choices if choice.tags <= set(tags)]
            most = max((len(choice.tags) for choice in fitting), default=0)
            parts = [part for choice in fitting if len(choice.tags) == most for part in choice.parts]
            if parts:
                chosen[name] = parts[crc32(f"{seed}{name}".encode()) % len(parts)]
        chosen.update(given or {})
        palette, draw = chosen.pop("palette", ""), ""
        if not self.looks[look].layers:
            draw = "\n".join(chosen.values())
        return Plate(id, look, palette, draw, chosen)

    def turns(
        self, look: str, cards: Iterable[tuple[str, Collection[str]]], taken: Iterable[Plate] = ()
    ) -> dict[str, int]:
        """For each of a pack's cards that nobody drew, by id and tags, the turn (:meth:`chosen_plate`) at which it is
        unlike those before it. `taken`: plates that it meets beside them."""
        apart = self.looks[look].apart

        def marks(plate: Plate) -> tuple[str, ...]:
            return tuple(plate.chosen.get(layer, "") for layer in apart)

        seen, turns = {marks(plate) for plate in taken if plate.look == look}, {}
        for id, tags in cards:
            for turn in range(TURNS):
                mark = marks(self.chosen_plate(id, look, tags, turn=turn))
                if mark not in seen:
                    break
            seen.add(mark)
            turns[id] = turn
        return turns

    @cached_property
    def version(self) -> str:
        """Changes with the kit's data and with the code that draws it."""
        return f"{crc32(b''.join(path.read_bytes() for path in [*_files(self.key), *_code()])):08x}"


def _files(key: str) -> list[Path]:
    return sorted((GAMES / key / "plates").glob("*.toml"))


def _code() -> list[Path]:
    return sorted(Path(__file__).parent.glob("*.py"))


def _look(row: dict[str, Any]) -> PlateLook:
    return PlateLook(**{**row, "layers": tuple(row.get("layers", ())), "apart": tuple(row.get("apart", ()))})


@cache
def kit(key: str) -> Kit:
    """The kit of a game, read once; empty for a game without plates."""
    raw: dict[str, dict[str, Any]] = {}
    for file in _files(key):
        for table, rows in tomllib.loads(file.read_text("utf-8")).items():
            raw.setdefault(table, {}).update(rows)
    plates = {}
    for id, row in raw.get("plate", {}).items():
        row = dict(row)
        look, palette, draw, small = (row.pop(key, "") for key in ("look", "palette", "draw", "small"))
        plates[id] = Plate(id, look, palette, draw, row, small)
    return Kit(
        key,
        {name: _look(row) for name, row in raw.get("look", {}).items()},
        raw.get("palette", {}),
        raw.get("part", {}),
        plates,
        {
            f"{look}.{layer}": tuple(LayerChoice(frozenset(row.get("tags", ())), tuple(row["parts"])) for row in rows)
            for look, layers in raw.get("choice", {}).items()
            for layer, rows in layers.items()
        },
    )
