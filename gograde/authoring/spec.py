"""The spec that the author of an assignment writes: questions, right answers, features, mistakes.

`stdio` and `module` make a complete assignment from a spec.
"""

from __future__ import annotations

import json
import pickle
import signal
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial, wraps
from inspect import unwrap
from typing import TYPE_CHECKING, Any

from gograde.authoring.stream import Stream
from gograde.core.verdict import Outcome
from gograde.errors import DataError
from gograde.listing import shown

if TYPE_CHECKING:  # what asks for no picture does not depend on what reads them
    from gograde.authoring.pictures.board_pictures import BoardPictures

MOST_S = 5  # seconds of CPU time for one call of an author's function; those that ship take milliseconds


class StopError(BaseException):
    """Ends a program; a program that catches every `Exception` does not catch it."""


def in_time(function: Callable[..., Any], *given: Any, where: str = "") -> Any:
    """What a function of an author gives; raises `DataError` after `MOST_S`, but only in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        return function(*given)
    before = signal.signal(signal.SIGVTALRM, _stop)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, MOST_S, MOST_S)
        return function(*given)
    except StopError:
        what = f"has not ended after {MOST_S} s of CPU time, given {shown(given)}"
        raise DataError(
            where or place_of(function), what, "mend what goes on for ever, or `raise CrashError` there"
        ) from None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def bare(function: Any) -> Any:
    """An author's function, behind partial ones and wrappers."""
    whole = unwrap(function)
    return bare(whole.func) if isinstance(whole, partial) else whole


