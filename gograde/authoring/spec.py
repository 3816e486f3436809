"""What the author of an assignment writes down: questions, right answers, features, known mistakes.

`stdio` and `module` make a whole assignment of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gograde.authoring.stream import Stream
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
class Reference:
    """A program as a student would write it, that faults are made in (`mutants`).

    `modules` gives for every question the module whose function `solve` is an `Answer` to it, and
    takes `told` after the input.  `equivalent` tells of mutants, by name, why no input can show them.
    """

    modules: Mapping[str, str]
    equivalent: Mapping[str, str] = field(default_factory=dict)
    told: tuple[Any, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The modules, each once."""
        return tuple(dict.fromkeys(self.modules.values()))


@dataclass(frozen=True, kw_only=True)
class Rubric:
    """How answers are judged: the part of a `Spec` that scoring needs.

    `judge` compares a right answer with a given one.  `board` are the rows of `.XO` to draw, None
    where there is nothing to draw or it is too large.  The help of `mistakes` is told to students.
    """

    judge: Callable[[Any, Any], Outcome]
    board: Callable[[Any], tuple[str, ...] | None]
    mistakes: tuple[Mistake, ...]


def always(_question: str, _value: Any) -> bool:
    """Any question may be asked on any input."""
    return True


@dataclass(frozen=True, kw_only=True)
class Spec(Rubric):
    """An assignment's cases as values.

    An input is bytes (`stdio`) or a mapping of JSON values (`module`); an answer is a JSON value.
    `fast` and `slow` are two independent ways to the right answer.  `make` gives an input that may
    have the wanted features; each of `features` tells of a question and an input whether it has
    that one.  `may_ask` tells whether the question makes sense on an input.

    Hidden cases must catch the mistakes, and the mutants of `reference`, if there is one.
    """

    questions: tuple[str, ...]
    fast: Answer
    slow: Answer
    make: Callable[[Stream, str, tuple[str, ...]], Any]
    features: Mapping[str, Callable[[str, Any], bool]]
    reference: Reference | None = None
    may_ask: Callable[[str, Any], bool] = always
