# Right: works on arrays and returns arrays. A stone lives when an empty point or a living stone
# of its colour is beside it; the living spread over the board until nothing changes.
import numpy as np


def as_array(board):
    width = len(board[0]) if len(board) else 0
    return np.array(board, dtype=np.int8).reshape(len(board), width)


def spread(mask):
    """The points of a mask and all beside them."""
    out = mask.copy()
    out[1:] |= mask[:-1]
    out[:-1] |= mask[1:]
    out[:, 1:] |= mask[:, :-1]
    out[:, :-1] |= mask[:, 1:]
    return out


def grow(start, within):
    reached = start & within
    while True:
        wider = spread(reached) & within
        if (wider == reached).all():
            return reached
        reached = wider


def without_dead(a, *colours):
    out = a.copy()
    for colour in colours:
        own = a == colour
        out[own & ~grow(spread(a == 0), own)] = 0
    return out


def legal_chessboard(board, mover=None):
    a = as_array(board)
    if mover is None:
        return without_dead(a, 1, 2)
    return without_dead(without_dead(a, 3 - mover), mover)


def chains(board):
    a = as_array(board)
    todo, found = a > 0, []
    while todo.any():
        start = np.zeros_like(todo)
        start[tuple(np.argwhere(todo)[0])] = True
        colour = a[start][0]
        chain = grow(start, a == colour)
        found.append({
            "color": colour,
            "stones": np.argwhere(chain),
            "liberties": (spread(chain) & (a == 0)).sum(),
        })
        todo &= ~chain
    return found
