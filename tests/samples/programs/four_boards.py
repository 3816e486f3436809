"""One figure with the four boards."""

import matplotlib.pyplot as plt

from go9 import solve
from mpl9 import paint

figure, axes = plt.subplots(2, 2, figsize=(10, 10))
for one, (name, (before, after)) in zip(axes.flat, solve().items()):
    paint(one, after)
    one.set_title("Problem " + name)
plt.tight_layout()
plt.show()
