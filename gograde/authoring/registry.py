"""Finds the code of an assignment by its id.

The folders of `gograde.assignments` are the assignments that ship; a folder's name is the id with `_`
for `-`.  A folder has `ASSIGNMENT` in `assignment.py`, the only module that grading imports, and
`AUTHOR` in `author.py`; it may have `figures.py` for its statement.  The code of any other assignment
is in its package.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from gograde.authoring.assignment import Assignment
from gograde.errors import DataError
from gograde.package.contents import CONFIG
from gograde.scoring.marking import Marking

if TYPE_CHECKING:  # the job that scores has no package and does not load what reads one
    from gograde.package.package import Package

SHIPPED = "gograde.assignments"


def shipped_ids() -> tuple[str, ...]:
    """The ids of the assignments that ship, sorted."""
    folders = iter_modules(import_module(SHIPPED).__path__)
    return tuple(sorted(name.replace("_", "-") for _, name, is_folder in folders if is_folder))


def shipped_part(id: str, module: str, name: str) -> Any:
    """The object `name` in a module of an assignment's folder; None if the module does not exist."""
    path = _module_path(id, module)
    there = id in shipped_ids() and find_spec(path)
    return getattr(import_module(path), name) if there else None


def _module_path(id: str, module: str) -> str:
    return f"{SHIPPED}.{id.replace('-', '_')}.{module}"


def assignment_of(package: Package) -> Assignment:
    """The assignment of a package; raises `DataError` if no code scores it."""
    if package.config.code is not None:
        return _assignment_in(package)
    if package.config.id not in shipped_ids():
        what = f"no module scores the assignment {package.config.id!r}"
        raise DataError(str(package.path), what, f"use one of: {', '.join(shipped_ids())}")
    return assignment_from(package.config.marking, {}, package.path)


def assignment_from(marking: Marking, sources: Mapping[str, bytes], where: Path) -> Assignment:
    """The assignment that ships, or the one in these files of a package (`own_code.load_from`)."""
    if marking.code is not None:
        from gograde.package import own_code

        found: Assignment = own_code.load_from(marking, sources, where)
    else:
        found = shipped_part(marking.id, "assignment", "ASSIGNMENT")
    return found


def code_of(package: Package) -> tuple[str, ...]:
    """The module that scores a package; none for a package with its own code, which is in its hash."""
    return () if package.config.code is not None else (_module_path(package.config.id, "assignment"),)


def _assignment_in(package: Package) -> Assignment:
    from gograde.authoring import package_code

    if package.config.id in shipped_ids():
        what = f"{package.config.id!r} ships with gograde, and this package has code of its own"
        raise DataError(f"{package.path / CONFIG}: id", what, "choose another id, or take code: out")
    return package_code.load(package)
