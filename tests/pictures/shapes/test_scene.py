"""Scenes as bytes: what comes back equals what was written, and everything else is no scene."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gograde.pictures.effort import TooMuchEffortError, limited
from gograde.pictures.shapes.boards import boards_of
from gograde.pictures.shapes.scene import (
    FAR,
    MOST_BYTES,
    MOST_SHAPES,
    Group,
    Scene,
    Shape,
    of_points,
    read_scene,
    write_scene,
)

LINE = Shape("line", (1.0, 2.0, 3.0, 4.0), "#000000", "", 2.0)
SCENE = Scene(200, 101, (Group("#ffffff", (LINE, Shape("text", (0.0, 0.0, 9.0, 9.0), text="A"))),))


def test_a_scene_comes_back() -> None:
    assert read_scene(write_scene(SCENE), 200, 101) == SCENE


def test_a_shrunk_picture_shrinks_its_scene() -> None:
    read, half = read_scene(write_scene(SCENE), 100, 51), (0.5, 1.0, 1.5, 2.0)
    assert read is not None and read.groups[0].shapes[0] == Shape("line", half, "#000000", "", 1.0)


def test_a_scene_of_another_picture_is_none() -> None:
    sizes = [(201, 101), (200, 100), (100, 50), (40, 40)]
    assert [read_scene(write_scene(SCENE), *size) for size in sizes] == [None] * 4


def test_an_empty_scene_and_one_with_too_much_are_not_written() -> None:
    many = Group("", (LINE,) * (MOST_SHAPES + 1))
    text = Group("", (Shape("text", (0.0, 0.0, 1.0, 1.0), text="x" * MOST_BYTES),))
    for groups in ((), (Group("", ()),), (many,), (text,)):
        assert write_scene(Scene(9, 9, groups)) == b""


def told(shape: Any = None, **more: Any) -> bytes:
    shapes = [["oval", [0, 0, 9, 9], "", "#000000", 1, ""] if shape is None else shape]
    value = {"size": [9, 9], "groups": [{"ground": "", "shapes": shapes}]} | more
    return json.dumps(value).encode()


def test_what_is_no_scene_is_none() -> None:
    for data in [
        b"",
        b"{",
        b"[]",
        b"null",
        b"[" * 5000,
        b" " * MOST_BYTES + told(),
        told(size=[9, 9.0]),
        told(size=[0, 9]),
        told(size=[9]),
        told(size=None),
        told(size=[10**9, 9]),
        told(groups=3),
        told(groups=[3]),
        told(groups=[{"ground": "red", "shapes": []}]),
        told(groups=[{"ground": "", "shapes": [["oval", [0, 0, 9, 9], "", "", 1, ""]] * (MOST_SHAPES + 1)}]),
        told(["disc", [0, 0, 9, 9], "", "", 1, ""]),
        told(["oval", [0, 0, 9], "", "", 1, ""]),
        told(["oval", [0, 0, 9, 9, 1, 1], "", "", 1, ""]),
        told(["oval", [], "", "", 1, ""]),
        told(["line", [0, 0], "", "", 1, ""]),
        told(["oval", [0, 0, 9, "9"], "", "", 1, ""]),
        told(["oval", [0, 0, 9, 2 * FAR], "", "", 1, ""]),
        told(["oval", [0, 0, 9, True], "", "", 1, ""]),
        told(["oval", [0, 0, 9, 9], "#GGGGGG", "", 1, ""]),
        told(["oval", [0, 0, 9, 9], None, "", 1, ""]),
        told(["oval", [0, 0, 9, 9], "", "", None, ""]),
        told(["oval", [0, 0, 9, 9], "", "", 1, 7]),
        told(["oval", [0, 0, 9, 9], "", "", 1]),
        told().replace(b"[0, 0, 9, 9]", b"[0, 0, 9, NaN]"),
        told().replace(b"[0, 0, 9, 9]", b"[0, 0, 9, 1e999]"),
        told(["oval", [0, 0, 9, 10**400], "", "", 1, ""]),
        told(["oval", [0, 0, 9, 9], "", "", 10**400, ""]),
    ]:
        assert read_scene(told(), 9, 9) is not None
        assert read_scene(data, 9, 9) is None


def test_discs_and_rectangles_are_known_by_their_corners() -> None:
    octagon = [30, 20, 27, 27, 20, 30, 13, 27, 10, 20, 13, 13, 20, 10, 27, 13]
    assert of_points(octagon, "#000000", "", 1.0) == Shape("oval", (10, 10, 30, 30), "#000000")
    assert of_points([0, 0, 9, 0, 9, 5, 0, 5], "#000000", "", 1.0).kind == "rect"
    assert of_points([0, 0, 9, 0, 4, 5], "#000000", "", 1.0).kind == "polygon"
    assert of_points([0, 0, 9, 5, 9, 0, 0, 5], "#000000", "", 1.0).kind == "polygon"


def test_a_scene_that_takes_too_long_is_given_up() -> None:
    shapes = tuple(Shape("rect", (float(n), float(n), n + 2.0, n + 2.0), "#00ff00") for n in range(2000))
    with limited(500), pytest.raises(TooMuchEffortError):
        boards_of(Scene(100, 100, (Group("", shapes),)), 9, 9)
    assert boards_of(SCENE, 9, 9) == ((), ""), "without lines no board is shown"
