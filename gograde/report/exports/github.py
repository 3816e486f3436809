"""A score record for GitHub Actions: annotations in the log, Markdown for the summary of the job.

A line of a log that begins with `::` is a command to the runner, and a summary is Markdown.
All text of students is neutralised for both.
"""

from __future__ import annotations

from gograde.report.words.escape import fence, github_data, github_property, markdown
from gograde.report.words.failures import board_lines, failures, outcome
from gograde.report.words.wording import points_line, sandbox_words, sign
from gograde.scoring.record import RunScore, ScoreRecord, TestScore
from gograde.scoring.verdict import Verdict


def workflow_commands(record: ScoreRecord, path: str) -> str:
    """A workflow command for every test that did not pass; `path` is the program's file."""
    open_tests = [test for test in record.tests if test.verdict is not Verdict.AC]
    commands = [_command(test.verdict, test.name, _said(test), path) for test in open_tests]
    if record.verdict is not Verdict.AC and not open_tests:
        commands.append(_command(record.verdict, record.assignment.id, outcome(record), path))
    return "".join(f"{command}\n" for command in [*commands, github_data(outcome(record))])


def summary(record: ScoreRecord) -> str:
    """Markdown: the outcome, a table of the tests, the boards of those that failed."""
    parts = [f"## {markdown(record.assignment.title or record.assignment.id)}", markdown(outcome(record))]
    rows = [_row(test) for test in record.tests]
    parts.append("\n".join(["| Test | Verdict | |", "| --- | --- | --- |", *rows]))
    parts += [part for test in failures(record) for part in _failure(test)]
    parts += [part for run in record.runs if run.verdict is not Verdict.AC for part in _run(run)]
    parts.append(markdown(f"{sandbox_words([record]).capitalize()}."))
    return "\n\n".join(parts) + "\n"


def _command(verdict: Verdict, name: str, said: str, path: str) -> str:
    level = "error" if verdict.failed or verdict is Verdict.JE else "notice"
    where = f"file={github_property(path)},line=1," if path else ""
    title = github_property(f"{name}: {verdict.value}, {verdict.meaning}")
    return f"::{level} {where}title={title}::{github_data(said)}"


def _said(test: TestScore) -> str:
    help_text = test.cause.help if test.cause else ""
    return "\n".join(part for part in (test.message or test.verdict.meaning, help_text) if part)


def _row(test: TestScore) -> str:
    points = "" if test.points == test.max_points == 0 else f" {points_line(test)}"
    cells = (test.name, f"{sign(test.verdict)} {test.verdict.value}{points}", test.message)
    return f"| {' | '.join(map(markdown, cells))} |"


def _failure(test: TestScore) -> list[str]:
    head = f"### {markdown(test.name)}: {markdown(test.message or test.verdict.meaning)}"
    boards = [fence("\n".join(lines))] if (lines := board_lines(test)) else []
    return [head, *boards, *([markdown(test.cause.help)] if test.cause and test.cause.help else [])]


def _run(run: RunScore) -> list[str]:
    head = f"### Run {markdown(run.batch)}: {markdown(run.message or run.verdict.meaning)}"
    return [head, *(fence(text[-2000:]) for text in (run.stderr, run.stdout) if text.strip())]
