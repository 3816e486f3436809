# Wrong: plays any legal point, drawn by lot, and so wins half of its games against such a player.
N = 25
NEAR = [[q for q, on in ((p - 5, p > 4), (p + 5, p < 20), (p - 1, p % 5), (p + 1, p % 5 < 4)) if on] for p in range(N)]


def chain(board, start):
    """The stones of a chain, and whether it has a liberty."""
    stones = [start]
    for p in stones:  # grows while it is walked
        stones += [q for q in NEAR[p] if board[q] == board[start] and q not in stones]
    return stones, any(board[q] == "0" for p in stones for q in NEAR[p])


def play(board, point, colour):
    """The board after a move; None for suicide."""
    after = board[:point] + colour + board[point + 1 :]
    for q in NEAR[point]:
        if after[q] not in ("0", colour):
            stones, breathes = chain(after, q)
            if not breathes:
                after = "".join("0" if p in stones else cell for p, cell in enumerate(after))
    return after if chain(after, point)[1] else None


colour, *rows = open("input.txt").read().split()
before, board = "".join(rows[:5]), "".join(rows[5:])
luck = 2166136261
for old, new in zip(before, board):
    luck = (luck ^ luck >> 15) + ord(new) + 7 * ord(old)
    luck = luck * 2654435761 % 2**32
luck ^= luck >> 13
legal = [p for p in range(N) if board[p] == "0" and play(board, p, colour) not in (None, before)]
open("output.txt", "w").write("%d,%d" % divmod(legal[(luck >> 8) % len(legal)], 5) if legal else "PASS")
