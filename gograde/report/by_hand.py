"""What a person should look at, of the results of a class: one entry for each submission and reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from gograde.frames.statistics.runs import NEAR
from gograde.grading.marks.doubts import doubts_of
from gograde.report.results import Result
from gograde.report.waiting import waiting_tests
from gograde.report.words.wording import has_judge_error, number_of
from gograde.scoring.verdict import Verdict


@dataclass(frozen=True)
class Look:
    """A submission to look at, and what is known."""

    result: Result
    text: str


def by_hand(results: Iterable[Result]) -> Mapping[str, tuple[Look, ...]]:
    """What to look at, by reason (a key of the texts of pages); reasons without an entry are left out."""
    every = list(results)
    found = {
        reason: tuple(Look(one, text) for one in every if (text := words(one)))
        for reason, words in _REASONS.items()
    }
    return {reason: looks for reason, looks in found.items() if looks}


def _waiting(result: Result) -> str:
    decided = {correction.test for correction in result.entry.overrides}
    tests = waiting_tests(result.record, decided)
    points = number_of("points", sum(test.max_points for test in tests))
    return f"{', '.join(test.name for test in tests)}: {points}" if tests else ""


def _judge_error(result: Result) -> str:
    if not has_judge_error(result.record) or result.entry.overrides:
        return ""
    return result.record.message or "the grader failed; run it again"


def _forbidden(result: Result) -> str:
    flags = dict.fromkeys((*result.record.flags, *result.entry.flags))
    serious = [flag for flag in flags if flag.severity == "serious"]
    return "; ".join(f"{flag.id}: {flag.evidence}" for flag in serious)


def _doubtful(result: Result) -> str:
    return "; ".join(doubt.words for doubt in doubts_of(result.entry))


def _near_limit(result: Result) -> str:
    """The runs that ended well with little time left; those that had none left are told by their verdict."""
    ended = {run.batch for run in result.record.runs if run.verdict is Verdict.AC}
    near = [
        one.batch
        for one in result.record.usage
        if one.cpu_limit_s and one.cpu_s >= NEAR * one.cpu_limit_s and one.batch in ended
    ]
    return ", ".join(near)


_REASONS: Mapping[str, Callable[[Result], str]] = {
    "look_judge_error": _judge_error,
    "look_waiting": _waiting,
    "look_forbidden": _forbidden,
    "look_doubtful": _doubtful,
    "look_near_limit": _near_limit,
}
