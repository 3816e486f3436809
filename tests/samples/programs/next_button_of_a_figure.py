"""One figure; a button of matplotlib's shows the board of the next problem."""

import matplotlib.pyplot as plt
from matplotlib.widgets import Button

from go9 import solve
from mpl9 import paint

boards = list(solve().items())
figure, axes = plt.subplots()
plt.subplots_adjust(bottom=0.2)
button = Button(plt.axes([0.4, 0.03, 0.2, 0.08]), "Next")


def following(event=None):
    if boards:
        name, (before, after) = boards.pop(0)
        axes.clear()
        paint(axes, after)
        axes.set_title("Problem " + name)
        figure.canvas.draw_idle()


button.on_clicked(following)
following()
plt.show()
