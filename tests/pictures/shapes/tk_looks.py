"""A program that draws boards in many ways with tkinter: `python tk_looks.py BOARDS` shows a window a board.

BOARDS is a file of JSON: pairs of the name of a way and the boards of one window.
"""

import json
import sys
import tkinter as tk
from pathlib import Path

N = 9


def canvas_of(root, step, bg="#F7DCB4", margin=None):
    margin = step if margin is None else margin
    side = step * (N - 1) + 2 * margin
    canvas = tk.Canvas(root, width=side, height=side, bg=bg)
    canvas.pack(side="left")
    return canvas


def lines(canvas, step, left, top, **options):
    for i in range(N):
        canvas.create_line(left, top + step * i, left + step * (N - 1), top + step * i, **options)
        canvas.create_line(left + step * i, top, left + step * i, top + step * (N - 1), **options)


def stones(canvas, rows, place, radius, looks):
    step, left, top = place
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign != ".":
                x, y = left + step * c, top + step * r
                canvas.create_oval(x - radius, y - radius, x + radius, y + radius, **looks[sign])


PLAIN = {"X": {"fill": "black"}, "O": {"fill": "white"}}


def template(root, rows, step=50, **more):
    canvas = canvas_of(root, step)
    lines(canvas, step, step, step)
    stones(canvas, rows, (step, step, step), more.get("radius", 20), more.get("looks", PLAIN))
    return canvas


def dressed(root, rows):
    tk.Label(root, text="Problem 3", font=("Arial", 16)).pack(side="top")
    canvas = tk.Canvas(root, width=340, height=330, bg="burlywood3", bd=4, relief="sunken")
    lines(canvas, 34, 40, 30, fill="brown", width=2)
    for i in range(N):
        canvas.create_text(14, 30 + 34 * i, text=str(i))
        canvas.create_text(40 + 34 * i, 9, text="ABCDEFGHJ"[i])
    looks = {
        "X": {"fill": "gray10", "outline": "gray30", "width": 2},
        "O": {"fill": "ivory", "outline": "gray40", "width": 2},
    }
    stones(canvas, rows, (34, 40, 30), 15, looks)
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign == "." and (r * 7 + c * 3) % 11 == 0:
                x, y = 40 + 34 * c, 30 + 34 * r
                canvas.create_oval(x - 4, y - 4, x + 4, y + 4, fill="red", outline="")
    canvas.pack(side="left")
    side = tk.Frame(root)
    tk.Button(side, text="Next", command=root.destroy).pack()
    tk.Label(side, text="white to move").pack()
    side.pack(side="right")


def cells(root, rows, colours=("tan", "tan")):
    canvas = canvas_of(root, 40, margin=30)
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            x, y = 10 + 40 * c, 10 + 40 * r
            canvas.create_rectangle(x, y, x + 40, y + 40, fill=colours[(r + c) % 2])
            if sign != ".":
                canvas.create_oval(x + 5, y + 5, x + 35, y + 35, **PLAIN[sign])


def chequered(root, rows):
    cells(root, rows, ("#d18b47", "#ffce9e"))


def squares(root, rows):
    canvas = canvas_of(root, 40, bg="white")
    canvas.create_rectangle(0, 0, 400, 400, fill="#e8b96a", outline="")
    for r in range(N - 1):
        for c in range(N - 1):
            canvas.create_rectangle(40 + 40 * c, 40 + 40 * r, 80 + 40 * c, 80 + 40 * r)
    for r, c in ((2, 2), (2, 6), (4, 4), (6, 2), (6, 6)):
        canvas.create_oval(37 + 40 * c, 37 + 40 * r, 43 + 40 * c, 43 + 40 * r, fill="black")
    stones(canvas, rows, (40, 40, 40), 18, PLAIN)


def repainted(root, rows):
    canvas = template(root, [row[::-1] for row in rows])
    canvas.create_rectangle(0, 0, 500, 500, fill="#F7DCB4")
    lines(canvas, 50, 50, 50)
    stones(canvas, rows, (50, 50, 50), 20, PLAIN)


def erased(root, rows):
    canvas = template(root, [row.replace(".", "O") for row in rows])
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign == ".":
                x, y = 50 + 50 * c, 50 + 50 * r
                canvas.create_oval(x - 21, y - 21, x + 21, y + 21, fill="#F7DCB4", outline="#F7DCB4")
                canvas.create_line(x - 25, y, x + 25, y)
                canvas.create_line(x, y - 25, x, y + 25)


def deleted(root, rows):
    canvas = template(root, rows)
    for _ in range(3):
        canvas.create_oval(80, 80, 120, 120, fill="white", tags="gone")
    canvas.delete("gone")
    canvas.move("all", 4, 6)


def numbered(root, rows):
    canvas = template(root, rows)
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign != ".":
                fill = "white" if sign == "X" else "black"
                canvas.create_text(50 + 50 * c, 50 + 50 * r, text=str(r * N + c), fill=fill)


