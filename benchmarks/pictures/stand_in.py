"""Windows as in grading: recorded by the stand-in for tkinter, drawn by `render`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from benchmarks.pictures.looks import Board

FOLDER = Path(__file__).parents[2] / "gograde" / "pictures"
HEADLESS = FOLDER / "capture" / "stand_ins"
MOST = 30
"""Windows per program; the stand-in keeps at most forty."""

PROGRAM = """
import json, sys
import tkinter as tk

def template(root, rows):
    step, n, m = 50, len(rows), len(rows[0])
    canvas = tk.Canvas(root, width=step * (m + 1), height=step * (n + 1), bg="#F7DCB4")
    for i in range(1, n + 1):
        canvas.create_line(step, step * i, step * m, step * i)
    for i in range(1, m + 1):
        canvas.create_line(step * i, step, step * i, step * n)
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign != ".":
                x, y = step * (c + 1), step * (r + 1)
                fill = "black" if sign == "X" else "white"
                canvas.create_oval(x - 20, y - 20, x + 20, y + 20, fill=fill)
    canvas.pack()

def dressed(root, rows):
    step, n, m = 34, len(rows), len(rows[0])
    tk.Label(root, text="Problem 3: after the captures", font=("Arial", 16)).pack(side="top")
    canvas = tk.Canvas(root, width=step * m + 60, height=step * n + 40, bg="burlywood3")
    for i in range(n):
        canvas.create_line(40, 30 + step * i, 40 + step * (m - 1), 30 + step * i, fill="brown", width=2)
        canvas.create_text(14, 30 + step * i, text=str(i))
    for i in range(m):
        canvas.create_line(40 + step * i, 30, 40 + step * i, 30 + step * (n - 1), fill="brown", width=2)
        canvas.create_text(40 + step * i, 9, text=str(i))
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            x, y = 40 + step * c, 30 + step * r
            if sign != ".":
                fill, line = ("gray10", "gray30") if sign == "X" else ("ivory", "gray40")
                canvas.create_oval(x - 15, y - 15, x + 15, y + 15, fill=fill, outline=line, width=2)
            elif (r * 7 + c * 3) % 11 == 0:
                canvas.create_oval(x - 4, y - 4, x + 4, y + 4, fill="red", outline="")
    canvas.pack(side="left")
    side = tk.Frame(root)
    tk.Button(side, text="Next", command=root.destroy).pack()
    tk.Label(side, text="white to move").pack()
    side.pack(side="right")

draw = {"template": template, "dressed": dressed}[sys.argv[1]]
for rows in json.load(open(sys.argv[2])):
    root = tk.Tk()
    draw(root, rows)
    root.mainloop()
"""

DRAW = """
import sys
from pathlib import Path
from render import render
for name in sys.argv[1:]:
    render(Path(name).read_bytes()).save(name + ".png")
"""


def drawn_by_stand_in(look: str, boards: Sequence[Board]) -> list[Image.Image]:
    """A picture of each board; one program shows up to `MOST` boards, each in its own window."""
    found: list[Image.Image] = []
    for start in range(0, len(boards), MOST):
        with tempfile.TemporaryDirectory() as folder:
            found += _shown(look, boards[start : start + MOST], Path(folder))
    return found


def _shown(look: str, boards: Sequence[Board], folder: Path) -> list[Image.Image]:
    kept, program, told = folder / "kept", folder / "program.py", folder / "boards.json"
    kept.mkdir()
    program.write_text(PROGRAM, encoding="utf-8")
    told.write_text(json.dumps(boards), encoding="utf-8")
    quiet = {"PYTHONDONTWRITEBYTECODE": "1"}
    _run([str(program), look, str(told)], {"PYTHONPATH": str(HEADLESS), "GOGRADE_SHOWN": str(kept), **quiet})
    drawings = sorted(str(path) for path in kept.iterdir() if path.suffix == ".drawing")
    paths = os.pathsep.join((str(FOLDER / "capture" / "inside"), str(HEADLESS / "tkinter" / "_drawing")))
    _run(["-c", DRAW, *drawings], {"PYTHONPATH": paths, **quiet})
    images = [Image.open(f"{name}.png").convert("RGB") for name in drawings]
    assert len(images) == len(boards), f"{len(images)} windows of {len(boards)} boards"
    return images


def _run(words: Sequence[str], environment: dict[str, str]) -> None:
    subprocess.run([sys.executable, *words], env={**os.environ, **environment}, check=True, timeout=120)
