"""The libraries of the local pages are an extra; a command asks for them before it loads anything else."""

from __future__ import annotations

from importlib.util import find_spec

from gograde.errors import UsageError

LIBRARIES = ("starlette", "uvicorn")


def need_extra(command: str) -> None:
    """Raise `UsageError` where a library that serves pages is not installed."""
    missing = [name for name in LIBRARIES if find_spec(name) is None]
    if missing:
        what = f"needs {' and '.join(missing)}, which {'is' if len(missing) == 1 else 'are'} not installed"
        raise UsageError(command, what, "pip install 'gograde[board]'")
