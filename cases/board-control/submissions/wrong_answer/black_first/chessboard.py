# Wrong: takes the black chains off first, and judges the white ones on what is left. With a
# mover it is right.


def around(board, r, c):
    steps = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
    return [(y, x) for y, x in steps if 0 <= y < len(board) and 0 <= x < len(board[0])]


def chain(board, r, c):
    stones, todo, free = {(r, c)}, [(r, c)], set()
    while todo:
        p = todo.pop()
        for y, x in around(board, *p):
            if board[y][x] == 0:
                free.add((y, x))
            elif board[y][x] == board[r][c] and (y, x) not in stones:
                stones.add((y, x))
                todo.append((y, x))
    return stones, free


def all_chains(board):
    seen = set()
    for r, row in enumerate(board):
        for c, stone in enumerate(row):
            if stone and (r, c) not in seen:
                stones, free = chain(board, r, c)
                seen |= stones
                yield stone, stones, free


def remove(board, color):
    new = [row[:] for row in board]
    for found, stones, free in all_chains(board):
        if found == color and not free:
            for r, c in stones:
                new[r][c] = 0
    return new


def legal_chessboard(board, mover=None):
    order = [1, 2] if mover is None else [3 - mover, mover]
    for color in order:
        board = remove(board, color)
    return board


def chains(board):
    return [{"color": color, "stones": sorted(stones), "liberties": len(free)}
            for color, stones, free in all_chains(board)]
