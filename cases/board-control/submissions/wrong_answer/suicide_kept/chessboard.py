# Wrong: leaves the mover's own chain on the board when it has no liberty, since "one does not take
# one's own stones".


def legal_chessboard(board, mover=None):
    doomed = [1, 2] if mover is None else [3 - mover]
    new = []
    for row in board:
        new.append(list(row))
    for chain in chains(board):
        if chain['liberties'] == 0 and chain['color'] in doomed:
            for row, col in chain['stones']:
                new[row][col] = 0
    return new


def chains(board):
    result = []
    visited = [[False for _ in row] for row in board]
    for row in range(len(board)):
        for col in range(len(board[0])):
            if board[row][col] != 0 and not visited[row][col]:
                result.append(explore(board, row, col, visited))
    return result


def explore(board, row, col, visited):
    stones, liberties = [], []
    stack = [[row, col]]
    visited[row][col] = True
    while len(stack) > 0:
        stone = stack.pop()
        stones.append(stone)
        for neighbour in [[stone[0], stone[1] + 1], [stone[0], stone[1] - 1],
                          [stone[0] + 1, stone[1]], [stone[0] - 1, stone[1]]]:
            y, x = neighbour
            if y < 0 or x < 0 or y >= len(board) or x >= len(board[0]):
                continue
            if board[y][x] == 0 and neighbour not in liberties:
                liberties.append(neighbour)
            if board[y][x] == board[row][col] and not visited[y][x]:
                visited[y][x] = True
                stack.append(neighbour)
    return {'color': board[row][col], 'stones': stones, 'liberties': len(liberties)}
