"""Runs honest programs under both back ends; each must give what it gives outside, and violate nothing.

    python -m tests.campaign.honest --seed 1 --count 300
    python -m tests.campaign.honest --seed 1 --count 300 --only landlock

The users take turns.  Ends with 1 when the sandbox changed what a program does, or took it for a violation.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from gograde.sandbox.select import choose_backend
from tests.campaign.honest.programs import Program, drawn, faults, job_of, outside
from tests.sandboxes import USERS, Box

BACKENDS = ("bwrap", "landlock")


def harm(program: Program, boxes: Sequence[Box]) -> Iterator[str]:
    """What some sandboxes did to a program."""
    job = job_of(program)
    expected = outside(job)
    if expected.code != 0:
        yield f"{program}: ends with {expected.code} outside"
    for box in boxes:
        where = f"{program} ({box.backend.name}, {box.user})"
        yield from (f"{where}: {fault}" for fault in faults(expected, box.run(job)))


def main(words: Sequence[str]) -> int:
    """Run the programs that are asked for; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300, help="programs (300)")
    parser.add_argument("--only", choices=BACKENDS, help="one back end (both)")
    asked = parser.parse_args(words)
    backends = [choose_backend(name=name) for name in BACKENDS if asked.only in (None, name)]
    harmed = 0
    for number, program in enumerate(drawn(asked.seed, asked.count)):
        found = list(harm(program, [Box(backend, USERS[number % len(USERS)]) for backend in backends]))
        harmed += bool(found)
        print("".join(f"{line}\n" for line in found), end="", flush=True)
    print(f"{asked.count} honest programs, {harmed} harmed")
    return int(harmed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
