"""Plates as pixels, drawn by resvg, which reads the same SVG as browsers do."""

from io import BytesIO

import numpy as np
from PIL import Image
from resvg_py import svg_to_bytes

from webapp.plates.kit import Kit, Plate
from webapp.plates.language import Size

SMALLEST = 34


def drawn(of: Kit, plate: Plate, size: Size, wide: int, side: str = "") -> Image.Image:
    """A plate, `wide` pixels wide."""
    png = svg_to_bytes(svg_string=of.svg(plate, size, side), width=wide, skip_system_fonts=True)
    return Image.open(BytesIO(bytes(png))).convert("RGBA")


def grey(of: Kit, plate: Plate) -> np.ndarray:
    """The small plate in grey, on a ground on which ink and paper both show."""
    picture = drawn(of, plate, "small", SMALLEST)
    ground = Image.new("RGBA", picture.size, "#9a958a")
    return np.asarray(Image.alpha_composite(ground, picture).convert("L"), dtype=np.float64)


def nearest(pictures: dict[str, np.ndarray]) -> list[tuple[float, str, str]]:
    """The pairs of pictures by their mean difference, the nearest first."""
    ids = list(pictures)
    pairs = [
        (float(np.abs(pictures[a] - pictures[b]).mean()), a, b)
        for i, a in enumerate(ids)
        for b in ids[i + 1 :]
        if pictures[a].shape == pictures[b].shape
    ]
    return sorted(pairs)
