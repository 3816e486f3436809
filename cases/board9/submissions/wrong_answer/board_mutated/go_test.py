"""Wrong: tries moves on the board itself. Captured stones stay off and the capturing
stone stays on while the scan goes on, so later points see another board."""

import itertools


class Go:
    def __init__(self, lines):
        self.b = {}
        for line in lines:
            if line.split():
                r, c, k = (int(x) for x in line.split())
                self.b[r, c] = k

    def near(self, p):
        for d in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            q = p[0] + d[0], p[1] + d[1]
            if 0 <= q[0] < 9 and 0 <= q[1] < 9:
                yield q

    def chain(self, p):
        chain, edge = {p}, {p}
        while edge:
            edge = {q for e in edge for q in self.near(e) if self.b.get(q) == self.b[p]} - chain
            chain |= edge
        return chain

    def breath(self, p):
        return any(q not in self.b for s in self.chain(p) for q in self.near(s))

    def move(self, p):
        self.b[p] = 1
        gone = [s for q in self.near(p) if self.b.get(q) == -1 and not self.breath(q) for s in self.chain(q)]
        for s in gone:
            self.b.pop(s, None)
        return bool(gone), self.breath(p)

    def scan(self, which):
        found = []
        for p in itertools.product(range(9), repeat=2):
            if p in self.b:
                continue
            result = self.move(p)
            if result[which]:
                found.append(p)
            if not result[0]:
                del self.b[p]  # puts the point back, but only when nothing was captured
        return found


def go(n):
    with open("train_%s.txt" % n) as f:
        return Go(f)


for n in ("0", "00"):
    board = go(n)
    print("Problem %s: rule checking:%s" % (n, all(board.breath(p) for p in board.b)))
for n in ("1", "2", "3", "4"):
    print("Problem %s: forward on step:%s" % (n, go(n).scan(0)))
print("Problem 5: all possible position:%s" % go("5").scan(1))
