"""What the author of an assignment writes down: questions, right answers, features, known mistakes.

`stdio` and `module` make a whole assignment of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gograde.assignments.stream import Stream
from gograde.scoring.outcome import Outcome

Answer = Callable[[str, Any], Any]
"""From a question and an input to an answer."""


@dataclass(frozen=True)
class Mistake:
    """A way to get it wrong.

    `answer` gives what such a program answers, and may raise where the program would die; `help`
    tells a student who gave just this answer what may be wrong.
    """

    name: str
    help: str
    answer: Answer


@dataclass(frozen=True)
class Spec:
    """An assignment's cases as values.

    An input is bytes (`stdio`) or a mapping of JSON values (`module`); an answer is a JSON value.
    `fast` and `slow` are two independent ways to the right answer.  `make` gives an input that may
    have the wanted features; each of `features` tells of a question and an input whether it has
    that one.  `judge` compares a right answer with a given one.  `board` are the rows of `.XO` to
    draw, None where there is nothing to draw or it is too large.

    `reference` names a module whose function `solve` is an `Answer`, written as a student would;
    hidden cases must catch its mutants (`mutants`).  `equivalent` tells of mutants, by name, why
    no input can show them.
    """

    questions: tuple[str, ...]
    fast: Answer
    slow: Answer
    make: Callable[[Stream, str, tuple[str, ...]], Any]
    features: Mapping[str, Callable[[str, Any], bool]]
    mistakes: tuple[Mistake, ...]
    judge: Callable[[Any, Any], Outcome]
    board: Callable[[Any], tuple[str, ...] | None]
    reference: str | None = None
    equivalent: Mapping[str, str] = field(default_factory=dict)
