"""Boards drawn with Pillow; each job is a file of its name."""

import math

from PIL import Image, ImageDraw, ImageFilter, ImageOps
from ways import BLACK, PLAIN, WOOD, lines, placed, plain, points


class Pen:
    def __init__(self, ground, width=440, mode="RGB", size=1):
        self.image, self.size = Image.new(mode, (width * size, 440 * size), ground), size
        self.draw = ImageDraw.Draw(self.image)

    def line(self, x, y, right, bottom, colour, width):
        self.draw.line([v * self.size for v in (x, y, right, bottom)], fill=colour, width=width * self.size)

    def disc(self, x, y, half, fill, outline, width):
        box = [v * self.size for v in (x - half, y - half, x + half, y + half)]
        self.draw.ellipse(box, fill=fill or None, outline=outline or None, width=width * self.size)

    def rect(self, x, y, right, bottom, fill, outline, width):
        self.draw.rectangle((x, y, right, bottom), fill=fill or None, outline=outline or None, width=width)

    def text(self, x, y, text, colour=BLACK):
        self.draw.text((x, y), text, fill=colour, anchor="mm")


def made(way, *boards):
    pens = []

    def make(*args):
        pens.append(Pen(*args))
        return pens[-1]

    return way(make, *boards) if way.__name__ in OWN else (way(make, *boards), pens[-1].image)[1]


def show(name, way, boards):
    image = made(way, *boards)
    image = image.convert("RGB") if name.endswith((".jpg", ".bmp")) else image
    image.save(name if "." in name else f"{name}.png")
    if name == "plain":
        image.show(title=name)


# -- ways that are read -----------------------------------------------------------------------


def smooth(make, rows):
    """Four times as large, and shrunk: a usual way to smooth circles."""
    return plain(lambda ground: Pen(ground, size=4), rows).image.resize((440, 440), Image.LANCZOS)


def grey(make, rows):
    return plain(lambda ground: Pen(200, mode="L"), rows).image


def bordered(make, rows):
    return ImageOps.expand(plain(make, rows).image.crop((10, 10, 430, 430)), 20, "white")


def sheet(make, *boards):
    image = Image.new("RGB", (450 * len(boards), 500), "white")
    for n, rows in enumerate(boards):
        image.paste(plain(make, rows).image, (450 * n, 40))
    return image


def stamped(make, rows, size=136):
    """Stones of their own images, smoothed, with their opacity as the mask."""
    image = plain(make, ["." * 9] * 9).image
    for x, y, sign in points(rows):
        stone = Image.new("RGBA", (size, size), (0, 0, 0, 0))
        if sign != ".":
            ImageDraw.Draw(stone).ellipse((2, 2, size - 3, size - 3), fill=PLAIN[sign][0], outline="#555555")
            stone = stone.resize((34, 34), Image.LANCZOS)
            image.paste(stone, (x - 17, y - 17), stone)
    return image


def layers(make, rows):
    """Stones on a clear layer of their own."""
    image = plain(lambda ground: Pen(ground, mode="RGBA"), ["." * 9] * 9).image
    layer = Image.new("RGBA", image.size, (0, 0, 0, 0))
    for x, y, sign in placed(rows):
        ImageDraw.Draw(layer).ellipse((x - 17, y - 17, x + 17, y + 17), fill=PLAIN[sign][0])
    return Image.alpha_composite(image, layer).convert("RGB")


# -- ways that are not explained --------------------------------------------------------------


def clear_discs(make, rows):
    image = plain(make, ["." * 9] * 9).image
    draw = ImageDraw.Draw(image, "RGBA")
    for x, y, sign in placed(rows):
        draw.ellipse((x - 17, y - 17, x + 17, y + 17), fill=(*((0,) * 3 if sign == "X" else (255,) * 3), 120))
    return image


def slices(make, rows):
    pen = make(WOOD)
    lines(pen)
    for x, y, sign in placed(rows):
        pen.draw.pieslice((x - 17, y - 17, x + 17, y + 17), 0, 300, fill=PLAIN[sign][0])
    return pen.image


def three_corners(make, rows):
    """An argument that no shape expresses: some corners alone are round."""
    pen = plain(make, rows)
    pen.draw.rounded_rectangle((40, 40, 80, 80), 15, fill=BLACK, corners=(True, True, True, False))
    return pen.image


# -- ways of which nothing is known -----------------------------------------------------------


def one_pixel(make, rows):
    """A stone that nobody sees being set: the shapes alone would say another board."""
    image = plain(make, (*rows[:8], "." * 9)).image
    for at, colour in ((60, 0), (140, 255)):
        for n in range(35 * 35):
            if math.hypot(n % 35 - 17, n // 35 - 17) <= 17:
                image.putpixel((at - 17 + n % 35, 380 - 17 + n // 35), (colour,) * 3)
    return image


def filtered(make, rows):
    return plain(make, rows).image.filter(ImageFilter.SMOOTH)


OWN = frozenset(name for name, one in globals().items() if getattr(one, "__module__", "") == __name__)
