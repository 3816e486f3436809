from collections import deque

from order import EMPTY


def chain_of(board, y, x):
    """The stones of a chain and how many liberties it has, by a search in breadth."""
    stones, liberties, queue = {(y, x)}, set(), deque([(y, x)])
    while queue:
        r, c = queue.popleft()
        for p in (r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c):
            if not (0 <= p[0] < len(board) and 0 <= p[1] < len(board[0])):
                continue
            if board[p[0]][p[1]] == EMPTY:
                liberties.add(p)
            elif board[p[0]][p[1]] == board[y][x] and p not in stones:
                stones.add(p)
                queue.append(p)
    return stones, len(liberties)
