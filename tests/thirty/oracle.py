"""The marks of a class, written from docs/class.md: slow, in fractions, and without any code of gograde."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from tests.thirty.course import Course, Hand, Work

DAY = 24 * 60


class Ends(NamedTuple):
    """The least and the most that a mark can become, and what there is to get."""

    least: Fraction
    most: Fraction
    of: Fraction


def marks(course: Course) -> Mapping[tuple[str, str], Ends]:
    """The marks by student and work, and totals in percent under `total`."""
    found: dict[tuple[str, str], Ends] = {}
    for who in course.students:
        free = course.late_days
        for name, work in course.works.items():  # "used up in the order of the due dates"
            hand = _taken(course, who, name)
            points = _points(course, who, name, hand)
            late = _begun_days(course, who, name, hand)
            penalty, used = _penalty(work, late, points.of, free)
            free -= used
            whole = course.overrides.get((who, name, ""))
            if whole is not None:
                found[who, name] = Ends(Fraction(whole), Fraction(whole), points.of)
            else:  # "no mark falls below 0", "taken off both ends"
                ends = (max(end - penalty, Fraction(0)) for end in (points.least, points.most))
                found[who, name] = Ends(*ends, points.of)
        found[who, "total"] = _total(course, who, found)
    return found


def _taken(course: Course, who: str, name: str) -> Hand:
    """ "The last one before the student's deadline counts, else the last"."""
    hands = sorted(course.hands.get((who, name), [Hand("NS")]), key=lambda hand: hand.minutes)
    limit = 60 * course.extensions.get((who, name), 0) + course.works[name].late.get("grace_minutes", 0)
    return ([hand for hand in hands if hand.minutes <= limit] or hands)[-1]


def _points(course: Course, who: str, name: str, hand: Hand) -> Ends:
    """The points of all tests, with every correction."""
    least = most = worth = Fraction(0)
    signs = hand.answers.replace(" ", "")
    for number, (test, _, points) in enumerate(course.works[name].tests):
        do, answer = course.changes.get((name, test), ("", ""))
        if do == "void":  # "its points and its maximum leave every total"
            continue
        worth += points
        given = course.overrides.get((who, name, test))
        if given is not None:  # "above a correction of the class"
            low = high = Fraction(given)
        elif do == "full" and hand.answers != "NS":
            low = high = Fraction(points)
        elif hand.answers in ("NS", "CE", "TLE"):
            low = high = Fraction(0)
        elif hand.answers == "JE" or signs[number] in "?!":
            low, high = Fraction(0), Fraction(points)
        else:
            low = high = points * _share(signs[number], do, answer)
        least, most = least + low, most + high
    return Ends(least, most, worth)


def _share(sign: str, do: str, answer: str) -> Fraction:
    right = {answer} if do == "replace" else {"1", answer} if do == "accept" else {"1"}
    if sign in right:
        return Fraction(1)
    return {"h": Fraction(1, 2), "t": Fraction(1, 3)}.get(sign, Fraction(0))


def _begun_days(course: Course, who: str, name: str, hand: Hand) -> tuple[int, int]:
    """How many days are begun, and how many intervals, after extension and grace."""
    work = course.works[name]
    start = 60 * course.extensions.get((who, name), 0) + int(work.late.get("grace_minutes", 0))
    if hand.answers == "NS":
        return 0, 0
    interval = int(60 * work.late.get("interval_hours", 24))
    return _begun(start, hand.minutes, DAY), _begun(start, hand.minutes, interval)


def _begun(start: int, end: int, length: int) -> int:
    number = 0
    while start < end:
        number, start = number + 1, start + length
    return number


def _penalty(work: Work, late: tuple[int, int], worth: Fraction, free: int) -> tuple[Fraction, int]:
    """The points that lateness costs, and the free days that it uses up."""
    rules: Mapping[str, Any] = work.late
    (days, intervals), penalty = late, Fraction(rules.get("penalty", 0))
    share = penalty * worth / 100
    if rules.get("reject_after_days") is not None and days > rules["reject_after_days"]:
        return worth, 0
    match rules.get("policy", "baseline"):
        case "constant-penalty":
            return days * penalty, 0
        case "percentage-penalty":
            return days * share, 0
        case "penalty-decay":
            return intervals * share, 0
        case "late-days":
            most = rules.get("max_late_days")
            used = min(days, free, free if most is None else most)
            return (days - used) * share, used
    return Fraction(0), 0


def _total(course: Course, who: str, found: Mapping[tuple[str, str], Ends]) -> Ends:
    """The mean of the marks by weight, in percent; a work that gives no points has no weight."""
    least = most = weights = Fraction(0)
    for name, work in course.works.items():
        mark, weight = found[who, name], Fraction(work.weight)
        if mark.of:
            weights += weight
            least += weight * mark.least / mark.of
            most += weight * mark.most / mark.of
    if not weights:
        return Ends(Fraction(0), Fraction(0), Fraction(0))
    return Ends(100 * least / weights, 100 * most / weights, Fraction(100))
