"""The language in which plates are written, a line for a shape:

    ink M0 0L20 0L10 20Z           a path, filled
    ink cut M0 0H9V9H0ZM3 3H6V6H3Z a path with holes
    spot~ink:2 o 40 30 12          a disc with an outline
    ~bone:1.6 M0 0L20 20           a line
    use tank 60 90 0.8 -6 spot=red a part, at a place: scale (``-1,1`` mirrors), angle, colours changed
    row soldier 4 20 90 30 2 0.8   a part several times: number, place, step, scale, growth of the scale
    dots 100 40 spot 3.6 7         a screen of dots about a light (x, y, colour, largest radius, step)
    head w=27 nose=hook            a face (:mod:`webapp.plates.heads`)
    title OLOMOC 170 400 12 bone 3 a box's title: middle, top, grid unit, colour, width of the pen

Words of shapes are those of :data:`webapp.plates.shapes.SHAPES`. Before a line, ``*`` keeps it to the full size, ``+``
to full and middle, ``-`` to the small one; ``#`` begins a note. Colours are names of the plate's palette."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from webapp.plates.heads import EDGES, head
from webapp.plates.letters import strokes, width
from webapp.plates.shapes import SHAPES, path, round_data, short

Size = Literal["full", "middle", "small", "medal"]
SIZES: tuple[Size, ...] = ("full", "middle", "small", "medal")
"""From 120 pixels, from 56, from 34; and the full size cut to a disc inside its rim."""
SHOWN = {"*": ("full", "medal"), "+": ("full", "middle", "medal"), "-": ("small",)}
DEEPEST = 6
"""How deep parts may use parts."""
_COLOUR = re.compile(r"#[0-9a-f]{3}([0-9a-f]{3})?")


class BadPlate(ValueError):
    """A line that cannot be drawn; its text names the line and the nearest spelling."""


def unknown(what: str, name: str, known: Mapping[str, object]) -> BadPlate:
    """The refusal of a name that is not known, with the nearest one that is."""
    near = difflib.get_close_matches(name, known, 1)
    return BadPlate(f"unknown {what} “{name}”" + (f"; “{near[0]}”?" if near else ""))


def _arguments(words: list[str]) -> tuple[list[float], dict[str, str]]:
    """The numbers of a line and its ``name=value`` words."""
    numbers: list[float] = []
    named: dict[str, str] = {}
    for word in words:
        name, equal, value = word.partition("=")
        if equal:
            named[name] = value
        else:
            try:
                numbers.append(float(word))
            except ValueError:
                raise BadPlate(f"“{word}” is not a number") from None
    return numbers, named


def _head(words: list[str]) -> str:
    """The lines of a face from its words."""
    _, named = _arguments(words)
    nose = named.pop("nose", "straight")
    if nose not in EDGES:
        raise unknown("nose", nose, EDGES)
    return head(nose=nose, **{name: float(value) for name, value in named.items()})


@dataclass(frozen=True)
class PlateDrawing:
    """Draws lines with the parts and colours at hand."""

    parts: Mapping[str, str]
    palette: Mapping[str, str]
    size: Size = "full"
    colours: Mapping[str, str] = field(default_factory=dict)
    """Names of colours that stand for others here."""
    depth: int = 0

    def lines(self, text: str) -> str:
        """The SVG of lines, from the back to the front."""
        out = ""
        for line in text.splitlines():
            line = line.strip()
            if line and not line.startswith("#"):
                try:
                    out += self._line(line)
                except BadPlate as bad:
                    raise BadPlate(f"{line}: {bad}") if self.depth == 0 else bad from None
                except (TypeError, ValueError, IndexError) as bad:
                    raise BadPlate(f"{line}: {bad}") from bad
        return out

    def _line(self, line: str) -> str:
        if line[0] in SHOWN:
            if self.size not in SHOWN[line[0]]:
                return ""
            line = line[1:].lstrip()
        first, _, rest = line.partition(" ")
        words = rest.split()
        match first:
            case "use":
                return self._use(words)
            case "row":
                return self._row(words)
            case "dots":
                return self._dots(words)
            case "head":
                return f'<g transform="translate(100 0)">{self.lines(_head(words))}</g>'
            case "title":
                return self._title(words)
        return f"<{self._shape(rest)}{self._paint(first)}/>"

    def colour(self, name: str) -> str:
        """The colour of a name."""
        for _ in range(3):
            name = self.colours.get(name, name)
        if _COLOUR.fullmatch(name):
            return name
        if name not in self.palette:
            raise unknown("colour", name, self.palette)
        return self.palette[name]

    def _paint(self, word: str) -> str:
        fill, line, stroke = word.partition("~")
        out = f' fill="{self.colour(fill)}"' if fill else ' fill="none"'
        if line:
            name, _, wide = stroke.partition(":")
            out += f' stroke="{self.colour(name)}" stroke-width="{short(float(wide or 1))}"'
        return out

    def _shape(self, text: str) -> str:
        if text.startswith("M"):
            return path(text)
        word, *words = text.split()
        if word == "cut":
            return f'path fill-rule="evenodd" d="{text[4:].strip()}"'
        if word not in SHAPES:
            raise unknown("shape", word, SHAPES)
        at, named = _arguments(words)
        return SHAPES[word](*at, **{name: float(value) for name, value in named.items()})

    def part(self, name: str, colours: Mapping[str, str] | None = None) -> str:
        """The SVG of a part about its own origin."""
        if name not in self.parts:
            raise unknown("part", name, self.parts)
        if self.depth >= DEEPEST:
            raise BadPlate(f"part “{name}” lies too deep")
        mapped = {k: self.colours.get(v, v) for k, v in (colours or {}).items()}
        return PlateDrawing(
            self.parts, self.palette, self.size, {**self.colours, **mapped}, self.depth + 1
        ).lines(self.parts[name])  # fmt: skip

    def _use(self, words: list[str]) -> str:
        name, x, y, *more = [word for word in words if "=" not in word] + ["0"] * 2
        more = more[:-2] if len(words) - sum("=" in word for word in words) > 2 else []
        _, colours = _arguments([word for word in words if "=" in word])
        move = f"translate({short(float(x))} {short(float(y))})" if (float(x), float(y)) != (0, 0) else ""
        if len(more) > 1 and float(more[1]):
            move += f"rotate({short(float(more[1]))})"
        if more and more[0] != "1":
            across, comma, down = more[0].partition(",")
            move += f"scale({float(across):.3g}" + (f" {float(down):.3g})" if comma else ")")
        inner = self.part(name, colours)
        return f'<g transform="{move}">{inner}</g>' if move else inner

    def _row(self, words: list[str]) -> str:
        _, colours = _arguments([word for word in words if "=" in word])
        name, *at = [word for word in words if "=" not in word]
        n, x, y, dx, dy, scale, growth = [*map(float, at), *(1.0, 0.0)[len(at) - 5 :]]
        inner, out = self.part(name, colours), ""
        for i in range(int(n)):
            size = scale + growth * i
            out += (
                f'<g transform="translate({short(x + dx * i)} {short(y + dy * i)})'
                + (f"scale({size:.3g})" if size != 1 else "")
                + f'">{inner}</g>'
            )
        return out

    def _dots(self, words: list[str]) -> str:
        """Five screens of dots, each smaller, in rings about the light; flat rings of colour at the small size."""
        x, y, name, *more = words
        cx, cy, colour = float(x), float(y), self.colour(name)
        largest, step = [*map(float, more), *(3.6, 7.0)[len(more) :]][:2]
        reach = [34.0, 66.0, 98.0, 132.0, 400.0]
        reach = [r * step / 7 for r in reach]
        if self.size == "small":
            return f'<circle cx="{short(cx)}" cy="{short(cy)}" r="{short(reach[1])}" fill="{colour}"/>'
        out, inner, mark = "<defs>", 0.0, f"{colour[1:]}{short(largest)}"
        for i in range(5):
            radius = largest * (1 - i * 0.17)
            out += (
                f'<pattern id="d{i}{mark}" width="{short(step)}" height="{short(step)}" patternUnits="userSpaceOnUse"'
                f' patternTransform="rotate(18)"><circle cx="{short(step / 2)}" cy="{short(step / 2)}"'
                f' r="{radius:.2f}" fill="{colour}"/></pattern>'
            )
        out += "</defs>"
        for i, outer in enumerate(reach):
            data = round_data(cx, cy, outer, outer) + (round_data(cx, cy, inner, inner) if inner else "")
            out += f'<path fill="url(#d{i}{mark})" fill-rule="evenodd" d="{data}"/>'
            inner = outer
        return out

    def _title(self, words: list[str]) -> str:
        *text, x, y, unit, name, pen = words
        word, size = " ".join(text).replace("_", " "), float(unit)
        left = float(x) - width(word) * size / 2
        return (
            f'<path d="{strokes(word, left, float(y), size)}" fill="none" stroke="{self.colour(name)}"'
            f' stroke-width="{short(float(pen))}"/>'
        )
