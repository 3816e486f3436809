"""Go boards of public web programs: npm packages, drawn by a headless Chromium.

The first drawing installs the packages into the user's cache; the repository contains none of them. Each
program has a driver in `programs/` that passes it a position; `programs/looks.json` has its options.
Programs whose names end in `*` are held: nobody looks at their pictures while tuning.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

Board = tuple[str, ...]

DRIVERS = Path(__file__).with_name("programs")
BROWSERS = ("chromium", "chromium-browser")
NEEDED = "web programs"
"""The requirement that a style of this set names; `missing` gives the details."""

TOOLS = ("esbuild@0.28.2", "puppeteer-core@24.43.1")
PROGRAMS = {
    "besogo": ("besogo@0.0.2-alpha",),
    "goban": ("goban@8.3.64",),
    "gobo": ("gobo@0.7.0",),
    "react-baduk": ("react-baduk@1.1.2",),
    "react-go-board": ("react-go-board@0.9.0", "godash@1.7.4", "react@16.14.0", "react-dom@16.14.0"),
    "shudan": ("@sabaki/shudan@1.7.1", "preact@10.29.8"),
    "svgoban": ("svgoban@1.0.0",),
    "tenuki": ("tenuki@0.3.1",),
    "wgo": ("wgo@3.0.0-alpha.10",),
}
HELD = frozenset(list(PROGRAMS)[::2])
"""Every second program by name, chosen before any was read."""

WINDOW = [760, 560]
PAUSE = 600


def looks() -> dict[str, dict[str, Any]]:
    """The options of each look, by name; a name begins with the program's. Lengths are in pixels."""
    return dict(json.loads((DRIVERS / "looks.json").read_text(encoding="utf-8")))


def program_of(look: str) -> str:
    """The program that draws a look."""
    return look.split(maxsplit=1)[0]


def style_name(look: str) -> str:
    """The look's name in tables, with a star when its program is held."""
    return look + "*" * (program_of(look) in HELD)


def missing() -> str:
    """What this machine lacks to draw these styles, joined by commas; empty when nothing is missing."""
    lacks = [name for name in ("node", "npm") if not shutil.which(name)]
    return ", ".join(lacks + ["chromium"] * (browser() is None))


def browser() -> str | None:
    """The path of the browser; None when there is none."""
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


@functools.cache
def installed(packages: tuple[str, ...]) -> Path | None:
    """The cached folder of these packages, installed on first use; None when the installation fails."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gograde-web-programs"
    folder = cache / hashlib.sha256(" ".join(packages).encode()).hexdigest()[:16]
    if (folder / "whole").exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    quiet = ("--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps", "--save-exact")
    done = subprocess.run(
        ["npm", "install", *quiet, *packages], cwd=folder, capture_output=True, timeout=PAUSE, check=False
    )
    if done.returncode:
        return None
    (folder / "whole").touch()
    return folder


def drawn_by_browser(look: str, boards: Sequence[Board]) -> list[Image.Image] | None:
    """A picture of each board; None, with a printed reason, when something is missing on this machine."""
    if lacks := missing():
        print(f"{NEEDED}: no {lacks} on this machine")
        return None
    tools, home = installed(TOOLS), installed(PROGRAMS[program_of(look)])
    if tools is None or home is None:
        print(f"{NEEDED}: npm could not install {program_of(look)}")
        return None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        return _shot(look, boards, (tools, home), Path(folder))


def _shot(look: str, boards: Sequence[Board], places: tuple[Path, Path], folder: Path) -> list[Image.Image]:
    """The pictures of all boards from one start of the browser, whose profile lies in `folder`."""
    options = {"window": WINDOW, "page": "bare", **looks()[look]}
    files = [folder / f"{number}.png" for number in range(len(boards))]
    jobs = [{"look": options, "rows": b, "file": str(f)} for b, f in zip(boards, files, strict=True)]
    driver, profile = DRIVERS / f"{program_of(look)}.js", folder / "profile"
    profile.mkdir()
    tools, home = places
    words = [DRIVERS / "shoot.mjs", tools, home, driver, browser() or BROWSERS[0], profile]
    told = json.dumps(jobs)
    done = subprocess.run(
        ["node", *map(str, words)], input=told, text=True, capture_output=True, timeout=PAUSE, check=False
    )
    if done.returncode or done.stderr:
        raise RuntimeError(f"{look}: {done.stderr.strip()[-800:]}")
    images = []
    for file in files:
        with Image.open(file) as image:
            images.append(image.convert("RGB"))
    return images
