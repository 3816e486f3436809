"""The base class of assignments that have a `Spec`, for every way to run their programs, and that of those
whose programs read one case on standard input and print the answer.

The base class names the known mistake that a whole program makes.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from gograde.authoring.scoring import Given, hints_by
from gograde.codec import Record, of_value, replace
from gograde.core.assignment import RIVAL, Batch, Case, Facts, Hint
from gograde.core.marking import Marking
from gograde.core.record import TestScore, Visibility, question_name
from gograde.core.verdict import Verdict
from gograde.errors import DataError
from gograde.listing import shortened
from gograde.package.contents import parse_json
from gograde.sandbox.protocol import StagedFile

if TYPE_CHECKING:
    from gograde.authoring.spec import Mistake, Rubric

Tests = tuple[TestScore, ...]

SHORT = 1200
"""The most bytes of a hidden input on which all mistakes are tried: those of a board of 19x19 and more."""


def read_text(where: str, data: bytes) -> str:
    """What a program reads, and where: with its lines and size, and shortened in the middle."""
    try:
        text = repr(data.decode())
    except UnicodeDecodeError:
        text = repr(data)
    lines = len(data.splitlines())
    return f"{where}, {lines} line{'s'[: lines != 1]}, {len(data)} bytes: {shortened(text)}"


@dataclass(frozen=True)
class SpecAssignment(ABC):
    """An `Assignment` whose inputs and answers are values of a spec, each judged by a rubric.

    Subclasses read, write and stage batches; `one_case` says that a run answers one case.
    `contract` is the kind that programs must be of ("": any).
    `rubric_of` makes the rubric for the parameters of the package.
    `is_answer` says of a question, its input and a value whether that is an answer, right or wrong.
    `known` finds the mistakes that give hidden cases their hints; `gograde.authoring.registry` sets it.
    """

    one_case: ClassVar[bool] = False
    contract: ClassVar[str] = ""

    id: str
    rubric_of: Callable[[Mapping[str, Any]], Rubric]
    is_answer: Callable[[str, Any, Any], bool] = field(default=lambda *_: True, kw_only=True, compare=False)
    known: Callable[[Marking], Sequence[Mistake]] = field(default=lambda _: (), kw_only=True, compare=False)

    @abstractmethod
    def read_batch(self, name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch: ...

    @abstractmethod
    def write_batch(self, batch: Batch) -> dict[str, bytes]: ...

    @abstractmethod
    def stage(self, batch: Batch) -> tuple[StagedFile, ...]: ...

    @abstractmethod
    def stdin(self, batch: Batch) -> bytes: ...

    @abstractmethod
    def value_of(self, case: Case, marking: Marking) -> Any:
        """The input of a case, as the spec's functions take it."""

    @abstractmethod
    def bytes_of(self, value: Any) -> bytes:
        """The inverse of `value_of`; raises `TypeError` or `ValueError` for what is no input."""

    @abstractmethod
    def answered(self, batch: Batch, answers: Mapping[str, Any]) -> Mapping[str, Facts]:
        """The facts of successful runs with these answers, for every form of answers."""

    @abstractmethod
    def facts_of_output(self, batch: Batch, data: bytes) -> Mapping[str, Facts]:
        """The facts of successful runs with these bytes as output, for every source of answers."""

    @abstractmethod
    def given(self, batch: Batch, facts: Facts) -> Mapping[str, Given]:
        """The answers of a run that ended well or crashed, by case; raises nothing for any output."""

    @abstractmethod
    def call_text(self, case: Case) -> str:
        """The question as a student types it, shortened: a call, or what a program reads."""

    def whole_input(self, case: Case) -> bytes:
        """What `call_text` shortens."""
        return case.input

    def part_of(self, case: Case) -> str:
        """What answers the case: a function or problem, "" for the whole program."""
        return "" if self.one_case else case.question

    def score(
        self, batch: Batch, facts: Facts, marking: Marking, visibility: Visibility
    ) -> tuple[TestScore, ...]:
        """A test for every case that a group of the package asks for.

        After a good end or a crash, the answers are scored.  Otherwise every test gets the verdict of
        the run.
        """
        from gograde.authoring.scoring import CaseScorer

        given = self.given(batch, facts) if facts.scored else {}
        values = {case.id: self.value_of(case, marking) for case in batch.cases}
        mistakes = () if batch.public else self.known(marking)
        scorer = CaseScorer(
            batch, self.rubric_of(marking.parameters), visibility, values, self.call_text, mistakes
        )
        return scorer.tests(facts, given, marking)


