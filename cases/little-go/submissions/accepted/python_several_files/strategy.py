"""One ply deep: the board after each move is valued by stones, liberties and places."""

ALL = [(row, column) for row in range(5) for column in range(5)]


def best(go, colour, plies_left, weights):
    """The legal point after which the board is best; None when there is none."""
    points = [p for p in ALL if go.valid_place_check(*p, colour, test_check=True)]
    return max(points, key=lambda point: value(go, colour, point, plies_left, weights), default=None)


def value(go, colour, point, plies_left, weights):
    after = go.copy_board()
    after.place_chess(*point, colour)
    taken = len(after.remove_died_pieces(3 - colour))
    own, other = liberties(after, colour), liberties(after, 3 - colour)
    early = weights["places"][point[0]][point[1]] if plies_left > 12 else 0
    lost = weights["atari"] * (len(after.ally_dfs(*point)) if lone(after, point) else 0)
    return weights["taken"] * taken + weights["free"] * (own - other) + early - lost


def liberties(go, colour):
    return sum(
        any(go.board[r][c] == colour for r, c in go.detect_neighbor(*point))
        for point in ALL
        if go.board[point[0]][point[1]] == 0
    )


def lone(go, point):
    """Does the chain at the point have one liberty only?"""
    chain = go.ally_dfs(*point)
    free = {p for stone in chain for p in go.detect_neighbor(*stone) if go.board[p[0]][p[1]] == 0}
    return len(free) == 1
