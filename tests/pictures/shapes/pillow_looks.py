"""A program that draws boards in many ways with Pillow: `python pillow_looks.py BOARDS` saves pictures.

BOARDS is a file of JSON: pairs of the name of a way, which names the file too, and the boards of one picture.
"""

import json
import math
import sys
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

N, STEP, LEFT = 9, 40, 60
COLOURS = {"X": (0, 0, 0), "O": (255, 255, 255)}


def points(rows):
    """The place and the sign of every stone."""
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign != ".":
                yield LEFT + STEP * c, LEFT + STEP * r, sign


def disc(x, y, half):
    return (x - half, y - half, x + half, y + half)


def paper(mode="RGB", ground="#dcb35c", side=440):
    image = Image.new(mode, (side, side), ground)
    draw = ImageDraw.Draw(image)
    end = LEFT + STEP * (N - 1)
    for i in range(N):
        at = LEFT + STEP * i
        draw.line([(LEFT, at), (end, at)], fill="black")
        draw.line((at, LEFT, at, end), fill="black", width=2)
    return image, draw


def plain(rows, ground="#dcb35c"):
    image, draw = paper(ground=ground)
    for x, y, sign in points(rows):
        draw.ellipse(disc(x, y, 17), fill=COLOURS[sign], outline="black")
    return image


def dressed(rows):
    image, draw = paper("RGBA", (240, 200, 120, 255))
    draw.rectangle((20, 20, 420, 420), outline="#804000", width=3)
    for i, letter in enumerate("ABCDEFGHJ"):
        draw.text((LEFT + STEP * i, 35), letter, fill="black", anchor="mm")
        draw.text((30, LEFT + STEP * i - 6), str(9 - i), fill="black")
    for row, col in ((2, 2), (2, 6), (4, 4), (6, 2), (6, 6)):
        draw.ellipse(disc(LEFT + STEP * col, LEFT + STEP * row, 4), fill="black")
    for n, (x, y, sign) in enumerate(points(rows)):
        draw.circle((x, y), 18, fill=COLOURS[sign], outline="gray", width=2)
        draw.text((x, y), str(n), fill="gray", anchor="mm")
    return image


def cells(rows):
    image = Image.new("RGB", (480, 480), "white")
    draw = ImageDraw.Draw(image)
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            x, y = LEFT + STEP * c, LEFT + STEP * r
            draw.rectangle([x, y, x + STEP, y + STEP], fill="#e8c078", outline="black")
            if sign != ".":
                draw.rounded_rectangle((x + 4, y + 4, x + 36, y + 36), 16, fill=COLOURS[sign])
    return image


def polygons(rows):
    image, draw = paper()
    for x, y, sign in points(rows):
        turns = [math.tau * n / 24 for n in range(24)]
        draw.polygon([(x + 16 * math.cos(t), y + 16 * math.sin(t)) for t in turns], fill=COLOURS[sign])
    return image


def smooth(rows):
    """Four times as large, and shrunk: a usual way to smooth circles."""
    image = plain(rows).resize((440, 440))
    large = Image.new("RGB", (1760, 1760), (220, 180, 90))
    draw = ImageDraw.Draw(large)
    for i in range(N):
        at, end = 4 * (LEFT + STEP * i), 4 * (LEFT + STEP * (N - 1))
        draw.line((4 * LEFT, at, end, at), fill=0, width=6)
        draw.line((at, 4 * LEFT, at, end), fill=0, width=6)
    for x, y, sign in points(rows):
        draw.ellipse(disc(4 * x, 4 * y, 70), COLOURS[sign], (60, 60, 60), 8)
    return large.resize(image.size, Image.LANCZOS)


def shrunk(rows):
    image = plain(rows).resize((1320, 1320), Image.NEAREST)
    image.thumbnail((600, 600))
    return image


def sprites(rows):
    """Stones of their own images, smoothed, with their opacity as the mask."""
    image, _ = paper()
    stones = {}
    for sign, colour in COLOURS.items():
        stone = Image.new("RGBA", (136, 136), (0, 0, 0, 0))
        ImageDraw.Draw(stone).ellipse(
            (2, 2, 133, 133), fill=(*colour, 255), outline=(90, 90, 90, 255), width=4
        )
        stones[sign] = stone.resize((34, 34), Image.LANCZOS)
    for x, y, sign in points(rows):
        image.paste(stones[sign], (x - 17, y - 17), stones[sign])
    return image


