"""Discs, blocks and rulers on a square board: movement, reach and sight, exact, in integer micrometres."""

from rules.geometry.checks import Edge, check_displacement, check_entry, check_short
from rules.geometry.choices import entry_turnings, placements, turnings
from rules.geometry.entry import entry_reach
from rules.geometry.footing import block_gap, stand_fault, touches_block
from rules.geometry.margins import Margin, margin
from rules.geometry.nearest import nearest, nearest_place
from rules.geometry.placement import Spot, block_fault, find_block_place, has_block_place, place_polygon, sample_block
from rules.geometry.reach import displacement_reach, walk_reach
from rules.geometry.regions import Part, Region, region_near, union_regions
from rules.geometry.samples import sample_displacement, sample_entry, sample_short
from rules.geometry.search import find_displacement, find_entry
from rules.geometry.shapes import (
    CONTACT,
    OVERLAP,
    Block,
    Disc,
    Fault,
    Point,
    Pose,
    RulerSize,
    Scene,
    gap,
    in_contact,
    within,
)
from rules.geometry.sight import Sight, sight
from rules.geometry.toward import Reached, best_away, best_toward, can_come_within

__all__ = [
    "CONTACT",
    "OVERLAP",
    "Block",
    "Disc",
    "Edge",
    "Fault",
    "Margin",
    "Part",
    "Point",
    "Pose",
    "Reached",
    "Region",
    "RulerSize",
    "Scene",
    "Sight",
    "Spot",
    "best_away",
    "best_toward",
    "block_fault",
    "block_gap",
    "can_come_within",
    "check_displacement",
    "check_entry",
    "check_short",
    "displacement_reach",
    "entry_reach",
    "entry_turnings",
    "find_block_place",
    "find_displacement",
    "find_entry",
    "gap",
    "has_block_place",
    "in_contact",
    "margin",
    "nearest",
    "nearest_place",
    "place_polygon",
    "placements",
    "region_near",
    "sample_block",
    "sample_displacement",
    "sample_entry",
    "sample_short",
    "sight",
    "stand_fault",
    "touches_block",
    "turnings",
    "union_regions",
    "walk_reach",
    "within",
]
