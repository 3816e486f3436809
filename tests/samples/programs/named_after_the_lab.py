"""Files of which all bear the number of the lab, and a letter for the problem."""

import matplotlib.pyplot as plt

from go9 import solve
from mpl9 import paint

for letter, (before, after) in zip("abcd", solve().values()):
    figure, axes = plt.subplots()
    paint(axes, after)
    plt.savefig("Lab1_%s.png" % letter)
    plt.close()
