"""A program that draws boards with looks thrown at random: `python random_looks.py JOBS`.

JOBS is a file of JSON: pairs of a seed and the boards of one window, whose title is the number of the pair.
"""

import json
import random
import sys
import tkinter as tk
from pathlib import Path

N = 9

BLACK = (
    {"fill": "black"},
    {"fill": "#222", "outline": "gray"},
    {"fill": "black", "width": 3},
    {"fill": "gray25"},
)
WHITE = (
    {"fill": "white"}, {"fill": "ivory", "outline": "gray"}, {"fill": "#eee", "width": 3},
    {"fill": "white", "outline": ""}, {"outline": "black"},
)  # fmt: skip


def centred(canvas, x, y, half, kind="oval", **options):
    getattr(canvas, f"create_{kind}")(x - half, y - half, x + half, y + half, **options)


def paper(canvas, rng, place):
    """Frames, lines or cells, star points and names of lines."""
    left, top, step = place
    end = left + 8 * step, top + 8 * step
    if rng.random() < 0.3:
        fill, line = rng.choice(["wheat", "#dcb35c", "white"]), rng.choice(["", "black"])
        canvas.create_rectangle(
            left - step, top - step, end[0] + step, end[1] + step, fill=fill, outline=line
        )
    kind, colour = (
        rng.choice(["lines", "lines", "cells", "squares"]),
        rng.choice(["black", "gray30", "brown"]),
    )
    over, wide = rng.choice([0, 0, 0, 0.3]) * step, rng.choice([1, 1, 2, 3])
    for i in range(N if kind == "lines" else 0):
        x, y = left + step * i, top + step * i
        canvas.create_line(left - over, y, end[0] + over, y, fill=colour, width=wide)
        canvas.create_line(x, top - over, x, end[1] + over, fill=colour, width=wide)
    shift, count = (0.5, N) if kind == "cells" else (0, N - 1)
    for n in range(0 if kind == "lines" else count * count):
        x, y = left + step * (n % count - shift), top + step * (n // count - shift)
        fill = "burlywood" if kind == "cells" else ""
        canvas.create_rectangle(x, y, x + step, y + step, outline=colour, fill=fill)
    dot = rng.choice([0, 0, 0.06, 0.1, 0.14]) * step
    for row, col in ((2, 2), (2, 6), (4, 4), (6, 2), (6, 6)) if dot else ():
        centred(canvas, left + step * col, top + step * row, dot, fill="black")
    for i in range(N if rng.random() < 0.5 else 0):
        canvas.create_text(left - step * 0.8, top + step * i, text=str(i + 1))
        canvas.create_text(left + step * i, top - step * 0.8, text="ABCDEFGHJ"[i])


def letters(canvas, rng, rows, place):
    """Texts instead of stones; some are marks beside them, or of one kind."""
    left, top, step = place
    signs = rng.choice(["XO", "BW", "xo", "●○", "●●", "#O", "黑白", "XX", "12"])
    inks = rng.choice([("black", "black"), ("black", "white"), ("black", "red"), ("red", "blue")])
    inks = ("black", "white") if signs == "●●" else inks
    font, anchor = (
        ("Arial", int(step * rng.choice([0.3, 0.5, 0.8]))),
        rng.choice(["center", "center", "w", "n"]),
    )
    empty = rng.choice(["", "", ".", "+", "e"])
    for n, sign in enumerate("".join(rows)):
        x, y = left + step * (n % N), top + step * (n // N)
        which = "XO.".index(sign)
        text, fill = (*signs, empty)[which], (*inks, "gray")[which]
        canvas.create_text(x, y, text=text, fill=fill, font=font, anchor=anchor)


def stones(canvas, rng, rows, place, ground):
    """Stones with marks and numbers; some empty points had one that is painted over or crossed."""
    left, top, step = place
    half = rng.choice([0.2, 0.3, 0.38, 0.45, 0.5, 0.55]) * step
    looks = {"X": rng.choice(BLACK), "O": rng.choice(WHITE)}
    numbers, marks, gone = (rng.random() < 0.2 for _ in range(3))
    for n, sign in enumerate("".join(rows)):
        x, y = left + step * (n % N), top + step * (n // N)
        if sign != ".":
            centred(canvas, x, y, half, **looks[sign])
            if numbers:
                canvas.create_text(x, y, text=str(n), fill="white" if sign == "X" else "black")
            if marks and rng.random() < 0.1:
                centred(canvas, x, y, half / 3, fill="red")
        elif gone and rng.random() < 0.3:
            centred(canvas, x, y, half, **looks["O"])
            kind = rng.choice(["oval", "rectangle", "line"])
            colours = {"fill": "red"} if kind == "line" else {"fill": ground, "outline": ground}
            centred(canvas, x, y, half + 2, kind, **colours)


PAIRS = (
    "\u25cf\u25cb",
    "\u26ab\u26aa",
    "\u2b24\u2b24",
    "XO",
    "BW",
    "\u9ed1\u767d",
    "\u25cf\u25cf",
    "12",
    "#O",
    "  ",
)


def widgets(root, rng, rows):
    """A grid of labels or buttons in a frame, perhaps with the names of lines and a button below."""
    frame = tk.Frame(root, bg=rng.choice(["tan", "gray85"]))
    pair, kind = rng.choice(PAIRS), rng.choice([tk.Label, tk.Label, tk.Button])
    inks = ("black", "white") if pair[0] == pair[1] else rng.choice([("black", "black"), ("black", "gray20")])
    papers = ("black", "white") if pair == "  " else ("tan", "tan")
    more = rng.choice([{"width": 2}, {"width": 4, "height": 2}, {"relief": "solid", "bd": 1, "width": 3}])
    sticky, named, empty = rng.choice(["", "nsew"]), rng.random() < 0.5, rng.choice(["", ".", "+", " "])
    font = ("Arial", rng.choice([8, 12, 20]))
    for i in range(N if named else 0):
        tk.Label(frame, text="ABCDEFGHJ"[i]).grid(row=0, column=i + 1)
        tk.Label(frame, text=str(N - i)).grid(row=i + 1, column=0)
    for n, sign in enumerate("".join(rows)):
        ink, paper_of = dict(zip("XO", inks, strict=True)), dict(zip("XO", papers, strict=True))
        text = dict(zip("XO", pair, strict=True)).get(sign, empty)
        look = {"text": text, "fg": ink.get(sign, "black"), "bg": paper_of.get(sign, "tan"), "font": font}
        cell = kind(frame, **look, **more)
        cell.grid(row=n // N + 1, column=n % N + 1, sticky=sticky)
    if rng.random() < 0.3:
        tk.Button(frame, text="next").grid(row=N + 1, column=0, columnspan=N + 1)
    frame.pack(side="left", padx=rng.choice([0, 10]))


def window(rng, boards):
    root = tk.Tk()
    if rng.random() < 0.25:
        for rows in boards:
            widgets(root, rng, rows)
        return root
    ground = rng.choice(["#F7DCB4", "white", "burlywood", "#202020", "green", "gray80"])
    step, shared = rng.choice([22, 30, 37.5, 41, 50]), rng.random() < 0.5
    canvas = tk.Canvas(root, width=step * 11 * (len(boards) if shared else 1), height=step * 11, bg=ground)
    canvas.pack(side="left")
    for number, rows in enumerate(boards):
        if number and not shared:
            canvas = tk.Canvas(root, width=step * 11, height=step * 11, bg=ground)
            canvas.pack(side="left")
        place = step * (1.5 + (11 * number if shared else 0)), step * 1.5, step
        paper(canvas, rng, place)
        if rng.random() < 0.2:
            letters(canvas, rng, rows, place)
        else:
            stones(canvas, rng, rows, place, ground)
    return root


if __name__ == "__main__":
    for count, (seed, boards_of_window) in enumerate(json.loads(Path(sys.argv[1]).read_text())):
        shown = window(random.Random(seed), boards_of_window)
        shown.title(str(count))
        shown.mainloop()
