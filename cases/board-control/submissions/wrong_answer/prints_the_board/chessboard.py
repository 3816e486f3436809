# Wrong: prints the board and returns nothing.


def neighbours(board, row, col):
    points = (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)
    return [(r, c) for r, c in points if 0 <= r < len(board) and 0 <= c < len(board[0])]


def chain_of(board, start):
    chain, known = [start], {start}
    for row, col in chain:  # grows during the loop
        new = [p for p in neighbours(board, row, col)
               if board[p[0]][p[1]] == board[row][col] and p not in known]
        chain += new
        known.update(new)
    return chain


def liberties(board, chain):
    return {(r, c) for place in chain for r, c in neighbours(board, *place) if board[r][c] == 0}


def all_chains(board):
    found, seen = [], set()
    for start in ((r, c) for r in range(len(board)) for c in range(len(board[0]))):
        if board[start[0]][start[1]] and start not in seen:
            found.append(chain_of(board, start))
            seen.update(found[-1])
    return found


def without(board, colours):
    dead = {p for chain in all_chains(board) if not liberties(board, chain) for p in chain
            if board[p[0]][p[1]] in colours}
    return [[0 if (r, c) in dead else v for c, v in enumerate(row)] for r, row in enumerate(board)]


def legal_chessboard(board, mover=None):
    for colours in [(1, 2)] if mover is None else [(3 - mover,), (mover,)]:
        board = without(board, colours)
    print(board)
