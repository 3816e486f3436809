# Wrong: knows no ko.  Takes what it can take, and most of all a single stone, and so takes it back.
N = 25
NEAR = [[q for q, on in ((p - 5, p > 4), (p + 5, p < 20), (p - 1, p % 5), (p + 1, p % 5 < 4)) if on] for p in range(N)]


def chain(board, start):
    """The stones of a chain, and whether it has a liberty."""
    stones = [start]
    for p in stones:  # grows while it is walked
        stones += [q for q in NEAR[p] if board[q] == board[start] and q not in stones]
    return stones, any(board[q] == "0" for p in stones for q in NEAR[p])


def play(board, point, colour):
    """How many stones a move takes off; -1 for suicide."""
    after = board[:point] + colour + board[point + 1 :]
    taken = set()
    for q in NEAR[point]:
        if after[q] not in ("0", colour):
            stones, breathes = chain(after, q)
            if not breathes:
                taken.update(stones)
    return len(taken) if taken or chain(after, point)[1] else -1


colour, *rows = open("input.txt").read().split()
board = "".join(rows[5:])
best, most = None, -1
for point in range(N):
    taken = play(board, point, colour) if board[point] == "0" else -1
    worth = N if taken == 1 else taken
    if worth > most:
        best, most = point, worth
open("output.txt", "w").write("PASS" if best is None else "%d,%d" % divmod(best, 5))
