# Wrong: stops at the first point that captures; the others are never listed.
def nbrs(p):
    r, c = p // 9, p % 9
    if r: yield p - 9
    if r < 8: yield p + 9
    if c: yield p - 1
    if c < 8: yield p + 1

def dead(b, k):
    good = {p for p in range(81) if b[p] == k and any(b[q] == '.' for q in nbrs(p))}
    size = -1
    while size != len(good):
        size = len(good)
        good |= {q for p in good for q in nbrs(p) if b[q] == k}
    return {p for p in range(81) if b[p] == k} - good

def get(n):
    b = ['.'] * 81
    for x in open('test_%s.txt' % n).read().split('\n'):
        if x.split():
            r, c, k = map(int, x.split())
            b[9 * r + c] = {-1: 'B', 1: 'W'}[k]
    return b

def captures(b):
    for p in range(81):
        if b[p] == '.' and dead(b[:p] + ['W'] + b[p + 1:], 'B'):
            return [(p // 9, p % 9)]
    return []

def legal(b):
    res = []
    for p in range(81):
        if b[p] == '.':
            t = b[:p] + ['W'] + b[p + 1:]
            gone = dead(t, 'B')
            t = ['.' if q in gone else t[q] for q in range(81)]
            if p not in dead(t, 'W'):
                res.append((p // 9, p % 9))
    return res

for n in ['0', '00']: print('Problem %s: rule checking:%s' % (n, not dead(get(n), 'B') | dead(get(n), 'W')))
for n in ['1', '2', '3', '4']: print('Problem %s: forward on step:%s' % (n, captures(get(n))))
print('Problem 5: all possible position:%s' % legal(get('5')))
