# Right, without the part for extra points: stones are joined pair by pair (union-find).


def legal_chessboard(board, mover=None):
    if mover is None:
        return erase(board, dead(board))
    for loser in (3 - mover, mover):
        board = erase(board, {p for p in dead(board) if board[p[0]][p[1]] == loser})
    return board


def erase(board, points):
    return [[0 if (r, c) in points else v for c, v in enumerate(row)] for r, row in enumerate(board)]


def dead(board):
    parent = {(r, c): (r, c) for r, row in enumerate(board) for c, v in enumerate(row)}

    def root(p):
        while parent[p] != p:
            parent[p] = parent[parent[p]]
            p = parent[p]
        return p

    color = {(r, c): board[r][c] for r, c in parent}
    pairs = [((r, c), q) for r, c in parent for q in ((r + 1, c), (r, c + 1)) if q in parent]
    for p, q in pairs:
        if color[p] == color[q] != 0:
            parent[root(p)] = root(q)
    alive = {root(p if color[p] else q) for p, q in pairs if (color[p] == 0) != (color[q] == 0)}
    return {p for p in parent if color[p] and root(p) not in alive}
