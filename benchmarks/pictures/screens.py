"""Programs on an invisible display: the picture of a window as a person would take it."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageGrab

Board = tuple[str, ...]
SCREEN = (1280, 1024)
GAMES = "/usr/games"
"""The folder where Debian installs games, outside of most users' PATH."""

_LEAST = 100
"""Pixels a side of a window that shows a board, at least."""

_PATIENCE, _GLANCE, _STILL, _WAIT = 25.0, 0.25, 3, 0.6
"""Seconds to wait for a window to appear and to stop changing; seconds between two looks; looks in a row
that must agree; seconds before the first look.
"""


@dataclass(frozen=True)
class Window:
    """How to start a program and find its window.

    In `command`, `{sgf}` and `{text}` stand for files with the board. `named` is a part of the window's name
    or class. `size` is the requested size in pixels. `keys` are pressed in the window. `wait` is the time in
    seconds until a splash screen is gone.
    """

    command: tuple[str, ...]
    named: str
    size: tuple[int, int] | None = None
    keys: tuple[str, ...] = ()
    wait: float = 0.0


def path() -> str:
    """The search path for programs."""
    return os.pathsep.join((os.environ.get("PATH", ""), GAMES))


def missing(*programs: str) -> list[str]:
    """Those of the programs that are not on this machine."""
    return [name for name in programs if not shutil.which(name, path=path())]


def sgf_of(board: Board, last: bool = False) -> str:
    """A game record that sets up the board; with `last`, one of its stones is a move."""
    places = {stone: _places(board, stone) for stone in "XO"}
    move = ""
    if last and any(places.values()):
        stone = "X" if places["X"] else "O"
        move = f";{'B' if stone == 'X' else 'W'}[{places[stone].pop(len(places[stone]) // 2)}]"
    setup = "".join(
        f"A{colour}" + "".join(f"[{place}]" for place in places[stone])
        for colour, stone in (("B", "X"), ("W", "O"))
        if places[stone]
    )
    size = len(board) if len(board) == len(board[0]) else f"{len(board[0])}:{len(board)}"
    return f"(;GM[1]FF[4]CA[UTF-8]SZ[{size}]KM[6.5]{setup}{move})\n"


def _places(board: Board, stone: str) -> list[str]:
    return [
        chr(97 + c) + chr(97 + r)
        for r, line in enumerate(board)
        for c, sign in enumerate(line)
        if sign == stone
    ]


def shot(window: Window, sgf: str, text: str = "") -> Image.Image:
    """The picture of a program's window that shows a game record or a text."""
    with tempfile.TemporaryDirectory() as home, _server() as display:
        env = {**os.environ, "DISPLAY": display, "HOME": home, "PATH": path(), "LC_ALL": "C.UTF-8"}
        files = {"sgf": Path(home) / "game.sgf", "text": Path(home) / "board.txt"}
        files["sgf"].write_text(sgf, encoding="utf-8")
        files["text"].write_text(text, encoding="utf-8")
        command = [word.format(**files) if "{" in word else word for word in window.command]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(command, env=env, cwd=home, **quiet) as program:  # type: ignore[call-overload]
            try:
                return _grabbed(window, env, display)
            finally:
                program.kill()


def _grabbed(window: Window, env: dict[str, str], display: str) -> Image.Image:
    """The picture of the window alone; other windows, later ones too, are moved off the screen."""
    shown = _found(window.named, env)
    _xdotool(env, "mousemove", *(str(side - 1) for side in SCREEN))
    _xdotool(env, "windowmove", shown, "0", "0")
    if window.size:
        _xdotool(env, "windowsize", shown, *map(str, window.size))
    for key in window.keys:
        _xdotool(env, "windowfocus", shown, "key", "--window", shown, key)
    time.sleep(window.wait)
    whole = _still(display)
    if _away(shown, env):
        whole = _still(display)
    width, height = _size(shown, env)
    return whole.crop((0, 0, min(width, SCREEN[0]), min(height, SCREEN[1])))


def _found(named: str, env: dict[str, str]) -> str:
    """The largest window of that name; raises TimeoutError when none appears."""
    ends = time.monotonic() + _PATIENCE
    while time.monotonic() < ends:
        sizes = {window: _size(window, env) for window in _ids(env, named)}
        best = max(sizes, key=lambda window: sizes[window][0] * sizes[window][1], default="")
        if best and min(sizes[best]) >= _LEAST:
            return best
        time.sleep(_GLANCE)
    raise TimeoutError(f"no window named {named}")


def _away(shown: str, env: dict[str, str]) -> bool:
    """Move all other windows off the screen, and return whether there were any."""
    others = [window for window in _all(env) if window != shown]
    for other in others:
        _xdotool(env, "windowmove", other, *map(str, SCREEN))
    return bool(others)


def _ids(env: dict[str, str], named: str) -> list[str]:
    """The top-level windows whose name or class contains `named`."""
    told = _xdotool(env, "search", "--maxdepth", "1", "--onlyvisible", "--name", "--class", named)
    return [line for line in told.split() if line.isdigit()]


def _all(env: dict[str, str]) -> list[str]:
    """All top-level windows, with or without a name."""
    told = subprocess.run(
        ["xwininfo", "-root", "-children"], env=env, capture_output=True, text=True, check=True
    )
    words = [line.split() for line in told.stdout.splitlines()]
    return [str(int(line[0], 16)) for line in words if line and line[0].startswith("0x")]


def _size(window: str, env: dict[str, str]) -> tuple[int, int]:
    told = dict(
        line.split("=", 1)
        for line in _xdotool(env, "getwindowgeometry", "--shell", window).split()
        if "=" in line
    )
    return int(told.get("WIDTH", 0)), int(told.get("HEIGHT", 0))


def _xdotool(env: dict[str, str], *words: str) -> str:
    return subprocess.run(["xdotool", *words], env=env, capture_output=True, text=True, check=False).stdout


def _still(display: str) -> Image.Image:
    """The screen once it has stopped changing."""
    time.sleep(_WAIT)
    ends, same = time.monotonic() + _PATIENCE, 0
    before = ImageGrab.grab(xdisplay=display).convert("RGB")
    while same < _STILL and time.monotonic() < ends:
        time.sleep(_GLANCE)
        now = ImageGrab.grab(xdisplay=display).convert("RGB")
        same = same + 1 if now.tobytes() == before.tobytes() else 0
        before = now
    return before


@contextlib.contextmanager
def _server() -> Iterator[str]:
    """A new display; the server ends with the context, and with it all windows on it."""
    command = [
        "Xvfb",
        "-displayfd",
        "1",
        "-screen",
        "0",
        f"{SCREEN[0]}x{SCREEN[1]}x24",
        "-nolisten",
        "tcp",
        "-noreset",
    ]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, **pipes) as server:  # type: ignore[call-overload]
        assert server.stdout
        number = server.stdout.readline().decode().strip()
        try:
            yield f":{number}"
        finally:
            server.terminate()


def terminal(
    command: Sequence[str], font: str, colours: tuple[str, str] = ("black", "white"), cells: str = "80x32"
) -> Window:
    """The window of a terminal that runs a command; a font is a core font or `face:points`."""
    face, _, points = font.partition(":")
    chosen = ("-fa", face, "-fs", points) if points else ("-fn", face)
    ink, paper = colours
    looks = ("-geometry", cells, "-fg", ink, "-bg", paper, *chosen)
    return Window(("xterm", "-u8", "-T", "terminal", *looks, "-e", *command), "terminal")
