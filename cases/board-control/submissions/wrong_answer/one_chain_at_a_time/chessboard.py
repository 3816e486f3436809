"""Wrong: takes a chain off as soon as it finds it without a liberty, so that its neighbours
have liberties when their turn comes."""

import copy


class Chessboard:
    def __init__(self, chessboardList):
        self.chessboard = copy.deepcopy(chessboardList)
        self.height = len(chessboardList)
        self.width = len(chessboardList[0]) if chessboardList else 0

    def points(self):
        return [(y, x) for y in range(self.height) for x in range(self.width)]

    def near(self, y, x):
        for p in ((y - 1, x), (y, x + 1), (y + 1, x), (y, x - 1)):
            if p[0] in range(self.height) and p[1] in range(self.width):
                yield p

    def chunk(self, y, x):
        color, stones, liberties, stack = self.chessboard[y][x], set(), set(), [(y, x)]
        while stack:
            p = stack.pop()
            if p in stones:
                continue
            stones.add(p)
            for q in self.near(*p):
                if self.chessboard[q[0]][q[1]] == 0:
                    liberties.add(q)
                if self.chessboard[q[0]][q[1]] == color:
                    stack.append(q)
        return color, stones, liberties

    def pick(self, colors):
        seen = set()
        for y, x in self.points():
            if self.chessboard[y][x] in colors and (y, x) not in seen:
                color, stones, liberties = self.chunk(y, x)
                seen |= stones
                if not liberties:
                    for r, c in stones:
                        self.chessboard[r][c] = 0

    def legalChessboard(self, mover=None):
        for colors in [(1, 2)] if mover is None else [(3 - mover,), (mover,)]:
            self.pick(colors)
        return self.chessboard

    def chunkedChessboard(self):
        chunks, seen = [], set()
        for y, x in self.points():
            if self.chessboard[y][x] and (y, x) not in seen:
                color, stones, liberties = self.chunk(y, x)
                seen |= stones
                chunks.append({"color": color, "stones": list(stones), "liberties": len(liberties)})
        return chunks
