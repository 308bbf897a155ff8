"""The places where a disc may stand: on the board, on no solid block and on no other disc."""

from rules.geometry.polygon import Outline
from rules.geometry.shapes import CONTACT, OVERLAP, Block, Disc, Fault, Scene

NOTHING: frozenset[str] = frozenset()


def outline_gap(disc: Disc, outline: Outline) -> float:
    return outline.depth_or_distance(disc.x, disc.y) - disc.radius


def block_gap(disc: Disc, block: Block) -> float:
    """Micrometres from the disc's edge to the block, negative where they overlap."""
    return outline_gap(disc, block.outline)


def touches_block(disc: Disc, block: Block) -> bool:
    """Whether a disc is in contact with a block, or overlaps it."""
    outline = block.outline
    limit = disc.radius + CONTACT
    return _near(outline, disc, limit) and outline.depth_or_distance(disc.x, disc.y) <= limit


def on_board(scene: Scene, disc: Disc) -> bool:
    """Whether a disc lies wholly on the board: exact, nothing is forgiven at the edge."""
    r, far = disc.radius, scene.size - disc.radius
    return r <= disc.x <= far and r <= disc.y <= far


def stand_fault(scene: Scene, disc: Disc, ignore: frozenset[str] = NOTHING) -> Fault | None:
    """The fault of a disc that may not lie there: "off-bloc", or "overlap" with every block and disc it lies on."""
    if not on_board(scene, disc):
        return Fault("off-bloc")
    blockers = standing_on(scene, disc, ignore)
    return Fault("overlap", tuple(sorted(blockers))) if blockers else None


def standing_on(scene: Scene, disc: Disc, ignore: frozenset[str] = NOTHING) -> list[str]:
    """The solid blocks and the discs that a disc overlaps by more than is forgiven."""
    x, y, limit = disc.x, disc.y, disc.radius - OVERLAP
    ids = []
    for name, other in scene.discs:  # `apart`, written out: every search asks this most of all
        dx, dy, least = x - other.x, y - other.y, limit + other.radius
        if dx * dx + dy * dy < least * least and least > 0 and name not in ignore:
            ids.append(name)
    for name, outline in scene.solids:
        if name not in ignore and _near(outline, disc, limit) and outline.depth_or_distance(disc.x, disc.y) < limit:
            ids.append(name)
    return ids


def _near(outline: Outline, disc: Disc, limit: float) -> bool:
    dx, dy, reach = outline.x - disc.x, outline.y - disc.y, outline.radius + limit
    return dx * dx + dy * dy <= reach * reach