def shaded(root, rows):
    canvas = canvas_of(root, 44)
    lines(canvas, 44, 44, 44)
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            x, y = 44 * (c + 1), 44 * (r + 1)
            if sign == ".":
                continue
            canvas.create_oval(x - 16, y - 15, x + 22, y + 23, fill="#9a7b4f", outline="")
            for i in range(10):
                grey = 10 * i if sign == "X" else 155 + 10 * i
                colour = f"#{grey:02x}{grey:02x}{grey:02x}"
                d = 20 - 2 * i
                canvas.create_oval(x - d, y - d, x + d, y + d, fill=colour, outline="")
            canvas.create_oval(x - 9, y - 9, x - 4, y - 4, fill="white", outline="")


def hollow(root, rows):
    canvas = canvas_of(root, 40, bg="white")
    lines(canvas, 40, 40, 40, fill="gray")
    stones(canvas, rows, (40, 40, 40), 17, {"X": {"fill": "black"}, "O": {"width": 2}})


def framed(root, rows):
    canvas = canvas_of(root, 40, bg="#dcb35c")
    canvas.create_rectangle(20, 20, 380, 380, width=3)
    canvas.create_rectangle(40, 40, 360, 360, width=4)
    for i in range(1, N - 1):
        canvas.create_line(40, 40 + 40 * i, 360, 40 + 40 * i)
        canvas.create_line(40 + 40 * i, 40, 40 + 40 * i, 360)
    stones(canvas, rows, (40, 40, 40), 20, PLAIN)
    canvas.create_oval(10, 385, 30, 398, fill="black")


def polygons(root, rows):
    import math

    canvas = canvas_of(root, 40, bg="khaki")
    for i in range(N):
        canvas.create_rectangle(40, 39 + 40 * i, 360, 41 + 40 * i, fill="black")
        canvas.create_rectangle(39 + 40 * i, 40, 41 + 40 * i, 360, fill="black")
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign != ".":
                ring = [(k * math.pi / 8) for k in range(16)]
                points = [
                    v for a in ring for v in (40 * c + 40 + 18 * math.cos(a), 40 * r + 40 + 18 * math.sin(a))
                ]
                canvas.create_polygon(*points, outline="black", **PLAIN[sign])


def coloured_cells(root, rows):
    canvas = canvas_of(root, 40, margin=30)
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            fill = {"X": "black", "O": "white", ".": "tan"}[sign]
            canvas.create_rectangle(10 + 40 * c, 10 + 40 * r, 50 + 40 * c, 50 + 40 * r, fill=fill)


