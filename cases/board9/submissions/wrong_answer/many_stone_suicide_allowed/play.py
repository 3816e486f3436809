"""Wrong: forbids the suicide of one stone only. A point next to an own stone counts as
legal even when the whole chain is left without a liberty."""
import os


def board_of(n):
    b = [0] * 81
    for line in open(os.path.join(os.path.dirname(os.path.abspath(__file__)), f"test_{n}.txt")):
        if line.strip():
            r, c, k = map(int, line.split())
            b[r * 9 + c] = k
    return b


def near(p):
    return [q for q, fine in ((p - 9, p > 8), (p + 9, p < 72), (p - 1, p % 9), (p + 1, p % 9 < 8)) if fine]


def lives(b, p, seen=()):
    seen = set(seen) | {p}
    todo = [p]
    while todo:
        for q in near(todo.pop()):
            if b[q] == 0:
                return True
            if b[q] == b[p] and q not in seen:
                seen.add(q)
                todo.append(q)
    return False


def takes(b, p):
    b = b[:]
    b[p] = 1
    return any(b[q] == -1 and not lives(b, q) for q in near(p))


def fine(b, p):
    return takes(b, p) or any(b[q] in (0, 1) for q in near(p))


def points(b, test):
    return [(p // 9, p % 9) for p in range(81) if b[p] == 0 and test(b, p)]


for n in ("0", "00"):
    b = board_of(n)
    print(f"Problem {n}: rule checking:{all(lives(b, p) for p in range(81) if b[p])}")
for n in "1234":
    print(f"Problem {n}: forward on step:{points(board_of(n), takes)}")
print(f"Problem 5: all possible position:{points(board_of('5'), fine)}")
