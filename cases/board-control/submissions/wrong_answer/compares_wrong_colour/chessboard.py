# Wrong: marks the stones of a chain with a number of their own, and then counts the empty points
# beside the *unmarked* stones of the colour, so that a lone stone has none.
MARKED = 3


def beside(y, x):
    return (y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)


def color_at(board, p):
    y, x = p
    return board[y][x] if 0 <= y < len(board) and 0 <= x < len(board[y]) else -1


def mark(board, y, x):
    color, stack = board[y][x], [(y, x)]
    while stack:
        y, x = stack.pop()
        board[y][x] = MARKED
        stack += [p for p in beside(y, x) if color_at(board, p) == color]


def chains(board):
    found, done = [], set()
    for y, row in enumerate(board):
        for x, color in enumerate(row):
            if color == 0 or (y, x) in done:
                continue
            copied = [line[:] for line in board]
            mark(copied, y, x)
            points = [(r, c) for r in range(len(board)) for c in range(len(row))]
            stones = [p for p in points if color_at(copied, p) == MARKED]
            liberty = 0
            for p in points:
                if color_at(copied, p) == 0 and color in [color_at(copied, q) for q in beside(*p)]:
                    liberty += 1
            done.update(stones)
            found.append({'color': color, 'stones': [list(p) for p in stones], 'liberties': liberty})
    return found


def legal_chessboard(board, mover=None):
    board = [line[:] for line in board]
    for colors in [(1, 2)] if mover is None else [(3 - mover,), (mover,)]:
        for chain in chains(board):
            if chain['liberties'] == 0 and chain['color'] in colors:
                for y, x in chain['stones']:
                    board[y][x] = 0
    return board
