# Wrong: answers (column, row) instead of (row, column).
import sys

tag = 'train'


def load(n):
    black, white = set(), set()
    for line in open('%s_%s.txt' % (tag, n)):
        if line.strip():
            y, x, c = map(int, line.split())
            (black if c == -1 else white).add((x, y))
    return black, white


ALL = {(x, y) for x in range(9) for y in range(9)}


def border(s):
    return {(x + dx, y + dy) for x, y in s for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))} & ALL


def alive(own, other):
    free = ALL - own - other
    good = own & border(free)
    while border(good) & own - good:
        good |= border(good) & own
    return good


def points(black, white, question):
    for p in sorted(ALL - black - white):
        left = alive(black, white | {p})
        if question == 'capture' and left != black:
            yield p
        if question == 'legal' and p in alive(white | {p}, left):
            yield p


out = sys.stdout
for n in ('0', '00'):
    black, white = load(n)
    out.write('Problem %s: rule checking:%s\n' % (n, alive(black, white) == black and alive(white, black) == white))
for n in ('1', '2', '3', '4'):
    out.write('Problem %s: forward on step:%s\n' % (n, list(points(*load(n), 'capture'))))
out.write('Problem 5: all possible position:%s\n' % list(points(*load('5'), 'legal')))
