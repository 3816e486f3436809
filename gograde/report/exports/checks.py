"""One checked submission in the formats of `gograde check`, besides that of a terminal."""

from __future__ import annotations

import os
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, Literal, NamedTuple

from gograde.codec import to_value
from gograde.core.record import SourceLines, TestScore
from gograde.core.totals import Total, less
from gograde.core.verdict import Verdict
from gograde.errors import DataError, ExitCode
from gograde.listing import excerpt, gist, shortened
from gograde.report.redact import HiddenTest, StudentRecord
from gograde.report.words.escape import (
    fence,
    github_data,
    github_property,
    json_text,
    line,
    markdown,
    terminal,
    visible,
)
from gograde.report.words.failures import (
    Section,
    exit_code,
    formative,
    is_formative,
    outcome,
    run_sections,
    section_of,
    sections,
    tests_handed_in,
)
from gograde.report.words.wording import counted, out_of, points_line, sandbox_words, sign, total_words


def plain_text(record: StudentRecord) -> str:
    """The causes with their boards, the runs that broke down, and the outcome."""
    lines = [text for section in sections(record) for text in (*_lines(section), "")]
    return terminal("\n".join([*lines, outcome(record)]))


def _lines(section: Section) -> list[str]:
    above = filter(None, (section.head, section.question))
    return [*above, *section.lines, *section.below, *(text for _, text in section.printed)]


# -- Gradescope's results.json ---------------------------------------------------------------------
# Exactly the keys that Gradescope reads, made from what a student may see.  Of a hidden test it has the name
# and the points, and keeps these from students by its `visibility`.

FAILED = (
    "The grader failed, not your program (judge error): nothing was graded, and no points were taken. "
    "Tell the teaching team; handing in again later may help."
)

_TEXT = {"output_format": "text", "test_output_format": "text", "test_name_format": "text"}


def gradescope_json(record: StudentRecord, penalty: float = 0.0, notes: Sequence[str] = ()) -> str:
    """The file's text; without weights each test counts a point, which carries no mark.

    A judge error gives no score at all, and so does a mark that is not complete: all its tests are without
    scores too, since Gradescope adds them up when there is no total.  `penalty` are points for lateness,
    `notes` what the student is told besides.
    """
    scaled = formative(record)
    total = less(scaled.total, penalty)
    known, about = _is_known(record, total), record.assignment
    tests = [_test(test, known=known) for test in scaled.tests]
    tests += [_hidden_test(test, known=known) for test in scaled.hidden_tests]
    value = {
        **({"score": total.at_least} if known else {}),
        "execution_time": round(sum(record.wall_s.values()), 3),
        "output": visible("\n".join(_message(record, total, notes, known=known))),
        **_TEXT,
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {
            "assignment": {"id": about.id, "version": about.version, "package_sha256": about.package_sha256},
            "verdict": record.verdict and record.verdict.value,
            "pending": record.pending,
            "sandbox": record.backend,
        },
        "tests": [{**test, "number": str(number)} for number, test in enumerate(tests, start=1)],
        "leaderboard": list(leaderboard(record)),
    }
    return json_text(value) + "\n"


def failed_json() -> str:
    """What Gradescope is told when the grader failed as a whole: no score, no tests."""
    value = {"output": FAILED, **_TEXT, "visibility": "visible", "stdout_visibility": "hidden", "tests": []}
    return json_text(value) + "\n"


def _is_known(record: StudentRecord, total: Total) -> bool:
    """Whether a score may be told: never a guess at a mark; a check without marks tells what is certain."""
    ours = Verdict.JE in {record.verdict, *(test.verdict for test in record.tests)}
    return not ours and (total.complete or is_formative(record))


