"""One pair of axes for all boards: each is shown with a pause, then the axes are cleared."""

import matplotlib.pyplot as plt

from go9 import solve
from mpl9 import paint

figure, axes = plt.subplots()
for name, (before, after) in solve().items():
    axes.cla()
    paint(axes, after)
    axes.set_title("Problem " + name)
    plt.pause(0.5)
