"""Right: a class with the method names of the published program, a search in depth with a stack of its own."""


class Order:
    EMPTY, BLACK, WHITE = range(3)


class Stack:
    def __init__(self):
        self._items = []

    def push(self, item):
        self._items.append(item)

    def pop(self):
        return self._items.pop()

    def isNull(self):
        return not self._items


class Piece:
    def __init__(self, chessboard, y, x):
        self.chessboard, self.y, self.x = chessboard, y, x

    @property
    def color(self):
        return self.chessboard[self.y][self.x]

    def getUp(self):
        return Piece(self.chessboard, self.y - 1, self.x) if self.y > 0 else None

    def getDown(self):
        return Piece(self.chessboard, self.y + 1, self.x) if self.y < len(self.chessboard) - 1 else None

    def getLeft(self):
        return Piece(self.chessboard, self.y, self.x - 1) if self.x > 0 else None

    def getRight(self):
        return Piece(self.chessboard, self.y, self.x + 1) if self.x < len(self.chessboard[self.y]) - 1 else None

    def around(self):
        pieces = (self.getUp(), self.getDown(), self.getLeft(), self.getRight())
        return [piece for piece in pieces if piece is not None]


class ChessPiece:
    """A chain."""

    def __init__(self, first):
        self.color = first.color
        self.pieces, free = {(first.y, first.x)}, set()
        path, piece = Stack(), first
        while True:
            free.update((p.y, p.x) for p in piece.around() if p.color == Order.EMPTY)
            ways = [p for p in piece.around() if p.color == self.color and (p.y, p.x) not in self.pieces]
            if ways:
                path.push(piece)
                piece = ways[0]
                self.pieces.add((piece.y, piece.x))
            elif path.isNull():
                break
            else:
                piece = path.pop()
        self.liberty = len(free)


class Chessboard:
    def __init__(self, chessboardList):
        self.rawChessboard = chessboardList

    def _chunks(self, chessboard):
        chunks, visited = [], set()
        for y, row in enumerate(chessboard):
            for x, color in enumerate(row):
                if color != Order.EMPTY and (y, x) not in visited:
                    chunks.append(ChessPiece(Piece(chessboard, y, x)))
                    visited |= chunks[-1].pieces
        return chunks

    def chunkedChessboard(self):
        return [{"color": chunk.color, "stones": list(chunk.pieces), "liberties": chunk.liberty}
                for chunk in self._chunks(self.rawChessboard)]

    def _without(self, chessboard, *colors):
        new = [list(row) for row in chessboard]
        for chunk in self._chunks(chessboard):
            if chunk.liberty == 0 and chunk.color in colors:
                for y, x in chunk.pieces:
                    new[y][x] = Order.EMPTY
        return new

    def legalChessboard(self, mover=None):
        if mover is None:
            return self._without(self.rawChessboard, Order.BLACK, Order.WHITE)
        opponent = Order.BLACK if mover == Order.WHITE else Order.WHITE
        return self._without(self._without(self.rawChessboard, opponent), mover)