def _message(record: StudentRecord, total: Total, notes: Sequence[str], *, known: bool) -> list[str]:
    lines = [outcome(record), record.message if "\n" in record.message else ""]
    if is_formative(record):
        tests = counted(len(record.tests), "test")
        lines.append(f"Public cases carry no marks: each of the {tests} counts 1 point, for orientation.")
    if not known or not total.complete:
        # A sum would tell of tests that not everybody may see.
        told = "none are told before everything is graded" if record.hidden_tests else total_words(total)
        lines.append(f"Points: {told}.")
    runs = map(_lines, run_sections(record))
    return [*filter(None, lines), *chain.from_iterable(runs), *record.remarks, *notes]


def _test(test: TestScore, *, known: bool) -> dict[str, Any]:
    section, points = section_of(test), [] if known else [points_line(test)]
    passed = test.verdict is Verdict.AC and test.points == test.max_points
    status = {} if test.points is None else {"status": "passed" if passed else "failed"}
    return {
        **_hidden_test(test, known=known),
        **status,
        "output": visible("\n".join([section.why, *points, *section.lines, *test.remarks])),
        "output_format": "text",
        "tags": [test.group, test.verdict.value],
        "extra_data": {"verdict": test.verdict.value, "batch": test.batch, "features": list(test.features)},
    }


def _hidden_test(test: HiddenTest | TestScore, *, known: bool) -> dict[str, Any]:
    score = {"score": test.points} if known and test.points is not None else {}
    return {
        **score,
        "max_score": test.max_points,
        "name": line(test.name),
        "name_format": "text",
        "tags": [test.group],
        "visibility": test.visibility.value,
    }


def leaderboard(record: StudentRecord) -> Iterator[dict[str, Any]]:
    """Rows of a public table; a program is ranked by length when it passes and no point is missing."""
    code = exit_code(record)
    if code is ExitCode.JUDGE_ERROR:
        return
    games = [game for test in record.tests for game in test.games if game.counted]
    if games:
        won = 100 * sum(game.won for game in games) / len(games)
        yield {"name": "games won, %", "value": round(won, 1), "order": "desc"}
    source = record.submission.source
    needed = {group.name for group in record.groups if not group.extra}
    whole = all(test.points == test.max_points for test in record.hidden_tests if test.group in needed)
    if source is not None and not source.unranked and code is ExitCode.DONE and whole:
        yield {"name": "characters", "value": source.characters, "order": "asc"}


# -- results of PrairieLearn and Autolab -----------------------------------------------------------


def prairielearn_json(record: StudentRecord) -> str:
    """The file's text; `score` is a share of 1.

    What was not graded is not gradable, and PrairieLearn counts no attempt: after a fault of the grader, and
    for a program that does not compile or cannot be read.
    """
    scaled = formative(record)
    errors = _format_errors(record)
    value: dict[str, Any] = {"gradable": not errors, "format_errors": errors}
    if not errors:
        value["score"] = scaled.score / scaled.max_score if scaled.max_score else 0.0
    value |= {
        "message": visible(outcome(record)),
        "output": visible(plain_text(record)),
        "images": [],
        "tests": [] if errors else [_prairielearn_test(test) for test in scaled.tests],
    }
    return json_text(value) + "\n"


def _format_errors(record: StudentRecord) -> list[str]:
    """Why nothing was graded; empty where something was."""
    verdicts = {test.verdict for test in record.tests}
    if Verdict.JE in {record.verdict, *verdicts}:
        return [FAILED]
    if exit_code(record) is ExitCode.JUDGE_ERROR:
        return [visible(outcome(record))]
    if record.verdict and verdicts and verdicts <= {Verdict.CE, Verdict.NS}:
        return [visible(record.message or record.verdict.meaning)]
    return []


def _prairielearn_test(test: TestScore) -> dict[str, Any]:
    passed, section = test.verdict is Verdict.AC, section_of(test)
    return {
        "name": line(test.name),
        "description": line(test.group),
        "points": test.points or 0,
        "max_points": test.max_points,
        "message": line(section.why),
        "output": "" if passed else visible("\n".join([section.head, *section.lines])),
        "images": [],
    }


