"""A picture a problem: the board before and the board after, a step apart, as if they were one."""

from PIL import Image, ImageDraw

from go9 import solve

STEP = 36


def paint(pen, stones, left):
    x = [left + STEP * i for i in range(9)]
    y = [2 * STEP + STEP * i for i in range(9)]
    for i in range(9):
        pen.line((x[0], y[i], x[8], y[i]), fill="black")
        pen.line((x[i], y[0], x[i], y[8]), fill="black")
    for (row, col), colour in stones.items():
        fill = "black" if colour == -1 else "white"
        pen.ellipse((x[col] - 10, y[row] - 10, x[col] + 10, y[row] + 10), fill=fill, outline="black")


for name, (before, after) in solve().items():
    image = Image.new("RGB", (21 * STEP, 12 * STEP), "#F7DCB4")
    pen = ImageDraw.Draw(image)
    paint(pen, before, 2 * STEP)
    paint(pen, after, 11 * STEP)
    image.save("test_%s.png" % name)
