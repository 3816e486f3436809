"""Styles drawn by public Go programs: windows, output in a terminal, printed diagrams.

Nothing is installed: a style whose program is missing is named and left out. Programs without a system
package are searched for in the folder BENCH_PROGRAMS, in subfolders with their names. Half of the programs
are held (their names end in `*`): while tuning, nobody looks at their pictures or reasons, only at the
counts.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from PIL import Image

from benchmarks.pictures.printed import latex, post_script, printed, psgo
from benchmarks.pictures.screens import Window, missing, path, sgf_of, shot, terminal
from benchmarks.pictures.styles import Style

Board = tuple[str, ...]
LIBRARIES = Path(__file__).with_name("libraries.py")
SCREEN = ("Xvfb", "xdotool", "xwininfo")
THEMES = (
    "Lizzie-look", "antique", "baduktv", "cartoon", "foxwq", "happy-stones", "hikaru", "hongaya", "koast",
    "print", "real-stones", "subdued", "woodstone", "yuki", "yunzi",
)  # fmt: skip
MODULES = {
    "sgfmill": "sgfmill.boards", "sgf2image": "sgfmill, PIL.Image",
    "minigo": "numpy", "gymgo": "numpy, scipy",
    "open_spiel": "pyspiel", "pettingzoo": "pettingzoo.classic.go.go",
}  # fmt: skip
CHECKOUTS = {
    "sgf2image": "sgf2image", "minigo": "minigo", "gymgo": "GymGo", "sgftopng": "sgfutils", "gogui": "gogui"
}  # fmt: skip
SANS, MONO = "DejaVu Sans Mono", "Liberation Mono"


def _checkouts() -> Path:
    return Path(os.environ.get("BENCH_PROGRAMS", "/nowhere"))


@cache
def _python(library: str) -> str | None:
    """An interpreter that can import what the library needs; None when there is none."""
    for python in ("/usr/bin/python3", *os.environ.get("BENCH_PYTHONS", "").split(":")):
        if python and Path(python).exists():
            command = [python, "-c", f"import {MODULES[library]}"]
            if subprocess.run(command, capture_output=True, check=False).returncode == 0:
                return python
    return None


def _lacks(programs: Sequence[str], library: str = "", folder: str = "") -> str:
    """The missing programs, library and checkout, joined by commas."""
    found = missing(*programs)
    if library and not _python(library):
        found.append(library)
    if folder and not (_checkouts() / folder).is_dir():
        found.append(folder)
    return ", ".join(found)


def _asked(library: str, look: str, board: Board, ending: str) -> bytes:
    """The file that a library draws or prints of a board."""
    python = _python(library)
    assert python
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"board.{ending}"
        words = [python, str(LIBRARIES), library, look, str(_checkouts()), str(file), sgf_of(board)]
        subprocess.run(words, input="\n".join(board), text=True, capture_output=True, check=True, timeout=120)
        return file.read_bytes()


def _style(name: str, draw: Callable[[Board], Image.Image], lacks: Callable[[], str]) -> Style:
    def pictures(boards: Sequence[Board]) -> list[Image.Image | None] | None:
        if lacks():
            return None
        return [draw(board) if len(board) == len(board[0]) else None for board in boards]

    return Style(name, outside=name, program=pictures)


def _window(name: str, window: Window, last: bool = False) -> Style:
    """The window of a program that reads game records; with `last` it is moved to the last move."""
    needs = (*SCREEN, *(word for word in window.command[:1]))
    terms = [window.command[window.command.index("-e") + 1]] if window.command[0] == "xterm" else []
    return _style(name, lambda board: shot(window, sgf_of(board, last)), lambda: _lacks((*needs, *terms)))


def _typed(name: str, library: str, look: str, font: str, colours: tuple[str, str]) -> Style:
    """The output of a library, in a terminal."""
    window = terminal(("sh", "-c", 'cat "$0"; read wait', "{text}"), font, colours)

    def draw(board: Board) -> Image.Image:
        return shot(window, "", _asked(library, look, board, "txt").decode())

    return _style(name, draw, lambda: _lacks((*SCREEN, "xterm"), library, CHECKOUTS.get(library, "")))


def _drawn(name: str, library: str, look: str) -> Style:
    """A picture drawn by a library."""

    def draw(board: Board) -> Image.Image:
        import io

        return Image.open(io.BytesIO(_asked(library, look, board, "png"))).convert("RGB")

    return _style(name, draw, lambda: _lacks((), library, CHECKOUTS.get(library, "")))


def _page(name: str, draw: Callable[[Board], Image.Image], *programs: str) -> Style:
    return _style(name, draw, lambda: _lacks((*programs, "gs")))


def _made(board: Board, words: Sequence[str]) -> Image.Image:
    """The picture that a command makes of a game record.

    `{sgf}` and `{png}` stand for files, `{at}` for the folder of checkouts.
    """
    with tempfile.TemporaryDirectory() as folder:
        names = {"sgf": f"{folder}/game.sgf", "png": f"{folder}/game.png", "at": str(_checkouts())}
        Path(names["sgf"]).write_text(sgf_of(board), encoding="utf-8")
        env = {**os.environ, "PATH": path(), "HOME": folder}
        command = [word.format(**names) for word in words]
        subprocess.run(command, cwd=folder, env=env, capture_output=True, check=True, timeout=120)
        return Image.open(names["png"]).convert("RGB").copy()


def _command(name: str, folder: str, words: Sequence[str]) -> Style:
    needs = tuple(word for word in words[:1] if "{" not in word)
    return _style(name, lambda board: _made(board, words), lambda: _lacks(needs, folder=folder))


def _gnugo(name: str, font: str, ink: str, paper: str, cells: str = "80x32") -> Style:
    command = ("gnugo", "--mode", "ascii", "--quiet", "-l", "{sgf}")
    return _window(f"gnugo {name}", terminal(command, font, (ink, paper), cells))


def _cgoban(name: str, *options: str) -> Style:
    """A window of cgoban, after the eight seconds in which its name and licence cover the board."""
    return _window(name, Window(("cgoban", *options, "-edit", "{sgf}"), "No Title", wait=8.0))


def _ascii_diagram(board: Board) -> Image.Image:
    command = (
        "sh",
        "-c",
        'sgf2dg -converter ASCII -coords "$0" >/dev/null 2>&1; tail -n +19 *.ascii; read w',
        "{sgf}",
    )
    return shot(terminal(command, f"{SANS}:9", cells="100x50"), sgf_of(board))


LATEX = ("latex", "dvips")
QUARRY = ("quarry", "{sgf}")
OPEN = (
    _cgoban("cgoban"),
    _cgoban("cgoban plain", "-hiContrast", "-fontHeight", "16"),
    _cgoban("cgoban grey", "-nocolor", "-fontHeight", "9"),
    _window("quarry", Window(QUARRY, "game.sgf")),
    _window("quarry small", Window(QUARRY, "game.sgf", (460, 380))),
    _window("quarry last", Window(QUARRY, "game.sgf", (1000, 800), ("alt+Page_Down",)), last=True),
    _gnugo("light", f"{SANS}:12", "black", "white"),
    _gnugo("green", "7x13", "green", "black"),
    _gnugo("navy", "10x20", "#e0e0e0", "#101840"),
    _gnugo("ivory", f"{MONO}:10", "#403020", "ivory"),
    _gnugo("small", "6x10", "grey80", "black", "60x30"),
    _page("sgf2dg", lambda board: printed(sgf_of(board), ("-simple",), 200), "sgf2dg", "tex", "dvips"),
    _page(
        "sgf2dg coordinates",
        lambda board: printed(sgf_of(board, last=True), ("-simple", "-coords", "-bigFonts"), 300),
        "sgf2dg", "tex", "dvips",
    ),
    _page("sgf2dg postscript", lambda board: post_script(sgf_of(board), ("-coords",), 90), "sgf2dg"),
    _page("psgo", lambda board: latex(psgo(board, plain=False), ("psgo",), 150), *LATEX),
    _page("psgo plain", lambda board: latex(psgo(board, plain=True), ("psgo",), 100), *LATEX),
    _style("sgf2dg ascii", _ascii_diagram, lambda: _lacks((*SCREEN, "xterm", "sgf2dg"))),
    _typed("minigo", "minigo", "colours", f"{SANS}:11", ("grey90", "black")),
    _typed("minigo plain", "minigo", "plain", "9x15", ("black", "#fdf6e3")),
    _typed("sgfmill", "sgfmill", "", f"{SANS}:10", ("black", "white")),
    _typed("sgfmill dark", "sgfmill", "", "8x13", ("white", "#300a24")),
    *(_drawn(f"sgf2image {theme}", "sgf2image", theme) for theme in THEMES[::2]),
)  # fmt: skip

GOGUI = (
    "java",
    "-Djava.awt.headless=true",
    "-cp",
    "{at}/gogui/build/classes",
    "net.sf.gogui.tools.thumbnailer.Main",
)

HELD = (
    _window("mgt*", terminal(("mgt", "{sgf}"), f"{SANS}:12")),
    _window("mgt dark*", terminal(("mgt", "{sgf}"), "9x15", ("grey90", "black"))),
    _command("gogui*", "gogui", (*GOGUI, "-size", "400", "{sgf}", "{png}")),
    _command("gogui small*", "gogui", (*GOGUI, "-size", "200", "{sgf}", "{png}")),
    _command("sgftopng*", "sgfutils", ("{at}/sgfutils/sgftopng", "-o", "{png}", "{sgf}")),
    _command(
        "sgftopng coordinates*", "sgfutils", ("{at}/sgfutils/sgftopng", "-coordLB", "-o", "{png}", "{sgf}")
    ),
    _drawn("pettingzoo*", "pettingzoo", "400"),
    _drawn("pettingzoo large*", "pettingzoo", "800"),
    _typed("open spiel*", "open_spiel", "", f"{SANS}:12", ("black", "white")),
    _typed("open spiel dark*", "open_spiel", "", "10x20", ("#d0d0d0", "#1e1e1e")),
    _typed("gymgo*", "gymgo", "", f"{SANS}:12", ("grey90", "black")),
    *(_drawn(f"sgf2image {theme}*", "sgf2image", theme + "-") for theme in THEMES[1::2]),
)

DESKTOP = (*OPEN, *HELD)
