"""The stand-in for tkinter draws the same items at the same places as the real one under Xvfb."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageGrab

from gograde.authoring.case_folders import sample_batches
from gograde.authoring.registry import assignment_of
from gograde.grading.contracts.files import captured_of, decode
from gograde.package.package import find_package
from gograde.pictures.picture import Picture
from gograde.sandbox.protocol import Backend
from tests.needs import require, tkinter_python
from tests.pictures.capture.run_program import drawings

REAL = Path(__file__).parent / "real_tk.py"
SAMPLES = find_package("board9").path / "submissions" / "accepted"
SECONDS = 30

TEXT_PIXELS = 3
BORDERS = 0.005
"""The part of the pixels that may differ: less than a stone that is moved by its width."""

FAR = 70
"""Of 255, by which a colour may differ from the nearest one within two pixels."""


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """A screen of its own."""
    require("a screen")
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1920x1080x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        number = server.stdout.readline().strip()
        try:
            yield f":{number}"
        finally:
            server.kill()


@dataclass(frozen=True)
class RealTk:
    """An interpreter with the real tkinter, and a screen for it."""

    python: str
    display: str


@pytest.fixture(scope="module")
def tk(display: str) -> RealTk:
    require("tkinter")
    return RealTk(str(tkinter_python()), display)


def real_windows(tk: RealTk, program: Path) -> dict[str, Image.Image]:
    """By title, what the windows of a program look like on a real screen."""
    seen: dict[str, Image.Image] = {}
    with subprocess.Popen(
        [tk.python, str(REAL), str(program)],
        cwd=program.parent, env={"DISPLAY": tk.display, "PATH": "/usr/bin:/bin"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as run:  # fmt: skip
        assert run.stdin is not None and run.stdout is not None
        for line in run.stdout:
            title, _, box = line.rstrip("\n").partition("\t")
            left, top, width, height = map(int, box.split())
            screen = ImageGrab.grab(xdisplay=tk.display)
            seen[title] = screen.crop((left, top, left + width, top + height)).convert("RGB")
            run.stdin.write("\n")
            run.stdin.flush()
    assert run.returncode == 0
    return seen


def our_windows(program: Path, folder: Path, sandbox: Backend) -> dict[str, Image.Image]:
    """The same with the stand-in, drawn by the grader."""
    found = dict(decode(drawings(program, folder), sandbox))
    named = {told.title: picture for name, picture in found.items() if (told := captured_of(name))}
    return {title: as_image(picture) for title, picture in named.items() if isinstance(picture, Picture)}


def as_image(picture: Picture) -> Image.Image:
    return Image.frombytes("RGB", (picture.width, picture.height), picture.rgb)


def strange(one: Image.Image, other: Image.Image) -> float:
    """The part of the pixels of `one` whose colour `other` has nowhere within two pixels."""
    low, high = other.filter(ImageFilter.MinFilter(5)), other.filter(ImageFilter.MaxFilter(5))
    beyond = ImageChops.lighter(ImageChops.subtract(one, high), ImageChops.subtract(low, one))
    far = max(beyond.split(), key=lambda band: sum(band.histogram()[FAR:])).histogram()
    return sum(far[FAR:]) / (one.width * one.height)


def check_same(real: Image.Image, ours: Image.Image, folder: Path, allowed: float = BORDERS) -> None:
    """Of the same size but for a line of text above, which may be some pixels higher.

    Borders have no light and no dark side, and letters another font; all else lies at the same place.
    """
    assert real.width == ours.width and abs(real.height - ours.height) <= TEXT_PIXELS
    height = min(real.height, ours.height)
    real, ours = (one.crop((0, one.height - height, one.width, one.height)) for one in (real, ours))
    found = max(strange(real, ours), strange(ours, real))
    if found > allowed:
        real.save(folder / "real.png")
        ours.save(folder / "ours.png")
    assert found <= allowed, f"{found:.2%} differs; see {folder}/real.png and ours.png"


# -- items ----------------------------------------------------------------------------------

ITEMS = """
    from tkinter import *
    root = Tk()
    root.title("items")
    cv = Canvas(root, width=400, height=400, bg="wheat")
    cv.pack()
    cv.create_line(20, 20, 100, 20, width=5)
    cv.create_rectangle(120, 20, 180, 80, fill="SteelBlue2", outline="navy", width=4)
    cv.create_polygon(200, 20, 260, 20, 230, 80, fill="#0a0", outline="black")
    cv.create_arc(280, 20, 380, 100, start=30, extent=200, fill="yellow")
    cv.create_arc(280, 100, 380, 180, start=0, extent=120, style=ARC, width=3)
    cv.create_arc(280, 180, 380, 260, start=0, extent=120, style=CHORD, fill="pink")
    img = PhotoImage(width=40, height=40)
    img.put("red", to=(0, 0, 40, 40))
    img.put("blue", to=(10, 10, 20, 20))
    cv.create_image(150, 200, image=img)
    large = img.zoom(2)
    cv.create_image(10, 130, image=large, anchor="nw")
    cv.create_oval(0, 0, 40, 40, fill="white", tags="stone")
    cv.move("stone", 200, 200)
    cv.create_oval(220, 220, 260, 260, fill="black", outline="", tags="black")
    cv.tag_lower("black", "stone")
    cv.itemconfig(cv.create_rectangle(0, 300, 400, 310, fill="red"), state=HIDDEN)
    cv.scale(cv.create_rectangle(10, 320, 20, 330, fill="green"), 10, 320, 4, 2)
    cv.delete(cv.create_oval(300, 300, 380, 380, fill="red"))
    ring = cv.create_oval(300, 300, 340, 340)
    cv.coords(ring, 320, 320, 380, 380)
    cv.itemconfig(ring, width=6, outline="gray40")
    cv.create_line(100, 360, 100, 360, width=20, capstyle=ROUND)
    cv.moveto("stone", 230, 200)
    root.mainloop()
