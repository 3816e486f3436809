# Wrong: its loops over the board end one row and one column too early.
DIRECTIONS = ((-1, 0), (0, 1), (1, 0), (0, -1))


class Chessboard:
    def __init__(self, board):
        self.board = board
        self.chunks = []
        seen = set()
        for row in range(len(board) - 1):
            for col in range(len(board[0]) - 1):
                if board[row][col] and (row, col) not in seen:
                    self.chunks.append(self.chunk(row, col))
                    seen.update(self.chunks[-1]["stones"])

    def chunk(self, row, col):
        stones, liberties = {(row, col)}, set()
        fresh = {(row, col)}
        while fresh:
            near = {(r + y, c + x) for r, c in fresh for y, x in DIRECTIONS}
            near = {(r, c) for r, c in near if 0 <= r < len(self.board) and 0 <= c < len(self.board[0])}
            liberties |= {(r, c) for r, c in near if self.board[r][c] == 0}
            fresh = {(r, c) for r, c in near if self.board[r][c] == self.board[row][col]} - stones
            stones |= fresh
        return {"color": self.board[row][col], "stones": stones, "liberties": len(liberties)}

    def chunkedChessboard(self):
        return self.chunks

    def without(self, colors):
        gone = set()
        for chunk in self.chunks:
            if chunk["color"] in colors and not chunk["liberties"]:
                gone |= chunk["stones"]
        return [[0 if (r, c) in gone else v for c, v in enumerate(row)] for r, row in enumerate(self.board)]

    def legalChessboard(self, mover=None):
        if mover is None:
            return self.without((1, 2))
        return Chessboard(self.without((3 - mover,))).without((mover,))
