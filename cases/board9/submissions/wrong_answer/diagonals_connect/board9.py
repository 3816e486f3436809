# Wrong: stones that touch at a corner count as connected.
import numpy as np


def load(n):
    a = np.zeros((11, 11), int) + 5          # a frame of 5 around the board
    a[1:10, 1:10] = 0
    for line in open("train_%s.txt" % n):
        if line.strip():
            r, c, k = map(int, line.split())
            a[r + 1, c + 1] = k
    return a


def alive(a, r, c):
    todo, seen = [(r, c)], set()
    while todo:
        y, x = todo.pop()
        if (y, x) in seen:
            continue
        seen.add((y, x))
        if 0 in (a[y - 1, x], a[y + 1, x], a[y, x - 1], a[y, x + 1]):
            return True
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if a[y + dy, x + dx] == a[r, c]:
                    todo.append((y + dy, x + dx))
    return False


def lost(a, k):
    return [(r, c) for r in range(1, 10) for c in range(1, 10) if a[r, c] == k and not alive(a, r, c)]


f = open("answer.txt", "w")
for n in ["0", "00", "1", "2", "3", "4", "5"]:
    a = load(n)
    f.write("train_%s\n" % n)
    if n[0] == "0":
        f.write(str(not lost(a, 1) + lost(a, -1)) + "\n\n")
        continue
    for r in range(1, 10):
        for c in range(1, 10):
            if a[r, c] == 0:
                t = a.copy()
                t[r, c] = 1
                gone = lost(t, -1)
                for p in gone:
                    t[p] = 0
                if gone and n != "5" or n == "5" and alive(t, r, c):
                    f.write("%d %d\n" % (r - 1, c - 1))
    f.write("\n")
f.close()
