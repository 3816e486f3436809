"""Known mistakes as a table: what each changes in the source of a careful program.

An empty line ends a row.  A row is the mistake's name, the sentence that students read, and a diff:

    last-liberty-lost
    This is the answer of a program that takes off chains with a single liberty too.
    -        return self.count(chain) == 0
    +        return self.count(chain) <= 1

The diff is one of `gograde.package.contents.changed`.  After a name, `: legal chains` says which questions
the mistake may answer wrongly.  A sentence that begins with `? ` is that of a mistake that is not sure.

A file `mistakes/PROGRAM/NAME.txt` is a row too, without its name; `: legal chains` is a line of its own.  It
guides no hidden cases: their bytes are what they were before.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from gograde.authoring.mutants import SolverModule, source_of
from gograde.authoring.spec import Mistake
from gograde.core.assignment import RIVAL
from gograde.errors import DataError
from gograde.package.contents import changed

_SIGNS = ("-", "+", " ", "@@")  # what a line of a diff begins with


class CrashError(Exception):
    """The student's program crashes on this input or never ends; known to every changed program."""


def rows_beside(module: str) -> tuple[Mistake, ...]:
    """The mistakes beside the careful program NAME, of the table `mistakes/NAME.txt` and of the files in
    `mistakes/NAME/`; raises as `rows_of`."""
    program = _file(module)
    table = program.parent / "mistakes" / f"{program.stem}.txt"
    rows = _rows(table.read_text(encoding="utf-8"), module, str(table), 1) if table.exists() else ()
    source, files = source_of(module), sorted(table.with_suffix("").glob("*.txt"))
    texts = {path: f"{path.stem}\n{path.read_text(encoding='utf-8')}".strip() for path in files}
    later = (_row(text.replace("\n: ", ": ", 1), source, module, f"{path}:1") for path, text in texts.items())
    return (*rows, *(replace(row, guides=False) for row in later))


def equivalent_beside(module: str) -> dict[str, str]:
    """Mutants of a package's careful programs that no input can show, and why: `mistakes/equivalent.json`."""
    text = (_file(module).parent / "mistakes" / "equivalent.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def _file(module: str) -> Path:
    return Path(cast(Any, find_spec(module)).origin)


def rows_of(table: str, module: str) -> tuple[Mistake, ...]:
    """The mistakes of a table in `mistakes.py`, each a change of the careful program `module` beside it.

    Raises `DataError` for a change that does not fit the source exactly once: no edit of the program makes
    a mistake right without a word.
    """
    package = module.rpartition(".")[0]
    spec = find_spec(f"{package}.mistakes") if package else None
    before, known, _ = source_of(spec.name).partition(table) if spec and table else ("", "", "")
    place = str(spec.origin) if spec and known else module
    return _rows(table, module, place, before.count("\n") + 1)


def _rows(table: str, module: str, file: str, line: int) -> tuple[Mistake, ...]:
    """The mistakes of a table that begins in a line of a file."""
    source, rows = source_of(module), dict[str, Mistake]()
    for text in table.split("\n\n"):
        row = text.strip("\n")
        at = line + len(text) - len(text.lstrip("\n"))
        line += text.count("\n") + 2
        if not row:
            continue
        new = _row(row, source, module, f"{file}:{at}" if file != module else module)
        if new.name in rows:
            what = f"a second mistake is named {new.name}; the first is in {rows[new.name].place}"
            raise DataError(new.place, what, "rename one of them")
        rows[new.name] = new
    return tuple(rows.values())


def _row(text: str, source: str, module: str, place: str) -> Mistake:
    head, help, *lines = [*text.split("\n"), *("\n" not in text) * [""]]
    name, _, questions = head.partition(":")
    where = f"{place}: {name}"
    if name.startswith(_SIGNS) or not help or help.startswith(_SIGNS):
        fix = "begin a row with the name, and on the next line write the text that students read"
        raise DataError(where, "has no name" if name.startswith(_SIGNS) else "has no text", fix)
    change = "\n".join(lines)
    program = SolverModule(changed(source, change, where), module, CrashError=CrashError)
    answer, of, sure = partial(_answer, program, where), tuple(questions.split()), not help.startswith(RIVAL)
    return Mistake(name, help.removeprefix(RIVAL), answer, module, change, place, of, sure)


def _answer(changed: SolverModule, where: str, question: str, value: Any, *parameters: Any) -> Any:
    """What the changed program answers; raises what it raises, and `DataError` if it cannot be loaded."""
    try:
        changed.load()
    except (Exception, SystemExit) as error:
        said = f"{error.msg}: {error.text}" if isinstance(error, SyntaxError) else str(error)
        what = f"the changed program is not Python that runs: {said.strip()}"
        raise DataError(where, what, "mend the lines with `+`, and their blanks") from None
    return changed.answer(question, value, told=parameters)
