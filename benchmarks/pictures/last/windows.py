"""Real windows of tkinter, turtle and customtkinter on a screen of their own."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image, ImageGrab

from benchmarks.pictures.last.public import installed
from benchmarks.pictures.last.tools import Board
from benchmarks.pictures.real import python_with

PROGRAM = Path(__file__).with_name("window_program.py")
WINDOWS = ("canvas_and_menu", "two_canvases", "grid_of_labels", "grid_of_buttons", "by_turtle", "custom")
PACKAGES = {"custom": ("customtkinter==6.0.0", "packaging==26.0", "darkdetect==0.8.0")}


def photographed(look: str, boards: Sequence[Board], seed: int) -> list[Image.Image] | None:
    """A picture of each window; None when the toolkit, the screen or a package is missing."""
    python = python_with("tkinter")
    if python is None or not shutil.which("Xvfb"):
        return None
    more: dict[str, str] = {}
    if look in PACKAGES:
        folder = installed(PACKAGES[look])
        if folder is None:
            return None
        more["PYTHONPATH"] = str(folder)
    with _screen() as display:
        env = {**os.environ, **more, "DISPLAY": display}
        words = [python, str(PROGRAM), look, str(seed)]
        with subprocess.Popen(words, text=True, env=env, stdin=-1, stdout=-1, stderr=-3) as worker:
            return [_window(worker, board, display) for board in boards]


def _window(worker: subprocess.Popen[str], board: Board, display: str) -> Image.Image:
    assert worker.stdin
    assert worker.stdout
    worker.stdin.write(json.dumps(board) + "\n")
    worker.stdin.flush()
    left, top, width, height = json.loads(worker.stdout.readline())
    taken = ImageGrab.grab((left, top, left + width, top + height), xdisplay=display).convert("RGB")
    worker.stdin.write("\n")
    worker.stdin.flush()
    return taken


@contextlib.contextmanager
def _screen() -> Iterator[str]:
    """A screen that nobody sees; its name."""
    command = ["Xvfb", "-screen", "0", "1400x1100x24", "-displayfd", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout
        try:
            yield f":{server.stdout.readline().strip()}"
        finally:
            server.terminate()
