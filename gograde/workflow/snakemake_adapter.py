"""The only module that uses Snakemake's internals; a test fails when they change.

Snakemake's public interface reads no profiles, and accepts only installed packages as loggers.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr
from typing import Any

from gograde.errors import UsageError
from gograde.intake.printable import safe
from gograde.workflow.events import MODULE, PLUGIN, Listener, logger_plugin


def check_profile(profile: str | None) -> None:
    """Raise `UsageError` for a profile that Snakemake cannot find."""
    if profile in (None, "none"):
        return
    from snakemake.cli import get_profile_dir

    if not profile or get_profile_dir(profile) is None:
        fix = "name a folder that holds a profile.yaml, or one that Snakemake knows"
        raise UsageError(f"--profile {safe(profile or '')}", "no such profile", fix)


def call_snakemake(args: Sequence[str], profile: str | None, listener: Listener) -> bool:
    """Call Snakemake with a command line; return whether all jobs succeeded.

    Raises `UsageError` for a profile that Snakemake rejects.
    """
    # Imported late: the import takes longer than everything else before the first job.
    from snakemake.cli import args_to_api, parse_args
    from snakemake.persistence import PersistenceBase
    from snakemake_interface_logger_plugins.registry import LoggerPluginRegistry

    # Snakemake would import pandas to test whether a parameter is a table; all parameters here are text.
    PersistenceBase._serialize_param_pandas = PersistenceBase._serialize_param_builtin
    registry = LoggerPluginRegistry()
    registry.register_plugin(MODULE, logger_plugin(listener))
    try:
        parser, parsed = _parsed(parse_args, args)
        if not profile:
            # A local run needs no limit of jobs a second, and the limit's timers outlive the last job.
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
        fix = "mend the profile"
        if "--executor" in what:
            fix += ", or install what it names; for Slurm: pip install 'gograde[slurm]'"
        raise UsageError("--profile", safe(what), fix) from None
