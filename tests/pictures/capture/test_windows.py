"""Programs that open windows, run as in grading: what they print, and which windows are kept of them."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageGrab

from gograde.authoring.case_folders import sample_batches
from gograde.authoring.registry import assignment_of
from gograde.grading.contracts.files import captured_of, decode, note_of
from gograde.package.package import find_package
from gograde.pictures.capture import STAND_INS
from gograde.pictures.picture import Picture
from gograde.sandbox.protocol import Backend
from tests.golden import agrees, output
from tests.needs import lacks, require, tkinter_python
from tests.pictures.capture.run_program import drawings, files_kept

SECONDS = 20

BOARD = """
import tkinter as tk
def board(parent, stones=1):
    cv = tk.Canvas(parent, width=100, height=100)
    for i in range(stones):
        cv.create_oval(10 * i, 0, 10 * i + 8, 8, fill="black")
    cv.pack()
    return cv
"""
"""Begins each program of which windows are kept."""


def kept(program: str, folder: Path) -> Mapping[str, bytes]:
    path = folder / "program.py"
    path.write_text(BOARD + dedent(program), encoding="utf-8")
    return files_kept(path, folder)


def titles(files: Mapping[str, bytes]) -> list[str]:
    found = [captured_of(name) for name in files if not note_of(name)]
    assert [one.order for one in found if one] == list(range(1, len(found) + 1))
    return [one.title for one in found if one]


def content(data: bytes) -> Any:
    head, _, body = data.partition(b"\n")
    assert head.startswith(b"gograde drawing 1 ")
    return json.loads(body)


def ovals(data: bytes) -> int:
    return sum(item[0] == "oval" for part in content(data)["parts"] for item in part[3])


NEXT = """
r = tk.Tk(); r.title("1"); cv = board(r)
cv.create_text(50, 90, text="next", tags="next")
left = list("23")
def following(event):
    if left:
        r.title(left.pop(0))
        cv.create_oval(0, 0, 8, 8)
{0}
r.mainloop()
"""
LONE = """
for k in "12":
    r = tk.Tk(); r.title(k); board(r)
    v = tk.IntVar()
    tk.Button(r, text="?", command={0}).pack()
    r.wait_variable(v) if "set" in "{0}" else r.mainloop()
"""
LATER = """
import time
from time import monotonic, sleep
r = tk.Tk(); board(r)
begun = {0}()
while {0}() - begun < 3600:
    r.update()
    sleep(20)
