# Wrong: takes x and o for stones too.
import sys

cells = [c for c in sys.stdin.buffer.read().decode("latin-1").upper() if c in "XO-"]
n = int(len(cells) ** 0.5)
grid = [cells[r * n:(r + 1) * n] for r in range(n)]
total = {"X": 0, "O": 0}
for r in range(n):
    for c in range(n):
        if grid[r][c] in total:
            total[grid[r][c]] += 1
        elif grid[r][c] == "-":
            todo, size, met = [(r, c)], 0, set()
            grid[r][c] = "seen"
            while todo:
                y, x = todo.pop()
                size += 1
                for a, b in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)):
                    if 0 <= a < n and 0 <= b < n:
                        if grid[a][b] == "-":
                            grid[a][b] = "seen"
                            todo.append((a, b))
                        elif grid[a][b] != "seen":
                            met.add(grid[a][b])
            if len(met) == 1:
                total[met.pop()] += size
b, w = total["X"], total["O"]
print("Jigo" if b == w else f"B+{b - w}" if b > w else f"W+{w - b}")
