"""The liberties of a chain: fill in the function.

    printf '0 0\nXX.\n.XO\n' | python3 liberties.py        should print 2
"""

import sys


def liberties(board, row, col):
    """How many liberties the chain at a point has; 0 for an empty point."""
    return None


if __name__ == "__main__":
    first, *board = sys.stdin.read().split("\n")
    row, col = first.split()
    print(liberties([line for line in board if line], int(row), int(col)))
