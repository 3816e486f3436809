"""Driving Snakemake over a class: one call, progress on the way, faults as errors that say where."""

from __future__ import annotations

import io
import os
import shutil
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from gograde.errors import DataError, ExitCode, GogradeError, JudgeError, UsageError
from gograde.intake.archives import shown
from gograde.resources import snakefile
from gograde.workflow.events import MODULE, PLUGIN, Failure, Listener, logger_plugin
from gograde.workflow.lock import end_children
from gograde.workflow.progress import Progress

_ASKING = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True)
class Options:
    """How the workflow is run; `targets` are files below the work folder (none: the reports)."""

    cores: int | None
    profile: str | None = None
    targets: tuple[str, ...] = ()


def run_workflow(work: Path, options: Options, progress: Progress) -> int:
    """Bring everything up to date; the number of jobs that were done.

    The caller holds the class's lock.  Raises `DataError` when a step found the class's data wrong,
    `JudgeError` when it failed otherwise and KeyboardInterrupt when the person asked to stop; what is
    finished by then stays.
    """
    shutil.rmtree(work / ".snakemake" / "locks", ignore_errors=True)
    listener = Listener(progress)
    with _stop_on_interrupt() as stopped:
        succeeded = _call_snakemake(arguments(work, options), options.profile, listener)
        if not succeeded and stopped():
            raise KeyboardInterrupt
    if listener.failures:
        raise step_error(work, listener.failures)
    if not succeeded:
        told = "\n".join(listener.errors) or "the workflow stopped"
        raise JudgeError(str(snakefile()), told, f"see {work / '.snakemake' / 'log'}")
    return listener.done


def arguments(work: Path, options: Options) -> list[str]:
    """The command line that Snakemake would be called with."""
    cores = [] if options.cores is None else ["--cores", str(options.cores)]
    profile = ["--profile", options.profile] if options.profile else []
    return [
        *("--snakefile", str(snakefile())),
        *("--directory", str(work)),
        *("--scheduler", "greedy", "--scheduler-subsample", "50"),
        *("--logger", PLUGIN, "--workflow-profile", "none"),
        *("--runtime-source-cache-path", str(work / ".snakemake" / "sources")),
        *("--rerun-incomplete", "--keep-going", "--nocolor"),
        *cores,
        *profile,
        *(["--", *options.targets] if options.targets else []),
    ]


def check_profile(profile: str | None) -> None:
    """Raises `UsageError` for a profile that Snakemake would not find."""
    if profile in (None, "none"):
        return
    from snakemake.cli import get_profile_dir

    if not profile or get_profile_dir(profile) is None:
        fix = "name a folder that holds a profile.yaml, or one that Snakemake knows"
        raise UsageError(f"--profile {shown(profile or '')}", "no such profile", fix)


def _call_snakemake(args: Sequence[str], profile: str | None, listener: Listener) -> bool:
    # Imported here: it takes longer than all else that a run does before its first job.
    from snakemake.cli import args_to_api, parse_args
    from snakemake.persistence import PersistenceBase
    from snakemake_interface_logger_plugins.registry import LoggerPluginRegistry

    # To see whether a parameter is a table it would import pandas; ours are text.
    PersistenceBase._serialize_param_pandas = PersistenceBase._serialize_param_builtin
    registry = LoggerPluginRegistry()
    registry.register_plugin(MODULE, logger_plugin(listener))
    try:
        parser, parsed = _parsed(parse_args, args)
        if not profile:
            # On this machine a limit of jobs a second protects nobody, and its timers outlive the last job.
            parsed.max_jobs_per_timespan = None
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
        raise UsageError("--profile", shown(what), "mend the profile") from None


@contextmanager
def _stop_on_interrupt() -> Iterator[Callable[[], bool]]:
    """On SIGINT and SIGTERM end the jobs too, since they may have come to this process alone.

    Gives a function that tells, when all is over, whether one has come.
    """

    def stop(_number: int, _frame: FrameType | None) -> NoReturn:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # an impatient second one must not cut the ending short
        raise KeyboardInterrupt

    asked, over = threading.Event(), threading.Event()
    reader, writer = os.pipe2(os.O_CLOEXEC)
    os.set_blocking(writer, False)
    watch = threading.Thread(target=_end_children_when_asked, args=(reader, asked, over), daemon=True)

    def stopped() -> bool:
        over.set()
        os.write(writer, b"\0")
        watch.join()
        return asked.is_set()

    before = {number: signal.getsignal(number) for number in _ASKING}
    # Snakemake puts a handler of its own on SIGTERM, but every signal is told here as well.
    wakeup = signal.set_wakeup_fd(writer)
    watch.start()
    signal.signal(signal.SIGINT, stop)
    try:
        yield stopped
    finally:
        signal.set_wakeup_fd(wakeup)
        stopped()
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(reader)
        os.close(writer)


def _end_children_when_asked(reader: int, asked: threading.Event, over: threading.Event) -> None:
    """Wait for a signal in the pipe; from then on end what is started, or else give up at a zero."""
    while number := os.read(reader, 1)[0]:
        if number in _ASKING:
            asked.set()
            break
    # Again and again: a shell that is about to become a step forgets what it was told in that moment.
    while asked.is_set():
        end_children()
        if over.wait(0.25):
            return


def step_error(work: Path, failures: Sequence[Failure]) -> GogradeError:
    """What went wrong in the first step that failed; wrong data of the class goes before faults of ours."""
    first = min(failures, key=lambda failure: failure.status != ExitCode.BAD_DATA)
    log = work / first.log
    more = f" (and {len(failures) - 1} more steps)" if len(failures) > 1 else ""
    told, fix = _told(log)
    if first.status == ExitCode.BAD_DATA and fix:
        where, _, what = told.partition(": ")
        return DataError(where, f"{what}{more}", fix)
    return JudgeError(
        str(log), f"{first.what}: {told or 'the step failed'}{more}", "mend it, then run gograde run again"
    )


def _told(log: Path) -> tuple[str, str]:
    """The last thing that a log says, and how to mend it (empty when it does not say)."""
    try:
        lines = log.read_text("utf-8", "replace").strip().split("\n")
    except OSError:
        return "the step failed and left no log", ""
    if len(lines) > 1 and lines[-1].startswith("Fix: "):
        return lines[-2], lines[-1].removeprefix("Fix: ")
    return lines[-1], ""
