"""Turns Snakemake's events into progress and failures; its other messages go to its log file."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from logging import LogRecord
from pathlib import Path
from threading import RLock
from types import SimpleNamespace
from typing import Any

from gograde.workflow.progress import Progress

PLUGIN = "gograde"
MODULE = "snakemake_logger_plugin_gograde"

Waiting = Mapping[str, Sequence[str]]
"""The submissions that are to be run (perhaps none) of each slice; both by their names for people."""

NAMES = {
    "run": "{assignment}: slice {slice}",
    "score": "{assignment}: scores {slice}",
    "round": "{assignment}: round {round}",
    "play": "{assignment}: games {round}-{tile}",
    "rate": "{assignment}: rate",
    "all": "",
}
"""Names of jobs for people, by rule."""

_ENDED = re.compile(r"returned non-zero exit status (\d+)\.|died with <Signals\.\w+: (\d+)>\.")
_LOST = re.compile(r"SLURM status is: '(?!FAILED)(\w+)|SLURM sbatch failed\. The error message was '(.*)'")

# Snakemake writes these lines after every failed run, beside the reason.
_AFTERWORDS = ("At least one job did not complete successfully", "Exiting because a job execution failed")


@dataclass(frozen=True)
class JobFailure:
    """A failed job: its name, its log relative to the work folder, and its exit status if known.

    The status is negative for a job that a signal ended.  `lost` is what Slurm says of a job that did not
    end by itself.
    """

    what: str
    log: str
    status: int | None = None
    lost: str = ""


@dataclass
class Listener:
    """Collects events of the workflow: finished jobs, failed jobs, errors of the workflow itself.

    A slice of runs is told as the submissions of it that are `waiting`.
    """

    progress: Progress
    waiting: Waiting = field(default_factory=dict)
    done: int = 0
    failures: list[JobFailure] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    _names: dict[int, str] = field(default_factory=dict)
    _reported: set[tuple[str, str]] = field(default_factory=set)
    _lock: RLock = field(default_factory=RLock, repr=False)

    def hear(self, event: str | None, record: Mapping[str, Any]) -> None:
        """Handle one event; `record` holds the fields of Snakemake's log record."""
        if event == "run_info":
            # The goal `all` counts as a job that does nothing.
            counts = record["stats"]
            jobs = counts["total"] - counts.get("all", 0) - counts.get("run", 0)
            self.progress.total(jobs + sum(map(len, self.waiting.values())))
        elif event == "job_info":
            name = self._names[record["jobid"]] = name_of(record["rule_name"], record["wildcards"] or {})
            if name and name not in self.waiting:
                self.tell("started", name)
        elif event == "job_finished":
            name = self._names.get(record["job_id"], "")
            self.done += name != ""
            self.failures = [one for one in self.failures if one.what != name]  # it was tried again
            for one in self.waiting.get(name, [name] if name else []):
                self.tell("finished", one)
        elif event == "job_error":
            log, *of_slurm = [*map(str, record["log"] or ())] or [""]
            name = self._names.get(record["jobid"]) or record["rule_name"]
            lost = lost_by_slurm(record.get("rule_msg") or "")
            if lost:
                self.progress.note(f"{name}: {lost}")
            status = status_of(log, [*self.errors, *map(_text, of_slurm)])
            self.failures.append(JobFailure(name, log, status, lost))
        elif event == "error" or record.get("levelname") in ("ERROR", "CRITICAL"):
            text = str(record.get("msg") or "")
            if not any(known in text for known in _AFTERWORDS):
                self.errors.append(text)

    def tell(self, event: str, what: str) -> None:
        """Tell the display that something has `started` or `finished`, once; called from any thread."""
        with self._lock:
            if self._reported.isdisjoint({(event, what), ("finished", what)}):
                self._reported.add((event, what))
                (self.progress.started if event == "started" else self.progress.finished)(what)


def lost_by_slurm(told: str) -> str:
    """What Slurm's executor tells of a job that Slurm refused or ended; empty for another one."""
    found = _LOST.search(told)
    if found is None:
        return ""
    state, refused = found.groups()
    return f"{state.lower().replace('_', ' ')} by Slurm" if state else f"refused by Slurm ({refused})"


def _text(path: str) -> str:
    with suppress(OSError):
        return Path(path).read_text("utf-8", "replace")
    return ""


def status_of(log: str, errors: Sequence[str]) -> int | None:
    """The exit status of the job with this log, from the error that names the log; None without one.

    A signal that ended the job is a negative status.
    """
    for error in errors:
        ended = _ENDED.search(error) if log and f"> {shlex.quote(log)} " in error else None
        if ended:
            return int(ended[1]) if ended[1] else -int(ended[2])
    return None


def name_of(rule: str, wildcards: Mapping[str, Any]) -> str:
    """A job's name for people; empty for the goal `all`."""
    return NAMES.get(rule, rule).format_map(wildcards)


def logger_plugin(listener: Listener) -> SimpleNamespace:
    """A Snakemake logger plugin that passes every event to the listener."""
    from snakemake_interface_logger_plugins.base import LogHandlerBase

    class LogHandler(LogHandlerBase):  # type: ignore[misc]
        """Replaces Snakemake's formatting and filters; these flags keep Snakemake from printing itself."""

        writes_to_stream = True
        writes_to_file = False
        has_filter = True
        has_formatter = True
        needs_rulegraph = False

        def emit(self, record: LogRecord) -> None:
            event = getattr(record, "event", None)
            listener.hear(None if event is None else str(event), vars(record))

    return SimpleNamespace(LogHandler=LogHandler)