r.title("an hour later")
"""
UPDATES = "r = tk.Tk(); r.title('a'); board(r)\nwhile True: r.{0}()"
PYPLOT = """
import matplotlib.pyplot as plt
plt.plot([1, 2]); plt.title("Problem 1"); plt.show()
assert plt.get_fignums() == []
plt.figure("test_2"); plt.plot([2, 1]); plt.show(block=False); plt.pause(1); plt.close()
plt.figure(figsize=(90, 1)); plt.suptitle("wide"); plt.pause(1); plt.clf(); plt.show(block=False)
plt.savefig("own.png"); plt.figure(); plt.plot([1]); plt.draw()
"""
PILLOW = """
from PIL import Image
Image.new("RGB", (30, 20)).save("test_1.png")
Image.open("test_1.png").show()
Image.new("CMYK", (30, 20)).show(title="Problem 2")
"""

TITLES: list[tuple[str, list[str]]] = [
    ("r = tk.Tk(); r.title('a'); board(r); r.mainloop()", ["a"]),
    ("r = tk.Tk(); r.title('never looped'); board(r)", ["never looped"]),
    ("r = tk.Tk(); r.title('b'); board(r); r.update(); r.destroy()", ["b"]),
    ("r = tk.Tk(); r.title('c'); board(r); r.wait_window()", ["c"]),
    ("r = tk.Tk(); board(r); v = tk.IntVar(); r.wait_variable(v)", [""]),
    ("r = tk.Tk(); r.title('exit'); board(r); r.after(5, exit); r.mainloop()", ["exit"]),
    ("for k in '12': r = tk.Tk(); r.title(k); board(r); r.mainloop()", ["1", "2"]),
    ("r = tk.Tk(); r.title('empty'); r.mainloop()", []),
    ("r = tk.Tk(); r.withdraw(); t = tk.Toplevel(r); t.title('top'); board(t); r.mainloop()", ["top"]),
    ("a, b = tk.Tk(), tk.Tk(); a.title('x'); b.title('y'); board(a); board(b); a.mainloop()", ["x", "y"]),
    ("r = tk.Tk(); r.title('../../a/b\\0\\n围棋'); board(r); r.mainloop()", ["../../a/b? 围棋"]),
    ("r = tk.Tk(); r.title('t' * 999); board(r); r.mainloop()", ["t" * 60]),
    ("for k in range(60): r = tk.Tk(); board(r, k % 2 + 1); r.mainloop()", [""] * 40),
    ("import _window_files as w; w.FOLDER = ''; r = tk.Tk(); board(r); r.mainloop()", []),
    # A lone button is pressed, and ends no program; so are keys and clicks that lead on.
    *((LONE.format(call), ["1", "2"]) for call in ("exit", "r.destroy", "r.quit", "lambda: 1 / 0")),
    (LONE.format("lambda: v.set(1)"), ["1", "2"]),
    (NEXT.format("cv.tag_bind('next', '<Button-1>', following)"), ["1", "2", "3"]),
    (NEXT.format("r.bind('<Key>', following)"), ["1", "2", "3"]),
    (NEXT.format("r.bind('<ButtonRelease-1>', following)"), ["1", "2", "3"]),
    (NEXT.format("cv.tag_bind('next', '<1>', lambda event: 1 / 0)"), ["1"]),
    # Updates that nobody leaves end well, and time passes without anybody waiting.
    (UPDATES.format("update"), ["a"]),
    (UPDATES.format("update_idletasks"), ["a"]),
    *((LATER.format(clock), ["an hour later"]) for clock in ("time.time", "time.perf_counter", "monotonic")),
    (PYPLOT, ["Problem 1", "test_2", "wide", ""]),
    (PILLOW, ["test_1", "Problem 2"]),
]


@pytest.mark.parametrize(("program", "expected"), TITLES)
def test_the_windows_that_are_kept(program: str, expected: list[str], tmp_path: Path) -> None:
    assert titles(kept(program, tmp_path)) == expected


UNPRESSED = ("a window", "a button, a key or the mouse may show more in it, and nobody pressed it")
FAULT = "our stand-in for the library failed: ValueError(\"could not convert string to float: 'a'\")"
NOT_SHOWN = "our stand-in for tkinter does not show what the program called: Text.tag_configure"


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("[tk.Button(r, text=name, command=print).pack() for name in ('white', 'black')]", UNPRESSED),
        ("cv.bind('<Button-1>', lambda event: cv.create_oval(event.x, event.y, 9, 9))", UNPRESSED),
        (
            "r.after(1, lambda: cv.create_line('a', 2)); r.after(2, lambda: 1 / 0)",
            ("what a library shows", FAULT),
        ),
        ("t = tk.Text(r); t.see('end'); t.tag_configure('red', foreground='red')", ("a window", NOT_SHOWN)),
    ],
)
def test_what_may_be_missing_is_told(program: str, expected: tuple[str, str], tmp_path: Path) -> None:
    names = list(kept(f"r = tk.Tk(); cv = board(r)\n{program}\nr.mainloop()", tmp_path))
    assert [note_of(name) for name in names] == [None, expected]


def test_a_window_that_the_program_closed_itself_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="application has been destroyed"):
        kept("r = tk.Tk(); board(r); r.destroy(); r.update()", tmp_path)


def test_boards_that_follow_in_one_window_are_all_kept(tmp_path: Path) -> None:
    program = """
        r = tk.Tk()
        cv = board(r)
        boards = [2, 3, 4]
        def following():
            r.title("board %d" % boards[0])
            cv.delete("all")
            for i in range(boards.pop(0)):
                cv.create_oval(0, 0, 8, 8)
            if boards:
                r.after(1000, following)
        r.after(1000, following)
        r.title("board 1")
        r.mainloop()
    """
    files = kept(program, tmp_path)
    assert titles(files) == ["board 1", "board 2", "board 3", "board 4"]
    assert [ovals(data) for data in files.values()] == [1, 2, 3, 4]


def test_an_animation_is_not_kept_frame_by_frame(tmp_path: Path) -> None:
    program = """
        r = tk.Tk()
        cv = board(r)
        for i in range(300):
            cv.delete("all")
            cv.create_oval(i, 0, i + 8, 8)
            r.update()
    """
    assert len(kept(program, tmp_path)) == 17


def test_a_folder_that_is_gone_does_not_fail_the_program(tmp_path: Path) -> None:
    program = """
        import os, shutil, _window_files
        shutil.rmtree(_window_files.FOLDER)
        r = tk.Tk()
        board(r)
        r.mainloop()
        os.mkdir(_window_files.FOLDER)
    """
    assert kept(program, tmp_path) == {}


@pytest.mark.parametrize(
    "program",
    [
        """
        class Board(tk.Canvas):
            def __init__(self, parent):
                super().__init__(parent, width=50, height=50)
                self.border = self.caption = self.ground = self.look = self.relief = "mine"
                self.create_oval(0, 0, 8, 8)
        class Named(tk.Label):
            text = picture = pads = "mine"
        r = tk.Tk()
        Board(r).pack()
        Named(r, text="a").pack()
        r.mainloop()
        """,
        """
        class Window(tk.Tk):
            def cget(self, key):
                raise ValueError("no option of Tk is known here")
        r = Window()
        board(r)
        r.mainloop()
        """,
    ],
    ids=["attributes", "options"],
)
def test_what_a_program_has_of_its_own_does_not_matter(program: str, tmp_path: Path) -> None:
    (data,) = kept(program, tmp_path).values()
    assert ovals(data) == 1


def test_places_of_widgets(tmp_path: Path) -> None:
    program = """
        r = tk.Tk()
        r.geometry("300x200")
        tk.Frame(r, height=20, bg="red").pack(fill="x")
        cv = tk.Canvas(r, width=50, height=40, highlightthickness=0)
        cv.create_line(0, 0, 9, 9)
        cv.place(relx=1.0, rely=1.0, anchor="se")
        r.mainloop()
    """
    (data,) = kept(program, tmp_path).values()
    assert [part[0] for part in content(data)["parts"]] == [
        [0, 0, 300, 200],
        [0, 0, 300, 20],
        [250, 160, 50, 40],
    ]


def test_pixels_that_are_put_into_an_image(tmp_path: Path) -> None:
    program = """
        r = tk.Tk()
        image = tk.PhotoImage(width=3, height=2)
        image.put("{red blue} {#0f0 white}", to=(1, 0))
        tk.Label(r, image=image).pack()
        r.mainloop()
        print(image.get(2, 0))
    """
    (data,) = kept(program, tmp_path).values()
    ((kind, width, height, text),) = content(data)["images"].values()
    pixels = zlib.decompress(base64.b64decode(text))
    assert (kind, width, height) == ("rgba", 3, 2)
    assert pixels == bytes.fromhex("00000000 ff0000ff 0000ffff 00000000 00ff00ff ffffffff".replace(" ", ""))


def test_a_turtle_at_its_own_speed_is_not_waited_for(tmp_path: Path) -> None:
    program = """
        import turtle
        for name in "12":
            turtle.title("board " + name)
            turtle.clear()
            for _ in range(20):
                turtle.begin_fill(); turtle.circle(30); turtle.end_fill(); turtle.forward(300); turtle.home()
            turtle.dot(int(name) * 20)
        print(turtle.speed(), turtle.textinput("a", "b"))
        turtle.exitonclick()
    """
    files = kept(program, tmp_path)
    assert titles(files)[-2:] == ["board 1", "board 2"]


@pytest.mark.needs("pygame")
def test_windows_of_pygame_close_by_themselves(tmp_path: Path) -> None:
    program = """
        import pygame
        for name in ("test_1", "test_2"):
            pygame.init()
            screen = pygame.display.set_mode((100, 100))
            pygame.display.set_caption(name)
            clock, running = pygame.time.Clock(), True
            while running:
                for event in pygame.event.get():
                    running = running and event.type != pygame.QUIT
                screen.fill("tan")
                pygame.display.flip()
                clock.tick(10)
            pygame.quit()
        pygame.init()
        pygame.display.set_mode((100, 100)).fill("red")
        pygame.display.update()
        while pygame.event.wait().type != pygame.KEYDOWN:
            pass
    """
    assert titles(kept(program, tmp_path)) == ["test_1", "test_2", ""]


@pytest.mark.needs("cv2")
def test_windows_of_opencv_close_by_themselves(tmp_path: Path) -> None:
    program = """
        import cv2, numpy
        for name in ("test_1", "test_2"):
            cv2.imshow(name, numpy.full((50, 50, 3), 200, "uint8"))
            cv2.waitKey(0)
            cv2.destroyAllWindows()
        while cv2.waitKey(20) & 0xFF != ord("q"):
            cv2.imshow("loop", numpy.zeros((50, 50)))
    """
    assert titles(kept(program, tmp_path)) == ["test_1", "test_2", "loop"]


# -- what programs see of the stand-in ------------------------------------------------------


def run(program: str, cwd: Path, *, real: bool = False) -> subprocess.CompletedProcess[str]:
    path = {} if real else {"PYTHONPATH": str(STAND_INS)}
    environment = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1", **path}
    return subprocess.run(
        [sys.executable, "-c", dedent(program)],
        cwd=cwd, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False,
    )  # fmt: skip


def printed(program: str, cwd: Path) -> str:
    done = run(program, cwd)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def test_what_programs_print(tmp_path: Path) -> None:
    """Each stands above what it prints."""
    programs = [part.partition("\n>>>\n")[0] for part in output("pictures/printed.txt").split("\n---\n")]
    said = [f"{program}\n>>>\n{printed(program, tmp_path)}" for program in programs]
    agrees("pictures/printed.txt", "\n---\n".join(said))


def test_a_missing_image_is_an_error_and_a_real_one_has_its_size(tmp_path: Path) -> None:
    (tmp_path / "a.gif").write_bytes(b"GIF89a\x07\x00\x09\x00" + bytes(30))
    program = """
        from tkinter import PhotoImage, TclError
        picture = PhotoImage(file="a.gif")
        print(picture.width(), picture.height(), picture.zoom(2).width())
        try:
            PhotoImage(file="b.gif")
        except TclError as error:
            print(error)
    """
    assert printed(program, tmp_path).splitlines() == [
        "7 9 14",
        'couldn\'t open "b.gif": no such file or directory',
    ]


def test_an_error_in_a_callback_is_shown_and_the_program_goes_on(tmp_path: Path) -> None:
    done = run(
        "import tkinter as t; r = t.Tk(); r.after(1, lambda: 1 / 0); r.mainloop(); print('on')", tmp_path
    )
    assert (done.returncode, done.stdout) == (0, "on\n")
    assert done.stderr.endswith("ZeroDivisionError: division by zero\n")


def test_exit_in_a_callback_ends_the_program(tmp_path: Path) -> None:
    done = run("import tkinter as t; r = t.Tk(); r.after(1, lambda: exit(3)); r.mainloop()", tmp_path)
    assert done.returncode == 3


NAMES = """
    import inspect, json, tkinter
    members = lambda v: [n for n in dir(v) if not n.startswith("_")] if inspect.isclass(v) else []
    print(json.dumps({name: members(getattr(tkinter, name)) for name in tkinter.__all__}))
