# Crashes on boards that are not square: compares rows with the width and columns with the height, as
# the published program does (IndexError). Right on square boards.


class Piece:
    def __init__(self, board, y, x):
        self.board, self.y, self.x, self.color = board, y, x, board[y][x]

    def getUp(self):
        return None if self.y == 0 else Piece(self.board, self.y - 1, self.x)

    def getDown(self):
        return None if self.y == len(self.board[0]) - 1 else Piece(self.board, self.y + 1, self.x)

    def getLeft(self):
        return None if self.x == 0 else Piece(self.board, self.y, self.x - 1)

    def getRight(self):
        return None if self.x == len(self.board) - 1 else Piece(self.board, self.y, self.x + 1)


class Chessboard:
    def __init__(self, chessboardList):
        self.raw = chessboardList

    def chunkedChessboard(self):
        chunks, visited = [], set()
        for y, row in enumerate(self.raw):
            for x, color in enumerate(row):
                if color and (y, x) not in visited:
                    stones, free = self.search(Piece(self.raw, y, x))
                    visited |= stones
                    chunks.append({"color": color, "stones": list(stones), "liberties": len(free)})
        return chunks

    def search(self, piece):
        stones, free, stack = {(piece.y, piece.x)}, set(), [piece]
        while stack:
            here = stack.pop()
            for other in (here.getUp(), here.getDown(), here.getLeft(), here.getRight()):
                if other is None:
                    continue
                if other.color == 0:
                    free.add((other.y, other.x))
                elif other.color == piece.color and (other.y, other.x) not in stones:
                    stones.add((other.y, other.x))
                    stack.append(other)
        return stones, free

    def legalChessboard(self, mover=None):
        rows = self.raw
        for colors in [(1, 2)] if mover is None else [(3 - mover,), (mover,)]:
            chunks = Chessboard(rows).chunkedChessboard()
            rows = [list(row) for row in rows]
            for chunk in chunks:
                if chunk["color"] in colors and chunk["liberties"] == 0:
                    for y, x in chunk["stones"]:
                        rows[y][x] = 0
        return rows
