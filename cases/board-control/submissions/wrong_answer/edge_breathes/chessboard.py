# Wrong: puts a frame of empty points around the board, and counts the frame as liberties.


def framed(board):
    width = len(board[0]) if board else 0
    return [[0] * (width + 2)] + [[0] + list(row) + [0] for row in board] + [[0] * (width + 2)]


def groups(board):
    big, seen, found = framed(board), set(), []
    for r in range(1, len(big) - 1):
        for c in range(1, len(big[0]) - 1):
            if big[r][c] and (r, c) not in seen:
                stones, free = [(r, c)], set()
                seen.add((r, c))
                for y, x in stones:
                    for p in (y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1):
                        value = big[p[0]][p[1]]
                        if value == 0:
                            free.add(p)
                        elif value == big[r][c] and p not in seen:
                            seen.add(p)
                            stones.append(p)
                found.append((big[r][c], [(y - 1, x - 1) for y, x in stones], len(free)))
    return found


def pick(board, colors):
    new = [list(row) for row in board]
    for color, stones, free in groups(board):
        if color in colors and free == 0:
            for y, x in stones:
                new[y][x] = 0
    return new


def legal_chessboard(board, mover=None):
    return pick(board, [1, 2]) if mover is None else pick(pick(board, [3 - mover]), [mover])


def chains(board):
    return [{'color': color, 'stones': stones, 'liberties': free} for color, stones, free in groups(board)]
