# Wrong on boards that are not square: fills as many columns as there are rows. Has ryder alone.


def ryder(board):
    matrix = [[0] * len(board[0]) for _ in board]
    cols = min(len(board), len(board[0]))
    for r in range(len(board)):
        for c in range(cols):
            for y, x, value in (0, 0, 60), (1, 0, 13), (-1, 0, 13), (0, 1, 13), (0, -1, 13):
                if 0 <= r + y < len(board) and 0 <= c + x < cols:
                    matrix[r + y][c + x] += value * (0, 1, -1)[board[r][c]]
    return matrix
