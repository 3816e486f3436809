# Wrong: looks at black chains only.


def legal_chessboard(board, mover=None):
    result = [list(row) for row in board]
    for stones, liberties in black_chains(board, 2 if mover == 1 else None):
        if not liberties:
            for r, c in stones:
                result[r][c] = 0
    return result


def chains(board):
    return [{"color": 1, "stones": stones, "liberties": len(free)} for stones, free in black_chains(board, None)]


def black_chains(board, doomed):
    found, visited = [], set()
    for row, points in enumerate(board):
        for col, point in enumerate(points):
            if point == 1 and (row, col) not in visited:
                found.append(black_chain(board, row, col, doomed))
                visited |= found[-1][0]
    return found


def black_chain(board, row, col, doomed):
    """The stones and liberties of a chain, when dead stones of the colour `doomed` leave first."""
    stones, liberties, todo = {(row, col)}, set(), [(row, col)]
    while todo:
        r, c = todo.pop()
        for p in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            if not (0 <= p[0] < len(board) and 0 <= p[1] < len(board[0])):
                continue
            stone = board[p[0]][p[1]]
            if stone == 0 or (stone == doomed and not alive(board, p)):
                liberties.add(p)
            if stone == 1 and p not in stones:
                stones.add(p)
                todo.append(p)
    return stones, liberties


def alive(board, start):
    seen, todo = {start}, [start]
    while todo:
        r, c = todo.pop()
        for p in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            if 0 <= p[0] < len(board) and 0 <= p[1] < len(board[0]) and p not in seen:
                if board[p[0]][p[1]] == 0:
                    return True
                if board[p[0]][p[1]] == board[start[0]][start[1]]:
                    seen.add(p)
                    todo.append(p)
    return False
