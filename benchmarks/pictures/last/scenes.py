"""Pictures in which the board is not alone: before and after, four problems, windows, screenshots."""

from __future__ import annotations

from random import Random

from PIL import Image, ImageDraw

from benchmarks.pictures.last.matplot import figure, limits, lines, placed, shown
from benchmarks.pictures.last.pillow import LANCZOS, around, blank, ruled
from benchmarks.pictures.last.tools import (
    NIGHTS,
    PAPERS,
    WOODS,
    Board,
    another,
    earlier,
    font,
    jpeg,
    scaled,
    stones,
)  # fmt: skip

CODE = (
    "def capture(board, row, col):", "    group = {(row, col)}", "    todo = [(row, col)]", "    while todo:",
    "        r, c = todo.pop()", "        for a, b in near(r, c):", "            if board[a][b] == '.':",
    "                return set()", "            group.add((a, b))", "    return group", "",
    "for number in range(1, 31):", "    draw(solve(read(number)))",
)  # fmt: skip


def _plain(board: Board, throw: Random, step: int, margin: int) -> Image.Image:
    """A plain board, drawn at twice its size and made smaller."""
    image, pen = blank(board, 2 * step, 2 * margin, throw.choice((*WOODS, *PAPERS)))
    ruled(pen, board, (2 * step, 2 * margin), throw.choice(("black", "#555555")), throw.choice((2, 3)))
    share = throw.uniform(0.36, 0.47)
    for r, c, sign in stones(board):
        disc = around(2 * (margin + step * c), 2 * (margin + step * r), 2 * step * share)
        pen.ellipse(disc, "black" if sign == "X" else "white", "black", 2)
    return scaled(image, 0.5, LANCZOS)


def _alike(boards: list[Board], throw: Random, step: int, margin: int) -> list[Image.Image]:
    """Boards in one look."""
    state = throw.getstate()
    made = []
    for board in boards:
        throw.setstate(state)
        made.append(_plain(board, throw, step, margin))
    return made


