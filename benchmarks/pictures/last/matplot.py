"""Looks of programs that draw with matplotlib: one board in a figure."""

from __future__ import annotations

from random import Random
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle
from PIL import Image

from benchmarks.pictures.last.tools import NIGHTS, PAPERS, WOODS, Board, letter, stars, stones


def figure(throw: Random, wide: float = 1.0) -> Figure:
    """A figure of a size that students choose."""
    side = throw.choice((4, 5, 6, 6.4))
    made = Figure(figsize=(side * wide, throw.choice((side, 4.8)) if wide == 1 else side))
    made.set_dpi(throw.choice((72, 80, 100)))
    FigureCanvasAgg(made)
    return made


def shown(made: Figure) -> Image.Image:
    """The pixels of a figure."""
    canvas = made.canvas
    assert isinstance(canvas, FigureCanvasAgg)
    canvas.draw()
    size = canvas.get_width_height()
    return Image.frombytes("RGBA", size, bytes(canvas.buffer_rgba())).convert("RGB")


def lines(axes: Any, board: Board, colour: str, width: float) -> None:
    """The lines of a board, row 0 above when the axis of y is turned."""
    rows, cols = len(board), len(board[0])
    for row in range(rows):
        axes.plot([0, cols - 1], [row, row], color=colour, lw=width, zorder=1)
    for col in range(cols):
        axes.plot([col, col], [0, rows - 1], color=colour, lw=width, zorder=1)


def limits(axes: Any, board: Board, room: float = 0.7) -> None:
    """Limits with the first row above."""
    axes.set_xlim(-room, len(board[0]) - 1 + room)
    axes.set_ylim(len(board) - 1 + room, -room)


def placed(board: Board, sign: str) -> tuple[list[int], list[int]]:
    """The columns and rows of one colour's stones."""
    found = [(c, r) for r, c, s in stones(board) if s == sign]
    return [c for c, _ in found], [r for _, r in found]


