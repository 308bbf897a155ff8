"""The construction of a face from the front, shared by every game that has faces: one light shape and one ink shape
that meet along brow, nose and lip. The middle of the face is at 0, its eyes at 98, the chin at 138. Light comes from
the left. The colours are `skin`, `ink` and `mid`."""

from __future__ import annotations

from webapp.plates.shapes import short as n

EDGES = {
    "straight": "L2 86L-1 93L7 112Q7 115 1 116L3 121L5 124L1 127.5L3 132",
    "hook": "L2 86L-1 92Q8 99 9 114L6 116L1 116L2 121L4 124L1 127.5L3 132",
    "snub": "L1 86L-1 94L4 108Q8 112 4 115L0 116L3 121L6 124L1 128L3 133",
    "broad": "L2 86L-2 94L6 109Q11 115 3 117L1 118L3 121L6 125L1 129L4 134",
}
"""The edge between light and ink from brow to chin, by the kind of nose."""


def head(
    w: float = 27,
    jaw: float = 20,
    chin: float = 0,
    nose: str = "straight",
    age: float = 0,
    brow: float = 1,
    lips: float = 0,
    stub: float = 0,
    seed: float = 1,
    eyes: float = 3,
    neck: float = 1,
) -> str:
    """The lines of a head. `w`, `jaw`: half its width at temple and jaw; `chin`: how far it reaches below 138; `nose`:
    a key of :data:`EDGES`; `age` 0 to 2; `brow`, `lips`: how heavy; `stub`: stubble; `eyes`: 1 only the lit one, 2 only
    the other, 3 both, 0 none."""
    lines = _masses(w, jaw, 138 + chin, 127 + chin * 0.4, EDGES[nose], bool(neck))
    lines += _mouth(lips)
    if int(eyes) & 1:
        lines += _lit_eye(w, brow)
    if int(eyes) & 2:
        lines += _other_eye(w, brow)
    lines += [
        f"*ink cuts 1 64 1 84 5 9 186 2.2 {n(seed)}",
        f"*ink cuts 4 129 3 {n(137 + chin)} 3 7 196 2 {n(seed + 1)}",
        f"*skin cuts {n(w - 0.4)} 92 {n(w - 2)} 116 6 8 188 1.8 {n(seed + 2)}",
        f"*ink cuts {n(1 - w)} 108 {n(2 - jaw)} 126 5 7 -14 1.9 {n(seed + 3)}",
    ]
    return "\n".join(lines + _wrinkles(w, age, seed) + (_stubble(jaw, seed) if stub else []))


def _masses(w: float, jaw: float, low: float, cheek: float, edge: str, neck: bool) -> list[str]:
    """Neck, ear, the lit face, the half in shadow, and the light on its cheek."""
    r, j, c, d = n(w), n(jaw), n(cheek), n(low)
    right = f"104Q{n(w - 1)} 119 {j} {c}L7 {d}"
    under = [
        "skin M-13 126L-15 160H17L14 126Z",
        f"ink M{n(5 - jaw)} {n(low - 9)}L-3 {n(low + 12)}L-1 160H18V126Z",
    ]
    return (under if neck else []) + [
        f"skin~ink:1.6 o -{r} 103 4 7.5",
        f"+ink M{n(-w - 2)} 100q3 -2 3 4q-2 1 -1 4l-2 -2Z",
        f"skin M-{r} 84C-{r} 56 {r} 56 {r} 84L{r} {right}Q0 {n(low + 2)} -7 {d}L-{j} {c}Q{n(1 - w)} 119 -{r} 104Z",
        f"ink M2 62{edge}L1 {n(low + 1.4)}L7 {d}L{j} {c}Q{n(w - 1)} 119 {r} 104V84Q{r} 66 2 62Z",
        f"skin M7 105.5Q14 105 {n(w - 7.5)} 102L{n(w - 9)} 110L13 119Z",
        "+ink M-4 111q-4 3 0 5.6l4 .4Z",
    ]


def _mouth(lips: float) -> list[str]:
    lines = [
        f"ink M-10.5 123.6Q-4 {n(122 - lips)} 5 124Q-2 {n(126.5 + lips * 2)} -10.5 123.6Z",
        f"*ink M-6 {n(130.4 + lips)}h7l-3 1.8Z",
    ]
    return [*lines, "*skin M5 124.6q2 1 4 0l-4 3Z"] if lips else lines


def _lit_eye(w: float, brow: float) -> list[str]:
    out, lid = n(6 - w), n(7.5 - w)
    y = n(92 - brow * 0.4)
    return [
        f"ink M{out} {y}Q-12 {n(85.5 - brow)} -2 91V{n(92 + brow)}Q-12 {n(88.5 + brow * 0.5)} {out} {y}Z",
        f"ink M{lid} 98.6Q-12 92 -3.5 98.4Q-12 95.6 {lid} 98.6Z",
        "ink o -11 98 2.7",
        f"*~ink:1 M{n(9 - w)} 100.4Q-12 103 -5 100",
    ]


def _other_eye(w: float, brow: float) -> list[str]:
    return [
        f"skin M5 98.4Q12 92.6 {n(w - 7.5)} 98.6Q12 102 5 98.4Z",
        "ink o 12 97.6 2.6",
        f"+~mid:1.8 M5 91.4Q12 {n(86 - brow)} {n(w - 6)} 92",
    ]


def _wrinkles(w: float, age: float, seed: float) -> list[str]:
    lines = []
    if age >= 1:
        lines += [
            "+~ink:1.3 M-7 114Q-13 119 -13 127",
            f"*~ink:1.1 M{n(8 - w)} 103q5 3 9 1",
            f"*ink cuts {n(1 - w)} 96 {n(1 - w)} 104 3 6 10 1.6 {n(seed + 4)}",
        ]
    if age >= 2:
        lines += [
            f"+~ink:1.2 M{n(8 - w)} 80Q-10 77 0 80",
            f"*~ink:1.1 M{n(10 - w)} 75Q-10 72 0 75",
            "*~ink:1.2 M-15 116Q-18 121 -16 128",
        ]
    return lines


def _stubble(jaw: float, seed: float) -> list[str]:
    return [
        f"+ink cuts {n(1 - jaw)} 122 -4 135 9 4 100 1.6 {n(seed + 5)}",
        f"+ink cuts {n(-2 - jaw)} 115 -9 132 8 4 96 1.6 {n(seed + 6)}",
        f"*skin cuts 8 128 {n(jaw)} 122 5 4 100 1.3 {n(seed + 7)}",
    ]
