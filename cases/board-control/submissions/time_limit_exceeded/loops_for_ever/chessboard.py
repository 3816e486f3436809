# Never comes back when two stones of one colour are side by side: computes the neighbours of the first
# stone, and waits for them to change. Right where all stones are alone.


def surrounding(board, y, x):
    around = ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1))
    return [board[r][c] for r, c in around if 0 <= r < len(board) and 0 <= c < len(board[0])]


def chains(board):
    found = []
    for y, row in enumerate(board):
        for x, color in enumerate(row):
            if color:
                stones, colors = [[y, x]], surrounding(board, y, x)
                while color in colors:
                    stones = [[y, x]]
                found.append({"color": color, "stones": stones, "liberties": colors.count(0)})
    return found


def legal_chessboard(board, mover=None):
    for colors in [(1, 2)] if mover is None else [(3 - mover,), (mover,)]:
        dead = [c["stones"][0] for c in chains(board) if c["color"] in colors and c["liberties"] == 0]
        board = [[0 if [y, x] in dead else v for x, v in enumerate(row)] for y, row in enumerate(board)]
    return board
