# Wrong: thinks of ko and leaves out every point where a single stone would capture a
# single stone and could be taken back at once. The boards have no history: no ko.
from collections import namedtuple

Chain = namedtuple("Chain", "colour stones liberties")
GRID = [(r, c) for r in range(9) for c in range(9)]
NEAR = {(r, c): [q for q in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if q in GRID] for r, c in GRID}


def read(problem):
    with open("test_%s.txt" % problem) as file:
        rows = [tuple(map(int, line.split())) for line in file if line.strip()]
    return {(r, c): colour for r, c, colour in rows}


def chain_at(board, point):
    stones, liberties, todo = set(), set(), [point]
    while todo:
        here = todo.pop()
        if here not in board:
            liberties.add(here)
        elif board[here] == board[point] and here not in stones:
            stones.add(here)
            todo.extend(NEAR[here])
    return Chain(board[point], stones, liberties)


def after(board, move):
    placed = {**board, move: 1}
    dead = set()
    for n in NEAR[move]:
        if placed.get(n) == -1:
            chain = chain_at(placed, n)
            if not chain.liberties:
                dead |= chain.stones
    return {p: k for p, k in placed.items() if p not in dead}, dead


def is_ko(board, move):
    result, dead = after(board, move)
    own = chain_at(result, move)
    return len(dead) == 1 and len(own.stones) == 1 and own.liberties == dead


def captures(board):
    return [p for p in GRID if p not in board and after(board, p)[1] and not is_ko(board, p)]


def legal(board):
    fine = [p for p in GRID if p not in board and chain_at(after(board, p)[0], p).liberties]
    return [p for p in fine if not is_ko(board, p)]


for problem in ("0", "00"):
    board = read(problem)
    print("Problem %s: rule checking:%s" % (problem, all(chain_at(board, p).liberties for p in board)))
for problem in ("1", "2", "3", "4"):
    print("Problem %s: forward on step:%s" % (problem, captures(read(problem))))
print("Problem 5: all possible position:%s" % legal(read("5")))
