# Answers 0 and 00, then fails: takes the empty lines at the end of a file for stones.
# The two answers still count for partial credit, the official result is a failure.
def chain_ok(b, p):
    seen, todo = {p}, [p]
    while todo:
        r, c = todo.pop()
        for q in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            if min(q) < 0 or max(q) > 8:
                continue
            if q not in b:
                return True
            if b[q] == b[p] and q not in seen:
                seen.add(q)
                todo.append(q)
    return False


for n in ("0", "00"):
    b = {}
    for line in open("test_%s.txt" % n):
        if line.strip():
            r, c, k = map(int, line.split())
            b[r, c] = k
    print("Problem %s: rule checking:%s" % (n, all(chain_ok(b, p) for p in b)), flush=True)

for n in "12345":
    b = {}
    for line in open("test_%s.txt" % n).read().split("\n") + [""]:
        r, c, k = map(int, line.split())
        b[r, c] = k
