# Right. Plain Python, no libraries: a flood fill with a stack, answers written to
# answer_for_train.txt.
NAMES = ['0', '00', '1', '2', '3', '4', '5']


def load(name):
    stones = {}
    for line in open('train_%s.txt' % name):
        parts = line.split()
        if parts:
            r, c, colour = map(int, parts)
            stones[r, c] = colour
    return stones


def around(p):
    r, c = p
    for q in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
        if 0 <= q[0] <= 8 and 0 <= q[1] <= 8:
            yield q


def chain(stones, start):
    """all stones connected with start, and their free points"""
    seen, free, todo = {start}, set(), [start]
    while todo:
        for q in around(todo.pop()):
            if q not in stones:
                free.add(q)
            elif stones[q] == stones[start] and q not in seen:
                seen.add(q)
                todo.append(q)
    return seen, free


def ok(stones):
    return all(chain(stones, p)[1] for p in stones)


def captured(stones, move):
    gone = set()
    for q in around(move):
        if stones.get(q) == -1:
            group, free = chain(stones, q)
            if free == {move}:
                gone |= group
    return gone


def empties(stones):
    return [(r, c) for r in range(9) for c in range(9) if (r, c) not in stones]


def may_play(stones, move):
    gone = captured(stones, move)
    after = {p: k for p, k in stones.items() if p not in gone}
    after[move] = 1
    return bool(chain(after, move)[1])


def main():
    out = open('answer_for_train.txt', 'w')
    for name in NAMES:
        stones = load(name)
        out.write('train_%s\n' % name)
        if name in ('0', '00'):
            out.write('%s\n' % ok(stones))
        elif name == '5':
            for p in empties(stones):
                if may_play(stones, p):
                    out.write('%d %d\n' % p)
        else:
            for p in empties(stones):
                if captured(stones, p):
                    out.write('%d %d\n' % p)
        out.write('\n')
    out.close()


main()
