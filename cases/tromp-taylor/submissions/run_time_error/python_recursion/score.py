# Crashes on a region of more than about a thousand points: RecursionError. Right on smaller ones.
import sys

text = [x for x in sys.stdin.buffer.read().decode("latin-1") if x in "XO-"]
n = int(len(text) ** 0.5)
board = [text[r * n:(r + 1) * n] for r in range(n)]


def fill(r, c, touched):
    """Number of points of the region of (r, c); collects the stones beside it."""
    if not (0 <= r < n and 0 <= c < n):
        return 0
    if board[r][c] != "-":
        touched.add(board[r][c])
        return 0
    board[r][c] = "+"
    return (1 + fill(r + 1, c, touched) + fill(r - 1, c, touched)
            + fill(r, c + 1, touched) + fill(r, c - 1, touched))


score = {"X": text.count("X"), "O": text.count("O")}
for r in range(n):
    for c in range(n):
        if board[r][c] == "-":
            touched = set()
            size = fill(r, c, touched)
            touched.discard("+")
            if len(touched) == 1:
                score[touched.pop()] += size

difference = score["X"] - score["O"]
print("Jigo" if difference == 0 else f"{'WB'[difference > 0]}+{abs(difference)}")
