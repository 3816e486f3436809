# Right. PNG files written by hand: no library but zlib.
import struct
import zlib

NAMES = ["0", "00", "1", "2", "3", "4", "5"]
BLACK, WHITE = -1, 1


def read(name):
    stones = {}
    with open(name) as lines:
        for line in lines:
            if line.strip():
                row, col, colour = map(int, line.split())
                stones[row, col] = colour
    return stones


def near(point):
    row, col = point
    four = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [(r, c) for r, c in four if 0 <= r < 9 and 0 <= c < 9]


def lives(stones, start):
    """Whether the chain of a stone has a liberty."""
    seen, todo = {start}, [start]
    while todo:
        for point in near(todo.pop()):
            if point not in stones:
                return True
            if stones[point] == stones[start] and point not in seen:
                seen.add(point)
                todo.append(point)
    return False


def without_dead_black(stones):
    return {p: colour for p, colour in stones.items() if colour == WHITE or lives(stones, p)}


def empty(stones):
    return [(r, c) for r in range(9) for c in range(9) if (r, c) not in stones]


def captures(stones):
    """The points where White captures, and the board after all of them."""
    points = []
    for point in empty(stones):
        tried = {**stones, point: WHITE}
        if without_dead_black(tried) != tried:
            points.append(point)
    return points, without_dead_black({**stones, **{point: WHITE for point in points}})


def moves(stones):
    return [p for p in empty(stones) if lives(without_dead_black({**stones, p: WHITE}), p)]


SIDE, STEP = 300, 30
WOOD, INK, PAPER = bytes((236, 200, 140)), bytes((20, 20, 20)), bytes((250, 250, 250))


def colour_at(stones, x, y):
    row, col = round(y / STEP) - 1, round(x / STEP) - 1
    far = (x - STEP * (col + 1)) ** 2 + (y - STEP * (row + 1)) ** 2
    stone = stones.get((row, col))
    if stone and far <= 13 ** 2:
        return INK if stone == BLACK or far > 12 ** 2 else PAPER
    inside = STEP <= x <= 9 * STEP and STEP <= y <= 9 * STEP
    return INK if inside and (x % STEP == 0 or y % STEP == 0) else WOOD


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def save(stones, name):
    rows = (b"\0" + b"".join(colour_at(stones, x, y) for x in range(SIDE)) for y in range(SIDE))
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(b"".join(rows))), (b"IEND", b"")]
    with open(name, "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts))


def main():
    with open("answer_test.txt", "w") as out:
        for name in NAMES:
            stones = read("test_%s.txt" % name)
            out.write("test_%s\n" % name)
            if name in ("0", "00"):
                out.write("%s\n" % all(lives(stones, point) for point in stones))
            elif name == "5":
                out.writelines("%d %d\n" % point for point in moves(stones))
            else:
                points, after = captures(stones)
                out.writelines("%d %d\n" % point for point in points)
                save(after, "%s-result.png" % name)
            out.write("\n")


main()
