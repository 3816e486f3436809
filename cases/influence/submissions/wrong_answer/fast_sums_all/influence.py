# Wrong in fast: all stones of a colour are added up, not only the strongest counts.
# The other functions are left out.
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


def pulls(board, r, c, colour):
    """What the stones of a colour give to an empty point: the strongest counts."""
    found = [0]
    for y in range(-2, 3):
        for x in range(-2, 3):
            if inside(board, r + y, c + x) and board[r + y][c + x] == colour:
                far = sorted((abs(y), abs(x)))
                if far == [0, 1]:
                    found.append(6)
                elif far == [1, 1]:
                    hane = 3 - colour in (board[r + y][c], board[r][c + x])
                    found.append(3 if hane else 5)
                elif far == [0, 2]:
                    found.append(3)
                elif far == [1, 2]:
                    found.append(2)
    return sum(found)


def smooth(values):
    for row in values:
        for c, value in enumerate(row):
            if value in (1, -1):
                row[c] = 0


def capped(board, values):
    result = zeros(board)
    for r, c in points(board):
        side = sign(values[r][c])
        value = side * values[r][c]
        near = [side * values[y][x] for y, x in neighbours(board, r, c) if board[y][x] == 0]
        if any(other <= 0 for other in near):
            value = min(value, 3)
        if any(other in (1, 2) for other in near):
            value = min(value, 5)
        result[r][c] = side * value
    return result


def fast(board):
    values = zeros(board)
    for r, c in points(board):
        if board[r][c] == 0:
            values[r][c] = pulls(board, r, c, 1) - pulls(board, r, c, 2)
    smooth(values)
    return capped(board, values)
