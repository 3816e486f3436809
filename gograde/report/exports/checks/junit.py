"""A score record as JUnit XML, in the form that the schemas of Jenkins and of Ant both take.

Ant's schema asks for one `properties`, `system-out` and `system-err` in each suite, a time and a host;
neither takes properties of a test.  So the points of tests are properties of the suite.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime

from gograde.errors import ExitCode
from gograde.report.passing import exit_code, tests_handed_in
from gograde.report.redact import StudentRecord
from gograde.report.words.escape import line, terminal
from gograde.report.words.failures import explained, outcome
from gograde.report.words.wording import out_of, points_line
from gograde.scoring.record import TestScore
from gograde.scoring.verdict import Verdict

WHOLE = "the whole submission"
"""The name of the case that is about no single test."""

COUNTED = {"failure": "failures", "error": "errors", "skipped": "skipped"}
"""The attributes of a suite that count elements of its cases."""

TAIL = 20_000
"""Characters at the end of what a run printed that are kept: several screens."""


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
        case = ET.SubElement(suite, "testcase", name=WHOLE, classname=record.assignment.id, time=_seconds(0))
        ET.SubElement(case, whole, message=terminal(line(outcome(record))), type=record.verdict or whole)
    for kind, name in COUNTED.items():
        suite.set(name, str(len(suite.findall(f"testcase/{kind}"))))
    suite.set("tests", str(len(suite.findall("testcase"))))
    ET.SubElement(suite, "system-out").text = _streams((run.batch, run.stdout) for run in record.runs)
    ET.SubElement(suite, "system-err").text = _streams((run.batch, run.stderr) for run in record.runs)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _about(record: StudentRecord, at: datetime) -> dict[str, str]:
    return {
        "name": record.assignment.id,
        "package": "gograde",
        "id": "0",
        "time": _seconds(sum(record.wall_s.values())),
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
    case = ET.SubElement(suite, "testcase", {**names, "time": _seconds(time)})
    if not kind:
        return
    outcome = ET.SubElement(case, kind, message=terminal(line(test.message or test.verdict.meaning)))
    if kind != "skipped":
        outcome.set("type", test.verdict.value)
    if kind == "failure":
        outcome.text = terminal("\n".join(explained(test)))


def _element(verdict: Verdict) -> str:
    """The element that says what came of a test; empty for one that passed."""
    if verdict is Verdict.AC:
        return ""
    if verdict is Verdict.JE:
        return "error"
    return "skipped" if verdict in (Verdict.SK, Verdict.RV) else "failure"


def _streams(printed: Iterable[tuple[str, str]]) -> str:
    """What the runs printed, one after the other, each under the name of its run."""
    parts = [f"{line(batch)}:\n{text[-TAIL:].rstrip()}\n" for batch, text in printed if text.strip()]
    return terminal("".join(parts))


def _seconds(time: float) -> str:
    """Seconds with three decimals, as many as Jenkins takes."""
    return f"{time:.3f}"
