"""The state of marks in words: corrections by a person, how far a class is graded."""

from __future__ import annotations

from collections.abc import Iterable

from gograde.grading.marks.gradebook_model import Correction, Graded
from gograde.report.words.texts.english import ENGLISH
from gograde.report.words.texts.tables import Texts, count, say
from gograde.report.words.wording import figure, number_of


def corrected(override: Correction, t: Texts = ENGLISH, *, by: bool) -> str:
    """A person's correction in words, with its author for staff."""
    before = "" if override.before is None else say(t["instead_of"], figure(override.before))
    points = number_of("points", override.points, t)
    told = say(t["correction"], override.test or t["the_whole"], points, before)
    told += t[f"decided_{override.decision}"] if override.decision else ""
    day = say(t["on_day"], override.at) if override.at else ""
    author = say(t["by_person"], override.by) + day if by else ""
    return f"{told}{author}: {override.reason}"


def waiting_words(parts: Iterable[Graded], t: Texts = ENGLISH) -> str:
    """`2 tests (24 points) wait for a person`: the words of all pages and tables for what waits."""
    every = list(parts)
    tests, points = sum(len(one.waits) for one in every), sum(one.waiting for one in every)
    return count(t["wait_for_person"], tests, tests, number_of("points", points, t))


def progress(parts: Iterable[Graded], t: Texts = ENGLISH) -> str:
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
