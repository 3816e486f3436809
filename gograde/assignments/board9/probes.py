"""What the scorer of board9 must stand: right answers, junk, and what crashes careless readers.

Source: the package checks of the Kattis format, and the crash probes of the field.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gograde.assignments.board9.batch import ANSWERS, RULE, write_batch
from gograde.assignments.board9.score import score
from gograde.authoring.assignment import Batch, Facts
from gograde.authoring.junk import CRASHERS
from gograde.authoring.stream import Stream
from gograde.package.config import AssignmentConfig
from gograde.package.folder_check import Finding
from gograde.scoring.record import TestScore, Visibility
from gograde.scoring.verdict import Verdict


@dataclass(frozen=True)
class Bench:
    """The scorer with a batch to try it on."""

    config: AssignmentConfig
    batch: Batch

    def scores(self, facts: Facts) -> tuple[TestScore, ...]:
        """The tests of answers in words, with whatever the scorer says of them."""
        tests = score(self.batch, facts, self.config, Visibility.HIDDEN)
        return tuple(test for test in tests if test.answer == "text")

    def right_file(self) -> bytes:
        """The reference as an answer file."""
        return write_batch(self.batch)[ANSWERS]


def check_maximum(bench: Bench) -> Iterator[Finding]:
    """The oracle's answers earn all points, under both family names, as a file and printed."""
    right = bench.right_file()
    trained = right.replace(b"test_", b"train_")
    for how, facts in {
        "as a file": in_file(right),
        "as a file for train": in_file(trained),
        "printed": printed(right),
        "with Windows line ends": in_file(right.replace(b"\n", b"\r\n")),
    }.items():
        for test in bench.scores(facts):
            if test.verdict is not Verdict.AC or test.points != test.max_points:
                yield Finding(test.name, f"the right answer {how} gets {test.verdict.value}: {test.message}")


def check_junk(bench: Bench, others: Sequence[Batch]) -> Iterator[Finding]:
    """Nothing, noise and the answers to other batches are rejected, and nothing raises."""
    stream = Stream(b"junk", bench.batch.name)
    noise = bytes(stream.below(256) for _ in range(1024))
    printable = bytes(32 + stream.below(95) for _ in range(1024))
    for name, data in {"nothing": b"", "random bytes": noise, "printable noise": printable}.items():
        for facts in (in_file(data), printed(data)):
            yield from _stands(bench, facts, name, may_win=False)
    for other in others:
        if other.name != bench.batch.name:
            answers = Bench(bench.config, other).right_file()
            yield from _right_where_equal(bench, other, in_file(answers))


def check_crashers(bench: Bench) -> Iterator[Finding]:
    """Each probe as the whole answer, as every line of a right one and after it never raises or wins."""
    right = bench.right_file()
    for name, probe in CRASHERS.items():
        spoilt = b"\n".join(probe if line and b"_" not in line else line for line in right.split(b"\n"))
        headed = b"\n".join(line + b"\n" + probe if b"_" in line else line for line in right.split(b"\n"))
        lists = b"".join(b"Problem %d: x:%s\n" % (number, probe) for number in range(6))
        for data in (probe, spoilt, headed, lists):
            yield from _stands(bench, in_file(data), name, may_win=data != headed)
            yield from _stands(bench, printed(data), name, may_win=data != lists)


def in_file(data: bytes) -> Facts:
    """A run that ended well and left this answer file."""
    return Facts(Verdict.AC, "", b"", b"", {ANSWERS: data})


def printed(data: bytes) -> Facts:
    """A run that ended well and printed this."""
    return Facts(Verdict.AC, "", data, b"")


def _stands(bench: Bench, facts: Facts, name: str, *, may_win: bool = True) -> Iterator[Finding]:
    """A finding when the scorer raises, calls it our fault, or accepts what may not win."""
    try:
        scores = bench.scores(facts)
    except Exception as error:
        yield Finding(bench.batch.name, f"{name}: the scorer raised {type(error).__name__}: {error}")
        return
    for test in scores:
        if test.verdict is Verdict.JE:
            yield Finding(test.name, f"{name}: a judge error: {test.message}")
        elif not may_win and (test.verdict is Verdict.AC or test.points):
            yield Finding(test.name, f"{name} is accepted")


def _right_where_equal(bench: Bench, other: Batch, facts: Facts) -> Iterator[Finding]:
    """Another batch's answers are right for just those questions whose answers are the same."""
    mine, theirs = _texts(bench.batch), _texts(other)
    for test in bench.scores(facts):
        question = test.name.rpartition("/")[2]
        if (test.verdict is Verdict.AC) is not (mine[question] == theirs[question]):
            yield Finding(test.name, f"the answer to batch {other.name} gets {test.verdict.value}")


def _texts(batch: Batch) -> dict[str, object]:
    return {c.question: c.answer if c.question in RULE else c.answer["points"] for c in batch.cases}
