"""Every long test has its turn, and a failing campaign reports the failure."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.campaign.__main__ import main, succeeds
from tests.campaign.units import PARTS, Unit, in_part, part_of, units

ROOT = Path(__file__).parents[2]


def test_every_unit_is_in_one_part_and_every_part_has_units() -> None:
    parts = [in_part(part) for part in range(PARTS)]
    assert all(parts)
    assert Counter(unit for part in parts for unit in part) == Counter(
        unit for found in units().values() for unit in found
    )


def test_the_part_of_a_commit() -> None:
    assert [part_of(commit) for commit in ("00", "0f", "30d44f1")] == [0, 7, 1]


def test_every_attack_is_in_one_command() -> None:
    names = [name for unit in units()["attacks"] for name in unit.command[3:]]
    assert len(names) == len(set(names)) > 200


def test_scripts_of_units_are_there() -> None:
    scripts = {
        word for found in units().values() for unit in found for word in unit.command if ".ci/" in word
    }
    assert scripts
    assert all((ROOT / script).is_file() for script in scripts)


@pytest.mark.parametrize(("code", "good"), [(0, True), (3, False)])
def test_a_command_succeeds_when_it_ends_with_0(code: int, good: bool) -> None:
    assert succeeds(Unit("x", (sys.executable, "-c", f"raise SystemExit({code})"))) is good


def test_a_failed_command_is_named_and_ends_the_campaign_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = (Unit("long", (sys.executable, "-c", f"raise SystemExit({code})")) for code in (0, 1))
    monkeypatch.setattr("tests.campaign.__main__.in_part", lambda part: (bad, good))
    assert main(["--commit", "0"]) == 1
    assert capsys.readouterr().out.endswith("1 commands of campaigns passed, 1 failed to pass\n")
