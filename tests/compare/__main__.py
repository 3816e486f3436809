"""Proves that a restructuring changes nothing for users.

    python -m tests.compare BEFORE AFTER
    python -m tests.compare BEFORE AFTER --only class --keep DIR
    python -m tests.compare BEFORE AFTER --before-results DIR

BEFORE and AFTER are checkouts, each with a `.venv` made by `make install`.  Each makes hidden cases from
one key, grades the example class, and grades a class of all five assignments.  The files are compared
byte by byte.  Digests of code and packages may differ, but not those in hidden cases.  Ends with 0 when
nothing else does, with 1 otherwise, and with 2 when something could not be compared.

Grade on a quiet machine: pages say so when a program lacked a processor and was run again.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.compare.checkout import Checkout, CompareError
from tests.compare.differences import Difference, folders, made_in_haste, number_of_files
from tests.compare.results import PARTS, results_of

MOST_FILES = 20


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare two checkouts; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.compare", description=__doc__.split("\n")[0])
    parser.add_argument("before", type=Path, metavar="BEFORE")
    parser.add_argument("after", type=Path, metavar="AFTER")
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep there what both make")
    parser.add_argument(
        "--before-results",
        type=Path,
        metavar="DIR",
        help="keep there what BEFORE makes, and take it from there",
    )
    asked = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory(prefix="gograde-compare-") as scratch:
            return compare(asked, (asked.keep or Path(scratch)).resolve())
    except CompareError as error:
        print(error, file=sys.stderr)
        return 2


def compare(asked: argparse.Namespace, folder: Path) -> int:
    """Compare the parts that are asked for, and tell of each; 1 when one differs."""
    before, after = Checkout(asked.before.resolve()), Checkout(asked.after.resolve())
    kept = asked.before_results.resolve() if asked.before_results else folder / "before"
    differs = False
    for part in [asked.only] if asked.only else PARTS:
        start = time.monotonic()
        old = results_of(part, before, kept, before.cases)
        halfway = time.monotonic()
        new = results_of(part, after, folder / "after", before.cases)
        found = folders(old, new, digests=part == "hidden")
        spent = f"{halfway - start:.0f} s and {time.monotonic() - halfway:.0f} s"
        told = f"{number_of_files(old)} files, {spent}"
        tell(part, told, found)
        if any(not one.excused for one in found):
            tell_of_haste(old, new)
        differs |= any(not one.excused for one in found)
    return int(differs)


def tell_of_haste(*results: Path) -> None:
    """Print which results were made by a busy machine, since that alone may be what differs."""
    for seen in filter(made_in_haste, results):
        print(f"  note: the machine was busy; on a quiet one remove {seen.parent} and compare again")


def tell(part: str, told: str, found: Sequence[Difference]) -> None:
    """Print whether a part is the same, and what differs."""
    real, excused = ([one for one in found if one.excused is kind] for kind in (False, True))
    but = f" but for {len(excused)} files with digests" if excused and not real else ""
    print(f"{part}: {f'{len(real)} differ' if real else 'same' + but} ({told})", flush=True)
    for one in [*real[:MOST_FILES], *excused[:MOST_FILES]]:
        print(f"  {one.where}: {one.what}")
        for line in one.lines:
            print(f"    {line}")
    for kind in (real, excused):
        if len(kind) > MOST_FILES:
            print(f"  … {len(kind) - MOST_FILES} files more")


if __name__ == "__main__":
    sys.exit(main())
