"""What a person should look at in a class, by reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gograde.classroom.left_out import NAMED
from gograde.classroom.roster import Student
from gograde.frames.statistics.runs import NEAR
from gograde.grading.marks.doubts import doubts_of
from gograde.report.besides import NOTHING, Alike, Besides
from gograde.report.results import Result
from gograde.report.words.escape import isolated
from gograde.report.words.league_words import percent
from gograde.report.words.texts.english import ENGLISH
from gograde.report.words.texts.tables import Texts, say
from gograde.report.words.wording import number_of
from gograde.scoring.verdict import Verdict


@dataclass(frozen=True)
class Look:
    """What to look at: of which assignment, what is known, and whose work it is if it is somebody's.

    `page` is the page beside that of the class which shows it.
    """

    assignment: str
    text: str
    student: Student | None = None
    page: str = ""


def by_hand(
    results: Iterable[Result], besides: Besides = NOTHING, t: Texts = ENGLISH
) -> Mapping[str, tuple[Look, ...]]:
    """What to look at, by reason (a key of the texts of pages); reasons without an entry are left out."""
    every = list(results)
    found: dict[str, tuple[Look, ...]] = {
        reason: tuple(Look(one.assignment.id, text, one.student) for one in every if (text := words(one, t)))
        for reason, words in _REASONS.items()
    }
    names = {one.student.id: one.student for one in every}
    found["look_alike"] = tuple(
        Look(assignment, text, names.get(first), besides.pages[assignment])
        for assignment, alike in besides.alike.items()
        for first, text in _alike(alike, names, t)
    )
    found["look_left_out"] = tuple(
        Look(assignment, f"{export}: {_few(labels, t)}")
        for assignment, exports in besides.left_out.items()
        for export, labels in exports.items()
    )
    return {reason: looks for reason, looks in found.items() if looks}


def _alike(alike: Alike, names: Mapping[str, Student], t: Texts) -> Iterator[tuple[str, str]]:
    """The first program of each cluster, and of each pair in no cluster, with what is known of the others."""

    def called(programs: Iterable[str]) -> str:
        return t["comma"].join(_called(one, names) for one in programs)

    for cluster in alike.clusters:
        first, *others = cluster.programs
        yield first, say(t["same_as" if cluster.identical else "nearly_same_as"], called(others))
    told = [set(cluster.programs) for cluster in alike.clusters]
    for pair in alike.pairs:
        if not any(each.issuperset(pair.programs) for each in told):
            first, other = pair.programs
            yield first, say(t["shares_with"], percent(pair.share), called([other]))


def _called(program: str, names: Mapping[str, Student]) -> str:
    """The name and the id of a student, or what a program outside the class is called."""
    student = names.get(program)
    alone = student is None or student.name == program
    return program if student is None or alone else f"{isolated(student.name)} ({program})"


def _few(names: Sequence[str], t: Texts) -> str:
    more = len(names) - NAMED
    return t["comma"].join(names[:NAMED]) + (say(t["and_more"], more) if more > 0 else "")


def _waiting(result: Result, t: Texts) -> str:
    graded = result.entry.graded
    return f"{_few(graded.waits, t)}: {number_of('points', graded.waiting, t)}" if graded.waits else ""


def _judge_error(result: Result, t: Texts) -> str:
    return (result.record.message or t["grade_again"]) if result.entry.graded.judge_error else ""


def _forbidden(result: Result, _t: Texts) -> str:
    flags = dict.fromkeys((*result.record.flags, *result.entry.flags))
    serious = [flag for flag in flags if flag.severity == "serious"]
    return "; ".join(f"{flag.id}: {flag.evidence}" for flag in serious)


def _doubtful(result: Result, _t: Texts) -> str:
    return "; ".join(doubt.words for doubt in doubts_of(result.entry))


def _near_limit(result: Result, _t: Texts) -> str:
    """The runs that ended well with little time left; those that had none left are told by their verdict."""
    ended = {run.batch for run in result.record.runs if run.verdict is Verdict.AC}
    near = [
        one.batch
        for one in result.record.usage
        if one.cpu_limit_s and one.cpu_s >= NEAR * one.cpu_limit_s and one.batch in ended
    ]
    return ", ".join(near)


_REASONS: Mapping[str, Callable[[Result, Texts], str]] = {
    "look_judge_error": _judge_error,
    "look_waiting": _waiting,
    "look_forbidden": _forbidden,
    "look_doubtful": _doubtful,
    "look_near_limit": _near_limit,
}
