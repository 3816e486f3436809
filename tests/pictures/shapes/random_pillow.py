"""A program that draws boards with Pillow, with looks thrown at random: `python random_pillow.py JOBS`.

JOBS is a file of JSON: pairs of a seed and the boards of one picture; the number of the pair names its file.
"""

import json
import random
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

N = 9
ENDINGS = ("png", "png", "jpg", "gif", "bmp", "webp")

BLACK = (
    {"fill": "black"},
    {"fill": (30, 30, 30), "outline": "gray"},
    {"fill": "#111", "width": 3},
    {"fill": (0, 0, 0)},
)
WHITE = (
    {"fill": "white"}, {"fill": "ivory", "outline": "gray"},
    {"fill": "#eeeeee", "outline": "black", "width": 3},
    {"outline": "black"}, {"fill": "white", "outline": "black"},
)  # fmt: skip


def disc(x, y, half):
    return [x - half, y - half, x + half, y + half]


def paper(draw, rng, place):
    """Frames, lines or cells, star points and names of lines."""
    left, top, step = place
    right, bottom = left + 8 * step, top + 8 * step
    if rng.random() < 0.3:
        around = (left - step, top - step, right + step, bottom + step)
        draw.rectangle(around, rng.choice(["wheat", "#dcb35c", "white"]), rng.choice([None, "black"]))
    kind = rng.choice(["lines", "lines", "cells", "squares", "thin"])
    colour, wide = rng.choice(["black", "#444", "brown"]), rng.choice([0, 1, 2, 3])
    over = rng.choice([0, 0, 0, 0.3]) * step
    for i in range(N if kind in ("lines", "thin") else 0):
        x, y = left + step * i, top + step * i
        if kind == "thin":
            draw.rectangle((left, y, right, y + 1), fill=colour)
            draw.rectangle((x, top, x + 1, bottom), fill=colour)
        else:
            draw.line([(left - over, y), (right + over, y)], fill=colour, width=wide)
            draw.line((x, top - over, x, bottom + over), fill=colour, width=wide)
    shift, count = (0.5, N) if kind == "cells" else (0, N - 1)
    for n in range(count * count if kind in ("cells", "squares") else 0):
        x, y = left + step * (n % count - shift), top + step * (n // count - shift)
        fill = "burlywood" if kind == "cells" else None
        draw.rectangle((x, y, x + step, y + step), outline=colour, fill=fill)
    dot = rng.choice([0, 0, 0.06, 0.1, 0.14]) * step
    for row, col in ((2, 2), (2, 6), (4, 4), (6, 2), (6, 6)) if dot else ():
        draw.ellipse(disc(left + step * col, top + step * row, dot), fill="black")
    for i in range(N if rng.random() < 0.5 else 0):
        draw.text((left - step, top + step * i), str(i + 1), fill="black", anchor=rng.choice(["mm", "lm"]))
        draw.text((left + step * i, top - step), "ABCDEFGHJ"[i], fill="black")


def stone(image, rng, look, half):
    """How one stone is set: drawn, or pasted as a sprite."""
    way = rng.choice(["draw", "draw", "draw", "sprite", "mask", "layer", "rounded", "unknown"])
    clear = Image.new("RGBA", (int(8 * half), int(8 * half)), (0, 0, 0, 0))
    last = clear.width - 1
    ImageDraw.Draw(clear).ellipse((0, 0, last, last), **look)
    sprite = clear.resize((int(2 * half), int(2 * half)), rng.choice([Image.LANCZOS, Image.BILINEAR]))
    mask = Image.new("L", sprite.size)
    ImageDraw.Draw(mask).ellipse((0, 0, mask.width - 1, mask.height - 1), fill=255)
    if way == "unknown":
        sprite = sprite.filter(ImageFilter.SMOOTH)

    def put(x, y):
        corner = int(x - half), int(y - half)
        if way in ("sprite", "unknown") and "fill" in look:
            image.paste(sprite, corner, sprite)
        elif way == "mask" and "fill" in look:
            image.paste(look["fill"], (*corner, corner[0] + mask.width, corner[1] + mask.height), mask)
        elif way == "layer" and image.mode == "RGBA" and "fill" in look:
            image.alpha_composite(sprite, corner)
        elif way == "rounded":
            ImageDraw.Draw(image).rounded_rectangle(disc(x, y, half), half, **look)
        else:
            ImageDraw.Draw(image).ellipse(disc(x, y, half), **look)

    return put


def stones(image, rng, rows, place, ground):
    """Stones with marks and numbers; some empty points had one that is painted over or crossed."""
    left, top, step = place
    half = rng.choice([0.2, 0.3, 0.38, 0.45, 0.5, 0.55]) * step
    puts = {sign: stone(image, rng, rng.choice(looks), half) for sign, looks in (("X", BLACK), ("O", WHITE))}
    numbers, marks, gone, veil = (rng.random() < 0.2 for _ in range(4))
    draw, glass = ImageDraw.Draw(image), ImageDraw.Draw(image, "RGBA")
    for n, sign in enumerate("".join(rows)):
        x, y = left + step * (n % N), top + step * (n // N)
        if sign != ".":
            puts[sign](x, y)
            if numbers:
                draw.text((x, y), str(n), fill="white" if sign == "X" else "black", anchor="mm")
            if marks and rng.random() < 0.1:
                draw.ellipse(disc(x, y, half / 3), fill="red")
            if veil and rng.random() < 0.1:
                glass.ellipse(disc(x, y, half), fill=rng.choice([(255, 0, 0, 90), (255, 255, 255, 60)]))
        elif gone and rng.random() < 0.3:
            puts["O"](x, y)
            if rng.random() < 0.5:
                draw.ellipse(disc(x, y, half + 2), fill=ground, outline=ground)
            elif rng.random() < 0.5:
                draw.line(disc(x, y, half + 2), fill="red")
            else:
                image.paste(ground, tuple(int(v) for v in disc(x, y, half + 2)))


def tampered(image, rng, rows, place):
    """One more stone, or one less, in a way that nobody sees; gives the board that is shown now."""
    left, top, step = (int(value) for value in place)
    row, col = rng.randrange(N), rng.randrange(N)
    x, y, half = left + step * col, top + step * row, int(0.45 * step)
    pixels = image.load()
    colour = rng.choice([0, 255])
    for a in range(-half, half + 1):
        for b in range(-half, half + 1):
            if a * a + b * b <= half * half:
                pixels[x + a, y + b] = (colour,) * len(image.getbands())
    sign = "X" if colour == 0 else "O"
    return [*rows[:row], rows[row][:col] + sign + rows[row][col + 1 :], *rows[row + 1 :]]


def picture(rng, boards):
    """A picture, and the boards that it shows."""
    ground = rng.choice(["#F7DCB4", "white", "burlywood", "#202020", "green", "#cccccc"])
    step, large = rng.choice([22, 30, 37.5, 41, 50]), rng.choice([1, 1, 1, 2, 3])
    shared, mode = rng.random() < 0.5, rng.choice(["RGB", "RGB", "RGBA"])
    side, shown, parts = int(step * 11 * large), [], []
    for number, rows in enumerate(boards):
        if number == 0 or not shared:
            wide = side * (len(boards) if shared else 1)
            parts.append(Image.new(mode, (wide, side), ground))
        image = parts[-1]
        place = large * step * 1.5 + (side * number if shared else 0), large * step * 1.5, large * step
        paper(ImageDraw.Draw(image), rng, place)
        stones(image, rng, rows, place, ground)
        if rng.random() < 0.1 and step != 37.5:
            shown.append(tampered(image, rng, rows, place))
        else:
            shown.append(rows)
    whole = parts[0]
    if len(parts) > 1:
        whole = Image.new("RGB", (side * len(parts), side), "white")
        for number, part in enumerate(parts):
            whole.paste(part.convert("RGB"), (side * number, 0))
    if large > 1:
        whole = whole.resize((whole.width // large, whole.height // large), Image.LANCZOS)
    return whole, shown


if __name__ == "__main__":
    told = []
    for count, (seed, boards_of_picture) in enumerate(json.loads(Path(sys.argv[1]).read_text())):
        rng = random.Random(seed)
        made, seen = picture(rng, boards_of_picture)
        ending = rng.choice(ENDINGS) if made.width < 550 else "png"
        name = f"{count}.{ending}"
        made.convert("RGB").save(name)
        told.append([name, seen])
    Path("told.json").write_text(json.dumps(told))
