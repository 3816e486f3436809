"""Positions thrown at random, and what shapes say of a picture."""

from __future__ import annotations

import random

from gograde.pictures.decode import in_box
from gograde.pictures.picture import Picture
from gograde.pictures.shapes.boards import boards_of
from gograde.pictures.shapes.scene import read_scene

Rows = tuple[str, ...]


def thrown(rng: random.Random) -> Rows:
    """A position with stones of both colours, and empty points."""
    rows = ["".join(rng.choice("...XO") for _ in range(9)) for _ in range(8)]
    return (*rows, "X.O......")


def picture_of(name: str, data: bytes) -> Picture:
    """A file as it is decoded in the sandbox, here without its limits."""
    size, rgb, shapes = in_box._decoded(name, data, 1000)
    assert not isinstance(size, str), size
    return Picture(*size, rgb, shapes)


def found(picture: Picture) -> tuple[list[Rows], str]:
    """The boards that the shapes of a picture show, and the doubt about them."""
    scene = read_scene(picture.shapes, picture.width, picture.height)
    assert scene is not None
    boards = boards_of(scene, 9, 9)
    return [one.board for one in boards.found], boards.doubt
