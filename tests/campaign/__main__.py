"""Runs the long tests, command by command, and lists the failed commands at the end.

    python -m tests.campaign                    all of it
    python -m tests.campaign attacks fuzz       these campaigns
    python -m tests.campaign --commit HASH      the part that a commit runs in CI

Ends with 1 when a command failed.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence

from tests.campaign.units import Unit, in_part, part_of, units


def main(words: Sequence[str]) -> int:
    """Run the units that are asked for; the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.campaign", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *units()], help=", ".join(units()))
    parser.add_argument("--commit", metavar="HASH", help="a commit's hash (hex)")
    asked = parser.parse_args(words)
    chosen = in_part(part_of(asked.commit)) if asked.commit else _named(asked.names)
    failed = [unit for unit in chosen if not succeeds(unit)]
    for unit in failed:
        print(f"FAILED {unit.campaign}: {shlex.join(unit.command)}")
    print(f"{len(chosen) - len(failed)} commands of campaigns passed, {len(failed)} failed to pass")
    return int(bool(failed))


def _named(names: Sequence[str]) -> tuple[Unit, ...]:
    return tuple(unit for name, found in units().items() if not names or name in names for unit in found)


def succeeds(unit: Unit) -> bool:
    """Run the command, its output going where ours goes."""
    print(f"== {unit.campaign}: {shlex.join(unit.command)}"[:200], flush=True)
    started = time.monotonic()
    code = subprocess.run(unit.command, check=False).returncode
    print(f"== ended with {code} after {time.monotonic() - started:.0f} s", flush=True)
    return code == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
