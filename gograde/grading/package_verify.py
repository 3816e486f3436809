"""The checks of `gograde cases verify`: is a package fit for grading?

A finding must be fixed; a note is for information.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from itertools import chain, starmap
from pathlib import Path
from typing import Any

from gograde.authoring.case_folders import hidden_files, sample_batches
from gograde.authoring.module import ModuleAssignment
from gograde.authoring.mutants import Kills, Use, uses
from gograde.authoring.registry import assignment_of
from gograde.authoring.scoring_part import scoring_part
from gograde.authoring.spec_assignment import SpecAssignment
from gograde.authoring.spec_author import (
    CaseSet,
    SpecAuthor,
    author_of,
    cases_of,
    caught_mistakes,
    generate_batches,
)
from gograde.authoring.statement import languages_of, overlooked, statement_of, with_examples
from gograde.core.assignment import Batch
from gograde.core.record import ScoreRecord, TestScore, counted_verdict
from gograde.core.verdict import Verdict
from gograde.errors import DataError, GogradeError, JudgeError
from gograde.grading.grade import grade_submission
from gograde.grading.score import REFEREED
from gograde.intake.languages import missing
from gograde.intake.names import language_of
from gograde.intake.submission import submission_of
from gograde.listing import named
from gograde.package.config import EVERY_RUN, AssignmentConfig
from gograde.package.contents import sha256
from gograde.package.package import Finding, Package, check_descriptor, check_files, open_package
from gograde.package.samples import Sample, judge, read_samples
from gograde.package.yaml_files import did_you_mean
from gograde.sandbox.attempts import noticing
from gograde.sandbox.protocol import Backend

LEAST_FAILED = 2
"""The number of hidden tests that a wrong sample submission must fail."""

STATEMENT = "statement/statement.en.md"

Tell = Callable[[str], None]
Tried = Mapping[str, Sequence[str]]
"""The public cases that each mistake or sample fails which breaks a sentence; or what is not tried."""


@dataclass(frozen=True)
class PackageCheck:
    """A check that was made, and its findings."""

    name: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class PackageReport:
    """All checks of a package.

    `mistakes` maps each known mistake to the hidden cases that catch it; each needs `wanted` cases.
    `mutants` does the same for mutants of the reference program (None without one).  `submissions`
    maps each sample submission to the tests that it fails (empty without a sandbox), `overlooked` each
    sentence that warns to what is tried of it.
    """

    package: str
    version: str
    checks: tuple[PackageCheck, ...]
    mistakes: Mapping[str, Sequence[str]]
    submissions: Mapping[str, Sequence[str]] = field(default_factory=dict)
    notes: tuple[Finding, ...] = ()
    mutants: Kills | None = None
    wanted: int = LEAST_FAILED
    overlooked: Mapping[str, Tried] = field(default_factory=dict)

    @property
    def uses(self) -> list[Use]:
        """The mistakes and mutants that each hidden case catches."""
        return uses(self.mistakes, self.mutants, self.wanted)

    @property
    def findings(self) -> int:
        return sum(len(check.findings) for check in self.checks)

    def to_json(self) -> dict[str, Any]:
        """The report as JSON values, `gograde/verify/v1`."""
        return {
            "schema": "gograde/verify/v1",
            "assignment": self.package,
            "version": self.version,
            "ok": not self.findings,
            "checks": [{"name": c.name, "findings": findings_json(c.findings)} for c in self.checks],
            "mistakes": {name: list(cases) for name, cases in self.mistakes.items()},
            "mutants": self.mutants.to_json() if self.mutants else None,
            "cases": {
                use.case: {"mistakes": use.mistakes, "mutants": use.mutants, "needed": use.needed}
                for use in self.uses
            },
            "submissions": {name: list(tests) for name, tests in self.submissions.items()},
            "overlooked": dict(self.overlooked),
            "notes": findings_json(self.notes),
        }


def verify(package: Package, key: bytes, backend: Backend | None, tell: Tell) -> PackageReport:
    """Check a package with hidden cases made from `key`; without a back end no submission is run.

    `tell` is called at each step.  Raises `DataError` when the package cannot be read, and
    `JudgeError` when cases cannot be made or the sandbox fails.
    """
    tell("files")
    checks = [PackageCheck("files", tuple(check_files(package)) or tuple(check_descriptor(package.path)))]
    tell("hidden cases")
    hidden = generate_batches(package, key)
    cases = CaseSet(package.config, package.generator(), sample_batches(package), hidden)
    checks.append(PackageCheck("handed out", tuple(_handed_out(package))))
    checks.append(PackageCheck("same bytes twice", tuple(_differences(package, key, hidden))))
    for name, findings in author_of(package).checks(cases).items():
        tell(name)
        checks.append(PackageCheck(name, tuple(findings)))
    tell("mistakes and mutants")
    matrix, mutants = caught_mistakes(author_of(package), cases)
    kills = cases.generator.get("kills", LEAST_FAILED)
    checks += _catches(package, matrix, mutants, kills)
    graded = _graded(package, cases, backend, tell) if backend else {}
    checks += submission_checks(package, graded) if backend else []
    warned = _warned(package, cases, graded)
    checks.append(PackageCheck("easily overlooked", tuple(_unwarned(package, warned, {*matrix, *graded}))))
    return PackageReport(
        package=package.config.id,
        version=package.config.version,
        checks=tuple(checks),
        mistakes=matrix,
        submissions={name: _failed(record.tests) for name, record in graded.items()},
        notes=(
            *_unwritten(matrix, mutants),
            *_idle(cases, uses(matrix, mutants, kills)),
            *_notes(package, graded, run=backend is not None),
            *slow_samples(package.config, graded),
        ),
        mutants=mutants,
        wanted=kills,
        overlooked=warned,
    )


def _warned(package: Package, cases: CaseSet, graded: Mapping[str, ScoreRecord]) -> Mapping[str, Tried]:
    """What the public cases try of each sentence of "Easily overlooked"."""
    author, public = author_of(package), {batch.name for batch in cases.sample}
    samples, fails = read_samples(package), dict[str, Sequence[str]]()
    if isinstance(author, SpecAuthor):
        fails |= author.kill_matrix(replace(cases, hidden=cases.sample))
    for name, record in graded.items():
        wanted = [verdict for verdict in samples[name].expected.required if verdict.failed]
        tests = (test for test in record.tests if not wanted or test.verdict in wanted)
        fails[name] = _failed([test for test in tests if test.batch in public])
    rows: dict[str, Tried] = {}
    for sentence in overlooked(package.path):
        lines = package.config.overlooked.items()
        what = next((what for words, what in lines if sentence.startswith(words)), ())
        label = "tried by" if what == EVERY_RUN else "not tried here"
        tried = {name: fails.get(name, ()) for name in what}
        rows[sentence] = {label: (what,)} if isinstance(what, str) else tried
    return rows


def _unwarned(package: Package, warned: Mapping[str, Tried], known: Set[str]) -> Iterator[Finding]:
    """Sentences of which nothing is tried or said, and what breaks one and passes all public cases."""
    table, samples = "assignment.yaml: overlooked", read_samples(package)
    for words, what in package.config.overlooked.items():
        if what in {*known, *samples}:
            yield Finding(
                f"{table}: {words}", f"write [{what}] for what breaks it; text is what is not tried"
            )
        if not any(sentence.startswith(words) for sentence in warned):
            yield Finding(f"{table}: {words}", f"no sentence of {STATEMENT} begins so")
    for sentence, tried in warned.items():
        if not tried:
            yield Finding(sentence, f"{table} has nothing of it")
        for name in (name for name, cases in tried.items() if not cases):
            if name in known:
                yield Finding(name, f"passes all public cases, and breaks: {sentence}")
            elif name not in samples:
                close = did_you_mean(name, {*known, *samples})
                yield Finding(f"{table}: {name}", f"no such mistake or sample; {close}")


def _catches(
    package: Package, matrix: Mapping[str, Sequence[str]], mutants: Kills | None, kills: int
) -> Iterator[PackageCheck]:
    """The checks of what hidden cases catch, where mistakes and mutants are known."""
    if matrix:
        yield PackageCheck("mistakes", tuple(_slipping(package, matrix, kills)))
    if mutants:
        yield PackageCheck("mutants", tuple(starmap(Finding, mutants.findings())))


def _slipping(package: Package, matrix: Mapping[str, Sequence[str]], kills: int) -> Iterator[Finding]:
    """A finding for each known mistake that guides and that fewer than `kills` cases catch, and when
    answers to hidden cases are explained by other mistakes than the author's."""
    assignment = assignment_of(package)
    known = assignment.known(package.config.marking) if isinstance(assignment, SpecAssignment) else ()
    if [mistake.name for mistake in known] != list(matrix):
        yield Finding("mistakes.py", "mistakes_of gives other mistakes than AUTHOR has")
    idle = {mistake.name for mistake in known if not mistake.guides}
    for name, caught in matrix.items():
        if len(caught) < kills and name not in idle:
            yield Finding(name, f"caught by {len(caught)} cases, not by {kills}")


