# Wrong where a mover decides: the members of the published class, whose method takes no mover.


class Order:
    EMPTY, BLACK, WHITE = range(3)


class Piece:
    def __init__(self, y, x, color):
        self.y, self.x, self.color = y, x, color


class ChessPiece:
    """A chain: its stones are pieces."""

    def __init__(self, chessboard, y, x):
        self.pieceColor, points, free = chessboard[y][x], [(y, x)], set()
        for r, c in points:
            for near in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
                if not (0 <= near[0] < len(chessboard) and 0 <= near[1] < len(chessboard[0])):
                    continue
                color = chessboard[near[0]][near[1]]
                if color == Order.EMPTY:
                    free.add(near)
                elif color == self.pieceColor and near not in points:
                    points.append(near)
        self.pieces = [Piece(r, c, self.pieceColor) for r, c in points]
        self.liberty = len(free)


def chunks(chessboard):
    found, seen = [], set()
    for y, row in enumerate(chessboard):
        for x, color in enumerate(row):
            if color != Order.EMPTY and (y, x) not in seen:
                found.append(ChessPiece(chessboard, y, x))
                seen |= {(piece.y, piece.x) for piece in found[-1].pieces}
    return found


def without(chessboard, *colors):
    new = [list(row) for row in chessboard]
    for chunk in chunks(chessboard):
        if chunk.liberty == 0 and chunk.pieceColor in colors:
            for piece in chunk.pieces:
                new[piece.y][piece.x] = Order.EMPTY
    return new


class Chessboard:
    def __init__(self, chessboardList):
        self.rawChessboard = chessboardList
        self.chunkedChessboard = chunks(chessboardList)

    def legalChessboard(self):
        return without(self.rawChessboard, Order.BLACK, Order.WHITE)
