"""The theme is one file: its colours are legible on each of its grounds, and apart for every kind of eye."""

import re
from collections.abc import Iterator
from itertools import combinations
from math import dist

import pytest

from webapp.base.settings import STATIC

THEME = (STATIC / "css" / "theme.css").read_text(encoding="utf-8")

PLAYERS = tuple(f"side-{n}" for n in range(1, 6))
GROUNDS = ("ground", "board", "panel", "raised", "danger-dim", "allowed-dim", *(f"{side}-dim" for side in PLAYERS))
TEXTS = ("text", "muted", "faint", "danger-text", "ink-text", "allowed", *PLAYERS)
MEANINGS = ("side-1", "side-2", "danger-text", "ink-text", "allowed")
AA, AA_SIGN = 4.5, 3.0

# Full colour blindness of each kind, on linear sRGB (Machado, Oliveira, Fernandes 2009).
EYES = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}

Colour = tuple[float, float, float]


def colours(theme: str) -> dict[str, str]:
    """The colours of the night, or those that paper puts in their places."""
    dark, light = re.findall(r"(?m)^:root(?:, \.on-ink|\[data-scheme=\"light\"\])? \{\n(.*?)^\}", THEME, re.DOTALL)[:2]
    values = dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", dark))
    return values if theme == "dark" else values | dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", light))