def _differences(package: Package, key: bytes, hidden: Sequence[Batch]) -> Iterator[Finding]:
    """A finding for each file that differs when the cases are generated a second time, elsewhere."""
    once, again = hashes(package, hidden), hashes_elsewhere(package, key)
    for path in sorted({path for path, _ in once.items() ^ again.items()}):
        yield Finding(path, "differs when made again from its key: `make` may draw from `stream` only")


def hashes(package: Package, hidden: Sequence[Batch]) -> Mapping[str, str]:
    """The hash of each file of the hidden cases."""
    return {path: sha256(data) for path, data in hidden_files(package, hidden).items()}


def hashes_elsewhere(package: Package, key: bytes) -> Mapping[str, str]:
    """The same from another process, whose strings have other hashes: a set or a mapping may decide.

    Raises `JudgeError` when cases cannot be made there.
    """
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    done = subprocess.run(
        [sys.executable, "-P", "-m", __name__, str(package.path.resolve())],
        input=key,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        check=False,
    )
    if done.returncode:
        told = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or ["it says nothing"]
        raise JudgeError("generator", f"fails in a process of its own: {told[0]}", "mend it first")
    return dict(json.loads(done.stdout))


def main(folder: str) -> int:
    """Print the hashes for the key on standard input, and nothing that the package's code prints."""
    sys.stdout, out = sys.stderr, sys.stdout
    try:
        package = open_package(Path(folder))
        made = hashes(package, generate_batches(package, sys.stdin.buffer.read()))
    except GogradeError as error:
        print(error.fault, file=sys.stderr)
        return 1
    print(json.dumps(made), file=out)
    return 0


