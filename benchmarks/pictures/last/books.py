"""Diagrams as in books: thin lines, no colours, 19 lines in most."""

from __future__ import annotations

from random import Random

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from benchmarks.pictures.last.pillow import LANCZOS, around, blank, ruled
from benchmarks.pictures.last.tools import Board, font, jpeg, letter, scaled, stars, stones


def _printed(board: Board, step: int, margin: int, throw: Random) -> Image.Image:
    """A diagram at twice its size, on white."""
    image, pen = blank(board, 2 * step, 2 * margin, "white")
    ruled(pen, board, (2 * step, 2 * margin), "black", throw.choice((1, 2)))
    frame = (2 * margin - 1, 2 * margin - 1, image.width - 2 * margin + 1, image.height - 2 * margin + 1)
    pen.rectangle(frame, None, "black", throw.choice((2, 4)))
    for r, c in stars(board):
        pen.ellipse(around(2 * (margin + step * c), 2 * (margin + step * r), step * 0.22), "black")
    radius, rim = 2 * step * throw.uniform(0.42, 0.49), throw.choice((2, 3))
    for r, c, sign in stones(board):
        disc = around(2 * (margin + step * c), 2 * (margin + step * r), radius)
        pen.ellipse(disc, "black" if sign == "X" else "white", "black", rim)
    return image


def diagram(board: Board, rng: Random, throw: Random) -> Image.Image:
    """A clean diagram."""
    step = throw.randint(18, 28)
    return scaled(_printed(board, step, step, throw), 0.5, LANCZOS)


def diagram_with_moves(board: Board, rng: Random, throw: Random) -> Image.Image:
    """A diagram with coordinates, and with numbers on every third stone."""
    step = throw.randint(20, 28)
    margin = 2 * step
    image = _printed(board, step, margin, throw)
    pen, small, moves = ImageDraw.Draw(image), font(step), font(round(step * 0.9), "DejaVuSerif-Bold")
    for c in range(len(board[0])):
        pen.text((2 * (margin + step * c), step), letter(c).lower(), "black", small, "mm")
    for r in range(len(board)):
        pen.text((step, 2 * (margin + step * r)), str(len(board) - r), "black", small, "mm")
    for number, (r, c, sign) in enumerate(stones(board)):
        if number % 3 == 0:
            ink = "white" if sign == "X" else "black"
            pen.text(
                (2 * (margin + step * c), 2 * (margin + step * r)), str(number // 3 + 1), ink, moves, "mm"
            )
    return scaled(image, 0.5, LANCZOS)


def scanned_page(board: Board, rng: Random, throw: Random) -> Image.Image:
    """A diagram on a page with text, scanned: yellowed, grainy, a little turned, as JPEG."""
    step = throw.randint(15, 20)
    inside = scaled(_printed(board, step, step, throw), 0.5, LANCZOS)
    page = Image.new("RGB", (max(400, inside.width + 90), inside.height + 190), "white")
    page.paste(inside, ((page.width - inside.width) // 2, 90))
    pen, serif = ImageDraw.Draw(page), font(13, "DejaVuSerif")
    words = ("Black cannot save these stones.", "Diagram 7. White captures with the marked move,", "and then")
    for y, words_of_line in zip((20, 42, 64), words, strict=True):
        pen.text((45, y), words_of_line, "black", serif)
    pen.text((45, page.height - 70), "After the capture, both sides are alive.", "black", serif)
    turned = page.rotate(throw.uniform(-1.5, 1.5), Image.Resampling.BICUBIC, fillcolor="white")
    pixels = np.asarray(turned.filter(ImageFilter.GaussianBlur(0.7)), np.float32)
    grain = np.random.default_rng(rng.randrange(2**32)).normal(0, throw.uniform(4, 11), pixels.shape[:2])
    tone = np.array([[throw.choice((255, 246, 250)), 240, 218]], np.float32) / 255
    made = np.clip(pixels * tone + grain[:, :, None] + 6, 0, 255).astype(np.uint8)
    return jpeg(Image.fromarray(made), throw.randint(35, 75))


def grey_diagram(board: Board, rng: Random, throw: Random) -> Image.Image:
    """A small diagram in grey on grey, as of a photocopy."""
    step = throw.randint(14, 20)
    image = scaled(_printed(board, step, step, throw), 0.5, LANCZOS).convert("L")
    low, high = throw.randint(20, 70), throw.randint(190, 240)
    return image.point([low + (high - low) * value // 255 for value in range(256)]).convert("RGB")


NINETEEN = (diagram, diagram_with_moves, scanned_page, grey_diagram)
NINE = (diagram, scanned_page)
