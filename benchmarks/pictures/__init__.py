"""The reading of pictures: how often right pictures fail and wrong ones pass, on several sets.

`python -m benchmarks pictures` prints the table of the set `tune`. Exit code 1 when a right picture failed
or a wrong one passed. Variables of the environment change what is read:

- PICTURES names another set: `second`; `held`, whose pictures nobody looks at while tuning; `web`, of public
  programs in a browser; `desktop`, of programs in windows, in terminals and on paper; `thrown`, of looks that
  the generator of the training throws, from other seeds; `last`, which is thrown once, when a reader is
  finished, and never looked at before. PICTURES=cpu prints the cost of one picture of 500 x 500 pixels in
  several looks instead.
- PICTURES_FOLDER names a folder of your own pictures (`folder`).
- PICTURES_SEED draws other looks for `held`, `thrown` and `last`, which nobody has looked at yet.
- PICTURES_COUNT is the number of positions in each style, PICTURES_ONLY a part of the names of styles.
- PICTURES_SHEET is a file for small copies of misread pictures, PICTURES_KEPT a folder for all pictures.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.pictures import last
from benchmarks.pictures.baselines import best, distances
from benchmarks.pictures.contact import contact
from benchmarks.pictures.cpu import costs
from benchmarks.pictures.desktop import DESKTOP
from benchmarks.pictures.measure import Case, cases, cases_in, table, tally, thresholds
from benchmarks.pictures.styles import HELD, SECOND, TUNE, WEB, Style, held, thrown

SETS: dict[str, tuple[Sequence[Style], int]] = {
    "tune": (TUNE, 1),
    "second": (SECOND, 90_001),
    "held": (HELD, 424_243),
    "web": (WEB, 7_700_417),
    "desktop": (DESKTOP, 550_007),
    "last": (last.styles(last.SEED), last.SEED),
}
THROWN: dict[str, Callable[[int], Sequence[Style]]] = {
    "held": held,
    "last": last.styles,
    "thrown": thrown,
}
"""Sets whose looks come from a seed."""


def main() -> None:
    """Print the cost of reading, or the readings of every picture against its own board and wrong ones."""
    which = os.environ.get("PICTURES", "tune")
    if which == "cpu":
        costs(1, _count())
    elif which in {*SETS, *THROWN}:
        _read_all(which)
    else:
        sys.exit(f"PICTURES={which}: no such set\nFix: choose among {', '.join((*SETS, 'thrown', 'cpu'))}")


def _read_all(which: str) -> None:
    """Read every picture of a set or of a folder, and print the counts."""
    styles, seed = SETS.get(which, ((), 0))
    if which in THROWN and ("PICTURES_SEED" in os.environ or not styles):
        seed = int(os.environ.get("PICTURES_SEED", seed))
        styles = THROWN[which](seed)
    styles = [style for style in styles if os.environ.get("PICTURES_ONLY", "") in style.name]
    found = _of_folder() if "PICTURES_FOLDER" in os.environ else _drawn(which, styles, seed)
    if not found:
        sys.exit("no pictures: none of these styles can be drawn on this machine")
    table(found)
    thresholds(found)
    total = tally(found)
    share = f"{total.right_failed / total.right:8.2%}{total.wrong_passed / total.wrong:10.2%}"
    print(f"\n{'way':18}{'right failed':>8}{'wrong passed':>14}\n{'verification':18}{share}")
    if which != "desktop" and "PICTURES_FOLDER" not in os.environ:
        _baselines(styles, seed)
    if "PICTURES_SHEET" in os.environ:
        contact(found, Path(os.environ["PICTURES_SHEET"]))
    if total.right_failed + total.wrong_passed + total.failed_in_run + total.passed_in_run:
        sys.exit(1)


def _count() -> int:
    given = os.environ.get("PICTURES_COUNT", "30")
    if not given.isdecimal() or int(given) < 1:
        sys.exit(f"PICTURES_COUNT={given}: no number of positions\nFix: say 1 or more")
    return int(given)


def _drawn(which: str, styles: Sequence[Style], seed: int) -> list[Case]:
    """The pictures of a set."""
    print(f"pictures: {len(styles)} styles ({which}), {_count()} positions; then read together with a run\n")
    kept = os.environ.get("PICTURES_KEPT")
    return list(cases(styles, seed, _count(), Path(kept) if kept else None))


def _of_folder() -> list[Case]:
    """The pictures of the folder in PICTURES_FOLDER."""
    folder = Path(os.environ["PICTURES_FOLDER"])
    if not folder.is_dir():
        sys.exit(f"PICTURES_FOLDER={folder}: no such folder\nFix: name one with NAME.png and NAME.txt")
    print(f"pictures: those in {folder}; then read together with a run\n")
    try:
        return list(cases_in(folder))
    except ValueError as wrong:
        sys.exit(str(wrong))


def _baselines(styles: Sequence[Style], seed: int) -> None:
    """Print the errors of pixel-based measures on the same pictures."""
    for name, (right, wrong) in distances(styles, seed, min(_count(), 3)).items():
        failed, passed = best(right, wrong)
        print(f"{name:18}{failed:8.2%}{passed:10.2%}   at its best threshold")
