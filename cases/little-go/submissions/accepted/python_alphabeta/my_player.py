# Alpha-beta, two plies deep, on boards as strings of 25 cells.
EDGES = {p: [q for q, on in ((p - 5, p > 4), (p + 5, p < 20), (p - 1, p % 5), (p + 1, p % 5 < 4)) if on]
         for p in range(25)}


ORDER = sorted(range(25), key=lambda p: abs(p // 5 - 2) + abs(p % 5 - 2))


def chain(board, start):
    """The stones of a chain, and its liberties."""
    stones, free = {start}, set()
    todo = [start]
    for p in todo:
        for q in EDGES[p]:
            if board[q] == "0":
                free.add(q)
            elif board[q] == board[start] and q not in stones:
                stones.add(q)
                todo.append(q)
    return stones, free


def play(board, before, point, colour):
    """The board after a move, None when it is illegal."""
    after = board[:point] + colour + board[point + 1:]
    for q in EDGES[point]:
        if after[q] not in ("0", colour):
            stones, free = chain(after, q)
            if not free:
                after = "".join("0" if p in stones else cell for p, cell in enumerate(after))
    return after if after != before and chain(after, point)[1] else None


def value(board, colour):
    other = "2" if colour == "1" else "1"
    score = 20 * (board.count(colour) - board.count(other))
    for p in range(25):
        if board[p] == "0":
            near = {board[q] for q in EDGES[p]}
            score += 7 * ((colour in near) - (other in near))
    return score


def search(board, before, colour, depth, alpha, beta):
    """The best value for `colour`, and the move that leads to it."""
    if depth == 0:
        return value(board, colour), None
    best = None
    for point in ORDER:
        after = play(board, before, point, colour) if board[point] == "0" else None
        if after:
            found = -search(after, board, "2" if colour == "1" else "1", depth - 1, -beta, -alpha)[0]
            if best is None or found > alpha:
                alpha, best = max(alpha, found), point
            if alpha >= beta:
                break
    return (alpha, best) if best is not None else (value(board, colour), None)


lines = open("input.txt").read().split()
before, board = "".join(lines[1:6]), "".join(lines[6:11])
_, move = search(board, before, lines[0], 2, -10**6, 10**6)
open("output.txt", "w").write("PASS" if move is None else "%d,%d" % divmod(move, 5))
