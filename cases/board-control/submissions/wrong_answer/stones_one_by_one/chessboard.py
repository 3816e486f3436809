# Wrong: judges every stone by its own neighbours; stones of a chain do not share liberties.


def liberties(board, row, col):
    count = 0
    if row > 0 and board[row - 1][col] == 0:
        count += 1
    if row < len(board) - 1 and board[row + 1][col] == 0:
        count += 1
    if col > 0 and board[row][col - 1] == 0:
        count += 1
    if col < len(board[row]) - 1 and board[row][col + 1] == 0:
        count += 1
    return count


def chains(board):
    return [
        {"color": board[row][col], "stones": [[row, col]], "liberties": liberties(board, row, col)}
        for row in range(len(board)) for col in range(len(board[row])) if board[row][col] != 0
    ]


def remove(board, colors):
    return [
        [0 if point in colors and liberties(board, row, col) == 0 else point for col, point in enumerate(points)]
        for row, points in enumerate(board)
    ]


def legal_chessboard(board, mover=None):
    if mover is None:
        return remove(board, [1, 2])
    return remove(remove(board, [2 if mover == 1 else 1]), [mover])