# -- which mistake a program makes ------------------------------------------------------------


NO_FORM = "The answer has not the form that the statement asks for: compare both letter by letter."
NOT_SQUARE = "Only square boards are right: `len(board)` and `len(board[0])` are different numbers on others."
AGAIN = "The same input was answered otherwise before: the program keeps what it did since, or throws dice."
SAME = "The program answers the same to every case: look whether it uses what it is given."


@dataclass(frozen=True)
class Evidence:
    """An answer, "" where it is not known: whether it is wrong, and which known mistakes give it, by help.

    After a crash that is None: each might have given a wrong answer there.
    `part` is the function or problem that answered, "" where the whole program did.  `idle` are the mistakes
    that answer rightly.  `plain` says what is seen of it by itself (True), or speaks against it (False);
    what of that is a fault of the whole program is `whole`.
    """

    wrong: bool
    gives: Mapping[str, bool | None]
    answer: str = ""
    part: str = ""
    idle: frozenset[str] = frozenset()
    plain: Mapping[str, bool] = field(default_factory=dict)
    whole: frozenset[str] = frozenset()


ANSWERED = (Verdict.AC, Verdict.WA)
SURELY = 3
"""The wrong answers that a mistake must explain which an answer of another part speaks against."""


def likely(answers: Iterable[Evidence]) -> Mapping[str, str]:
    """For each part, the help of the mistake made in it, else what is plain of it; "" where none is known.

    No answer of the part contradicts such a mistake, and no rival explains as many wrong answers.  What could
    explain several wrong answers, or crashes, explains two.  A wrong answer of another part where it is idle
    comes from a second mistake.  Where it is not, so may others: it explains `SURELY` for each such part, and
    as many where answers are right, those in the part itself.  To a rival those count.  It may explain fewer.
    """
    every = list(answers)
    seen = [(one, help, fits) for one in every for help, fits in one.gives.items()]
    against = [(one, help) for one, help, fits in seen if fits is False]
    contradicted = {(one.part, help) for one, help in against}
    doubts = {(one.wrong and one.part, help) for one, help in against if help not in one.idle}
    elsewhere = Counter(help for _, help in doubts)
    refuted = {help for one, help in against if not one.wrong}
    wrong = [((one.part, help), fits) for one, help, fits in seen if one.wrong]
    asked = Counter(help for (_, help), _ in wrong)
    shown = Counter(pair for pair, fits in wrong if fits and pair not in contradicted)
    explained = Counter(help for _, help in shown.elements())

    def is_sure(part: str, help: str) -> bool:
        count = shown[part, help] if help in refuted else explained[help]
        return count >= (SURELY * elsewhere[help] or min(2, asked[help]))

    def named(part: str) -> str:
        own = {help: count for (where, help), count in shown.items() if where == part}
        if not any(is_sure(part, help) for help in own):
            return _plain(part, every)
        counts = {help: own[help] if help in elsewhere else explained[help] for help in own}
        first, *others = sorted(counts, key=lambda help: -counts[help])
        alone = is_sure(part, first) and all(counts[help] < counts[first] for help in others)
        return first if alone and not first.startswith(RIVAL) else ""

    return {one.part: named(one.part) for one in every}


