"""One window for all boards: each is shown for two seconds by updating, then the next is drawn."""

import time
import tkinter as tk

from go9 import solve
from tk9 import paint

root = tk.Tk()
canvas = tk.Canvas(root, width=300, height=300, bg="#dcb35c")
canvas.pack()
for name, (before, after) in solve().items():
    root.title("Problem " + name)
    canvas.delete("all")
    paint(canvas, after)
    end = time.time() + 2
    while time.time() < end:
        root.update_idletasks()
        root.update()
        time.sleep(0.02)
