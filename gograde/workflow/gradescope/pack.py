"""Packs an autograder for Gradescope: gograde's own files, a package, its cases, and two scripts.

Hidden cases are those of a class, with its late rules, or of a key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from itertools import chain
from pathlib import Path

from gograde.authoring.case_folders import hidden_batches, hidden_files, sample_batches
from gograde.authoring.registry import SHIPPED, assignment_of, code_of
from gograde.authoring.spec_author import generate_batches
from gograde.classroom.class_config import AssignmentRules
from gograde.classroom.classroom import load_class
from gograde.code_closure import NAME, ROOT, closure, imports_in
from gograde.core.assignment import Batch, Facts
from gograde.core.record import most_points
from gograde.core.verdict import Verdict
from gograde.errors import DataError, UsageError
from gograde.files import zipped
from gograde.grading.contracts.kind import code_of_kind
from gograde.grading.score import REFEREED
from gograde.intake.languages import LANGUAGES
from gograde.package.package import DESCRIPTOR, Package, checked_file, find_package, load_package
from gograde.package.secret_files import read_key
from gograde.package.yaml_files import did_you_mean, read_capped
from gograde.resources import lock_file
from gograde.workflow.gradescope.autograder import HIDDEN, PACKAGE, SETTINGS, Autograder, check_settings

ENTRY = "gograde.cli.packages.autograde"
"""The module that the scripts start."""

GAMES = "games"
"""The extra of gograde that plays and judges games."""

SCRIPTS = ("setup.sh", "run_autograder")

NOT_NEEDED = ("submissions/", "statement/", "template/", "generator.yaml")
"""What grading reads nothing of; sample programs are best kept from where students' programs run."""


@dataclass(frozen=True)
class PackRequest:
    """What to pack; `hidden` are the batches of hidden cases, `tools` packages of the system to install.

    `extended` are the students with an extension in the class, of which Gradescope knows nothing.
    """

    package: Package
    settings: Autograder
    hidden: tuple[Batch, ...]
    tools: tuple[str, ...]
    extended: tuple[str, ...] = ()


def pack(wanted: PackRequest) -> bytes:
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
    own = (imports_in(data.decode("utf-8", "replace")) for data in package.code().values())
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


BY_DEFAULT = ("c",)
"""Languages whose tools are installed unless others are asked for: small ones that most courses allow."""


@dataclass(frozen=True)
class PackSource:
    """A package, the batches of hidden cases that go with it, and the rules of the class that has them."""

    package: Package
    hidden: tuple[Batch, ...] = ()
    rules: AssignmentRules | None = None


def source_of(assignment: str, hidden: Path | None) -> PackSource:
    """An assignment with the hidden cases of a class, of a key, or with none.

    Raises `UsageError` for an assignment that the class does not have, and `DataError` for cases that are not
    there.
    """
    if hidden is None:
        return PackSource(find_package(assignment))
    if not hidden.is_dir():
        package = find_package(assignment)
        return PackSource(package, generate_batches(package, read_key(hidden)))
    room = load_class(hidden)
    if assignment not in room.assignments:
        what = f"not an assignment of the class {room.path}"
        raise UsageError(assignment, what, did_you_mean(assignment, list(room.assignments)))
    package = load_package(room.package(assignment))
    cases = hidden_batches(package, room.hidden(package.config.id))
    return PackSource(package, cases, room.assignments[assignment])


def chosen(source: PackSource, languages: Sequence[str], *, trust: bool) -> PackRequest:
    """What is packed; raises `UsageError` for what does not fit together.

    `languages` are those whose tools the image is to have; without any, C if the assignment takes it.
    """
    rules = source.rules or AssignmentRules()
    settings = Autograder(
        assignment=source.package.config.id,
        hidden=bool(source.hidden),
        visibility=rules.visibility,
        late=rules.late,
        due=rules.due,
        trust=trust,
    )
    check_settings(settings)
    extended = tuple(rules.extensions) if settings.costs else ()
    return PackRequest(source.package, settings, source.hidden, _tools(source.package, languages), extended)


def _tools(package: Package, asked: Sequence[str]) -> tuple[str, ...]:
    """The packages of the system with which programs in these languages are built and run."""
    taken = package.config.contract.languages
    for language in asked:
        if language not in taken:
            what = f"{package.config.id} takes no programs in {language}"
            raise UsageError(f"--language {language}", what, f"choose of {', '.join(taken)}")
    wanted = asked or [language for language in BY_DEFAULT if language in taken]
    tools = [tool for language in wanted for tool in LANGUAGES[language].tools]
    return tuple(dict.fromkeys(name for tool in tools for name in tool.install.split()))


def points(wanted: PackRequest) -> float:
    """The points that a submission can get: those of its tests, or one each when they are worth none."""
    assignment, marking = assignment_of(wanted.package), wanted.package.config.marking
    nothing = Facts(Verdict.NS, "", b"", b"")
    tests = [
        test
        for batch in (*sample_batches(wanted.package), *wanted.hidden)
        for test in assignment.score(batch, nothing, marking, wanted.settings.visibility)
    ]
    return most_points(tests)
