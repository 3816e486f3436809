"""Turns the facts of a run into a score record; what a program left behind is read in the sandbox."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from msgspec.structs import asdict

from gograde.authoring.registry import assignment_of, code_of
from gograde.codec import part_of, replace
from gograde.core.assignment import Batch, ExampleFact, PictureFact
from gograde.core.marking import QuestionGroup
from gograde.core.record import (
    FORBIDDEN,
    AssignmentRef,
    ClassChange,
    Flag,
    GroupScore,
    PictureScore,
    RunScore,
    RunUsage,
    ScoreRecord,
    SubmissionRef,
    TestScore,
    Visibility,
    counted_verdict,
    official_of,
    whole_text,
)
from gograde.core.totals import known_points, total_of
from gograde.core.verdict import Verdict, ended_badly, whole
from gograde.grading.boxed.box import Boxed, InPlace, ScoreSheets
from gograde.grading.boxed.sheet import Code, Sheet
from gograde.grading.corrections import Alternative, better, corrected_tests
from gograde.grading.facts import FAULT_TWICE, LIMIT_VERDICTS, BatchRun, RunRecord, fault_twice
from gograde.intake.entry import TRANSLATED
from gograde.intake.read import NOT_STARTED, OLD_NUMPY
from gograde.listing import excerpt
from gograde.package.config import AssignmentConfig
from gograde.package.package import Package
from gograde.sandbox.protocol import Backend
from gograde.sandbox.warm import may_fork, own_server

Severity = Literal["info", "warning", "serious"]

READING = ("gograde.pictures.read.reader", "numpy.ma")
"""What is imported when there are pictures to read, by an assignment and by the median of numpy."""

REFEREED = "game"
"""The contract whose facts are records of games that gograde's referee wrote: no bytes of a program."""


@dataclass(frozen=True)
class Scorer:
    """Scores the runs of an assignment; `hidden` is the visibility of the non-public batches.

    `changes` are a person's corrections for the whole class, `also` batches with right answers that are
    accepted too.  `examples` are pictures of the program that a person looked at.
    """

    score_sheets: ScoreSheets
    config: AssignmentConfig
    reference: AssignmentRef
    batches: Sequence[Batch]
    hidden: Visibility = Visibility.HIDDEN
    changes: Sequence[ClassChange] = ()
    also: Sequence[Alternative] = ()
    examples: tuple[ExampleFact, ...] = ()

    def score(self, record: RunRecord, league: Sequence[TestScore] = ()) -> ScoreRecord:
        """The score record of a submission: the tests of its batches in order, then its `league` tests."""
        tests = self._tests(record, league)
        total, config = total_of(tests), self.config
        cpu_limit_s = None if config.contract.kind == REFEREED else config.limits.cpu_s
        verdict = submission_verdict(record, tests)
        scored = ScoreRecord(
            assignment=self.reference,
            submission=_submission(record, golf=config.golf),
            verdict=verdict,
            message=submission_message(record, verdict),
            source=record.source,
            score=total.at_least,
            max_score=total.of,
            pending=total.pending,
            groups=tuple(group_score(group, tests, config) for group in config.groups),
            tests=tests,
            runs=self._runs(record),
            usage=tuple(usage for run in record.batches if (usage := run_usage(run, cpu_limit_s))),
            flags=flags(record, tests),
            changes=tuple(self.changes),
            backend=record.backend,
        )
        if config.official != "none" and any(one.decides for one in scored.groups):
            scored = replace(scored, official=official_of(counted_verdict(scored)))
        return whole_text(scored)

    def _tests(self, record: RunRecord, league: Sequence[TestScore]) -> tuple[TestScore, ...]:
        batches = (*self.batches, *(one.batch for one in self.also))
        facts = [replace(record.facts(one.name), examples=self.examples) for one in batches]
        scored = self.score_sheets(
            [Sheet(one, known, self._visibility(one)) for one, known in zip(batches, facts, strict=True)]
        )
        asked = chain.from_iterable(scored[: len(self.batches)])
        whole = list(map(_without_doubtful_points, (*asked, *league)))
        for alternative, tests in zip(self.also, scored[len(self.batches) :], strict=True):
            other = {test.name: _without_doubtful_points(test) for test in tests}
            whole = [
                better(test, other[test.name]) if alternative.change.concerns(test.name) else test
                for test in whole
            ]
        return corrected_tests(whole, self.changes, handed_in=record.verdict is not Verdict.NS)

    def _runs(self, record: RunRecord) -> tuple[RunScore, ...]:
        visibility = {batch.name: self._visibility(batch) for batch in self.batches}
        return tuple(
            run_score(run, visibility[run.batch]) for run in record.batches if run.batch in visibility
        )

    def _visibility(self, batch: Batch) -> Visibility:
        return Visibility.VISIBLE if batch.public else self.hidden


def scorer_of(
    package: Package,
    batches: Sequence[Batch],
    backend: Backend,
    hidden: Visibility = Visibility.HIDDEN,
    language: str = "en",
) -> Scorer:
    """The scorer of a package; its records carry the package's title and questions in `language`."""
    reference = reference_of(package, language)
    return Scorer(_score_sheets(package, batches, backend), package.config, reference, batches, hidden)


