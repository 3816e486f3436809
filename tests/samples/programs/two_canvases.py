"""A window a problem: the board before on the left canvas, the board after on the right one."""

import tkinter as tk

from go9 import solve
from tk9 import paint

for name, boards in solve().items():
    root = tk.Tk()
    root.title("Problem " + name)
    for stones in boards:
        canvas = tk.Canvas(root, width=300, height=300, bg="#dcb35c")
        canvas.pack(side=tk.LEFT)
        paint(canvas, stones)
    root.mainloop()