"""
LAYOUT = """
    import tkinter as tk
    root = tk.Tk()
    root.title("layout")
    root.geometry("700x600+0+0")
    top = tk.Frame(root, bg="tan", height=40)
    top.pack(side="top", fill="x")
    left = tk.Canvas(root, width=250, height=250, bg="#dcb35c", highlightthickness=0)
    left.pack(side="left", padx=10)
    right = tk.Canvas(root, width=250, height=250, bg="#dcb35c", bd=3, relief="sunken")
    right.config(scrollregion=(-125, -125, 125, 125))
    right.pack(side="left", expand=True, pady=(30, 0))
    for cv, start in ((left, 25), (right, -100)):
        for i in range(9):
            cv.create_line(start + 25 * i, start, start + 25 * i, start + 200)
            cv.create_line(start, start + 25 * i, start + 200, start + 25 * i)
        cv.create_oval(start + 65, start + 65, start + 85, start + 85, fill="black")
    grid = tk.Frame(root)
    grid.pack(side="bottom", anchor="e")
    for row in range(3):
        for col in range(3):
            colour = ["black", "white", "tan"][(row + col) % 3]
            cell = tk.Frame(grid, width=30, height=20, bg=colour)
            cell.grid(row=row, column=col, padx=2, pady=1, sticky="e", columnspan=1)
    tk.Frame(grid, bg="blue", height=9).grid(row=3, column=0, columnspan=3, sticky="we")
    tk.Frame(root, bg="red", width=30, height=20).place(relx=1.0, rely=0.5, anchor="e")
    root.mainloop()
"""


@pytest.mark.parametrize("program", [ITEMS, LAYOUT], ids=["items", "layout"])
def test_all_is_at_the_same_place(program: str, tk: RealTk, tmp_path: Path, sandbox: Backend) -> None:
    path = tmp_path / "program.py"
    path.write_text(dedent(program), encoding="utf-8")
    real, ours = real_windows(tk, path), our_windows(path, tmp_path, sandbox)
    ((title, picture),) = real.items()
    assert list(ours) == [title]
    check_same(picture, ours[title], tmp_path)


def test_a_moved_stone_is_noticed(tk: RealTk, tmp_path: Path, sandbox: Backend) -> None:
    path = tmp_path / "program.py"
    path.write_text(dedent(ITEMS), encoding="utf-8")
    real = real_windows(tk, path)["items"]
    path.write_text(dedent(ITEMS.replace('"stone", 230, 200', '"stone", 280, 200')), encoding="utf-8")
    ours = our_windows(path, tmp_path, sandbox)["items"]
    with pytest.raises(AssertionError, match="differs; see"):
        check_same(real, ours, tmp_path)


# -- sample submissions ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "sample",
    [
        pytest.param(
            ("draws_tk", [f"Problem {n}{after}" for n in "1234" for after in ("", ", after")]),
            marks=pytest.mark.long,
        ),
        ("draws_tk_classes", ["test_1"]),
        ("draws_turtle", ["Problem 4"]),
    ],
)
def test_the_boards_of_a_sample_submission_are_at_the_same_place(
    sample: tuple[str, list[str]], tk: RealTk, tmp_path: Path, sandbox: Backend
) -> None:
    """Up to the letters of texts, which have other fonts; the turtle's screen is wiped after each board."""
    (name, titles), package = sample, find_package("board9")
    for file in assignment_of(package).stage(sample_batches(package)[0]):
        (tmp_path / file.path).write_bytes(file.data)
    path = Path(shutil.copy(SAMPLES / name / "board9.py", tmp_path))
    real, ours = real_windows(tk, path), our_windows(path, tmp_path, sandbox)
    assert set(titles) <= set(real) & set(ours)
    for title in titles:
        check_same(real[title], ours[title], tmp_path)
