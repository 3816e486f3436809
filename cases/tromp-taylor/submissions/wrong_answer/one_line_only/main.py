# Wrong: reads one line. The board is often on one line in the examples, but row breaks are allowed.
import sys

line = sys.stdin.buffer.readline().decode("latin-1")
board = {}
points = [x for x in line if x in "XO-"]
size = int(len(points) ** 0.5)
for k, x in enumerate(points[:size * size]):
    board[k // size, k % size] = x


def neighbours(p):
    r, c = p
    return [q for q in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)) if q in board]


def reached(colour):
    seen = {p for p in board if board[p] == colour}
    border = set(seen)
    while border:
        border = {q for p in border for q in neighbours(p) if board[q] == "-"} - seen
        seen |= border
    return seen


black, white = reached("X"), reached("O")
lead = len(black - white) - len(white - black)
print("Jigo" if lead == 0 else "B+%d" % lead if lead > 0 else "W+%d" % -lead)
