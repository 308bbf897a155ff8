"""The contact sheet of every game's plates (`make plates`): each kind at full, middle and small size on the dark table,
and small on paper. Looked at by a person whenever it changes."""

from pathlib import Path

from PIL import Image, ImageDraw

from tests.webapp.plates.pictures import SMALLEST, drawn
from tests.webapp.plates.test_plates import KEYS
from webapp.plates.kit import kit
from webapp.plates.language import Size

FOLDER = Path(__file__).parents[3] / "docs" / "plates"
WIDE, GAP = 1280, 4
DARK, PAPER, TEXT = "#0e0f11", "#e9e3d5", "#9a958a"
ROWS: tuple[tuple[Size, int, str], ...] = (
    ("full", 120, DARK), ("middle", 64, DARK), ("small", SMALLEST, DARK), ("small", SMALLEST, PAPER),
)  # fmt: skip


def row(key: str, look: str, size: Size, wide: int, ground: str) -> Image.Image:
    """All plates of a kind at one size."""
    of = kit(key)
    pictures = [drawn(of, it, size, wide) for it in of.plates.values() if it.look == look]
    tall, columns = max(it.height for it in pictures) + GAP, WIDE // (wide + GAP)
    sheet = Image.new("RGB", (WIDE, tall * -(-len(pictures) // columns) + GAP), ground)
    for n, picture in enumerate(pictures):
        sheet.paste(picture, (n % columns * (wide + GAP) + GAP, n // columns * tall + GAP), picture)
    return sheet


def sheet(key: str) -> Image.Image:
    """The sheet of a game."""
    parts: list[Image.Image] = []
    for look in kit(key).looks:
        if any(it.look == look for it in kit(key).plates.values()):
            title = Image.new("RGB", (WIDE, 18), DARK)
            ImageDraw.Draw(title).text((GAP, 3), f"{key}: {look}", fill=TEXT)
            parts += [title, *(row(key, look, *it) for it in ROWS)]
    whole, y = Image.new("RGB", (WIDE, sum(it.height for it in parts)), DARK), 0
    for part in parts:
        whole.paste(part, (0, y))
        y += part.height
    return whole


def main() -> None:
    """Writes the sheets."""
    FOLDER.mkdir(exist_ok=True)
    for key in KEYS:
        sheet(key).save(FOLDER / f"{key}.webp", quality=72, method=6)


if __name__ == "__main__":
    main()
