"""One window; a button shows the board of the next problem."""

import tkinter as tk

from go9 import solve
from tk9 import paint

boards = list(solve().items())
root = tk.Tk()
root.title("Go")
label = tk.Label(root)
label.pack()
canvas = tk.Canvas(root, width=300, height=300, bg="#dcb35c")
canvas.pack()
place = -1


def following():
    global place
    place = (place + 1) % len(boards)
    name, (before, after) = boards[place]
    root.title("Problem " + name)
    label.config(text="Problem " + name)
    canvas.delete("all")
    paint(canvas, after)


tk.Button(root, text="Next", command=following).pack()
following()
root.mainloop()
