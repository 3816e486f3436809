"""Styles of the second set, drawn without the common drawer; held back until the first reader was done."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from benchmarks.pictures.looks import font
from benchmarks.pictures.positions import positions

Board = tuple[str, ...]


def _sheet(board: Board, step: int, edge: int, paper: str) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """An empty picture of a board whose lines end `edge` pixels from its border, and a pen for it."""
    rows, cols = len(board), len(board[0])
    image = Image.new("RGB", (2 * edge + step * (cols - 1), 2 * edge + step * (rows - 1)), paper)
    return image, ImageDraw.Draw(image)


def _lines(
    pen: ImageDraw.ImageDraw, board: Board, place: tuple[float, float, float], ink: str, width: int = 1
) -> None:
    """Draw the lines of a board; `place` is (x of the first point, y of it, step)."""
    x0, y0, step = place
    rows, cols = len(board), len(board[0])
    for c in range(cols):
        pen.line((x0 + c * step, y0, x0 + c * step, y0 + (rows - 1) * step), ink, width)
    for r in range(rows):
        pen.line((x0, y0 + r * step, x0 + (cols - 1) * step, y0 + r * step), ink, width)


def _stones(board: Board, place: tuple[float, float, float]) -> Iterator[tuple[float, float, str]]:
    """The centre and the colour of each stone; `place` is as for `_lines`."""
    x0, y0, step = place
    for r, row in enumerate(board):
        for c, stone in enumerate(row):
            if stone != ".":
                yield x0 + c * step, y0 + r * step, stone


def raw_pixels(board: Board, rng: Random) -> Image.Image:
    """Arrays filled by hand, as with OpenCV, without smoothing; uneven margins."""
    rows, cols, step, left, top = len(board), len(board[0]), 33, 51, 28
    sheet = np.full((top + step * rows + 20, left + step * cols + 10, 3), (150, 200, 235), np.uint8)
    for r in range(rows):
        sheet[top + r * step, left : left + (cols - 1) * step + 1] = 30
    for c in range(cols):
        sheet[top : top + (rows - 1) * step + 1, left + c * step] = 30
    ys, xs = np.mgrid[: sheet.shape[0], : sheet.shape[1]]
    for r, row in enumerate(board):
        for c, stone in enumerate(row):
            if stone != ".":
                near = (ys - top - r * step) ** 2 + (xs - left - c * step) ** 2 <= 13**2
                sheet[near] = 20 if stone == "X" else 245
    return Image.fromarray(sheet)


def checkers(board: Board, rng: Random) -> Image.Image:
    """Chequered squares without lines; stones inside the squares."""
    step, rows, cols = 46, len(board), len(board[0])
    image = Image.new("RGB", (step * cols, step * rows), "#e6cf9c")
    pen = ImageDraw.Draw(image)
    for r in range(rows):
        for c in range(cols):
            x, y = c * step, r * step
            if (r + c) % 2:
                pen.rectangle((x, y, x + step - 1, y + step - 1), "#c9a566")
            if board[r][c] != ".":
                fill = "black" if board[r][c] == "X" else "white"
                pen.ellipse((x + 5, y + 5, x + step - 6, y + step - 6), fill)
    return image


def window(board: Board, rng: Random) -> Image.Image:
    """A desktop with a window: title bar, buttons, a list of moves beside the board."""
    rows, cols = len(board), len(board[0])
    step = 340 / max(rows, cols)
    image = Image.new("RGB", (720, 520), "#35607a")
    pen = ImageDraw.Draw(image)
    pen.rectangle((60, 40, 660, 480), "#f0f0f0", "#404040")
    pen.rectangle((60, 40, 660, 66), "#2c5aa0")
    pen.text((70, 44), "Go board - test_3.txt", "white", font(14))
    for b in range(3):
        pen.rectangle((590 + 22 * b, 45, 606 + 22 * b, 61), "#d0d8e8", "#202020")
    pen.rectangle((80, 84, 455, 459), "#e2b565", "#604010", 2)
    x0, y0 = 90 + step / 2, 94 + step / 2
    place, reach = (x0, y0, step), step * 0.44
    _lines(pen, board, place, "#402808")
    for x, y, stone in _stones(board, place):
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), "black" if stone == "X" else "white")
    for n in range(14):
        pen.text((480, 90 + 22 * n), f"{n + 1}. white {n % 9} {(n * 5) % 9}", "black", font(12))
    pen.rectangle((480, 420, 560, 448), "#dddddd", "#606060")
    pen.text((495, 425), "Next", "black", font(13))
    return image


def thin_large(board: Board, rng: Random) -> Image.Image:
    """1400 pixels, hair lines, grey on white, stones with thin rims."""
    rows, cols = len(board), len(board[0])
    step = 1240 / (max(rows, cols) - 1)
    image = Image.new("RGB", (1400, 1400), "white")
    pen = ImageDraw.Draw(image)
    place, reach = (80, 80, step), step * 0.35
    _lines(pen, board, place, "#555555", 2)
    for x, y, stone in _stones(board, place):
        fill = "#222222" if stone == "X" else "#fafafa"
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill, "#333333", 3)
    return image


def wood_photo(board: Board, rng: Random) -> Image.Image:
    """Grain across the board, fading light, stones with soft shadows."""
    rows, cols, step, edge = len(board), len(board[0]), 45, 48
    w, h = 2 * edge + step * (cols - 1), 2 * edge + step * (rows - 1)
    noise = np.random.default_rng(rng.randrange(2**31))
    grain = np.repeat(noise.normal(size=(h // 3 + 1, 1)), 3, axis=0)[:h] * 9
    light = 18 * np.linspace(1, -1, w)[None]
    wood = np.array([208, 160, 92]) + (grain + light + noise.normal(size=(h, w)) * 4)[..., None]
    image = Image.fromarray(np.clip(wood, 0, 255).astype(np.uint8))
    pen = ImageDraw.Draw(image)
    _lines(pen, board, (edge, edge, step), "#3a2410", 2)
    spots = [(r, c) for r in range(rows) for c in range(cols) if board[r][c] != "."]
    dark = Image.new("L", image.size, 0)
    shade = ImageDraw.Draw(dark)
    for r, c in spots:
        x, y = edge + c * step + 4, edge + r * step + 4
        shade.ellipse((x - 20, y - 20, x + 20, y + 20), 110)
    image.paste((30, 20, 10), (0, 0), dark.filter(ImageFilter.GaussianBlur(3)))
    pen = ImageDraw.Draw(image)
    for r, c in spots:
        x, y = edge + c * step, edge + r * step
        base = 25 if board[r][c] == "X" else 225
        for k in range(20, 0, -4):
            tone = base + (20 - k)
            pen.ellipse((x - k, y - k, x + k, y + k), (tone, tone, tone))
    return image


def _page(board: Board, signs: str, paper: str, ink: str) -> Image.Image:
    rows, cols = len(board), len(board[0])
    image = Image.new("RGB", (40 + 28 * cols, 40 + 28 * rows), paper)
    pen = ImageDraw.Draw(image)
    for r, row in enumerate(board):
        for c, stone in enumerate(row):
            pen.text((34 + 28 * c, 34 + 28 * r), signs[".XO".index(stone)], ink, font(20), "mm")
    return image


def signs(board: Board, rng: Random) -> Image.Image:
    """Text characters: a plus, a filled circle and an empty circle."""
    return _page(board, "+●○", "#fffff0", "#101010")


def box_drawing(board: Board, rng: Random) -> Image.Image:
    """A printed table: +---+ and bars around X and O."""
    rows, cols = len(board), len(board[0])
    mono = font(15, mono=True)
    image = Image.new("RGB", (30 + 36 * cols + 20, 30 + 36 * rows + 20), "white")
    pen = ImageDraw.Draw(image)
    bar = "+" + "---+" * cols
    for r in range(rows + 1):
        pen.text((14, 10 + 36 * r), bar, "black", mono)
    for r, row in enumerate(board):
        line = "|" + "|".join(f" {s if s != '.' else ' '} " for s in row) + "|"
        pen.text((14, 28 + 36 * r), line, "black", mono)
    return image


def turned_two(board: Board, rng: Random) -> Image.Image:
    """The raw pixels rotated by two degrees, on a sheet of another colour."""
    plain = raw_pixels(board, rng)
    return plain.rotate(-2, Image.Resampling.BILINEAR, expand=True, fillcolor=(240, 240, 240))


def glossy(board: Board, rng: Random) -> Image.Image:
    """Stones with a bright spot, double border."""
    rows, cols, step, edge, k = len(board), len(board[0]), 38, 42, 3
    size = (2 * edge + step * (cols - 1), 2 * edge + step * (rows - 1))
    image = Image.new("RGB", (size[0] * k, size[1] * k), "#e9bf73")
    pen = ImageDraw.Draw(image)
    x1, y1 = edge + step * (cols - 1), edge + step * (rows - 1)
    for off in (0, 8):
        pen.rectangle([v * k for v in (edge - off, edge - off, x1 + off, y1 + off)], None, "black", 2 * k)
    for c in range(cols):
        pen.line([v * k for v in (edge + c * step, edge, edge + c * step, y1)], "black", k)
    for r in range(rows):
        pen.line([v * k for v in (edge, edge + r * step, x1, edge + r * step)], "black", k)
    for r, row in enumerate(board):
        for c, stone in enumerate(row):
            if stone != ".":
                x, y, reach = (edge + c * step) * k, (edge + r * step) * k, 17 * k
                pen.ellipse(
                    (x - reach, y - reach, x + reach, y + reach), "#151515" if stone == "X" else "#eeeeee"
                )
                s = reach / 3
                spot = "#909090" if stone == "X" else "#ffffff"
                pen.ellipse((x - 1.6 * s, y - 1.6 * s, x - 0.4 * s, y - 0.4 * s), spot)
    return image.resize(size, Image.Resampling.BOX)


def green_cloth(board: Board, rng: Random) -> Image.Image:
    """White lines on green, stones without rims, coordinates on all sides."""
    rows, cols, step, edge = len(board), len(board[0]), 40, 50
    image, pen = _sheet(board, step, edge, "#2e7d4f")
    w, h = image.size
    for c in range(cols):
        x = edge + c * step
        pen.line((x, edge, x, h - edge), "#e8f5e9", 2)
        for y in (18, h - 18):
            pen.text((x, y), str(c + 1), "#e8f5e9", font(14), "mm")
    for r in range(rows):
        y = edge + r * step
        pen.line((edge, y, w - edge, y), "#e8f5e9", 2)
        for x in (18, w - 18):
            pen.text((x, y), str(r + 1), "#e8f5e9", font(14), "mm")
    for x, y, stone in _stones(board, (edge, edge, step)):
        pen.ellipse((x - 15, y - 15, x + 15, y + 15), "#101010" if stone == "X" else "#ffffff")
    return image


def marks(board: Board, rng: Random) -> Image.Image:
    """Triangles on some stones, crosses and squares on some empty points."""
    step, edge = 42, 40
    image, pen = _sheet(board, step, edge, "#f2d39b")
    _lines(pen, board, (edge, edge, step), "#000000")
    for r, row in enumerate(board):
        for c, stone in enumerate(row):
            x, y = edge + c * step, edge + r * step
            if stone != ".":
                pen.ellipse((x - 19, y - 19, x + 19, y + 19), "black" if stone == "X" else "white", "black")
                if rng.random() < 0.2:
                    points = [(x, y - 10), (x - 9, y + 6), (x + 9, y + 6)]
                    pen.polygon(points, None, "white" if stone == "X" else "black")
            elif rng.random() < 0.15:
                pen.line((x - 7, y - 7, x + 7, y + 7), "#c00000", 2)
                pen.line((x - 7, y + 7, x + 7, y - 7), "#c00000", 2)
            elif rng.random() < 0.1:
                pen.rectangle((x - 6, y - 6, x + 6, y + 6), None, "#0040c0", 2)
    return image


def orange_purple(board: Board, rng: Random) -> Image.Image:
    """Coloured stones on a pale board of cells."""
    rows, cols, step = len(board), len(board[0]), 39
    image = Image.new("RGB", (step * cols + 41, step * rows + 41), "#f4f4f8")
    pen = ImageDraw.Draw(image)
    for r, row in enumerate(board):
        for c, stone in enumerate(row):
            x, y = 20 + c * step, 20 + r * step
            pen.rectangle((x, y, x + step, y + step), None, "#9090a0")
            if stone != ".":
                pen.ellipse(
                    (x + 6, y + 6, x + step - 6, y + step - 6), "#e07010" if stone == "X" else "#7020a0"
                )
    return image


def upscaled(board: Board, rng: Random) -> Image.Image:
    """A small picture enlarged and blurred."""
    rows, cols, step = len(board), len(board[0]), 14
    image = Image.new("RGB", (step * cols + 12, step * rows + 12), "#d8b070")
    pen = ImageDraw.Draw(image)
    place = (12, 12, step)
    _lines(pen, board, place, "#302010")
    for x, y, stone in _stones(board, place):
        pen.ellipse((x - 6, y - 6, x + 6, y + 6), "black" if stone == "X" else "white")
    return image.resize((image.width * 3, image.height * 3), Image.Resampling.BICUBIC)


def grid_of_four(board: Board, rng: Random) -> Image.Image:
    """One figure of four boards, one of which is `board`."""
    rows, cols = len(board), len(board[0])
    others = [positions(rng.randrange(2**30), 1)[0] for _ in range(3)]
    place = rng.randrange(4)
    boards = [*others[:place], board, *others[place:]]
    image = Image.new("RGB", (840, 900), "white")
    pen = ImageDraw.Draw(image)
    for n, shown in enumerate(boards):
        rows, cols = len(shown), len(shown[0])
        step = 340 / (max(rows, cols) - 1)
        x0, y0 = 40 + 410 * (n % 2), 70 + 430 * (n // 2)
        pen.text((x0 + 170, y0 - 42), f"Problem {n + 1}", "black", font(16), "mm")
        place, reach = (x0, y0, step), step * 0.4
        _lines(pen, shown, place, "grey")
        for x, y, stone in _stones(shown, place):
            fill = "black" if stone == "X" else "white"
            pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill, "black")
    return image


def dashed(board: Board, rng: Random) -> Image.Image:
    """Dashed grey lines; black stones are discs, white ones are rings."""
    rows, cols, step, edge = len(board), len(board[0]), 48, 44
    image, pen = _sheet(board, step, edge, "#fbfbf4")
    w, h = image.size
    for c in range(cols):
        for y in range(edge, h - edge, 8):
            pen.line((edge + c * step, y, edge + c * step, y + 4), "#777777")
    for r in range(rows):
        for x in range(edge, w - edge, 8):
            pen.line((x, edge + r * step, x + 4, edge + r * step), "#777777")
    for x, y, stone in _stones(board, (edge, edge, step)):
        if stone == "X":
            pen.ellipse((x - 18, y - 18, x + 18, y + 18), "#303030")
        else:
            pen.ellipse((x - 18, y - 18, x + 18, y + 18), None, "#303030", 3)
    return image