def autolab_text(record: StudentRecord) -> str:
    """Feedback and the line of scores: the points of each group, under its name.

    A group that is not decided is left out, and so is the whole line when nothing was graded: Autolab then
    gives no score.
    """
    feedback = f"{plain_text(record)}\n"
    if exit_code(record) is ExitCode.JUDGE_ERROR:
        return feedback
    scaled = formative(record)
    scores = {group.name: group.score for group in scaled.groups if not group.pending}
    board = [scaled.score, *(row["value"] for row in leaderboard(record))] if not scaled.pending else []
    line = {"scores": scores, **({"scoreboard": board} if board else {})}
    return feedback + json_text(line, indent=None) + "\n"


# -- JUnit -----------------------------------------------------------------------------------------
# In the form that the schemas of Jenkins and of Ant both take.  Ant's asks for one `properties`, `system-out`
# and `system-err` in each suite, a time and a host.  Neither takes properties of a test, so the points of
# tests are properties of the suite.

WHOLE = "the whole submission"
"""The name of the case that is about no single test."""

COUNTED = {"failure": "failures", "error": "errors", "skipped": "skipped"}
"""The attributes of a suite that count elements of its cases."""

JUNIT_LINES = 400
"""Of what a run printed: several screens."""


def junit_xml(record: StudentRecord, at: datetime | None = None) -> str:
    """One suite: a failed test is a failure, a judge error is an error, a test without a verdict is skipped.

    A check that does not pass though no test says so has one more case, which says why.
    The time of the suite is the wall time of all runs in seconds.  The tests of a run share its time equally,
    since a program answers them in one go.  `at` is the moment of the check, else now.
    """
    root = ET.Element("testsuites")
    suite = ET.SubElement(root, "testsuite", _about(record, at or datetime.now(UTC)))
    properties = ET.SubElement(suite, "properties")
    for name, value in _properties(record):
        ET.SubElement(properties, "property", name=name, value=value)
    shares, whole = _shares(record), _whole(record)
    asked = {test.name for test in tests_handed_in(record)}
    for test in record.tests:
        kind = _element(test.verdict) if test.name in asked else "skipped"
        _add_case(suite, record.assignment.id, test, kind, shares.get(test.batch, 0.0))
    if whole:
        case = ET.SubElement(suite, "testcase", name=WHOLE, classname=record.assignment.id, time="0.000")
        ET.SubElement(case, whole, message=terminal(line(outcome(record))), type=record.verdict or whole)
    for kind, name in COUNTED.items():
        suite.set(name, str(len(suite.findall(f"testcase/{kind}"))))
    suite.set("tests", str(len(suite.findall("testcase"))))
    ET.SubElement(suite, "system-out").text = _streams(
        [*((run.batch, run.stdout) for run in record.runs), *(("remark", one) for one in record.remarks)]
    )
    built = [("build", record.message)] if "\n" in record.message else []
    ET.SubElement(suite, "system-err").text = _streams(
        [*built, *((run.batch, run.stderr) for run in record.runs)]
    )
    ET.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _about(record: StudentRecord, at: datetime) -> dict[str, str]:
    return {
        "name": record.assignment.id,
        "package": "gograde",
        "id": "0",
        "time": f"{sum(record.wall_s.values()):.3f}",
        "timestamp": f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%S}",
        "hostname": "localhost",
    }


def _properties(record: StudentRecord) -> list[tuple[str, str]]:
    about = [
        ("assignment", f"{record.assignment.id} {record.assignment.version}"),
        *([("verdict", record.verdict.value)] if record.verdict else []),
        ("sandbox", record.backend),
    ]
    worth = [test for test in record.tests if test.max_points]
    total = [("points", out_of(record.score, record.max_score))] if worth and not record.pending else []
    return [*about, *total, *((f"points {line(test.name)}", points_line(test)) for test in worth)]


