"""The liberties of a chain: fill in the function.

    python3 liberties.py        tries it on the example of the statement
"""


def liberties(board, point):
    """How many liberties the chain at a point has; 0 for an empty point."""
    return None


if __name__ == "__main__":
    BOARD = [[1, 1, 0], [0, 1, 2]]
    for point, right in (([0, 0], 2), ([1, 2], 1), ([0, 2], 0)):
        print(point, "gives", liberties(BOARD, point), "and should give", right)
