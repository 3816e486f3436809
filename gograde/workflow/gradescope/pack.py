"""Packs an autograder for Gradescope: gograde's own files, a package, its cases, and two scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from itertools import chain

from gograde.authoring.assignment import Batch
from gograde.authoring.case_folders import hidden_files
from gograde.authoring.package_code import sources
from gograde.authoring.registry import SHIPPED, code_of
from gograde.code_closure import NAME, ROOT, closure, imports_in
from gograde.errors import DataError
from gograde.files import zipped
from gograde.grading.contracts.table import code_of_kind
from gograde.grading.score import REFEREED
from gograde.package.descriptor import DESCRIPTOR
from gograde.package.package import Package, checked_file
from gograde.package.yaml_files import read_capped
from gograde.resources import lock_file
from gograde.workflow.gradescope.settings import HIDDEN, PACKAGE, SETTINGS, Autograder

ENTRY = "gograde.cli.graders.autograde"
"""The module that the scripts start."""

GAMES = "games"
"""The extra of gograde that plays and judges games."""

SCRIPTS = ("setup.sh", "run_autograder")

NOT_NEEDED = ("submissions/", "statement/", "template/", "generator.yaml")
"""What grading reads nothing of; sample programs are best kept from where students' programs run."""


@dataclass(frozen=True)
class Wanted:
    """What to pack; `hidden` are the batches of hidden cases, `tools` packages of the system to install.

    `extended` are the students with an extension in the class, of which Gradescope knows nothing.
    """

    package: Package
    settings: Autograder
    hidden: tuple[Batch, ...]
    tools: tuple[str, ...]
    extended: tuple[str, ...] = ()


def pack(wanted: Wanted) -> bytes:
    """The archive; the same input gives the same bytes."""
    hidden = hidden_files(wanted.package, wanted.hidden) if wanted.hidden else {}
    files = {
        **_own_files(wanted.package),
        **{f"{PACKAGE}/{path}": data for path, data in _package_files(wanted.package).items()},
        **{f"{HIDDEN}/{path}": data for path, data in hidden.items()},
        SETTINGS: wanted.settings.text().encode(),
        "tools.txt": "".join(f"{tool}\n" for tool in wanted.tools).encode(),
    }
    return zipped(files, programs=SCRIPTS)


def extra_of(package: Package) -> str:
    """The extra of gograde that grading a package needs; empty for none."""
    return GAMES if package.config.contract.kind == REFEREED else ""


def _own_files(package: Package) -> dict[str, bytes]:
    """The scripts, the files of gograde that they need, and the libraries of these."""
    contract = package.config.contract
    own = (imports_in(data.decode("utf-8", "replace")) for data in sources(package).values())
    needed = closure(ENTRY, SHIPPED, code_of_kind(contract), *code_of(package), *chain.from_iterable(own))
    scripts = ROOT / "workflow" / "gradescope" / "scripts"
    return {
        **{f"{NAME}/{path}": (ROOT / path).read_bytes() for path in needed},
        **{name: (scripts / name).read_bytes() for name in SCRIPTS},
        "requirements.txt": requirements(extra_of(package)).encode(),
    }


def _package_files(package: Package) -> dict[str, bytes]:
    """What grading reads of a package, with a descriptor of just these files."""
    hashes = {path: value for path, value in package.hashes.items() if not path.startswith(NOT_NEEDED)}
    descriptor = json.loads(read_capped(package.path / DESCRIPTOR))
    descriptor["resources"] = [one for one in descriptor["resources"] if one["path"] in hashes]
    files = {path: checked_file(package.path, path, value) for path, value in hashes.items()}
    return {**files, DESCRIPTOR: (json.dumps(descriptor, indent=1, ensure_ascii=False) + "\n").encode()}


def requirements(extra: str) -> str:
    """The lines of the lock for what gograde needs with this extra, or with none; raises `DataError`."""
    wanted = _needed(NAME, extra)
    blocks = _blocks(lock_file().read_text("utf-8")) if lock_file().is_file() else {}
    missing = sorted(wanted - blocks.keys())
    if missing:
        what = f"has no line for {', '.join(missing)}"
        raise DataError(str(lock_file()), what, "install gograde anew")
    return "".join(blocks[name] for name in sorted(wanted))


def _needed(distribution: str, extra: str) -> set[str]:
    """All that a distribution needs, directly or not, by normalised name."""
    waiting, found = list(_needs(distribution, extra)), set[str]()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(_needs(name))
    return found


def _needs(distribution: str, extra: str = "") -> Iterator[str]:
    """What a distribution needs here, with one extra or none: nothing of other systems."""
    for line in metadata.requires(distribution) or ():
        name = _normal(re.split(r"[^\w.-]", line, maxsplit=1)[0])
        of_extra = re.search(r"extra == ['\"]([^'\"]*)", line)
        if (of_extra is None or of_extra[1] == extra) and name in _installed():
            yield name


@cache
def _installed() -> frozenset[str]:
    return frozenset(_normal(one.name) for one in metadata.distributions())


def _blocks(lock: str) -> dict[str, str]:
    """The lines of each distribution in a lock; it may have one for each of several versions of Python."""
    blocks: dict[str, str] = {}
    name = ""
    for line in lock.splitlines(keepends=True):
        if line[:1].isalnum():
            name = _normal(re.split(r"[=\s]", line, maxsplit=1)[0])
        if name:
            blocks[name] = blocks.get(name, "") + line
    return blocks


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