def _shares(record: StudentRecord) -> dict[str, float]:
    """The time of a test, for each run."""
    tests = Counter(test.batch for test in record.tests)
    return {batch: wall_s / max(1, tests[batch]) for batch, wall_s in record.wall_s.items()}


def _whole(record: StudentRecord) -> str:
    """The element that says that a check does not pass, where no test says it; empty for none."""
    code, told = exit_code(record), {_element(test.verdict) for test in tests_handed_in(record)}
    kind = {ExitCode.DONE: "", ExitCode.JUDGE_ERROR: "error"}.get(code, "failure")
    return "" if kind in told else kind


def _add_case(suite: ET.Element, assignment: str, test: TestScore, kind: str, time: float) -> None:
    names = {"name": line(test.name), "classname": f"{assignment}.{line(test.group)}"}
    case = ET.SubElement(suite, "testcase", {**names, "time": f"{time:.3f}"})
    if not kind:
        return
    section = section_of(test)
    outcome = ET.SubElement(case, kind, message=terminal(line(section.why)))
    if kind != "skipped":
        outcome.set("type", test.verdict.value)
    if kind == "failure":
        outcome.text = terminal("\n".join(section.lines))


def _element(verdict: Verdict) -> str:
    """The element that says what came of a test; empty for one that passed."""
    if verdict is Verdict.AC:
        return ""
    if verdict is Verdict.JE:
        return "error"
    return "skipped" if verdict in (Verdict.SK, Verdict.RV) else "failure"


def _streams(printed: Iterable[tuple[str, str]]) -> str:
    """What the runs printed, one after the other, each under the name of its run."""
    told = ((line(batch), excerpt(text, JUNIT_LINES)) for batch, text in printed if text.strip())
    parts = [f"{batch}:\n{text}\n" for batch, text in told]
    return terminal("".join(parts))


# -- annotations -----------------------------------------------------------------------------------
# One a cause, at the student's own lines.  A traceback or a compiler names a line; nothing else does, so
# other annotations stand at the file alone.

SEVERITIES = {"error": "major", "notice": "info"}

LONGEST = 1500
"""Characters of an annotation's text: about what a reader sees without unfolding it."""

Level = Literal["error", "notice"]


class Annotation(NamedTuple):
    """A finding; `title` and `file` are empty where nothing is at fault, `line` is 0 where none is known."""

    level: Level
    title: str
    text: str
    file: str = ""
    line: int = 0


class SubmissionPath(NamedTuple):
    """The path of a submission from the top of its repository, and whether its files lie there."""

    path: str
    folder: bool

    def at(self, name: str, line: int) -> tuple[str, int]:
        """The place of a line of a submitted file; in an archive it is the archive, without a line."""
        if self.folder:
            return (Path(self.path) / name).as_posix(), line
        return self.path, line if Path(self.path).name == Path(name).name else 0


def handed_in(submission: Path) -> SubmissionPath:
    """Where a submission lies in its repository; without one, as it was named."""
    whole = Path(os.path.normpath(Path.cwd() / submission))
    folder = submission.is_dir()
    tops = ([whole] if folder else []) + list(whole.parents)
    top = next((one for one in tops if os.path.lexists(one / ".git")), None)
    return SubmissionPath(os.path.relpath(whole, top) if top else str(submission), folder)


def annotations_of(record: StudentRecord, submission: SubmissionPath) -> tuple[Annotation, ...]:
    """An annotation for each section; for a submission that does not pass at least one is an error."""
    found = [_annotation(record, section, submission) for section in sections(record)]
    code = exit_code(record)
    if code is not ExitCode.DONE and not any(one.level == "error" for one in found):
        said = f"{record.verdict}, {record.verdict.meaning}" if record.verdict else "nothing is open"
        title = f"{record.assignment.id}: {said}"
        found.append(Annotation("error", title, outcome(record), *_program(record, submission)))
    return tuple(dict.fromkeys(found))


