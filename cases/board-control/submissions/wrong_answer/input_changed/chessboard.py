# Wrong: the answers are right, but the stones are taken off the very board that was passed in.


def find(board, y, x, color, chain, free):
    todo = [(y, x)]
    while todo:
        y, x = todo.pop()
        if y < 0 or x < 0 or y == len(board) or x == len(board[y]):
            continue
        if board[y][x] == 0:
            free.add((y, x))
        elif board[y][x] == color and (y, x) not in chain:
            chain.add((y, x))
            todo.extend([(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)])


def chains(board):
    result = []
    for y in range(len(board)):
        for x in range(len(board[y])):
            if board[y][x] > 0 and all((y, x) not in c['stones'] for c in result):
                chain, free = set(), set()
                find(board, y, x, board[y][x], chain, free)
                result.append({'color': board[y][x], 'stones': chain, 'liberties': len(free)})
    return result


def legal_chessboard(board, mover=None):
    for colors in ([1, 2],) if mover is None else ([3 - mover], [mover]):
        for chain in chains(board):
            if chain['liberties'] == 0 and chain['color'] in colors:
                for y, x in chain['stones']:
                    board[y][x] = 0
    return board
