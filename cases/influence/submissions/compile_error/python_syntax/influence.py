# Cannot be read: a colon is missing.
def zobrist(board)
    return [[50 * (0, 1, -1)[cell] for cell in row] for row in board]