def _plain(part: str, every: Sequence[Evidence]) -> str:
    """What is plain of wrong answers of a part, and no answer of the part speaks against.

    A fault of the whole program is one where `SURELY` answers are wrong, and not all.
    """
    own = [one for one in every if one.part == part]
    wrong = [one for one in own if one.wrong]
    for help in dict.fromkeys(help for one in wrong for help, fits in one.plain.items() if fits):
        is_whole = any(help in one.whole for one in own)
        seen = [one for one in (every if is_whole else own) if help in one.plain]
        count = sum(one.wrong for one in seen)
        if all(one.plain[help] for one in seen) and (not is_whole or SURELY <= count < len(seen)):
            return help
    same = len(own) > 2 and own[0].answer != "" and len({one.answer for one in own}) == 1
    return SAME if wrong and same else ""


def with_mistakes(
    assignment: SpecAssignment,
    marking: Marking,
    runs: Sequence[tuple[Batch, Facts]],
    scored: Sequence[Tests],
) -> list[Tests]:
    """The tests of all runs of a program, in which wrong answers have the help of the mistake that it makes.

    What may be seen at a time depends on nothing but what may be seen then or always.
    """
    if not any(
        test.verdict in (Verdict.WA, Verdict.RTE) and test.cause for tests in scored for test in tests
    ):
        return list(scored)
    answered = [_evidence(assignment, marking, *one) for one in zip(runs, scored, strict=True)]
    pairs = [
        (test, own.get(test.name)) for tests, own in zip(scored, answered, strict=True) for test in tests
    ]
    known = {
        when: likely(one for test, one in pairs if one and test.visibility in (Visibility.VISIBLE, when))
        for when in Visibility
    }
    helps = {}
    for test, one in pairs:
        if test.cause and one and one.wrong:
            help = known[test.visibility][one.part]
            is_of_it = help == SAME or one.plain.get(help) or one.gives.get(help)
            helps[test.name] = replace(test.cause, help=help if is_of_it else "")
    return [
        tuple(replace(test, cause=helps.get(test.name, test.cause)) for test in tests) for tests in scored
    ]


def _evidence(
    assignment: SpecAssignment, marking: Marking, run: tuple[Batch, Facts], tests: Tests
) -> dict[str, Evidence]:
    """What is known of each answer of a run, by the name of its test."""
    batch, facts = run
    given = assignment.given(batch, facts) if facts.scored else {}
    values = {name: one.value for name, one in given.items() if one.outcome is None}
    asked = ((case, question_name(case.id, answer)) for case in batch.cases for answer in ("text", "picture"))
    cases = {f"{batch.name}/{name}": case for case, name in asked}
    mistakes = () if batch.public else assignment.known(marking)
    rubric = assignment.rubric_of(marking.parameters)
    found, earlier = {}, dict[tuple[str, bytes, Visibility], str]()
    for test in tests:
        case, wrong = cases[test.name], test.verdict is Verdict.WA
        part = assignment.part_of(case)
        died = test.verdict is Verdict.RTE and not given.get(case.id, Given()).absent
        if test.answer == "picture" and test.cause and test.cause.help:
            found[test.name] = Evidence(wrong, {test.cause.help: True}, part=part)
        elif test.answer == "text" and (died or (case.id in values and test.verdict in ANSWERED)):
            answer, value = values.get(case.id), assignment.value_of(case, marking)
            tried = mistakes if len(case.input) <= SHORT else ()
            hints = case.hints if batch.public else hints_by(tried, case.question, value)
            one = replace(evidence_of(rubric, case, answer, hints, wrong=wrong or died), part=part)
            plain = dict(one.plain)
            said = answer.strip() if isinstance(answer, str) else answer
            if wrong and not assignment.is_answer(case.question, value, said):
                plain[NO_FORM] = True
            if test.board:
                plain[NOT_SQUARE] = one.wrong is (len(test.board) != len(test.board[0]))
            if before := earlier.get(same := (part, case.input, test.visibility)):
                plain[AGAIN] = one.answer != before
            earlier[same] = one.answer
            found[test.name] = replace(one, plain=plain, whole=frozenset({NOT_SQUARE}))
    return found


