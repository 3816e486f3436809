"""Results in a terminal: tables by rich, boards as text that need no colour.

Everything is text already made harmless; rich adds colour and lines and reads no markup.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gograde.pictures.draw import Diagram, Mark, board_text
from gograde.report.results import Result, Results
from gograde.report.words import answers, wording
from gograde.report.words import game_list as games
from gograde.report.words.escape import line, terminal
from gograde.scoring.record import RunScore, ScoreRecord, TestScore
from gograde.scoring.verdict import Verdict

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

WIDE = 160
"""Columns when the output is no terminal."""

SIDE_BY_SIDE = 100
"""Two boards stand side by side up to this many columns, else below each other."""

_COLONS = re.compile(":(?=:)")

CORRECTED = "*"
"""Beside a figure that a person corrected."""

_STYLES = {Mark.BOTH: "green", Mark.EXPECTED: "bold blue", Mark.ANSWERED: "bold red"}


def to_text(parts: Iterable[RenderableType]) -> str:
    """What these parts look like in plain text."""
    from rich.console import Console

    out = io.StringIO()
    console = Console(file=out, width=WIDE, color_system=None, force_terminal=False)
    show(console, parts)
    return "\n".join(text.rstrip() for text in out.getvalue().split("\n"))


def show(console: Console, parts: Iterable[RenderableType]) -> None:
    """Print the parts, one below the other."""
    from rich.text import Text

    # A line that is not broken cannot begin in the middle of a student's text.
    for part in parts:
        console.print(part, markup=False, highlight=False, emoji=False, soft_wrap=isinstance(part, Text))


def report_parts(results: Results, *, by_test: bool) -> list[RenderableType]:
    """What `gograde report` says: each result test by test, or the class."""
    if not by_test:
        return class_parts(results)
    return [part for result in results.results for part in result_parts(result)]


# ---------------------------------------------------------------- a class


def class_parts(results: Results) -> list[RenderableType]:
    """A table with a row a student, and how much of it is graded."""
    works = results.gradebook.assignments
    heads = [head for work in works for head in _work_heads(work.id if len(works) > 1 else "")]
    table = _table(["id", "name", *heads, "total"])
    for student in results.gradebook.students:
        cells = [cell for work in works for cell in _result_cells(results.get(student.id, work.id))]
        total = results.totals.get(student.id)
        percent = "—" if total is None or total.total is None else f"{wording.figure(total.total)} %"
        table.add_row(*map(_cell, [student.id, student.name, *cells, percent]))
    records = [result.record for result in results.results]
    people = wording.counted(len(results.gradebook.students), "student")
    below = [f"{people}; {wording.progress(records)}; {wording.held(records)}."]
    below += [f"{CORRECTED} corrected by a person"] if _any_corrected(results) else []
    return [_text(results.gradebook.info.title), table, *map(_text, below)]


def _any_corrected(results: Results) -> bool:
    return any(result.entry.overrides for result in results.results)


def _work_heads(work: str) -> list[str]:
    heads = ["official", "verdict", "points", "waiting", "late", "final"]
    return [f"{work} {head}".strip() for head in heads]


def _result_cells(result: Result | None) -> list[str]:
    if result is None:
        return [wording.NOT_GRADED] * 6
    entry = result.entry
    return [
        wording.OFFICIAL[wording.official_state(result.record)],
        f"{wording.sign(entry.verdict)} {entry.verdict.value}",
        wording.out_of(entry.score, entry.max_score),
        wording.figure(entry.pending) if entry.pending else "",
        wording.counted(entry.late.days, "day") if entry.late and entry.late.days else "",
        wording.figure(entry.final) + (f" {CORRECTED}" if entry.overrides else ""),
    ]


# ---------------------------------------------------------------- one submission


def result_parts(result: Result) -> list[RenderableType]:
    """One student's result of one assignment, test by test."""
    entry, record = result.entry, result.record
    state = wording.OFFICIAL[wording.official_state(record)]
    points = wording.out_of(entry.score, entry.max_score)
    marks = f"official: {state}; points: {points}; final: {wording.figure(entry.final)}"
    late = [f"late: {entry.late.reason}"] if entry.late and entry.late.days else []
    flags = [f"flag {flag.id} ({flag.severity}): {flag.evidence}" for flag in record.flags]
    head = f"{result.student.name} ({result.student.id}), {result.assignment.title or result.assignment.id}"
    words = [f"corrected by a person: {wording.corrected(one, by=True)}" for one in entry.overrides]
    lines = [head, marks, *late, *words, *([record.message] if record.message else []), *flags]
    below = f"{wording.progress([record])}; {wording.held([record])}.\n"
    return [*map(_text, map(line, lines)), tests_table(record.tests), _text(below)]


