"""The expected results of sample submissions, in `submissions/submissions.yaml`.

The keys and the defaults are those of the Kattis problem package format.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Any

from gograde.codec import Record
from gograde.errors import DataError
from gograde.package.package import SUBMISSIONS, Finding, Package
from gograde.package.yaml_files import did_you_mean, parse_yaml, read_capped, validate
from gograde.scoring.record import ScoreRecord
from gograde.scoring.verdict import Verdict

EXPECTATIONS = "submissions.yaml"


class Expected(Record):
    """The expected result of a sample submission.

    Every test of a text answer has a verdict in `permitted`, and at least one has a verdict in
    `required`; RV and NS are always permitted, since the test waits for a person, and a part for extra points
    was left out.  Where pictures are all that is asked for, this is about them.  `score` is a number or
    `[low, high]`, in points; `message` is a part of some message.  `pictures` is the set of verdicts of the
    picture tests; if it contains WA, RV may occur too.  Without `pictures`, pictures may be missing.
    """

    permitted: tuple[Verdict, ...] = ()
    required: tuple[Verdict, ...] = ()
    score: float | tuple[float, float] | None = None
    message: str = ""
    pictures: tuple[Verdict, ...] = ()

    @property
    def scores(self) -> tuple[float, float] | None:
        """The least and the greatest score."""
        return (self.score, self.score) if isinstance(self.score, int | float) else self.score


DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "accepted": {"permitted": ["AC"], "required": ["AC"]},
    "wrong_answer": {"permitted": ["AC", "WA"], "required": ["WA"]},
    "run_time_error": {"permitted": ["AC", "WA", "RTE"], "required": ["RTE"]},
    "time_limit_exceeded": {"permitted": ["TLE", "SK"], "required": ["TLE"]},
    "memory_limit_exceeded": {"permitted": ["MLE", "SK"], "required": ["MLE"]},
    "output_limit_exceeded": {"permitted": ["OLE", "SK"], "required": ["OLE"]},
    "compile_error": {"permitted": ["CE"], "required": ["CE"]},
    "attacks": {"score": 0},
}


def read_expected(package: Package) -> dict[str, Expected]:
    """The expected result of every sample submission, by `folder/name`; raises `DataError`.

    A missing key has the default of the submission's folder.
    """
    path = package.path / SUBMISSIONS / EXPECTATIONS
    written, _ = parse_yaml(read_capped(path), str(path)) if path.is_file() else ({}, {})
    if not isinstance(written, dict):
        raise DataError(str(path), "must hold `folder/name: {…}` lines", "name the submissions in it")
    names = sample_submissions(package)
    for name in sorted(written.keys() - set(names)):
        raise DataError(f"{path}: {name}", "no such submission", did_you_mean(name, names))
    return {name: _completed(name, written.get(name, {}), f"{path}: {name}") for name in names}


def sample_submissions(package: Package) -> tuple[str, ...]:
    """`folder/name` of every sample submission, sorted; raises `DataError` for an unknown folder."""
    folders = package.folders(SUBMISSIONS)
    for folder in folders:
        if folder not in DEFAULTS:
            where = str(package.path / SUBMISSIONS / folder)
            raise DataError(where, "not a folder of sample submissions", did_you_mean(folder, DEFAULTS))
    return tuple(
        f"{folder}/{name}" for folder in folders for name in package.folders(f"{SUBMISSIONS}/{folder}")
    )


def judge(name: str, expected: Expected, record: ScoreRecord) -> Iterator[Finding]:
    """The differences between a graded sample submission and its expected result."""
    texts = [test for test in record.tests if test.answer == "text"] or record.tests
    verdicts = {test.verdict for test in texts} - {Verdict.RV, Verdict.NS}
    strange = verdicts.difference(expected.permitted)
    if expected.permitted and strange:
        what = f"got {_listed(strange)}, permitted is {_listed(expected.permitted)}"
        yield Finding(name, what + _reason(strange, record))
    if expected.required and not verdicts.intersection(expected.required):
        yield Finding(name, f"got {_listed(verdicts)}, required is {_listed(expected.required)}")
    yield from _judge_pictures(name, expected, record)
    if Verdict.JE in verdicts | {record.verdict}:
        yield Finding(name, f"a judge error: {record.message}")
    if expected.scores and not expected.scores[0] <= record.score <= expected.scores[1]:
        least, most = expected.scores
        yield Finding(name, f"{record.score:g} points, not from {least:g} to {most:g}")
    messages = [record.message, *(t.message for t in record.tests), *(run.message for run in record.runs)]
    if not any(expected.message in message for message in messages):
        yield Finding(name, f"no message says {expected.message!r}")


def _judge_pictures(name: str, expected: Expected, record: ScoreRecord) -> Iterator[Finding]:
    verdicts = {test.verdict for test in record.tests if test.answer == "picture"}
    if Verdict.WA in expected.pictures:
        verdicts.discard(Verdict.RV)
    if expected.pictures and verdicts != set(expected.pictures):
        what = f"pictures got {_listed(verdicts)}, required is {_listed(expected.pictures)}"
        yield Finding(name, what)
    strange = verdicts.difference(expected.permitted, (Verdict.NO, Verdict.RV))
    alone = all(test.answer == "picture" for test in record.tests)
    if not alone and expected.permitted and not expected.pictures and strange:
        what = f"pictures got {_listed(strange)}, permitted is {_listed(expected.permitted)}"
        yield Finding(name, what + _reason(strange, record))


def _reason(strange: Set[Verdict], record: ScoreRecord) -> str:
    """The message of the first run with one of the verdicts, after a semicolon; "" without one."""
    told = (f"; {run.batch}: {run.message}" for run in record.runs if run.verdict in strange and run.message)
    return next(told, "")


def _completed(name: str, written: Any, where: str) -> Expected:
    default = DEFAULTS[name.partition("/")[0]]
    return validate({**default, **written} if isinstance(written, dict) else written, Expected, where, {})


def _listed(verdicts: object) -> str:
    return ", ".join(sorted(Verdict(one).value for one in verdicts)) or "nothing"  # type: ignore[attr-defined]
