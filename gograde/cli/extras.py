"""The extras of the distribution: asked for before a command begins, and named when a library is missing.

The metadata of what is installed says which library is in which extra.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path

from gograde.errors import UsageError

_REQUIREMENT = re.compile(r"^Requires-Dist: ([\w.-]+).*; extra == .([\w-]+).$", re.MULTILINE)
"""As in `Requires-Dist: numba>=0.61; extra == 'games'`."""

Extras = Mapping[str, frozenset[str]]
"""The names by which the libraries of each extra are imported."""


def need(command: str, wanted: Iterable[str]) -> None:
    """Raise `UsageError` where a library of one of these extras is not installed."""
    extras = read_extras()
    lacking = [name for name in wanted if not all(map(find_spec, extras.get(name, ())))]
    if lacking:
        raise _lacks(command, lacking)


def explain(command: str, error: Exception) -> UsageError | None:
    """A library that could not be imported, as the smallest extra that has it; None for any other error.

    A module of ours that is not there is one that gograde-check leaves out.
    """
    name = (error.name or "") if isinstance(error, ModuleNotFoundError) else ""
    if name.startswith("gograde.") and _is_for_students():
        return UsageError(command, "needs what gograde-check leaves out", "pip install gograde")
    library = name.partition(".")[0]
    found = [extra for extra in read_extras().items() if library in extra[1]]
    return _lacks(command, [min(found, key=lambda extra: len(extra[1]))[0]]) if found else None


def read_extras() -> Extras:
    """The extras of the installed distribution; none where gograde runs without being installed."""
    named = f"{_distribution().replace('-', '_')}-*.dist-info/METADATA"
    told = next((file.read_text("utf-8") for place in sys.path for file in Path(place).glob(named)), "")
    found: dict[str, frozenset[str]] = {}
    for library, extra in _REQUIREMENT.findall(told):
        found[extra] = found.get(extra, frozenset()) | {library.replace("-", "_")}
    return found


def _is_for_students() -> bool:
    return find_spec("gograde.cli.tables.staff") is None


def _distribution() -> str:
    """What this package is installed from: all of it, or what students need."""
    return "gograde-check" if _is_for_students() else "gograde"


def _lacks(command: str, extras: list[str]) -> UsageError:
    name = f"{_distribution()}[{','.join(extras)}]"
    return UsageError(command, f"needs the packages of {name}", f"pip install '{name}'")
