"""Boards to test on: random ones, and the eight symmetries of the square."""

import math
from dataclasses import replace

import pytest

from rules.geometry import Block, Disc, Pose, RulerSize, Scene, stand_fault

INCH = 25_400
SIZE = 16 * INCH
LONG = RulerSize(4 * INCH, 20_320)
SHORT = RulerSize(2 * INCH, 20_320)
RULERS = (LONG, SHORT)
RADII = (15_000, 20_000, 25_000)
EDGES = ("north", "south", "east", "west")

FORMS = {
    "square": [(-25_400, -25_400), (25_400, -25_400), (25_400, 25_400), (-25_400, 25_400)],
    "wall": [(-44_450, -3_000), (44_450, -3_000), (44_450, 3_000), (-44_450, 3_000)],
    "angle": [(-30_000, -30_000), (30_000, -30_000), (30_000, -18_000), (-18_000, -18_000), (-18_000, 30_000),
              (-30_000, 30_000)],
    "yoke": [(-35_000, -30_000), (35_000, -30_000), (35_000, 30_000), (27_000, 30_000), (27_000, -20_000),
             (-27_000, -20_000), (-27_000, 30_000), (-35_000, 30_000)],
    "triangle": [(0, -28_000), (26_000, 20_000), (-24_000, 15_000)],
    "post": [(-5_000, -5_000), (5_000, -5_000), (5_000, 5_000), (-5_000, 5_000)],
}  # fmt: skip


def turned(points, x, y, angle):
    """Points turned about the origin by an angle in radians and moved, in whole micrometres."""
    cos, sin = math.cos(angle), math.sin(angle)
    return tuple((round(x + px * cos - py * sin), round(y + px * sin + py * cos)) for px, py in points)


def random_scene(rng, blocks=6, discs=9, forms=tuple(FORMS)):
    """Blocks of random forms anywhere on the board, one in six a zone; then discs where they fit."""
    laid = []
    while len(laid) < blocks:
        angle = rng.choice((0.0, math.pi / 2, rng.uniform(0, 2 * math.pi)))
        polygon = turned(FORMS[rng.choice(forms)], rng.randrange(SIZE), rng.randrange(SIZE), angle)
        if all(0 <= c <= SIZE for point in polygon for c in point):
            hard = rng.random() < 5 / 6
            laid.append(Block(f"b{len(laid)}", polygon, opaque=hard, solid=hard))
    scene = Scene(SIZE, tuple(laid), ())
    for n in range(discs):
        disc = random_disc(rng, scene)
        if disc is not None:
            scene = replace(scene, discs=(*scene.discs, (f"p{n}", disc)))
    return scene


def random_disc(rng, scene, near=None):
    """A disc that fits somewhere, sometimes in contact with an earlier one; None where it took too long."""
    for _ in range(100):
        radius = rng.choice(RADII)
        x, y = rng.randint(radius, SIZE - radius), rng.randint(radius, SIZE - radius)
        if scene.discs and rng.random() < 0.3:
            other, turn = rng.choice(scene.discs)[1], rng.uniform(0, 2 * math.pi)
            far = other.radius + radius + rng.choice((1, 20_320, 20_420, rng.randrange(INCH)))
            x, y = round(other.x + far * math.cos(turn)), round(other.y + far * math.sin(turn))
        disc = Disc(x, y, radius)
        if stand_fault(scene, disc) is None:
            return disc
    return None


def random_end(rng, start, ruler, scene=None, ignore=frozenset()):
    """An end within the ruler's range, singular distances favoured; rarely one where nothing can stand."""
    most = math.hypot(ruler.length, ruler.width) + 2 * start.radius
    singular = (ruler.width + 2 * start.radius, ruler.length + 2 * start.radius, ruler.length, ruler.width, most)
    to = start.centre
    for _ in range(8):
        far = rng.choice((most * math.sqrt(rng.random()), most * math.sqrt(rng.random()), rng.choice(singular)))
        turn = rng.uniform(0, 2 * math.pi)
        to = (round(start.x + far * math.cos(turn)), round(start.y + far * math.sin(turn)))
        if scene is None or stand_fault(scene, Disc(*to, start.radius), ignore) is None:
            break
    return to


def symmetry(k):
    """The k-th of the eight symmetries of the board, as functions of a point and of an angle in microradians."""
    quarter = round(math.pi / 2 * 1e6)

    def point(p):
        x, y = (SIZE - p[0], p[1]) if k >= 4 else p
        for _ in range(k % 4):
            x, y = SIZE - y, x
        return x, y

    def angle(a):
        return (-a if k >= 4 else a) + k % 4 * quarter

    return point, angle


def moved_disc(disc, k):
    return Disc(*symmetry(k)[0](disc.centre), disc.radius)


def moved_pose(pose, k):
    point, angle = symmetry(k)
    return Pose(*point((pose.x, pose.y)), angle(pose.angle))


def moved_edge(edge, k):
    middle = {"north": (SIZE // 2, 0), "south": (SIZE // 2, SIZE), "west": (0, SIZE // 2), "east": (SIZE, SIZE // 2)}
    goal = symmetry(k)[0](middle[edge])
    return next(name for name, point in middle.items() if point == goal)


def moved_scene(scene, k):
    point = symmetry(k)[0]
    return Scene(
        scene.size,
        tuple(replace(block, polygon=tuple(point(p) for p in block.polygon)) for block in scene.blocks),
        tuple((name, moved_disc(disc, k)) for name, disc in scene.discs),
    )


def some_boards(number, of):
    """Runs a test with the parameter `boards` on this many random boards, and on all of them in `make soak`: the first
    ones are the same."""
    return pytest.mark.parametrize("boards", [number, pytest.param(of, marks=pytest.mark.soak)])
