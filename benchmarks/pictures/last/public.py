"""Looks drawn by public renderers, installed into the user's cache when they are first used, and by Java.

The repository contains none of them; a look whose renderer cannot be had is left out.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from benchmarks.pictures.last.tools import Board

PROGRAM = Path(__file__).with_name("public_program.py")
JAVA = Path(__file__).with_name("Board.java")
PAUSE = 300
"""Seconds for an installation or for all pictures of a look."""
PACKAGES = {
    "skia": ("skia-python==144.1",),
    "aggdraw": ("aggdraw==1.4.1",),
    "resvg": ("resvg-py==0.5.0",),
    "vega": ("vl-convert-python==1.9.0.post1",),
    "typst": ("typst==0.15.0",),
    "mupdf": ("pymupdf==2.0",),
    "qt": ("PySide6-Essentials==6.12.0", "shiboken6==6.12.0"),
}


@functools.cache
def installed(packages: tuple[str, ...]) -> Path | None:
    """The cached folder of these packages; None when they cannot be installed."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gograde-renderers"
    folder = cache / hashlib.sha256(" ".join(packages).encode()).hexdigest()[:16]
    if (folder / "whole").exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    words = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:")
    with_target = [*words, "--target", str(folder), *packages]
    try:
        done = subprocess.run(with_target, capture_output=True, timeout=PAUSE, check=False)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        return None
    (folder / "whole").touch()
    return folder


def drawn(look: str, boards: Sequence[Board], seed: int) -> list[Image.Image] | None:
    """A picture of each board by a renderer; None when it is missing or does not start here."""
    folder = installed(PACKAGES[look])
    if folder is None:
        return None
    with tempfile.TemporaryDirectory() as pictures:
        told = json.dumps({"look": look, "seed": seed, "boards": boards, "folder": pictures})
        env = {**os.environ, "PYTHONPATH": str(folder), "QT_QPA_PLATFORM": "offscreen"}
        words = [sys.executable, str(PROGRAM)]
        done = subprocess.run(
            words, input=told, text=True, env=env, capture_output=True, timeout=PAUSE, check=False
        )
        if done.returncode:
            print(f"{look}: {done.stderr.strip().splitlines()[-1:]}")
            return None
        return _read(Path(pictures), len(boards))


def by_java(boards: Sequence[Board], seed: int) -> list[Image.Image] | None:
    """A program in Java that paints with Graphics2D; None without a compiler."""
    if not shutil.which("javac"):
        return None
    with tempfile.TemporaryDirectory() as pictures:
        lines = "".join(" ".join(board) + "\n" for board in boards)
        words = ["java", "-Djava.awt.headless=true", str(JAVA), pictures, str(seed)]
        subprocess.run(words, input=lines, text=True, capture_output=True, timeout=PAUSE, check=True)
        return _read(Path(pictures), len(boards))


def _read(folder: Path, count: int) -> list[Image.Image]:
    images = []
    for number in range(count):
        with Image.open(folder / f"{number}.png") as image:
            images.append(_on_white(image))
    return images


def _on_white(image: Image.Image) -> Image.Image:
    whole = Image.new("RGBA", image.size, "white")
    whole.alpha_composite(image.convert("RGBA"))
    return whole.convert("RGB")
