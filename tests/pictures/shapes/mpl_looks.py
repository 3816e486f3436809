"""A program that draws boards in many ways with matplotlib: `python mpl_looks.py BOARDS` saves pictures.

BOARDS is a file of JSON: pairs of the name of a way and the boards of one figure.
"""

import json
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection, PatchCollection
from matplotlib.patches import Circle, Ellipse, Rectangle

N = 9


def points(rows, sign):
    return [(c, r) for r, row in enumerate(rows) for c, s in enumerate(row) if s == sign]


def lines(ax):
    for i in range(N):
        ax.plot([0, N - 1], [i, i], color="black", lw=1, zorder=1)
        ax.plot([i, i], [0, N - 1], color="black", lw=1, zorder=1)


def square(ax, margin=0.8):
    ax.set_xlim(-margin, N - 1 + margin)
    ax.set_ylim(N - 1 + margin, -margin)
    ax.set_aspect("equal")


def circles(ax, rows):
    ax.set_facecolor("#dcb35c")
    lines(ax)
    for sign, colour in (("X", "black"), ("O", "white")):
        for x, y in points(rows, sign):
            ax.add_patch(Circle((x, y), 0.42, facecolor=colour, edgecolor="black", zorder=3))
    square(ax)


def scatter(ax, rows):
    for i in range(N):
        ax.axhline(i, color="gray")
        ax.axvline(i, color="gray")
    for sign, colour in (("X", "k"), ("O", "w")):
        xs, ys = np.array(points(rows, sign)).T
        ax.scatter(xs, ys, s=250, c=colour, edgecolors="k", zorder=5)
    square(ax, 0.6)
    ax.axis("off")


def one_scatter(ax, rows):
    lines_of = [[(0, i), (N - 1, i)] for i in range(N)] + [[(i, 0), (i, N - 1)] for i in range(N)]
    ax.add_collection(LineCollection(lines_of, colors="black", linewidths=0.8))
    where = points(rows, "X") + points(rows, "O")
    colours = ["black"] * len(points(rows, "X")) + ["white"] * len(points(rows, "O"))
    ax.scatter(*np.array(where).T, s=200, c=colours, edgecolors="black", zorder=2)
    square(ax, 0.5)


def markers(ax, rows):
    ax.hlines(range(N), 0, N - 1, color="k", lw=0.7)
    ax.vlines(range(N), 0, N - 1, color="k", lw=0.7)
    for x, y in points(rows, "X"):
        ax.plot(x, y, "o", color="black", markersize=18, markeredgecolor="black")
    for x, y in points(rows, "O"):
        ax.plot(x, y, marker="o", color="white", ms=18, mec="black")
    ax.set_title("Problem 3")
    square(ax)


def grid(ax, rows):
    ax.set_xticks(range(N))
    ax.set_yticks(range(N))
    ax.grid(True, color="black")
    ax.set_axisbelow(True)
    ax.set_facecolor("burlywood")
    for sign, colour in (("X", "black"), ("O", "white")):
        xs, ys = np.array(points(rows, sign)).T
        ax.plot(xs, ys, "o", color=colour, markersize=20)
    ax.set_xlim(0 - 1e-9, N - 1)
    ax.set_ylim(N - 1, 0)
    for line in ax.lines:
        line.set_clip_on(False)


def cells(ax, rows):
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            ax.add_patch(Rectangle((c, r), 1, 1, facecolor="#e8b96a", edgecolor="black"))
            if sign != ".":
                face = "black" if sign == "X" else "white"
                ax.add_patch(Ellipse((c + 0.5, r + 0.5), 0.8, 0.8, facecolor=face, edgecolor="k"))
    ax.set_xlim(0, N)
    ax.set_ylim(N, 0)
    ax.set_aspect("equal")
    ax.set_xticks([])
    ax.set_yticks([])


def wood(ax, rows):
    ax.imshow(np.full((10, 10, 3), [0.86, 0.7, 0.36]), extent=(-1, N, N, -1))
    lines(ax)
    discs = [Circle(p, 0.45) for p in points(rows, "X")]
    ax.add_collection(PatchCollection(discs, facecolor="black", zorder=4))
    for x, y in points(rows, "O"):
        ax.add_patch(plt.Circle((x, y), 0.45, color="white", ec="black", lw=1.5, zorder=4))
        ax.text(x, y, "7", ha="center", va="center", zorder=6)
    ax.plot([2, 6, 4, 2, 6], [2, 2, 4, 6, 6], "k.", ms=8, zorder=2)
    square(ax, 1.0)


def black_and_white(ax, rows):
    from matplotlib.colors import ListedColormap

    values = [[".XO".index(s) for s in row] for row in rows]
    ax.imshow(values, cmap=ListedColormap(["#e8b96a", "black", "white"]), vmin=0, vmax=2)


def framed(ax, rows):
    """Lines of a grid that reach the frame of the axes; steps across and down are unequal."""
    ax.grid(True)
    for sign, colour in (("X", "black"), ("O", "white")):
        ax.scatter(*np.array(points(rows, sign)).T, s=170, c=colour, edgecolors="black", zorder=3)
    ax.set_xticks(range(N))
    ax.set_yticks(range(N))
    ax.set_xlim(-0.5, N - 0.5)
    ax.set_ylim(N - 0.3, -0.7)


def far(ax, rows):
    """A window of the axes on a larger drawing: what lies beyond its edge is not seen."""
    circles(ax, rows)
    for x, y in ((-4, 3), (12, 12)):
        ax.add_patch(Circle((x, y), 0.42, facecolor="black"))
        ax.plot([x, x], [0, 8], color="black")
        ax.plot(x, y, "o", ms=15, color="white")
    square(ax)


# -- ways that shapes must leave to the pixels ------------------------------------------------


def heat(ax, rows):
    ax.imshow([[".XO".index(s) for s in row] for row in rows], cmap="viridis")


def letters(ax, rows):
    lines(ax)
    for sign in "XO":
        for x, y in points(rows, sign):
            ax.text(x, y, sign, ha="center", va="center", size=16)
    square(ax)


def red_and_blue(ax, rows):
    lines(ax)
    for sign, colour in (("X", "red"), ("O", "blue")):
        ax.scatter(*np.array(points(rows, sign)).T, s=250, c=colour, zorder=5)
    square(ax)


def mixed(ax, rows):
    circles(ax, rows)
    ax.plot(3, 3, "rx", ms=20, zorder=9)


def grey(ax, rows):
    ax.imshow([[".XO".index(s) - 1 for s in row] for row in rows], cmap="gray")


# -- an effect, and axes of three dimensions --------------------------------------------------


def shadow(ax, rows):
    from matplotlib.patheffects import withSimplePatchShadow

    circles(ax, rows)
    ax.patches[0].set_path_effects([withSimplePatchShadow()])


def solid(ax, rows):
    ax.figure.add_subplot(projection="3d")
    circles(ax, rows)


if __name__ == "__main__":
    for way, boards in json.loads(Path(sys.argv[1]).read_text()):
        figure, axes = plt.subplots(1, len(boards), figsize=(5.5 * len(boards), 5), squeeze=False)
        for ax, rows in zip(axes[0], boards, strict=True):
            globals()[way.partition(".")[0].partition("-")[0]](ax, rows)
        if way.endswith("tight"):
            figure.savefig(f"{way}.png", bbox_inches="tight", dpi=80)
        else:
            figure.suptitle(way)
            ending = way.partition(".")[2] or "png"
            figure.savefig(f"{way.partition('.')[0]}.{ending}")
        plt.close(figure)
