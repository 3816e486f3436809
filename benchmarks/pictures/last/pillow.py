"""Looks of programs that draw one board with Pillow."""

from __future__ import annotations

from random import Random

from PIL import Image, ImageDraw, ImageFilter

from benchmarks.pictures.last.tools import (
    NIGHTS,
    PAPERS,
    WOODS,
    Board,
    font,
    jpeg,
    letter,
    scaled,
    stars,
    stones,
)  # fmt: skip

Box = tuple[float, float, float, float]
NEAREST, BILINEAR, LANCZOS = (
    Image.Resampling.NEAREST,
    Image.Resampling.BILINEAR,
    Image.Resampling.LANCZOS,
)


def around(x: float, y: float, radius: float) -> Box:
    """The box of a disc."""
    return (x - radius, y - radius, x + radius, y + radius)


def blank(board: Board, step: int, margin: int, paper: str) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """An empty image for lines `step` pixels apart, and its pen."""
    size = (step * (len(board[0]) - 1) + 2 * margin, step * (len(board) - 1) + 2 * margin)
    image = Image.new("RGB", size, paper)
    return image, ImageDraw.Draw(image)


def ruled(pen: ImageDraw.ImageDraw, board: Board, place: tuple[int, int], ink: str, width: int = 1) -> None:
    """The lines of a board; `place` is the step and the margin."""
    step, margin = place
    right, low = margin + step * (len(board[0]) - 1), margin + step * (len(board) - 1)
    for row in range(len(board)):
        pen.line((margin, margin + step * row, right, margin + step * row), ink, width)
    for col in range(len(board[0])):
        pen.line((margin + step * col, margin, margin + step * col, low), ink, width)


def tiny(board: Board, rng: Random, throw: Random) -> Image.Image:
    """A small board without smooth edges."""
    step = throw.randint(11, 16)
    margin, radius = step + throw.randint(-2, 6), step * throw.uniform(0.33, 0.45)
    image, pen = blank(board, step, margin, throw.choice((*WOODS, *PAPERS)))
    ruled(pen, board, (step, margin), "black")
    for r, c, sign in stones(board):
        disc = around(margin + step * c, margin + step * r, radius)
        pen.ellipse(disc, "black" if sign == "X" else "white", "black")
    return image


