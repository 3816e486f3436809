# Wrong in layers: goes on to the last threshold when nothing is left to join.
# The other functions are left out.
import math

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


def measures(f0, f1, f2, f3):
    total = f0 + f1 + f2 + f3
    modulus = math.sqrt(f0 * f0 + f1 * f1 + f2 * f2 + f3 * f3)
    if modulus == 0:
        return 0, 0.0, 0.0, 0.0
    pull = math.sqrt((f0 - f2) ** 2 + (f1 - f3) ** 2)
    tilt = abs(f1 + f3 - f0 - f2) / (2 * (abs(f0) + abs(f1) + abs(f2) + abs(f3)))
    balance = 1 - pull / (2 * modulus) - tilt
    return total, modulus, balance, modulus * balance


def force(board):
    arrived = forces(board)
    result = dict(zip(("up", "right", "down", "left"), arrived))
    for name in ("A", "F", "B", "FB"):
        result[name] = zeros(board)
    for r, c in points(board):
        if board[r][c] == 0:
            four = measures(*[part[r][c] for part in arrived])
            for name, value in zip(("A", "F", "B", "FB"), four):
                result[name][r][c] = value
    return result


def is_way(field, colour, r, c, limit):
    return SIGN[colour] * field["A"][r][c] > 0 and field["FB"][r][c] > limit + 1e-9


def level(board, field, limit):
    """The blocks of both colours that adjacency and ways over empty points join."""
    found = []
    for colour in (1, 2):
        left = [(r, c) for r, c in points(board) if board[r][c] == colour]
        while left:
            reached = [left[0]]
            for r, c in reached:
                for y, x in neighbours(board, r, c):
                    if (y, x) not in reached and (
                        board[y][x] == colour or is_way(field, colour, y, x, limit)
                    ):
                        reached.append((y, x))
            found.append([colour, [point for point in left if point in reached]])
            left = [point for point in left if point not in reached]
    return found


def is_done(blocks):
    return False


def layers(board):
    field = force(board)
    levels = [[[k, [(r, c)]] for k in (1, 2) for r, c in points(board) if board[r][c] == k]]
    for limit in (math.inf, 16.5, 8.5, 4.5, 2.5):
        if len(levels) == 1 or not is_done(levels[-1]):
            levels.append(level(board, field, limit))
    return levels
