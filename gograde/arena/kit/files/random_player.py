# mypy: ignore-errors
"""A player of the 5x5 game that plays any legal point; it passes when there is none."""

import random

from host import GO
from read import readInput
from write import writeOutput, writePass

SIZE = 5


def legal_points(go, colour):
    """The points where a colour may play."""
    points = [(row, column) for row in range(SIZE) for column in range(SIZE)]
    return [point for point in points if go.valid_place_check(*point, colour, test_check=True)]


def main():
    colour, before, now = readInput(SIZE)
    go = GO(SIZE)
    go.set_board(colour, before, now)
    points = legal_points(go, colour)
    if points:
        writeOutput(random.choice(points))
    else:
        writePass()


if __name__ == "__main__":
    main()
