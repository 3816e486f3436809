# Wrong: board[-1] is the last row in Python, and an IndexError is caught only on the other
# side. So row 0 is beside the last row, and column 0 beside the last column.
import sys

letters = [x for x in sys.stdin.buffer.read().decode("latin-1") if x in "XO-"]
SIZE = round(len(letters) ** 0.5)
board = [letters[i * SIZE:i * SIZE + SIZE] for i in range(SIZE)]


def around(r, c):
    for i, j in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        try:
            yield board[r + i][c + j], r + i, c + j
        except IndexError:
            pass


def explore(r, c):
    board[r][c] = "."
    todo, size, found = [(r, c)], 0, ""
    while todo:
        size += 1
        for x, i, j in around(*todo.pop()):
            if x == "-":
                board[i][j] = "."
                todo.append((i % SIZE, j % SIZE))
            elif x != "." and x not in found:
                found += x
    return size, found


points = {"X": letters.count("X"), "O": letters.count("O")}
for r in range(SIZE):
    for c in range(SIZE):
        if board[r][c] == "-":
            size, found = explore(r, c)
            if len(found) == 1:
                points[found] += size

diff = points["X"] - points["O"]
if diff == 0:
    print("Jigo")
elif diff > 0:
    print("B+" + str(diff))
else:
    print("W+" + str(-diff))
