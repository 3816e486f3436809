# Right: whole matrices at a time with numpy; forces of one size are counted and moved together.
from functools import reduce

import numpy as np


def signed(board):
    rows = np.array(board, dtype=int).reshape(len(board), -1 if board and board[0] else 0)
    return np.choose(rows, [0, 1, -1])


def shifted(values, down, right):
    """values[r - down, c - right] at (r, c), and 0 where that is off the board."""
    height, width = values.shape
    big = np.pad(values, 2)
    return big[2 - down:2 - down + height, 2 - right:2 - right + width]


SIDES = [(-1, 0), (0, 1), (1, 0), (0, -1)]


def around(values):
    return sum(shifted(values, *side) for side in SIDES)


def zobrist(board):
    values = 50 * signed(board)
    for _ in range(4):
        values = values + around(np.sign(values))
    return values


def ryder(board):
    stones = signed(board)
    return 60 * stones + 13 * around(stones)


def arrivals(leaving):
    """Four matrices of counts that leave points; those that arrive, with the ones from the edges."""
    come = [shifted(counts, *side) for counts, side in zip(leaving, SIDES)]
    edges = [np.s_[:1, :], np.s_[:, -1:], np.s_[-1:, :], np.s_[:, :1]]
    for way, edge in enumerate(edges):
        come[(way + 2) % 4][edge] += leaving[way][edge]
    return come


