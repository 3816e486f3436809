"""Assignments whose Python code comes with their package, named by `code:` in `assignment.yaml`.

The grader runs this code with all its rights.  Therefore the package is one that ships or that a
person has named, the code consists only of files that the package's descriptor lists with their
hashes, and the package is never inside a submission.
"""

from __future__ import annotations

from pathlib import Path

from gograde.errors import DataError, UsageError
from gograde.package.contents import CONFIG
from gograde.package.package import DESCRIPTOR, Package, describe_hint, files_of


def sources(package: Package) -> dict[str, bytes]:
    """The Python files of a package's own code by their paths; none without `code:`.

    Raises `DataError` for files that are not listed, and so not run.
    """
    if package.config.code is None:
        return {}
    folder = package.config.code.partition(":")[0]
    ours = [p for p in files_of(package.path) if p.startswith(f"{folder}/") and p.endswith(".py")]
    for path in ours:
        if path not in package.hashes:
            what = f"not listed in {DESCRIPTOR}, so it is not run"
            raise DataError(str(package.path / path), what, describe_hint(package.path))
    files = package.files(folder)
    if "__init__.py" not in files:
        where = f"{package.path / CONFIG}: code"
        raise DataError(where, f"there is no {folder}/__init__.py", "name the folder with the Python")
    return {f"{folder}/{name}": data for name, data in files.items() if name.endswith(".py")}


def refuse_handed_in(package: Path, submission: Path) -> None:
    """Raises `UsageError` for a package inside a submission, since a student may have written its code."""
    if package.resolve().is_relative_to(submission.resolve()):
        what = f"lies inside the submission {submission}, and its code would be run outside the sandbox"
        raise UsageError(str(package), what, "take the package from somewhere else")
