# Wrong in links: diagonal stones are linked though opponents stand on both points between.
# The other functions are left out.
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def points(board):
    return [(r, c) for r in range(len(board)) for c in range(len(board[r]))]


def inside(board, r, c):
    return 0 <= r < len(board) and 0 <= c < len(board[0])


def neighbours(board, r, c):
    return [(r + y, c + x) for y, x in STEPS if inside(board, r + y, c + x)]


def is_bridge(board, r, c):
    return True


def is_linked(board, first, second):
    beside = neighbours(board, *first)
    if second in beside:
        return True
    return any(is_bridge(board, r, c) for r, c in beside if (r, c) in neighbours(board, *second))


def links(board):
    found = []
    for colour in (1, 2):
        stones = [(r, c) for r, c in points(board) if board[r][c] == colour]
        for number, first in enumerate(stones):
            for second in stones[number + 1:]:
                if is_linked(board, first, second):
                    found.append([colour, first, second])
    return found
