"""A class of two assignments with everything that a table can hold, and its reports."""

from __future__ import annotations

from pathlib import Path

import pytest

from gograde.codec import replace
from gograde.core.record import Cause
from gograde.grading.league.result import LeagueResult, write_league
from gograde.report.exports.reports_folder import write_reports
from gograde.report.frames import Frames, load
from tests.report.conftest import Person, people, record, rule
from tests.report.leagues import small
from tests.report.played import KO, WON, played
from tests.report.several import write_works

CHANGE = {"test": "01/0", "points": 0.1, "before": 1, "by": "Wu", "at": "2026-11-20", "reason": "unclear"}
MISTAKE = "That is the rule without ko."


def players() -> list[Person]:
    """Two of the class with another assignment: a league, games against a reference player, a correction."""
    wrong = replace(rule("01", right=False), cause=Cause(message="no", help=MISTAKE))
    series = played(WON, KO, name="02/random", batch="02", message=" =1+1")
    alice = record("alice", (rule("01"), series), max_score=11)
    bob = record("bob", (wrong, replace(rule("02"), points=None, max_points=0.3)))
    return [Person("alice", alice, "Li", "=cmd", overrides=[CHANGE]), Person("bob", bob)]


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reports of the class."""
    folder = tmp_path_factory.mktemp("class") / "autumn"
    write_works(folder, {"board9": people(), "little-go": [*players(), *people()[2:]]})
    found = LeagueResult(("a", "b", "张"), small().games, {}, (), {})
    (folder / "work" / "league").mkdir()
    write_league(folder / "work" / "league" / "little-go.json", found)
    write_reports(folder, folder / "reports")
    return folder / "reports"


@pytest.fixture(scope="module")
def frames(reports: Path) -> Frames:
    """The class as pandas."""
    return load(reports)
