# Never comes to an end.
EMPTY = 0


def near(board, row, col):
    around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [(r, c) for r, c in around if 0 <= r < len(board) and 0 <= c < len(board[0])]


def count(board, row, col):
    while True:
        near(board, row, col)


def liberties(board, point):
    return count(board, *point)
