"""`python -m tests.attacks [NAME…]`: all attacks or the named ones, in every way of running, per user."""

import argparse
import os
import sys
from collections.abc import Iterable

from gograde.errors import GogradeError, UsageError
from tests.attacks.harness.corpus import Attack, attacks
from tests.attacks.harness.guarantees import ROWS
from tests.attacks.harness.table import Row, boxes, head, rows, summary

_ABOUT = """\
Prints a table attack × way of running × user, by the guarantee that is attacked, and whether the attack's
control shows that it bites.
Ends with 1 if anything escaped, bites nobody (VACUOUS) or is not as it says.  What does so
with other attacks beside it is tried once more, alone: figures of use are worth little on a busy
machine.  The last line says of how many the second try counts.
"""


def main(words: list[str]) -> int:
    """Run the attacks and print the table; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.attacks", description=_ABOUT)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="a group, an attack, GROUP/ATTACK, or a guarantee"
    )
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), help="attacks at the same time")
    options = parser.parse_args(words)
    chosen = _named(attacks(), options.names)
    if not any(boxes()):
        raise UsageError("tests/attacks", "no sandbox works here", "gograde doctor tells what is lacking")
    print(head())
    done = _told(rows(chosen, options.jobs))
    doubtful = [row.attack for row in done if row.bad]
    if doubtful and options.jobs > 1:
        print(f"\n{len(doubtful)} once more, alone")
        again = {row.attack.full_name: row for row in _told(rows(tuple(doubtful), 1))}
        done = [again.get(row.attack.full_name, row) for row in done]
        print(f"{summary(done)}, {len(again)} tried twice")
    else:
        print(summary(done))
    return int(any(row.bad for row in done))


def _told(found: Iterable[Row]) -> list[Row]:
    """The rows, each printed as it comes, those of one guarantee below its name."""
    done: list[Row] = []
    for row in found:
        if not done or done[-1].attack.against != row.attack.against:
            print(f"-- {row.attack.against or 'none'}: {ROWS.get(row.attack.against, 'no guarantee named')}")
        print(row.text(), flush=True)
        done.append(row)
    return done


def _named(every: tuple[Attack, ...], names: list[str]) -> tuple[Attack, ...]:
    """The attacks that are named (all when none is), by guarantee.  Raises UsageError for an unknown name."""
    for name in names:
        if not any(name in names_of(attack) for attack in every):
            groups = ", ".join(sorted({attack.group for attack in every}))
            fix = f"the groups are {groups}; the guarantees are {', '.join(ROWS)}"
            raise UsageError("tests/attacks", f"no attack is named {name!r}", fix)
    order = ("", *ROWS)
    chosen = [one for one in every if not names or names_of(one) & set(names)]
    return tuple(sorted(chosen, key=lambda one: order.index(one.against)))


def names_of(attack: Attack) -> set[str]:
    """The words by which an attack may be chosen."""
    return {attack.group, attack.name, attack.full_name, attack.against}


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except GogradeError as error:
        print(error, file=sys.stderr)
        sys.exit(error.exit_code)
