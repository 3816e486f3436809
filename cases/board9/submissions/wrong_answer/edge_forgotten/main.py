# Wrong: scans rows and columns 1 to 7 only; no point on the edge is ever an answer.
data = {}
for n in ['0', '00', '1', '2', '3', '4', '5']:
    with open(f'test_{n}.txt') as f:
        data[n] = {(int(a), int(b)): int(c) for a, b, c in (line.split() for line in f if line.strip())}


def neighbours(p):
    return [(p[0] + i, p[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1)
            if abs(i) + abs(j) == 1 and p[0] + i in range(9) and p[1] + j in range(9)]


def group(board, p, acc=None):
    acc = acc or set()
    acc.add(p)
    for q in neighbours(p):
        if board.get(q) == board[p] and q not in acc:
            group(board, q, acc)
    return acc


def liberties(board, p):
    return {q for s in group(board, p) for q in neighbours(s)} - set(board)


def eats(board, p):
    return any(liberties(board, q) == {p} for q in neighbours(p) if board.get(q) == -1)


def can(board, p):
    return eats(board, p) or len(liberties({**board, p: 1}, p)) > 0


inner = [(r, c) for r in range(1, 8) for c in range(1, 8)]
for n in ('0', '00'):
    print(f'Problem {n}: rule checking:{all(liberties(data[n], p) for p in data[n])}')
for n in '1234':
    print(f'Problem {n}: forward on step:{[p for p in inner if p not in data[n] and eats(data[n], p)]}')
print(f'Problem 5: all possible position:{[p for p in inner if p not in data["5"] and can(data["5"], p)]}')
