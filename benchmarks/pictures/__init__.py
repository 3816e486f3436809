"""Pictures: how often right ones fail and wrong ones pass, on sets to tune on and on one held back.

`python -m benchmarks pictures` prints the table of the first set; PICTURES in the environment names
another: `second`, or `held`, whose pictures nobody looks at while tuning.  PICTURES_SEED throws other
looks and positions for `held`, for a set that nobody has looked at yet.  PICTURES_COUNT says how many
positions are drawn in each style, PICTURES_SHEET where small pictures of what went wrong are put.
Exit code 1 when a right picture failed or a wrong one passed.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from benchmarks.pictures.baselines import best, distances
from benchmarks.pictures.contact import contact
from benchmarks.pictures.measure import cases, table, tally
from benchmarks.pictures.styles import HELD, SECOND, TUNE, held

SETS = {"tune": (TUNE, 1), "second": (SECOND, 90_001), "held": (HELD, 424_243)}


def main() -> None:
    """Read every picture against its own board and eight wrong ones; print what came of it."""
    which = os.environ.get("PICTURES", "tune")
    if which not in SETS:
        sys.exit(f"PICTURES={which}: no such set\nFix: choose among {', '.join(SETS)}")
    count = int(os.environ.get("PICTURES_COUNT", "30"))
    styles, seed = SETS[which]
    if which == "held" and "PICTURES_SEED" in os.environ:
        seed = int(os.environ["PICTURES_SEED"])
        styles = held(seed)
    print(f"pictures: {len(styles)} styles ({which}), {count} positions; then read together with a run\n")
    found = list(cases(styles, seed, count))
    table(found)
    total = tally(found)
    share = f"{total.right_failed / total.right:8.2%}{total.wrong_passed / total.wrong:10.2%}"
    print(f"\n{'way':18}{'right failed':>8}{'wrong passed':>14}\n{'verification':18}{share}")
    for name, (right, wrong) in distances(styles, seed, min(count, 3)).items():
        failed, passed = best(right, wrong)
        print(f"{name:18}{failed:8.2%}{passed:10.2%}   at its best threshold")
    if "PICTURES_SHEET" in os.environ:
        contact(found, Path(os.environ["PICTURES_SHEET"]))
    if total.right_failed + total.wrong_passed + total.failed_together + total.passed_together:
        sys.exit(1)