# -- sample submissions ---------------------------------------------------------------------


def _graded(package: Package, cases: CaseSet, backend: Backend, tell: Tell) -> dict[str, ScoreRecord]:
    """The score records of all sample submissions on all batches, by name of the submission."""
    samples = {name: sample for name, sample in read_samples(package).items() if not tool_missing(sample)}
    batches = (*cases.sample, *cases.hidden)

    def grade(name: str) -> ScoreRecord:
        tell(name)
        return grade_submission(submission_of(samples[name].files, "", {}), package, batches, backend)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(samples, pool.map(grade, samples), strict=True))


def tool_missing(sample: Sample) -> str:
    """Which tool this machine lacks for the languages of a sample's sources; empty for none."""
    languages = {language_of(path) for path in sample.files} - {None}
    return next(filter(None, (missing(language) for language in sorted(map(str, languages)))), "")


def submission_checks(package: Package, graded: Mapping[str, ScoreRecord]) -> list[PackageCheck]:
    """The checks on the score records of the sample submissions."""
    samples = read_samples(package)
    found: dict[str, Iterable[Finding]] = {
        "sample submissions": chain.from_iterable(
            judge(n, samples[n].expected, record) for n, record in graded.items()
        ),
        "wrong submissions fail": _failing_enough(graded),
        "every group is failed": _groups_failed(package, graded),
        "attacks": _attacks(graded),
        "nobody else is accused": _accused(graded),
        "every case says its call": _unasked(graded),
    }
    return [PackageCheck(name, tuple(findings)) for name, findings in found.items()]


