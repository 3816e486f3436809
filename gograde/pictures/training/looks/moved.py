"""Pictures of boards moved, scaled and cut, and their lattices with them."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from gograde.pictures.training.looks.made import Drawn, Placed


def moved(board: Placed, right: float, down: float) -> Placed:
    """The board so many pixels further right and down."""
    return replace(board, x=board.x + right, y=board.y + down)


def resized(drawn: Drawn, factor: float, how: Image.Resampling) -> Drawn:
    """The picture scaled; what comes out is whole pixels, and the lattice follows them exactly."""
    size = (max(8, round(drawn.image.width * factor)), max(8, round(drawn.image.height * factor)))
    across, down = size[0] / drawn.image.width, size[1] / drawn.image.height
    boards = tuple(
        Placed(
            x=(board.x + 0.5) * across - 0.5,
            dx=board.dx * across,
            y=(board.y + 0.5) * down - 0.5,
            dy=board.dy * down,
            labels=board.labels,
        )
        for board in drawn.boards
    )
    return Drawn(drawn.image.resize(size, how), boards, drawn.ordered)


def cropped(drawn: Drawn, box: tuple[int, int, int, int]) -> Drawn:
    """The part of the picture in the box, the box cut to the picture."""
    left, top = max(0, box[0]), max(0, box[1])
    right, bottom = min(drawn.image.width, box[2]), min(drawn.image.height, box[3])
    boards = tuple(moved(board, -left, -top) for board in drawn.boards)
    return Drawn(drawn.image.crop((left, top, right, bottom)), boards, drawn.ordered)


def smallest_step(drawn: Drawn) -> float:
    """The smallest step of any of its boards, in pixels."""
    return float(min(min(board.dx, board.dy) for board in drawn.boards))
