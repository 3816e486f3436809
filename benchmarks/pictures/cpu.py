"""The cost of reading one picture of 500 x 500 pixels: 9x9 boards in several looks, each read alone."""

from __future__ import annotations

import time
from random import Random
from statistics import median

from benchmarks.pictures.looks import Look, drawn
from benchmarks.pictures.measure import Board, picture_of
from benchmarks.pictures.styles import TUNE
from gograde.pictures.read import Question, read_picture

SIDE, GOAL, REPEATS = 500, 0.15, 3
"""Pixels a side; the goal in seconds of CPU per picture; readings per picture."""

LOOKS = {
    "handed out": Look(),
    "smooth": Look(smooth=2),
    "dark": Look(paper="#1e1e1e", ink="white"),
    "JPEG": Look(jpeg=60, stars=True),
    "in cells": Look(cells=True, margin=25),
    "names": Look(names="alpha", paper="white"),
}


def costs(seed: int, count: int) -> None:
    """Print mean and maximum seconds of CPU in each look; a picture counts by the median of its readings."""
    boards = [board for board in TUNE[0].boards(seed, 2 * count) if len(board) == 9][:count]
    print(f"CPU: {len(boards)} positions a look, {SIDE} x {SIDE} pixels; each picture read {REPEATS} times\n")
    print(f"| look | mean s | most s | over {GOAL} s |\n|---|---|---|---|")
    _seconds(LOOKS["handed out"], boards[0])  # the first reading includes the imports
    for name, look in LOOKS.items():
        all_of = [_seconds(look, board) for board in boards]
        over = sum(one > GOAL for one in all_of)
        print(f"| {name} | {sum(all_of) / len(all_of):.3f} | {max(all_of):.3f} | {over} |")


def _seconds(look: Look, board: Board) -> float:
    picture = picture_of(drawn(look, board, Random(1)))
    assert (picture.width, picture.height) == (SIDE, SIDE)
    taken = []
    for _ in range(REPEATS):
        started = time.process_time()
        read_picture(Question(picture, board))
        taken.append(time.process_time() - started)
    return median(taken)