def circle_patches(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Circles on wood without axes."""
    made, wood, radius = figure(throw), throw.choice(WOODS), throw.uniform(0.32, 0.48)
    axes = made.add_axes((0.02, 0.02, 0.96, 0.96))
    made.set_facecolor(wood)
    lines(axes, board, throw.choice(("black", "#333333", "#5a3a12")), throw.choice((0.6, 1, 1.5)))
    edge = throw.choice(("black", "#444444"))
    for r, c, sign in stones(board):
        fill = "black" if sign == "X" else "white"
        axes.add_patch(Circle((c, r), radius, facecolor=fill, edgecolor=edge, zorder=3))
    for r, c in stars(board):
        axes.plot(c, r, "k.", ms=4)
    limits(axes, board)
    axes.set_aspect("equal")
    axes.axis("off")
    return shown(made)


def grid_markers(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Markers of plot over the grid of the axes, which ends beyond the outer lines."""
    made = figure(throw)
    axes = made.add_subplot()
    axes.set_facecolor(throw.choice((*WOODS, "#d8d8d8")))
    size = 190 / max(map(len, (board, board[0]))) * throw.uniform(0.55, 0.95)
    for sign, fill in (("X", "k"), ("O", "w")):
        axes.plot(*placed(board, sign), "o", color=fill, markeredgecolor="k", ms=size, zorder=3)
    axes.set_xticks(range(len(board[0])))
    axes.set_yticks(range(len(board)))
    axes.grid(visible=True, color=throw.choice(("gray", "black", "#805020")), lw=throw.choice((0.5, 1)))
    axes.set_title(f"Problem {rng.randint(1, 30)}")
    limits(axes, board, throw.choice((0.5, 0.8, 1)))
    return shown(made)


def scatter_legend(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Scattered stones with a legend beside the board, the axes not equal."""
    made = figure(throw, 1.3)
    axes = made.add_subplot()
    size = throw.uniform(900, 2200) / (max(len(board), len(board[0])) / 9) ** 2 / 6
    axes.hlines(range(len(board)), 0, len(board[0]) - 1, color="black", lw=0.8, zorder=1)
    axes.vlines(range(len(board[0])), 0, len(board) - 1, color="black", lw=0.8, zorder=1)
    for sign, fill, name in (("X", "black", "Black"), ("O", "white", "White")):
        axes.scatter(*placed(board, sign), s=size, c=fill, edgecolors="black", label=name, zorder=2)
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5))
    axes.set_xticks(range(len(board[0])), [letter(c) for c in range(len(board[0]))])
    axes.set_yticks(range(len(board)), [str(len(board) - r) for r in range(len(board))])
    limits(axes, board)
    made.tight_layout()
    return shown(made)


def heat_numbers(board: Board, rng: Random, throw: Random) -> Image.Image:
    """An image of -1, 0 and 1 with the numbers written in the cells."""
    made = figure(throw)
    axes = made.add_subplot()
    values = [[{"X": 1, "O": -1, ".": 0}[sign] for sign in line] for line in board]
    axes.imshow(values, cmap=throw.choice(("coolwarm", "viridis", "RdYlGn", "PiYG")), vmin=-1, vmax=1)
    ink = throw.choice(("black", "white", "#101010"))
    size = 70 / max(len(board), len(board[0])) * throw.uniform(1, 1.4)
    for r, line in enumerate(values):
        for c, value in enumerate(line):
            axes.text(c, r, str(value), ha="center", va="center", color=ink, fontsize=size)
    if throw.random() < 0.5:
        axes.axis("off")
    return shown(made)


def grey_cells(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Cells black, grey and white with lines between them."""
    made, back = figure(throw), throw.choice(("#8a8a8a", "#b08040", "#5a9a5a", "#c8a060"))
    axes = made.add_subplot()
    values = [[".XO".index(sign) for sign in line] for line in board]
    axes.imshow(values, cmap=ListedColormap([back, "black", "white"]), vmin=0, vmax=2)
    axes.set_xticks([c - 0.5 for c in range(len(board[0]) + 1)], minor=True)
    axes.set_yticks([r - 0.5 for r in range(len(board) + 1)], minor=True)
    axes.grid(which="minor", color=throw.choice(("#404040", "#d0d0d0")), lw=throw.choice((0.5, 1, 2)))
    axes.tick_params(which="minor", length=0)
    axes.set_title("board after captures")
    return shown(made)


def mesh_with_bar(board: Board, rng: Random, throw: Random) -> Image.Image:
    """pcolormesh with a bar of colours beside it."""
    made = figure(throw, 1.2)
    axes = made.add_subplot()
    colours = [throw.choice(WOODS), "#111111", "#fbfbfb"]
    values = [[".XO".index(sign) for sign in line] for line in board]
    mesh = axes.pcolormesh(values, cmap=ListedColormap(colours), vmin=0, vmax=2, edgecolors="gray", lw=0.7)
    axes.invert_yaxis()
    bar = made.colorbar(mesh, ax=axes, ticks=(0.33, 1, 1.66))
    bar.ax.set_yticklabels(["empty", "black", "white"])
    return shown(made)


def signs_in_table(board: Board, rng: Random, throw: Random) -> Image.Image:
    """A table of matplotlib with X and O, the cells of stones shaded in some programs."""
    made = figure(throw)
    axes = made.add_axes((0.04, 0.04, 0.92, 0.92))
    axes.axis("off")
    empty, shade = throw.choice(("", "", ".", "+")), throw.random() < 0.4
    cells = [[empty if sign == "." else sign for sign in line] for line in board]
    colours = [
        [{"X": "#d0d0d0", "O": "#fff8e0", ".": "w"}[s] if shade else "w" for s in line] for line in board
    ]
    table = axes.table(cells, cellColours=colours, cellLoc="center", bbox=(0, 0, 1, 1))
    table.auto_set_font_size(False)
    table.set_fontsize(150 / max(len(board), 6))
    return shown(made)


def texts_of_discs(board: Board, rng: Random, throw: Random) -> Image.Image:
    """The characters of a full and of an empty disc, written on the crossings."""
    made, paper = figure(throw), throw.choice(PAPERS)
    made.set_facecolor(paper)
    axes = made.add_axes((0.03, 0.03, 0.94, 0.94))
    lines(axes, board, "#888888", 0.8)
    size = made.get_size_inches().min() * 72 / max(len(board), len(board[0])) * throw.uniform(0.7, 0.85)
    for r, c, sign in stones(board):
        if sign == "O":
            axes.text(c, r, "●", color=paper, fontsize=size, ha="center", va="center_baseline", zorder=3)
        disc = "●" if sign == "X" else "○"
        axes.text(c, r, disc, fontsize=size, ha="center", va="center_baseline", zorder=4)
    limits(axes, board)
    axes.axis("off")
    return shown(made)


def night(board: Board, rng: Random, throw: Random) -> Image.Image:
    """A dark figure: black stones have a light rim."""
    made, back = figure(throw), throw.choice(NIGHTS)
    made.set_facecolor(back)
    axes = made.add_subplot()
    axes.set_facecolor(back)
    lines(axes, board, throw.choice(("#8899aa", "#777777", "#44aa88")), 0.9)
    rim, radius = throw.choice(("white", "#cccccc", "#ffcc66")), throw.uniform(0.33, 0.44)
    for r, c, sign in stones(board):
        fill = "black" if sign == "X" else "white"
        axes.add_patch(Circle((c, r), radius, facecolor=fill, edgecolor=rim, lw=1.3, zorder=3))
    axes.tick_params(colors="white")
    axes.set_title("White to move", color="white")
    limits(axes, board)
    axes.set_aspect("equal")
    return shown(made)


def crosses_and_rings(board: Board, rng: Random, throw: Random) -> Image.Image:
    """Markers x and o in cells, as in tic-tac-toe."""
    made = figure(throw)
    axes = made.add_subplot()
    size = 150 / max(len(board), len(board[0])) * throw.uniform(0.7, 1)
    axes.plot(
        *placed(board, "X"), throw.choice("xX"), color=throw.choice(("black", "#1f3f7f")), ms=size, mew=2
    )
    axes.plot(*placed(board, "O"), "o", mfc="none", mec=throw.choice(("black", "#b03020")), ms=size, mew=2)
    axes.set_xticks([c - 0.5 for c in range(len(board[0]) + 1)], labels=[])
    axes.set_yticks([r - 0.5 for r in range(len(board) + 1)], labels=[])
    axes.grid(visible=True, color="#999999")
    limits(axes, board, 0.5)
    return shown(made)


def tiles(board: Board, rng: Random, throw: Random) -> Image.Image:
    """A rectangle for every cell, the stones drawn inside with a thick edge."""
    made, pair = (
        figure(throw),
        throw.choice((("#eedfb0", "#d9b878"), ("#e6f0e6", "#c4dcc4"), ("#dddddd", "#bbbbbb"))),
    )
    axes = made.add_axes((0, 0, 1, 1))
    for r in range(len(board)):
        for c in range(len(board[0])):
            axes.add_patch(Rectangle((c - 0.5, r - 0.5), 1, 1, color=pair[(r + c) % 2]))
    width, radius = throw.choice((1, 2, 3)), throw.uniform(0.28, 0.42)
    for r, c, sign in stones(board):
        fill = "black" if sign == "X" else "white"
        axes.add_patch(Circle((c, r), radius, facecolor=fill, edgecolor="#303030", lw=width))
    limits(axes, board, throw.choice((0.5, 0.6, 1)))
    axes.set_aspect("equal")
    return shown(made)


MATPLOTLIB = (
    circle_patches, grid_markers, scatter_legend, grey_cells, mesh_with_bar, signs_in_table,
    texts_of_discs, night, crosses_and_rings, tiles,
)  # fmt: skip
FREE = (heat_numbers,)