def linear(colour: str) -> Colour:
    def channel(at: int) -> float:
        value = int(colour[at : at + 2], 16) / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    return (channel(1), channel(3), channel(5))


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2."""

    def light(colour: str) -> float:
        return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def lab(colour: Colour) -> Colour:
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    xyz = (sum(k * c for k, c in zip(row, colour, strict=True)) / w for row, w in zip(rows, white, strict=True))
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def seen(colour: str, eye: str) -> Colour:
    rgb = linear(colour)
    if eye == "usual":
        return lab(rgb)
    r, g, b = (min(1.0, max(0.0, sum(k * c for k, c in zip(row, rgb, strict=True)))) for row in EYES[eye])
    return lab((r, g, b))


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_text_is_legible_on_every_ground(theme: str) -> None:
    values = colours(theme)
    pairs = {(text, ground): contrast(values[text], values[ground]) for text in TEXTS for ground in GROUNDS}
    assert {pair: round(ratio, 2) for pair, ratio in pairs.items() if ratio < AA} == {}
    for side in (*PLAYERS, "danger"):
        assert contrast(values[f"on-{side}"], values[side]) >= AA
    # Signs, frames and what is drawn on the Bloc: success criterion 1.4.11.
    for sign in ("danger", "ink", "decor-edge", "focus", "line-strong"):
        wanted = 1.8 if sign == "line-strong" else AA_SIGN
        assert contrast(values[sign], values["board"]) >= wanted, sign


SIDES = {
    "side": (*PLAYERS, "danger-text"),
    "on-side": (*(f"on-{side}" for side in PLAYERS), "on-danger"),
    "side-dim": (*(f"{side}-dim" for side in PLAYERS), "danger-dim"),
    "task": tuple(f"task-{colour}" for colour in ("red", "blue", "yellow", "green")),
}
"""The names that stand for another colour for each side, and for hostile pieces; for each colour of a Task."""
FILLED = (*PLAYERS, "danger")
"""The colours that `--side` stands for as a ground."""
NO_TEXT = {
    ".bloc .round.confirm .icon": "an icon, on its button",
    ".icon.hollow": "an icon",
    ".seals": "icons",
    ".allowed span": "a slot where the card may not lie; those where it may are said",
    ".plot-track .is-here": "on a disc of its own, of its side's colour",
    ".plot-track li:last-child": "an icon, on a disc of its own, of a scene's night",
    ".scene-death > .icon": "an icon, in a scene that keeps its ink in either theme",
    ".ministry-count.none": "nought, said by what is missing too",
    ':is(.lists-page, .lists-head) .tool[aria-disabled="true"]': "inactive (exempt from 1.4.3)",
    ".amend-step[aria-disabled]": "inactive (exempt from 1.4.3)",
}
"""Rules whose colour need not be legible as text is, and why not."""


def rules(css: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The innermost rules of a style sheet: selector, and what is declared."""
    for selector, body in re.findall(r"([^{};]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)):
        pairs = (line.partition(":") for line in body.split(";"))
        declared = {name.strip(): said.replace("!important", "").strip() for name, _, said in pairs}
        yield " ".join(selector.split()), declared


def token(value: str) -> str:
    """The colour that a value names: the first choice of a `var()`. "" for any other value."""
    match = re.fullmatch(r"var\(--([a-z0-9-]+)(?:,.*)?\)", value)
    return match[1] if match else ""


def veiled(value: str, values: dict[str, str]) -> dict[str, str]:
    """What a value that mixes a colour with transparency makes of each ground that may lie under it, by name; empty for
    any other value."""
    veil = re.fullmatch(r"color-mix\(in srgb, var\(--([a-z0-9-]+)\) (\d+)%, transparent\)", value)
    if veil is None:
        return {}
    over, share = values[veil[1]], int(veil[2]) / 100
    mixed = {}
    for ground in GROUNDS:
        both = ((int(over[at : at + 2], 16), int(values[ground][at : at + 2], 16)) for at in (1, 3, 5))
        mixed[f"{veil[0]} over {ground}"] = "#" + "".join(
            f"{round(top * share + low * (1 - share)):02x}" for top, low in both
        )
    return mixed


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_text_of_every_style_sheet_is_legible(theme: str) -> None:
    """WCAG 2.2, 1.4.3: a colour of text is one of those that are legible on every ground, or its own ground is
    declared beside it. So no page need be looked at for this."""
    values = colours(theme)
    wrong: list[str] = []
    for path in sorted((STATIC / "css").rglob("*.css")):
        for selector, its in rules(path.read_text(encoding="utf-8")):
            behind = its.get("background", its.get("background-color", ""))
            text, ground, veil = token(its.get("color", "")), token(behind), veiled(behind, values)
            if not text or selector in NO_TEXT or (not ground and not veil and text in (*TEXTS, "side")):
                continue
            values |= veil
            texts, grounds = (
                SIDES.get(text, (text,)),
                SIDES.get(ground, (ground,)) if ground else tuple(veil) or GROUNDS,
            )
            if text == "on-side":  # each on its own side
                pairs = list(zip(texts, FILLED, strict=True))
            else:
                pairs = [(one, other) for one in texts for other in (FILLED if ground == "side" else grounds)]
            ratios = {pair: contrast(values[pair[0]], values[pair[1]]) for pair in pairs}
            wrong += [f"{path.name}: {selector}: {pair} {r:.2f}" for pair, r in ratios.items() if r < AA]
    assert wrong == []


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("eye", ["usual", *EYES])
def test_colours_that_mean_something_stay_apart_for_every_eye(theme: str, eye: str) -> None:
    values = colours(theme)
    for one, other in combinations(("side-1", "side-2", "danger-text"), 2):
        assert dist(seen(values[one], eye), seen(values[other], eye)) > 15, (one, other)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_five_players_have_five_colours(theme: str) -> None:
    """For the usual eye; others tell the players by their names, which stand wherever a colour does."""
    values = colours(theme)
    for one, other in combinations(PLAYERS, 2):
        assert dist(seen(values[one], "usual"), seen(values[other], "usual")) > 15, (one, other)


def test_no_other_style_sheet_has_colours_of_its_own() -> None:
    """A theme in one file: everywhere else colours have names."""
    for path in sorted((STATIC / "css").rglob("*.css")):
        if path.name == "theme.css":
            continue
        plain = re.sub(r"/\*.*?\*/|url\([^)]*\)", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        written = re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*;)|\brgba?\(|\bhsla?\(", plain)
        assert set(written) <= {"#000"}, (path.name, written)
        assert "@import" not in plain
        assert "http" not in plain


def sheets() -> dict[str, str]:
    """The text of each style sheet by its name, without comments."""
    paths = sorted((STATIC / "css").rglob("*.css"))
    return {
        str(path.relative_to(STATIC / "css")): re.sub(
            r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL
        )
        for path in paths
    }


def test_style_sheets_know_the_four_widths_of_the_house_alone() -> None:
    """A window is a phone, a tablet, a desk or wide (js/wear.js); a media query begins or ends at one of these."""
    written = re.search(r"WIDTHS = \{([^}]*)\}", (STATIC / "js" / "wear.js").read_text(encoding="utf-8"))
    assert written is not None
    bounds = {int(bound) for bound in re.findall(r"\w+: (\d+)", written[1])}
    assert len(bounds) == 4
    allowed = {f"min-width: {bound}px" for bound in bounds} | {f"max-width: {bound - 0.02}px" for bound in bounds}
    for name, text in sheets().items():
        for query in re.findall(r"@media([^{]*)", text):
            asked = re.findall(r"\(([^()]*(?:width|height)[^()]*)\)", query)
            assert {it for it in asked if it not in allowed} == set(), (name, query)


def test_style_sheets_hardly_ever_insist() -> None:
    """The framework's styles are in layers, which every rule of ours outweighs; among ours a class outweighs what an
    element gets, so that `!important` is for what must win against everything."""
    insisting = {name: text.count("!important") for name, text in sheets().items()}
    assert sum(insisting.values()) < 30, {name: many for name, many in insisting.items() if many}
