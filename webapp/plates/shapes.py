"""The shapes of a plate: each function returns the body of one SVG element. Lengths are units of the plate, angles
degrees clockwise from the right. What looks random comes from :func:`numbers` and is the same everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, pi, radians, sin
from zlib import crc32


def short(value: float) -> str:
    """A number with at most one decimal."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def numbers(seed: object) -> Iterator[float]:
    """An endless row of numbers from 0 to 1 for a seed, the same on every machine."""
    state = crc32(str(seed).encode()) or 1
    while True:
        state = (state * 1664525 + 1013904223) % 2**32
        yield (state >> 8) / 2**24


def path(data: str) -> str:
    """A path from its data."""
    return f'path d="{data}"'


def points(*at: tuple[float, float], closed: bool = True) -> str:
    """Path data through points."""
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in at) + ("Z" if closed else "")


def polar(cx: float, cy: float, radius: float, angle: float) -> tuple[float, float]:
    """The point at an angle and a distance from a centre."""
    return cx + radius * cos(radians(angle)), cy + radius * sin(radians(angle))


def round_data(cx: float, cy: float, rx: float, ry: float) -> str:
    """Path data of an ellipse."""
    a, b, c = short(rx), short(ry), short(2 * rx)
    return f"M{short(cx - rx)} {short(cy)}a{a} {b} 0 1 0 {c} 0a{a} {b} 0 1 0 -{c} 0Z"


def disc(cx: float, cy: float, r: float, ry: float = 0) -> str:
    """A disc, or an ellipse."""
    if ry:
        return f'ellipse cx="{short(cx)}" cy="{short(cy)}" rx="{short(r)}" ry="{short(ry)}"'
    return f'circle cx="{short(cx)}" cy="{short(cy)}" r="{short(r)}"'


def box(x: float, y: float, w: float, h: float, turn: float = 0) -> str:
    """A rectangle, turned about its middle."""
    if not turn:
        return path(f"M{short(x)} {short(y)}h{short(w)}v{short(h)}h{short(-w)}Z")
    cx, cy, c, s = x + w / 2, y + h / 2, cos(radians(turn)), sin(radians(turn))
    corners = [(-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)]
    return path(points(*((cx + dx * c - dy * s, cy + dx * s + dy * c) for dx, dy in corners)))


def ring(cx: float, cy: float, r0: float, r1: float) -> str:
    """The surface between two circles."""
    return f'path fill-rule="evenodd" d="{round_data(cx, cy, r0, r0)}{round_data(cx, cy, r1, r1)}"'


def rays(
    cx: float, cy: float, n: float, r0: float, r1: float, share: float = 0.5, turn: float = 0, span: float = 360
) -> str:
    """Wedges from a centre; `share` of each step is filled."""
    step, drawn = span / n, ""
    for i in range(int(n)):
        a, b = turn + i * step - step * share / 2, turn + i * step + step * share / 2
        drawn += points(polar(cx, cy, r0, a), polar(cx, cy, r1, a), polar(cx, cy, r1, b), polar(cx, cy, r0, b))
    return path(drawn)


def gear(cx: float, cy: float, n: float, r0: float, r1: float, share: float = 0.5, hole: float = 0) -> str:
    """A toothed disc: `r0` at the foot of its teeth, `r1` at their tops."""
    step, at = 360 / n, []
    for i in range(int(n)):
        a = i * step
        for radius, angle in (
            (r0, a - step * share * 0.62),
            (r1, a - step * share * 0.4),
            (r1, a + step * share * 0.4),
            (r0, a + step * share * 0.62),
        ):
            at.append(polar(cx, cy, radius, angle - 90))
    data = points(*at) + (round_data(cx, cy, hole, hole) if hole else "")
    return f'path fill-rule="evenodd" d="{data}"'


def star(cx: float, cy: float, n: float, r0: float, r1: float, turn: float = 0, hole: float = 0) -> str:
    """A star: `r0` its inner, `r1` its outer radius. The first ray points up."""
    step = 180 / n
    data = points(*(polar(cx, cy, r1 if i % 2 == 0 else r0, turn - 90 + i * step) for i in range(2 * int(n))))
    return f'path fill-rule="evenodd" d="{data}{round_data(cx, cy, hole, hole)}"' if hole else path(data)


