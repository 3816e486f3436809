# Tries: to answer NaN, Infinity and 1e999, which JSON readers take for numbers.
# Seen: no right answer, and no sum that is not a number.
# Control: naive
# Flagged: no

import json
import math
from pathlib import Path

from tests.attacks.harness.hand_in import answered, answering

RIGHT = ()


def make(folder: Path, marker: str) -> None:
    points = "[[NaN, NaN], [Infinity, -Infinity], [1e999, 1e999]]"
    answering(folder, "".join(f"Problem {n}: step:{points}\n" for n in range(1, 6)).encode(), printed=True)


def naive(folder: Path, marker: str) -> bool:
    """`json` reads them, and what is added up from them is no number."""
    points = json.loads(answered(folder).decode().split("\n")[0].rpartition("step:")[2])
    return math.isnan(sum(sum(point) for point in points))
