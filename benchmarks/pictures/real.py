"""Toolkits that run in their own process: cairo and tkinter of the system's Python, and pygame."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image, ImageGrab

Board = tuple[str, ...]
PROGRAM = Path(__file__).with_name("outside.py")
IMPORTS = {"cairo": "cairo", "pygame": "pygame", "tkinter": "tkinter"}
DISPLAY = ":97"


def python_with(toolkit: str) -> str | None:
    """An interpreter with the toolkit: ours, the system's, or one named in BENCH_PYTHONS; else None."""
    named = os.environ.get("BENCH_PYTHONS", "").split(":")
    for python in (sys.executable, "/usr/bin/python3", *named):
        if python and Path(python).exists():
            command = [python, "-c", f"import {IMPORTS[toolkit]}"]
            if subprocess.run(command, capture_output=True, check=False).returncode == 0:
                return python
    return None


def draw_outside(toolkit: str, boards: Sequence[Board]) -> list[Image.Image] | None:
    """A picture of each board, or None when the toolkit is missing."""
    python = python_with(toolkit)
    if python is None or (toolkit == "tkinter" and not shutil.which("Xvfb")):
        return None
    with tempfile.TemporaryDirectory() as folder, _display(toolkit) as env:
        file = Path(folder) / "board.png"
        command = [python, str(PROGRAM), toolkit]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(command, text=True, env=env, **pipes) as worker:  # type: ignore[call-overload]
            return [_one(worker, toolkit, board, file) for board in boards]


def _one(worker: subprocess.Popen[str], toolkit: str, board: Board, file: Path) -> Image.Image:
    assert worker.stdin
    assert worker.stdout
    worker.stdin.write(json.dumps([list(board), str(file)]) + "\n")
    worker.stdin.flush()
    answer = worker.stdout.readline()
    while answer and not answer.startswith(("[", "/")):
        answer = worker.stdout.readline()
    if toolkit != "tkinter":
        return Image.open(file).convert("RGB").copy()
    width, height = json.loads(answer)
    taken = ImageGrab.grab((0, 0, width, height), xdisplay=DISPLAY).convert("RGB")
    worker.stdin.write("\n")
    worker.stdin.flush()
    return taken


@contextlib.contextmanager
def _display(toolkit: str) -> Iterator[dict[str, str]]:
    env = dict(os.environ)
    if toolkit != "tkinter":
        yield env
        return
    command = ["Xvfb", DISPLAY, "-screen", "0", "1100x1100x24", "-displayfd", "1"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, **pipes) as server:  # type: ignore[call-overload]
        assert server.stdout
        server.stdout.readline()
        try:
            yield {**env, "DISPLAY": DISPLAY}
        finally:
            server.terminate()
