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

from dataclasses import dataclass
from typing import Any

from gograde.authoring.mutants import Program, source_of
from gograde.authoring.spec import Mistake
from gograde.errors import DataError

_MEND = "name whole lines that are there once, with ` ` or `-` before each, and add lines with `+`"


class CrashError(Exception):
    """The student's program crashes on this input or never ends; known to every changed program."""


@dataclass(frozen=True, eq=False)
class Row:
    """A mistake; `questions` are those that it may answer wrongly, none for all."""

    name: str
    help: str
    questions: tuple[str, ...]
    module: str
    program: Program

    def answer(self, question: str, value: Any, *told: Any) -> Any:
        """What the changed program answers; raises what it raises, and `DataError` if it cannot be loaded."""
        try:
            self.program.load()
        except (Exception, SystemExit) as error:
            raise DataError(f"{self.module}: {self.name}", f"the changed program: {error}", _MEND) from None
        return self.program.answer(question, value, told=told)

    @property
    def mistake(self) -> Mistake:
        return Mistake(self.name, self.help, self.answer, self.module)


def rows_of(table: str, module: str) -> tuple[Row, ...]:
    """The mistakes of a table, each a change of the careful program `module`.

    Raises `DataError` for a change that does not fit the source exactly once: no edit of the program makes
    a mistake right without a word.
    """
    source = source_of(module)
    rows = tuple(_row(text, source, module) for text in table.strip("\n").split("\n\n"))
    if len({row.name for row in rows}) < len(rows):
        raise DataError(module, "two of its known mistakes have one name", "rename one of them")
    return rows


def _row(text: str, source: str, module: str) -> Row:
    (head, help), places = text.split("\n", 2)[:2], text.split("\n", 2)[2:]
    name, _, questions = head.partition(":")
    for place in "".join(places).split("\n@@\n"):
        source = _changed(source, place.split("\n"), f"{module}: {name}")
    return Row(name, help, tuple(questions.split()), module, Program(source, module, CrashError=CrashError))


def _changed(source: str, lines: list[str], where: str) -> str:
    old, new = ("".join(f"\n{line[1:]}" for line in lines if line[:1] in kinds) for kinds in (" -", " +"))
    times = f"\n{source}".count(f"{old}\n") if all(line[:1] in ("+", "-", " ") for line in lines) else 0
    if times != 1 or old == new:
        what = "changes nothing" if old == new else f"its lines are {times} times in the program, not once"
        raise DataError(where, what, _MEND)
    return f"\n{source}".replace(f"{old}\n", f"{new}\n").removeprefix("\n")
