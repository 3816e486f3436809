# Crashes on every chain that closes a ring, such as a block of four: the search remembers where it
# came from, not where it has been (RecursionError). Right where there is none. It lists no chains.


def breathes(board, row, col, came_from):
    for p in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
        y, x = p
        if p == came_from or not (0 <= y < len(board) and 0 <= x < len(board[0])):
            continue
        if board[y][x] == board[row][col] and breathes(board, y, x, (row, col)):
            return True
        if board[y][x] == 0:
            return True
    return False


def legal_chessboard(board, mover=None):
    steps = [(1, 2)] if mover is None else [(3 - mover,), (mover,)]
    for colors in steps:
        board = [
            [0 if v in colors and not breathes(board, r, c, None) else v for c, v in enumerate(row)]
            for r, row in enumerate(board)
        ]
    return board