def reference_of(package: Package, language: str) -> AssignmentRef:
    """The assignment as its records name it, with the title and the questions in `language`."""
    config = package.config
    return part_of(
        AssignmentRef,
        config,
        package_sha256=package.sha256,
        title=config.title_in(language),
        asks=config.asks_in(language),
    )


def _score_sheets(package: Package, batches: Sequence[Batch], backend: Backend) -> ScoreSheets:
    code, assignment = Code(package.config.marking, package.code()), assignment_of(package)
    if package.config.contract.kind == REFEREED:
        return InPlace(code, assignment)
    if may_fork(backend):
        needs = code_of(package, hidden=any(not batch.public for batch in batches))
        drawn = READING if package.config.contract.pictures.patterns else ()
        with own_server(backend, *needs, *drawn):  # else each job would import it anew
            pass
    return Boxed(code, assignment, backend)


def submission_verdict(record: RunRecord, tests: Sequence[TestScore]) -> Verdict:
    """The gravest verdict of the submission, its runs and its tests; a sandbox violation counts as SV."""
    return whole([*_ends(record), *(test.verdict for test in tests)])


def _ends(record: RunRecord) -> tuple[Verdict, ...]:
    whole = () if record.verdict is None else (record.verdict,)
    caught = (Verdict.SV,) if record.violations else ()
    return (*whole, *caught, *(run.verdict for run in record.batches))


def submission_message(record: RunRecord, verdict: Verdict) -> str:
    """A sentence for the student; it holds nothing that a program may have read from a hidden board."""
    if record.verdict is not None:
        return record.message
    return ended_badly(verdict, ((run.batch, run.verdict) for run in record.batches))


def group_score(group: QuestionGroup, tests: Sequence[TestScore], config: AssignmentConfig) -> GroupScore:
    """The sums over the tests of a group."""
    own = [test for test in tests if test.group == group.name]
    total = total_of(own)
    return GroupScore(
        name=group.name,
        verdict=whole(test.verdict for test in own),
        score=total.at_least,
        max_score=total.of,
        pending=total.pending,
        extra=group.extra,
        decides=bool(own) and config.decides(group),
    )


def _without_doubtful_points(test: TestScore) -> TestScore:
    """The test as it may be kept: one that is not decided has no points, whatever its scorer says."""
    return replace(test, points=known_points(test))


def run_score(run: BatchRun, visibility: Visibility) -> RunScore:
    """The result of a run, without figures that differ from run to run.

    The output of a program that a limit ended depends on the moment it ended, so it is left out.
    """
    facts = run.facts()
    whole = run.verdict not in LIMIT_VERDICTS
    return part_of(
        RunScore,
        run,
        visibility=visibility,
        stdout=facts.stdout.decode("utf-8", "replace") if whole else "",
        stderr=facts.stderr.decode("utf-8", "replace") if whole else "",
        pictures=tuple(map(_picture_score, run.pictures)),
    )


def _picture_score(picture: PictureFact) -> PictureScore:
    sha256 = hashlib.sha256(picture.png).hexdigest() if picture.png else ""
    return part_of(PictureScore, picture, sha256=sha256)


def run_usage(run: BatchRun, cpu_limit_s: float | None = None) -> RunUsage | None:
    """The resources that a run used; None when nothing was started."""
    result = run.result
    if result is None:
        return None
    written = result.stdout_bytes + result.stderr_bytes
    return part_of(RunUsage, result, batch=run.batch, cpu_limit_s=cpu_limit_s, output_bytes=written)


def flags(record: RunRecord, tests: Sequence[TestScore]) -> tuple[Flag, ...]:
    """What a person should know about the submission beside its verdict."""
    aside = sorted(record.left_out.items())
    left = [f"{path} ({reason})" for path, reason in aside if reason not in (NOT_STARTED, OLD_NUMPY)]
    old = [f"{path}: {reason}" for path, reason in aside if reason == OLD_NUMPY]
    idle = [path for path, reason in aside if reason == NOT_STARTED]
    found: dict[str, tuple[Severity, str]] = {
        FORBIDDEN: ("serious", "; ".join(record.violations)),
        FAULT_TWICE: ("serious", fault_twice(record, tests)),
        "left-out": ("info", ", ".join(left)),
        "not-started": ("info", ", ".join(idle)),
        "translated": ("info", _translation(record)),
        "old-numpy": ("info", ", ".join(old)),
        "unlisted-calls": ("info", ", ".join(record.unlisted)),
        "compiler": ("info", " / ".join(excerpt(record.building.output).splitlines())),
    }
    return tuple(Flag(id=name, severity=s, evidence=text) for name, (s, text) in found.items() if text)


def _translation(record: RunRecord) -> str:
    old = record.started is not None and record.started.language == TRANSLATED
    return "Read as Python 2 (old names, mixed tabs, print x), and translated to Python 3." if old else ""


def _submission(record: RunRecord, *, golf: bool) -> SubmissionRef:
    whole, ran = asdict(record.handed_in), record.started
    if ran is None:
        return SubmissionRef(**whole)
    source = ran.length if golf else None
    return SubmissionRef(**whole, entry=ran.path, language=ran.language, source=source)
