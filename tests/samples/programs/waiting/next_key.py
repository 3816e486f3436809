"""One window; the space bar shows the board of the next problem."""

import tkinter as tk

from go9 import solve
from tk9 import paint

boards = list(solve().items())
root = tk.Tk()
canvas = tk.Canvas(root, width=300, height=300, bg="#dcb35c")
canvas.pack()


def following(event=None):
    if not boards:
        root.destroy()
        return
    name, (before, after) = boards.pop(0)
    root.title("Problem " + name)
    canvas.delete("all")
    paint(canvas, after)


root.bind("<space>", following)
following()
root.mainloop()
