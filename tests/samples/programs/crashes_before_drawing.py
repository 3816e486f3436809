"""Wrong: answers, prints, and crashes before the first picture."""

from go9 import solve

boards = solve()
for name, (before, after) in boards.items():
    for row in range(9):
        print(" ".join(".XO"[after.get((row, col), 0)] for col in range(9)))
raise SystemExit(boards["9"])
