"""Runs Snakemake over a class: reports progress, and turns failed steps into errors."""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stderr
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from gograde.errors import DataError, ExitCode, GogradeError, JudgeError, UsageError
from gograde.files import make_folder, write_changed
from gograde.grading.changes import RUN
from gograde.listing import safe
from gograde.resources import snakefile
from gograde.workflow import lock
from gograde.workflow.apart import forked, listening
from gograde.workflow.events import MODULE, PLUGIN, JobFailure, Listener, Waiting, logger_plugin, name_of
from gograde.workflow.progress import Progress
from gograde.workflow.slurm import check_slurm, job_prefix, jobs_of

_ON_SLURM = re.compile(r"""^executor: *["']?slurm\b""", re.MULTILINE)
"""The line of a profile whose jobs Slurm runs."""


@dataclass(frozen=True)
class Profile:
    """A profile of Snakemake: its file (None without one), and whether Slurm runs its jobs."""

    file: Path | None = None
    on_slurm: bool = False


def find_profile(name: str | None) -> Profile:
    """A profile that ships, that a path leads to, or that Snakemake finds; raises `UsageError` for others."""
    if name in (None, "none"):
        return Profile()
    file = snakefile().parent / "profiles" / (name or "") / "profile.yaml"
    if not file.is_file():  # only then: where Slurm does not answer, this import takes ten seconds
        from snakemake.cli import get_profile_dir

        found = get_profile_dir(name) if name else None
        if found is None:
            fix = "name a folder that holds a profile.yaml, or one that Snakemake knows"
            raise UsageError(f"--profile {safe(name or '')}", "no such profile", fix)
        file = found[1].absolute()
    return Profile(file, _ON_SLURM.search(file.read_text("utf-8", "replace")) is not None)


def check_profile(name: str | None) -> None:
    """Raise what `find_profile` raises, and what `check_slurm` does where Slurm runs the jobs."""
    if not find_profile(name).on_slurm:
        return
    if find_spec("snakemake_executor_plugin_slurm") is None:
        fix = "pip install 'gograde[slurm]'"
        raise UsageError(f"--profile {safe(name or '')}", "Snakemake has no executor for it", fix)
    check_slurm()


def call_snakemake(args: Sequence[str], profile: Profile, listener: Listener) -> bool:
    """Call Snakemake with a command line; return whether all jobs succeeded.

    Raises `UsageError` for a profile that Snakemake rejects.
    """
    # Imported late: the import takes longer than everything else before the first job.
    from snakemake.cli import args_to_api, parse_args
    from snakemake.persistence import PersistenceBase
    from snakemake_interface_executor_plugins.executors.remote import RemoteExecutor
    from snakemake_interface_logger_plugins.registry import LoggerPluginRegistry

    # Snakemake would import pandas to test whether a parameter is a table; all parameters here are text.
    PersistenceBase._serialize_param_pandas = PersistenceBase._serialize_param_builtin
    registry = LoggerPluginRegistry()
    registry.register_plugin(MODULE, logger_plugin(listener))
    try:
        parser, parsed = _parsed(parse_args, args)
        if not profile.file:
            # A local run needs no limit of jobs a second, and the limit's timers outlive the last job.
            parsed.max_jobs_per_timespan = None
        if profile.on_slurm:
            # The executor would look after a job ever more rarely, up to every three minutes.
            RemoteExecutor.next_seconds_between_status_checks = property(
                lambda _: parsed.seconds_between_status_checks, lambda _self, _seconds: None
            )
        return bool(args_to_api(parsed, parser))
    finally:
        registry.plugins.pop(PLUGIN, None)


def _parsed(parse: Callable[[list[str]], tuple[Any, Any]], args: Sequence[str]) -> tuple[Any, Any]:
    told = io.StringIO()
    try:
        with redirect_stderr(told):
            return parse(list(args))
    except SystemExit:
        what = (told.getvalue().strip().split("\n") or [""])[-1] or "Snakemake does not take it"
        raise UsageError("--profile", safe(what), "mend the profile, or install what it names") from None


