"""Windows and images with looks thrown at random: their shapes say which boards were drawn, or nothing.

`python -m tests.pictures.shapes.campaign --seed N --count M` prints how often each happened, and ends with 1
when something else was read; `--library` names what draws.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from gograde.grading.captured_files import captured_of
from tests.pictures.capture.run_program import drawings, files_kept
from tests.pictures.shapes.thrown import Rows, found, picture_of, thrown

HERE = Path(__file__).parent
WINDOWS = 30
"""Pictures of one program; the stand-in keeps forty."""

Pictures = Iterator[tuple[str, bytes, list[Rows]]]
"""The name of each picture, its bytes, and the boards that it shows."""


def outcomes(seed: int, count: int, folder: Path, library: str = "tkinter") -> Counter[str]:
    """How often pictures were read right, were left for a reason, or were read wrong."""
    rng, told = random.Random(seed), Counter[str]()
    looks, pictures = LIBRARIES[library]
    for block in range(0, count, WINDOWS):
        numbers = range(block, min(count, block + WINDOWS))
        jobs = [(1000 * seed + n, [thrown(rng) for _ in range(rng.choice((1, 1, 2, 4)))]) for n in numbers]
        (folder / "jobs.json").write_text(json.dumps(jobs))
        program = folder / "program.py"
        program.write_text(f"import sys\nsys.argv[1:] = ['jobs.json']\n{looks.read_text()}")
        for name, data, boards in pictures(program, folder):
            told[_outcome(name, data, boards)] += 1
    return told


def _outcome(name: str, data: bytes, boards: list[Rows]) -> str:
    picture = picture_of(name, data)
    if not picture.shapes:
        return "no shapes"
    seen, doubt = found(picture)
    return doubt or ("right" if sorted(seen) == sorted(boards) else f"wrong: {name}: {seen} is not {boards}")


def _windows(program: Path, folder: Path) -> Pictures:
    jobs = json.loads((folder / "jobs.json").read_text())
    for name, data in drawings(program, folder).items():
        captured = captured_of(name)
        assert captured is not None
        yield "a.drawing", data, [tuple(rows) for rows in jobs[int(captured.title)][1]]


def _files(program: Path, folder: Path) -> Pictures:
    files_kept(program, folder)
    for name, boards in json.loads((folder / "told.json").read_text()):
        yield name, (folder / name).read_bytes(), [tuple(rows) for rows in boards]


LIBRARIES: Mapping[str, tuple[Path, Callable[[Path, Path], Pictures]]] = {
    "tkinter": (HERE / "random_looks.py", _windows),
    "pillow": (HERE / "random_pillow.py", _files),
    "opencv": (HERE / "random_opencv.py", _files),
}
"""The programs that draw with each library, and how their pictures are had."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--library", choices=LIBRARIES, default="tkinter")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        told = outcomes(asked.seed, asked.count, Path(folder), asked.library)
    for what, number in told.most_common():
        print(f"{number:5} {what}")
    return int(any(what.startswith("wrong") for what in told))


if __name__ == "__main__":
    sys.exit(main())
