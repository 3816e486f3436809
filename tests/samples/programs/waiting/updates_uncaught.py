"""One window updated for ever; the space of two seconds shows the next board, and nothing catches its end."""

import tkinter as tk

from go9 import solve
from tk9 import paint

boards = list(solve().items())
root = tk.Tk()
canvas = tk.Canvas(root, width=300, height=300, bg="#dcb35c")
canvas.pack()


def following():
    if boards:
        name, (before, after) = boards.pop(0)
        root.title("Problem " + name)
        canvas.delete("all")
        paint(canvas, after)
        root.after(2000, following)


following()
while True:
    root.update_idletasks()
    root.update()