# -- a run ------------------------------------------------------------------------------------------


SOURCES = ".snakemake/sources"
"""Where Snakemake keeps its copy of the Snakefile, below the work folder."""

_AGAIN = "run gograde run again; finished steps are kept"
_GIVE_MORE = "ask for what the cluster has, in a profile of your own (docs/cluster.md)"

_ASKING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class Options:
    """Options of the workflow; `waiting` are the submissions that are to be run.

    `chain` are the jobs, when each waits for the one before, and `lock_fd` is the grader's lock.
    """

    cores: int | None
    profile: str | None = None
    waiting: Waiting = field(default_factory=dict)
    chain: Sequence[str] = ()
    lock_fd: int = -1


def run_workflow(work: Path, options: Options, progress: Progress) -> int:
    """Bring everything up to date; return the number of jobs done.

    The caller holds the class's lock.  Raises `DataError` when a step found a fault in the class's data,
    `JudgeError` when a step failed otherwise, and `KeyboardInterrupt` on a request to stop; finished
    results stay.
    """
    # Snakemake would read its copy of the Snakefile, which may be that of another version.
    shutil.rmtree(work / SOURCES, ignore_errors=True)
    listener, profile = Listener(progress, options.waiting), find_profile(options.profile)
    sent = jobs_of(work, progress.note) if profile.on_slurm else nullcontext()
    with sent, listening(work, listener.tell), _stop_on_interrupt(profile.on_slurm) as stopped:
        if options.chain:
            succeeded = _in_turn(work, options, listener)
        else:
            succeeded = call_snakemake(arguments(work, options.cores, profile), profile, listener)
        if not succeeded and stopped():
            raise KeyboardInterrupt
    if listener.failures:
        raise step_error(work, listener.failures)
    if not succeeded:
        told = "\n".join(listener.errors) or "the workflow stopped"
        raise JudgeError(str(snakefile()), told, f"see {work / '.snakemake' / 'log'}")
    return listener.done


def _in_turn(work: Path, options: Options, listener: Listener) -> bool:
    """Do the jobs of a chain as Snakemake would, but start no Python; return whether all succeeded."""
    steps = Counter(job.partition("/")[0] for job in options.chain)
    listener.hear("run_info", {"stats": {**steps, "total": steps.total()}})
    for number, job in enumerate(options.chain):
        step, *place = job.split("/")
        words = [step, "..", *place[:1], *(["--slice"] if step == RUN else []), *place[1:]]
        wildcards, log = dict(zip(("assignment", "slice"), place, strict=False)), f"logs/{job}.log"
        told = {"jobid": number, "job_id": number, "rule_name": step, "wildcards": wildcards}
        listener.hear("job_info", told)
        if status := forked(partial(_step, work, words, work / log, options.lock_fd)):
            listener.failures.append(JobFailure(name_of(step, wildcards), log, status))
            return False
        listener.hear("job_finished", told)
        write_changed(work / "done" / job, b"")
    return True


def _step(work: Path, words: Sequence[str], log: Path, held: int) -> int:
    """What `gograde step` does in a process of its own, in this one; its exit code."""
    make_folder(log.parent)
    sys.stdout = sys.stderr = log.open("w", buffering=1, encoding="utf-8")
    os.dup2(sys.stdout.fileno(), 1)
    os.dup2(1, 2)
    os.chdir(work)
    with lock.step(work):
        os.close(held)  # whoever grades next waits for steps, and is refused by a grader
        return int(import_module("gograde.cli.main").run_command(["step", *words]))


def arguments(work: Path, cores: int | None, profile: Profile) -> list[str]:
    """The command line of Snakemake."""
    return [
        *("--snakefile", str(snakefile())),
        *("--directory", str(work)),
        *("--scheduler", "greedy", "--scheduler-subsample", "50"),
        *("--logger", PLUGIN, "--workflow-profile", "none"),
        *("--runtime-source-cache-path", str(work / SOURCES)),
        *("--keep-going", "--nocolor", "--nolock", "--rerun-triggers", "mtime"),
        *(() if cores is None else ("--cores", str(cores))),
        *(("--profile", str(profile.file)) if profile.file else ()),
        *(("--slurm-jobname-prefix", job_prefix(work)) if profile.on_slurm else ()),
    ]


