"""Printed diagrams: TeX and PostScript, rendered to pixels and cropped to the diagram."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from benchmarks.pictures.screens import path

Board = tuple[str, ...]
COLUMNS = "abcdefghjklmnopqrst"


def printed(sgf: str, options: Sequence[str], dots: int) -> Image.Image:
    """The page that sgf2dg makes of a game record through TeX, at `dots` dots per inch."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "game.sgf").write_text(sgf, encoding="utf-8")
        _run(["sgf2dg", *options, "game.sgf"], folder)
        _run(["tex", "-interaction=batchmode", "game.tex"], folder)
        _run(["dvips", "-q", "-o", "game.ps", "game.dvi"], folder)
        return cut(_pixels(Path(folder) / "game.ps", dots))


def post_script(sgf: str, options: Sequence[str], dots: int) -> Image.Image:
    """The page that sgf2dg makes as PostScript, at `dots` dots per inch."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "game.sgf").write_text(sgf, encoding="utf-8")
        _run(["sgf2dg", "-converter", "Ps", *options, "-o", "game.ps", "game.sgf"], folder)
        return cut(_pixels(Path(folder) / "game.ps", dots))


def latex(body: str, packages: Sequence[str], dots: int) -> Image.Image:
    """The page that LaTeX makes of a text, at `dots` dots per inch."""
    uses = "".join(f"\\usepackage{{{name}}}\n" for name in packages)
    head = f"\\documentclass{{article}}\n{uses}\\pagestyle{{empty}}\n"
    page = f"{head}\\begin{{document}}\n{body}\\end{{document}}\n"
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "page.tex").write_text(page, encoding="utf-8")
        _run(["latex", "-interaction=batchmode", "page.tex"], folder)
        _run(["dvips", "-q", "-o", "page.ps", "page.dvi"], folder)
        return cut(_pixels(Path(folder) / "page.ps", dots))


def psgo(board: Board, plain: bool) -> str:
    """The board as LaTeX for the package psgo; `plain` omits coordinates."""
    star = "*" if plain else ""
    stones = "".join(
        f"\\stone{{{'black' if sign == 'X' else 'white'}}}{{{COLUMNS[c]}}}{{{len(board) - r}}}\n"
        for r, line in enumerate(board)
        for c, sign in enumerate(line)
        if sign != "."
    )
    return f"\\begin{{psgoboard{star}}}[{len(board)}]\n{stones}\\end{{psgoboard{star}}}\n"


def _pixels(page: Path, dots: int) -> Image.Image:
    file = page.with_suffix(".png")
    smooth = ("-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", "-dFirstPage=1", "-dLastPage=1")
    device = ("-sDEVICE=png16m", f"-r{dots}", *smooth, f"-sOutputFile={file.name}")
    _run(["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", *device, page.name], str(page.parent))
    with Image.open(file) as image:
        return image.convert("RGB").copy()


def cut(page: Image.Image, edge: int = 14) -> Image.Image:
    """The tallest part of the page without a wide gap, with a white margin of `edge` pixels."""
    inked = np.asarray(page.convert("L")) < 200
    rows, gap = np.nonzero(inked.any(1))[0], page.height // 20
    blocks = np.split(rows, np.nonzero(np.diff(rows) > gap)[0] + 1)
    block = max(blocks, key=lambda some: int(some[-1] - some[0]))
    columns = np.nonzero(inked[block[0] : block[-1] + 1].any(0))[0]
    left, top = int(columns[0]) - edge, int(block[0]) - edge
    whole = Image.new("RGB", (int(columns[-1]) + 1 + edge - left, int(block[-1]) + 1 + edge - top), "white")
    whole.paste(page, (-left, -top))
    return whole


def _run(words: Sequence[str], folder: str) -> None:
    env = {"PATH": path(), "HOME": folder, "LC_ALL": "C.UTF-8"}
    subprocess.run(words, cwd=folder, env=env, capture_output=True, check=True, timeout=120)
