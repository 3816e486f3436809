"""A window a problem, which the program keeps open for a second by updating it, then goes on."""

import time
import tkinter as tk

from go9 import solve
from tk9 import paint

for name, (before, after) in solve().items():
    root = tk.Tk()
    root.title("Problem " + name)
    canvas = tk.Canvas(root, width=300, height=300, bg="#dcb35c")
    canvas.pack()
    paint(canvas, after)
    end = time.time() + 1
    while time.time() < end:
        root.update()
    root.destroy()
