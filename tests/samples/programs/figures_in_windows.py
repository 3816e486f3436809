"""Figures of matplotlib in windows of tkinter, and images of Pillow in others."""

import tkinter as tk

from matplotlib.backends.backend_tkagg import FigureCanvasTkAgg
from matplotlib.figure import Figure
from PIL import Image, ImageDraw, ImageTk

from go9 import solve
from mpl9 import paint


def figure(root, stones):
    drawn = Figure(figsize=(4, 4))
    paint(drawn.add_subplot(), stones)
    canvas = FigureCanvasTkAgg(drawn, master=root)
    canvas.draw()
    canvas.get_tk_widget().pack()


def image(root, stones):
    board = Image.new("RGB", (360, 360), "#e0b060")
    draw = ImageDraw.Draw(board)
    for i in range(9):
        at = 20 + 40 * i
        draw.line((20, at, 340, at), fill="black")
        draw.line((at, 20, at, 340), fill="black")
    for (row, col), colour in stones.items():
        x, y = 20 + 40 * col, 20 + 40 * row
        draw.ellipse((x - 18, y - 18, x + 18, y + 18), fill="black" if colour == -1 else "white")
    root.photo = ImageTk.PhotoImage(board)
    tk.Label(root, image=root.photo).pack()


for name, (before, after) in solve().items():
    root = tk.Tk()
    root.title("Problem " + name)
    (figure if name in "12" else image)(root, after)
    root.mainloop()
