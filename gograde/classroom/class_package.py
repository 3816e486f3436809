"""The package of an assignment as a class uses it: with more packages that programs may import."""

from __future__ import annotations

from gograde.classroom.classroom import Classroom
from gograde.codec import replace
from gograde.package.contents import CONFIG
from gograde.package.package import Package, open_package

LOCKS = "runtimes"
"""The folder of a class with the locks of runtimes that have more than their packages name."""


def class_package(classroom: Classroom, name: str) -> Package:
    """The package of an assignment; where the class names more for programs, with the lock of the class.

    Raises `DataError` for a package that must not be used.
    """
    package, more = open_package(classroom.package(name)), classroom.assignments[name].packages
    package.files(CONFIG)  # it is read already, and all else is checked when it is read
    if not more:
        return package
    runtime = package.config.runtime
    named = tuple(dict.fromkeys((*runtime.packages, *more)))
    config = replace(package.config, runtime=replace(runtime, packages=named))
    return replace(package, config=config, lock=classroom.path / LOCKS / f"{name}.lock")
