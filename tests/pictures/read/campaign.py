"""`python -m tests.pictures.read.campaign --seed N --count M`: further rows of the reader's table.

Prints the seed and every row whose outcome differs.  Exit code 1 when one does.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import islice

from tests.pictures.read.rows import surprises
from tests.pictures.read.table import rows


def main(argv: Sequence[str]) -> int:
    """Read so many rows of a seed; 0 when all come out as they may."""
    parser = argparse.ArgumentParser(prog="campaign", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100, help="rows, each a picture with up to eight boards")
    given = parser.parse_args(argv)
    found = 0
    print(f"seed {given.seed}: {given.count} rows")
    for number, row in enumerate(islice(rows(given.seed), given.count)):
        for line in surprises(row):
            found += 1
            print(f"row {number}: {line}")
    print(f"{found} boards differ")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