def before_and_after(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Two boards of one canvas with an arrow and words."""
    step, gap = throw.randint(24, 36), throw.randint(40, 90)
    left, right = _alike([earlier(board, rng), board], throw, step, step)
    sheet = Image.new(
        "RGB", (2 * left.width + gap, left.height + 40), throw.choice(("white", "#dddddd", "#303030"))
    )
    sheet.paste(left, (0, 40))
    sheet.paste(right, (left.width + gap, 40))
    pen, ink = ImageDraw.Draw(sheet), "#c03020"
    pen.text((left.width // 2, 20), "Before", ink, font(18), "mm")
    pen.text((left.width * 3 // 2 + gap, 20), "After", ink, font(18), "mm")
    y = 40 + left.height // 2
    pen.line((left.width + 8, y, left.width + gap - 8, y), ink, 4)
    tip = left.width + gap - 6
    pen.polygon([(tip, y), (tip - 12, y - 8), (tip - 12, y + 8)], ink)
    return sheet


def above_and_below(board: Board, rng: Random, throw: Random) -> Image.Image:
    """The board asked for below the one before, with nothing but a line between."""
    step = throw.randint(22, 32)
    boards = _alike([earlier(board, rng), board], throw, step, step)
    sheet = Image.new("RGB", (boards[0].width, 2 * boards[0].height + 4), "#202020")
    for place, image in enumerate(boards):
        sheet.paste(image, (0, place * (image.height + 4)))
    return sheet


def four_problems(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Four boards with captions; the board asked for is at another place in each picture."""
    step, place = throw.randint(18, 28), rng.randrange(4)
    boards = [board if n == place else another(board, rng) for n in range(4)]
    made, gap = _alike(boards, throw, step, step), throw.randint(10, 40)
    wide, high = made[0].width + gap, made[0].height + gap + 24
    sheet = Image.new("RGB", (2 * wide + gap, 2 * high + gap), throw.choice(("white", "#f0f0f0", "#c0d0c0")))
    pen = ImageDraw.Draw(sheet)
    for n, image in enumerate(made):
        x, y = gap + n % 2 * wide, gap + n // 2 * high
        pen.text((x + image.width / 2, y + 10), f"train_{n + 1}", "black", font(15), "mm")
        sheet.paste(image, (x, y + 24))
    return sheet


def _subplots(boards: list[Board], titles: list[str], throw: Random, shape: tuple[int, int]) -> Image.Image:
    """Boards in subplots of matplotlib."""
    made = figure(throw, shape[1] / shape[0])
    wood, size = throw.choice((*WOODS, "white")), throw.uniform(0.5, 0.75)
    for n, (board, title) in enumerate(zip(boards, titles, strict=True), 1):
        axes = made.add_subplot(*shape, n)
        axes.set_facecolor(wood)
        lines(axes, board, "black", 0.7)
        points = made.get_size_inches()[1] * 55 / shape[0] / max(len(board), len(board[0])) * size
        for sign, fill in (("X", "black"), ("O", "white")):
            axes.plot(*placed(board, sign), "o", color=fill, mec="black", mew=0.7, ms=points, zorder=3)
        axes.set_title(title, fontsize=9)
        limits(axes, board)
        axes.set_aspect("equal")
        axes.set_xticks([])
        axes.set_yticks([])
    return shown(made)


def subplots_before_after(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Two subplots with titles."""
    return _subplots([earlier(board, rng), board], ["before", "after captures"], throw, (1, 2))


def subplots_of_four(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Four subplots; the board asked for is at another place in each picture."""
    place = rng.randrange(4)
    boards = [board if n == place else another(board, rng) for n in range(4)]
    return _subplots(boards, [f"test {n}" for n in range(1, 5)], throw, (2, 2))


def two_canvases(board: Board, rng: Random, throw: Random) -> Image.Image:
    """One window: a canvas with the board, beside it one with captured stones and the score."""
    step = throw.randint(30, 42)
    main = _plain(board, throw, step, step)
    tray = Image.new(
        "RGB", (throw.randint(150, 230), main.height), throw.choice((*WOODS, "#e8e8e8", "#204030"))
    )
    pen, count = ImageDraw.Draw(tray), rng.randint(2, 24)
    for n in range(count):
        x, y = 24 + n % 5 * 26, 60 + n // 5 * 26
        pen.ellipse(around(x, y, 11), "black" if n * 2 < count else "white", "black")
    pen.text((12, 16), f"captured: {count}", "black", font(14))
    pen.text((12, main.height - 30), f"White +{rng.randint(1, 30)}.5", "black", font(14))
    images = [main, tray] if throw.random() < 0.7 else [tray, main]
    window = Image.new("RGB", (main.width + tray.width + 30, main.height + 20), "#d9d9d9")
    window.paste(images[0], (10, 10))
    window.paste(images[1], (images[0].width + 20, 10))
    return window


def board_and_small_map(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Two canvases: the board, and a small one of another position in the corner below."""
    step = throw.randint(32, 42)
    main = _plain(board, throw, step, step)
    (small,) = _alike([another(board, rng)], throw, 11, 11)
    window = Image.new("RGB", (main.width + small.width + 36, main.height + 24), throw.choice(NIGHTS))
    window.paste(main, (12, 12))
    window.paste(small, (main.width + 24, main.height + 12 - small.height))
    return window


def _framed(image: Image.Image, title: str, dark: bool) -> Image.Image:
    """A window with a title bar and three buttons."""
    window = Image.new("RGB", (image.width + 2, image.height + 31), "#777777")
    window.paste("#3a3a3a" if dark else "#e4e4e4", (1, 1, window.width - 1, 30))
    window.paste(image, (1, 30))
    pen = ImageDraw.Draw(window)
    pen.text((window.width // 2, 15), title, "white" if dark else "black", font(12), "mm")
    for n, colour in enumerate(("#ff5f56", "#ffbd2e", "#27c93f")):
        pen.ellipse(around(16 + 20 * n, 15, 6), colour)
    return window


def screenshot(board: Board, rng: Random, throw: Random) -> Image.Image:
    """A desktop with an editor behind the program's window."""
    window = _framed(_plain(board, throw, 28, 30), f"Problem {rng.randint(1, 30)}", throw.random() < 0.5)
    desk = Image.new(
        "RGB", (window.width + 420, max(560, window.height + 120)), throw.choice(("#2d5a88", "#30384a"))
    )
    pen, mono = ImageDraw.Draw(desk), font(13, "DejaVuSansMono")
    pen.rectangle((20, 30, 520, desk.height - 60), "#1e1e1e")
    for n, line in enumerate(CODE * 2):
        if 50 + 19 * n < desk.height - 90:
            pen.text((62, 44 + 19 * n), line, throw.choice(("#d4d4d4", "#9cdcfe", "#ce9178")), mono)
            pen.text((30, 44 + 19 * n), f"{n + 1:2}", "#808080", mono)
    pen.rectangle((0, desk.height - 36, desk.width, desk.height), "#e8e8e8")
    for n in range(7):
        pen.rounded_rectangle((14 + 44 * n, desk.height - 31, 42 + 44 * n, desk.height - 5), 5, NIGHTS[n % 6])
    desk.paste(window, (380 + rng.randint(-30, 20), 50 + rng.randint(-20, 20)))
    return jpeg(desk, throw.randint(70, 92)) if throw.random() < 0.5 else desk


def notebook(board: Board, rng: Random, throw: Random) -> Image.Image:
    """A cell of a notebook: code above, the picture and a line of numbers below."""
    inside = _plain(board, throw, throw.randint(24, 32), 28)
    page = Image.new("RGB", (max(620, inside.width + 120), inside.height + 220), "white")
    pen, mono = ImageDraw.Draw(page), font(13, "DejaVuSansMono")
    pen.rectangle((70, 16, page.width - 20, 112), "#f7f7f7", "#cfcfcf")
    pen.text((14, 24), "In [7]:", "#303f9f", mono)
    for n, line in enumerate(CODE[:4]):
        pen.text((80, 24 + 21 * n), line, "#202020", mono)
    pen.text((8, 126), "Out[7]:", "#d84315", mono)
    page.paste(inside, (76, 126))
    pen.text((76, inside.height + 140), f"captured = {rng.randint(1, 12)}", "black", mono)
    return page


SCENES = (
    before_and_after, above_and_below, four_problems, subplots_before_after, subplots_of_four, two_canvases,
    board_and_small_map, screenshot, notebook,
)  # fmt: skip
