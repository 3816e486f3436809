"""One window with four canvases, a board on each."""

import tkinter as tk

from go9 import solve
from tk9 import paint

root = tk.Tk()
root.title("All four boards")
for place, (before, after) in enumerate(solve().values()):
    canvas = tk.Canvas(root, width=300, height=300, bg="#dcb35c")
    canvas.grid(row=place // 2, column=place % 2)
    paint(canvas, after)
root.mainloop()
