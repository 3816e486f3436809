# Wrong: takes the mover's own stones off before the opponent's, so that no move that captures survives.
import numpy as np


def label(a):
    """An array of the numbers of chains, and for each number its colour and its liberties."""
    names, liberties = np.zeros(a.shape, dtype=int), [None]
    for start in zip(*np.nonzero(a)):
        if names[start]:
            continue
        number, free, todo = len(liberties), set(), [start]
        names[start] = number
        while todo:
            r, c = todo.pop()
            for y, x in ((r, c - 1), (r - 1, c), (r, c + 1), (r + 1, c)):
                if 0 <= y < a.shape[0] and 0 <= x < a.shape[1]:
                    if a[y, x] == 0:
                        free.add((y, x))
                    elif a[y, x] == a[start] and not names[y, x]:
                        names[y, x] = number
                        todo.append((y, x))
        liberties.append((a[start], len(free)))
    return names, liberties


def to_array(board):
    return np.array(board, dtype=int).reshape(len(board), -1) if any(board) else np.zeros((len(board), 0), int)


def without(a, colors):
    names, liberties = label(a)
    dead = [n for n, told in enumerate(liberties) if told and told[0] in colors and told[1] == 0]
    return np.where(np.isin(names, dead), 0, a)


def legal_chessboard(board, mover=None):
    a = to_array(board)
    if mover is None:
        return without(a, (1, 2))
    return without(without(a, (mover,)), (3 - mover,))


def chains(board):
    names, liberties = label(to_array(board))
    return [{"color": told[0], "stones": np.argwhere(names == n), "liberties": told[1]}
            for n, told in enumerate(liberties) if told]
