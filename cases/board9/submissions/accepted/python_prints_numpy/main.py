# Right. Liberties by shifting whole arrays; prints numpy numbers as they come,
# (np.int64(2), np.int64(3)) with a recent numpy.
import numpy as np


def spread(mask):
    """mask and everything directly next to it"""
    out = mask.copy()
    out[1:] |= mask[:-1]
    out[:-1] |= mask[1:]
    out[:, 1:] |= mask[:, :-1]
    out[:, :-1] |= mask[:, 1:]
    return out


def alive(board, colour):
    """stones of a colour whose chain has a liberty: start at the empty points and spread"""
    own = board == colour
    living = own & spread(board == 0)
    while True:
        more = own & spread(living)
        if (more == living).all():
            return living
        living = more


def dead(board, colour):
    return (board == colour) & ~alive(board, colour)


board = {}
for name in "0 00 1 2 3 4 5".split():
    grid = np.zeros((9, 9), int)
    numbers = np.array(open(f"test_{name}.txt").read().split(), int).reshape(-1, 3)
    grid[numbers[:, 0], numbers[:, 1]] = numbers[:, 2]
    board[name] = grid

for name in ("0", "00"):
    print(f"Problem {name}: rule checking:{not dead(board[name], 1).any() and not dead(board[name], -1).any()}")

for name in ("1", "2", "3", "4", "5"):
    points = []
    for r, c in zip(*np.where(board[name] == 0)):
        trial = board[name].copy()
        trial[r, c] = 1
        taken = dead(trial, -1)
        trial[taken] = 0
        good = taken.any() if name != "5" else alive(trial, 1)[r, c]
        if good:
            points.append((r, c))
    what = "forward on step" if name != "5" else "all possible position"
    print(f"Problem {name}: {what}:{points}")
