# Wrong: forgets captures when it decides what is legal, so a point that is legal only
# because it captures is missing from problem 5.

def read(n):
    b = [[0] * 9 for _ in range(9)]
    for line in open('test_' + n + '.txt'):
        if line.strip():
            r, c, k = map(int, line.split())
            b[r][c] = k
    return b


def near(r, c):
    return [(a, b) for a, b in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if 0 <= a < 9 and 0 <= b < 9]


def liberties(b, r, c):
    stones, free, stack = set(), set(), [(r, c)]
    while stack:
        p = stack.pop()
        if p in stones:
            continue
        stones.add(p)
        for q in near(*p):
            if b[q[0]][q[1]] == 0:
                free.add(q)
            elif b[q[0]][q[1]] == b[r][c]:
                stack.append(q)
    return len(free)


def captures(b, r, c):
    b[r][c] = 1
    found = any(b[y][x] == -1 and liberties(b, y, x) == 0 for y, x in near(r, c))
    b[r][c] = 0
    return found


def legal(b, r, c):
    b[r][c] = 1
    found = liberties(b, r, c) > 0
    b[r][c] = 0
    return found


EMPTY = [(r, c) for r in range(9) for c in range(9)]
with open('answer.txt', 'w') as out:
    for n in ('0', '00', '1', '2', '3', '4', '5'):
        b = read(n)
        print('test_' + n, file=out)
        if n in ('0', '00'):
            print(all(liberties(b, r, c) for r, c in EMPTY if b[r][c]), file=out)
        else:
            test = legal if n == '5' else captures
            for r, c in EMPTY:
                if b[r][c] == 0 and test(b, r, c):
                    print(r, c, file=out)
        print(file=out)
