"""A program that draws boards with OpenCV, with looks thrown at random: `python random_opencv.py JOBS`.

JOBS is a file of JSON: pairs of a seed and the boards of one picture; the number of the pair names its file.
"""

import json
import random
import sys
from pathlib import Path

import cv2
import numpy as np

N = 9
BLACK = ((0, 0, 0), (30, 30, 30), (60, 20, 20))
WHITE = ((255, 255, 255), (230, 250, 250), (220, 220, 220))


def paper(image, rng, place):
    left, top, step = place
    right, bottom = left + 8 * step, top + 8 * step
    colour, wide = rng.choice([(0, 0, 0), (60, 60, 60), (20, 40, 120)]), rng.choice([1, 1, 2, 3])
    kind, smooth = rng.choice(["lines", "lines", "cells", "slices"]), rng.choice([cv2.LINE_8, cv2.LINE_AA])
    for i in range(0 if kind == "cells" else N):
        x, y = left + step * i, top + step * i
        if kind == "slices" and i == 4:
            image[y, left : right + 1] = colour
        else:
            cv2.line(image, (left, y), (right, y), colour, wide, smooth)
        cv2.line(image, (x, top), (x, bottom), colour, wide, lineType=smooth)
    for n in range(N * N if kind == "cells" else 0):
        x, y = left + step * (n % N) - step // 2, top + step * (n // N) - step // 2
        cv2.rectangle(image, (x, y), (x + step, y + step), colour, wide)
    for row, col in ((2, 2), (2, 6), (4, 4), (6, 2), (6, 6)) if rng.random() < 0.5 else ():
        cv2.circle(image, (left + step * col, top + step * row), rng.choice([2, 4]), (0, 0, 0), -1)
    for i in range(N if rng.random() < 0.5 else 0):
        font, size = cv2.FONT_HERSHEY_SIMPLEX, rng.choice([0.3, 0.5])
        cv2.putText(image, str(i), (left - step, top + step * i), font, size, (0, 0, 0))
        cv2.putText(image, "ABCDEFGHJ"[i], (left + step * i, top - step * 3 // 4), font, size, (0, 0, 0), 1)


def stones(image, rng, rows, place, ground):
    """Stones with marks and numbers; some empty points had one that is painted over or crossed."""
    left, top, step = place
    half = int(rng.choice([0.25, 0.3, 0.38, 0.45, 0.5]) * step)
    fills, rim = (
        {"X": rng.choice(BLACK), "O": rng.choice(WHITE)},
        rng.choice([None, (0, 0, 0), (120, 120, 120)]),
    )
    numbers, marks, gone = (rng.random() < 0.2 for _ in range(3))
    for n, sign in enumerate("".join(rows)):
        at = left + step * (n % N), top + step * (n // N)
        if sign != ".":
            cv2.circle(image, at, half, fills[sign], -1, rng.choice([cv2.LINE_8, cv2.LINE_AA]))
            if rim:
                cv2.circle(image, at, half, rim, 1)
            if numbers:
                cv2.putText(image, str(n), (at[0] - 4, at[1] + 4), 1, 0.7, (0, 0, 200))
            if marks and rng.random() < 0.1:
                cv2.drawMarker(image, at, (0, 0, 255), markerSize=half // 2)
        elif gone and rng.random() < 0.3:
            cv2.circle(image, at, half, fills["O"], -1)
            if rng.random() < 0.6:
                cv2.circle(image, at, half + 1, ground, -1)
            else:
                image[at[1] - half : at[1] + half + 1, at[0] - half : at[0] + half + 1] = ground


def tampered(image, rng, rows, place):
    """One stone that nobody sees being set, unless it has the colour of its ground; gives the board shown."""
    left, top, step = place
    row, col, half = rng.randrange(N), rng.randrange(N), int(0.4 * step)
    y, x = np.ogrid[: image.shape[0], : image.shape[1]]
    disc = (x - left - step * col) ** 2 + (y - top - step * row) ** 2 <= half * half
    sign = rng.choice("XO")
    colour = 0 if sign == "X" else 255
    if (image[disc] == colour).all():
        return rows
    image[disc] = colour
    return [*rows[:row], rows[row][:col] + sign + rows[row][col + 1 :], *rows[row + 1 :]]


def picture(rng, boards):
    """A picture, and the boards that it shows."""
    ground = rng.choice([(92, 179, 220), (255, 255, 255), (40, 40, 40), (60, 140, 60), (205, 205, 205)])
    step, large, shown = rng.choice([22, 30, 41]), rng.choice([1, 1, 2]), []
    side = step * 11 * large
    image = np.full((side, side * len(boards), 3), ground, np.uint8)
    for number, rows in enumerate(boards):
        place = large * step * 3 // 2 + side * number, large * step * 3 // 2, large * step
        paper(image, rng, place)
        if rng.random() < 0.3:
            image = image.copy()
        stones(image, rng, rows, place, ground)
        shown.append(tampered(image, rng, rows, place) if rng.random() < 0.1 else rows)
    return cv2.resize(
        image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA
    ) if large > 1 else image, shown


if __name__ == "__main__":
    told = []
    for count, (seed, boards_of_picture) in enumerate(json.loads(Path(sys.argv[1]).read_text())):
        rng = random.Random(seed)
        made, seen = picture(rng, boards_of_picture)
        name = f"{count}.{rng.choice(['png', 'jpg'])}"
        cv2.imwrite(name, made)
        told.append([name, seen])
    Path("told.json").write_text(json.dumps(told))
