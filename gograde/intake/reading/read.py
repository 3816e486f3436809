"""Reads a submission inside the sandbox; `gograde.intake.read` asks for it, and checks what comes back."""

from __future__ import annotations

import ast
import importlib
import posixpath
import re
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gograde.core.record import NOT_SEEN
from gograde.intake.entry import Entry, Refusal, staged_submission
from gograde.intake.languages import LANGUAGES
from gograde.intake.names import RefusedError, is_notebook, language_of
from gograde.intake.reading.archives import unpacked
from gograde.intake.reading.find import Candidates, find_entry, not_started
from gograde.intake.reading.python_sources import is_python_2_program, parsed, python_files
from gograde.intake.reading.source_forms import SourceForms, source_forms
from gograde.intake.reading.texts import C_COMMENT, is_c, marks, without_comments
from gograde.intake.traits import RANDOM, SAFE, Trait
from gograde.listing import safe

# -- finds programs that may run a file as code or read their own source: they are not ranked by length ----
# Names in the sources decide.  So a program that hides a name is not found, and one may be found that does no
# harm.  Neither gains by it, since the length counts every file.

RUN_TEXT = frozenset({"exec", "eval", "getattr", "builtins"})
"""Names of Python that run a text as code, or lead to such a name."""

RUN_FILES = frozenset({"__import__", "importlib", "runpy", "subprocess", "ctypes", "multiprocessing", "pty"})
RUN_CALLS = re.compile(r"system|popen|f?exec[lv]\w{0,2}|spawn\w*|posix_spawnp?|dlopen|syscall")
"""Names of Python's `os` and of C that start a program or load a file."""

ORDINARY = frozenset({"__name__", "__init__", "__future__"})
"""Names with underscores that lead nowhere else."""

_WITHOUT_FILES = """
__future__ array bisect collections copy dataclasses decimal enum fractions functools heapq itertools math
operator random re string struct sys time typing
"""
NO_FILES = frozenset(_WITHOUT_FILES.split())
"""Modules of Python that open no file."""

TRANSLATED = "_python_2"
"""The module of ours that translated sources import."""

LIBRARIES = frozenset({*sys.stdlib_module_names, "numpy", TRANSLATED})

OWN_SOURCE = frozenset({"__file__", "__loader__", "__spec__", "inspect", "linecache"})

QUOTED = re.compile(rb"'[^']*'")

C_WORD = re.compile(r"[A-Za-z_]\w*")


def reads_code(entry: Entry, files: Mapping[str, bytes]) -> str:
    """Why a program is out of the ranking; empty when nothing speaks against it."""
    if is_notebook(entry.path):
        return "it is a notebook, whose page counts too"
    name = next(_named_itself(entry, files), "")
    if name:
        return f"it may read its own source ({name})"
    look = {"python": _in_python, "c": _in_c, "cpp": _in_c, "shell": _in_shell}.get(entry.language)
    if look is None:
        return f"it is {LANGUAGES[entry.language].program}, {NOT_SEEN}"
    found = look(entry, files)
    return found and f"it may run a file as code ({found})"


def _named_itself(entry: Entry, files: Mapping[str, bytes]) -> Iterator[str]:
    """The name of the entry, where a source has it outside its comments; `$0` in a script."""
    if any(entry.name.encode() in without_comments(path, data) for path, data in files.items()):
        yield entry.name
    if entry.language == "shell":
        script = QUOTED.sub(b"", files[entry.path])  # awk has a $0 of its own
        yield from (sign.decode() for sign in re.findall(rb"\$\{?0|BASH_SOURCE", script))
    if entry.language == "python":
        yield from sorted(OWN_SOURCE & set(_names(_trees(files))))


# -- Python ---------------------------------------------------------------------------------


def _trees(files: Mapping[str, bytes]) -> list[ast.Module | None]:
    return [parsed(data) for path, data in files.items() if language_of(path) == "python"]


