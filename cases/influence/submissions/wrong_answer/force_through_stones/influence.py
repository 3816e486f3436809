# Wrong in all that needs forces: a force goes on behind a stone as if the point were empty.
# The other functions are left out.
import math

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
        if size // 2:
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


def situation(board):
    field = force(board)
    value = 0.0
    for r, c in points(board):
        if board[r][c]:
            value += SIGN[board[r][c]]
        else:
            value += sign(field["A"][r][c]) * min(1, field["FB"][r][c] / 32)
    return value


def breathes(board, r, c):
    """The stones of the chain, and whether it has a liberty."""
    chain, todo, free = {(r, c)}, [(r, c)], False
    while todo:
        for y, x in neighbours(board, *todo.pop()):
            if board[y][x] == 0:
                free = True
            elif board[y][x] == board[r][c] and (y, x) not in chain:
                chain.add((y, x))
                todo.append((y, x))
    return chain, free


def after_move(board, colour, row, col):
    new = [list(line) for line in board]
    new[row][col] = colour
    for r, c in neighbours(new, row, col):
        if new[r][c] == 3 - colour:
            chain, free = breathes(new, r, c)
            if not free:
                for y, x in chain:
                    new[y][x] = 0
    return new


def move_value(board, colour, row, col):
    return situation(after_move(board, colour, row, col)) - situation(board)


def is_held(four):
    total = min(64, sum(four))
    return min(four) > 1 or (min(four) > 0 and total > 10) or 3 * total > 128


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