def tests_table(tests: Sequence[TestScore]) -> RenderableType:
    """A row a test; the points are left out when no test is worth any."""
    worth = any(test.max_points for test in tests)
    table = _table(["test", "group", "verdict", *(["points"] if worth else []), "message"])
    for test in tests:
        verdict = _text(f"{wording.sign(test.verdict)} {test.verdict.value}", _tone(test.verdict))
        points = [_cell(wording.points_line(test))] if worth else []
        table.add_row(_cell(test.name), _cell(test.group), verdict, *points, _cell(test.message))
    return table


# ---------------------------------------------------------------- a check


def check_parts(record: ScoreRecord) -> list[RenderableType]:
    """What `gograde check` says: the table, every failed test with its boards, the outcome.

    A passed test is shown like a failed one when it has games that were lost by a fault.
    """
    failed = failures(record)
    told = [test for test in record.tests if test in failed or games.first_fault(test)]
    drawn = [part for test in told for part in failure_parts(test)]
    streams = [part for run in record.runs if run.verdict is not Verdict.AC for part in _run_parts(run)]
    return [
        _text(_title(record)),
        tests_table(record.tests),
        *drawn,
        *streams,
        *(_text(text) for text in picture_lines(record)),
        _text(outcome(record), "bold"),
    ]


def picture_lines(record: ScoreRecord) -> list[str]:
    """Which pictures were saved, and why others could not be read."""
    pictures = [picture for run in record.runs for picture in run.pictures]
    read = ", ".join(line(picture.name) for picture in pictures if not picture.refusal)
    lost = [f"{line(p.name)} cannot be shown: {p.refusal}" for p in pictures if p.refusal]
    return [*([f"pictures saved or shown: {read}"] if read else []), *lost]


def outcome(record: ScoreRecord) -> str:
    """The last line of a check: how many passed, and what it did not judge."""
    count = Counter(test.verdict for test in record.tests)
    passed, looks, ours = count[Verdict.AC], count[Verdict.RV], count[Verdict.JE]
    judged = len(record.tests) - looks - ours
    parts = [f"{passed} of {wording.counted(judged, 'public test')} passed"]
    if looks:
        parts.append(f"{wording.counted(looks, 'picture')} to be looked at by a person, not judged here")
    if ours:
        parts.append(f"{wording.counted(ours, 'test')} not judged for a fault of the grader (judge error)")
    if record.message:
        parts.append(record.message)
    elif record.verdict.failed and passed == judged:
        parts.append(record.verdict.meaning)
    if record.backend == "none":
        parts.append("run without a sandbox (--trust-submissions)")
    return "; ".join(parts) + "."


def failures(record: ScoreRecord) -> list[TestScore]:
    """The failed tests that have something to show: not those that only say why their run ended."""
    ended = {run.message for run in record.runs if run.verdict is not Verdict.AC}
    failed = [test for test in record.tests if test.verdict.failed and test.cause]
    return [test for test in failed if test.message not in ended]


def failure_parts(test: TestScore) -> list[RenderableType]:
    """A failed test: what was expected and got, as boards and in words."""
    if test.cause is None:
        return []
    head = f"{wording.sign(test.verdict)} {test.name}: {test.message or test.cause.message}"
    said = () if test.answer == "picture" else answers.facts(test)
    lines = [f"  {label}: {words}" for label, words in said]
    lines += [f"  {test.cause.help}"] if test.cause.help else []
    return [_text(head, "bold"), *_boards(test), *map(_text, lines), *_games(test), _text("")]


