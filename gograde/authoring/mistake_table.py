"""Known mistakes as a table: what each changes in the source of a careful program.

An empty line ends a row.  A row is the mistake's name, the sentence that students read, and a diff:

    last-liberty-lost
    This is the answer of a program that takes off chains with a single liberty too.
    -        return self.count(chain) == 0
    +        return self.count(chain) <= 1

Lines with `-` are taken out, lines with `+` put in, and lines with a space only say where; `@@` stands
between two places.  After a name, `: legal chains` says which questions the mistake may answer wrongly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from gograde.authoring.mutants import Program, source_of
from gograde.authoring.spec import Mistake
from gograde.errors import DataError

_SIGNS = ("-", "+", " ", "@@")
"""What a line of a diff begins with."""


class CrashError(Exception):
    """The student's program crashes on this input or never ends; known to every changed program."""


@dataclass(frozen=True, eq=False)
class Row:
    """A mistake; `questions` are those that it may answer wrongly, none for all; `place` is where it is."""

    name: str
    help: str
    questions: tuple[str, ...]
    module: str
    program: Program
    place: str

    def answer(self, question: str, value: Any, *told: Any) -> Any:
        """What the changed program answers; raises what it raises, and `DataError` if it cannot be loaded."""
        try:
            self.program.load()
        except (Exception, SystemExit) as error:
            line = f", in {error.text.strip()!r}" if isinstance(error, SyntaxError) and error.text else ""
            said = error.msg if isinstance(error, SyntaxError) else error
            what = f"{self.name}: the changed program is not Python that runs: {said}{line}"
            fix = "mend the lines with `+`, which stand with their blanks as in the program"
            raise DataError(self.place, what, fix) from None
        return self.program.answer(question, value, told=told)

    @property
    def mistake(self) -> Mistake:
        return Mistake(self.name, self.help, self.answer, self.module, self.place)


def rows_of(table: str, module: str) -> tuple[Row, ...]:
    """The mistakes of a table, each a change of the careful program `module`.

    Raises `DataError` for a change that does not fit the source exactly once: no edit of the program makes
    a mistake right without a word.
    """
    source = source_of(module)
    first: dict[str, str] = {}
    rows = [_row(text, source, module, place) for text, place in _texts(table, module)]
    for row in rows:
        if row.name in first:
            what = f"a second mistake is named {row.name}; the first is in {first[row.name]}"
            raise DataError(row.place, what, "rename one of them")
        first[row.name] = row.place
    return tuple(rows)


def _texts(table: str, module: str) -> Iterator[tuple[str, str]]:
    """Each row with its place: the file `mistakes.py` beside the program, and the line there."""
    file, line = module, 0
    beside = f"{module.rpartition('.')[0]}.mistakes"
    if beside[0] != "." and (spec := find_spec(beside)) and spec.origin:
        before, found, _ = source_of(beside).partition(table)
        file, line = spec.origin, before.count("\n") + 1 if found else 0
    for text in table.split("\n\n"):
        row = text.lstrip("\n")
        at = line + len(text) - len(row)
        line += text.count("\n") + 2 if line else 0
        if row:
            yield row.rstrip("\n"), f"{file}:{at}" if line else file


def _row(text: str, source: str, module: str, place: str) -> Row:
    head, help, *change = [*text.split("\n"), ""][: text.count("\n") + 2]
    name, _, questions = head.partition(":")
    where = f"{place}: {name}"
    if name.startswith(_SIGNS) or not name.strip():
        raise DataError(where, "a row begins with the name of a mistake", "take the empty line before it out")
    if not help or help.startswith(_SIGNS):
        raise DataError(where, "has no text", "write what students read on the line below the name")
    for part in "\n".join(change).strip("\n").split("\n@@\n"):
        source = _changed(source, part.split("\n"), where)
    program = Program(source, module, CrashError=CrashError)
    return Row(name, help, tuple(questions.split()), module, program, place)


def _changed(source: str, lines: list[str], where: str) -> str:
    """The source with one place changed; raises `DataError` with what does not fit."""
    odd = next((line for line in lines if line[:1] not in (" ", "-", "+")), None)
    if odd is not None:
        fix = "write the text on one line, and each line of the change with `-`, `+` or ` ` before it"
        raise DataError(where, f"{odd!r} is no line of a change" if odd else "has no change", fix)
    old, new = ("".join(f"\n{line[1:]}" for line in lines if line[0] in kinds) for kinds in (" -", " +"))
    if old == new:
        raise DataError(where, "changes nothing", "take lines out with `-`, put lines in with `+`")
    if not old:
        fix = "write the line above with ` ` before it, or the line that goes with `-`"
        raise DataError(where, "does not say where its lines with `+` go", fix)
    if times := f"\n{source}".count(f"{old}\n") - 1:
        many = f"{times + 1} times" if times > 0 else "not"
        what = f"its lines with `-` and ` ` are {many} in the program, not once: {old.strip()!r}"
        fix = "name more lines around them" if times > 0 else "copy them from the program as they are now"
        raise DataError(where, what, f"{fix}, whole and with their blanks")
    return f"\n{source}".replace(f"{old}\n", f"{new}\n").removeprefix("\n")
