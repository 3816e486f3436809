"""Sample submissions: their programs, and their expected results in `submissions/submissions.yaml`.

The keys and the defaults of results are those of the Kattis problem package format.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import chain
from posixpath import normpath
from typing import Any

from gograde.codec import Record
from gograde.core.record import ScoreRecord
from gograde.core.verdict import Verdict
from gograde.errors import DataError
from gograde.package.contents import changed, text_of
from gograde.package.package import SUBMISSIONS, Finding, Package
from gograde.package.yaml_files import Written, did_you_mean, read_mapping, validate

EXPECTATIONS = "submissions.yaml"


class Expected(Record):
    """The expected result of a sample submission.

    Every test of a text answer has a verdict in `permitted`, and at least one has a verdict in
    `required`; RV and NS are always permitted, since the test waits for a person, and a part for extra points
    was left out.  Where pictures are all that is asked for, this is about them.  `score` is a number or
    `[low, high]`, in points; `message` is a part of some message.  `pictures` is the set of verdicts of the
    picture tests; if it contains WA, RV may occur too.  Without `pictures`, pictures may be missing.

    Its program is that in its own folder, or one `of` another folder or file, seen from `submissions/`.  The
    one file of it has the `change` (`changed`).
    """

    of: str = ""
    change: str = ""
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


@dataclass(frozen=True)
class Sample:
    """A sample submission: where it is written, what is expected, and its program's file or folder `top`."""

    place: str
    expected: Expected
    package: Package
    top: str

    @property
    def files(self) -> dict[str, bytes]:
        """Its files by name; raises `DataError`."""
        files, change = self.package.files(self.top), self.expected.change
        if change and len(files) > 1:
            raise DataError(self.place, f"changes a program of {len(files)} files", "name one in `of`")
        for name in files if change else ():
            files[name] = changed(text_of(files[name], name), change, self.place).encode()
        return files


def read_samples(package: Package) -> dict[str, Sample]:
    """Every sample submission, by `folder/name`, sorted; raises `DataError`.

    A missing key has the default of the submission's folder.
    """
    path, samples = package.path / SUBMISSIONS / EXPECTATIONS, {}
    written = read_mapping(path, "name the submissions in it") if path.is_file() else Written({}, "", {})
    folders = {"/".join(file.split("/")[:2]) for file in package.paths(SUBMISSIONS) if file.count("/") > 1}
    for name in sorted({*folders, *written}):
        place = f"{path}:{written.lines[name,]}: {name}" if name in written else f"{path}: {name}"
        expected = _completed(name, written.get(name, {}), place)
        top = normpath(f"{SUBMISSIONS}/{expected.of or name}")
        if not (package.paths(top) if expected.of else name in folders):
            raise DataError(place, f"there is no {top}", did_you_mean(expected.of or name, folders))
        if expected.of and name in folders:
            raise DataError(place, "has a folder, and is `of` another program", "leave out one of the two")
        samples[name] = Sample(place, expected, package, top)
    return samples


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
    """The message of the first run or test with one of the verdicts, after a semicolon; "" without one."""
    runs = ((run.batch, run.verdict, run.message) for run in record.runs)
    tests = ((test.name, test.verdict, test.message) for test in record.tests)
    told = (one for one in chain(runs, tests) if one[1] in strange and one[2])
    return next((f"; {name}: {message}" for name, _, message in told), "")


def _completed(name: str, written: Any, where: str) -> Expected:
    folder = name.partition("/")[0]
    if folder not in DEFAULTS:
        raise DataError(
            where, f"{folder}: not a folder of sample submissions", did_you_mean(folder, DEFAULTS)
        )
    default = DEFAULTS[folder]
    return validate({**default, **written} if isinstance(written, dict) else written, Expected, where, {})


def _listed(verdicts: object) -> str:
    return ", ".join(sorted(Verdict(one).value for one in verdicts)) or "nothing"  # type: ignore[attr-defined]
