"""Wrong: the boards of one figure are those of nothing that was asked."""

import matplotlib.pyplot as plt

from go9 import solve
from mpl9 import paint

figure, axes = plt.subplots(2, 2, figsize=(10, 10))
for one, (before, after) in zip(axes.flat, solve().values()):
    paint(one, {(row, (3 * col + row) % 9): -colour for (row, col), colour in after.items()})
plt.show()
