"""Why a submission did not pass, in lines of plain text: the outcome, and the boards of failed tests."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from gograde.codec import replace
from gograde.core.record import EACH, RunScore, SourceLines, TestScore
from gograde.core.totals import decided, total_of
from gograde.core.verdict import Verdict
from gograde.errors import ExitCode
from gograde.grading.facts import SKIPPED
from gograde.listing import excerpt, gist, named
from gograde.pictures.diagram import Diagram, Mark, board_text
from gograde.report.redact import HiddenTest, StudentGroup, StudentRecord
from gograde.report.words.answers import (
    ANSWERED,
    ENDED,
    beside,
    board_of,
    call_of,
    fact_lines,
    marks_of,
    points_of,
)
from gograde.report.words.wording import counted, sign


def exit_code(record: StudentRecord) -> ExitCode:
    """1 for what is wrong with the submission; 4 for a fault of the grader, and when nothing was graded.

    Nobody is blamed for what was skipped, waits for a person, or was left out where that is allowed.
    """
    known = {test.verdict for test in record.tests} | {run.verdict for run in record.runs}
    known |= {record.verdict} if record.verdict else set()
    if Verdict.JE in known:
        return ExitCode.JUDGE_ERROR
    if any(verdict.finding for verdict in known):
        return ExitCode.FINDINGS
    if any(test.verdict is Verdict.AC for test in record.tests):
        return ExitCode.DONE
    return ExitCode.FINDINGS if Verdict.NS in known else ExitCode.JUDGE_ERROR


def tests_handed_in(record: StudentRecord) -> list[TestScore]:
    """The tests but those of parts that were left out where that is allowed."""
    nothing = record.verdict is Verdict.NS
    return [test for test in record.tests if nothing or test.verdict is not Verdict.NS]


def broken_runs(record: StudentRecord) -> list[RunScore]:
    """The runs that broke down."""
    return [run for run in record.runs if run.verdict not in (Verdict.AC, Verdict.SK)]


def tests_to_explain(record: StudentRecord) -> list[TestScore]:
    """The tests that are wrong, not decided, or lost games by a fault; none repeats how its run ended."""
    ended = {run.message for run in broken_runs(record)}
    passed = (Verdict.AC, Verdict.SK)  # something else caused a skip
    tests = (test for test in tests_handed_in(record) if test.message not in ended)
    return [one for one in tests if one.verdict not in passed or any(game.forfeit for game in one.games)]


def is_formative(record: StudentRecord) -> bool:
    """Whether no test of the record is worth points."""
    return bool(record.tests) and not record.max_score


def formative(record: StudentRecord) -> StudentRecord:
    """The record with a point for each open test, where none is worth any; else the record as it is.

    A program that tried what is forbidden gets none of these: a check of it does not pass.
    """
    if not is_formative(record):
        return record
    each = 0.0 if record.verdict is Verdict.SV else EACH
    tests = tuple(_worth(test, each) for test in record.tests)
    total = total_of(tests)
    groups = tuple(_scaled(group, tests) for group in record.groups)
    sums = {"score": total.at_least, "max_score": total.of, "pending": total.pending}
    return replace(record, tests=tests, groups=groups, **sums)


def _worth(test: TestScore, each: float) -> TestScore:
    points = each if test.verdict is Verdict.AC else 0.0
    return replace(test, points=points if decided(test) else None, max_points=EACH)


def _scaled(group: StudentGroup, tests: tuple[TestScore, ...]) -> StudentGroup:
    total = total_of([test for test in tests if test.group == group.name])
    return replace(group, score=total.at_least, max_score=total.of, pending=total.pending)


def outcome(record: StudentRecord) -> str:
    """What a check says in one line: how many tests passed, how many were not judged, why it does not pass.

    What a compiler said in several lines stands elsewhere.
    """
    asked = tests_handed_in(record)
    count = Counter(test.verdict for test in asked)
    parts = [f"{count[Verdict.AC]} of {counted(len(asked), 'public test')} passed"]
    if looks := count[Verdict.RV]:
        parts.append(f"{counted(looks, 'picture')} to be looked at by a person, not judged here")
    if ours := count[Verdict.JE]:
        parts.append(f"{counted(ours, 'test')} not judged for a fault of the grader (judge error)")
    if skipped := count[Verdict.SK]:
        limited = any(test.message == SKIPPED for test in asked)
        parts.append(f"{counted(skipped, 'test')} {SKIPPED if limited else 'skipped'}")
    if left := len(record.tests) - len(asked):
        parts.append(f"{counted(left, 'test')} for extra points not handed in")
    if record.message:
        parts.append(record.verdict.meaning if record.verdict and "\n" in record.message else record.message)
    elif record.verdict and record.verdict.finding and record.verdict not in count:
        parts.append(record.verdict.meaning)
    elif not ours and exit_code(record) is ExitCode.JUDGE_ERROR:
        parts.append("nothing was graded")
    if record.backend == "none":
        parts.append("run without a sandbox (--trust-submissions)")
    return "; ".join(parts) + "."


def board_lines(test: TestScore) -> list[str]:
    """The lines of the boards of a failed test, and their legend; empty for a test without a board."""
    if not test.board or test.cause is None:
        return []
    if test.verdict in ENDED:
        return list(board_text(Diagram(test.board)))
    if test.answer == "picture":
        return _picture_boards(test)
    marks = marks_of(test)
    if points_of(test.cause.expected, test.board) is None:
        return list(board_text(Diagram(test.board)))
    expected = {point: mark for point, mark in marks.items() if mark is not Mark.ANSWERED}
    left = ["Expected", *board_text(Diagram(test.board, marks=expected))]
    if test.cause.actual is None:
        return [*left, "? expected"]
    got = {point: mark for point, mark in marks.items() if mark is not Mark.EXPECTED}
    right = ["Got", *board_text(Diagram(test.board, marks=got))]
    return [
        *beside(left, right),
        "* expected and answered   ? expected, not answered   ! answered, not expected",
    ]


def _picture_boards(test: TestScore) -> list[str]:
    """The expected board beside the board that was surely read in the picture."""
    wanted = board_of(test.cause.expected) if test.cause else None
    sure = (reading.board for reading in test.readings if reading.outcome != "review")
    read = next((board for board in sure if board), None)
    left = ["Expected", *board_text(Diagram(wanted))] if wanted else []
    right = ["Read", *board_text(Diagram(read))] if read else []
    return beside(left, right) if left and right else [*left, *right]


# -- by what made them so: one entry for each cause, the dearest first ----------------------------

_NUMBER = re.compile(r"\d+(\.\d+)?")
_VALUE = re.compile(r"'.*'|\".*\"|\d+(\.\d+)?|\b(True|False|None)\b")
_LAST_NUMBER = re.compile(r"-\d+$")
_ABSENT = "NameError: there is no "
_CRASHES = (Verdict.RTE, Verdict.CE)
_WHOLE_RUN = frozenset(set(Verdict) - {Verdict.WA, Verdict.PAC})
"""Verdicts whose message says it all: the same words are the same cause, whatever was asked."""


@dataclass(frozen=True)
class Failure:
    """A cause and its tests, in the order of the record.

    `hidden_lost` are the points that hidden tests of the same kinds lost.
    """

    tests: tuple[TestScore, ...]
    hidden_lost: float = 0

    @property
    def first(self) -> TestScore:
        """The test that stands for all."""
        return self.tests[0]

    @property
    def lost(self) -> float:
        """The points that the tests could still give; those that are not decided count whole."""
        return sum(map(_lost, self.tests))

    @property
    def crash(self) -> bool:
        """Whether the program ended by an error, or did not start for one."""
        return self.first.verdict in _CRASHES

    @property
    def is_whole_run(self) -> bool:
        """Whether the message says all about the other tests too: they have no answer to look at."""
        return self.first.verdict in _WHOLE_RUN and not self.first.games and not self.first.readings


def failures_by_cause(
    tests: Iterable[TestScore], asks: Mapping[str, str] = {}, hidden: Sequence[HiddenTest] = ()
) -> tuple[Failure, ...]:
    """The tests by cause: first those that cost the most points, then those of the most tests.

    `asks` are the questions in words: those with the same words ask the same.  What `hidden` tests of the
    same kind lost counts for a cause.  Pictures, what was left out, and what waits for a person come later.
    """
    found: dict[Hashable, list[TestScore]] = {}
    for test in tests:
        found.setdefault(_cause(test, asks), []).append(test)
    lost: dict[Hashable, float] = defaultdict(float)
    for one in hidden:
        lost[_kind(one.name)] += _lost(one)
    every = [
        Failure(tuple(alike), sum(lost[kind] for kind in dict.fromkeys(_kind(test.name) for test in alike)))
        for alike in found.values()
    ]
    return tuple(sorted(every, key=_rank))


def _rank(failure: Failure) -> tuple[bool, bool, float, bool, int]:
    """Its author knows of a function that is not there, and a picture shows what the text answers say; what
    has a likely mistake may explain the others too."""
    cost, first = failure.lost + failure.hidden_lost, failure.first
    later = first.answer == "picture" or first.verdict is Verdict.RV or first.message.startswith(_ABSENT)
    unknown = not (first.cause and first.cause.help)
    return first.verdict is Verdict.SK, later, -cost, unknown, -len(failure.tests)


def _lost(test: TestScore | HiddenTest) -> float:
    return test.max_points - (test.points or 0)


def _kind(name: str) -> str:
    """What the name of a test has in common with those of other batches that ask for the same."""
    return _LAST_NUMBER.sub("", name.partition("/")[2])


def _cause(test: TestScore, asks: Mapping[str, str]) -> Hashable:
    """What tests with the same cause share: a known mistake, or the words of the message without numbers."""
    if test.games and test.verdict in _CRASHES:
        return test.verdict, frozenset(game.reason for game in test.games if game.forfeit)
    if test.games or not test.message:
        return test.name
    if test.cause and test.cause.help:
        return test.verdict, test.answer, test.cause.help
    if test.verdict in _WHOLE_RUN:
        return test.verdict, kind_of_message(_message(test).replace(test.question or " ", ""))
    if _unanswered(test):
        return test.verdict, "no answer"
    faults = frozenset(_NUMBER.sub("#", part.strip()) for part in _message(test).split(";"))
    asked = asks.get(test.question_name) or (test.answer, test.question or test.group)
    return test.verdict, "" if _is_known(test) else asked, faults


def _is_known(test: TestScore) -> bool:
    """Whether what is said of a test is a cause: a mistake, how a run ended, or words without a value."""
    known = test.verdict in _WHOLE_RUN or bool(test.cause and test.cause.help)
    return known or _VALUE.search(_message(test)) is None


def kind_of_message(message: str) -> str:
    """The message without values, which differ from run to run of the same fault."""
    return _VALUE.sub("#", message)


def _message(test: TestScore) -> str:
    """The message without the names of pictures, which differ from problem to problem."""
    said = test.message
    for reading in test.readings:
        said = said.replace(reading.picture, "")
    return said


def _unanswered(test: TestScore) -> bool:
    """Whether an answer was asked for and nothing came, whatever the question was."""
    cause = test.cause if test.answer == "text" else None
    return cause is not None and cause.actual is None and cause.expected is not None


# -- a checked submission as every format tells it: sections of lines -----------------------------


@dataclass(frozen=True)
class Section:
    """A cause, runs that broke down alike, or a remark on all tests, which has no name.

    `question` is in words, `games` is a table with its heads first, and `below` are their boards.
    Of `run` the output is shown, and of `source` the lines that `output` names.
    """

    name: str
    why: str
    verdict: Verdict | None = None
    boards: Sequence[str] = ()
    words: Sequence[str] = ()
    question: str = ""
    games: Sequence[tuple[str, ...]] = ()
    below: Sequence[str] = ()
    run: RunScore | None = None
    output: str = ""
    source: tuple[SourceLines, ...] = ()

    @property
    def head(self) -> str:
        """The name, and why in one line."""
        return f"{self.name}: {self.why}" if self.name else self.why

    @property
    def printed(self) -> list[tuple[str, str]]:
        """What the run printed, with names: the beginnings and the ends."""
        streams = (("errors printed", self.run.stderr), ("printed", self.run.stdout)) if self.run else ()
        return [(name, excerpt(text, 24)) for name, text in streams if text.strip()]

    @property
    def lines(self) -> tuple[str, ...]:
        """The boards, and the words below them."""
        return (*self.boards, *self.words)


def sections(record: StudentRecord) -> Iterable[Section]:
    """The causes of failed tests, the dearest first, and the runs that broke down, each with those alike.

    What concerns more tests stands first, remarks at the end.
    """
    runs, tests = broken_runs(record), tests_to_explain(record)
    causes, batches = failures_by_cause(tests, record.assignment.asks), {run.batch for run in runs}
    told = [section_of(cause.first, cause.tests[1:], record) for cause in causes]
    most = max((len(cause.tests) for cause in causes), default=0)
    ended = run_sections(record)
    parts = (ended, told) if sum(one.batch in batches for one in record.tests) > most else (told, ended)
    own = {remark: f"{test.name}: {remark}" for test in record.tests[::-1] for remark in test.remarks}
    return chain(*parts, (Section("", remark) for remark in (*own.values(), *record.remarks)))


def run_sections(record: StudentRecord) -> Iterator[Section]:
    """The runs that broke down, each with those that ended alike."""
    alike: dict[Hashable, list[RunScore]] = {}
    for run in broken_runs(record):
        alike.setdefault((run.verdict, kind_of_message(run.message)), []).append(run)
    for first, *more in alike.values():
        name = f"{sign(first.verdict)} Run {named([run.batch for run in (first, *more)])}"
        why = first.verdict.meaning + (f" ({gist(first.message)})" if first.message else "")
        boards, words = _call(record, first)
        yield Section(
            name, why, first.verdict, boards, words, run=first, output=first.stderr, source=first.source
        )


def section_of(
    test: TestScore, others: Sequence[TestScore] = (), record: StudentRecord | None = None
) -> Section:
    """Why a test, and `others` for the same cause, failed: boards, call, both answers, likely mistake.

    With the `record` also its question in words, and all that a compiler said.
    """
    tried = test.verdict in ANSWERED | ENDED
    cause = test.cause if tried else None
    said = cause.message if cause and test.verdict in ANSWERED else ""
    why = gist(test.message) or said or test.verdict.meaning
    compiled = record if test.verdict is Verdict.CE else None
    words = compiled.message.rstrip().split("\n") if compiled and "\n" in compiled.message else []
    words += fact_lines(test) if tried else []
    words += [cause.help] if cause and cause.help else []
    label = "The same cause" if _is_known(test) else "Wrong too"
    words += [f"{label}: {', '.join(one.name for one in others)}"] if others and not compiled else []
    asked = record.assignment.asks.get(test.question_name, "") if record and not compiled else ""
    about = (test.verdict, board_lines(test) if cause else (), words, asked)
    runs = record.runs if record and test.verdict is Verdict.RTE else ()
    died = chain.from_iterable(run.source for run in runs if run.batch == test.batch)
    source = compiled.source if compiled else tuple(died)
    output = compiled.message if compiled else test.message
    name = f"all {len(others) + 1} tests" if compiled and others else test.name
    return Section(f"{sign(test.verdict)} {name}", why, *about, *_games(test), output=output, source=source)


def _games(test: TestScore) -> tuple[Sequence[tuple[str, ...]], Sequence[str]]:
    """The table of the games of a test, and the boards of the first fault and of the latest lost win."""
    if not test.games:
        return (), ()
    from gograde.report.words import game_list

    boards = [*game_list.fault_board(test), "", *game_list.lost_win_lines(test)]
    return [game_list.HEADS, *game_list.rows(test)], "\n".join(boards).strip("\n").splitlines()


def _call(record: StudentRecord, run: RunScore) -> tuple[list[str], list[str]]:
    """The board of a run that has one case, and how it is asked."""
    tests = [test for test in record.tests if test.batch == run.batch and test.call]
    alone = len(tests) == 1 and run.verdict not in (Verdict.CE, Verdict.SK) and not tests[0].games
    asked = [f"{label}: {words}" for test in tests for label, words in call_of(test)]
    return (board_lines(tests[0]), asked) if alone else ([], [])