@contextmanager
def _stop_on_interrupt(on_slurm: bool = False) -> Iterator[Callable[[], bool]]:
    """End the jobs on SIGINT, SIGTERM and SIGHUP, since the signal may have reached only this process.

    Yields a function that says, after Snakemake's end, whether a signal arrived.
    """

    def stop(_number: int, _frame: FrameType | None) -> NoReturn:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second SIGINT must not interrupt the cleanup
        raise KeyboardInterrupt

    asked, over = threading.Event(), threading.Event()
    reader, writer = os.pipe2(os.O_CLOEXEC)
    os.set_blocking(writer, False)
    watch = threading.Thread(
        target=_end_children_when_asked, args=(reader, asked, over, on_slurm), daemon=True
    )

    def stopped() -> bool:
        over.set()
        os.write(writer, b"\0")
        watch.join()
        return asked.is_set()

    before = {number: signal.getsignal(number) for number in _ASKING}
    # Snakemake installs its own SIGTERM handler, but the wakeup descriptor reports every signal.
    wakeup = signal.set_wakeup_fd(writer)
    watch.start()
    signal.signal(signal.SIGINT, stop)
    if before[signal.SIGHUP] == signal.SIG_DFL:  # else nohup has it ignored
        signal.signal(signal.SIGHUP, stop)
    try:
        yield stopped
    finally:
        signal.set_wakeup_fd(wakeup)
        stopped()
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(reader)
        os.close(writer)


def _end_children_when_asked(
    reader: int, asked: threading.Event, over: threading.Event, on_slurm: bool
) -> None:
    """Wait for a signal in the pipe, then end child processes until `over`; a zero byte ends the wait."""
    while number := os.read(reader, 1)[0]:
        if number in _ASKING:
            asked.set()
            if on_slurm and number == signal.SIGTERM:  # on which Snakemake waits for its jobs
                signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
            break
    # Repeated: a shell that is just becoming a step loses a signal that arrives in that moment.
    while asked.is_set():
        lock.end_children()
        if over.wait(0.25):
            return


def step_error(work: Path, failures: Sequence[JobFailure]) -> GogradeError:
    """The error of the first failed step; faults in the class's data come before faults of the grader."""
    first = min(failures, key=lambda failure: failure.status != ExitCode.BAD_DATA)
    log = work / first.log
    more = f" (and {len(failures) - 1} more steps)" if len(failures) > 1 else ""
    told, fix = _last_message(log)
    if first.lost:
        mend = _GIVE_MORE if first.lost.startswith(("timeout", "out of memory", "refused")) else _AGAIN
        return JudgeError("Slurm", f"{first.what}: {first.lost}{more}", mend)
    if first.status == ExitCode.BAD_DATA and fix:
        where, _, what = told.partition(": ")
        return DataError(where, f"{what}{more}", fix)
    if first.status is not None and first.status < 0:
        what = f"{first.what}: the step was killed ({signal.Signals(-first.status).name}){more}"
        return JudgeError(str(log), what, _AGAIN)
    mend = f"{fix or 'mend it'}, then run gograde run again"
    return JudgeError(str(log), f"{first.what}: {told or 'the step failed'}{more}", mend)


def _last_message(log: Path) -> tuple[str, str]:
    """The last message in a log, and its fix (empty without one)."""
    try:
        lines = log.read_text("utf-8", "replace").strip().split("\n")
    except OSError:
        return "the step failed and left no log", ""
    if len(lines) > 1 and lines[-1].startswith("Fix: "):
        return lines[-2], lines[-1].removeprefix("Fix: ")
    return lines[-1], ""
