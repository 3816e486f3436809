"""Numbers and states in words, the same on pages, in tables and in the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING

from gograde.core.record import NOT_SEEN, ClassChange, ScoreRecord, TestScore
from gograde.core.totals import FINEST, Total
from gograde.core.verdict import Verdict
from gograde.report.redact import HiddenTest, StudentRecord
from gograde.report.words.texts import ENGLISH, Texts, count, say

if TYPE_CHECKING:
    from gograde.grading.marks.gradebook import Correction, GradedTests

PLACES = 2
"""Decimal places of marks wherever they are shown: what Canvas compares and shows, and Moodle shows."""

NOT_GRADED = "—"
NO_SANDBOX = "none"
"""The name of the back end that runs programs without a sandbox."""

OFFICIAL = {state: ENGLISH[state] for state in ("pass", "fail", "pending", "error", "not-submitted")}
LATE = "L"
CORRECTED = "*"
"""The signs of late work, and of a mark that a person corrected."""

V = Verdict
SIGNS = {V.AC: "✓", V.RV: "◌", V.JE: "⚠", V.NS: "∅", V.SK: "↷", V.PAC: "◐"}


def figure(value: float | None) -> str:
    """A number as pages, terminals and learning systems show it; a dash when there is none."""
    if value is None:
        return NOT_GRADED
    return number_text(value, PLACES)


def number_text(value: float, places: int) -> str:
    """A number with at most `places` decimals, halves rounded up, without zeros at the end."""
    if not value % 1:
        return str(int(value))
    exact = Decimal(repr(round(float(value), FINEST)))
    text = f"{exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP):f}"
    return text.rstrip("0").rstrip(".")


def between(least: float, most: float) -> str:
    """`34`, or `3.8–4.8` while it is not complete."""
    return figure(least) if least == most else f"{figure(least)}–{figure(most)}"


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
    return points_words(test.points, test.max_points, test.verdict, t)


def hidden_points(test: HiddenTest, t: Texts = ENGLISH) -> str:
    """Points of a hidden test; why it has none yet is not told."""
    return points_words(test.points, test.max_points, Verdict.JE, t)


def points_words(points: float | None, most: float, verdict: Verdict, t: Texts = ENGLISH) -> str:
    """Points of a test with this verdict, which is worth `most`; a dash when it was not graded."""
    if points is not None:
        return out_of(points, most) if most else t["no_points"]
    wait = t["to_look_at" if verdict is Verdict.RV and most else "not_graded"]
    return say(t["undecided_points"], wait, number_of("points", most, t))


def number_of(key: str, number: float, t: Texts = ENGLISH) -> str:
    """A number with the words of a key: `1 point`, `2 points`."""
    return count(t[key], number, figure(number))


def sandbox_words(records: Iterable[ScoreRecord | StudentRecord], t: Texts = ENGLISH) -> str:
    """Which sandbox the programs ran in, and whether any ran without one."""
    return boxes_words((record.sandbox for record in records), t)


def boxes_words(sandboxes: Iterable[str], t: Texts = ENGLISH) -> str:
    """What held the programs, in words; an empty name is that of nothing handed in."""
    names = sorted({name for name in sandboxes if name})
    boxes = [name for name in names if name != NO_SANDBOX]
    parts = [say(t["in_sandbox"], t["or"].join(boxes))] if boxes else []
    parts += [t["without_sandbox"]] if NO_SANDBOX in names else []
    return t["comma"].join(parts) or t["nothing_run"]


def class_change(change: ClassChange, t: Texts = ENGLISH) -> str:
    """A person's correction for the whole class with its reason, and for staff with its author."""
    day = say(t["on_day"], change.at) if change.at else ""
    author = say(t["by_person"], change.by) + day if change.by else ""
    return f"{say(t[f'change_{change.do}'], change.name)}{author}: {change.reason}"


HAND_IN = "hand in one file that reads nothing but its input, and is not named in itself"
WAITS = "not ranked by length while a test is not decided"


def golf_words(record: ScoreRecord | StudentRecord, badge: Verdict) -> str:
    """The length, or why the program is not ranked; empty where programs are not ranked.

    `badge` is the verdict of all that counts.
    """
    source = record.submission.source
    if source is None:
        return ""
    if source.unranked:
        advice = "" if source.unranked.endswith(NOT_SEEN) else f"; {HAND_IN}"
        return f"not ranked by length: {source.unranked}{advice}"
    files = "" if source.files == 1 else f" in {source.files} files and their names"
    waits = f"; {WAITS}" if badge in (Verdict.RV, Verdict.JE) else ""
    return f"length: {source.characters} characters{files}{waits}"


def corrected(override: Correction, t: Texts = ENGLISH, *, by: bool) -> str:
    """A person's correction in words, with its author for staff."""
    before = "" if override.before is None else say(t["instead_of"], figure(override.before))
    points = number_of("points", override.points, t)
    told = say(t["correction"], override.test or t["the_whole"], points, before)
    told += t[f"decided_{override.decision}"] if override.decision else ""
    day = say(t["on_day"], override.at) if override.at else ""
    author = say(t["by_person"], override.by) + day if by else ""
    return f"{told}{author}: {override.reason}"


def waiting_words(parts: Iterable[GradedTests], t: Texts = ENGLISH) -> str:
    """`2 tests (24 points) wait for a person`: the words of all pages and tables for what waits."""
    every = list(parts)
    tests, points = sum(len(one.waits) for one in every), sum(one.waiting for one in every)
    return count(t["wait_for_person"], tests, tests, number_of("points", points, t))


def progress(parts: Iterable[GradedTests], t: Texts = ENGLISH) -> str:
    """`52 of 54 tests graded, 2 tests (24 points) wait for a person`; judge errors are named apart."""
    every = list(parts)
    tests, done = sum(one.tests for one in every), sum(one.done for one in every)
    broken = sum(one.broken for one in every)
    words = [say(t["tests_graded"], done, number_of("tests", tests, t))]
    if any(one.waits for one in every):
        words.append(waiting_words(every, t))
    if broken:
        words.append(say(t["not_gradable"], number_of("points", broken, t)))
    return t["comma"].join(words)
