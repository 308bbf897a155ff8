"""Shortcuts that would look right on most boards, each shown to be caught by a case of these tests.

Every test first holds the geometry as it is to the case, then takes one thing away and sees the case fail.
"""

import math

import numpy as np
import pytest
import shapely

from rules.geometry import Pose, chords, displacement_reach, find_displacement, reach, search
from rules.geometry import sight as sight_of
from rules.geometry.families import slides_of
from rules.geometry.polygon import triangles
from tests.geometry import test_displacement, test_entry, test_reach, test_sight, test_tight_places
from tests.geometry.boards import LONG
from tests.geometry.test_tight_places import MIDDLE, TURN, corridor


def caught(case, *args):
    """Whether a case fails."""
    with pytest.raises(AssertionError):
        case(*args)
    return True


def test_without_slides(monkeypatch):
    along = (test_tight_places.test_a_slide_along_one_side, LONG, 15_000, 0.4)
    between = (test_tight_places.test_a_slide_between_two_opposite_sides, 21_000, 0.7, 0)
    for case, *args in (along, between):
        case(*args)
    monkeypatch.setattr(chords.Chords, "_slides", lambda self: slides_of([]))
    for case, *args in (along, between):
        assert caught(case, *args)


def five_degrees(family):
    """Placements at every 5 degrees of the board, instead of samples to refine."""
    segment, way, image = [], [], []
    for part in range(len(family.segments) - 1):
        low, high = family.segments[part], family.segments[part + 1]
        offset = math.atan2(family.sin, family.cos) % math.radians(5)
        turns = np.arange(-5, 95, 5) * math.pi / 180
        for mirror, turn in [(0, t + offset) for t in turns] + [(2, t - offset) for t in turns]:
            if low <= turn <= high:
                for k in (0, 1):
                    segment.append(part)
                    way.append(math.acos(1 - 2 * (turn - low) / (high - low)) / math.pi)
                    image.append(mirror + k)
    # Rows of a fixed length are expected: the last one is repeated.
    fill = -len(way) % search.SAMPLES or (search.SAMPLES if not way else 0)
    segment, way, image = segment + [0] * fill, way + [0.0] * fill, image + [0] * fill
    return np.array(segment), np.array(way), np.array(image)


def test_with_a_list_of_angles_instead_of_a_bound(monkeypatch):
    scene, start, to = corridor(LONG.width + 0.05 * 25_400, TURN)
    assert isinstance(find_displacement(scene, start, to, LONG), Pose)
    test_tight_places.test_a_window_of_angles_between_those_of_any_list()
    monkeypatch.setattr(search, "first_samples", five_degrees)
    monkeypatch.setattr(search, "travel", lambda family, one, other: np.zeros(one.shape[1]))
    # It is no straw man: on open boards it still finds its way.
    open_boards = list(test_displacement.queries("five", 12, 2, blocks=2, discs=5))
    assert sum(isinstance(find_displacement(*query), Pose) for query in open_boards) > 0.5 * len(open_boards)
    assert not isinstance(find_displacement(scene, start, to, LONG), Pose)
    assert caught(test_tight_places.test_a_window_of_angles_between_those_of_any_list)


def test_without_the_least_distance_of_a_component(monkeypatch):
    test_reach.test_reach_leaves_out_places_that_only_the_ruler_passes()
    between = reach._between
    monkeypatch.setattr(reach, "_between", lambda start, near, far: between(start, np.zeros_like(near), far))
    assert caught(test_reach.test_reach_leaves_out_places_that_only_the_ruler_passes)
    # The area that is added is false: it holds no legal end.
    scene, start, _ = corridor(33_000)
    assert test_reach.shape_of(displacement_reach(scene, start, LONG)).contains(shapely.Point(MIDDLE))


def test_without_what_joins_the_parts_of_a_block(monkeypatch):
    """Blocks cut into triangles that know nothing of one another: a line runs along the cut between two of them."""
    turns = [k * math.pi / 12 for k in range(24)]
    for turn in turns:
        test_sight.test_no_sight_along_the_diagonal_of_an_angle(turn)
    whole = sight_of.__globals__["shadow"]

    def in_parts(corridor_, scene, ignore):
        parts = []
        for name, outline in scene.opaques:
            for part in triangles(outline.ring):
                met = whole(corridor_, part)
                if met is not None and name not in ignore:
                    parts.append((name, met))
        return parts

    monkeypatch.setitem(sight_of.__globals__, "shadows", in_parts)
    assert all(caught(test_sight.test_no_sight_along_the_diagonal_of_an_angle, turn) for turn in turns)


def test_the_random_boards_catch_what_is_gross(monkeypatch):
    """The comparisons with the slow checker are not blind either."""
    monkeypatch.setattr(search, "travel", lambda family, one, other: np.zeros(one.shape[1]))
    monkeypatch.setattr(search, "SAMPLES", 3)
    assert caught(test_entry.test_the_search_against_the_slow_checker, "walls", {"blocks": 24, "discs": 8}, 50)
