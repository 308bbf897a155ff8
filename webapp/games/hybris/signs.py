"""The signs of the game: of the kinds of characters, and of what is gained. One black shape each, drawn in a box of 24,
legible at 16 px; the own mat has each beside its word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.hybris.packs import words as vocabulary
from webapp.games.hybris import card_words as cards
from webapp.games.hybris.names import Names
from webapp.ui.tree import Child, Node, el

KINDS: Mapping[str, Sequence[str]] = {
    "olympian": ("M12,6.5a5.5,5.5 0 1 0 .01,0Z", "M12,1V4M12,20V23M1,12H4M20,12H23M4.2,4.2L6.3,6.3M17.7,17.7L19.8,19.8"
                 "M4.2,19.8L6.3,17.7M17.7,6.3L19.8,4.2"),
    "hero": ("M4,3H20V11Q20,18 12,22Q4,18 4,11Z", "M12,6V18M7,10H17"),
    "prophet": ("M1,12Q12,1 23,12Q12,23 1,12Z", "M12,8.5a3.5,3.5 0 1 0 .01,0Z"),
}  # fmt: skip
"""The sign of each kind of character: its shape, and the lines on it."""
GAINS: Mapping[str, str] = {
    "aegis": "M12,1L14.6,6L20,3.5L18.5,9L23,12L18.5,15L20,20.5L14.6,18L12,23L9.4,18L4,20.5L5.5,15L1,12L5.5,9L4,3.5"
             "L9.4,6ZM12,8.5a3.5,3.5 0 1 0 .01,0Z",
    "faithful": "M12,1.5a5,5 0 1 0 .01,0ZM3,23Q3,13 12,13Q21,13 21,23Z",
    "prayer": "M12,1Q20,9 20,15A8,8 0 0 1 4,15Q4,10.5 8.5,7.5Q8,12 11,13Q9.5,7 12,1Z",
    "grandeur": "M2,21V7L7.5,12.500L12,3L16.5,12.500L22,7V21Z",
    "worker": "M3,3H17L21.5,7V10.5H16V8.5H13.5V23H9V8.5H3Z",
    "rd": "M8,1H16V3.500H14.500V9.500L21.5,20.500Q22.5,23 20,23H4Q1.5,23 2.5,20.500L9.5,9.500V3.500H8Z",
    "energy": "M14.5,1L4,13.500H10.500L8.5,23L20,9.500H13.500Z",
    "card": "M4.5,1H19.500V23H4.500ZM7,3.500V20.500H17V3.500ZM9,7H15V13H9Z",
    "task": "M2,2H22V22H2ZM5,5V19H19V5ZM8,8H16V16H8Z",
    "premonition": "M0,12Q12,0 24,12Q12,24 0,12ZM12,7.500a4.5,4.5 0 1 0 .01,0Z",
    "camp": "M12,2L23,22H15L12,15L9,22H1Z",
    "bonus": "M8.5,2H15.500V8.500H22V15.500H15.500V22H8.500V15.500H2V8.500H8.500Z",
}  # fmt: skip
"""The sign of what can be gained; holes are cut by the rule of even and odd."""

PLACES: Mapping[str, str] = {
    "olympus": "M12,1L23,7.5V10H1V7.5ZM3,11.5H6.5V19H3ZM10.25,11.5H13.750V19H10.25ZM17.5,11.5H21V19"
               "H17.5ZM1,20.5H23V23H1Z",
    "forge": "M6,4H23V7.5Q16,8.5 15.5,13L18,16V20H6V16L8.5,13Q8,10.5 1,9V6.5H6Z",
    "oracle": "M12,1Q17,5.5 17,9.5A5,5 0 0 1 7,9.5Q7,7 9.5,5Q9.5,7.5 11.3,8Q10.5,4 12,1ZM3,15H21L19,18H13.5"
              "V20.5H17V23H7V20.5H10.5V18H5Z",
    "moirai": "M11,1H13V5H19V8H16.5Q20,13 14,18.5H13V23H11V18.5H10Q4,13 7.5,8H5V5H11Z",
    "underworld": "M12,2A9,9 0 0 1 21,11Q21,15 17.5,16.5V22H6.5V16.5Q3,15 3,11A9,9 0 0 1 12,2ZM8,9a2.5,2.5 0 1 0 "
                  ".01,0ZM16,9a2.5,2.5 0 1 0 .01,0ZM10.5,17.5H13.5L12,14.5Z",
    "colosseum": "M1,3H23V22H19V15A2.25,2.25 0 0 0 14.5,15V22H9.5V15A2.25,2.25 0 0 0 5,15V22H1ZM4,5.5V9H20V5.5Z",
    "surroundings": "M0,22L8,6L12.5,14L15.5,9L24,22Z",
    "mortal-world": "M2,22V9H5V6H8V9H10V3.5L12,1L14,3.5V9H16V6H19V9H22V22H14.5V17A2.5,2.5 0 0 0 9.5,17V22Z",
}  # fmt: skip
"""The sign of each place, and of the whole Mortal World."""


def kind_sign(kind: str) -> Node:
    """The sign of a kind of character."""
    shape, lines = KINDS[kind]
    shapes = [{"t": "path", "a": {"class": "shape", "d": shape}}, {"t": "path", "a": {"class": "lines", "d": lines}}]
    return {"t": "drawing", "c": "hyb-kind", "box": "0 0 24 24", "shapes": shapes}


def gain_sign(word: str) -> Node | None:
    """The sign of a thing that is gained; None where it has none."""
    if word not in GAINS:
        return None
    shapes = [{"t": "path", "a": {"d": GAINS[word]}}]
    return {"t": "drawing", "c": "hyb-gain", "box": "0 0 24 24", "shapes": shapes}


def place_sign(place: str) -> Node:
    """The sign of a place, beside its name or in its stead."""
    return {"t": "drawing", "c": "hyb-site", "box": "0 0 24 24", "shapes": [{"t": "path", "a": {"d": PLACES[place]}}]}


def shortly(gains: str, names: Names) -> list[Child]:
    """Gains as numbers with their signs; in words where there is none."""
    parts: list[Child] = []
    for row in vocabulary.gains(gains):
        sign = gain_sign(row.gain)
        parts.append(el("span.hyb-gains", [str(row.n), sign] if sign else cards.gain(row, names.tr)))
    return parts or ["–"]
