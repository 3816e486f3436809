"""The only module that uses Snakemake's internals; a test fails when they change.

Snakemake's public interface reads no profiles, and accepts only installed packages as loggers.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from gograde.errors import UsageError
from gograde.listing import safe
from gograde.resources import snakefile
from gograde.workflow.events import MODULE, PLUGIN, Listener, logger_plugin
from gograde.workflow.slurm import check_slurm

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
