# Wrong in territory: two thirds of 64 are rounded up, and A must be more than that.
# The other functions are left out.
SIGN = (0, 1, -1)
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def zeros(board):
    return [[0] * len(row) for row in board]


def points(board):
    return [(r, c) for r in range(len(board)) for c in range(len(board[r]))]


def inside(board, r, c):
    return 0 <= r < len(board) and 0 <= c < len(board[0])


def forces(board):
    """F0 to F3: what arrives at every point, stones included."""
    arrived = [zeros(board) for _ in STEPS]
    for r, c in points(board):
        if board[r][c]:
            push(board, arrived, r, c, SIGN[board[r][c]])
    return arrived


def push(board, arrived, r, c, colour):
    todo = [(r, c, way, 32) for way in range(4)]
    while todo:
        r, c, way, size = todo.pop()
        y, x = r + STEPS[way][0], c + STEPS[way][1]
        if not inside(board, y, x):
            y, x, way = r, c, (way + 2) % 4
        arrived[way][y][x] += colour * size
        if size // 4:
            todo += [(y, x, (way + 1) % 4, size // 4), (y, x, (way + 3) % 4, size // 4)]
        if size // 2 and not board[y][x]:
            todo.append((y, x, way, size // 2))


def is_held(four):
    total = min(64, sum(four))
    return min(four) > 1 or (min(four) > 0 and total > 10) or total > 43


def is_solid(four):
    if not is_held(four) or min(four) <= 1:
        return False
    return sorted(four)[1] > 2 or min(64, sum(four)) > 34


def territory(board):
    arrived = forces(board)
    held, solid = zeros(board), zeros(board)
    for r, c in points(board):
        if board[r][c] == 0:
            for side in (1, -1):
                four = [side * part[r][c] for part in arrived]
                if is_held(four):
                    held[r][c] = side
                if is_solid(four):
                    solid[r][c] = side
    return {"held": held, "solid": solid}
