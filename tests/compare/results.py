"""The results of a checkout for fixed input: hidden cases, the example class, a class of five assignments.

The results of a part lie in the folder `PART/seen`, with the working folder beside it.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.campaign.kills.results import Seen
from tests.compare.checkout import Checkout
from tests.compare.class_of_five import write_class, write_quick_package

KEY = b"a fixed key to compare two checkouts"
IDS = ("board9", "tromp-taylor", "board-control", "influence", "little-go")

# Without a letter from 16 to 63 digits are a number, such as the end of 0.3333333333333333.
_DIGEST = re.compile(rb"(?<![0-9A-Za-z])(?:[0-9a-f]{64}|(?=[0-9]*[a-f])[0-9a-f]{16,63})(?![0-9A-Za-z])")


def results_of(part: str, checkout: Checkout, folder: Path, samples: Path) -> Seen:
    """What a user sees of a part, made anew; without digests but for those of hidden cases."""
    here = folder / part
    for name in ("seen", "room"):
        (here / name).mkdir(parents=True)
    PARTS[part](checkout, here, samples)
    files = {path.relative_to(here / "seen").as_posix(): path for path in (here / "seen").rglob("*")}
    kept = _DIGEST if part != "hidden" else re.compile(rb"(?!)")
    return {
        name: (0, kept.sub(b"<digest>", path.read_bytes())) for name, path in files.items() if path.is_file()
    }


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