def bow(cx: float, cy: float, r: float, a: float, b: float, ry: float = 0) -> str:
    """A part of a circle's edge from one angle to another."""
    ry = ry or r
    x0, y0 = cx + r * cos(radians(a)), cy + ry * sin(radians(a))
    x1, y1 = cx + r * cos(radians(b)), cy + ry * sin(radians(b))
    large, sweep = int(abs(b - a) > 180), int(b > a)
    return path(
        f"M{short(x0)} {short(y0)}A{short(r)} {short(ry)} 0 {large} {sweep} {short(x1)} {short(y1)}",
    )


def wave(x0: float, x1: float, y: float, high: float, long: float, depth: float = 0) -> str:
    """A wavy line, closed below it if it has a depth."""
    data, x, sign = f"M{short(x0)} {short(y)}q{short(long / 4)} {short(-high)} {short(long / 2)} 0", x0 + long / 2, 1
    while x < x1:
        data += f"t{short(long / 2)} 0"
        x += long / 2
        sign = -sign
    if depth:
        data += f"V{short(y + depth)}H{short(x0)}Z"
    return path(data)


def _houses(x0: float, x1: float, low: float, high: float, seed: float) -> Iterator[tuple[float, float, float, float]]:
    """Houses in a row: left edge, width, height, and a number for the roof."""
    of, x = numbers(f"town{short(seed)}"), x0
    while x < x1:
        wide = 7 + 12 * next(of)
        yield x, min(wide, x1 - x), low + (high - low) * next(of) ** 1.4, next(of)
        x += wide


def town(x0: float, x1: float, y: float, low: float, high: float, seed: float = 1) -> str:
    """The outline of a town on a horizon."""
    data = f"M{short(x0)} {short(y)}"
    for x, wide, tall, roof in _houses(x0, x1, low, high, seed):
        top = y - tall
        data += f"V{short(top)}"
        if roof < 0.2:
            data += f"l{short(wide / 2)} -5l{short(wide / 2)} 5"
        elif roof < 0.35:
            data += f"h{short(wide * 0.3)}v-4h{short(wide * 0.35)}v4H{short(x + wide)}"
        elif roof < 0.45:
            data += f"h{short(wide * 0.5)}v-9h1v9H{short(x + wide)}"
        else:
            data += f"H{short(x + wide)}"
    return path(data + f"V{short(y)}Z")


