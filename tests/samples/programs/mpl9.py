"""How the programs of this folder draw with matplotlib."""


def paint(axes, stones, size=0.43):
    from matplotlib.patches import Circle

    axes.set_facecolor("#e8c078")
    for i in range(9):
        axes.plot([0, 8], [i, i], color="black", lw=0.8)
        axes.plot([i, i], [0, 8], color="black", lw=0.8)
    for (row, col), colour in stones.items():
        fill = "black" if colour == -1 else "white"
        axes.add_patch(Circle((col, row), size, fc=fill, ec="black", zorder=3))
    axes.set_xlim(-0.8, 8.8)
    axes.set_ylim(8.8, -0.8)
    axes.set_aspect("equal")
