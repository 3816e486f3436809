"""Windows that the program updates for ever, until the person closes them."""

import tkinter as tk

from go9 import solve
from tk9 import paint

for name, (before, after) in solve().items():
    root = tk.Tk()
    root.title("Problem " + name)
    canvas = tk.Canvas(root, width=300, height=300, bg="#dcb35c")
    canvas.pack()
    paint(canvas, after)
    while True:
        try:
            root.update()
        except tk.TclError:
            break
