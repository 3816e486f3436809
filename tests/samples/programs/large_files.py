"""Pictures for print: 300 dots per inch, 12 megapixels, in a folder of their own."""

import os

import matplotlib.pyplot as plt

from go9 import solve
from mpl9 import paint

os.makedirs("pictures", exist_ok=True)
for name, (before, after) in solve().items():
    figure, axes = plt.subplots(figsize=(8, 8))
    paint(axes, after)
    plt.savefig("pictures/problem%s.png" % name, dpi=300)
    plt.close()
