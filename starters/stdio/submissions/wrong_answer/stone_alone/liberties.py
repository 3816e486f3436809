# Looks at the stone, not at its chain.
import sys

EMPTY = "."


def near(board, row, col):
    around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [(r, c) for r, c in around if 0 <= r < len(board) and 0 <= c < len(board[0])]


def count(board, row, col):
    if board[row][col] == EMPTY:
        return 0
    return sum(board[r][c] == EMPTY for r, c in near(board, row, col))


first, *lines = sys.stdin.read().split()
print(count(lines[1:], int(first), int(lines[0])))