def evidence_of(rubric: Rubric, case: Case, value: Any, hints: Iterable[Hint], *, wrong: bool) -> Evidence:
    """What an answer, or a crash (None), tells of the mistakes that concern its case; those with the same
    help are one."""
    if wrong and value is None:
        return Evidence(wrong, dict.fromkeys(one.help for one in hints))
    gives: dict[str, bool | None] = {}
    idle = set()
    for one in hints:
        fits = one.answer is not None and rubric.judge(one.answer, value).right
        gives[one.help] = fits or gives.get(one.help, False)
        if wrong and not fits and one.answer is not None and rubric.judge(case.answer, one.answer).right:
            idle.add(one.help)
    said = value if wrong else case.answer
    seen = ((habit.help, habit.gives(case.answer, said)) for habit in rubric.habits)
    plain = {help: fits for help, fits in seen if fits is not None}
    return Evidence(wrong, gives, repr(value), idle=frozenset(idle), plain=plain)


INPUT = "input.txt"
ANSWER = "answer.txt"
ABOUT = "case.json"
_ANEW = "make the cases anew"


class _About(Record):
    id: str
    question: str
    features: tuple[str, ...]


@dataclass(frozen=True)
class StdioAssignment(SpecAssignment):
    """Inputs are bytes, answers are text."""

    one_case = True
    contract = "stdio"

    def write_batch(self, batch: Batch) -> dict[str, bytes]:
        """The files of a batch's folder; the answer has one line or several."""
        (case,) = batch.cases
        about = {"id": case.id, "question": case.question, "features": list(case.features)}
        return {
            INPUT: case.input,
            ANSWER: f"{case.answer}\n".encode(),
            ABOUT: (json.dumps(about) + "\n").encode(),
        }

    def read_batch(self, name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch:
        """The inverse of `write_batch`; does not check whether the answer is right.

        Raises `DataError` for a missing, unknown or malformed file.
        """
        for path in sorted({INPUT, ANSWER, ABOUT} ^ folder.keys()):
            what = "not a file of a batch" if path in folder else "missing"
            raise DataError(f"{name}/{path}", what, _ANEW)
        try:
            about = of_value(_About, parse_json(folder[ABOUT], f"{name}/{ABOUT}"))
        except ValueError:
            raise DataError(f"{name}/{ABOUT}", "does not tell a case", _ANEW) from None
        answer = folder[ANSWER].decode("utf-8", "replace")
        text = answer.endswith("\n") and all(map(str.isprintable, answer[:-1].split("\n")))
        if not text or not self.is_answer(about.question, folder[INPUT], answer[:-1]):
            raise DataError(f"{name}/{ANSWER}", "not the text of an answer", _ANEW)
        case = Case(about.id, about.question, folder[INPUT], answer[:-1], about.features)
        return Batch(name, (case,), public)

    def stage(self, batch: Batch) -> tuple[StagedFile, ...]:
        return ()

    def stdin(self, batch: Batch) -> bytes:
        return batch.cases[0].input

    def call_text(self, case: Case) -> str:
        return read_text("standard input", case.input)

    def value_of(self, case: Case, marking: Marking) -> bytes:
        return case.input

    def bytes_of(self, value: Any) -> bytes:
        return bytes(value)

    def given(self, batch: Batch, facts: Facts) -> Mapping[str, Given]:
        """The printed answer; none after a crash or without output."""
        if facts.verdict is not Verdict.AC or not facts.stdout.strip():
            return {}
        return {batch.cases[0].id: Given(facts.stdout.decode("utf-8", "replace"))}

    def answered(self, batch: Batch, answers: Mapping[str, Any]) -> Mapping[str, Facts]:
        return self.facts_of_output(batch, f"{answers[batch.cases[0].id]}\n".encode())

    def facts_of_output(self, batch: Batch, data: bytes) -> Mapping[str, Facts]:
        return {"printed": Facts(Verdict.AC, "", data, b"")}