"""
ASKED = """
    import inspect, json, sys, tkinter
    lacking = {}
    for name, members in json.load(open("names.json")).items():
        found = getattr(tkinter, name)
        if inspect.isclass(found) and issubclass(found, (tkinter.Misc, tkinter.Image)):
            about = (tkinter.Tk(), tkinter.StringVar(), "") if name == "OptionMenu" else ()
            found = found("photo") if found is tkinter.Image else found(*about)
        missing = [each for each in members if not hasattr(found, each)]
        if missing:
            lacking[name] = missing
    print(json.dumps(lacking))
"""
# Mixed-in names that a widget gets from another parent here, and events that cannot happen.
ELSEWHERE = {"Pack", "Place", "Grid", "EventType", "getint", "getdouble", "XView", "YView", "Wm"}


def test_every_name_of_the_real_package_is_there(tmp_path: Path) -> None:
    real = run(NAMES, tmp_path, real=True)
    if real.returncode:
        lacks("tkinter", "this Python has none to compare with")
    theirs, ours = json.loads(real.stdout), json.loads(printed(NAMES, tmp_path))
    assert ours.keys() == theirs.keys()
    (tmp_path / "names.json").write_text(json.dumps({n: v for n, v in theirs.items() if n not in ELSEWHERE}))
    assert json.loads(printed(ASKED, tmp_path)) == {}


# -- the stand-in for tkinter draws the same items at the same places as the real one under Xvfb ---


REAL = Path(__file__).parent / "real_tk.py"
SAMPLES = find_package("board9").path / "submissions" / "accepted"

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
