"""The output of `gograde check` in a terminal: every test, boards of failed tests, the outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gograde.pictures.draw import Mark
from gograde.report.terminal.rich_text import harmless, harmless_cell, table_with
from gograde.report.terminal.tests_table import all_alike, tests_table
from gograde.report.words import answers, game_list, wording
from gograde.report.words.escape import line
from gograde.report.words.failures import board_lines, failures, outcome
from gograde.report.words.golf import golf_words
from gograde.scoring.record import RunScore, ScoreRecord, TestScore
from gograde.scoring.verdict import Verdict

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

TAIL = 12  # last lines of a stream that are shown
LINE = 200  # characters of a line that are shown
_STYLES = {Mark.BOTH: "green", Mark.EXPECTED: "bold blue", Mark.ANSWERED: "bold red"}


def check_parts(record: ScoreRecord) -> list[RenderableType]:
    """The table of tests, every failed test with its boards, the outcome.

    A passed test is shown like a failed one when it has games that were lost by a fault, and so is a picture
    that waits for a person and would not if a rule was kept.  Where nothing could
    be started, this is said once.
    """
    drawn: list[RenderableType]
    if all(test.verdict is Verdict.CE for test in record.tests) and (alike := all_alike(record.tests, "")):
        drawn = [harmless(line(alike)), harmless("")]
    else:
        failed = failures(record)
        told = [test for test in record.tests if test in failed or game_list.first_fault(test) or waits(test)]
        drawn = [tests_table(record.tests), *(part for test in told for part in failure_parts(test))]
    streams = [part for run in record.runs if run.verdict is not Verdict.AC for part in _run_parts(run)]
    return [
        harmless(_title(record)),
        *drawn,
        *streams,
        *map(harmless, picture_lines(record)),
        *([harmless(golf)] if (golf := golf_words(record)) else []),
        harmless(outcome(record), "bold"),
    ]


def waits(test: TestScore) -> bool:
    """Whether a person must look at the picture of a test, and a rule would have made it clear."""
    return test.verdict is Verdict.RV and test.cause is not None and bool(test.cause.help)


def picture_lines(record: ScoreRecord) -> list[str]:
    """Which pictures were saved, and why others could not be read."""
    pictures = [picture for run in record.runs for picture in run.pictures]
    read = ", ".join(line(picture.name) for picture in pictures if not picture.refusal)
    lost = [f"{line(p.name)} cannot be shown: {p.refusal}" for p in pictures if p.refusal]
    return [*([f"pictures saved or shown: {read}"] if read else []), *lost]


def failure_parts(test: TestScore) -> list[RenderableType]:
    """A failed test: the expected and the given answer, as boards and in words."""
    if test.cause is None:
        return []
    head = f"{wording.sign(test.verdict)} {test.name}: {test.message or test.cause.message}"
    said = () if test.answer == "picture" else answers.facts(test)
    lines = [f"  {label}: {words}" for label, words in said]
    lines += [f"  {test.cause.help}"] if test.cause.help else []
    return [harmless(head, "bold"), *_boards(test), *map(harmless, lines), *_games(test), harmless("")]


def _games(test: TestScore) -> list[RenderableType]:
    """The games of a test, the board of the first fault, and the latest game lost from a won position."""
    if not test.games:
        return []
    from gograde.report.words.lost_wins import lost_win_lines

    table = table_with(game_list.HEADS)
    for row in game_list.rows(test):
        table.add_row(*map(harmless_cell, row))
    told = [*game_list.fault_board(test), "", *lost_win_lines(test)]
    text = "\n".join(f"  {line}" if line else "" for line in told).strip("\n")
    return [table, *([harmless(text)] if text else [])]


def _boards(test: TestScore) -> list[Text]:
    text = harmless("\n".join(f"  {row}" for row in board_lines(test)))
    for mark, style in _STYLES.items():
        text.highlight_regex(rf"(?<=[ \d])[{mark.value}][XO]?", style)
    return [text] if text.plain else []


def _run_parts(run: RunScore) -> list[RenderableType]:
    """Why a run failed, with the end of its output."""
    head = f"Run {run.batch}: {run.verdict.meaning}" + (f" ({run.message})" if run.message else "")
    streams = (("errors printed", run.stderr), ("printed", run.stdout))
    tails = (_tail(name, text) for name, text in streams if text.strip())
    return [harmless(head, "bold"), *tails, harmless("")]


def _tail(name: str, text: str) -> Text:
    last = text.rstrip("\n").split("\n")[-TAIL:]
    return harmless("\n".join([f"  {name}, at the end:", *(f"  | {row[:LINE]}" for row in last)]))


def _title(record: ScoreRecord) -> str:
    about, done = record.assignment, record.submission
    program = f"{done.entry} ({done.language})" if done.entry else "no program found"
    return f"{about.id} {about.version}: {program}, {wording.sandbox_words([record])}"
