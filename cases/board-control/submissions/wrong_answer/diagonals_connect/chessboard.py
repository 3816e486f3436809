# Wrong: for it, diagonal points are neighbours.
def neighbours(board, y, x):
    for r in range(max(y - 1, 0), min(y + 2, len(board))):
        for c in range(max(x - 1, 0), min(x + 2, len(board[0]))):
            if (r, c) != (y, x):
                yield r, c


def search(board, y, x):
    seen, liberties = {(y, x)}, set()
    frontier = set(seen)
    while frontier:
        fringe = {q for p in frontier for q in neighbours(board, *p)} - seen
        liberties |= {(r, c) for r, c in fringe if not board[r][c]}
        frontier = {(r, c) for r, c in fringe if board[r][c] == board[y][x]}
        seen |= frontier
    return seen, liberties


def chains(board):
    answer, done = [], set()
    for y, row in enumerate(board):
        for x, color in enumerate(row):
            if color and (y, x) not in done:
                stones, liberties = search(board, y, x)
                done |= stones
                answer.append(dict(color=color, stones=list(map(list, stones)), liberties=len(liberties)))
    return answer


def legal_chessboard(board, mover=None):
    for colors in ({1, 2},) if mover is None else ({1, 2} - {mover}, {mover}):
        dead = [c['stones'] for c in chains(board) if c['color'] in colors and c['liberties'] == 0]
        board = [row[:] for row in board]
        for stones in dead:
            for y, x in stones:
                board[y][x] = 0
    return board
