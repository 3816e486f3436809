# Wrong: takes whoever has just moved for nobody: both colours are always judged together.


class Cells(dict):
    def __init__(self, board):
        super().__init__(((r, c), v) for r, row in enumerate(board) for c, v in enumerate(row))

    def near(self, points):
        steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
        return {q for r, c in points for y, x in steps if (q := (r + y, c + x)) in self}

    def grow(self, points):
        """The points, and all that hang together with them."""
        new = set(points)
        while new:
            new = {q for p in new for q in self.near([p]) if self[q] == self[p]} - points
            points = points | new
        return points


def legal_chessboard(board, *_):
    cells = Cells(board)
    alive = cells.grow({p for p in cells if cells[p] and any(cells[q] == 0 for q in cells.near([p]))})
    return [[v if (r, c) in alive else 0 for c, v in enumerate(row)] for r, row in enumerate(board)]


def chains(board):
    cells, found = Cells(board), []
    left = {p for p in cells if cells[p]}
    while left:
        chain = cells.grow({min(left)})
        free = [q for q in cells.near(chain) if cells[q] == 0]
        found.append({"color": cells[min(chain)], "stones": sorted(chain), "liberties": len(free)})
        left -= chain
    return found
