"""Makes the lock of a runtime: what pip would install, with hashes."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from gograde.errors import DataError
from gograde.files import make_folder, write_atomic
from gograde.package.contents import CONFIG
from gograde.package.package import Package
from gograde.package.yaml_files import read_capped
from gograde.private import scratch_folder
from gograde.resources import packages_dir
from gograde.runtimes.recipe import LOCK, interpreter_of, pins, plain

_PIP = (sys.executable, "-I", "-m", "pip", "--disable-pip-version-check", "--no-input", "--python")
_ASK = ("install", "--quiet", "--dry-run", "--ignore-installed", "--only-binary", ":all:")


def write_lock(package: Package) -> Path | None:
    """Write the lock of a package of one's own, or that of a class for a package; returns where it is.

    None where there is nothing to pin, as for a package that ships.  Raises `DataError`.
    """
    if package.path.parent == packages_dir() and package.lock is None:
        return None
    if not package.config.runtime.packages:
        return None
    own, target = package.path / LOCK, package.lock or package.path / LOCK
    data = made_lock(package, read_capped(own) if own.is_file() else b"")
    make_folder(target.parent)
    write_atomic(target, data)
    return target


def made_lock(package: Package, before: bytes) -> bytes:
    """The lock for the packages that are named, on machines of this kind with the same Python.

    What is pinned in the lock `before` keeps its version.  Raises `DataError` when pip finds no packages.
    """
    python = interpreter_of(package)
    named = package.config.runtime.packages
    with scratch_folder() as folder:
        kept, report = folder / "kept.txt", folder / "report.json"
        kept.write_text(
            "".join(f"{line}\n" for line in _pinned(before, f"{package.path / CONFIG}: runtime.python"))
        )
        words = (*_PIP, str(python.program), *_ASK, "--constraint", str(kept), "--report", str(report))
        done = subprocess.run([*words, *named], capture_output=True, text=True, check=False)
        if done.returncode:
            said = [line for line in done.stderr.splitlines() if line.startswith("ERROR: ")]
            what = f"cannot be locked: {(said or ['pip failed'])[-1].removeprefix('ERROR: ')}"
            raise DataError(
                ", ".join(named), what, "see that the names are right and that pip finds packages"
            )
        return _written(json.loads(report.read_bytes())["install"])


def _pinned(before: bytes, where: str) -> Iterable[str]:
    """The pins of a lock with the machines that they are for."""
    list(pins(before, where))  # no line is anything else
    lines = before.decode().replace("\\\n", " ").splitlines()
    return (line.partition(" --hash")[0].strip() for line in lines if line and not line.startswith("#"))


def _written(found: Iterable[Any]) -> bytes:
    rows = sorted((plain(one["metadata"]["name"]), one) for one in found)
    pinned = ((f"{name}=={one['metadata']['version']}", _hash(one, name)) for name, one in rows)
    return "".join(f"{pin} \\\n    --hash=sha256:{digest}\n" for pin, digest in pinned).encode()


def _hash(one: Any, name: str) -> str:
    about = one["download_info"]
    found = about.get("archive_info", {}).get("hashes", {}).get("sha256")
    at = urlsplit(about["url"])
    if (
        not found and at.scheme == "file" and Path(unquote(at.path)).is_file()
    ):  # an old pip hashes none of these
        found = hashlib.sha256(Path(unquote(at.path)).read_bytes()).hexdigest()
    if not found:
        raise DataError(name, "has no hash where pip finds it", "take it from a package index")
    return str(found)
