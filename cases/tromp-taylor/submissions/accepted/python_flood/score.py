# Right. Python; a breadth-first search from every empty region, without recursion.
import sys
from collections import deque
from math import isqrt

BLACK, WHITE, EMPTY = "X", "O", "-"


def read_board(text):
    """The rows of the board; whatever is no point is left out."""
    points = [letter for letter in text if letter in (BLACK, WHITE, EMPTY)]
    size = isqrt(len(points))
    return [points[row * size : (row + 1) * size] for row in range(size)]


def neighbours(size, row, col):
    if row > 0:
        yield row - 1, col
    if row + 1 < size:
        yield row + 1, col
    if col > 0:
        yield row, col - 1
    if col + 1 < size:
        yield row, col + 1


def explore(board, seen, row, col):
    """The number of points of an empty region, and the colours that it reaches."""
    queue, points, colours = deque([(row, col)]), 0, set()
    seen[row][col] = True
    while queue:
        here = queue.popleft()
        points += 1
        for r, c in neighbours(len(board), *here):
            if board[r][c] != EMPTY:
                colours.add(board[r][c])
            elif not seen[r][c]:
                seen[r][c] = True
                queue.append((r, c))
    return points, colours


def score(board):
    points = {BLACK: 0, WHITE: 0}
    seen = [[False] * len(board) for _ in board]
    for row, line in enumerate(board):
        for col, letter in enumerate(line):
            if letter != EMPTY:
                points[letter] += 1
            elif not seen[row][col]:
                size, colours = explore(board, seen, row, col)
                if len(colours) == 1:
                    points[colours.pop()] += size
    return points[BLACK], points[WHITE]


def main():
    # The noise may be of any encoding; as Latin-1 every byte is a letter, and no byte of a
    # longer character looks like a point.
    black, white = score(read_board(sys.stdin.buffer.read().decode("latin-1")))
    if black > white:
        print(f"B+{black - white}")
    elif white > black:
        print(f"W+{white - black}")
    else:
        print("Jigo")


if __name__ == "__main__":
    main()
