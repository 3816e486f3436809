# Right: a class beside a module of its own, which it imports; answers with tuples.
from order import EMPTY, opponent
from search import chain_of


class Chessboard:
    def __init__(self, board):
        self.board = tuple(map(tuple, board))

    def chunkedChessboard(self):
        return tuple(
            {'color': color, 'stones': tuple(stones), 'liberties': liberties}
            for color, stones, liberties in self.chunks()
        )

    def chunks(self):
        left = {(y, x) for y, row in enumerate(self.board) for x, v in enumerate(row) if v != EMPTY}
        while left:
            y, x = left.pop()
            stones, liberties = chain_of(self.board, y, x)
            left -= stones
            yield self.board[y][x], stones, liberties

    def without(self, *colors):
        gone = set()
        for color, stones, liberties in self.chunks():
            if color in colors and liberties == 0:
                gone |= stones
        rows = enumerate(self.board)
        return Chessboard([[EMPTY if (y, x) in gone else v for x, v in enumerate(row)] for y, row in rows])

    def legalChessboard(self, mover=None):
        if mover is None:
            return self.without(1, 2).board
        return self.without(opponent(mover)).without(mover).board
