"""A player of the 5x5 game, to be made better: it plays the first point that is legal.

It is started anew for each move, reads input.txt, and writes output.txt.
"""

from host import GO
from read import readInput
from write import writeOutput, writePass

SIZE = 5


def legal_points(go, colour):
    """The points where `colour` may play, row by row."""
    points = [(row, column) for row in range(SIZE) for column in range(SIZE)]
    return [point for point in points if go.valid_place_check(*point, colour, test_check=True)]


def choose(go, colour):
    """The point to play, or None to pass."""
    points = legal_points(go, colour)
    # Your part: find a better one than the first.
    return points[0] if points else None


def main():
    colour, before, now = readInput(SIZE)
    go = GO(SIZE)
    go.set_board(colour, before, now)
    point = choose(go, colour)
    if point is None:
        writePass()
    else:
        writeOutput(point)


if __name__ == "__main__":
    main()
