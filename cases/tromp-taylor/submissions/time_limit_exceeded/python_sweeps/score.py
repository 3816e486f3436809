# Right, and far too slow on large boards: sweeps over all points until nothing changes. Each
# sweep takes a colour one point to the left or up, and a corridor may be 30000 points long.
import sys

points = [c for c in sys.stdin.buffer.read().decode("latin-1") if c in "XO-"]
n = int(len(points) ** 0.5)
board = [points[r * n:(r + 1) * n] for r in range(n)]
reach = [[{c} - {"-"} for c in row] for row in board]

changed = True
while changed:
    changed = False
    for r in range(n):
        for c in range(n):
            if board[r][c] != "-":
                continue
            before = len(reach[r][c])
            if r > 0:
                reach[r][c] |= reach[r - 1][c]
            if c > 0:
                reach[r][c] |= reach[r][c - 1]
            if r < n - 1:
                reach[r][c] |= reach[r + 1][c]
            if c < n - 1:
                reach[r][c] |= reach[r][c + 1]
            if len(reach[r][c]) > before:
                changed = True

black = sum(cell == {"X"} for row in reach for cell in row)
white = sum(cell == {"O"} for row in reach for cell in row)
if black > white:
    print("B+" + str(black - white))
elif black < white:
    print("W+" + str(white - black))
else:
    print("Jigo")
