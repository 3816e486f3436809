"""Windows of one title, the homework's."""

import tkinter as tk

from go9 import solve
from tk9 import paint

for before, after in solve().values():
    root = tk.Tk()
    root.title("围棋作业1")
    canvas = tk.Canvas(root, width=300, height=300, bg="#dcb35c")
    canvas.pack()
    paint(canvas, after)
    root.mainloop()
