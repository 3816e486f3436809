# Wrong in blocks: an empty point beside one own stone belongs to its block, whatever else is beside it.
# The other functions are left out.
SIGN = (0, 1, -1)
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def zeros(board):
    return [[0] * len(row) for row in board]


def points(board):
    return [(r, c) for r in range(len(board)) for c in range(len(board[r]))]


def inside(board, r, c):
    return 0 <= r < len(board) and 0 <= c < len(board[0])


def neighbours(board, r, c):
    return [(r + y, c + x) for y, x in STEPS if inside(board, r + y, c + x)]


def ryder(board):
    values = zeros(board)
    for r, c in points(board):
        values[r][c] += 60 * SIGN[board[r][c]]
        for y, x in neighbours(board, r, c):
            values[y][x] += 13 * SIGN[board[r][c]]
    return values


def belongs(board, r, c, colour):
    """Whether a point is connected or semi-connected."""
    if board[r][c]:
        return board[r][c] == colour
    beside = [board[y][x] for y, x in neighbours(board, r, c)]
    own = beside.count(colour)
    return own >= 1


def grown(board, start, left):
    """The block of a point: two empty points do not link."""
    block = [start]
    for r, c in block:
        for y, x in neighbours(board, r, c):
            if (y, x) in left and (y, x) not in block and (board[r][c] or board[y][x]):
                block.append((y, x))
    return sorted(block)


def blocks(board):
    values, found = ryder(board), []
    for colour in (1, 2):
        left = [(r, c) for r, c in points(board) if belongs(board, r, c, colour)]
        while left:
            block = grown(board, left[0], left)
            left = [point for point in left if point not in block]
            influence = SIGN[colour] * sum(values[r][c] for r, c in block)
            found.append([colour, block, influence, influence >= 200])
    return found
