# Wrong: adds up the liberties of the stones, so that one which touches two of them counts twice.
# Only the list of chains shows it.


class Chessboard:
    STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]

    def __init__(self, rows):
        self.rows = rows
        self.cells = {(y, x): rows[y][x] for y in range(len(rows)) for x in range(len(rows[y]))}

    def around(self, p):
        return [q for q in ((p[0] + y, p[1] + x) for y, x in self.STEPS) if q in self.cells]

    def chunkedChessboard(self):
        found, done = [], set()
        for start in [p for p in self.cells if self.cells[p]]:
            if start in done:
                continue
            chunk = [start]
            done.add(start)
            for p in chunk:
                for q in self.around(p):
                    if self.cells[q] == self.cells[p] and q not in done:
                        done.add(q)
                        chunk.append(q)
            found.append({
                "color": self.cells[chunk[0]],
                "stones": chunk,
                "liberties": sum(self.cells[q] == 0 for p in chunk for q in self.around(p)),
            })
        return found

    def legalChessboard(self, mover=None):
        if mover is None:
            return self.after((1, 2)).rows
        return self.after((3 - mover,)).after((mover,)).rows

    def after(self, colors):
        rows = [list(row) for row in self.rows]
        for chunk in self.chunkedChessboard():
            if not chunk["liberties"] and chunk["color"] in colors:
                for y, x in chunk["stones"]:
                    rows[y][x] = 0
        return Chessboard(rows)
