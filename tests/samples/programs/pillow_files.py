"""Pillow draws smoothed boards and saves them as JPEG, GIF and BMP."""

from PIL import Image, ImageDraw

from go9 import solve

STEP = 120


def picture(stones):
    image = Image.new("RGB", (1200, 1200), "#e8c078")
    draw = ImageDraw.Draw(image)
    for i in range(1, 10):
        draw.line([(STEP, STEP * i), (9 * STEP, STEP * i)], fill="black", width=3)
        draw.line([(STEP * i, STEP), (STEP * i, 9 * STEP)], fill="black", width=3)
    for (row, col), colour in stones.items():
        x, y = STEP * (col + 1), STEP * (row + 1)
        fill = "black" if colour == -1 else "white"
        draw.ellipse((x - 52, y - 52, x + 52, y + 52), fill=fill, outline="black", width=4)
    return image.resize((400, 400), Image.LANCZOS)


for (name, (before, after)), ending in zip(solve().items(), ("jpg", "gif", "bmp", "jpg")):
    picture(after).save("problem%s.%s" % (name, ending))