def place_of(function: Callable[..., Any]) -> str:
    """The file and the line of an author's function."""
    code = getattr(bare(function), "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}" if code else str(function)


def _timed(function: Callable[..., Any]) -> Callable[..., Any]:
    if not callable(function):
        raise TypeError(f"{function!r} stands where a function must")
    return wraps(bare(function))(lambda *given: in_time(function, *given))


def _alone(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, in time, with values of its own: one that changes them changes nobody else's."""
    timed = _timed(function)
    return wraps(timed)(lambda *given: timed(*own(given)))


def own(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """A copy of values, as deep as they are."""
    if all(isinstance(one, str | bytes) for one in given):
        return given
    return tuple(pickle.loads(pickle.dumps(given)))


def _answering(oracle: Callable[..., Any]) -> Callable[..., Any]:
    """The oracle, alone, with `DataError` for an answer that is another one once it was written as JSON."""
    alone = _alone(oracle)

    @wraps(alone)
    def answer(*given: Any) -> Any:
        right, why = alone(*given), "no value of JSON"
        try:
            if right is not None and json.loads(json.dumps(right, allow_nan=False)) == right:
                return right
        except (TypeError, ValueError) as error:
            why = str(error)
        what = f"{alone.__name__} answers a {type(right).__name__}, {shown(right)}: {why}"
        fix = "return a list for a tuple, a set or an array, int(…) for a number of numpy, no NaN, no None"
        raise DataError(place_of(oracle), what, fix)

    return answer


def _comparing(judge: Callable[[Any, Any], Outcome], oracle: str) -> Callable[[Any, Any], Outcome]:
    """The judge, with `DataError` where the `oracle` or a mistake answers what it cannot compare."""

    @wraps(judge)
    def compare(right: Any, given: Any) -> Outcome:
        try:
            outcome = judge(right, given)
        except Exception as error:
            from gograde.package.own_code import explain

            if explain(error):  # the judge is the author's own, and told with its line
                raise
            what = f"{shown(right)} and {shown(given)} cannot be compared ({type(error).__name__}: {error})"
            fix = "let them be texts for programs, JSON values for functions"
            raise DataError(oracle, what, fix) from error
        if not isinstance(outcome, Outcome):
            fix = 'return RIGHT or wrong("why") of gograde.core.verdict'
            raise DataError(place_of(judge), f"the judge gives {shown(outcome)}", fix)
        return outcome

    return compare


def _stop(*_signal: object) -> None:
    raise StopError


Answer = Callable[[str, Any], Any]
"""A function from a question and an input to an answer."""


@dataclass(frozen=True)
class Mistake:
    """A mistake that students make.

    `answer` gives the answer of a program with the mistake, and may raise where the program would
    crash; `help` tells a student whose program answers the same what may be wrong.  `module` is the right
    program that it was made from by the diff `change`, "" for none.  `place` is the file and line of its
    row in a table, else "".  `questions` are those that it may answer wrongly, none for all.  A mistake that
    is not `sure` is one of several faults with the same answers to the public cases: there it is a rival
    without a help.  One that does not guide (`guides`) is not what hidden cases are made to catch.
    """

    name: str
    help: str
    answer: Callable[..., Any]
    module: str = ""
    change: str = ""
    place: str = ""
    questions: tuple[str, ...] = ()
    sure: bool = True
    guides: bool = True

    def concerns(self, question: str) -> bool:
        """Whether it may answer the question wrongly."""
        return not self.questions or question in self.questions

    def gives(self, question: str, value: Any) -> Any:
        """What `answer` gives; raises what it raises, and `DataError` when it does not end."""
        return in_time(
            self.answer, question, *own((value,)), where=f"{self.place}: {self.name}".removeprefix(": ")
        )


@dataclass(frozen=True)
class Habit:
    """A mistake in what answers look like: `gives` says of a right answer and a given one if it is made, None
    where that is not to be seen."""

    help: str
    gives: Callable[[Any, Any], bool | None]


@dataclass(frozen=True)
class Reference:
    """A right program as a student would write it, from which mutants are made.

    `modules` maps every question to a module with a function `solve(question, input, *arguments)`.
    `equivalent` maps names of mutants to the reason why no input can tell them from the program.
    """

    modules: Mapping[str, str]
    equivalent: Mapping[str, str] = field(default_factory=dict)
    arguments: tuple[Any, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the different modules."""
        return tuple(dict.fromkeys(self.modules.values()))


@dataclass(frozen=True, kw_only=True)
class Rubric:
    """The part of a `Spec` that scoring needs.

    `judge` compares a right answer with a given one.  `board` gives the rows of `.XO` to draw for an
    input, None without a board or for one that is too large.  `pictures` says what is drawn, where a group of
    the package asks for pictures.  `habits` are mistakes that need no input to be known.
    `plain` gives a right answer as records have it.
    """

    judge: Callable[[Any, Any], Outcome]
    board: Callable[[Any], tuple[str, ...] | None]
    pictures: BoardPictures | None = None
    habits: tuple[Habit, ...] = ()
    plain: Callable[[Any], Any] = lambda answer: answer


@dataclass(frozen=True, kw_only=True)
class Spec(Rubric):
    """The functions that make and check an assignment's cases.

    An input is bytes (`stdio`) or a mapping of JSON values (`module`); an answer is a JSON value.
    `fast` and `slow` are independent oracles.  `make` gives an input that may have the wanted
    features; each of `features` tests whether a question and an input have a feature.  `may_ask`
    tests whether a question makes sense on an input; without it each chain on a board must have a liberty.
    Students read the help of `mistakes`.

    Hidden cases must catch the mistakes, and the mutants of `reference`, if there is one.
    """

    mistakes: tuple[Mistake, ...]
    questions: tuple[str, ...]
    fast: Answer
    slow: Answer
    make: Callable[[Stream, str, tuple[str, ...]], Any]
    features: Mapping[str, Callable[[str, Any], bool]]
    reference: Reference | None = None
    may_ask: Callable[[str, Any], bool] | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.mistakes, list | tuple):
            raise TypeError(f"mistakes: {self.mistakes!r} is no tuple of them: does mistakes_of `return` it?")
        for name, kind in (("fast", _answering), ("slow", _answering), ("may_ask", _alone), ("make", _timed)):
            if name != "may_ask" or self.may_ask:
                object.__setattr__(self, name, kind(getattr(self, name)))
        features = {name: _alone(feature) for name, feature in self.features.items()}
        object.__setattr__(self, "features", features)
        object.__setattr__(self, "judge", _comparing(self.judge, place_of(self.fast)))
