# mypy: ignore-errors
"""A player of the 5x5 game that looks DEPTH plies ahead, by minimax with alpha-beta cuts."""

from host import GO
from read import readInput
from write import writeOutput, writePass

SIZE = 5
DEPTH = 2  # plies; a third one takes some seconds a move
STONE = 100  # the worth of a stone; that of a liberty is 1


def successors(go, colour):
    """Every legal point with the board after it."""
    for row in range(SIZE):
        for column in range(SIZE):
            after = go.copy_board()
            if after.place_chess(row, column, colour):
                after.died_pieces = after.remove_died_pieces(3 - colour)
                yield (row, column), after


def liberties(go, colour):
    """How many empty points are beside stones of a colour."""
    beside = set()
    for row in range(SIZE):
        for column in range(SIZE):
            if go.board[row][column] == colour:
                beside.update(go.detect_neighbor(row, column))
    return sum(go.board[row][column] == 0 for row, column in beside)


def worth(go, colour):
    """How good a board is for a colour."""
    other = 3 - colour
    stones = go.score(colour) - go.score(other)
    return STONE * stones + liberties(go, colour) - liberties(go, other)


def search(go, colour, depth, alpha, beta):
    """The worth of the best play for the colour to move, and its first point; None is a pass."""
    if depth == 0:
        return worth(go, colour), None
    best, choice = alpha, None
    found = False
    for point, after in successors(go, colour):
        value = -search(after, 3 - colour, depth - 1, -beta, -best)[0]
        if not found or value > best:
            best, choice, found = max(best, value), point, True
        if best >= beta:
            break
    return (best, choice) if found else (worth(go, colour), None)


def main():
    colour, before, now = readInput(SIZE)
    go = GO(SIZE)
    go.set_board(colour, before, now)
    point = search(go, colour, DEPTH, -(10**9), 10**9)[1]
    if point is None:
        writePass()
    else:
        writeOutput(point)


if __name__ == "__main__":
    main()
