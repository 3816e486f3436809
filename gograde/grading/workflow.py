"""Driving Snakemake over a class: one call, progress on the way, faults as errors that say where."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import NoReturn

from gograde.errors import JudgeError
from gograde.grading.events import MODULE, PLUGIN, Failure, Listener, logger_plugin
from gograde.grading.lock import end_children
from gograde.grading.progress import Progress
from gograde.resources import snakefile


@dataclass(frozen=True)
class Options:
    """How the workflow is run; `targets` are files below the work folder (none: the reports)."""

    cores: int | None
    profile: str | None = None
    targets: tuple[str, ...] = ()


def run_workflow(work: Path, options: Options, progress: Progress) -> int:
    """Bring everything up to date; the number of jobs that were done.

    The caller holds the class's lock.  Raises `JudgeError` when a step failed and
    KeyboardInterrupt when the person asked to stop; what is finished by then stays.
    """
    shutil.rmtree(work / ".snakemake" / "locks", ignore_errors=True)
    listener = Listener(progress)
    with _stop_on_interrupt() as stopped:
        succeeded = _call_snakemake(arguments(work, options), listener)
        if not succeeded and stopped():
            raise KeyboardInterrupt
    if listener.failures:
        raise _judge_error(work, listener.failures)
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


def _call_snakemake(args: Sequence[str], listener: Listener) -> bool:
    # Imported here: it takes longer than all else that a run does before its first job.
    from snakemake.cli import args_to_api, parse_args
    from snakemake_interface_logger_plugins.registry import LoggerPluginRegistry

    registry = LoggerPluginRegistry()
    registry.register_plugin(MODULE, logger_plugin(listener))
    try:
        parser, parsed = parse_args(list(args))
        return bool(args_to_api(parsed, parser))
    finally:
        registry.plugins.pop(PLUGIN, None)


@contextmanager
def _stop_on_interrupt() -> Iterator[Callable[[], bool]]:
    """On SIGINT end the jobs too, since it may have come to this process alone.

    Gives a function that tells whether a SIGINT or SIGTERM has come.
    """

    def stop(_number: int, _frame: FrameType | None) -> NoReturn:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # an impatient second one must not cut the ending short
        end_children()
        raise KeyboardInterrupt

    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.getsignal(number) for number in numbers}
    reader, writer = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    # Snakemake puts a handler of its own on SIGTERM, but every signal is told here as well.
    wakeup = signal.set_wakeup_fd(writer)
    signal.signal(signal.SIGINT, stop)
    try:
        yield lambda: bool(set(_waiting(reader)) & set(numbers))
    finally:
        signal.set_wakeup_fd(wakeup)
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(reader)
        os.close(writer)


def _waiting(reader: int) -> bytes:
    try:
        return os.read(reader, 4096)
    except BlockingIOError:
        return b""


def _judge_error(work: Path, failures: Sequence[Failure]) -> JudgeError:
    first = failures[0]
    log = work / first.log
    more = f" (and {len(failures) - 1} more steps)" if len(failures) > 1 else ""
    return JudgeError(
        str(log), f"{first.what}: {_last_line(log)}{more}", "mend it, then run gograde run again"
    )


def _last_line(log: Path) -> str:
    try:
        lines = log.read_text("utf-8", "replace").strip().split("\n")
    except OSError:
        return "the step failed and left no log"
    return next((line for line in reversed(lines) if not line.startswith("Fix: ")), "") or "the step failed"