def four_forces(board):
    stones = signed(board)
    total = np.zeros((4, *stones.shape), dtype=int)
    waiting = {size: np.zeros_like(total) for size in (32, 16, 8, 4, 2, 1)}
    waiting[32] += stones
    for size, leaving in waiting.items():  # from the largest down: all that follows is smaller
        come = np.array(arrivals([counts.copy() for counts in leaving]))
        total += size * come
        if size // 2:
            waiting[size // 2] += np.where(stones == 0, come, 0)
        if size // 4:
            waiting[size // 4] += np.roll(come, 1, axis=0) + np.roll(come, -1, axis=0)
    return total, stones == 0


def force(board):
    f, empty = four_forces(board)
    up, right, down, left = f
    size = np.sqrt((f ** 2).sum(axis=0))
    safe, weight = np.where(size > 0, size, 1), np.maximum(abs(f).sum(axis=0), 1)
    balance = 1 - np.hypot(up - down, right - left) / (2 * safe) - abs(right + left - up - down) / (2 * weight)
    balance = np.where((size > 0) & empty, balance, 0.0)
    return {
        "up": up, "right": right, "down": down, "left": left,
        "A": f.sum(axis=0) * empty,
        "F": size * empty,
        "B": balance,
        "FB": size * balance,
    }


def situation(board):
    field = force(board)
    return float((np.sign(field["A"]) * np.minimum(field["FB"] / 32, 1)).sum() + signed(board).sum())


def after_move(board, colour, row, col):
    stones = np.array(board)
    stones[row, col] = colour
    other = stones == 3 - colour
    alive = other & (around((stones == 0).astype(int)) > 0)
    while True:  # life spreads along the chains
        more = other & (alive | (around(alive.astype(int)) > 0))
        if (more == alive).all():
            break
        alive = more
    stones[other & ~alive] = 0
    return stones.tolist()


def move_value(board, colour, row, col):
    return situation(after_move(board, colour, row, col)) - situation(board)


def situation_dead(board, dead):
    stones = signed(board)
    return situation(board) - 2 * sum(stones[row, col] for row, col in dead)


def move_value_dead(board, dead, colour, row, col):
    after = after_move(board, colour, row, col)
    return situation_dead(after, [(r, c) for r, c in dead if after[r][c]]) - situation_dead(board, dead)


def links(board):
    stones = np.array(board)
    free, found = stones == 0, []
    for r, c in np.argwhere(stones).tolist():
        # where a second stone may be, and the points over which it is linked
        for down, right, over in (
            (0, 1, None), (1, 0, None), (0, 2, [(0, 1)]), (2, 0, [(1, 0)]),
            (1, 1, [(0, 1), (1, 0)]), (1, -1, [(0, -1), (1, 0)]),
        ):
            y, x = r + down, c + right
            if 0 <= y < stones.shape[0] and 0 <= x < stones.shape[1] and stones[y, x] == stones[r, c]:
                if over is None or any(free[r + a, c + b] for a, b in over):
                    found.append((board[r][c], (r, c), (y, x)))
    return sorted(found)


def labelled(members, solid):
    """The block of every member, named by its first point; of two that link one is solid."""
    names = np.where(members, np.arange(1, members.size + 1).reshape(members.shape), 0)
    while True:
        best = names.copy()
        for side in SIDES:
            beside = shifted(names, *side)
            joined = members & (beside > 0) & (solid | (shifted(solid.astype(int), *side) > 0))
            best = np.where(joined, np.minimum(best, beside), best)
        if (best == names).all():
            return names
        names = best


def blocks(board):
    stones, values, found = signed(board), ryder(board), []
    for colour, side in ((1, 1), (2, -1)):
        own, others = (around((stones == one).astype(int)) for one in (side, -side))
        members = (stones == side) | ((stones == 0) & ((own > 1) | ((own == 1) & (others == 0))))
        names = labelled(members, stones != 0)
        for name in np.unique(names[members]):
            influence = side * int(values[names == name].sum())
            found.append([colour, np.argwhere(names == name), influence, influence >= 200])
    return found


def layers(board):
    stones, field = signed(board), force(board)
    sides = ((1, 1), (2, -1))
    levels = [[[k, [point]] for k, side in sides for point in np.argwhere(stones == side).tolist()]]
    for least in (np.inf, 16.5, 8.5, 4.5, 2.5):
        level = []
        for colour, side in sides:
            members = (stones == side) | ((np.sign(field["A"]) == side) & (field["FB"] > least + 1e-9))
            names = labelled(members, members)
            for name in dict.fromkeys(names[stones == side].tolist()):
                level.append([colour, np.argwhere((names == name) & (stones == side))])
        levels.append(level)
        if len(level) == len({colour for colour, _ in level}):
            break
    return levels


def nearest(own, others):
    """The best of the stones of one colour for every point, as if it were empty."""
    best = np.zeros_like(own)

    def offer(mask, value):
        np.maximum(best, value * (mask > 0), out=best)

    for down in range(-2, 3):
        for right in range(-2, 3):
            here = shifted(own, down, right)
            kind = down * down + right * right
            if kind == 1:
                offer(here, 6)
            elif kind == 2:
                hane = shifted(others, down, 0) | shifted(others, 0, right)
                offer(here & (1 - hane), 5)
                offer(here & hane, 3)
            elif kind == 4:
                offer(here, 3)
            elif kind == 5:
                offer(here, 2)
    return best


def fast(board):
    stones = signed(board)
    black, white, empty = ((stones == colour).astype(int) for colour in (1, -1, 0))
    value = (nearest(black, white) - nearest(white, black)) * empty
    value[abs(value) == 1] = 0
    result = value.copy()
    for side in (1, -1):
        mine = side * value
        at_zero = around(((mine <= 0) & (empty > 0)).astype(int)) > 0
        at_weak = around((mine == 2).astype(int)) > 0
        limit = np.where(at_zero, 3, np.where(at_weak, 5, 99))
        result = np.where(mine > 0, side * np.minimum(mine, limit), result)
    return result


def territory(board):
    f, empty = four_forces(board)
    answer = {"held": np.zeros_like(f[0]), "solid": np.zeros_like(f[0])}
    for side in (1, -1):
        g = side * f
        least, total = g.min(axis=0), np.minimum(g.sum(axis=0), 64)
        held = (least > 1) | ((least > 0) & (total > 10)) | (3 * total > 2 * 64)
        solid = held & (least > 1) & (((g > 2).sum(axis=0) >= 3) | (total > 34))
        answer["held"] += side * (held & empty)
        answer["solid"] += side * (solid & empty)
    return answer


def board_size(x):
    fractions = np.array([8 * x - 16, (x - 8) ** 2]) / np.array([4 * x - 20, 4 * x - 28])
    return [*fractions, fractions[1] - fractions[0]]


# a point of an area as board coordinates: the quarter is turned, not looked up
QUARTERS = {
    "TL": np.array([[0, 1], [1, 0]]),
    "TR": np.array([[1, 0], [0, -1]]),
    "BL": np.array([[-1, 0], [0, 1]]),
    "BR": np.array([[0, -1], [-1, 0]]),
}


def to_board(corner, step):
    x_y = np.array([ord(letter) - ord("A") for letter in step])
    turned = QUARTERS[corner] @ x_y
    return turned + np.where(QUARTERS[corner].sum(axis=1) < 0, 18, 0)


def to_area(row, col):
    found = []
    for corner, turn in QUARTERS.items():
        x_y = turn.T @ (np.array([row, col]) - np.where(turn.sum(axis=1) < 0, 18, 0))
        if ((0 <= x_y) & (x_y < 10)).all():
            found.append([corner, "".join(chr(ord("A") + k) for k in x_y)])
    return found


def pairs(steps):
    return [steps[i:i + 2] for i in range(0, len(steps), 2)]


def mirror(steps):
    return "".join(b + a for a, b in pairs(steps))


def going_on(steps, library):
    """For each path this way and mirrored that begins with the steps: the rest of it, wins + 1, games + 2."""
    return [
        (text[len(steps):], path["wins"] + 1, path["games"] + 2)
        for path in library
        for text in (path["steps"], mirror(path["steps"]))
        if text[:len(steps)] == steps
    ]


def is_joseki(steps, library):
    return going_on(steps, library) != []


def next_steps(steps, library):
    found = [(-wins / games, rest[:2]) for rest, wins, games in going_on(steps, library) if rest]
    return reduce(lambda seen, more: seen if more[1] in seen else [*seen, more[1]], sorted(found), [])


def replay(moves, library):
    texts, turns, last = dict.fromkeys(QUARTERS, ""), dict.fromkeys(QUARTERS), []
    for colour, row, col in moves:
        last = [] if row is None else to_area(row, col)
        for corner, step in last:
            texts[corner] += ("XX" if turns[corner] == colour else "") + step
            turns[corner] = colour
    states = {}
    for corner, text in texts.items():
        if text == "":
            states[corner] = "fresh"
        elif next_steps(text, library) == []:
            states[corner] = "ended"
        elif corner in [where for where, _ in last]:
            states[corner] = "running"
        else:
            states[corner] = "interrupted"
    return {corner: (texts[corner], states[corner]) for corner in QUARTERS}
