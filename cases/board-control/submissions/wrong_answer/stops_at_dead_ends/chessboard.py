# Wrong: its stack says "empty" when it is full, as the published program's does, so that the search
# ends at the first dead end instead of going back.


class Stack:
    def __init__(self):
        self.stack = []

    def push(self, item):
        self.stack.append(item)

    def pop(self):
        return self.stack.pop()

    def isNull(self):
        return self.stack


class Chessboard:
    def __init__(self, chessboardList):
        self.raw = chessboardList

    def near(self, y, x):
        around = [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
        return [(r, c) for r, c in around if 0 <= r < len(self.raw) and 0 <= c < len(self.raw[r])]

    def chunkedChessboard(self):
        chunks, marked = [], set()
        for y, row in enumerate(self.raw):
            for x, color in enumerate(row):
                if color and (y, x) not in marked:
                    stones = self.search(y, x, marked)
                    free = {p for s in stones for p in self.near(*s) if self.raw[p[0]][p[1]] == 0}
                    chunks.append({"color": color, "stones": stones, "liberties": len(free)})
        return chunks

    def search(self, y, x, marked):
        color, record, stones = self.raw[y][x], Stack(), [(y, x)]
        marked.add((y, x))
        while True:
            ways = [p for p in self.near(y, x) if self.raw[p[0]][p[1]] == color and p not in marked]
            if ways:
                record.push((y, x))
                y, x = ways[0]
                marked.add((y, x))
                stones.append((y, x))
            elif record.isNull() or len(stones) == 1:
                return stones
            else:
                y, x = record.pop()

    def legalChessboard(self, mover=None):
        rows = self.raw
        for colors in [[1, 2]] if mover is None else [[3 - mover], [mover]]:
            chunks = Chessboard(rows).chunkedChessboard()
            rows = [list(row) for row in rows]
            for chunk in chunks:
                if chunk["color"] in colors and not chunk["liberties"]:
                    for y, x in chunk["stones"]:
                        rows[y][x] = 0
        return rows
