# Right: functions on the lists as they are, a flood for every chain.


def _flood(board, row, col):
    color, stones, seen, free = board[row][col], [(row, col)], {(row, col)}, set()
    for r, c in stones:  # grows while it is walked
        for y, x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if 0 <= y < len(board) and 0 <= x < len(board[0]):
                if board[y][x] == 0:
                    free.add((y, x))
                elif board[y][x] == color and (y, x) not in seen:
                    seen.add((y, x))
                    stones.append((y, x))
    return color, stones, len(free)


def _groups(board):
    seen, groups = set(), []
    for row in range(len(board)):
        for col in range(len(board[row])):
            if board[row][col] and (row, col) not in seen:
                groups.append(_flood(board, row, col))
                seen.update(groups[-1][1])
    return groups


def _clean(board, colors):
    gone = {p for color, stones, free in _groups(board) if color in colors and not free for p in stones}
    return [[0 if (r, c) in gone else point for c, point in enumerate(row)] for r, row in enumerate(board)]


def legal_chessboard(board, mover=None):
    if mover is None:
        return _clean(board, (1, 2))
    return _clean(_clean(board, (3 - mover,)), (mover,))


def chains(board):
    return [{"color": color, "stones": [list(p) for p in stones], "liberties": free}
            for color, stones, free in _groups(board)]
