"""CPU time of a sandboxed run against a bare one: the same program, alternating, medians of repeats."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.measure import Timed, command, in_turn
from gograde.errors import JudgeError
from gograde.intake.starting.environment import ENVIRONMENT
from gograde.sandbox.host.system import interpreter_folders
from gograde.sandbox.protocol import Job
from gograde.sandbox.select import choose_backend

REPEATS = 40
PROGRAMS = {"true": ("/bin/true",), "python3 -c pass": (sys.executable, "-s", "-B", "-c", "pass")}


def sandboxed(name: str, argv: tuple[str, ...]) -> Timed:
    """A call that runs the program in this back end; raises `JudgeError` when the back end is missing."""
    backend = choose_backend(name=name)
    job = Job(argv=argv, readable=interpreter_folders(), env=ENVIRONMENT)
    return lambda: backend.run(job)


def main() -> None:
    """Print milliseconds of CPU of the whole process tree, and those that the sandbox adds."""
    print("\nsandbox: CPU a run, ms (median)")
    for title, argv in PROGRAMS.items():
        calls = {"bare": command([str(Path(argv[0])), *argv[1:]], ENVIRONMENT)}
        for name in ("bwrap", "landlock"):
            try:
                calls[name] = sandboxed(name, argv)
            except JudgeError as error:
                print(f"  {name}: {error.what}")
        medians = in_turn(calls, REPEATS)
        for name, seconds in medians.items():
            added = (seconds - medians["bare"]) * 1000
            print(f"  {title:16} {name:9} {seconds * 1000:6.1f}  {added:+6.1f}")
