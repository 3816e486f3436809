"""Right. Writes no file at all: the answers are only printed. Breadth-first search."""
from collections import deque
import sys

BLACK, WHITE = -1, 1


class Board:
    def __init__(self, filename):
        self.grid = [[0] * 9 for _ in range(9)]
        with open(filename) as f:
            for line in f.read().splitlines():
                if line.strip() == "":
                    continue
                row, col, colour = line.split()
                self.grid[int(row)][int(col)] = int(colour)

    def copy(self):
        other = Board.__new__(Board)
        other.grid = [row[:] for row in self.grid]
        return other

    def neighbours(self, row, col):
        if row > 0:
            yield row - 1, col
        if col > 0:
            yield row, col - 1
        if row < 8:
            yield row + 1, col
        if col < 8:
            yield row, col + 1

    def group(self, row, col):
        colour = self.grid[row][col]
        found = [(row, col)]
        queue = deque(found)
        breathing = False
        while queue:
            here = queue.popleft()
            for r, c in self.neighbours(*here):
                if self.grid[r][c] == 0:
                    breathing = True
                elif self.grid[r][c] == colour and (r, c) not in found:
                    found.append((r, c))
                    queue.append((r, c))
        return found, breathing

    def valid(self):
        for row in range(9):
            for col in range(9):
                if self.grid[row][col] != 0 and not self.group(row, col)[1]:
                    return False
        return True

    def put_white(self, row, col):
        """(number of captured stones, is the new stone alive afterwards)"""
        after = self.copy()
        after.grid[row][col] = WHITE
        taken = 0
        for r, c in self.neighbours(row, col):
            if after.grid[r][c] == BLACK:
                stones, breathing = after.group(r, c)
                if not breathing:
                    taken += len(stones)
                    for dead_row, dead_col in stones:
                        after.grid[dead_row][dead_col] = 0
        return taken, after.group(row, col)[1]

    def free(self):
        return [(r, c) for r in range(9) for c in range(9) if self.grid[r][c] == 0]


def main(tag):
    for n in ("0", "00"):
        print("[%s]Problem %s: rule checking:%s" % (tag, n, Board(tag + "_" + n + ".txt").valid()))
    for n in "1234":
        board = Board(tag + "_" + n + ".txt")
        print("[%s]Problem %s: forward on step:%s" % (tag, n, [p for p in board.free() if board.put_white(*p)[0]]))
    board = Board(tag + "_5.txt")
    print("[%s]Problem 5: all possible position:%s" % (tag, [p for p in board.free() if board.put_white(*p)[1]]))
    sys.stdout.flush()


if __name__ == "__main__":
    main("test")
