"""A program that draws boards with OpenCV: `python opencv_looks.py BOARDS` saves pictures and shows one.

BOARDS is a file of JSON: pairs of the name of a way, which names the file too, and the boards of one picture.
"""

import json
import math
import sys
from pathlib import Path

import cv2
import numpy as np

N, STEP, LEFT = 9, 40, 60
COLOURS = {"X": (0, 0, 0), "O": (255, 255, 255)}


def points(rows):
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign != ".":
                yield (LEFT + STEP * c, LEFT + STEP * r), sign


def paper(*channels, ground=(92, 179, 220)):
    image = np.full((440, 440, *channels), ground, dtype=np.uint8)
    end = LEFT + STEP * (N - 1)
    for i in range(N):
        at = LEFT + STEP * i
        cv2.line(image, (LEFT, at), (end, at), (0, 0, 0))
        cv2.line(image, (at, LEFT), (at, end), color=(0, 0, 0), thickness=2, lineType=cv2.LINE_AA)
    return image


def plain(rows):
    image = paper(3)
    for at, sign in points(rows):
        cv2.circle(image, at, 17, COLOURS[sign], -1, cv2.LINE_AA)
        cv2.circle(image, at, 17, (0, 0, 0), 1)
    return image


def dressed(rows):
    image = paper(3)
    cv2.rectangle(image, (20, 20), (420, 420), (0, 60, 120), 3)
    for i in range(N):
        cv2.putText(image, str(i), (25, LEFT + STEP * i), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 0))
    board = image.copy()
    for n, (at, sign) in enumerate(points(rows)):
        cv2.ellipse(board, at, (18, 18), 0, 0, 360, COLOURS[sign], thickness=cv2.FILLED)
        cv2.putText(board, str(n), (at[0] - 5, at[1] + 4), cv2.FONT_HERSHEY_PLAIN, 0.7, (128, 128, 128))
    return board


def grey(rows):
    image = paper(ground=200)
    for at, sign in points(rows):
        cv2.circle(image, at, 16, COLOURS[sign][0], -1)
    return image


def smooth(rows):
    large = np.zeros((880, 880, 3), np.uint8)
    large[:] = (120, 200, 230)
    for i in range(N):
        at, end = 2 * (LEFT + STEP * i), 2 * (LEFT + STEP * (N - 1))
        cv2.polylines(large, [np.array([[2 * LEFT, at], [end, at]])], False, (0, 0, 0), 2)
        cv2.rectangle(large, (at, 2 * LEFT), (at + 1, end), (0, 0, 0), -1)
    for (x, y), sign in points(rows):
        turns = [math.tau * n / 30 for n in range(30)]
        round_ = [(2 * x + 34 * math.cos(t), 2 * y + 34 * math.sin(t)) for t in turns]
        cv2.fillPoly(large, [np.array(round_, np.int32)], COLOURS[sign])
    return cv2.resize(large, (440, 440), interpolation=cv2.INTER_AREA)


# -- ways that are not told as a whole --------------------------------------------------------


def a_part(rows):
    """Stones that are set with numpy: the shapes alone would say another board."""
    image = plain((*rows[:8], "." * N))
    image[LEFT + 8 * STEP - 12 : LEFT + 8 * STEP + 13, LEFT - 12 : LEFT + 13] = 0
    return image


def blurred(rows):
    return cv2.GaussianBlur(plain(rows), (3, 3), 0)


def clear(rows):
    image = plain(rows)
    return cv2.addWeighted(image, 0.7, paper(3), 0.3, 0)


if __name__ == "__main__":
    for way, boards in json.loads(Path(sys.argv[1]).read_text()):
        made = globals()[way.partition(".")[0]](*boards)
        cv2.imwrite(way, made)
        if way == "plain.png":
            cv2.imshow(way, made)
            cv2.waitKey(0)
