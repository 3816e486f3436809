"""Hostile sources and declarations, which the reader parses and never runs."""

from __future__ import annotations

from random import Random

from gograde.intake.entry import Refusal
from gograde.intake.reading.find import find_entry
from gograde.intake.reading.programs import skeleton_digest
from gograde.intake.reading.python_sources import imports, is_python_2_program, is_python_3
from gograde.intake.reading.read import reads_code, ready_modules
from gograde.intake.reading.read_sources import read_sources
from gograde.intake.reading.texts import is_void_main
from gograde.listing import last_line, printable_lines
from gograde.package.package import find_package
from tests.fuzz.mutate import mutated
from tests.fuzz.trial import Trial

PYTHON = (
    b"import rules, os.path as p\nfrom src import *\nif __name__ == '__main__':\n    print(1)\n",
    b"# -*- coding: latin-1 -*-\nprint 'x'\nif version: import Tkinter\n",
    b"try:\n    xrange\nexcept NameError:\n    xrange = range\nx = 1 if PY2 else 2\n",
    b"def f(a: int, *b) -> None:\n    '''doc'''\n    return f'{a!r:>{b}}' + '\\ud800' * 0xff\n",
)
C = (b"int main(void) { return 0; } // x\n", b"void main() { /* /* */ }\n", b'#include "a.c"\n/* /* /*')
TOML = (
    b'[submission]\nentry = "board9.py"\nlanguage = "python"\n',
    b'[submission]\nentry = "a/b.c"\nbuild = ["a/b.c", "a/d.c"]\n[x]\na.b.c = 1979-05-27T07:32:00Z\n',
)
PIECES = (
    b"(", b"[", b"{", b"-", b"not ", b"+1", b".a", b"()", b"if 1:\n ", b"lambda:", b"x=", b"f'{", b"/* ",
    b"a.",
)  # fmt: skip


def trial(random: Random) -> Trial:
    """A few files, of which one is hostile."""
    name, seeds = random.choice((("board9.py", PYTHON), ("board9.c", C), ("submission.toml", TOML)))
    data = mutated(random, random.choice(seeds))
    if random.random() < 0.3:
        data += random.choice(PIECES) * random.choice((10, 90, 900, 9000))
    files = {"a/b.c": b"int main;", "a/d.c": b"", "rules.py": b"x = 1", "board9.py": b"print(1)", name: data}
    return Trial(name, data, lambda: taken(files))


def taken(files: dict[str, bytes]) -> str:
    """Look at the sources in every way that grading does."""
    told = []
    for path, data in files.items():
        is_python_2_program(files, path)
        told += [is_python_3(data), skeleton_digest(data), sorted(imports(data))]
        told += [is_void_main(data), last_line(data), printable_lines(data)]
    read_sources({"paths": list(files), "all": False}, list(files.values()))
    entry = find_entry(files, find_package("board9").config.contract)
    if isinstance(entry, Refusal):
        return entry.message
    ready_modules(files, entry.path)
    return f"starts {entry.path} {len(told)} {reads_code(entry, files)}"