def lights(x0: float, x1: float, y: float, low: float, high: float, seed: float = 1, share: float = 0.25) -> str:
    """Lit windows in the town of the same numbers."""
    of, data = numbers(f"lit{short(seed)}"), ""
    for x, wide, tall, _ in _houses(x0, x1, low, high, seed):
        for row in range(int((tall - 4) // 6)):
            for column in range(int((wide - 2) // 5)):
                if next(of) < share:
                    data += f"M{short(x + 2 + column * 5)} {short(y - tall + 3 + row * 6)}h2v3h-2Z"
    return path(data or "M0 0Z")


def panes(x: float, y: float, columns: float, rows: float, w: float, h: float, dx: float, dy: float) -> str:
    """Windows in rows and columns, `dx` and `dy` from one to the next."""
    return path(
        "".join(
            f"M{short(x + i * dx)} {short(y + j * dy)}h{short(w)}v{short(h)}h{short(-w)}Z"
            for j in range(int(rows))
            for i in range(int(columns))
        )
    )


def crowd(x0: float, x1: float, y: float, r: float, depth: float, seed: float = 1) -> str:
    """People from behind, shoulder to shoulder: heads of radius `r` on a row at `y`."""
    of, x, data = numbers(f"crowd{short(seed)}"), x0, ""
    while x < x1:
        size, up = r * (0.85 + 0.3 * next(of)), (next(of) - 0.5) * r
        data += round_data(x, y + up, size, size * 1.15)
        wide = size * 2
        data += (
            f"M{short(x - wide)} {short(y + depth)}V{short(y + up + size * 2.2)}"
            f"q0 {short(-size)} {short(wide)} {short(-size)}t{short(wide)} {short(size)}V{short(y + depth)}Z"
        )
        x += size * (2.9 + 0.8 * next(of))
    return path(data)


def cuts(
    x0: float, y0: float, x1: float, y1: float, n: float, long: float, angle: float, wide: float = 2, seed: float = 1
) -> str:
    """Gouges along a line: `n` wedges of about `long`, all at an angle."""
    of, data = numbers(f"cuts{short(seed)}"), ""
    for i in range(int(n)):
        t = (i + 0.2 + 0.6 * next(of)) / n
        x, y = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
        a, size = angle + (next(of) - 0.5) * 8, long * (0.55 + 0.6 * next(of))
        tip = polar(x, y, size, a)
        data += points(polar(x, y, wide / 2, a - 90), tip, polar(x, y, wide / 2, a + 90))
    return path(data)


def strata(
    x0: float, x1: float, y0: float, y1: float, n: float, wide: float = 3, sway: float = 3, seed: float = 1
) -> str:
    """Wavering lines from side to side, each a long cut that swells and thins out."""
    of, data = numbers(f"strata{short(seed)}"), ""
    for i in range(int(n)):
        y, steps = y0 + (y1 - y0) * (i + 0.5) / n, 9
        top: list[tuple[float, float]] = []
        under: list[tuple[float, float]] = []
        begin, end = next(of) * 0.12, 1 - next(of) * 0.12
        for k in range(steps + 1):
            x = x0 + (x1 - x0) * (begin + (end - begin) * k / steps)
            off = sway * (next(of) - 0.5) * 2
            half = wide / 2 * sin(pi * k / steps) * (0.6 + 0.4 * next(of))
            top.append((x, y + off - half))
            under.append((x, y + off + half))
        data += points(*top, *reversed(under))
    return path(data)


def grass(x0: float, x1: float, y: float, high: float, n: float, seed: float = 1) -> str:
    """Blades of grass, rooted on a line."""
    of, data = numbers(f"grass{short(seed)}"), ""
    for i in range(int(n)):
        x = x0 + (x1 - x0) * (i + next(of)) / n
        tip, tall = x + (next(of) - 0.5) * high * 0.7, high * (0.5 + 0.5 * next(of))
        data += f"M{short(x - 1.2)} {short(y)}Q{short(x)} {short(y - tall * 0.6)} {short(tip)} {short(y - tall)}"
        data += f"Q{short(x + 1)} {short(y - tall * 0.5)} {short(x + 1.4)} {short(y)}Z"
    return path(data)


def meander(x0: float, x1: float, y: float, size: float) -> str:
    """A meander, drawn as one line."""
    unit, data, x = size / 4, f"M{short(x0)} {short(y + size)}", x0
    while x + size * 1.2 <= x1 + 0.1:
        u = short
        data += (
            f"V{u(y)}H{u(x + 4 * unit)}V{u(y + 3 * unit)}H{u(x + 1.7 * unit)}V{u(y + 1.6 * unit)}H{u(x + 2.7 * unit)}"
        )
        data += f"M{u(x + 1.7 * unit)} {u(y + 3 * unit)}M{u(x)} {u(y + size)}H{u(x + 5 * unit)}"
        x += 5 * unit
    return path(data)


def spirals(x0: float, x1: float, y: float, size: float) -> str:
    """A frieze of running waves, standing on a line at `y`."""
    curl = (
        (0.1, -0.7, 0.5, -0.95, 0.8, -0.7),
        (0.25, 0.25, 0.05, 0.55, -0.2, 0.45),
        (-0.16, -0.08, -0.1, -0.25, 0.04, -0.24),
        (-0.3, -0.1, -0.42, 0.3, 0.36, 0.49),
    )
    one = "".join("c" + " ".join(short(number * size) for number in row) for row in curl)
    count = int((x1 - x0 + 0.1) // size)
    return path("".join(f"M{short(x0 + i * size)} {short(y)}{one}Z" for i in range(count)))


SHAPES: dict[str, Callable[..., str]] = {
    "o": disc,
    "r": box,
    "ring": ring,
    "rays": rays,
    "gear": gear,
    "star": star,
    "bow": bow,
    "wave": wave,
    "town": town,
    "lights": lights,
    "panes": panes,
    "crowd": crowd,
    "cuts": cuts,
    "strata": strata,
    "grass": grass,
    "meander": meander,
    "spirals": spirals,
}
"""The shapes by the words of :mod:`webapp.plates.language`."""