def _annotation(record: StudentRecord, section: Section, submission: SubmissionPath) -> Annotation:
    """A section without its boards, which are in the summary; a fault of the grader has no place."""
    place = named_line(section.output, section.source)
    where = submission.at(*place) if place else _program(record, submission)
    verdict = section.verdict
    if verdict in (None, Verdict.JE):
        where = ("", 0)
    level: Level = "error" if verdict and (verdict.failed or verdict is Verdict.JE) else "notice"
    text = "\n".join(filter(None, (section.why, section.question, *section.words)))
    return Annotation(level, section.name, shortened(text, LONGEST), *where)


def named_line(said: str, source: Sequence[SourceLines]) -> tuple[str, int] | None:
    """The file and line at which a program failed: Python names it last, others an error first.

    A program may find its files in another folder than they were handed in: the last part of a path counts.
    """
    places = [(part.file, number) for part in source for number in part.marked]
    frames = {place: said.rfind(f'{Path(place[0]).name}", line {place[1]}') for place in places}
    if any(at >= 0 for at in frames.values()):
        return max(places, key=frames.__getitem__)
    errors = [place for place in places if re.search(rf"{_at(*place)}(:\d+)?:\s*(fatal )?error", said)]
    return min(errors or places, key=lambda place: _first_named(said, *place), default=None)


def _first_named(said: str, file: str, line: int) -> int:
    found = re.search(rf"{_at(file, line)}\b", said)
    return found.start() if found else len(said)


def _at(file: str, line: int) -> str:
    return rf"{re.escape(Path(file).name)}(?:[,:]? line |[:(]){line}"


def _program(record: StudentRecord, submission: SubmissionPath) -> tuple[str, int]:
    entry = record.submission.entry
    if entry:
        return submission.at(entry, 0)[0], 0
    return "" if submission.folder else submission.path, 0


def code_quality(record: StudentRecord, submission: SubmissionPath) -> str:
    """A list of findings; GitLab wants a line of each, which is the first where none is known."""
    return json_text([_finding(one, submission) for one in annotations_of(record, submission)]) + "\n"


def _finding(one: Annotation, submission: SubmissionPath) -> dict[str, object]:
    path = one.file or submission.path
    return {
        "description": visible(": ".join(filter(None, (one.title, one.text)))),
        "check_name": "gograde",
        "fingerprint": sha256("\0".join((path, one.title, one.text)).encode("utf-8", "replace")).hexdigest(),
        "severity": SEVERITIES[one.level],
        "location": {"path": visible(path), "lines": {"begin": one.line or 1}},
    }


# -- GitHub ----------------------------------------------------------------------------------------
# Annotations in the log, Markdown for the summary of the job.  A line of a log that begins with `::` is a
# command to the runner.  All text of students is neutralised for both.  Forgejo reads the same.

SUMMARY = "GITHUB_STEP_SUMMARY"
"""The environment variable that holds the path of the job's summary."""

SHOWN = 10
"""Annotations of a kind that GitHub shows for a step; it drops the others without a word."""

LARGEST = 900_000
"""Bytes of a summary: GitHub refuses one of more than 1024 KiB."""

CELL = 160
"""Characters of a message in the table of tests; the whole message is told with its cause."""


def write_github(record: StudentRecord, submission: Path) -> str:
    """The workflow commands of a check; a summary is appended to the file that `SUMMARY` names, if any.

    Raises `DataError` when the summary cannot be written.
    """
    if target := os.environ.get(SUMMARY):
        try:
            with Path(target).open("a", encoding="utf-8") as file:
                file.write(summary(record))
        except OSError as error:
            what = f"cannot be written ({error.strerror})"
            raise DataError(f"{SUMMARY}={target}", what, "unset it, or name a file") from None
    return workflow_commands(record, handed_in(submission))


def workflow_commands(record: StudentRecord, submission: SubmissionPath) -> str:
    """A workflow command for every cause, and the outcome in the last line."""
    found = annotations_of(record, submission)
    kept = [one for level in ("error", "notice") for one in _shown(found, level)]
    last = github_data(outcome(record))
    return "".join(f"{command}\n" for command in (*map(_command, kept), last))


