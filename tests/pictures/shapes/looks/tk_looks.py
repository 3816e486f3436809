"""Boards drawn with tkinter; each job is a window."""

import tkinter as tk
from pathlib import Path

from ways import BLACK, PLACE, PLAIN, WHITE, WOOD, lines, placed, plain, points, stones

KEPT = []


class Pen:
    def __init__(self, root, ground, width=440, **more):
        self.canvas = tk.Canvas(root, width=width, height=440, bg=ground, **more)
        self.canvas.pack(side="left")

    def line(self, x, y, right, bottom, colour, width):
        self.canvas.create_line(x, y, right, bottom, fill=colour, width=width)

    def disc(self, x, y, half, fill, outline, width, **more):
        box = x - half, y - half, x + half, y + half
        self.canvas.create_oval(*box, fill=fill, outline=outline, width=width, **more)

    def rect(self, x, y, right, bottom, fill, outline, width):
        self.canvas.create_rectangle(x, y, right, bottom, fill=fill, outline=outline, width=width)

    def text(self, x, y, text, colour=BLACK):
        self.canvas.create_text(x, y, text=text, fill=colour, font=("Arial", 12))


def show(name, way, boards):
    root = tk.Tk()
    root.title(name)
    way(lambda ground, width=440: Pen(root, ground, width), *boards)
    root.mainloop()


def photo(image):
    from PIL import ImageTk

    KEPT.append(ImageTk.PhotoImage(image))
    return KEPT[-1]


# -- ways that are read -----------------------------------------------------------------------


def shaded(make, rows):
    canvas = make(WOOD)
    lines(canvas)
    for x, y, sign in points(rows):
        for i in range(10 if sign != "." else 0):
            grey = 10 * i if sign == "X" else 155 + 10 * i
            canvas.disc(x, y, 16 - 1.6 * i, f"#{grey:02x}{grey:02x}{grey:02x}", "", 0)


def moved(make, rows):
    canvas = plain(make, rows).canvas
    canvas.create_oval(80, 80, 120, 120, fill="white", tags="gone")
    canvas.delete("gone")
    canvas.move("all", 4, 6)


def tagged(make, rows):
    """Colours that items get by their tags, and dashed lines."""
    pen = make(WOOD)
    lines(pen)
    for x, y, sign in placed(rows):
        pen.disc(x, y, 16, "red", BLACK, 1, tags=sign, dash=(2, 2))
    pen.canvas.itemconfig("X", fill="black")
    pen.canvas.itemconfig("O", fill="white")


def polygons(make, rows):
    import math

    pen = make("khaki")
    lines(pen)
    for x, y, sign in points(rows):
        ring = [(x + 16 * math.cos(k * math.pi / 8), y + 16 * math.sin(k * math.pi / 8)) for k in range(16)]
        if sign != ".":
            pen.canvas.create_polygon(ring, outline="black", fill=PLAIN[sign][0])


def four(make, *boards):
    for rows in boards:
        plain(make, rows)


def turtles(make, rows):
    import turtle

    pen, (step, left, top) = turtle.RawTurtle(make(WOOD).canvas), PLACE
    pen.penup()
    for i in range(9):
        for x, y, dx, dy in ((0, i, 8, 0), (i, 0, 0, 8)):
            pen.goto(left + step * x - 220, 220 - top - step * y)
            pen.pendown()
            pen.goto(left + step * (x + dx) - 220, 220 - top - step * (y + dy))
            pen.penup()
    for x, y, sign in points(rows):
        pen.goto(x - 220, 220 - y)
        if sign != ".":
            pen.dot(34, "black")
            pen.dot(30, PLAIN[sign][0])


def grid_of(make, rows, look, kind=tk.Label, **more):
    root = make(WHITE).canvas.master
    root.winfo_children()[0].destroy()
    frame = tk.Frame(root, bg="tan")
    frame.pack()
    for i in range(9):
        tk.Label(frame, text="ABCDEFGHJ"[i]).grid(row=0, column=i + 1)
        tk.Label(frame, text=str(i + 1)).grid(row=i + 1, column=0)
    for n, sign in enumerate("".join(rows)):
        cell = kind(frame, **look[sign], **more)
        cell.grid(row=n // 9 + 1, column=n % 9 + 1, sticky="nsew")
    tk.Button(frame, text="next").grid(row=10, column=0, columnspan=10)


def coloured_labels(make, rows):
    look = {sign: {"bg": colour} for sign, colour in zip("XO.", ("black", "white", "tan"), strict=True)}
    grid_of(make, rows, look, width=4, height=2, bd=1, relief="solid")


def buttons(make, rows):
    look = {"X": {"text": "\u2b24", "fg": "black"}, "O": {"text": "\u2b24", "fg": "white"}, ".": {"text": ""}}
    grid_of(make, rows, look, tk.Button, width=3, bg="burlywood3")


def image_of_pillow(make, rows):
    """An image keeps what it was made of, whatever is drawn on it later; stones of the canvas lie on it."""
    import pillow_looks
    from PIL import ImageDraw

    image = pillow_looks.made(plain, ["." * 9] * 9)
    canvas = make(WHITE)
    canvas.canvas.create_image(0, 0, image=photo(image), anchor="nw")
    ImageDraw.Draw(image).ellipse((40, 40, 90, 90), fill="black")
    stones(canvas, rows)


def figure_of_matplotlib(make, *boards):
    import mpl_looks
    from matplotlib.backends.backend_tkagg import FigureCanvasTkAgg

    root = make(WHITE).canvas.master
    root.winfo_children()[0].destroy()
    for rows in boards:
        drawn = FigureCanvasTkAgg(mpl_looks.made(plain, rows), master=root)
        drawn.draw()
        drawn.get_tk_widget().pack()


# -- ways that a person may mean otherwise ----------------------------------------------------


def labels(make, rows):
    grid_of(make, rows, {sign: {"text": sign} for sign in "XO."}, width=2, relief="solid", bd=1)


def label_rings(make, rows):
    look = {"X": {"text": "\u25cf"}, "O": {"text": "\u25cb"}, ".": {"text": "+"}}
    grid_of(make, rows, look, font=("Courier", 18), bg="#dcb35c")


# -- ways that are not explained --------------------------------------------------------------


def put(make, rows):
    """A stone that is set pixel by pixel, on lines of the canvas."""
    pen = plain(make, rows)
    KEPT.append(tk.PhotoImage(width=30, height=30))
    KEPT[-1].put("black", (0, 0, 30, 30))
    pen.canvas.create_image(60, 60, image=KEPT[-1])


def paper_of_a_file(make, rows):
    """Lines and stones of the canvas on an image whose content nobody knows."""
    import pillow_looks
    from PIL import Image

    pillow_looks.made(plain, rows).save("a.png")
    pen = make(WHITE)
    pen.canvas.create_image(0, 0, image=photo(Image.open("a.png")), anchor="nw")
    lines(pen)


def label_images(make, rows):
    """Labels with images of a file that cannot be passed on."""
    bits = ", ".join(["0"] * 8)
    Path("a.xbm").write_text(f"#define a_width 8\n#define a_height 8\nstatic char a_bits[] = {{{bits}}};")
    KEPT.append(tk.BitmapImage(file="a.xbm"))
    bare = {"width": 4, "height": 2}
    grid_of(make, rows, {"X": {"image": KEPT[-1]}, "O": bare, ".": bare}, bg="tan")


def label_digits(make, rows):
    look = {sign: {"text": str(".XO".index(sign))} for sign in ".XO"}
    grid_of(make, rows, look, width=2, bd=1, relief="solid")
