"""`manifest.json`: the inputs of the reports; equal inputs make equal reports.

The manifest holds content hashes and versions, but no times, host names or paths.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import gograde
from gograde import resources
from gograde.frames.table import MEASURED
from gograde.report.results import Results
from gograde.report.words.escape import json_text
from gograde.workflow.report_folder import REPORTS_SCHEMA

LIBRARIES = ("click", "jinja2", "numba", "numpy", "pandas", "pydantic", "sgfmill", "snakemake")
_SOURCES = ("*.py", "*.j2", "*.css", "*.js")


def manifest(results: Results, class_dir: Path, files: Mapping[str, str]) -> str:
    """The manifest; `files` maps the reports to their SHA-256; those that are measured are only named."""
    value = {
        "schema": REPORTS_SCHEMA,
        "class": results.gradebook.info.title,
        "packages": _packages(results),
        "submissions": _submissions(results),
        "backends": sorted({r.record.backend for r in results.results if r.record.backend}),
        "code": {"version": gograde.__version__, "sources_sha256": sources_sha256(), "lock_sha256": _lock()},
        "versions": versions(),
        "doctor": _doctor(class_dir),
        "files": {name: files[name] for name in sorted(files) if not _measured(name)},
        "measured": sorted(filter(_measured, files)),
    }
    return json_text(value) + "\n"


def _measured(name: str) -> bool:
    return name.startswith(f"{MEASURED}/")


def versions() -> dict[str, str | None]:
    """Versions of Python and of the libraries that a result may depend on."""
    return {"python": platform.python_version(), **{name: _version(name) for name in LIBRARIES}}


def sources_sha256() -> str:
    """One digest over gograde's own sources and templates, by path and content."""
    root = Path(gograde.__file__).resolve().parent
    digest = sha256()
    names = {path.relative_to(root).as_posix() for kind in _SOURCES for path in root.rglob(kind)}
    for name in sorted(name for name in names if not name.startswith("_data/")):
        digest.update(f"{name}\0{sha256((root / name).read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def _packages(results: Results) -> dict[str, Any]:
    works = results.gradebook.assignments
    return {work.id: {"version": work.version, "sha256": work.package_sha256} for work in works}


def _submissions(results: Results) -> dict[str, dict[str, str | None]]:
    return {
        work.id: {r.student.id: r.record.submission.sha256 for r in results.of_assignment(work.id)}
        for work in results.gradebook.assignments
    }


def _version(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None


def _lock() -> str | None:
    path = resources.lock_file()
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else None


def _doctor(class_dir: Path) -> Any:
    """The saved findings of `gograde doctor`, None when there is no readable file."""
    try:
        return json.loads((class_dir / "work" / "doctor.json").read_bytes())
    except (OSError, ValueError):
        return None
