"""A student's program with real windows: `window_program.py LOOK SEED`.

Each line of stdin is a board as JSON. For each board it shows a window,
prints its place and size, and waits for an empty line.
"""

from __future__ import annotations

import json
import sys
import tkinter as tk
import turtle
from collections.abc import Callable
from random import Random
from tkinter import ttk
from typing import Any

Board = list[str]
WOODS = ("burlywood", "#DDB06C", "tan", "#F0D6A0", "wheat", "#c8935a")


def on_canvas(place: Any, board: Board, step: int, throw: Random) -> tk.Canvas:
    """A canvas with a board."""
    rows, cols = len(board), len(board[0])
    paper, ink, share = (
        throw.choice(WOODS),
        throw.choice(("black", "gray30", "brown4")),
        throw.uniform(0.3, 0.48),
    )
    wide = throw.choice((1, 1, 2))
    canvas = tk.Canvas(
        place, width=step * (cols + 1), height=step * (rows + 1), bg=paper, highlightthickness=0
    )
    for r in range(1, rows + 1):
        canvas.create_line(step, step * r, step * cols, step * r, fill=ink, width=wide)
    for c in range(1, cols + 1):
        canvas.create_line(step * c, step, step * c, step * rows, fill=ink, width=wide)
    for r, line in enumerate(board):
        for c, sign in enumerate(line):
            if sign != ".":
                x, y, far = step * (c + 1), step * (r + 1), step * share
                canvas.create_oval(
                    x - far, y - far, x + far, y + far, fill="black" if sign == "X" else "white"
                )
    return canvas


def canvas_and_menu(root: tk.Tk, board: Board, throw: Random) -> None:
    """A canvas between a row of ttk buttons and a line of status."""
    bar = ttk.Frame(root)
    for text in ("Open", "Solve", "Next problem"):
        ttk.Button(bar, text=text).pack(side="left")
    bar.pack(fill="x")
    on_canvas(root, board, throw.randint(30, 48), throw).pack()
    ttk.Label(root, text="Ready. 3 stones captured", relief="sunken").pack(fill="x")


def two_canvases(root: tk.Tk, board: Board, throw: Random) -> None:
    """A canvas with the board beside one with captured stones."""
    step = throw.randint(28, 44)
    on_canvas(root, board, step, throw).pack(side="left", padx=6, pady=6)
    tray = tk.Canvas(root, width=140, height=step * 7, bg=throw.choice(("white", "gray80", "tan")))
    tray.create_text(70, 16, text="Prisoners")
    for n in range(throw.randint(3, 16)):
        x, y = 20 + n % 4 * 32, 50 + n // 4 * 32
        tray.create_oval(x - 12, y - 12, x + 12, y + 12, fill="black" if n % 3 else "white")
    tray.pack(side="left", padx=6, pady=6, anchor="n")


def grid_of_labels(root: tk.Tk, board: Board, throw: Random) -> None:
    """Labels with the characters of discs, in a grid."""
    size, relief, paper = (
        throw.randint(14, 22),
        throw.choice(("solid", "ridge", "groove")),
        throw.choice(WOODS),
    )
    for r, line in enumerate(board):
        for c, sign in enumerate(line):
            text = {"X": "●", "O": "○", ".": " "}[sign]
            label = tk.Label(
                root, text=text, font=("DejaVu Sans", size), width=2, bg=paper, relief=relief, bd=1
            )
            label.grid(row=r, column=c)


def grid_of_buttons(root: tk.Tk, board: Board, throw: Random) -> None:
    """Buttons whose colour is the stone's."""
    paper = throw.choice(("#c8a060", "green4", "gray60"))
    for r, line in enumerate(board):
        for c, sign in enumerate(line):
            tone = {"X": "black", "O": "white", ".": paper}[sign]
            tk.Button(root, bg=tone, width=2, height=1, relief="ridge").grid(row=r, column=c, padx=1, pady=1)


def by_turtle(root: tk.Tk, board: Board, throw: Random) -> None:
    """A turtle that draws lines and dots, and circles filled by hand for white."""
    rows, cols, step = len(board), len(board[0]), throw.randint(24, 40)
    canvas = tk.Canvas(root, width=step * (cols + 1), height=step * (rows + 1))
    canvas.pack()
    screen = turtle.TurtleScreen(canvas)
    screen.tracer(0)
    screen.bgcolor(throw.choice(("#deb887", "#f0d6a0", "white")))
    pen = turtle.RawTurtle(screen)
    pen.hideturtle()
    left, top = -step * (cols - 1) / 2, step * (rows - 1) / 2
    for r in range(rows):
        _stroke(pen, (left, top - step * r), (-left, top - step * r))
    for c in range(cols):
        _stroke(pen, (left + step * c, top), (left + step * c, -top))
    size = step * throw.uniform(0.6, 0.9)
    for r, line in enumerate(board):
        for c, sign in enumerate(line):
            if sign != ".":
                pen.goto(left + step * c, top - step * r)
                pen.dot(round(size), "black")
                if sign == "O":
                    pen.dot(round(size) - 3, "white")
    screen.update()


def _stroke(pen: turtle.RawTurtle, start: tuple[float, float], end: tuple[float, float]) -> None:
    pen.penup()
    pen.goto(*start)
    pen.pendown()
    pen.goto(*end)
    pen.penup()


def custom(root: Any, board: Board, throw: Random) -> None:
    """A canvas in a frame of customtkinter, with its buttons."""
    import customtkinter as ctk

    ctk.set_appearance_mode(throw.choice(("dark", "light")))
    frame = ctk.CTkFrame(root, corner_radius=12)
    frame.pack(padx=12, pady=12, side="left")
    on_canvas(frame, board, throw.randint(30, 44), throw).pack(padx=10, pady=10)
    ctk.CTkButton(root, text="Next").pack(padx=10, pady=30)


LOOKS: dict[str, Callable[[Any, Board, Random], None]] = {
    "canvas_and_menu": canvas_and_menu, "two_canvases": two_canvases, "grid_of_labels": grid_of_labels,
    "grid_of_buttons": grid_of_buttons, "by_turtle": by_turtle, "custom": custom,
}  # fmt: skip


def main() -> None:
    """Show a window for each board."""
    look, seed = sys.argv[1:]
    root = tk.Tk()
    root.configure(bg=Random(seed).choice(("#d9d9d9", "white", "#202020")))
    for line in sys.stdin:
        for child in root.winfo_children():
            child.destroy()
        LOOKS[look](root, json.loads(line), Random(seed))
        root.geometry("+0+0")
        root.update()
        root.update()
        print(
            json.dumps([root.winfo_rootx(), root.winfo_rooty(), root.winfo_width(), root.winfo_height()]),
            flush=True,
        )
        sys.stdin.readline()


if __name__ == "__main__":
    main()
