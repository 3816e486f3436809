"""One run: in a sandbox beside a bare one and beside bubblewrap alone; and a check beyond its program."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from functools import cache, partial
from itertools import chain
from statistics import median as middle

from benchmarks.measure import Measured, called, command, in_turn, median, run
from benchmarks.rooms import sample
from benchmarks.table import Row, Settings, of_rows, say
from gograde.errors import JudgeError
from gograde.intake.launch import ENVIRONMENT
from gograde.sandbox.host.system import interpreter_folders
from gograde.sandbox.protocol import Backend, Job, StagedFile
from gograde.sandbox.select import choose_backend
from gograde.sandbox.warm import Warm, may_fork

TIMES = 8
"""How many more repeats a single run has, since it is short."""

BACKENDS = ("bwrap", "landlock")
PYTHON = (sys.executable, "-s", "-B")
PROGRAMS = {"true": ("/bin/true",), "python3 -c pass": (*PYTHON, "-c", "pass")}
ALONE = (
    "bwrap",
    "--as-pid-1",
    "--unshare-all",
    "--die-with-parent",
    "--ro-bind",
    "/",
    "/",
    "--proc",
    "/proc",
    "--dev",
    "/dev",
)
"""bubblewrap and a program; it waits for the program itself, so that the program's CPU time is counted."""

BWRAP_ALONE = "bubblewrap alone"

SAMPLES = {
    "board9": "draws_pil_files",
    "tromp-taylor": "python_flood",
    "board-control": "function",
    "influence": "plain",
    "little-go": "python_alphabeta",
}
"""The submission of each package that is checked."""

CHECK = """
import sys
from gograde.cli.main import run_command
from gograde.workflow import check_submission as module
whole = module.check_submission
def counted(*given, **options):
    record = whole(*given, **options)
    print(sum(usage.cpu_s for usage in record.usage), file=sys.stderr)
    return record
module.check_submission = counted
sys.stderr, sys.stdout = sys.stdout, sys.stderr
sys.exit(run_command(["check", *sys.argv[1:]]))
"""
"""A check as on the command line; what it prints is the CPU time of the program."""


def text(settings: Settings) -> str:
    """The table."""
    return of_rows(chain(sandboxed(settings), _checks(settings)))


def sandboxed(settings: Settings) -> Iterator[Row]:
    """Rows of runs beside bare ones; a back end that the machine lacks is in them."""
    found = backends()
    for title, argv in PROGRAMS.items():
        job = Job(argv=argv, readable=interpreter_folders(), env=ENVIRONMENT)
        calls: dict[str, Measured] = {"bare": command(argv, ENVIRONMENT)}
        if shutil.which(ALONE[0]):
            calls[BWRAP_ALONE] = command([*ALONE, *argv], ENVIRONMENT)
        calls |= {name: called(partial(one.run, job)) for name, one in found.items()}
        seen = in_turn(calls, TIMES * settings.repeats)
        over = {name: 1000 * (used.cpu_s - seen["bare"].cpu_s) for name, used in seen.items()}
        yield Row(f"`{title}`, bare", "ms of CPU", 1000 * seen["bare"].cpu_s)
        for name in BACKENDS:
            what = f"`{title}` in {name}, beyond the bare run"
            yield Row(what, "ms of CPU", over.get(name), BWRAP_ALONE, over.get(BWRAP_ALONE))
    yield from _forked(settings, found)


@cache
def backends() -> dict[str, Backend]:
    """The sandboxes of this machine by name."""
    found = {}
    for name in BACKENDS:
        try:
            found[name] = choose_backend(name=name)
        except JudgeError as error:
            say(f"{name}: {error.what}")
    return found


def _forked(settings: Settings, found: dict[str, Backend]) -> Iterator[Row]:
    """A program that a server forks, beside the start of the same program without a sandbox."""
    job = Job(
        argv=(*PYTHON, "pass.py"),
        files=(StagedFile("pass.py", b"pass\n"),),
        readable=interpreter_folders(),
        env=ENVIRONMENT,
    )
    bare = command(PROGRAMS["python3 -c pass"], ENVIRONMENT)
    for name in BACKENDS:
        backend, ours, theirs = found.get(name), None, None
        if backend is not None and may_fork(backend):
            warm = Warm(backend)
            seen = in_turn({"": called(partial(warm.run, job)), "bare": bare}, TIMES * settings.repeats)
            warm.close()
            ours, theirs = (1000 * used.cpu_s for used in seen.values())
        yield Row(
            f"a Python program forked in {name}, all", "ms of CPU", ours, "`python3 -c pass`, bare", theirs
        )


def _checks(settings: Settings) -> Iterator[Row]:
    """Checks of a right submission on the public cases."""
    beyond = []
    for name, program in SAMPLES.items():
        check = (sys.executable, "-c", CHECK, sample(name, program), "-a", name)
        run(check)
        used = median(run(check) for _ in range(settings.repeats))
        own = float(used.output.split()[-1])
        beyond.append(used.cpu_s - own)
        yield Row(
            f"`gograde check` of {name} beyond the program", "s of CPU", beyond[-1], "the program alone", own
        )
    yield Row("`gograde check`, median over packages", "s of CPU", middle(beyond))