def _games(test: TestScore) -> list[RenderableType]:
    """The games of a test, the board where the program first lost one by a fault, and what it threw away."""
    if not test.games:
        return []
    from gograde.report.words.lost_wins import thrown_lines

    table = _table(games.HEADS)
    for row in games.rows(test):
        table.add_row(*map(_cell, row))
    told = [*games.fault_board(test), "", *thrown_lines(test)]
    text = "\n".join(f"  {line}" if line else "" for line in told).strip("\n")
    return [table, *([_text(text)] if text else [])]


def board_lines(test: TestScore) -> list[str]:
    """The boards of a failed test with their legend, as lines of plain text; none without a board."""
    if not test.board or test.cause is None:
        return []
    if test.answer == "picture":
        return _picture_boards(test)
    marks = answers.marks_of(test)
    if answers.points_of(test.cause.expected, test.board) is None:
        return list(board_text(Diagram(test.board)))
    expected = {point: mark for point, mark in marks.items() if mark is not Mark.ANSWERED}
    left = ["Expected", *board_text(Diagram(test.board, marks=expected))]
    if test.cause.actual is None:
        return [*left, "? expected"]
    got = {point: mark for point, mark in marks.items() if mark is not Mark.EXPECTED}
    right = ["Got", *board_text(Diagram(test.board, marks=got))]
    return [
        *_beside(left, right),
        "* expected and answered   ? expected, not answered   ! answered, not expected",
    ]


def _picture_boards(test: TestScore) -> list[str]:
    """The board that is wanted, and beside it what was read in the picture."""
    wanted = answers.board_of(test.cause.expected) if test.cause else None
    read = next((reading.board for reading in test.readings if reading.board), None)
    left = ["Expected", *board_text(Diagram(wanted))] if wanted else []
    right = ["Read", *board_text(Diagram(read))] if read else []
    return _beside(left, right) if left and right else [*left, *right]


def _beside(left: Sequence[str], right: Sequence[str]) -> list[str]:
    wide = max(map(len, left))
    if wide + max(map(len, right)) + 6 > SIDE_BY_SIDE:
        return [*left, "", *right]
    return [f"{one:<{wide}}      {other}" for one, other in zip(left, right, strict=True)]


def _boards(test: TestScore) -> list[Text]:
    text = _text("\n".join(f"  {row}" for row in board_lines(test)))
    for mark, style in _STYLES.items():
        text.highlight_regex(rf"(?<=[ \d])[{mark.value}][XO]?", style)
    return [text] if text.plain else []


def _run_parts(run: RunScore) -> list[RenderableType]:
    """Why a run did not end well, with the end of what it printed."""
    head = f"Run {run.batch}: {run.verdict.meaning}" + (f" ({run.message})" if run.message else "")
    streams = (("errors printed", run.stderr), ("printed", run.stdout))
    tails = (_tail(name, text) for name, text in streams if text.strip())
    return [_text(head, "bold"), *tails, _text("")]


def _tail(name: str, text: str, lines: int = 12) -> Text:
    kept = text.rstrip("\n").split("\n")[-lines:]
    return _text("\n".join([f"  {name}, at the end:", *(f"  | {row[:200]}" for row in kept)]))


def _title(record: ScoreRecord) -> str:
    about, done = record.assignment, record.submission
    program = f"{done.entry} ({done.language})" if done.entry else "no program found"
    return f"{about.id} {about.version}: {program}, {wording.held([record])}"


def _tone(verdict: Verdict) -> str:
    if verdict is Verdict.AC:
        return "green"
    return "blue" if verdict is Verdict.RV else "bold red"


def _text(text: str, style: str = "") -> Text:
    from rich.text import Text

    return Text(terminal(text), style=style)


def _cell(text: str) -> Text:
    """Text that may be folded: no line in it begins a workflow command, wherever it is broken."""
    return _text(_COLONS.sub(": ", line(text)))


def _table(heads: Sequence[str]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in heads:
        table.add_column(_text(head), overflow="fold")
    return table
