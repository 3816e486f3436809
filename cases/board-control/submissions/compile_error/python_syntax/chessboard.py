# Cannot be read: a colon is missing.
def legal_chessboard(board, mover=None)
    return [list(row) for row in board]
