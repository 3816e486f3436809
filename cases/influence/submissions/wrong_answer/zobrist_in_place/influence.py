# Wrong in zobrist: a pass looks at the values that it is changing, so the order of points matters.
# The other functions are left out.
SIGN = (0, 1, -1)
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def sign(value):
    return (value > 0) - (value < 0)


def points(board):
    return [(r, c) for r in range(len(board)) for c in range(len(board[r]))]


def inside(board, r, c):
    return 0 <= r < len(board) and 0 <= c < len(board[0])


def neighbours(board, r, c):
    return [(r + y, c + x) for y, x in STEPS if inside(board, r + y, c + x)]


def zobrist(board):
    values = [[50 * SIGN[cell] for cell in row] for row in board]
    for _ in range(4):
        old = values
        for r, c in points(board):
            for y, x in neighbours(board, r, c):
                values[y][x] += sign(old[r][c])
    return values
