"""The stand-in for tkinter, run as in grading: in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

from gograde.pictures.capture.stand_ins_path import STAND_INS
from tests.needs import lacks

SECONDS = 20


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


def test_a_window_returns_so_that_the_next_one_follows(tmp_path: Path) -> None:
    program = """
        from tkinter import *
        for number in range(14):
            root = Tk()
            cv = Canvas(root, width=500, height=500, bg="#F7DCB4")
            first = cv.create_line(50, 50, 450, 50)
            second = cv.create_oval(30, 30, 70, 70, fill="black")
            cv.pack(side=LEFT)
            root.mainloop()
            print(number, first, second)
    """
    assert printed(program, tmp_path).splitlines() == [f"{number} 1 2" for number in range(14)]


def test_callbacks_run_in_the_order_of_their_times_and_not_after_cancelling(tmp_path: Path) -> None:
    program = """
        import tkinter as tk
        root = tk.Tk()
        root.after(20, print, "second")
        root.after(10, print, "first")
        root.after_cancel(root.after(15, print, "never"))
        root.after_idle(print, "at once")
        root.mainloop()
    """
    assert printed(program, tmp_path).split("\n")[:-1] == ["at once", "first", "second"]


def test_a_callback_that_asks_for_itself_for_ever_ends(tmp_path: Path) -> None:
    program = """
        import tkinter as tk
        root, calls = tk.Tk(), []
        def tick():
            calls.append(1)
            root.after(40, tick)
        tick()
        root.mainloop()
        print(len(calls), root.winfo_exists())
    """
    assert printed(program, tmp_path) == "501 False\n"


def test_a_loop_of_updates_ends_as_if_the_window_had_been_closed(tmp_path: Path) -> None:
    program = """
        import tkinter as tk
        root, rounds = tk.Tk(), 0
        try:
            while True:
                root.update()
                rounds += 1
        except tk.TclError as error:
            print(rounds, error)
    """
    assert (
        printed(program, tmp_path) == '40001 can\'t invoke "update" command: application has been destroyed\n'
    )


def test_the_closing_handler_of_a_program_is_called(tmp_path: Path) -> None:
    program = """
        import tkinter as tk
        root, state = tk.Tk(), {"running": True}
        def closed():
            state["running"] = False
            root.destroy()
        root.protocol("WM_DELETE_WINDOW", closed)
        while state["running"]:
            root.update()
        print("left")
    """
    assert printed(program, tmp_path) == "left\n"


def test_quit_leaves_the_loop_and_keeps_the_window(tmp_path: Path) -> None:
    program = """
        import tkinter as tk
        root = tk.Tk()
        root.after(1, root.quit)
        root.after(2, print, "never")
        root.mainloop()
        print(root.winfo_exists())
    """
    assert printed(program, tmp_path) == "True\n"


def test_an_error_in_a_callback_is_shown_and_the_program_goes_on(tmp_path: Path) -> None:
    done = run(
        "import tkinter as t; r = t.Tk(); r.after(1, lambda: 1 / 0); r.mainloop(); print('on')", tmp_path
    )
    assert (done.returncode, done.stdout) == (0, "on\n")
    assert done.stderr.endswith("ZeroDivisionError: division by zero\n")


def test_exit_in_a_callback_ends_the_program(tmp_path: Path) -> None:
    done = run("import tkinter as t; r = t.Tk(); r.after(1, lambda: exit(3)); r.mainloop()", tmp_path)
    assert done.returncode == 3


def test_a_canvas_answers_about_its_items(tmp_path: Path) -> None:
    program = """
        from tkinter import Canvas
        cv = Canvas(width=300)
        stone = cv.create_oval((10, 20), (30, 40), fill="white", tags="stone white")
        cv.create_text(5, 5, {"text": "1"}, anchor="nw")
        cv.move(stone, 100, 0)
        print(cv.coords(stone), cv.bbox("stone"), cv.itemcget(stone, "fill"), cv.gettags(stone))
        print(cv["width"], cv.winfo_width(), cv.winfo_height(), cv.type(2), cv.find_closest(0, 0))
        cv.delete("white")
        print(cv.find_all(), cv.coords(stone))
    """
    assert printed(program, tmp_path).splitlines() == [
        "[110.0, 20.0, 130.0, 40.0] (110, 20, 130, 40) white ('stone', 'white')",
        "300 300 265 text (2,)",
        "(2,) []",
    ]


def test_variables_and_widgets_hold_their_values(tmp_path: Path) -> None:
    program = """
        from tkinter import *
        name = StringVar(value="a")
        name.trace_add("write", lambda *about: print("now", name.get()))
        entry = Entry(textvariable=name)
        entry.insert(END, "b")
        ticked = IntVar()
        Checkbutton(variable=ticked).invoke()
        text = Text()
        text.insert("1.0", "one\\ntwo")
        print(entry.get(), ticked.get(), repr(text.get("2.0", END)), BooleanVar(value="yes").get())
    """
    assert printed(program, tmp_path).splitlines() == ["now ab", "ab 1 'two\\n' True"]


def test_a_window_class_of_the_students_own(tmp_path: Path) -> None:
    program = """
        import tkinter as tk
        from tkinter import ttk
        class Board(tk.Frame):
            def __init__(self, master=None):
                super().__init__(master, bg="tan")
                self.pack()
                self.button = ttk.Button(self, text="next", command=lambda: print("pressed"))
                self.button.grid(row=0, column=0)
        board = Board()
        board.button.invoke()
        print(board, board.button, hasattr(board, "history"), board["bg"])
        print(board.winfo_toplevel() is board.master)
        board.mainloop()
    """
    assert printed(program, tmp_path).splitlines() == [
        "pressed", ".!board .!board.!button False tan", "True", "pressed",
    ]  # fmt: skip


def test_boxes_and_dialogs_answer_at_once(tmp_path: Path) -> None:
    program = """
        from tkinter import messagebox, filedialog, simpledialog, colorchooser
        again = 0
        while messagebox.askyesno("once more?"):
            again += 1
        print(again, messagebox.showinfo("a", "b"), repr(filedialog.askopenfilename()))
        print(simpledialog.askinteger("n", "n"), colorchooser.askcolor(), messagebox.askretrycancel())
    """
    assert printed(program, tmp_path).splitlines() == ["50 ok ''", "None (None, None) False"]


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


def test_pillow_and_turtle_work_on_it(tmp_path: Path) -> None:
    program = """
        import tkinter, turtle
        from PIL import Image, ImageTk
        root = tkinter.Tk()
        photo = ImageTk.PhotoImage(Image.new("RGB", (20, 10)))
        tkinter.Canvas(root).create_image(0, 0, image=photo)
        turtle.speed(0)
        turtle.goto(10, 0)
        turtle.circle(20)
        turtle.done()
        print(photo.width(), turtle.__name__)
    """
    assert printed(program, tmp_path) == "20 turtle\n"


def test_star_imports_bring_the_names_of_the_real_package_and_no_module(tmp_path: Path) -> None:
    program = """
        from tkinter import *
        from tkinter.font import Font
        from tkinter.ttk import *
        from tkinter.messagebox import *
        print(LEFT, RIGHT, TOP, BOTH, END, N + S, YES, NO, "sys" in globals(), "enum" in globals())
    """
    assert printed(program, tmp_path) == "left right top both end ns yes no False False\n"


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


def test_a_method_that_shows_what_is_not_imitated_is_told(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    program = """
        import os, tkinter, _window_files
        from tkinter import ttk
        _window_files.FOLDER = "kept"
        root = tkinter.Tk()
        root.focus_set(), tkinter.Text(root).see("end")
        tkinter.Text(root).tag_configure("red", foreground="red")
        print(ttk.Treeview(root).insert("", "end", text="a"), hasattr(root, "history"))
        print(sorted(os.listdir("kept")))
    """
    assert printed(program, tmp_path).splitlines() == [
        "I001 False",
        "['unseen-not%20imitated-Text.tag_configure.note', 'unseen-not%20imitated-Treeview.insert.note']",
    ]


def test_it_imports_nothing_of_the_grader_and_no_library_of_pictures(tmp_path: Path) -> None:
    program = """
        import sys, tkinter, tkinter.ttk, tkinter.simpledialog, tkinter.scrolledtext
        ours = [name for name in sys.modules if name.startswith("gograde")]
        heavy = {"json", "zlib", "numpy", "PIL"} & set(sys.modules)
        print(ours, heavy)
    """
    assert printed(program, tmp_path) == "[] set()\n"


def test_an_animation_for_ever_ends_too(tmp_path: Path) -> None:
    program = """
        import tkinter as tk
        root = tk.Tk()
        cv = tk.Canvas(root)
        ball, rounds = cv.create_oval(0, 0, 9, 9), 0
        while root.winfo_exists():
            cv.move(ball, 1, 0)
            root.update()
            rounds += 1
        print(rounds)
    """
    assert printed(program, tmp_path) == "26667\n"


def test_matplotlib_stays_without_a_screen_and_nobody_clicks(tmp_path: Path) -> None:
    program = """
        import matplotlib
        matplotlib.use("TkAgg")
        import matplotlib.pyplot as plt
        plt.switch_backend("Qt5Agg")
        plt.plot([1], [1])
        print(matplotlib.get_backend(), plt.ginput(1), plt.waitforbuttonpress())
    """
    assert printed(program, tmp_path) == "module://_matplotlib_windows [] None\n"
