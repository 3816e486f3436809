"""Pictures: how often right ones fail and wrong ones pass, on a set to tune on and on one held back.

`python -m benchmarks pictures` prints the table of the set to tune on; with PICTURES=held in the
environment that of the styles held back.  PICTURES_COUNT says how many positions are drawn in each style.
"""

from __future__ import annotations

import os

from benchmarks.pictures.baselines import best, distances
from benchmarks.pictures.measure import cases, table, tally
from benchmarks.pictures.styles import HELD, TUNE

SEEDS = {"tune": 1, "held": 90001}


def main() -> None:
    """Read every picture against its own board and eight wrong ones; print what came of it."""
    which = os.environ.get("PICTURES", "tune")
    count = int(os.environ.get("PICTURES_COUNT", "30"))
    styles = HELD if which == "held" else TUNE
    print(f"pictures: {len(styles)} styles ({which}), {count} positions")
    found = list(cases(styles, SEEDS[which], count))
    table(found)
    total = tally(found)
    share = f"{total.right_failed / total.right:8.2%}{total.wrong_passed / total.wrong:10.2%}"
    print(f"\n{'way':18}{'right failed':>8}{'wrong passed':>14}\n{'verification':18}{share}")
    for name, (right, wrong) in distances(styles, SEEDS[which], min(count, 6)).items():
        failed, passed = best(right, wrong)
        print(f"{name:18}{failed:8.2%}{passed:10.2%}   at its best threshold")
