"""Feeds malformed input to everything that reads files from strangers.

    python -m tests.fuzz --seed 1 --count 10000
    python -m tests.fuzz --seed 1 --only archives --case 4711 --keep failing

A case may raise only an error that a person can correct, never a judge error or an empty message. It may take
two seconds of CPU and 256 MiB, and may write no file. Ends with 1 when a case breaks these rules. The test
suite runs 500 cases of the same kind.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.targets import TARGETS
from tests.fuzz.trial import Trial, fault_of, random_of


@dataclass(frozen=True)
class Case:
    """The number of a case and what it is thrown at."""

    seed: int
    target: str
    number: int

    def trial(self) -> Trial:
        return TARGETS[self.target](random_of(self.seed, self.target, self.number))


def cases(seed: int, numbers: Sequence[int], only: str | None) -> Iterator[Case]:
    """The cases of these numbers; the targets take turns."""
    names = [only] if only else list(TARGETS)
    return (Case(seed, names[number % len(names)], number) for number in numbers)


def campaign(planned: Iterator[Case], keep: Path | None) -> tuple[int, Counter[str]]:
    """Run the cases and tell of each that fails; how many did, and CPU seconds by target."""
    failed, seconds = 0, Counter[str]()
    for case in planned:
        before = time.process_time()
        trial = case.trial()
        fault = fault_of(trial)
        seconds[case.target] += time.process_time() - before  # type: ignore[assignment]
        if fault:
            failed += 1
            tell(case, trial, fault, keep)
    return failed, seconds


def tell(case: Case, trial: Trial, fault: str, keep: Path | None) -> None:
    """Say which case failed, and how to see it again."""
    again = f"--seed {case.seed} --only {case.target} --case {case.number}"
    print(f"FAILED {case.target} {case.number} ({trial.kind}): {fault}\n  again: {again}", flush=True)
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        (keep / f"{case.target}-{case.seed}-{case.number}").write_bytes(trial.data)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a campaign; its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--only", choices=sorted(TARGETS))
    parser.add_argument("--case", type=int, help="run only the case of this number")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="write the failing inputs there")
    asked = parser.parse_args(arguments)
    numbers = range(asked.count) if asked.case is None else [asked.case]
    failed, seconds = campaign(cases(asked.seed, numbers, asked.only), asked.keep)
    used = ", ".join(f"{name} {spent:.1f} s" for name, spent in sorted(seconds.items()))
    print(f"seed {asked.seed}: {len(numbers)} cases, {failed} failed; CPU: {used}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