def four(root, *boards):
    """Four canvases of one window."""
    for place, rows in enumerate(boards):
        frame = tk.Frame(root)
        tk.Label(frame, text=f"Problem {place + 1}").pack()
        canvas = tk.Canvas(frame, width=300, height=300, bg="tan")
        lines(canvas, 30, 30, 30)
        stones(canvas, rows, (30, 30, 30), 13, PLAIN)
        canvas.pack()
        frame.grid(row=place // 2, column=place % 2)


def beside(root, *boards):
    """Two boards on one canvas."""
    canvas = tk.Canvas(root, width=760, height=400, bg="wheat")
    for place, rows in enumerate(boards):
        left = 40 + 370 * place
        lines(canvas, 38, left, 50)
        stones(canvas, rows, (38, left, 50), 16, PLAIN)
        canvas.create_text(left + 150, 20, text=("before", "after")[place], font=("Arial", 18))
    canvas.pack()


def dark(root, rows):
    """Black and white as a dark terminal has them: the other way round."""
    canvas = canvas_of(root, 40, bg="#202020")
    lines(canvas, 40, 40, 40, fill="white")
    stones(
        canvas, rows, (40, 40, 40), 16, {"X": {"fill": "white"}, "O": {"fill": "black", "outline": "white"}}
    )


# -- ways that shapes must leave to the pixels or to a person ---------------------------------


def crossed(root, rows):
    canvas = template(root, rows)
    canvas.create_line(60, 60, 140, 140, fill="red")


def written(root, rows, signs="XO", inks=("black", "black"), bg="#F7DCB4", **options):
    """Texts instead of stones; `signs` and `inks` are those of black and white."""
    canvas = canvas_of(root, 40, bg=bg)
    lines(canvas, 40, 40, 40, fill="gray")
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign != ".":
                n = "XO".index(sign)
                canvas.create_text(40 + 40 * c, 40 + 40 * r, text=signs[n], fill=inks[n], **options)
    return canvas


def letters(root, rows):
    written(root, rows)


def initials(root, rows):
    written(root, rows, "BW", ("black", "white"), font=("Arial", 20, "bold"))


def signs(root, rows):
    written(root, rows, "●○", font=("Arial", 24))


def coloured_signs(root, rows):
    written(root, rows, "●●", ("black", "white"), font=("Arial", 24))


def chinese(root, rows):
    written(root, rows, "黑白", ("black", "red"))


def with_dots(root, rows):
    canvas = written(root, rows, "#O")
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign == ".":
                canvas.create_text(40 + 40 * c, 40 + 40 * r, text="+")


def signs_on_dark_paper(root, rows):
    written(root, rows, "●○", ("white", "white"), "black")


def crossed_ink(root, rows):
    written(root, rows, "XO", ("white", "black"))


def lone_letters(root, rows):
    """Crosses alone may be marks."""
    written(root, [row.replace("O", ".") for row in rows])


def letters_everywhere(root, rows):
    """Which letter is the empty point?"""
    written(root, [row.replace(".", "O") for row in rows])


def three_letters(root, rows):
    written(root, rows).create_text(360, 360, text="T")


def unknown_letters(root, rows):
    written(root, rows, "PQ")


def letters_over_letters(root, rows):
    written(root, rows).create_text(40, 360, text="O")


def white_on_white(root, rows):
    canvas = canvas_of(root, 40, bg="white")
    lines(canvas, 40, 40, 40)
    stones(canvas, rows, (40, 40, 40), 16, {"X": {"fill": "black"}, "O": {"fill": "white", "outline": ""}})


def strokes(root, rows):
    """White stones on white paper, whose outline is many lines."""
    import math

    white_on_white(root, rows)
    canvas = root.winfo_children()[-1]
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            for k in range(24 if sign == "O" else 0):
                (x, y), (u, v) = ((40 + 40 * c + 16 * math.cos(a), 40 + 40 * r + 16 * math.sin(a))
                                  for a in (k * math.pi / 12, (k + 1) * math.pi / 12))  # fmt: skip
                canvas.create_line(x, y, u, v)


def rings_around_dots(root, rows):
    """Hollow stones, of which one lies around a dot."""
    canvas = canvas_of(root, 40, bg="white")
    lines(canvas, 40, 40, 40)
    canvas.create_oval(111, 351, 129, 369, fill="black")
    stones(canvas, rows, (40, 40, 40), 16, {"X": {"fill": "black"}, "O": {"width": 1}})


def outlines(root, rows):
    """Stones that differ by their outlines alone."""
    template(root, rows, looks={"X": {"fill": "#222222"}, "O": {"fill": "#202020", "outline": "white"}})


def red_and_blue(root, rows):
    template(root, rows, looks={"X": {"fill": "red"}, "O": {"fill": "blue"}})


def three_colours(root, rows):
    canvas = template(root, rows)
    for x in (100, 150):
        canvas.create_oval(x - 20, 80, x + 20, 120, fill="red")


def tiny(root, rows):
    template(root, rows, radius=6)


def between(root, rows):
    canvas = template(root, rows)
    canvas.create_oval(105, 105, 145, 145, fill="black")


def half_covered(root, rows):
    canvas = template(root, ["X" * N] * N)
    canvas.create_rectangle(50, 50, 450, 450, fill="#F7DCB4")
    lines(canvas, 50, 50, 50)
    stones(canvas, rows, (50, 50, 50), 20, PLAIN)


def one_more_line(root, rows):
    canvas = template(root, rows)
    canvas.create_line(500, 50, 500, 450)
    canvas.create_line(450, 50, 500, 50)


def labels(root, rows):
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            tk.Label(root, text=sign, width=2, relief="solid", bd=1).grid(row=r, column=c)


def label_discs(root, rows):
    """Discs on labels in a frame, with the names of lines; a button and a heading in the same grid."""
    board = tk.Frame(root, bg="#dcb35c")
    tk.Label(root, text="Problem 3", font=("Arial", 16)).pack()
    board.pack()
    for i in range(N):
        tk.Label(board, text="ABCDEFGHJ"[i]).grid(row=0, column=i + 1)
        tk.Label(board, text=str(i + 1)).grid(row=i + 1, column=0)
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            text = {"X": "\u25cf", "O": "\u25cb", ".": "+"}[sign]
            tk.Label(board, text=text, font=("Courier", 18), bg="#dcb35c").grid(row=r + 1, column=c + 1)
    tk.Button(board, text="next", command=root.destroy).grid(row=N + 1, column=0, columnspan=N + 1)


def buttons(root, rows):
    """Buttons on the window, with discs of two colours."""
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            look = {"X": ("\u2b24", "black"), "O": ("\u2b24", "white"), ".": ("", "black")}[sign]
            button = tk.Button(root, text=look[0], fg=look[1], width=3, height=1, bg="burlywood3")
            button.grid(row=r, column=c, sticky="nsew")


def coloured_labels(root, rows):
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            fill = {"X": "black", "O": "white", ".": "tan"}[sign]
            tk.Label(root, bg=fill, width=4, height=2, bd=1, relief="solid").grid(row=r, column=c)


def four_frames(root, *boards):
    for place, rows in enumerate(boards):
        frame = tk.LabelFrame(root, text=f"Problem {place + 1}")
        for r, row in enumerate(rows):
            for c, sign in enumerate(row):
                tk.Label(frame, text=sign, width=2, bd=1, relief="solid").grid(row=r, column=c)
        frame.grid(row=place // 2, column=place % 2)


def digits(root, rows):
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            tk.Label(root, text=".XO".index(sign), width=2, bd=1, relief="solid").grid(row=r, column=c)


if __name__ == "__main__":
    for way, boards in json.loads(Path(sys.argv[1]).read_text()):
        window = tk.Tk()
        window.title(way)
        globals()[way](window, *boards)
        window.mainloop()