def _counts_as_failed(test: TestScore) -> bool:
    """Whether a test was failed by a wrong answer; a missing picture does not count."""
    drew_nothing = test.answer == "picture" and test.verdict is Verdict.NO
    return test.verdict.failed and test.max_points > 0 and not drew_nothing


def _failing_enough(graded: Mapping[str, ScoreRecord]) -> Iterator[Finding]:
    for name, record in graded.items():
        failed = [test for test in record.tests if _counts_as_failed(test)]
        if not name.startswith("accepted/") and len(failed) < LEAST_FAILED:
            yield Finding(name, f"fails {len(failed)} hidden tests, not {LEAST_FAILED}")


def _groups_failed(package: Package, graded: Mapping[str, ScoreRecord]) -> Iterator[Finding]:
    """A finding for each automatically scored group in which no wrong submission fails."""
    wrong = [record for name, record in graded.items() if name.startswith("wrong_answer/")]
    failed = {test.group for record in wrong for test in record.tests if test.verdict is Verdict.WA}
    for group in package.config.groups:
        if group.scored == "automatically" and group.name not in failed:
            yield Finding(group.name, "no wrong submission fails in this group")


def _attacks(graded: Mapping[str, ScoreRecord]) -> Iterator[Finding]:
    for name, record in graded.items():
        verdict = counted_verdict(record)
        if name.startswith("attacks/") and (record.score or not verdict.failed):
            yield Finding(name, f"an attack gets {record.score:g} points and the verdict {verdict.value}")
        if name.startswith("attacks/") and not _is_told(record) and noticing():
            yield Finding(name, f"an attack gets {record.verdict.value}, and nothing tells what it tried")


def _accused(graded: Mapping[str, ScoreRecord]) -> Iterator[Finding]:
    for name, record in graded.items():
        if not name.startswith("attacks/") and record.verdict is Verdict.SV:
            told = "; ".join(flag.evidence for flag in record.flags if flag.severity == "serious")
            yield Finding(name, f"is no attack, and is told to have tried what is forbidden: {told}")


def _unasked(graded: Mapping[str, ScoreRecord]) -> Iterator[Finding]:
    """A finding for each test of which no student is told how it is asked."""
    for name in sorted({test.name for record in graded.values() for test in record.tests if not test.call}):
        yield Finding(name, "no call_text says what a program reads, or how it is called")


def _is_told(record: ScoreRecord) -> bool:
    return any(flag.severity == "serious" for flag in record.flags)


def _handed_out(package: Package) -> Iterator[Finding]:
    """What students lack, or may not have: a statement, a public test, answers in what they are handed."""
    if not (package.path / STATEMENT).is_file():
        yield Finding(STATEMENT, "missing: students are told nothing")
    titles = {f"statement.{language}.md" for language in package.config.title}
    texts = {name for name in package.paths("statement") if fnmatch(name, "statement.*.md")}
    for name in sorted((titles ^ texts) - {"statement.en.md"}):
        what = "missing, though there is a title" if name in titles else "there is no title"
        yield Finding(f"statement/{name}", f"{what} in its language in assignment.yaml")
    assignment = assignment_of(package)
    if isinstance(assignment, SpecAssignment):
        for language in languages_of(package.path):
            statement = statement_of(package.path, language)
            right = with_examples(statement, assignment, sample_batches(package))
            pairs = enumerate(zip(statement.text.split("\n"), right.split("\n"), strict=False), start=1)
            for line in [line for line, (old, new) in pairs if old != new][:1]:
                yield Finding(f"{statement.where}:{line}", "not that public case; describe with --sample")
    if not any(group.cases == "sample" for group in package.config.groups):
        yield Finding("assignment.yaml: groups", "none has cases: sample, so gograde check tries nothing")
    try:
        scoring_part(package)
    except DataError as error:
        yield Finding(error.where.removeprefix(f"{package.path}/"), f"{error.what}; {error.fix}")
    with suppress(DataError):  # the check of files tells what is changed
        yield from _template(package)


