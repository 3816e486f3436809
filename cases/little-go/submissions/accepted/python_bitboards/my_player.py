# Alpha-beta, six plies deep and to the end of the game when it is near; keeps the ply in a file.
# A side's stones are the bits of a number; a row has six bits, of which the last stays empty.
import os

N, PASS, LAST, DEPTH, NEAR, WIN = 25, 25, 24, 6, 8, 100000
BOARD = sum(31 << 6 * row for row in range(5))
BIT = [1 << p + p // 5 for p in range(N)]
ORDER = (12, 7, 11, 13, 17, 6, 8, 16, 18, 2, 10, 14, 22, 1, 3, 5, 9, 15, 19, 21, 23, 0, 4, 20, 24)
REFUTES = {}  # by depth the move that last was too good to be allowed, which is tried first


def beside(points):
    return (points << 1 | points >> 1 | points << 6 | points >> 6) & BOARD


def chain(stones, some):
    """All stones that hang together with some."""
    while (more := some | beside(some) & stones) != some:
        some = more
    return some


def play(now, before, bit):
    """The board after a move, with the side to move first; None when it is suicide or takes back a ko."""
    mine, theirs = now[0] | bit, now[1]
    hit = beside(bit) & theirs
    while hit:
        other = chain(theirs, hit & -hit)
        hit &= ~other
        if not beside(other) & ~(mine | theirs):
            theirs &= ~other
    if theirs != now[1]:
        return None if (mine, theirs) == before else (theirs, mine)
    return (theirs, mine) if beside(chain(mine, bit)) & ~(mine | theirs) else None


def value(now, colour, over):
    """How good a board is for the side to move: stones first, then liberties."""
    stones = 2 * (now[0].bit_count() - now[1].bit_count())
    if over:
        return stones + (WIN if stones > (5 if colour == 1 else -6) else -WIN)
    mine, theirs = (beside(side) & ~(now[0] | now[1]) for side in now)
    return 20 * stones + 7 * (mine.bit_count() - theirs.bit_count())


def search(now, before, colour, ply, depth, alpha, beta):
    """The best value for the side to move, and the move that leads to it; its stones come first in both boards."""
    if ply > LAST or depth == 0:
        return value(now, colour, ply > LAST), PASS
    rest = 3 - colour, ply + 1, depth - 1
    top, best = -10 * WIN, PASS
    for p in (REFUTES.get(depth, ORDER[0]), *ORDER):
        after = None if (now[0] | now[1]) & BIT[p] else play(now, before, BIT[p])
        if after is None:
            continue
        score = -search(after, (now[1], now[0]), *rest, -beta, -alpha)[0]
        if score > top:
            top, best = score, p
        alpha = max(alpha, score)
        if alpha >= beta:
            REFUTES[depth] = p
            return top, best
    turned = now[1], now[0]
    score = value(now, colour, True) if now == before else -search(turned, turned, *rest, -beta, -alpha)[0]
    return (score, PASS) if score > top else (top, best)


def ply_of(before, colour):
    ply = colour
    if any(before) and os.path.exists("ply.txt"):
        ply = int(open("ply.txt").read()) + 2
    open("ply.txt", "w").write("%d\n" % ply)
    return ply


def main():
    words = open("input.txt").read().split()
    colour, rows = int(words[0]), "".join(words[1:])
    sides = [[bit * (cell == str(side)) for cell, bit in zip(rows, 2 * BIT)] for side in (colour, 3 - colour)]
    before, now = (tuple(sum(side[start : start + N]) for side in sides) for start in (0, N))
    ply = ply_of(before, colour)
    left = LAST + 1 - ply
    best = search(now, before, colour, ply, left if left <= NEAR else DEPTH, -20 * WIN, 20 * WIN)[1]
    if ply == 1:
        best = ORDER[0]
    open("output.txt", "w").write("PASS" if best == PASS else "%d,%d" % divmod(best, 5))


main()