def summary(record: StudentRecord) -> str:
    """Markdown: the outcome, a table of the tests, each cause with its boards, runs that did not end well."""
    parts = [f"## {markdown(record.assignment.title or record.assignment.id)}"]
    parts += [markdown(outcome(record)), _table(record)]
    left = LARGEST - len("".join(parts).encode())
    made = ["\n\n".join(_markdown(section)) for section in sections(record)]
    for number, section in enumerate(made):
        left -= len(section.encode())
        if left < 0:
            parts.append(f"{len(made) - number} more parts are left out: a summary has a largest size.")
            break
        parts.append(section)
    parts.append(markdown(f"{sandbox_words([record]).capitalize()}."))
    return "\n\n".join(parts) + "\n"


def _shown(found: tuple[Annotation, ...], level: str) -> list[Annotation]:
    """The annotations of a level, of which the last says how many more there are."""
    of_level = [one for one in found if one.level == level]
    if len(of_level) <= SHOWN:
        return of_level
    more = len(of_level) - SHOWN + 1
    text = f"{more} more causes are in the summary of the job"
    return [*of_level[: SHOWN - 1], Annotation(of_level[0].level, "more causes", text)]


def _command(one: Annotation) -> str:
    about = {"file": one.file, "line": one.line and str(one.line), "title": one.title}
    given = ",".join(f"{name}={github_property(value)}" for name, value in about.items() if value)
    return f"{f'::{one.level} {given}'.rstrip()}::{github_data(one.text)}"


def _table(record: StudentRecord) -> str:
    return "\n".join(["| Test | Verdict | |", "| --- | --- | --- |", *map(_row, record.tests)])


def _row(test: TestScore) -> str:
    points = "" if test.points == test.max_points == 0 else f" {points_line(test)}"
    message = shortened(line(gist(test.message)), CELL)
    cells = (test.name, f"{sign(test.verdict)} {test.verdict.value}{points}", message)
    return f"| {' | '.join(map(markdown, cells))} |"


def _markdown(section: Section) -> Iterator[str]:
    yield f"### {markdown(section.head)}"
    if section.question:
        yield markdown(section.question)
    if section.lines:
        yield fence(excerpt("\n".join(section.lines), 100))
    if section.games:
        heads, *rows = (f"| {' | '.join(map(markdown, row))} |" for row in section.games)
        yield "\n".join([heads, "| --- " * len(section.games[0]) + "|", *rows])
    if section.below:
        yield fence("\n".join(section.below))
    yield from (fence(text) for _, text in section.printed)
    yield from _source(section.output, section.source)


def _source(said: str, source: tuple[SourceLines, ...]) -> Iterator[str]:
    """The student's own lines around the failure, with their numbers."""
    place = named_line(said, source)
    part = next((one for one in source if place and one.file == place[0] and place[1] in one.marked), None)
    if part is None or place is None:
        return
    numbered = enumerate(part.lines, start=part.first)
    rows = [f"{'>' if number == place[1] else ' '} {number:>4} {text}" for number, text in numbered]
    yield f"{markdown(part.file)}, line {place[1]}:"
    yield fence("\n".join(rows))


# -- the table of formats --------------------------------------------------------------------------

FORMATS: Mapping[str, Callable[[StudentRecord, Path], str]] = {
    "json": lambda record, _: json_text(to_value(record)) + "\n",
    "junit": lambda record, _: junit_xml(record),
    "gradescope": lambda record, _: gradescope_json(record),
    "prairielearn": lambda record, _: prairielearn_json(record),
    "autolab": lambda record, _: autolab_text(record),
    "gitlab": lambda record, submission: code_quality(record, handed_in(submission)),
    "summary": lambda record, _: summary(record),
}
"""What writes a format that goes into a file, of the record and the path of the submission."""
