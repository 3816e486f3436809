"""Scoring a finished game: fill in `score`, leave the rest as it is or not.

    python3 score.py < example_1.txt

A board is a list of rows, each a list of "X" (black), "O" (white) and "-" (empty):
board[row][col], row 0 at the top, column 0 on the left. A board may have no rows at all.
"""

import sys
from math import isqrt

BLACK, WHITE, EMPTY = "X", "O", "-"


# ---------------------------------------------------------------- for you to fill in


def score(board):
    """The points of both players.

    Give a pair (black, white): the stones of each, and the empty points that reach this
    colour and not the other. An empty point reaches a colour when a path of empty points
    leads from it to a point next to a stone of that colour.
    """
    return None


# ---------------------------------------------------------------- reading and writing


def read_board():
    """The board on standard input; every character that is no point is passed over."""
    text = sys.stdin.buffer.read().decode("latin-1")
    points = [letter for letter in text if letter in (BLACK, WHITE, EMPTY)]
    size = isqrt(len(points))
    return [points[row * size : (row + 1) * size] for row in range(size)]


def result(black, white):
    """The line to print."""
    if black > white:
        return "B+%d" % (black - white)
    if white > black:
        return "W+%d" % (white - black)
    return "Jigo"


def main():
    points = score(read_board())
    if points is None:
        print("score() is not written yet", file=sys.stderr)
    else:
        print(result(*points))


if __name__ == "__main__":
    main()
