"""The boards, their answers, and the answer file: what all programs of this folder share."""

BLACK, WHITE = -1, 1


def read(name):
    with open(name) as lines:
        rows = [tuple(map(int, line.split())) for line in lines if line.strip()]
    return {(row, col): colour for row, col, colour in rows}


def near(row, col):
    four = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [(r, c) for r, c in four if 0 <= r < 9 and 0 <= c < 9]


def alive(stones, start):
    seen, todo = {start}, [start]
    while todo:
        for point in near(*todo.pop()):
            if point not in stones:
                return True
            if stones[point] == stones[start] and point not in seen:
                seen.add(point)
                todo.append(point)
    return False


def taken(stones):
    """The stones without the black ones that have no liberty."""
    return {p: colour for p, colour in stones.items() if colour == WHITE or alive(stones, p)}


def free(stones):
    return [(r, c) for r in range(9) for c in range(9) if (r, c) not in stones]


def captures(stones):
    tries = {p: {**stones, p: WHITE} for p in free(stones)}
    return [p for p, tried in tries.items() if taken(tried) != tried]


def after(stones):
    return taken({**stones, **dict.fromkeys(captures(stones), WHITE)})


def solve():
    """Writes the answers; gives the boards of the problems 1 to 4, before and after the captures."""
    boards = {}
    with open("answer.txt", "w") as out:
        for name in ("0", "00", "1", "2", "3", "4", "5"):
            stones = read("test_%s.txt" % name)
            out.write("test_%s\n" % name)
            if name in ("0", "00"):
                out.write("%s\n" % all(alive(stones, p) for p in stones))
            elif name == "5":
                legal = [p for p in free(stones) if alive(taken({**stones, p: WHITE}), p)]
                out.writelines("%d %d\n" % p for p in legal)
            else:
                out.writelines("%d %d\n" % p for p in captures(stones))
                boards[name] = stones, after(stones)
            out.write("\n")
    return boards
