"""Numbers and states in words, the same on pages, in tables and in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from gograde.grading.marks.gradebook_model import Correction, Entry
from gograde.report.words.texts.english import ENGLISH
from gograde.report.words.texts.tables import Texts, count, say
from gograde.scoring.record import ClassChange, ScoreRecord, TestScore
from gograde.scoring.totals import Total
from gograde.scoring.verdict import Verdict

NOT_GRADED = "—"
NO_SANDBOX = "none"
"""The name of the back end that runs programs without a sandbox."""

OFFICIAL = {state: ENGLISH[state] for state in ("pass", "fail", "pending", "error")}
OFFICIAL_SIGNS = {"pass": "✓", "fail": "✗", "pending": "◌", "error": "⚠"}
V = Verdict
SIGNS = {V.AC: "✓", V.RV: "◌", V.JE: "⚠", V.NS: "∅", V.SK: "↷", V.PAC: "◐"}


def figure(value: float | None) -> str:
    """A number rounded to two places for display; a dash when there is none."""
    if value is None:
        return NOT_GRADED
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def counted(number: float, one: str, many: str = "") -> str:
    """`1 point`, `2 points`."""
    return f"{figure(number)} {one if number == 1 else many or one + 's'}"


def sign(verdict: Verdict) -> str:
    """A sign for a verdict that is readable without colour."""
    return SIGNS.get(verdict, "✗")


def out_of(score: float, max_score: float) -> str:
    """`34 / 40`, a dash when nothing is graded."""
    return f"{figure(score)} / {figure(max_score)}" if max_score else NOT_GRADED


def total_words(total: Total, t: Texts = ENGLISH) -> str:
    """`34 / 40`, or `at least 72, at most 96 of 96` when it is not complete; a dash without points to get."""
    if total.complete:
        return out_of(total.at_least, total.of)
    return say(t["open_total"], figure(total.at_least), figure(total.at_most), figure(total.of))


def mark_words(total: Total, t: Texts = ENGLISH) -> str:
    """`34`, or both ends when the mark is not complete; a dash without points to get."""
    return total_words(total, t) if total.pending else figure(total.exact)


def percent_words(total: Total, t: Texts = ENGLISH) -> str:
    """`85 %`, or `at least 72 %, at most 96 %`; a dash without points to get."""
    if total.pending:
        return say(t["open_percent"], figure(total.at_least), figure(total.at_most))
    return NOT_GRADED if total.exact is None else f"{figure(total.exact)} %"


def official_state(record: ScoreRecord, entry: Entry) -> str:
    """`pass`, `fail`, `pending` (a person must look), or `error` when the grader failed instead."""
    return "error" if entry.official == "pending" and has_judge_error(record) else entry.official


def has_judge_error(record: ScoreRecord) -> bool:
    """Whether the grader failed anywhere in this submission."""
    return record.verdict is Verdict.JE or any(test.verdict is Verdict.JE for test in record.tests)


def moment(iso: str) -> str:
    """An ISO 8601 time as `2026-11-15 23:59 UTC`; other text unchanged."""
    try:
        time = datetime.fromisoformat(iso)
    except ValueError:
        return iso
    clock = f"{time:%Y-%m-%d %H:%M:%S}".removesuffix(":00")
    return f"{clock} {time.tzname() or ''}".strip()


def group_words(total: Total, t: Texts = ENGLISH) -> str:
    """Points of a group; "no points" when its tests are worth none."""
    return total_words(total, t) if total.of else t["no_points"]


def points_line(test: TestScore, t: Texts = ENGLISH) -> str:
    """Points of one test; a dash instead of 0 for a test that was not graded."""
    if test.points is not None:
        return out_of(test.points, test.max_points) if test.max_points else t["no_points"]
    wait = t["to_look_at" if test.verdict is Verdict.RV else "not_graded"]
    return say(t["undecided_points"], wait, number_of("points", test.max_points, t))


def number_of(key: str, number: float, t: Texts = ENGLISH) -> str:
    """A number with the words of a key: `1 point`, `2 points`."""
    return count(t[key], number, figure(number))


def sandbox_of(record: ScoreRecord) -> str:
    """The sandbox that a program ran in; `none` when it was trusted, empty when nothing was handed in."""
    return "" if record.verdict is Verdict.NS else record.backend


def sandbox_words(records: Iterable[ScoreRecord], t: Texts = ENGLISH) -> str:
    """Which sandbox the programs ran in, and whether any ran without one."""
    names = sorted({name for record in records if (name := sandbox_of(record))})
    boxes = [name for name in names if name != NO_SANDBOX]
    parts = [say(t["in_sandbox"], t["or"].join(boxes))] if boxes else []
    parts += [t["without_sandbox"]] if NO_SANDBOX in names else []
    return t["comma"].join(parts) or t["nothing_run"]


def corrected(override: Correction, t: Texts = ENGLISH, *, by: bool) -> str:
    """A person's correction in words, with its author for staff."""
    before = "" if override.before is None else say(t["instead_of"], figure(override.before))
    points = number_of("points", override.points, t)
    told = say(t["correction"], override.test or t["the_whole"], points, before)
    day = say(t["on_day"], override.at) if override.at else ""
    author = say(t["by_person"], override.by) + day if by else ""
    return f"{told}{author}: {override.reason}"


def class_change(change: ClassChange, t: Texts = ENGLISH) -> str:
    """A person's correction for the whole class with its reason, and for staff with its author."""
    day = say(t["on_day"], change.at) if change.at else ""
    author = say(t["by_person"], change.by) + day if change.by else ""
    return f"{say(t[f'change_{change.do}'], change.name)}{author}: {change.reason}"


def progress(records: Sequence[ScoreRecord], t: Texts = ENGLISH) -> str:
    """`52 of 54 tests graded, 24 points wait for a person`; judge errors are named apart."""
    tests = [test for record in records for test in record.tests]
    graded = sum(test.points is not None for test in tests)
    parts = [say(t["tests_graded"], graded, number_of("tests", len(tests), t))]
    looks = _open_points(tests, judge_error=False)
    broken = _open_points(tests, judge_error=True)
    if looks:
        parts.append(number_of("wait_for_person", looks, t))
    if broken:
        parts.append(say(t["not_gradable"], number_of("points", broken, t)))
    return t["comma"].join(parts)


def _open_points(tests: Iterable[TestScore], *, judge_error: bool) -> float:
    undone = (test for test in tests if test.points is None)
    return sum(test.max_points for test in undone if (test.verdict is Verdict.JE) == judge_error)
