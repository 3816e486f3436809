# Wrong: walks along the whole chain, but puts its mark on the first stone only; nothing else is
# taken off or listed.
MARK = 3


class Chunk:
    def __init__(self, raw, y, x):
        self.color = raw[y][x]
        self.board = [row[:] for row in raw]
        self.board[y][x] = MARK
        self.all, self.free = self.walk(raw, y, x)
        self.pieces = [(r, c) for r, row in enumerate(self.board) for c, v in enumerate(row) if v == MARK]

    def walk(self, raw, y, x):
        stones, free, todo = set(), set(), [(y, x)]
        while todo:
            r, c = todo.pop()
            if not (0 <= r < len(raw) and 0 <= c < len(raw[r])) or (r, c) in stones:
                continue
            if raw[r][c] == 0:
                free.add((r, c))
            elif raw[r][c] == self.color:
                stones.add((r, c))
                todo += [(r, c + 1), (r, c - 1), (r + 1, c), (r - 1, c)]
        return stones, free


def chunks(raw):
    found = []
    for y, row in enumerate(raw):
        for x, color in enumerate(row):
            if color and not any((y, x) in chunk.all for chunk in found):
                found.append(Chunk(raw, y, x))
    return found


def legal_chessboard(board, mover=None):
    legal = [row[:] for row in board]
    for colors in ((1, 2),) if mover is None else ((3 - mover,), (mover,)):
        for chunk in chunks(legal):
            if chunk.color in colors and len(chunk.free) == 0:
                for y, x in chunk.pieces:
                    legal[y][x] = 0
    return legal


def chains(board):
    return [{"color": k.color, "stones": k.pieces, "liberties": len(k.free)} for k in chunks(board)]