def masked(rows):
    """A colour, or an image of one, through a disc."""
    image, _ = paper()
    mask = Image.new("L", (34, 34), 0)
    ImageDraw.Draw(mask).ellipse((0, 0, 33, 33), fill=255)
    for x, y, sign in points(rows):
        colour = COLOURS[sign] if x > 200 else Image.new("RGB", mask.size, COLOURS[sign])
        image.paste(colour, (x - 17, y - 17, x + 17, y + 17), mask)
    return image


def shaded(rows):
    """Sprites whose pixels are computed."""
    image, _ = paper()
    stones = {sign: Image.new("RGBA", (35, 35)) for sign in "XO"}
    for n in range(35 * 35):
        x, y = n % 35, n // 35
        far = math.hypot(x - 17, y - 17)
        shine = max(0, 60 - int(5 * math.hypot(x - 12, y - 12)))
        opacity = max(0, min(255, int(255 * (17.5 - far))))
        stones["X"].putpixel((x, y), (20 + shine,) * 3 + (opacity,))
        stones["O"].putpixel((x, y), (190 + shine,) * 3 + (opacity,))
    for x, y, sign in points(rows):
        image.paste(stones[sign], (x - 17, y - 17), stones[sign].getchannel("A"))
    return image


def layers(rows):
    """Stones on a clear layer of their own."""
    image, _ = paper("RGBA")
    layer = Image.new("RGBA", image.size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(layer)
    for x, y, sign in points(rows):
        draw.ellipse(disc(x, y, 17), fill=(*COLOURS[sign], 255))
    return Image.alpha_composite(image, layer).convert("RGB")


def grey(rows):
    image, draw = paper("L", 200)
    for x, y, sign in points(rows):
        draw.ellipse(disc(x, y, 17), fill=COLOURS[sign][0], outline=0)
    return image


def bordered(rows):
    return ImageOps.expand(plain(rows).crop((10, 10, 430, 430)), 20, "white")


def sheet(*boards):
    """Several boards, each made alone and pasted."""
    image = Image.new("RGB", (450 * len(boards), 500), "white")
    for n, rows in enumerate(boards):
        image.paste(plain(rows), (450 * n, 40))
        ImageDraw.Draw(image).text((450 * n + 20, 10), f"Problem {n}", fill="black")
    return image


def painted_over(rows):
    """One image for all: an earlier board lies below, and stones that were taken are painted over."""
    image, draw = paper()
    draw.ellipse(disc(100, 100, 17), fill="black")
    draw.rectangle((0, 0, 440, 440), fill="#dcb35c")
    image.paste(paper()[0], (0, 0))
    draw = ImageDraw.Draw(image)
    for n in range(N * N):
        if "".join(rows)[n] == ".":
            at = disc(LEFT + STEP * (n % N), LEFT + STEP * (n // N), 17)
            draw.ellipse(at, fill="white")
            draw.ellipse(at, fill="#dcb35c")
    for x, y, sign in points(rows):
        draw.ellipse(disc(x, y, 17), fill=COLOURS[sign])
    return image


# -- ways that are not told as a whole --------------------------------------------------------


def one_pixel(rows):
    """A stone that nobody sees being set: the shapes alone would say another board."""
    image = plain((*rows[:8], "." * N))
    for sign, at in (("X", LEFT), ("O", LEFT + 2 * STEP)):
        for n in range(35 * 35):
            if math.hypot(n % 35 - 17, n // 35 - 17) <= 17:
                image.putpixel((at - 17 + n % 35, LEFT + 8 * STEP - 17 + n // 35), COLOURS[sign])
    return image


def filtered(rows):
    return plain(rows).filter(ImageFilter.SMOOTH)


def turned(rows):
    return plain(rows).rotate(90)


def inverted(rows):
    return ImageChops.invert(plain(rows))


def an_array(rows):
    import numpy as np

    pixels = np.array(plain(rows))
    pixels[:40] = 0
    return Image.fromarray(pixels)


def clear_discs(rows):
    image, _ = paper()
    draw = ImageDraw.Draw(image, "RGBA")
    for x, y, sign in points(rows):
        draw.ellipse(disc(x, y, 17), fill=(*COLOURS[sign], 120))
    return image


def slices(rows):
    image, draw = paper()
    for x, y, sign in points(rows):
        draw.pieslice(disc(x, y, 17), 0, 300, fill=COLOURS[sign])
    return image


if __name__ == "__main__":
    for way, boards in json.loads(Path(sys.argv[1]).read_text()):
        made = globals()[way.partition(".")[0]](*boards)
        if way.endswith((".jpg", ".bmp")):
            made = made.convert("RGB")
        made.save(way)
        if way == "plain.png":
            made.show(title=way)
