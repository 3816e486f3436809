"""Windows with looks thrown at random: their shapes say what was drawn, or nothing.

`python -m tests.pictures.shapes.campaign --seed N --count M` prints how often each happened, and ends with 1
when something else was read.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from gograde.grading.captured_files import captured_of
from tests.pictures.capture.run_program import drawings
from tests.pictures.shapes.thrown import found, picture_of, thrown

LOOKS = Path(__file__).parent / "random_looks.py"
WINDOWS = 30
"""Windows of one program; the stand-in keeps forty."""


def outcomes(seed: int, count: int, folder: Path) -> Counter[str]:
    """How often windows were read right, were left for a reason, or were read wrong."""
    rng, told = random.Random(seed), Counter[str]()
    for block in range(0, count, WINDOWS):
        numbers = range(block, min(count, block + WINDOWS))
        jobs = [(1000 * seed + n, [thrown(rng) for _ in range(rng.choice((1, 1, 2, 4)))]) for n in numbers]
        (folder / "jobs.json").write_text(json.dumps(jobs))
        program = folder / "program.py"
        program.write_text(f"import sys\nsys.argv[1:] = ['jobs.json']\n{LOOKS.read_text()}")
        for name, data in drawings(program, folder).items():
            shown = captured_of(name)
            assert shown is not None
            which, boards = jobs[int(shown.title)]
            seen, doubt = found(picture_of("a.drawing", data))
            told[doubt or ("right" if seen == boards else f"wrong: {which}")] += 1
    return told


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=60)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        told = outcomes(asked.seed, asked.count, Path(folder))
    for what, number in told.most_common():
        print(f"{number:5} {what}")
    return int(any(what.startswith("wrong") for what in told))


if __name__ == "__main__":
    sys.exit(main())
