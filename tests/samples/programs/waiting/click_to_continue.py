"""One window; a click anywhere on the board shows that of the next problem."""

import tkinter as tk

from go9 import solve
from tk9 import paint

boards = list(solve().items())
root = tk.Tk()
canvas = tk.Canvas(root, width=300, height=330, bg="#dcb35c")
canvas.pack()


def following(event=None):
    if not boards:
        root.destroy()
        return
    name, (before, after) = boards.pop(0)
    root.title("Problem " + name)
    canvas.delete("all")
    paint(canvas, after)
    canvas.create_text(150, 315, text="click to continue")


canvas.bind("<Button-1>", following)
following()
root.mainloop()
