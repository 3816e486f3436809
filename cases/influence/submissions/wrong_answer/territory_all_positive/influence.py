# Wrong in territory: a point is held when all four forces push the same way, however strong they are, and
# in no other case.
import math

SIGN = (0, 1, -1)
UP, RIGHT, DOWN, LEFT = range(4)
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
    values = [[50 * SIGN[cell] for cell in row] for row in board]
    for _ in range(4):
        old = [list(row) for row in values]
        for r, c in points(board):
            for y, x in neighbours(board, r, c):
                values[y][x] += sign(old[r][c])
    return values


def ryder(board):
    values = zeros(board)
    for r, c in points(board):
        values[r][c] += 60 * SIGN[board[r][c]]
        for y, x in neighbours(board, r, c):
            values[y][x] += 13 * SIGN[board[r][c]]
    return values


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
    return max(found)


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


def is_held(four):
    return min(four) > 0


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


def is_bridge(board, r, c):
    return board[r][c] == 0


def is_linked(board, first, second):
    beside = neighbours(board, *first)
    if second in beside:
        return True
    return any(is_bridge(board, r, c) for r, c in beside if (r, c) in neighbours(board, *second))


def links(board):
    found = []
    for colour in (1, 2):
        stones = [(r, c) for r, c in points(board) if board[r][c] == colour]
        for number, first in enumerate(stones):
            for second in stones[number + 1:]:
                if is_linked(board, first, second):
                    found.append([colour, first, second])
    return found


def belongs(board, r, c, colour):
    """Whether a point is connected or semi-connected."""
    if board[r][c]:
        return board[r][c] == colour
    beside = [board[y][x] for y, x in neighbours(board, r, c)]
    own = beside.count(colour)
    return own >= 2 or (own == 1 and 3 - colour not in beside)


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
    return len({colour for colour, _ in blocks}) == len(blocks)


def layers(board):
    field = force(board)
    levels = [[[k, [(r, c)]] for k in (1, 2) for r, c in points(board) if board[r][c] == k]]
    for limit in (math.inf, 16.5, 8.5, 4.5, 2.5):
        if len(levels) == 1 or not is_done(levels[-1]):
            levels.append(level(board, field, limit))
    return levels


def situation_dead(board, dead):
    return situation(board) - 2 * sum(SIGN[board[r][c]] for r, c in dead)


def move_value_dead(board, dead, colour, row, col):
    new = after_move(board, colour, row, col)
    still = [(r, c) for r, c in dead if new[r][c]]
    return situation_dead(new, still) - situation_dead(board, dead)


def board_size(x):
    third = (8 * x - 16) / (4 * x - 20)
    fourth = (x - 8) ** 2 / (4 * x - 28)
    return [third, fourth, fourth - third]


LETTERS = "ABCDEFGHIJ"
CORNERS = ("TL", "TR", "BL", "BR")


def to_board(corner, step):
    x, y = LETTERS.index(step[0]), LETTERS.index(step[1])
    if corner == "TL":
        return [y, x]
    if corner == "TR":
        return [x, 18 - y]
    if corner == "BL":
        return [18 - x, y]
    return [18 - y, 18 - x]


PLACES = {}
for corner in CORNERS:
    for first in LETTERS:
        for second in LETTERS:
            at = tuple(to_board(corner, first + second))
            PLACES.setdefault(at, []).append([corner, first + second])


def to_area(row, col):
    return [list(place) for place in PLACES[row, col]]


def mirror(steps):
    return "".join(steps[i + 1] + steps[i] for i in range(0, len(steps), 2))


def both_ways(library):
    """Every path as it stands and mirrored, with its priority."""
    for path in library:
        for text in (path["steps"], mirror(path["steps"])):
            yield text, (path["wins"] + 1) / (path["games"] + 2)


def is_joseki(steps, library):
    return any(text.startswith(steps) for text, _ in both_ways(library))


def next_steps(steps, library):
    best = {}
    for text, priority in both_ways(library):
        step = text[len(steps):len(steps) + 2]
        if text.startswith(steps) and step:
            best[step] = max(priority, best.get(step, 0))
    return sorted(best, key=lambda step: (-best[step], step))


def steps_in(corner, moves):
    text, last = "", None
    for colour, row, col in moves:
        if row is not None:
            for where, step in to_area(row, col):
                if where == corner:
                    text += "XX" + step if colour == last else step
                    last = colour
    return text


def replay(moves, library):
    result = {}
    for corner in CORNERS:
        text = steps_in(corner, moves)
        if not text:
            state = "fresh"
        elif not next_steps(text, library):
            state = "ended"
        else:
            state = "running" if is_last(moves[-1], corner) else "interrupted"
        result[corner] = [text, state]
    return result


def is_last(move, corner):
    return move[1] is not None and any(where == corner for where, _ in to_area(move[1], move[2]))
