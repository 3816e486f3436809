# Wrong: computes the neighbours of the first stone and never again, so that its chains reach no
# further than one step.
EMPTY = 0


def near(board, y, x):
    out = []
    for dy, dx in (-1, 0), (1, 0), (0, -1), (0, 1):
        if 0 <= y + dy < len(board) and 0 <= x + dx < len(board[0]):
            out.append((y + dy, x + dx))
    return out


def chains(board):
    taken, result = set(), []
    for y in range(len(board)):
        for x in range(len(board[y])):
            color = board[y][x]
            if color == EMPTY or (y, x) in taken:
                continue
            surrounding = near(board, y, x)
            stones = [(y, x)]
            while surrounding:
                r, c = surrounding.pop()
                if board[r][c] == color and (r, c) not in taken:
                    stones.append((r, c))
            taken.update(stones)
            free = set()
            for stone in stones:
                free.update(p for p in near(board, *stone) if board[p[0]][p[1]] == EMPTY)
            result.append({'color': color, 'stones': stones, 'liberties': len(free)})
    return result


def lift(board, color):
    gone = set()
    for chain in chains(board):
        if chain['color'] == color and chain['liberties'] == 0:
            gone.update(chain['stones'])
    return gone


def erase(board, gone):
    return [[EMPTY if (y, x) in gone else v for x, v in enumerate(row)] for y, row in enumerate(board)]


def legal_chessboard(board, mover=None):
    if mover is None:
        return erase(board, lift(board, 1) | lift(board, 2))
    after = erase(board, lift(board, 3 - mover))
    return erase(after, lift(after, mover))
