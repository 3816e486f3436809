# Crashes on long chains: calls itself twice for every stone, which Python allows some 500 times
# (RecursionError). Right where the chains are shorter.


def legal_chessboard(board, mover=None):
    if mover is None:
        return cleared(board, dead(board, 1) | dead(board, 2))
    board = cleared(board, dead(board, 3 - mover))
    return cleared(board, dead(board, mover))


def cleared(board, points):
    return [[0 if (r, c) in points else v for c, v in enumerate(row)] for r, row in enumerate(board)]


def dead(board, color):
    return {p for chain in chains(board) if chain['color'] == color and not chain['liberties']
            for p in chain['stones']}


def chains(board):
    found = []
    seen = set()
    for row in range(len(board)):
        for col in range(len(board[row])):
            if board[row][col] and (row, col) not in seen:
                stones, liberties = [], set()
                visit(board, row, col, stones, seen, liberties)
                found.append({'color': board[row][col], 'stones': stones, 'liberties': len(liberties)})
    return found


def visit(board, row, col, stones, seen, liberties):
    stones.append((row, col))
    seen.add((row, col))
    look(board, row, col, stones, seen, liberties)


def look(board, row, col, stones, seen, liberties):
    for y, x in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
        if 0 <= y < len(board) and 0 <= x < len(board[row]):
            if board[y][x] == 0:
                liberties.add((y, x))
            elif board[y][x] == board[row][col] and (y, x) not in seen:
                visit(board, y, x, stones, seen, liberties)
