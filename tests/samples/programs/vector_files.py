"""Pictures as vectors: a page and a drawing."""

import matplotlib.pyplot as plt

from go9 import solve
from mpl9 import paint

for name, (before, after) in solve().items():
    figure, axes = plt.subplots()
    paint(axes, after)
    plt.savefig("problem%s.%s" % (name, "pdf" if name < "3" else "svg"))
    plt.close()
