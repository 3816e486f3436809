# Right: calls itself for every stone, and raises Python's limit for the long chains.
import sys

sys.setrecursionlimit(20000)

BLACK, WHITE = 1, 2


class Walk:
    def __init__(self, board, row, col):
        self.board = board
        self.color = board[row][col]
        self.stones = set()
        self.liberties = set()
        self.visit(row, col)

    def visit(self, row, col):
        if row < 0 or col < 0 or row >= len(self.board) or col >= len(self.board[row]):
            return
        if self.board[row][col] == 0:
            self.liberties.add((row, col))
        elif self.board[row][col] == self.color and (row, col) not in self.stones:
            self.stones.add((row, col))
            self.around(row, col)

    def around(self, row, col):
        for step_y, step_x in [(-1, 0), (1, 0), (0, -1), (0, 1)]:
            self.visit(row + step_y, col + step_x)


def walks(board):
    done = set()
    for row in range(len(board)):
        for col in range(len(board[row])):
            if board[row][col] != 0 and (row, col) not in done:
                walk = Walk(board, row, col)
                done.update(walk.stones)
                yield walk


def take_off(board, color):
    after = [row[:] for row in board]
    for walk in walks(board):
        if walk.color == color and len(walk.liberties) == 0:
            for row, col in walk.stones:
                after[row][col] = 0
    return after


def legal_chessboard(board, mover=None):
    if mover is not None:
        first, second = (WHITE, BLACK) if mover == BLACK else (BLACK, WHITE)
        return take_off(take_off(board, first), second)
    black, white = take_off(board, BLACK), take_off(board, WHITE)
    return [[min(pair) for pair in zip(*rows)] for rows in zip(black, white)]


def chains(board):
    return [{'color': w.color, 'stones': list(w.stones), 'liberties': len(w.liberties)} for w in walks(board)]
