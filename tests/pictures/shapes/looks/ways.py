"""Ways of drawing a board that every library knows: with lines, discs, rectangles and texts.

A pen comes from `make(ground, width)` and has the methods `line`, `disc`, `rect` and `text`; it is 440 pixels
high. A look of a stone is its colour, its outline (empty for none) and the outline's width.
"""

import math
import random

N, BLACK, WHITE, WOOD = 9, "#000000", "#ffffff", "#f7dcb4"
PLAIN = {"X": (BLACK, BLACK, 1), "O": (WHITE, BLACK, 1)}
GREY = {"X": ("#cccccc", BLACK, 1), "O": ("#cccccc", BLACK, 1)}
STAR_POINTS = ((2, 2), (2, 6), (4, 4), (6, 2), (6, 6))
PLACE = (40, 60, 60)
"""The step, and where the first point is from the left and from the top."""


def points(rows, place=PLACE):
    step, left, top = place
    for n, sign in enumerate("".join(rows)):
        yield left + step * (n % N), top + step * (n // N), sign


def placed(rows, place=PLACE):
    """The points with a stone."""
    return ((x, y, sign) for x, y, sign in points(rows, place) if sign != ".")


def lines(pen, place=PLACE, colour=BLACK, width=1):
    step, left, top = place
    for i in range(N):
        x, y = left + step * i, top + step * i
        pen.line(left, y, left + 8 * step, y, colour, width)
        pen.line(x, top, x, top + 8 * step, colour, width)


def stones(pen, rows, place=PLACE, half=16, looks=PLAIN):
    for x, y, sign in placed(rows, place):
        pen.disc(x, y, half, *looks[sign])


def cells_of(pen, place=PLACE, fills=("#e8c078",), count=N, shift=0.5):
    step, left, top = place
    for n in range(count * count):
        x, y = left + step * (n % count - shift), top + step * (n // count - shift)
        pen.rect(x, y, x + step, y + step, fills[(n // count + n % count) % len(fills)], BLACK, 1)


def plain(make, rows, half=16, looks=PLAIN, ground=WOOD):
    pen = make(ground)
    lines(pen)
    stones(pen, rows, half=half, looks=looks)
    return pen


# -- ways that are read -----------------------------------------------------------------------


def dressed(make, rows):
    pen = make("#dcb35c")
    pen.rect(20, 20, 420, 420, "", "#804000", 3)
    lines(pen, colour="#553311", width=2)
    for i in range(N):
        pen.text(60 + 40 * i, 34, "ABCDEFGHJ"[i])
        pen.text(32, 60 + 40 * i, str(9 - i))
    for row, col in STAR_POINTS:
        pen.disc(60 + 40 * col, 60 + 40 * row, 4, BLACK, "", 0)
    stones(pen, rows, half=17, looks={"X": ("#1a1a1a", "#555555", 2), "O": ("#fffff0", "#666666", 2)})
    for x, y, sign in points(rows):
        if sign == "." and (x + y) % 7 == 0:
            pen.disc(x, y, 4, "#ff0000", "", 0)


def cells(make, rows):
    pen = make(WHITE)
    cells_of(pen)
    stones(pen, rows, half=15)


def chequered(make, rows):
    pen = make(WHITE)
    cells_of(pen, fills=("#d18b47", "#ffce9e"))
    stones(pen, rows, half=15)


def squares(make, rows):
    pen = make(WHITE)
    pen.rect(20, 20, 420, 420, "#e8b96a", "", 0)
    cells_of(pen, fills=("",), count=N - 1, shift=0)
    stones(pen, rows, half=18)


def coloured_cells(make, rows):
    pen = make(WHITE)
    cells_of(pen)
    for x, y, sign in placed(rows):
        pen.rect(x - 20, y - 20, x + 20, y + 20, PLAIN[sign][0], BLACK, 1)


def square_stones(make, rows):
    pen = make(WOOD)
    lines(pen)
    for x, y, sign in placed(rows):
        pen.rect(x - 14, y - 14, x + 14, y + 14, *PLAIN[sign])


def painted_over(make, rows):
    """An earlier board lies below, and stones that were taken are painted over."""
    pen = plain(make, [row[::-1] for row in rows])
    pen.rect(0, 0, 440, 440, WOOD, "", 0)
    lines(pen)
    for x, y, sign in points(rows):
        if sign == ".":
            pen.disc(x, y, 16, *PLAIN["O"])
            pen.disc(x, y, 18, WOOD, WOOD, 1)
    stones(pen, rows)


def numbered(make, rows):
    pen = plain(make, rows)
    for n, (x, y, sign) in enumerate(points(rows)):
        if sign != ".":
            pen.text(x, y, str(n), WHITE if sign == "X" else BLACK)


def beside(make, *boards):
    pen = make(WOOD, 440 * len(boards))
    for number, rows in enumerate(boards):
        lines(pen, (40, 60 + 440 * number, 60))
        stones(pen, rows, (40, 60 + 440 * number, 60))
        pen.text(200 + 440 * number, 20, f"Problem {number}")


# -- ways that a person may mean otherwise ----------------------------------------------------


def dark(make, rows):
    pen = make("#202020")
    lines(pen, colour=WHITE)
    stones(pen, rows, looks={"X": (BLACK, WHITE, 1), "O": (WHITE, "", 0)})


# -- ways that are not explained --------------------------------------------------------------


def crossed(make, rows):
    plain(make, rows).line(70, 70, 130, 130, "#ff0000", 1)


def letters_for_three(make, rows):
    written(make, rows, "XO ").text(380, 380, "T")


def letters_over_letters(make, rows):
    written(make, rows, "XO ").text(60, 380, "O")


def strokes(make, rows):
    """White stones on white paper, whose outline is many lines."""
    pen = plain(make, rows, looks={"X": (BLACK, "", 0), "O": (WHITE, "", 0)}, ground=WHITE)
    for x, y, sign in points(rows):
        for k in range(24 if sign == "O" else 0):
            ends = [
                (x + 16 * math.cos(a), y + 16 * math.sin(a))
                for a in (k / 12 * math.pi, (k + 1) / 12 * math.pi)
            ]
            pen.line(*ends[0], *ends[1], BLACK, 1)


def rings_around_dots(make, rows):
    pen = make(WHITE)
    lines(pen)
    pen.disc(140, 380, 9, BLACK, "", 0)
    stones(pen, rows, looks={"X": (BLACK, "", 0), "O": ("", BLACK, 1)})


def three_colours(make, rows):
    pen = plain(make, rows)
    pen.disc(100, 100, 16, "#ff0000", "", 0)


def marked_stone(make, rows):
    """A mark on one stone may mean that it was taken."""
    plain(make, rows).disc(60, 380, 4, "#ff0000", "", 0)


def between(make, rows):
    plain(make, rows).disc(120, 120, 16, BLACK, "", 0)


def half_covered(make, rows):
    pen = plain(make, ["X" * N] * N)
    pen.rect(60, 60, 380, 380, WOOD, "", 0)
    lines(pen)
    stones(pen, rows)


def one_more_line(make, rows):
    pen = plain(make, rows)
    pen.line(420, 60, 420, 380, BLACK, 1)
    pen.line(380, 60, 420, 60, BLACK, 1)


def written(make, rows, texts, inks=(BLACK, BLACK, BLACK), looks=None):
    """Texts on the points: those of black, of white and of no stone; on discs where these have looks."""
    pen = plain(make, rows if looks else ["." * N] * N, looks=looks)
    for x, y, sign in points(rows):
        text = texts["XO.".index(sign)]
        if text != " ":
            pen.text(x, y, text, inks["XO.".index(sign)])
    return pen


WRITTEN = {
    "letters": ("XO.",),
    "initials": ("BW+", (BLACK, WHITE, BLACK)),
    "letters_everywhere": ("XOO",),
    "lone_letters": ("X  ",),
    "unknown_letters": ("PQ ",),
    "crossed_ink": ("XO ", (WHITE, BLACK, BLACK)),
    "lettered": ("BW ", ("#ff0000", "#ff0000", BLACK), PLAIN),
    "letters_on_discs": ("BW ", (BLACK, BLACK, BLACK), GREY),
    "signs_on_discs": ("PQ ", (BLACK, BLACK, BLACK), GREY),
    "digits_on_discs": ("12 ", (BLACK, BLACK, BLACK), GREY),
    "a_plus_on_few": ("+  ", (BLACK, BLACK, BLACK), GREY),
    "a_letter_on_few": ("B  ", (BLACK, BLACK, BLACK), GREY),
    "digits_everywhere": ("120", (BLACK, BLACK, BLACK), PLAIN),
}
PAINTED = {
    "hollow": {"looks": {"X": (BLACK, "", 0), "O": ("", BLACK, 2)}, "ground": WHITE},
    "white_on_white": {"looks": {"X": (BLACK, "", 0), "O": (WHITE, "", 0)}, "ground": WHITE},
    "red_and_blue": {"looks": {"X": ("#ff0000", "", 0), "O": ("#0000ff", "", 0)}},
    "dots": {"half": 5},
}
WAYS = {name: lambda make, rows, one=one: written(make, rows, *one) for name, one in WRITTEN.items()}
WAYS |= {name: lambda make, rows, one=one: plain(make, rows, **one) for name, one in PAINTED.items()}


# -- at random --------------------------------------------------------------------------------


def thrown(make, *boards):
    """A look thrown at random: paper, lines or cells, stones or letters, marks, erased and crossed stones."""
    choice, chance = random.choice, lambda part: random.random() < part
    ground = choice([WOOD, WHITE, "#cccccc", "#202020", "#008000"])
    pen = make(ground, 440 * len(boards))
    for number, rows in enumerate(boards):
        place = step, left, top = (choice([24, 33.5, 40]), 60 + 440 * number, choice([50, 60]))
        if chance(0.3):
            around = left - step, top - step, left + 9 * step, top + 9 * step
            pen.rect(*around, choice(["#f5deb3", WHITE]), choice(["", BLACK]), 1)
        if chance(0.3):
            cells_of(
                pen,
                place,
                fills=(choice(["", "#deb887"]),),
                count=N - (shift := choice([0, 1])),
                shift=(1 - shift) / 2,
            )
        else:
            lines(pen, place, choice([BLACK, "#804000"]), choice([1, 2, 3]))
        for row, col in STAR_POINTS if chance(0.5) else ():
            pen.disc(left + step * col, top + step * row, choice([0.06, 0.1, 0.14]) * step, BLACK, "", 0)
        half = choice([0.2, 0.3, 0.38, 0.45, 0.5]) * step
        looks = choice([PLAIN, PLAIN, GREY, {"X": ("#222222", "#888888", 2), "O": ("#eeeeee", "", 0)},
                        {"X": (BLACK, "", 0), "O": ("", BLACK, 2)}])  # fmt: skip
        texts = choice([*["   "] * 4 * (looks is not GREY), "BW ", "XO.", "12 ", "77 ", "B  "])
        bare, gone = texts in ("BW ", "XO.") and chance(0.5), chance(0.2)
        for x, y, sign in points(rows, place):
            if sign != "." and not bare:
                pen.disc(x, y, half, *looks[sign])
            if sign != "." and texts["XO".index(sign)] != " ":
                pen.text(x, y, texts["XO".index(sign)], "#ff0000")
            if sign == "." and gone and chance(0.3):
                pen.disc(x, y, half, *looks["O"])
                pen.disc(x, y, half + 2, *choice([(ground, ground, 1), ("", "#ff0000", 1)]))
