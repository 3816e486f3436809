"""Proves that a restructuring changes nothing for users.

    python -m tests.compare BEFORE AFTER
    python -m tests.compare BEFORE AFTER --only class --keep DIR

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
from pathlib import Path

from tests.campaign.kills.results import differences
from tests.compare.checkout import Checkout, CompareError
from tests.compare.results import PARTS, results_of

MOST_FILES = 20


def main() -> int:
    """Compare two checkouts, and tell of each part; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.compare", description=__doc__.split("\n")[0])
    parser.add_argument("before", type=Path, metavar="BEFORE")
    parser.add_argument("after", type=Path, metavar="AFTER")
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep there what both make")
    asked = parser.parse_args()
    differs = False
    with tempfile.TemporaryDirectory(prefix="gograde-compare-") as scratch:
        folder = (asked.keep or Path(scratch)).resolve()
        try:
            before, after = Checkout(asked.before.resolve()), Checkout(asked.after.resolve())
            for part in [asked.only] if asked.only else PARTS:
                old = results_of(part, before, folder / "before", before.cases)
                found = differences(old, results_of(part, after, folder / "after", before.cases))
                print(f"{part}: {len(found)} of {len(old)} files differ", *found[:MOST_FILES], sep="\n  ")
                differs |= bool(found)
        except CompareError as error:
            print(error, file=sys.stderr)
            return 2
    return int(differs)


if __name__ == "__main__":
    sys.exit(main())
