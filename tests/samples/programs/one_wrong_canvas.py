"""Wrong in one: of the four canvases of a window the third lacks a stone."""

import tkinter as tk

from go9 import solve
from tk9 import paint

root = tk.Tk()
root.title("All four boards")
for place, (before, after) in enumerate(solve().values()):
    canvas = tk.Canvas(root, width=300, height=300, bg="#dcb35c")
    canvas.grid(row=place // 2, column=place % 2)
    paint(canvas, dict(list(after.items())[place == 2 :]))
root.mainloop()
