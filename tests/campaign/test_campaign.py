"""Every long test has its turn, and a failing campaign reports the failure."""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from gograde.assignments.tromp_taylor.assignment import marks_of
from gograde.errors import JudgeError
from tests.attacks.harness.corpus import attacks
from tests.campaign import keys
from tests.campaign.__main__ import main
from tests.campaign.units import PARTS, Unit, in_part, units
from tests.hidden import planned_batches


def test_every_unit_is_in_one_part_and_every_part_has_units() -> None:
    parts = [in_part(part) for part in range(PARTS)]
    assert all(parts)
    assert Counter(unit for part in parts for unit in part) == Counter(
        unit for found in units().values() for unit in found
    )


def test_every_attack_is_in_one_command() -> None:
    names = [name for unit in units()["attacks"] for name in unit.command[3:]]
    assert sorted(names) == sorted(attack.full_name for attack in attacks())


def test_a_failed_command_is_named_and_ends_the_campaign_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = (Unit("long", (sys.executable, "-c", f"raise SystemExit({code})")) for code in (0, 1))
    monkeypatch.setattr("tests.campaign.__main__.in_part", lambda part: (bad, good))
    assert main(["--commit", "0"]) == 1
    assert capsys.readouterr().out.endswith("1 commands of campaigns passed, 1 failed to pass\n")


# -- Keys that make no cases, or other cases than before, are told; the small part of the campaign -


def test_the_empty_boards_that_the_spares_of_a_hard_key_do_not_hold_are_looked_for() -> None:
    """Only a board without stones catches who gives Black every region that does not reach White."""
    cases = [case for batch in planned_batches("tromp-taylor") for case in batch.cases]
    sides = Counter(len(marks_of(case.input)) for case in cases if set(marks_of(case.input)) == {ord("-")})
    assert sides.total() == 2
    assert len(cases) == 34 + 6 + 1


def test_a_key_that_fails_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def gives_up(name: str, key: bytes) -> None:
        raise JudgeError("generator", "no input", "ask for less")

    monkeypatch.setattr(keys, "planned", gives_up)
    assert keys.main(["--packages", "little-go"]) == 1
    assert "little-go, key " in (told := capsys.readouterr().out)
    assert told.endswith(": generator: no input\nFix: ask for less\n")


def test_the_bytes_of_a_key_stay(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert keys.main(["--same", "--packages", "little-go"]) == 0
    assert capsys.readouterr().out == "little-go: the bytes of these keys stay\n"
    monkeypatch.setattr(keys, "hashes", lambda name, key: {"01": "0"})
    assert next(keys.differences(["board9"])).endswith(": 01")
