# Right. A turtle draws; the screen waits for a click at the end.
import turtle

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


STEP = 44


def at(row, col):
    return STEP * (col - 4), STEP * (4 - row)


def show(stones, title):
    turtle.clearscreen()
    turtle.title(title)
    turtle.bgcolor("burlywood")
    turtle.tracer(0)
    pen = turtle.Turtle(visible=False)
    for i in range(9):
        for ends in (((i, 0), (i, 8)), ((0, i), (8, i))):
            pen.penup()
            pen.goto(*at(*ends[0]))
            pen.pendown()
            pen.goto(*at(*ends[1]))
    for (row, col), colour in stones.items():
        x, y = at(row, col)
        pen.penup()
        pen.goto(x, y - 18)
        pen.pendown()
        pen.fillcolor("black" if colour == BLACK else "white")
        pen.begin_fill()
        pen.circle(18)
        pen.end_fill()
    pen.penup()
    pen.goto(0, -STEP * 5)
    pen.write(title, align="center", font=("Arial", 14, "normal"))
    turtle.update()


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
                show(after, "Problem %s" % name)
            out.write("\n")


main()
turtle.exitonclick()
