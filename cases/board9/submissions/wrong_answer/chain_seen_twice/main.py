# Wrong: one table of visited stones serves all four neighbours of a move. A black chain
# that touches the move at two points is found "visited" the second time, and what is
# visited counts as having no liberty, so it is called captured.
import numpy as np

N = 9


def load(name):
    g = np.zeros((N, N), np.int8)
    for line in open(name):
        if line.strip():
            r, c, k = line.split()
            g[int(r)][int(c)] = int(k)
    return g


def near(r, c):
    return [(y, x) for y, x in [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)] if 0 <= y < N and 0 <= x < N]


def is_alive(state, g, r, c, colour):
    if state[r, c]:
        return False
    state[r, c] = True
    alive = False
    for y, x in near(r, c):
        if g[y, x] == 0:
            alive = True
        elif g[y, x] == colour and is_alive(state, g, y, x, colour):
            alive = True
    return alive


def judge(g):
    for r in range(N):
        for c in range(N):
            if g[r, c] and not is_alive(np.zeros((N, N), bool), g, r, c, g[r, c]):
                return False
    return True


def eats(g, r, c):
    h = g.copy()
    h[r, c] = 1
    state = np.zeros((N, N), bool)
    return any(h[y, x] == -1 and not is_alive(state, h, y, x, -1) for y, x in near(r, c))


def possible(g, r, c):
    h = g.copy()
    h[r, c] = 1
    return eats(g, r, c) or is_alive(np.zeros((N, N), bool), h, r, c, 1)


with open("answer_for_train.txt", "w") as f:
    for n in ["0", "00"]:
        f.write("train_%s\n%s\n\n" % (n, judge(load("train_%s.txt" % n))))
    for n in ["1", "2", "3", "4", "5"]:
        g = load("train_%s.txt" % n)
        rule = possible if n == "5" else eats
        lines = ["%d %d\n" % (r, c) for r in range(N) for c in range(N) if g[r, c] == 0 and rule(g, r, c)]
        f.write("train_%s\n%s\n" % (n, "".join(lines)))
