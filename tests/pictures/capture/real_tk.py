"""Runs a program with the real tkinter; announces each window that would wait, then closes it.

It prints a line `title<TAB>x y width height` for each drawn window and then waits for a line on standard
input, so that the caller can look at the screen.
"""

from __future__ import annotations

import sys
import time
import tkinter
from typing import Any

SECONDS = 0.3
ROUNDS = 10
"""How often the screen is asked something at last: it answers when it has done all that it was told."""


def show(window: Any, *_: Any) -> None:
    """Take the place of the loop: draw, tell, wait, close."""
    root = window._root()
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        root.update()
        time.sleep(0.01)
    for _ in range(ROUNDS):
        root.update()
        root.winfo_pointerxy()
    for one in (root, *(child for child in root.winfo_children() if isinstance(child, tkinter.Toplevel))):
        box = one.winfo_rootx(), one.winfo_rooty(), one.winfo_width(), one.winfo_height()
        told.write(f"{one.title()}\t{' '.join(map(str, box))}\n")
        told.flush()
        sys.stdin.readline()
    root.destroy()


told, sys.stdout = sys.stdout, sys.stderr
tkinter.Misc.mainloop = tkinter.Misc.wait_window = show  # type: ignore[assignment, method-assign]
tkinter.mainloop = lambda n=0: show(tkinter._default_root)  # type: ignore[attr-defined]

import turtle  # noqa: E402 - it takes tkinter as it is now

turtle.TurtleScreenBase.mainloop = lambda self: show(self.cv)  # type: ignore[assignment, attr-defined]
for name in ("mainloop", "done"):
    setattr(turtle, name, lambda: show(turtle.getcanvas()))
turtle.exitonclick = turtle.done  # type: ignore[assignment]
sys.argv = sys.argv[1:]
with open(sys.argv[0], encoding="utf-8") as source:  # noqa: PTH123
    exec(compile(source.read(), sys.argv[0], "exec"), {"__name__": "__main__"})
