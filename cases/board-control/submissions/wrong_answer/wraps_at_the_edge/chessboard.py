# Wrong: asks IndexError where the board ends, but Python reads index -1 as the other edge.


class Chessboard:
    def __init__(self, chessboardList):
        self.board = [list(row) for row in chessboardList]

    def colour(self, y, x):
        try:
            return self.board[y][x]
        except IndexError:
            return None

    def walk(self, y, x):
        mine, stones, liberties = self.board[y][x], set(), set()
        todo = [(y, x)]
        while todo:
            r, c = todo.pop()
            if (r, c) in stones:
                continue
            stones.add((r, c))
            for y, x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if self.colour(y, x) == 0:
                    liberties.add((y % len(self.board), x % len(self.board[0])))
                elif self.colour(y, x) == mine:
                    todo.append((y % len(self.board), x % len(self.board[0])))
        return stones, liberties

    def chunks(self):
        done = set()
        for y in range(len(self.board)):
            for x in range(len(self.board[y])):
                if self.board[y][x] and (y, x) not in done:
                    stones, liberties = self.walk(y, x)
                    done |= stones
                    yield self.board[y][x], stones, liberties

    def chunkedChessboard(self):
        return [{"color": k, "stones": sorted(s), "liberties": len(n)} for k, s, n in self.chunks()]

    def legalChessboard(self, mover=None):
        for colours in [[1, 2]] if mover is None else [[3 - mover], [mover]]:
            for _, stones, _ in [chunk for chunk in self.chunks() if chunk[0] in colours and not chunk[2]]:
                for y, x in stones:
                    self.board[y][x] = 0
        return self.board
