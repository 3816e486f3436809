"""One ply deep: a move is valued by what it captures, the liberties it leaves and its place."""

NEAR = {
    (r, c): [(r + i, c + j) for i, j in ((-1, 0), (1, 0), (0, -1), (0, 1)) if 0 <= r + i < 5 and 0 <= c + j < 5]
    for r in range(5)
    for c in range(5)
}


def best(go, colour, plies_left, weights):
    """The legal point of the highest value; None when there is none."""
    found = [(value(go.board, colour, p, plies_left, weights), p) for p in NEAR if go.board[p[0]][p[1]] == 0]
    for _, point in sorted(found, key=lambda each: -each[0]):
        if go.valid_place_check(*point, colour, test_check=True):
            return point
    return None


def value(board, colour, point, plies_left, weights):
    taken, free = 0, set()
    for r, c in NEAR[point]:
        chain, liberties = chain_at(board, (r, c))
        if board[r][c] == 0:
            free.add((r, c))
        elif board[r][c] == colour:
            free |= liberties - {point}
        elif liberties == {point}:
            taken += len(chain)
    place = weights["places"][point[0]][point[1]] if plies_left > 12 else 0
    alone = weights["alone"] if taken + len(free) < 2 else 0
    return weights["taken"] * taken + weights["free"] * len(free) + place - alone


def chain_at(board, start):
    """The stones connected with the one at `start`, and their liberties; none for an empty point."""
    chain, liberties = [start] if board[start[0]][start[1]] else [], set()
    for r, c in chain:  # grows while it is walked
        for near in NEAR[r, c]:
            if board[near[0]][near[1]] == 0:
                liberties.add(near)
            elif board[near[0]][near[1]] == board[r][c] and near not in chain:
                chain.append(near)
    return chain, liberties
