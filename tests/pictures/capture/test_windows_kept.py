"""The windows of a program are kept at its end, with their titles and in their order."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from gograde.grading.captured_files import captured_of, note_of
from tests.pictures.capture.run_program import files_kept

BOARD = """
    import tkinter as tk
    def board(parent, stones=1):
        cv = tk.Canvas(parent, width=100, height=100)
        for i in range(stones):
            cv.create_oval(10 * i, 0, 10 * i + 8, 8, fill="black")
        cv.pack()
        return cv
"""


def kept(program: str, folder: Path) -> Mapping[str, bytes]:
    path = folder / "program.py"
    path.write_text(dedent(BOARD) + dedent(program), encoding="utf-8")
    return files_kept(path, folder)


def titles(files: Mapping[str, bytes]) -> list[str]:
    found = [captured_of(name) for name in files if not note_of(name)]
    assert [one.order for one in found if one] == list(range(1, len(found) + 1))
    return [one.title for one in found if one]


def parts(data: bytes) -> Any:
    head, _, body = data.partition(b"\n")
    assert head.startswith(b"gograde drawing 1 ")
    return json.loads(body)["parts"]


def ovals(data: bytes) -> int:
    return sum(item[0] == "oval" for part in parts(data) for item in part[3])


@pytest.mark.parametrize(
    ("program", "expected"),
    [
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
    ],
)
def test_what_is_kept_of_windows(program: str, expected: list[str], tmp_path: Path) -> None:
    assert titles(kept(program, tmp_path)) == expected


@pytest.mark.parametrize("command", ["exit", "r.destroy", "r.quit", "lambda: 1 / 0", "lambda: v.set(1)"])
def test_a_lone_button_is_pressed_and_ends_no_program(command: str, tmp_path: Path) -> None:
    program = f"""
        for k in "12":
            r = tk.Tk(); r.title(k); board(r)
            v = tk.IntVar()
            tk.Button(r, text="?", command={command}).pack()
            r.wait_variable(v) if "set" in "{command}" else r.mainloop()
    """
    assert titles(kept(program, tmp_path)) == ["1", "2"]


def test_a_button_that_nobody_knows_to_press_is_told(tmp_path: Path) -> None:
    program = """
        r = tk.Tk(); board(r)
        for name in ("white", "black"):
            tk.Button(r, text=name, command=print).pack()
        r.mainloop()
    """
    names = list(kept(program, tmp_path))
    assert [note_of(name) for name in names] == [
        None, ("a window", "a button, a key or the mouse may show more in it, and nobody pressed it"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("handler", "expected"),
    [
        ("cv.tag_bind('next', '<Button-1>', following)", ["1", "2", "3"]),
        ("r.bind('<Key>', following)", ["1", "2", "3"]),
        ("r.bind('<ButtonRelease-1>', following)", ["1", "2", "3"]),
        ("cv.tag_bind('next', '<1>', lambda event: 1 / 0)", ["1"]),
        ("cv.bind('<Button-1>', lambda event: cv.create_oval(event.x, event.y, 9, 9))", ["1"]),
    ],
)
def test_clicks_and_keys_that_lead_on_are_given(handler: str, expected: list[str], tmp_path: Path) -> None:
    program = f"""
        r = tk.Tk(); r.title("1"); cv = board(r)
        cv.create_text(50, 90, text="next", tags="next")
        left = list("23")
        def following(event):
            if left:
                r.title(left.pop(0))
                cv.create_oval(0, 0, 8, 8)
        {handler}
        r.mainloop()
    """
    files = kept(program, tmp_path)
    assert titles(files) == expected
    played = "create_oval(event" in handler
    assert [note_of(name) is not None for name in files] == [False] * len(expected) + [True] * played


@pytest.mark.parametrize("update", ["update", "update_idletasks"])
def test_updates_that_catch_nothing_end_the_program_well(update: str, tmp_path: Path) -> None:
    program = f"""
        r = tk.Tk(); r.title("a"); board(r)
        while True:
            r.{update}()
    """
    assert titles(kept(program, tmp_path)) == ["a"]


def test_a_window_that_the_program_closed_itself_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="application has been destroyed"):
        kept("r = tk.Tk(); board(r); r.destroy(); r.update()", tmp_path)


@pytest.mark.parametrize("clock", ["time.time", "time.perf_counter", "monotonic"])
def test_time_passes_without_anybody_waiting(clock: str, tmp_path: Path) -> None:
    program = f"""
        import time
        from time import monotonic, sleep
        r = tk.Tk(); board(r)
        begun = {clock}()
        while {clock}() - begun < 3600:
            r.update()
            sleep(20)
        r.title("an hour later")
    """
    assert titles(kept(program, tmp_path)) == ["an hour later"]


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


def test_nothing_is_kept_where_nobody_asks(tmp_path: Path) -> None:
    program = "import _window_files; _window_files.FOLDER = ''; r = tk.Tk(); board(r); r.mainloop()"
    assert kept(program, tmp_path) == {}


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


def test_attributes_of_a_programs_own_classes_do_not_matter(tmp_path: Path) -> None:
    program = """
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
    """
    (data,) = kept(program, tmp_path).values()
    assert ovals(data) == 1


def test_a_fault_of_ours_is_told_and_one_of_the_program_is_not(tmp_path: Path) -> None:
    program = """
        r = tk.Tk(); board(r)
        r.after(1, lambda: tk.Canvas(r).create_line("a", 2))
        r.after(2, lambda: 1 / 0)
        r.mainloop()
    """
    names = list(kept(program, tmp_path))
    assert [note_of(name) for name in names if note_of(name)] == [
        (
            "what a library shows",
            "our stand-in for the library failed: ValueError(\"could not convert string to float: 'a'\")",
        )
    ]


def test_options_of_a_librarys_own_do_not_matter(tmp_path: Path) -> None:
    program = """
        class Window(tk.Tk):
            def cget(self, key):
                raise ValueError("no option of Tk is known here")
        r = Window()
        board(r)
        r.mainloop()
    """
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
    assert [part[0] for part in parts(data)] == [[0, 0, 300, 200], [0, 0, 300, 20], [250, 160, 50, 40]]


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
    ((kind, width, height, text),) = json.loads(data.partition(b"\n")[2])["images"].values()
    import base64

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


def test_figures_of_matplotlib(tmp_path: Path) -> None:
    program = """
        import matplotlib.pyplot as plt
        plt.plot([1, 2]); plt.title("Problem 1"); plt.show()
        assert plt.get_fignums() == []
        plt.figure("test_2"); plt.plot([2, 1]); plt.show(block=False); plt.pause(1); plt.close()
        plt.figure(figsize=(90, 1)); plt.suptitle("wide"); plt.pause(1); plt.clf(); plt.show(block=False)
        plt.savefig("own.png"); plt.figure(); plt.plot([1]); plt.draw()
    """
    files = kept(program, tmp_path)
    assert titles(files) == ["Problem 1", "test_2", "wide", ""]
    assert {name.split("-")[2] for name in files} == {"figure"}
    assert all(data.startswith(b"\x89PNG") for data in files.values())


def test_images_that_pillow_shows(tmp_path: Path) -> None:
    program = """
        from PIL import Image
        Image.new("RGB", (30, 20)).save("test_1.png")
        Image.open("test_1.png").show()
        Image.new("CMYK", (30, 20)).show(title="Problem 2")
    """
    assert titles(kept(program, tmp_path)) == ["test_1", "Problem 2"]


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
