# Wrong in zobrist: the pattern of each stone alone, added up. Right where no two stones are near each other.
# The other functions are left out.
SIGN = (0, 1, -1)
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def sign(value):
    return (value > 0) - (value < 0)


def zeros(board):
    return [[0] * len(row) for row in board]


def points(board):
    return [(r, c) for r in range(len(board)) for c in range(len(board[r]))]


def inside(board, r, c):
    return 0 <= r < len(board) and 0 <= c < len(board[0])


def neighbours(board, r, c):
    return [(r + y, c + x) for y, x in STEPS if inside(board, r + y, c + x)]


def zobrist(board):
    values = zeros(board)
    for r, c in points(board):
        if board[r][c]:
            alone = zeros(board)
            alone[r][c] = board[r][c]
            for y, row in enumerate(zobrist_of_one(alone)):
                for x, value in enumerate(row):
                    values[y][x] += value
    return values


def zobrist_of_one(board):
    values = [[50 * SIGN[cell] for cell in row] for row in board]
    for _ in range(4):
        old = [list(row) for row in values]
        for r, c in points(board):
            for y, x in neighbours(board, r, c):
                values[y][x] += sign(old[r][c])
    return values
