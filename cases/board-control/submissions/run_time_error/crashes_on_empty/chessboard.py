# Crashes on a board without points: asks for the length of a row that is not there, or for its first
# point (IndexError).


class Chessboard:
    def __init__(self, board):
        self.board, self.height, self.width = board, len(board), len(board[0])
        self.first = board[0][0]

    def chunkedChessboard(self):
        chunks = []
        seen = set()
        for start in ((y, x) for y in range(self.height) for x in range(self.width)):
            if self[start] and start not in seen:
                stones, free = self.follow(start)
                seen |= stones
                chunks.append({"color": self[start], "stones": list(stones), "liberties": len(free)})
        return chunks

    def __getitem__(self, p):
        return self.board[p[0]][p[1]]

    def follow(self, start):
        stones, free, todo = {start}, set(), [start]
        for y, x in todo:
            for p in (y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1):
                if 0 <= p[0] < self.height and 0 <= p[1] < self.width and p not in stones:
                    if self[p] == 0:
                        free.add(p)
                    elif self[p] == self[start]:
                        stones.add(p)
                        todo.append(p)
        return stones, free

    def legalChessboard(self, mover=None):
        board = self
        for colors in [(1, 2)] if mover is None else [(3 - mover,), (mover,)]:
            rows = [list(row) for row in board.board]
            for chunk in board.chunkedChessboard():
                for y, x in chunk["stones"]:
                    if chunk["color"] in colors and not chunk["liberties"]:
                        rows[y][x] = 0
            board = Chessboard(rows)
        return board.board
