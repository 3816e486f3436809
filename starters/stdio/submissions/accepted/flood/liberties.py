# Walks over the chain and keeps its liberties in a set.
import sys

EMPTY = "."


def near(board, row, col):
    around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [(r, c) for r, c in around if 0 <= r < len(board) and 0 <= c < len(board[0])]


def count(board, row, col):
    if board[row][col] == EMPTY:
        return 0
    chain, found = {(row, col)}, set()
    todo = [(row, col)]
    while todo:
        for r, c in near(board, *todo.pop()):
            if board[r][c] == EMPTY:
                found.add((r, c))
            elif board[r][c] == board[row][col] and (r, c) not in chain:
                chain.add((r, c))
                todo.append((r, c))
    return len(found)


first, *lines = sys.stdin.read().split()
print(count(lines[1:], int(first), int(lines[0])))