def small_stones(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Stones much smaller than the step."""
    step, share = throw.randint(30, 50), throw.uniform(0.14, 0.22)
    margin = throw.randint(20, 40)
    image, pen = blank(board, 2 * step, 2 * margin, throw.choice(WOODS))
    ruled(pen, board, (2 * step, 2 * margin), throw.choice(("black", "#6b4a1f")), 2)
    for r, c, sign in stones(board):
        disc = around(2 * (margin + step * c), 2 * (margin + step * r), 2 * step * share)
        pen.ellipse(disc, "black" if sign == "X" else "white", "#222222", 2)
    return scaled(image, 0.5, LANCZOS)


def thick_rings(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Hollow thick circles, black and white, on a paper of middle tone; some have a paper hole."""
    step, width = throw.randint(34, 48), throw.randint(5, 9)
    margin, radius = step, throw.uniform(0.36, 0.44)
    paper = throw.choice(("#b8b8b8", "#c8a46a", "#a0b090", "#9fb4c8"))
    image, pen = blank(board, 2 * step, 2 * margin, paper)
    ruled(pen, board, (2 * step, 2 * margin), "#404040", 2)
    hole = throw.choice((paper, None))
    for r, c, sign in stones(board):
        disc = around(2 * (margin + step * c), 2 * (margin + step * r), 2 * step * radius)
        pen.ellipse(disc, hole, "black" if sign == "X" else "white", 2 * width)
    return scaled(image, 0.5, LANCZOS)


def letters_in_rings(board: Board, rng: Random, throw: Random) -> Image.Image:
    """A ring with a letter B or W for every stone."""
    step = throw.randint(34, 46)
    margin, radius = step, step * throw.uniform(0.38, 0.45)
    image, pen = blank(board, step, margin, throw.choice(PAPERS))
    ruled(pen, board, (step, margin), throw.choice(("black", "#999999")))
    names, written = throw.choice(("BW", "XO", "bw")), font(round(step * 0.45), "DejaVuSans-Bold")
    for r, c, sign in stones(board):
        x, y = margin + step * c, margin + step * r
        pen.ellipse(around(x, y, radius), "white", "black", 2)
        pen.text((x, y), names["XO".index(sign)], "black", written, "mm")
    return image


def signs_of_lines(board: Board, rng: Random, throw: Random) -> Image.Image:
    """X of two lines and O of a ring inside cells."""
    step, width = throw.randint(30, 46), throw.randint(2, 5)
    margin, arm = step, step * throw.uniform(0.24, 0.34)
    image, pen = blank(board, step, margin, throw.choice(PAPERS))
    wide = tuple(" " * (len(board[0]) + 1) for _ in range(len(board) + 1))
    ruled(pen, wide, (step, margin - step // 2), "#707070")
    dark, light = throw.choice((("black", "black"), ("#203080", "#a02020"), ("#d04030", "#2060c0")))
    for r, c, sign in stones(board):
        x, y = margin + step * c, margin + step * r
        if sign == "X":
            pen.line((x - arm, y - arm, x + arm, y + arm), dark, width)
            pen.line((x - arm, y + arm, x + arm, y - arm), dark, width)
        else:
            pen.ellipse(around(x, y, arm), None, light, width)
    return image


def cropped(board: Board, rng: Random, throw: Random) -> Image.Image:
    """The picture ends at the outer lines: stones at the edge are cut in halves."""
    step, more = throw.randint(36, 60), throw.choice((0, 0, 1, 3))
    image, pen = blank(board, 2 * step, 2 * more + 1, throw.choice(WOODS))
    ruled(pen, board, (2 * step, 2 * more + 1), "black", 2)
    for r, c, sign in stones(board):
        disc = around(2 * step * c + 2 * more, 2 * step * r + 2 * more, 2 * step * 0.44)
        pen.ellipse(disc, "black" if sign == "X" else "white", "#333333", 2)
    return scaled(image, 0.5, LANCZOS)


def neon(board: Board, rng: Random, throw: Random) -> Image.Image:
    """A dark theme with thin bright lines; black stones are dark discs with a bright rim."""
    step, margin = throw.randint(36, 50), throw.randint(30, 56)
    back, line = throw.choice(NIGHTS), throw.choice(("#3c6e71", "#5a5a7a", "#4b5563"))
    image, pen = blank(board, 2 * step, 2 * margin, back)
    ruled(pen, board, (2 * step, 2 * margin), line, 2)
    rim, share = throw.choice(("#e0e0e0", "#ffb000", "#66d9ef")), throw.uniform(0.36, 0.46)
    for r, c, sign in stones(board):
        disc = around(2 * (margin + step * c), 2 * (margin + step * r), 2 * step * share)
        pen.ellipse(disc, "#050505" if sign == "X" else "#f2f2f2", rim, 4)
    return scaled(image, 0.5, LANCZOS)


def shaded(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Stones with light and shadow on grained wood, kept as JPEG."""
    step, margin = throw.randint(34, 46), throw.randint(30, 46)
    image, pen = blank(board, step, margin, throw.choice(WOODS))
    for x in range(0, image.width, 3):
        pen.line(
            (x, 0, x + throw.randint(-9, 9), image.height), throw.choice(("#d0a050", "#c89848", "#dcb060"))
        )
    image = image.filter(ImageFilter.GaussianBlur(2))
    pen = ImageDraw.Draw(image)
    ruled(pen, board, (step, margin), "#2a1a08")
    balls = {sign: _ball(step, sign) for sign in "XO"}
    shadow = Image.new("L", image.size)
    ink = ImageDraw.Draw(shadow)
    for r, c, _ in stones(board):
        ink.ellipse(around(margin + step * c + 3, margin + step * r + 4, step * 0.46), 110)
    image.paste("black", None, shadow.filter(ImageFilter.GaussianBlur(2)))
    for r, c, sign in stones(board):
        ball = balls[sign]
        image.paste(ball, (margin + step * c - ball.width // 2, margin + step * r - ball.height // 2), ball)
    return jpeg(image, throw.randint(45, 85))


def _ball(step: int, sign: str) -> Image.Image:
    """One stone lit from above left."""
    side = 4 * step
    ball = Image.new("RGBA", (side, side))
    pen, radius = ImageDraw.Draw(ball), side * 0.47
    for part in range(20):
        tone = 20 + 5 * part if sign == "X" else 195 + 3 * part
        away = radius * (1 - part / 20)
        x = side / 2 - (radius - away) * 0.35
        pen.ellipse(around(x, x, away), (tone, tone, tone, 255))
    return ball.resize((step, step), LANCZOS)


def numbered(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Move numbers on the stones, coordinates on four sides, a red mark on the last stone."""
    step, margin = throw.randint(36, 50), throw.randint(40, 56)
    image, pen = blank(board, step, margin, throw.choice((*WOODS, *PAPERS)))
    ruled(pen, board, (step, margin), "black", throw.choice((1, 2)))
    small, written = font(step // 3), font(round(step * 0.38))
    for c in range(len(board[0])):
        for y in (margin // 3, image.height - margin // 3):
            pen.text((margin + step * c, y), letter(c), "black", small, "mm")
    for r in range(len(board)):
        for x in (margin // 3, image.width - margin // 3):
            pen.text((x, margin + step * r), str(len(board) - r), "black", small, "mm")
    for number, (r, c, sign) in enumerate(stones(board), 1):
        x, y = margin + step * c, margin + step * r
        fill, ink = ("black", "white") if sign == "X" else ("white", "black")
        pen.ellipse(around(x, y, step * 0.46), fill, "black")
        pen.text((x, y), str(number), "red" if number == 5 else ink, written, "mm")
    return image


def dotted(board: Board, rng: Random, throw: Random) -> Image.Image:
    """No lines: a dot on every empty point."""
    step = throw.randint(28, 42)
    image, pen = blank(board, 2 * step, 2 * step, throw.choice((*PAPERS, "#ead7b0", "#cfe3cf")))
    square, share, dot = throw.random() < 0.4, throw.uniform(0.34, 0.44), throw.choice((3, 5, 7))
    for r, line in enumerate(board):
        for c, sign in enumerate(line):
            x, y = 2 * step * (c + 1), 2 * step * (r + 1)
            disc = around(x, y, 2 * step * share)
            if sign == ".":
                pen.ellipse(around(x, y, dot), "#707070")
            elif square:
                pen.rounded_rectangle(disc, step // 3, "black" if sign == "X" else "white", "black", 3)
            else:
                pen.ellipse(disc, "black" if sign == "X" else "white", "black", 3)
    return scaled(image, 0.5, LANCZOS)


def art_of_pixels(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Eight pixels a step, made large without smoothing."""
    step = throw.choice((8, 9, 10))
    image, pen = blank(board, step, step, throw.choice(WOODS))
    ruled(pen, board, (step, step), "#7a5526")
    for r, c, sign in stones(board):
        x, y = step * (c + 1), step * (r + 1)
        fill = "black" if sign == "X" else "white"
        pen.rectangle((x - 2, y - 3, x + 2, y + 3), fill)
        pen.rectangle((x - 3, y - 2, x + 3, y + 2), fill)
    return scaled(image, throw.choice((3, 4, 5)), NEAREST)


def sent_around(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Drawn large, made smaller and larger again, saved as JPEG twice."""
    step = throw.randint(50, 70)
    image, pen = blank(board, step, step, throw.choice(WOODS))
    ruled(pen, board, (step, step), "black", 2)
    for r, c in stars(board):
        pen.ellipse(around(step * (c + 1), step * (r + 1), 5), "black")
    for r, c, sign in stones(board):
        disc = around(step * (c + 1), step * (r + 1), step * 0.45)
        pen.ellipse(disc, "black" if sign == "X" else "white", "black", 2)
    image = jpeg(scaled(image, throw.uniform(0.4, 0.7), BILINEAR), throw.randint(30, 70))
    return jpeg(scaled(image, throw.uniform(0.9, 1.7), BILINEAR), throw.randint(30, 80))


def thin_outlines(board: Board, rng: Random, throw: Random) -> Image.Image:
    """White stones are an outline through which the lines are seen."""
    step, margin = throw.randint(26, 44), throw.randint(22, 44)
    image, pen = blank(board, step, margin, throw.choice((*PAPERS, *WOODS)))
    ruled(pen, board, (step, margin), throw.choice(("black", "#808080")))
    share, width = throw.uniform(0.3, 0.44), throw.choice((1, 2, 3))
    for r, c, sign in stones(board):
        disc = around(margin + step * c, margin + step * r, step * share)
        pen.ellipse(disc, "black" if sign == "X" else None, "black", width)
    return image


def marked_captures(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Red crosses where stones were taken, a square round the last stone, green dots on legal points."""
    step, margin = throw.randint(34, 48), throw.randint(30, 48)
    image, pen = blank(board, 2 * step, 2 * margin, throw.choice(WOODS))
    ruled(pen, board, (2 * step, 2 * margin), "black", 2)
    legal = throw.random() < 0.5
    for r, line in enumerate(board):
        for c, sign in enumerate(line):
            x, y = 2 * (margin + step * c), 2 * (margin + step * r)
            if sign != ".":
                pen.ellipse(around(x, y, step * 0.9), "black" if sign == "X" else "white", "black", 2)
            elif rng.random() < 0.12:
                pen.line((x - 14, y - 14, x + 14, y + 14), "red", 5)
                pen.line((x - 14, y + 14, x + 14, y - 14), "red", 5)
            elif legal:
                pen.ellipse(around(x, y, 7), "#20a040")
    placed = list(stones(board))
    if placed:
        r, c, _ = rng.choice(placed)
        pen.rectangle(around(2 * (margin + step * c), 2 * (margin + step * r), step * 0.35), None, "red", 4)
    return scaled(image, 0.5, LANCZOS)


def seen_from_the_side(board: Board, rng: Random, throw: Random) -> Image.Image:
    """A photograph of a screen: a little askew, darker at a corner, as JPEG."""
    step = throw.randint(34, 46)
    image, pen = blank(board, step, step, throw.choice(WOODS))
    ruled(pen, board, (step, step), "black", 2)
    for r, c, sign in stones(board):
        disc = around(step * (c + 1), step * (r + 1), step * 0.45)
        pen.ellipse(disc, "black" if sign == "X" else "white", "black")
    wide, high = image.size
    a, b, c1, d = (throw.uniform(0, 0.025) for _ in range(4))
    corners = (
        -a * wide,
        -b * high,
        c1 * wide,
        high * (1 + d),
        wide * (1 + b),
        high * (1 - a),
        wide * (1 - d),
        c1 * high,
    )
    image = image.transform(image.size, Image.Transform.QUAD, corners, BILINEAR, fillcolor="#303030")
    shade = Image.linear_gradient("L").rotate(throw.choice((0, 90, 180))).resize(image.size)
    image = Image.composite(image, image.point([value * 7 // 10 for value in range(256)] * 3), shade)
    return jpeg(image.filter(ImageFilter.GaussianBlur(0.6)), throw.randint(50, 80))


def two_colours(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Stones of two colours that nobody can name black and white."""
    step, margin = throw.randint(30, 44), throw.randint(30, 44)
    pair = throw.choice(
        (("#d03030", "#3050d0"), ("#e08020", "#208060"), ("#8030a0", "#f0c020"), ("#00a0a0", "#c02070"))
    )
    image, pen = blank(board, 2 * step, 2 * margin, throw.choice((*PAPERS, *WOODS)))
    ruled(pen, board, (2 * step, 2 * margin), "#444444", 2)
    for r, c, sign in stones(board):
        disc = around(2 * (margin + step * c), 2 * (margin + step * r), step * 0.86)
        pen.ellipse(disc, pair["XO".index(sign)])
    return scaled(image, 0.5, LANCZOS)


PILLOW = (
    tiny, small_stones, thick_rings, letters_in_rings, signs_of_lines, cropped, neon, shaded, numbered,
    dotted, art_of_pixels, sent_around, thin_outlines, marked_captures, seen_from_the_side,
)  # fmt: skip
FREE = (two_colours,)
