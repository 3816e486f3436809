"""Finds the code of an assignment by its id.

The folders of `gograde.assignments` are the assignments that ship, each named by its id with `_` for `-`.
It has `ASSIGNMENT` in `assignment.py`: all that public cases need.  For hidden cases `mistakes_of` in
`mistakes.py` gives the mistakes that hints are computed from; `score.py` may have what only scoring needs.
`AUTHOR` in `author.py` makes and checks cases; there may be `figures` for the statement.  The code of any
other assignment is in its package, with the same modules; the assignment is then in `__init__.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from gograde.authoring.spec_assignment import SpecAssignment
from gograde.core.assignment import Assignment
from gograde.core.marking import Marking
from gograde.errors import DataError
from gograde.package.contents import CONFIG

if TYPE_CHECKING:  # the job that scores has no package and does not load what reads one
    from gograde.authoring.spec import Mistake
    from gograde.package.own_code import OwnCode
    from gograde.package.package import Package

SHIPPED = "gograde.assignments"

_Part = Callable[[str, str], Any]
"""Finds an object in a module of an assignment's folder; None without the module."""


@cache
def shipped_ids() -> tuple[str, ...]:
    """The ids of the assignments that ship, sorted."""
    folders = iter_modules(import_module(SHIPPED).__path__)
    return tuple(sorted(name.replace("_", "-") for _, name, is_folder in folders if is_folder))


def shipped_part(id: str, module: str, name: str) -> Any:
    """The object `name` in a module of an assignment's folder; None if there is no such."""
    return getattr(import_module(_module_path(id, module)), name, None) if _is_there(id, module) else None


def part_of(package: Package, module: str, name: str) -> Any:
    """Like `shipped_part`, for any package; raises `DataError` when the module has no such object."""
    if package.config.code is None:
        return shipped_part(package.config.id, module, name)
    return _own_code(package.config.marking, _sources(package), package.path).part(module, name)


def assignment_of(package: Package) -> Assignment:
    """The assignment of a package; raises `DataError` if no code scores it, or only other programs."""
    if package.config.code is None and package.config.id not in shipped_ids():
        what = f"no module scores the assignment {package.config.id!r}"
        raise DataError(str(package.path), what, f"use one of: {', '.join(shipped_ids())}")
    found = assignment_from(package.config.marking, _sources(package), package.path)
    kind = package.config.contract.kind
    if isinstance(found, SpecAssignment) and kind != (found.contract or kind):
        what = f"is {kind}, and {type(found).__name__} is for programs of the kind {found.contract}"
        raise DataError(f"{package.path / CONFIG}: contract.kind", what, f"write kind: {found.contract}")
    return found


def assignment_from(marking: Marking, sources: Mapping[str, bytes], where: Path) -> Assignment:
    """The assignment that ships, or the one in these files of a package (`own_code.OwnCode`)."""
    part: _Part
    found: Assignment
    if marking.code is not None:
        own = _own_code(marking, sources, where)
        found, part = own.assignment(), own.part
    else:
        part = partial(shipped_part, marking.id)
        found = part("assignment", "ASSIGNMENT")
    return replace(found, known=partial(_known, part)) if isinstance(found, SpecAssignment) else found


def code_of(package: Package, *, hidden: bool = True) -> tuple[str, ...]:
    """The modules that score a package, or its public cases alone; own code is in the package's hash."""
    parts = ("assignment", *["mistakes"] * hidden, "score") if package.config.code is None else ()
    return tuple(
        _module_path(package.config.id, part) for part in parts if _is_there(package.config.id, part)
    )


def _known(part: _Part, marking: Marking) -> Sequence[Mistake]:
    """The known mistakes of an assignment; none without a module for them."""
    mistakes_of = part("mistakes", "mistakes_of")
    return tuple(mistakes_of(marking.parameters)) if mistakes_of else ()


def _is_there(id: str, module: str) -> bool:
    return id in shipped_ids() and find_spec(_module_path(id, module)) is not None


def _module_path(id: str, module: str) -> str:
    return f"{SHIPPED}.{id.replace('-', '_')}.{module}"


def _own_code(marking: Marking, sources: Mapping[str, bytes], where: Path) -> OwnCode:
    from gograde.package.own_code import OwnCode

    return OwnCode(marking, sources, where)


def _sources(package: Package) -> Mapping[str, bytes]:
    """The files of a package's own code; raises `DataError` when its id is one that ships."""
    if package.config.code is None:
        return {}
    if package.config.id in shipped_ids():
        what = f"{package.config.id!r} ships with gograde, and this package has code of its own"
        raise DataError(f"{package.path / CONFIG}: id", what, "choose another id, or take code: out")
    return package.code()
