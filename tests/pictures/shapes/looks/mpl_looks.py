"""Boards drawn with matplotlib; each job is a figure that is saved under its name."""

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection, PatchCollection
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from ways import BLACK, WHITE, lines, plain, stones

N = 9


class Pen:
    """A pen on axes of as many units as the figure has pixels."""

    def __init__(self, figure, ground, width=440):
        figure.set_size_inches(width / 100, 4.4)
        self.ax = figure.add_axes(
            [0, 0, 1, 1], xlim=(0, width), ylim=(440, 0), facecolor=ground, xticks=[], yticks=[]
        )
        self.order = 1

    def next(self):
        self.order += 1
        return self.order

    def line(self, x, y, right, bottom, colour, width):
        self.ax.plot([x, right], [y, bottom], color=colour, lw=0.72 * width, zorder=self.next())

    def disc(self, x, y, half, fill, outline, width):
        self.patch(plt.Circle((x, y), half), fill, outline, width)

    def rect(self, x, y, right, bottom, fill, outline, width):
        self.patch(plt.Rectangle((x, y), right - x, bottom - y), fill, outline, width)

    def patch(self, patch, fill, outline, width):
        patch.set(
            facecolor=fill or "none", edgecolor=outline or "none", linewidth=0.72 * width, zorder=self.next()
        )
        self.ax.add_patch(patch)

    def text(self, x, y, text, colour=BLACK):
        self.ax.text(x, y, text, color=colour, ha="center", va="center", size=9, zorder=self.next())


def made(way, *boards):
    figure = Figure(dpi=100)
    way(lambda ground, width=440: Pen(figure, ground, width), *boards)
    return figure


def show(name, way, boards):
    figure = plt.figure(dpi=100)
    way(lambda ground, width=440: Pen(figure, ground, width), *boards)
    tight = {"bbox_inches": "tight"} if "tight" in way.__name__ else {}
    figure.savefig(name if "." in name else f"{name}.png", **tight)
    plt.close(figure)


def axes(make, margin=0.8):
    """Usual axes, of a unit a step; the pen's own are gone."""
    ax = make(WHITE).ax
    figure = ax.figure
    ax.remove()
    figure.set_size_inches(5.5, 5)
    ax = figure.add_subplot()
    ax.set_xlim(-margin, N - 1 + margin)
    ax.set_ylim(N - 1 + margin, -margin)
    return ax


def points(rows, sign):
    return [(c, r) for r, row in enumerate(rows) for c, s in enumerate(row) if s == sign]


def scattered(ax, rows, **looks):
    for sign, colour in (("X", "k"), ("O", "w")):
        ax.scatter(*np.array(points(rows, sign)).T, s=250, c=colour, edgecolors="k", zorder=5, **looks)


# -- ways that are read -----------------------------------------------------------------------


def scatter_tight(make, rows):
    ax = axes(make)
    for i in range(N):
        ax.axhline(i, color="gray")
        ax.axvline(i, color="gray")
    scattered(ax, rows)
    ax.axis("off")


def collections(make, rows):
    ax = axes(make)
    ends = [[(0, i), (N - 1, i)] for i in range(N)] + [[(i, 0), (i, N - 1)] for i in range(N)]
    ax.add_collection(LineCollection(ends, colors="black", linewidths=0.8))
    for sign, look in (("X", {"facecolor": "k"}), ("O", {"facecolor": "w", "edgecolor": "k"})):
        discs = [plt.Circle(point, 0.4) for point in points(rows, sign)]
        ax.add_collection(PatchCollection(discs, zorder=4, **look))


def markers(make, rows):
    ax = axes(make)
    ax.hlines(range(N), 0, N - 1, color="k", lw=0.7)
    ax.vlines(range(N), 0, N - 1, color="k", lw=0.7)
    for x, y in points(rows, "X"):
        ax.plot(x, y, "o", color="black", markersize=18)
    ax.plot(*np.array(points(rows, "O")).T, "o", color="white", ms=18, mec="black")
    ax.set_title("Problem 3")


def grid(make, rows):
    """Lines of a grid that reach the frame of the axes, and names of lines near them."""
    ax = axes(make, 0)
    ax.set(xticks=range(N), yticks=range(N), facecolor="burlywood", axisbelow=True)
    ax.grid(True, color="black")
    scattered(ax, rows, clip_on=False)


def oblong(make, rows):
    """Steps across are half as long again as steps down."""
    ax = axes(make)
    ax.figure.set_size_inches(8, 4.2)
    ax.set(xticks=range(N), yticks=range(N), axisbelow=True)
    ax.grid(True)
    for sign, colour in (("X", "k"), ("O", "w")):
        for point in points(rows, sign):
            ax.add_patch(plt.Circle(point, 0.4, facecolor=colour, edgecolor="k"))


def two_axes(make, *boards):
    figure = axes(make).figure
    figure.clear()
    for number, rows in enumerate(boards):
        ax = figure.add_axes([0.5 * number, 0, 0.5, 1], xlim=(0, 440), ylim=(440, 0))
        pen = Pen.__new__(Pen)
        pen.ax, pen.order = ax, 1
        lines(pen)
        stones(pen, rows)


def wood(make, rows):
    """An image of one colour is the ground; discs beyond the edge of the axes are not seen."""
    ax = axes(make, 1)
    ax.imshow(np.full((10, 10, 3), [0.86, 0.7, 0.36]), extent=(-1, N, N, -1), aspect="auto")
    ax.hlines(range(N), 0, N - 1, color="k")
    ax.vlines(range(N), 0, N - 1, color="k")
    scattered(ax, rows)
    for x, y in ((-4, 3), (12, 12)):
        ax.add_patch(plt.Circle((x, y), 0.42, facecolor="black"))


def black_and_white(make, rows):
    values = [[".XO".index(s) for s in row] for row in rows]
    axes(make).imshow(values, cmap=ListedColormap(["#e8b96a", "black", "white"]), vmin=0, vmax=2)


def mesh(make, rows):
    ax, values = axes(make), [[".XO".index(s) for s in row] for row in rows]
    ax.pcolormesh(values, cmap=ListedColormap(["#e8b96a", "black", "white"]), vmin=0, vmax=2, edgecolors="k")
    ax.set(xlim=(0, N), ylim=(N, 0))


# -- ways that are not explained --------------------------------------------------------------


def heat(make, rows):
    axes(make).imshow([[".XO".index(s) for s in row] for row in rows], cmap="viridis")


def grey(make, rows):
    axes(make).imshow([[".OX".index(s) - 1 for s in row] for row in rows], cmap="gray")


def marked(make, rows):
    plain(make, rows).ax.plot(180, 180, "rx", ms=20, zorder=999)


def solid(make, rows):
    plain(make, rows).ax.figure.add_subplot(projection="3d")
