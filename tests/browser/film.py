"""``python -m tests.browser.film`` (``make film``): the guided first match as strips of pictures in build/film, at
desktop and phone size, in both languages. A newcomer plays it on a real server; a picture is taken at every step.

``python -m tests.browser.film desktop fr`` makes one strip.
"""

from __future__ import annotations

import base64
import sys
import tempfile
import time
from pathlib import Path

from tests.browser.newcomer import Newcomer
from tests.browser.people import Person
from tests.browser.windows import Windows, chromium
from tests.nursery import ROOT
from tests.serving import Server

FOLDER = ROOT / "build" / "film"
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
LOCALES = {"fr": "fr-FR", "en": "en-GB"}
COLUMNS, WIDE = {"desktop": 4, "phone": 8}, {"desktop": 440, "phone": 220}
PATIENCE_S = 900
MOST_BYTES = 400_000
QUALITIES = (80, 70, 60, 50, 40)

PAGE = """<!doctype html><style>
  body {{ margin: 0; padding: 12px; background: #0e0f11; width: {width}px; display: grid; gap: 12px;
    grid-template-columns: repeat({columns}, {wide}px); }}
  img {{ width: {wide}px; display: block; border: 1px solid #2a2d31; box-sizing: border-box; }}
</style>{pictures}"""


def play(windows: Windows, server: Server, size: str, language: str, folder: Path) -> None:
    """Plays the guided match to its end as a newcomer, with a picture of every step in the folder."""
    newcomer = Newcomer(Person(windows, server.url, "New", size=SIZES[size], locale=LOCALES[language]), folder)
    newcomer.come()
    until = time.monotonic() + PATIENCE_S
    while newcomer.go_on() != "over":
        assert time.monotonic() < until, f"the guided match did not end; last told: {newcomer.step}"


def frames(folder: Path) -> list[Path]:
    """The first picture of every step, in order, without those of waiting."""
    by_step: dict[str, Path] = {}
    for path in sorted(folder.glob("*.png")):
        by_step.setdefault(path.stem.split("-", 1)[1], path)
    return [path for step, path in by_step.items() if step != "waiting"]


def strip(windows: Windows, pictures: list[Path], size: str, out: Path) -> None:
    """All pictures in one file, at the best quality that fits into the given number of bytes."""
    columns, wide = COLUMNS[size], WIDE[size]
    width = columns * (wide + 12) - 12
    shown = "".join(
        f'<img src="data:image/png;base64,{base64.b64encode(path.read_bytes()).decode()}">' for path in pictures
    )
    page = windows.open((width + 24, 600), "en-GB")
    page.set_content(PAGE.format(width=width, columns=columns, wide=wide, pictures=shown))
    page.wait_for_function("[...document.images].every((it) => it.complete)")
    for quality in QUALITIES:
        page.screenshot(path=out, type="jpeg", quality=quality, full_page=True)
        if out.stat().st_size < MOST_BYTES:
            return
    raise AssertionError(f"{out.name} is larger than {MOST_BYTES} bytes")


def main() -> None:
    wanted = sys.argv[1:]
    FOLDER.mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        for language in LOCALES:
            if wanted and wanted != [size, language]:
                continue
            with tempfile.TemporaryDirectory() as kept, chromium() as windows:
                pictures = Path(kept) / "pictures"
                with Server(Path(kept) / "data") as server:
                    play(windows, server, size, language, pictures)
                strip(windows, frames(pictures), size, FOLDER / f"first-match-{size}-{language}.jpg")


if __name__ == "__main__":
    main()
