# Wrong: a region belongs to the first stone that the search meets; nobody looks whether
# there is a stone of the other colour beside it as well.
import sys

text = [c for c in sys.stdin.buffer.read().decode("latin-1") if c in "XO-"]
n = int(len(text) ** 0.5)
board = {(i // n, i % n): c for i, c in enumerate(text)}
count = {"X": text.count("X"), "O": text.count("O"), None: 0}
done = set()

for start in board:
    if board[start] != "-" or start in done:
        continue
    owner = None
    region = [start]
    done.add(start)
    for r, c in region:
        for q in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
            if q not in board or q in done:
                continue
            if board[q] == "-":
                done.add(q)
                region.append(q)
            elif owner is None:
                owner = board[q]
    count[owner] += len(region)

d = count["X"] - count["O"]
print("B+%d" % d if d > 0 else "W+%d" % -d if d < 0 else "Jigo")
