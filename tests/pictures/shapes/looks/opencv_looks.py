"""Boards drawn with OpenCV; each job is a file of its name."""

import cv2
import numpy as np
from ways import BLACK, WHITE, plain


def bgr(colour):
    return tuple(int(colour[i : i + 2], 16) for i in (5, 3, 1))


class Pen:
    def __init__(self, ground, width=440):
        self.array = np.full((440, width, 3), bgr(ground), np.uint8)

    def line(self, x, y, right, bottom, colour, width):
        cv2.line(
            self.array, (round(x), round(y)), (round(right), round(bottom)), bgr(colour), width, cv2.LINE_AA
        )

    def disc(self, x, y, half, fill, outline, width):
        for colour, wide in ((fill, -1), (outline, width)):
            if colour:
                cv2.circle(self.array, (round(x), round(y)), round(half), bgr(colour), wide)

    def rect(self, x, y, right, bottom, fill, outline, width):
        for colour, wide in ((fill, cv2.FILLED), (outline, width)):
            if colour:
                cv2.rectangle(
                    self.array,
                    (round(x), round(y)),
                    (round(right), round(bottom)),
                    bgr(colour),
                    thickness=wide,
                )

    def text(self, x, y, text, colour=BLACK):
        (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.4, 1)
        at = round(x - width / 2), round(y + height / 2)
        cv2.putText(self.array, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, bgr(colour))


def show(name, way, boards):
    pens = []
    made = way(lambda *args: pens.append(Pen(*args)) or pens[-1], *boards)
    array = made if isinstance(made, np.ndarray) else pens[-1].array
    cv2.imwrite(name if "." in name else f"{name}.png", array)
    if name == "plain":
        cv2.imshow(name, array)
        cv2.waitKey(0)


# -- ways that are read -----------------------------------------------------------------------


def copied(make, rows):
    """A copy of empty paper with whole ellipses, twice as large and shrunk."""
    board = plain(make, ["." * 9] * 9).array.copy()
    for n, sign in enumerate("".join(rows)):
        if sign != ".":
            at, fill = (60 + 40 * (n % 9), 60 + 40 * (n // 9)), bgr(BLACK if sign == "X" else WHITE)
            cv2.ellipse(board, at, (16, 16), 0, 0, 360, fill, thickness=cv2.FILLED)
    return cv2.resize(board, None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA)


# -- ways of which nothing is known -----------------------------------------------------------


def a_part(make, rows):
    """A stone that is set with numpy: the shapes alone would say another board."""
    array = plain(make, (*rows[:8], "." * 9)).array
    array[368:393, 48:73] = 0
    return array


def blurred(make, rows):
    return cv2.GaussianBlur(plain(make, rows).array, (3, 3), 0)


def fractions(make, rows):
    """A circle in fractions of a pixel is not where its numbers say."""
    array = plain(make, rows).array
    cv2.circle(array, (60 * 16, 60 * 16), 16 * 16, (0, 0, 0), -1, cv2.LINE_AA, 4)
    return array
