"""The one place that knows the inside of Snakemake; a test fails when it changes.

Snakemake's public interface reads no profiles, and takes no listener that is no installed package.
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
    """Raises `UsageError` for a profile that Snakemake would not find."""
    if profile in (None, "none"):
        return
    from snakemake.cli import get_profile_dir

    if not profile or get_profile_dir(profile) is None:
        fix = "name a folder that holds a profile.yaml, or one that Snakemake knows"
        raise UsageError(f"--profile {safe(profile or '')}", "no such profile", fix)


def call_snakemake(args: Sequence[str], profile: str | None, listener: Listener) -> bool:
    """Call Snakemake with this command line; whether all jobs succeeded.

    Raises `UsageError` for a profile that Snakemake does not take.
    """
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
        raise UsageError("--profile", safe(what), "mend the profile") from None
