"""The results of a checkout for fixed input: hidden cases, the example class, a class of five assignments.

The results of a part lie in the folder `PART/seen`, with the working folder beside it.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.compare.checkout import Checkout, fingerprint
from tests.compare.class_of_five import CLASS, write_class, write_quick_package

KEY = b"a fixed key to compare two checkouts"
IDS = ("board9", "tromp-taylor", "board-control", "influence", "little-go")
MADE = "made-from"


def results_of(part: str, checkout: Checkout, folder: Path, samples: Path) -> Path:
    """The folder with what a user sees of a part; made unless it was, from the same files, before."""
    here = folder / part
    source = Path(__file__).parent
    made_from = fingerprint(checkout, [*CLASS.iterdir(), source / "class_of_five.py", source / "results.py"])
    mark = here / MADE
    if not mark.is_file() or mark.read_text() != made_from:
        shutil.rmtree(here, ignore_errors=True)
        (here / "seen").mkdir(parents=True)
        (here / "room").mkdir()
        PARTS[part](checkout, here, samples)
        mark.write_text(made_from)
    return here / "seen"


def _hidden(checkout: Checkout, here: Path, _samples: Path) -> None:
    for name in IDS:
        _generate(checkout, here / "room", name)
        shutil.copytree(here / "room/hidden" / name, here / "seen" / name)


def _generate(checkout: Checkout, room: Path, package: str) -> None:
    key = room / "key"
    key.write_bytes(KEY)
    checkout.gograde(room, "cases", "generate", package, "--key", str(key), "--into", str(room))


def _example(checkout: Checkout, here: Path, _samples: Path) -> None:
    room, seen = here / "room", here / "seen"
    printed = checkout.gograde(room, "demo", "class", "--reports", str(seen / "reports"))
    shutil.rmtree(seen / "reports/measured", ignore_errors=True)
    (seen / "demo.txt").write_text(printed.replace(str(seen), "SEEN"), "utf-8")


def _class(checkout: Checkout, here: Path, samples: Path) -> None:
    room, seen = here / "room", here / "seen"
    write_class(room, samples)
    write_quick_package(room / "packages/little-go", checkout.cases / "little-go")
    checkout.gograde(room, "cases", "describe", "--sample", "packages/little-go")
    for name in IDS:
        _generate(checkout, room, "packages/little-go" if name == "little-go" else name)
    for name, words in _PRINTED.items():
        printed = checkout.gograde(room, *words)
        (seen / name).write_text(printed, "utf-8")
    shutil.copytree(room / "reports", seen / "reports", ignore=shutil.ignore_patterns("measured"))
    shutil.copytree(room / "hidden/little-go", seen / "hidden-little-go")


_PRINTED: Mapping[str, tuple[str, ...]] = {
    "run.json": ("run", ".", "--format", "json"),
    "similarity.json": ("similarity", ".", "--format", "json"),
    "report.json": ("report", ".", "--format", "json"),
    "report.csv": ("report", ".", "--format", "csv"),
    "report.md": ("report", ".", "--format", "md"),
    "report.txt": ("report", ".", "--format", "table"),
    "student.md": ("report", ".", "--student", "ada", "--format", "md"),
    "run-again.json": ("run", ".", "--format", "json"),
}
"""Files of what commands print, in the order of the commands."""

PARTS: Mapping[str, Callable[[Checkout, Path, Path], None]] = {
    "hidden": _hidden,
    "example": _example,
    "class": _class,
}
