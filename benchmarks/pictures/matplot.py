"""Boards drawn with matplotlib, for the sets `tune` and `second`."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from PIL import Image

Board = tuple[str, ...]


def _figure(size: tuple[float, float], dpi: int) -> tuple[Any, Any]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, dpi=dpi)
    FigureCanvasAgg(figure)
    return figure, figure.add_subplot()


def _pixels(figure: Any, tight: bool = False) -> Image.Image:
    import io

    store = io.BytesIO()
    figure.savefig(
        store, format="png", bbox_inches="tight" if tight else None, facecolor=figure.get_facecolor()
    )
    return Image.open(io.BytesIO(store.getvalue())).convert("RGB")


def _values(board: Board) -> np.ndarray:
    return np.array([[{".": 0, "X": -1, "O": 1}[s] for s in row] for row in board])


def _stones(board: Board, stone: str) -> tuple[list[int], list[int]]:
    found = [(r, c) for r, row in enumerate(board) for c, s in enumerate(row) if s == stone]
    return [c for _, c in found], [r for r, _ in found]


def circles(board: Board, rng: Random) -> Image.Image:
    """Lines by `plot`, stones as circle patches, no axes."""
    from matplotlib.patches import Circle

    rows, cols = len(board), len(board[0])
    figure, axes = _figure((6, 6), 80)
    axes.set_facecolor("#dcb35c")
    figure.set_facecolor("#dcb35c")
    for c in range(cols):
        axes.plot([c, c], [0, rows - 1], color="black", lw=0.8)
    for r in range(rows):
        axes.plot([0, cols - 1], [r, r], color="black", lw=0.8)
    for r, row in enumerate(board):
        for c, stone in enumerate(row):
            if stone != ".":
                face = "black" if stone == "X" else "white"
                axes.add_patch(Circle((c, r), 0.42, facecolor=face, edgecolor="black", zorder=3))
    axes.set_xlim(-0.8, cols - 0.2)
    axes.set_ylim(rows - 0.2, -0.8)
    axes.set_aspect("equal")
    axes.axis("off")
    return _pixels(figure)


def scatter(board: Board, rng: Random) -> Image.Image:
    """`grid(True)` with ticks and a title, stones by `scatter`; the axes have different scales."""
    rows, cols = len(board), len(board[0])
    figure, axes = _figure((6.4, 4.8), 100)
    axes.grid(True)
    size = 2400 / max(rows, cols) ** 1.2
    axes.scatter(*_stones(board, "X"), s=size, c="black", zorder=3)
    axes.scatter(*_stones(board, "O"), s=size, c="white", edgecolors="black", zorder=3)
    axes.set_xticks(range(cols))
    axes.set_yticks(range(rows))
    axes.set_xlim(-0.5, cols - 0.5)
    axes.set_ylim(rows - 0.5, -0.5)
    axes.set_title("Problem 3")
    return _pixels(figure)


def heat(board: Board, rng: Random) -> Image.Image:
    """`imshow` in grey, black -1 and white 1, with the default ticks and frame."""
    figure, axes = _figure((6.4, 4.8), 100)
    axes.imshow(_values(board), cmap="gray", vmin=-1, vmax=1)
    axes.set_title("train_3")
    return _pixels(figure)


def heat_bar(board: Board, rng: Random) -> Image.Image:
    """`imshow` in colours with a colour bar and cell lines."""
    figure, axes = _figure((6, 5), 90)
    shown = axes.imshow(_values(board), cmap="coolwarm", vmin=-1, vmax=1)
    figure.colorbar(shown)
    rows, cols = len(board), len(board[0])
    axes.set_xticks(np.arange(-0.5, cols), minor=True)
    axes.set_yticks(np.arange(-0.5, rows), minor=True)
    axes.grid(which="minor", color="grey", lw=1)
    return _pixels(figure)


def pair(board: Board, rng: Random) -> Image.Image:
    """Stones by `plot` markers over a grid, a frame one step outside, a legend below."""
    rows, cols = len(board), len(board[0])
    figure, axes = _figure((5, 5.6), 100)
    axes.set_facecolor("burlywood")
    size = 250 / max(rows, cols)
    axes.hlines(range(rows), 0, cols - 1, color="k", lw=1)
    axes.vlines(range(cols), 0, rows - 1, color="k", lw=1)
    axes.plot(*_stones(board, "X"), "o", ms=size, color="black", label="black")
    axes.plot(*_stones(board, "O"), "o", ms=size, color="white", label="white")
    axes.set_xlim(-1, cols)
    axes.set_ylim(rows, -1)
    axes.set_xticks(range(cols))
    axes.set_yticks(range(rows))
    axes.set_aspect("equal")
    figure.legend(loc="lower center", ncol=2)
    return _pixels(figure, tight=True)


# ---------------------------------------------------------------- the second set


def mesh(board: Board, rng: Random) -> Image.Image:
    """`pcolormesh` with edges; empty points are brown."""
    from matplotlib.colors import ListedColormap

    figure, axes = _figure((5, 5), 100)
    colours = ListedColormap(["black", "peru", "white"])
    axes.pcolormesh(_values(board), cmap=colours, vmin=-1, vmax=1, edgecolors="saddlebrown", linewidth=0.7)
    axes.invert_yaxis()
    axes.set_aspect("equal")
    return _pixels(figure)


def dark(board: Board, rng: Random) -> Image.Image:
    """A dark theme with pale lines, and labels at every line."""
    from matplotlib.patches import Circle

    rows, cols = len(board), len(board[0])
    figure, axes = _figure((5.5, 5.5), 110)
    figure.set_facecolor("#20242c")
    axes.set_facecolor("#2f3640")
    axes.grid(True, color="#7f8c8d", lw=0.8)
    axes.set_axisbelow(True)
    for r, row in enumerate(board):
        for c, stone in enumerate(row):
            if stone != ".":
                face = "#0a0a0a" if stone == "X" else "#f4f4f4"
                axes.add_patch(Circle((c, r), 0.36, facecolor=face, edgecolor="#bbbbbb", lw=1.2))
    axes.set_xticks(range(cols), [chr(65 + c) for c in range(cols)], color="w")
    axes.set_yticks(range(rows), [str(r + 1) for r in range(rows)], color="w")
    axes.set_xlim(-0.7, cols - 0.3)
    axes.set_ylim(rows - 0.3, -0.7)
    axes.set_aspect("equal")
    return _pixels(figure)


def texts(board: Board, rng: Random) -> Image.Image:
    """Cells drawn by lines, stones as the characters ● and ○."""
    rows, cols = len(board), len(board[0])
    figure, axes = _figure((5, 5), 100)
    axes.hlines(np.arange(rows + 1) - 0.5, -0.5, cols - 0.5, color="0.4", lw=1)
    axes.vlines(np.arange(cols + 1) - 0.5, -0.5, rows - 0.5, color="0.4", lw=1)
    size = 220 / max(rows, cols)
    for r, row in enumerate(board):
        for c, stone in enumerate(row):
            if stone != ".":
                axes.text(c, r, "●" if stone == "X" else "○", ha="center", va="center", fontsize=size)
    axes.set_xlim(-0.6, cols - 0.4)
    axes.set_ylim(rows - 0.4, -0.6)
    axes.axis("off")
    return _pixels(figure)