def _template(package: Package) -> Iterator[Finding]:
    """What students cannot begin with: no template, one that does not compile or lacks what is called."""
    files, samples = package.files("template"), read_samples(package).items()
    right = {data for name, one in samples if name.startswith("accepted/") for data in one.files.values()}
    if not right:
        yield Finding("submissions/accepted", "missing: no program shows that full points can be had")
    if not {*package.config.contract.entries}.intersection(name.rpartition("/")[2] for name in files):
        yield Finding("template", f"has no {' or '.join(package.config.contract.entries)} to begin with")
    defined: set[str] = set()
    for name, data in files.items():
        if language_of(name) and data in right:
            yield Finding(f"template/{name}", "an accepted submission, which answers everything")
        if name.endswith(".py"):
            try:
                defined |= {getattr(part, "name", "") for part in ast.parse(data).body}
            except SyntaxError as error:
                yield Finding(f"template/{name}:{error.lineno}", f"SyntaxError: {error.msg}")
    assignment = assignment_of(package)
    if isinstance(assignment, ModuleAssignment) and files:
        cases = (case for batch in sample_batches(package) for case in batch.cases)
        for names in dict.fromkeys(assignment.names_of(case) for case in cases):
            if not defined.intersection(name.partition(".")[0] for name in names):
                yield Finding("template", f"defines no {' or '.join(names)}, which is called")


def _unwritten(matrix: Mapping[str, Sequence[str]], mutants: Kills | None) -> Iterator[Finding]:
    if not matrix and mutants is None:
        yield Finding("mistakes", "none are written down, and no reference program is mutated")


def _idle(cases: CaseSet, found: Sequence[Use]) -> Iterator[Finding]:
    """A note on hidden cases that catch nothing; the table of cases tells those that nothing needs."""
    names = [f"{batch.name}/{case.id}" for batch, case in cases_of(cases.hidden)]
    idle = set(names).difference(use.case for use in found)
    if found and idle:
        what = f"{len(idle)} of {len(names)} catch no mistake and no mutant: {named(sorted(idle), 3)}"
        yield Finding("hidden cases", what)


def _notes(package: Package, graded: Mapping[str, ScoreRecord], *, run: bool) -> Iterator[Finding]:
    if not run:
        yield Finding("submissions", "not run")
    for name, record in graded.items():
        if name.startswith("attacks/") and not _is_told(record) and not noticing():
            yield Finding(name, f"came to nothing ({record.verdict.value}); this machine notices no attempts")
    for name, sample in read_samples(package).items():
        if lacks := tool_missing(sample):
            yield Finding(name, f"not run: {lacks}")


def slow_samples(config: AssignmentConfig, graded: Mapping[str, ScoreRecord]) -> Iterator[Finding]:
    """Accepted samples that used over half of their CPU time limit: a slower machine may end them.

    Half is the margin that the Kattis problem package format gives the slowest accepted submission.
    Games have their own limits.
    """
    if config.contract.kind == REFEREED:
        return
    limit = config.limits.cpu_s
    for name, record in graded.items():
        most = max(record.usage, key=lambda usage: usage.cpu_s, default=None)
        if name.startswith("accepted/") and most and most.cpu_s > limit / 2:
            what = f"{most.batch} took {most.cpu_s:.1f} s of CPU time, and cpu_s is {limit:g}"
            yield Finding(name, f"{what}: give it twice what the slowest takes")


def _failed(tests: Sequence[TestScore]) -> list[str]:
    return [test.name for test in tests if test.verdict.failed]


def findings_json(findings: Sequence[Finding]) -> list[dict[str, str]]:
    """Findings as JSON values."""
    return [{"where": finding.where, "what": finding.what} for finding in findings]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
