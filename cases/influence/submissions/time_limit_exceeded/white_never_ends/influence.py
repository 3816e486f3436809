# Never ends where there is a white stone: half of -1 is -1 with //. Has force alone.
from math import hypot, sqrt


def sums(board):
    rows, cols = len(board), len(board[0])
    steps = (-1, 0), (0, 1), (1, 0), (0, -1)
    found = [[[0] * cols for _ in range(rows)] for _ in steps]
    todo = [(r, c, way, (0, 32, -32)[board[r][c]])
            for r in range(rows) for c in range(cols) if board[r][c] for way in range(4)]
    while todo:
        r, c, way, size = todo.pop()
        y, x = r + steps[way][0], c + steps[way][1]
        if not (0 <= y < rows and 0 <= x < cols):
            y, x, way = r, c, (way + 2) % 4
        found[way][y][x] += size
        if size // 4:
            todo = [(y, x, (way + 1) % 4, size // 4), (y, x, (way + 3) % 4, size // 4)] + todo[-999:]
        if size // 2 and not board[y][x]:
            todo.append((y, x, way, size // 2))
    return found


def measured(up, right, down, left):
    force = sqrt(up ** 2 + right ** 2 + down ** 2 + left ** 2)
    if not force:
        return 0, 0, 0, 0
    tilt = abs(right + left - up - down) / (2 * (abs(up) + abs(right) + abs(down) + abs(left)))
    balance = 1 - hypot(up - down, right - left) / (2 * force) - tilt
    return up + right + down + left, force, balance, force * balance


def force(board):
    found = sums(board)
    points = [[(0, 0, 0, 0) if cell else measured(*(way[r][c] for way in found)) for c, cell in enumerate(row)]
              for r, row in enumerate(board)]
    measures = [[[four[i] for four in row] for row in points] for i in range(4)]
    return dict(zip(("up", "right", "down", "left", "A", "F", "B", "FB"), found + measures))
