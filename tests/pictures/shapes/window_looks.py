"""A program that shows images and figures in windows of tkinter: `python window_looks.py BOARDS`.

BOARDS is a file of JSON: pairs of the name of a way and the boards of one window.
"""

import json
import sys
import tkinter as tk
from pathlib import Path

import mpl_looks
import pillow_looks
from matplotlib.backends.backend_tkagg import FigureCanvasTkAgg
from matplotlib.figure import Figure
from PIL import Image, ImageDraw, ImageTk

KEPT = []


def photo(root, image):
    KEPT.append(ImageTk.PhotoImage(image, master=root))
    return KEPT[-1]


def label(root, rows):
    tk.Label(root, image=photo(root, pillow_looks.smooth(rows)), bd=3, relief="sunken").pack()
    tk.Button(root, text="Quit").pack()


def labels(root, *boards):
    for rows in boards:
        tk.Label(root, image=photo(root, pillow_looks.plain(rows))).pack(side="left")


def items(root, rows):
    """Stones of the canvas on a board of Pillow."""
    canvas = tk.Canvas(root, width=500, height=480)
    canvas.pack()
    canvas.create_image(20, 10, image=photo(root, pillow_looks.paper()[0]), anchor="nw")
    for x, y, sign in pillow_looks.points(rows):
        fill = "black" if sign == "X" else "white"
        canvas.create_oval(*pillow_looks.disc(x + 20, y + 10, 16), fill=fill)


def changed(root, rows):
    """An image of Tk keeps what it was made of, whatever is drawn on the other later."""
    image = pillow_looks.plain(rows)
    tk.Label(root, image=photo(root, image)).pack()
    ImageDraw.Draw(image).ellipse((40, 40, 90, 90), fill="black")


def figure(root, *boards):
    drawn = Figure(figsize=(5 * len(boards), 5), dpi=80)
    for ax, rows in zip(drawn.subplots(1, len(boards), squeeze=False)[0], boards, strict=True):
        mpl_looks.circles(ax, rows)
    canvas = FigureCanvasTkAgg(drawn, master=root)
    canvas.draw()
    canvas.get_tk_widget().pack()


def figures(root, *boards):
    for rows in boards:
        figure(root, rows)


# -- ways whose image has no shapes -----------------------------------------------------------


def put(root, rows):
    shown = photo(root, pillow_looks.plain(rows))
    tk.Label(root, image=shown).pack()
    shown._PhotoImage__photo.put("red", (60, 60, 90, 90))


def opened(root, rows):
    """Pixels of a file."""
    pillow_looks.plain(rows).save("a.png")
    tk.Label(root, image=photo(root, Image.open("a.png"))).pack()


if __name__ == "__main__":
    for way, boards_of_window in json.loads(Path(sys.argv[1]).read_text()):
        window = tk.Tk()
        window.title(way)
        globals()[way](window, *boards_of_window)
        window.mainloop()
