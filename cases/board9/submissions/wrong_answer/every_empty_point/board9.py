# Wrong: takes every empty point for legal; the rest is right.
import re

board, fine = {}, {}
for name in ("0", "00", "1", "2", "3", "4", "5"):
    text = open(f"train_{name}.txt").read()
    board[name] = {(int(r), int(c)): int(k) for r, c, k in re.findall(r"(\d) (\d) (-?1)", text)}


def next_to(r, c):
    return {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & {(i, j) for i in range(9) for j in range(9)}


def chain(b, p):
    known = {p}
    while True:
        more = {q for s in known for q in next_to(*s) if b.get(q) == b[p]} | known
        if more == known:
            return known
        known = more


def air(b, p):
    return {q for s in chain(b, p) for q in next_to(*s) if q not in b}


for name in ("0", "00"):
    print(f"Problem {name}: rule checking:{all(air(board[name], p) for p in board[name])}")
for name in ("1", "2", "3", "4"):
    last = [air(board[name], p) for p in board[name] if board[name][p] == -1]
    print(f"Problem {name}: forward on step:{sorted({min(a) for a in last if len(a) == 1})}")
print(f"Problem 5: all possible position:{[(r, c) for r in range(9) for c in range(9) if (r, c) not in board['5']]}")
