"""A score record as JUnit XML, which build servers read."""

from __future__ import annotations

from collections import Counter

from junitparser import Error, Failure, JUnitXml, Properties, Property, Skipped, TestCase, TestSuite

from gograde.report.words.escape import line, terminal
from gograde.report.words.failures import board_lines
from gograde.report.words.wording import figure
from gograde.scoring.record import ScoreRecord, TestScore
from gograde.scoring.verdict import Verdict


def junit_xml(record: ScoreRecord) -> str:
    """One suite: a failed test is a failure, a judge error is an error, a test without a verdict is skipped.

    Points are properties of each test.  The time of the suite is the wall time of all runs in seconds.  The
    tests of a run share its time equally, since a program answers them in one go.
    """
    suite = TestSuite(record.assignment.id)
    tests = Counter(test.batch for test in record.tests)
    shares = {usage.batch: round(usage.wall_s / max(1, tests[usage.batch]), 3) for usage in record.usage}
    suite.add_testcases([_case(record, test, shares.get(test.batch, 0.0)) for test in record.tests])
    suite.add_property("verdict", record.verdict.value)
    suite.add_property("official", record.official)
    suite.add_property("sandbox", record.backend)
    suite.time = round(sum(usage.wall_s for usage in record.usage), 3)
    xml = JUnitXml()
    xml.add_testsuite(suite)
    text: bytes = xml.tostring()
    return text.decode() + "\n"


def _case(record: ScoreRecord, test: TestScore, time: float) -> TestCase:
    case = TestCase(line(test.name), classname=f"{record.assignment.id}.{line(test.group)}", time=time)
    properties = Properties()
    points = "" if test.points is None else figure(test.points)
    for name, value in (("points", points), ("max_points", figure(test.max_points))):
        properties.add_property(Property(name, value))
    case.append(properties)
    outcome = _outcome(test)
    if outcome is not None:
        case.result = [outcome]
    return case


def _outcome(test: TestScore) -> Failure | Error | Skipped | None:
    if test.verdict is Verdict.AC:
        return None
    kind = Error if test.verdict is Verdict.JE else Skipped if _undecided(test) else Failure
    outcome = kind(terminal(line(test.message or test.verdict.meaning)), type_=test.verdict.value)
    if kind is Failure:
        outcome.text = terminal("\n".join([*board_lines(test), test.cause.help if test.cause else ""]))
    return outcome


def _undecided(test: TestScore) -> bool:
    return test.verdict in (Verdict.SK, Verdict.RV)