def _names(trees: list[ast.Module | None]) -> Iterator[str]:
    """All names and attributes in the sources, and the modules that they import."""
    for node in (node for tree in trees if tree for node in ast.walk(tree)):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (alias.name.split(".")[0] for alias in node.names)
            yield (getattr(node, "module", None) or "").split(".")[0]


def _modules(trees: list[ast.Module | None]) -> Iterator[str]:
    """The modules that the sources import, by the first part of their names."""
    for node in (node for tree in trees if tree for node in ast.walk(tree)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").split(".")[0]


def _in_python(entry: Entry, files: Mapping[str, bytes]) -> str:
    """What may run a file as code."""
    trees = _trees(files)
    if None in trees:
        return "a source that is no Python, or too long to be looked through"
    names, modules = set(_names(trees)), set(_modules(trees))
    own = {part.removesuffix(".py") for path in files if path.endswith(".py") for part in path.split("/")}
    direct = {name for name in names if name in RUN_FILES or RUN_CALLS.fullmatch(name)}
    direct |= modules - LIBRARIES - own
    runs = {name for name in names if name in RUN_TEXT or name.startswith("__")} - ORDINARY
    opens = {"open"} if any(map(_opens, trees)) else set[str]()
    opens |= modules - NO_FILES - own - {TRANSLATED}
    return ", ".join(sorted(direct or (runs | opens if runs and opens else ())))


def _opens(tree: ast.Module | None) -> bool:
    """Whether a source names `open` in another way than in `open(0)`, which is standard input."""
    nodes = list(ast.walk(tree)) if tree else []
    named = sum(isinstance(node, ast.Name) and node.id == "open" for node in nodes)
    return named > sum(_is_open_0(node) for node in nodes)


def _is_open_0(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="open"), args=[ast.Constant(value=0)]):
            return True
    return False


# -- C and shell ----------------------------------------------------------------------------


def _in_c(entry: Entry, files: Mapping[str, bytes]) -> str:
    """What may start a program or load a file."""
    sources = (C_COMMENT.sub(b" ", data) for path, data in files.items() if is_c(path))
    words = {word for source in sources for word in C_WORD.findall(source.decode("latin-1"))}
    return ", ".join(sorted(word for word in words if RUN_CALLS.fullmatch(word)))


def _in_shell(entry: Entry, files: Mapping[str, bytes]) -> str:
    """Another file: a script can run each file that lies beside it, under no name that could be found."""
    return next((path for path in sorted(files) if path != entry.path), "")


LONGEST_REASON = 300
"""Characters of the reason why a program is not ranked; names in it may be of any length."""


@dataclass(frozen=True)
class ReadRequest:
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

    `request` has the fields of `ReadRequest`, `data` the submitted files and the files put beside them.
    """
    wanted, count = ReadRequest(**request), len(request["paths"])
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


def _answer(wanted: ReadRequest, entry: Entry, all_files: _Files) -> tuple[Any, list[bytes]]:
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
        "reads_code": reads_code(entry, program)[:LONGEST_REASON],
    }
    return value, [*(files[path] for path in packed), *changed.values()]


def _marks(entry: Entry, program: Mapping[str, bytes], translated: Mapping[str, bytes]) -> Iterator[Trait]:
    yield from marks(entry, program)
    if entry.language == "python" and entry.path in translated:
        yield Trait.PYTHON_2


def mended(entry: Entry, files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """The changed files: Python 2 is translated to Python 3, a shell entry gets Unix line ends."""
    if entry.language == "shell":
        mended = files[entry.path].replace(b"\r\n", b"\n")
        return {} if mended == files[entry.path] else {entry.path: mended}
    if entry.language != "python" or not is_python_2_program(files, entry.path):
        return {}
    from gograde.intake.reading.python_2 import in_python_3  # loads fissix

    return in_python_3(python_files(files))


def _imports(
    wanted: ReadRequest, entry: Entry, files: Mapping[str, bytes], beside: Mapping[str, bytes]
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
