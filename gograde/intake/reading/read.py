"""Reads a submission inside the sandbox; `gograde.intake.read` asks for it, and checks what comes back."""

from __future__ import annotations

import ast
import importlib
import posixpath
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gograde.intake.entry import Entry, Refusal, staged_submission
from gograde.intake.marks import Mark
from gograde.intake.modules import RANDOM, SAFE
from gograde.intake.names import RefusedError
from gograde.intake.printable import safe
from gograde.intake.reading.find import Candidates, find_entry, not_started
from gograde.intake.reading.forms.source_forms import SourceForms, source_forms
from gograde.intake.reading.golf import reads_code
from gograde.intake.reading.opened import unpacked
from gograde.intake.reading.python_2 import in_python_3, is_python_2_program, python_files
from gograde.intake.reading.python_sources import parsed
from gograde.intake.reading.texts import marks

LONGEST_REASON = 300
"""Characters of the reason why a program is not ranked; names in it may be of any length."""

_LISTS = re.compile(r"requirements[\w.-]*\.txt|pyproject\.toml", re.IGNORECASE)
_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]{0,99})\s*(?:\[[^\]\n]*\])?\s*(?=[=<>!~;@#(,]|$)")

LONGEST_REQUIREMENTS = 64 * 1024
"""Bytes of a file that is read; lists of all that an environment holds are shorter."""

MOST_PACKAGES = 300
"""Packages that are read of a submission."""


@dataclass(frozen=True)
class Request:
    """The paths of the submitted files, what the contract wants, and the names of the files put beside them.

    `finder` names the function that finds the files which may be the program.
    """

    paths: Sequence[str]
    entries: Sequence[str]
    languages: Sequence[str]
    skeletons: Sequence[str]
    answers: Sequence[str]
    finder: str
    beside: Sequence[str]


def read(request: Any, data: Sequence[bytes]) -> tuple[Any, list[bytes]]:
    """What is known of a submission, or why it is refused; and its unpacked and its changed files.

    `request` has the fields of `Request`, `data` the submitted files and the files put beside them.
    """
    wanted, count = Request(**request), len(request["paths"])
    handed_in = dict(zip(wanted.paths, data[:count], strict=True))
    try:
        files = unpacked(handed_in)
    except RefusedError as refusal:
        return {"refusal": str(refusal)}, []
    forms = source_forms(files)
    entry = find_entry({**files, **forms.changed}, wanted, _finder(wanted.finder))
    if isinstance(entry, Refusal):
        return {"refusal": entry.message}, []
    if entry.path in forms.faults:
        return {"refusal": f"{safe(entry.path)}: {forms.faults[entry.path]}"}, []
    beside = dict(zip(wanted.beside, data[count:], strict=True))
    return _answer(wanted, entry, _Files(files, forms, beside))


@dataclass(frozen=True)
class _Files:
    """The files of a submission, those that need another form, and those put beside it."""

    handed_in: Mapping[str, bytes]
    forms: SourceForms
    beside: Mapping[str, bytes]


def _answer(wanted: Request, entry: Entry, all_files: _Files) -> tuple[Any, list[bytes]]:
    files, forms = all_files.handed_in, all_files.forms
    translated = mended(entry, {**files, **forms.changed})
    changed = {**forms.changed, **translated}
    program = {**files, **changed}
    packed = [] if list(files) == list(wanted.paths) else list(files)
    value = {
        "unpacked": packed,
        "changed": list(changed),
        "entry": entry.path,
        "language": entry.language,
        "sources": list(entry.sources),
        "start": entry.start,
        "not_started": not_started({**files, **forms.changed}, entry, wanted),
        "characters": [len(files[path].decode("utf-8", "surrogateescape")) for path in sorted(files)],
        "imports": _imports(wanted, entry, program, all_files.beside) if entry.language == "python" else [],
        "marks": [mark.value for mark in _marks(entry, program, translated)],
        "notes": forms.notes,
        "requires": required(files),
        "reads_code": reads_code(entry, program)[:LONGEST_REASON],
    }
    return value, [*(files[path] for path in packed), *changed.values()]


def _marks(entry: Entry, program: Mapping[str, bytes], translated: Mapping[str, bytes]) -> Iterator[Mark]:
    yield from marks(entry, program)
    if entry.language == "python" and entry.path in translated:
        yield Mark.PYTHON_2


def mended(entry: Entry, files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """The changed files: Python 2 is translated to Python 3, a shell entry gets Unix line ends."""
    if entry.language == "shell":
        mended = files[entry.path].replace(b"\r\n", b"\n")
        return {} if mended == files[entry.path] else {entry.path: mended}
    if entry.language != "python" or not is_python_2_program(files, entry.path):
        return {}
    return in_python_3(python_files(files))


def required(files: Mapping[str, bytes]) -> dict[str, list[str]]:
    """The names of packages by the path of the file that asks for them; no file without one."""
    found: dict[str, list[str]] = {}
    for path in sorted(files):
        if _LISTS.fullmatch(posixpath.basename(path)) and len(files[path]) <= LONGEST_REQUIREMENTS:
            text = files[path].decode("utf-8-sig", "replace")
            names = dict.fromkeys(_of_project(text) if path.lower().endswith(".toml") else _of_lines(text))
            room = MOST_PACKAGES - sum(map(len, found.values()))
            found[path] = list(names)[:room]
    return {path: names for path, names in found.items() if names}


def _of_lines(text: str) -> Iterator[str]:
    return (found[1] for line in text.splitlines() if (found := _REQUIREMENT.match(line)))


def _of_project(text: str) -> Iterator[str]:
    """Those of `[project]`, and of Poetry."""
    try:
        table: Any = tomllib.loads(text)
    except (ValueError, RecursionError):
        return
    listed = _inner(table, "project", "dependencies")
    asked = [line for line in listed if isinstance(line, str)] if isinstance(listed, list) else []
    poetry = _inner(table, "tool", "poetry", "dependencies")
    asked += [name for name in poetry if name != "python"] if isinstance(poetry, dict) else []
    yield from _of_lines("\n".join(asked))


def _inner(value: Any, *keys: str) -> Any:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _imports(
    wanted: Request, entry: Entry, files: Mapping[str, bytes], beside: Mapping[str, bytes]
) -> Sequence[str]:
    """The modules that may be imported before the program starts, where it lies beside our files."""
    staged = {file.path: file.data for file in staged_submission(files, entry, wanted.answers, ())}
    all_files = {**beside, **staged}
    ours = [path.removesuffix(".py") for path in beside] if all_files.items() >= beside.items() else []
    return ready_modules(all_files, entry.name, ours)


def _finder(name: str) -> Candidates:
    module, _, function = name.partition(":")
    found: Candidates = getattr(importlib.import_module(module), function)
    return found


def ready_modules(files: Mapping[str, bytes], entry: str, ours: Collection[str] = ()) -> tuple[str, ...]:
    """Sorted names of the safe modules that a program or its own files import.

    `entry` is the path of the program in `files`.  Modules in `ours` belong to gograde and are safe too.
    Files that are not Python import nothing.
    """
    folder, waiting, seen = posixpath.dirname(entry), [entry], set[str]()
    found: set[str] = set()
    while waiting:
        path = waiting.pop()
        if path in seen or path not in files:
            continue
        seen.add(path)
        for name in _imported(files[path]):
            top = name.split(".")[0]
            own = [posixpath.join(folder, *parts) for parts in ((f"{top}.py",), (top, "__init__.py"))]
            mine = [path for path in own if path in files]
            waiting += mine
            if (top in ours and mine == [f"{top}.py"]) or (top in SAFE and not mine):
                found.add(name if name == RANDOM else top)
    return tuple(sorted(found))


def _imported(source: bytes) -> Iterator[str]:
    """Dotted names of the modules that a source imports; none of one that is not parsed."""
    tree = parsed(source)
    if tree is None:
        return
    numpy = {"numpy"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
            numpy |= {alias.asname for alias in node.names if alias.name == "numpy" and alias.asname}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Attribute) and _is_random(node, numpy):
            yield RANDOM


def _is_random(node: ast.Attribute, numpy: set[str]) -> bool:
    """Whether an expression is `numpy.random`, under any alias of numpy."""
    return isinstance(node.value, ast.Name) and node.value.id in numpy and node.attr == "random"
