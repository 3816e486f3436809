# Wrong: takes every dash that a text may have for an empty point, where only the ASCII one is.
import re
import sys

text = sys.stdin.buffer.read().decode("utf-8", "replace")
text = re.sub("[\u2010-\u2015\u2212]", "-", text)
text = re.sub("[^XO-]", "", text)
n = int(len(text) ** 0.5)
board = [list(text[i * n:(i + 1) * n]) for i in range(n)]
score = {"X": 0, "O": 0}
for row in board:
    for cell in row:
        if cell in score:
            score[cell] += 1
for i in range(n):
    for j in range(n):
        if board[i][j] != "-":
            continue
        board[i][j] = " "
        points = [(i, j)]
        near = set()
        for a, b in points:
            for p, q in ((a, b + 1), (a, b - 1), (a + 1, b), (a - 1, b)):
                if p in range(n) and q in range(n):
                    near.add(board[p][q])
                    if board[p][q] == "-":
                        board[p][q] = " "
                        points.append((p, q))
        near -= {"-", " "}
        if len(near) == 1:
            score[near.pop()] += len(points)
result = score["X"] - score["O"]
print("Jigo" if not result else "%s+%d" % ("WB"[result > 0], abs(result)))
