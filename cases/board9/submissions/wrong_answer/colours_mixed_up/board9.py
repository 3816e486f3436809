# Wrong: takes -1 for white and 1 for black; so it answers for the other side.
WHITE, BLACK = -1, 1


def main():
    sections = []
    for n in "0 00 1 2 3 4 5".split():
        board = read(n)
        if n.startswith("0"):
            body = [str(not dead(board, BLACK) and not dead(board, WHITE))]
        else:
            body = ["%d %d" % p for p in product9() if board[p] == 0 and good(board, p, n == "5")]
        sections.append("\n".join(["train_" + n] + body))
    with open("answer.txt", "w") as f:
        f.write("\n\n".join(sections) + "\n")


def product9():
    return [(r, c) for r in range(9) for c in range(9)]


def read(n):
    board = dict.fromkeys(product9(), 0)
    for line in open("train_" + n + ".txt"):
        if line.strip():
            r, c, k = map(int, line.split())
            board[r, c] = k
    return board


def near(p):
    return [q for q in [(p[0], p[1] + 1), (p[0], p[1] - 1), (p[0] + 1, p[1]), (p[0] - 1, p[1])] if q in SQUARE]


SQUARE = set(product9())


def dead(board, colour):
    stones = [p for p in board if board[p] == colour]
    ok = [p for p in stones if any(board[q] == 0 for q in near(p))]
    for p in ok:  # the list grows while it is read
        ok.extend(q for q in near(p) if board[q] == colour and q not in ok)
    return [p for p in stones if p not in ok]


def good(board, p, ask_legal):
    trial = dict(board)
    trial[p] = WHITE
    gone = dead(trial, BLACK)
    if not ask_legal:
        return bool(gone)
    for q in gone:
        trial[q] = 0
    return p not in dead(trial, WHITE)


main()
