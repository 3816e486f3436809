"""The doctor's findings: made once per machine, kept for the reports, never stale, never ignored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.doctor.findings import Guarantee, Report
from gograde.workflow import fitness

HELD = Report("bwrap", (Guarantee("tcp", "No network", True, "works outside, refused inside"),))
BROKEN = Report("bwrap", (Guarantee("tcp", "No network", False, "a program inside got through"),))


class Named:
    name = "bwrap"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the doctor was asked; `answers` are given in turn, the last one for ever."""
    seen: dict[str, Any] = {"examine": 0, "quick": 0, "answers": [HELD]}

    def examine(backend: Any) -> Report:
        seen["examine"] += 1
        answers = seen["answers"]
        return answers.pop(0) if len(answers) > 1 else answers[0]

    def quick(backend: Any) -> None:
        seen["quick"] += 1

    monkeypatch.setattr(fitness, "examine", examine)
    monkeypatch.setattr(fitness, "quick", quick)
    return seen


def test_the_first_run_examines_and_later_ones_look_quickly(tmp_path: Path, asked: dict[str, Any]) -> None:
    fitness.assure(tmp_path, Named())
    assert json.loads((tmp_path / "doctor.json").read_bytes()) == HELD.to_json()
    fitness.assure(tmp_path, Named())
    assert (asked["examine"], asked["quick"]) == (1, 1)


def test_another_back_end_is_examined_anew(tmp_path: Path, asked: dict[str, Any]) -> None:
    fitness.assure(tmp_path, Named())
    other = Named()
    other.name = "landlock"
    fitness.assure(tmp_path, other)
    assert (asked["examine"], asked["quick"]) == (2, 0)


def test_a_broken_sandbox_is_refused_after_a_second_look(tmp_path: Path, asked: dict[str, Any]) -> None:
    asked["answers"] = [BROKEN]
    with pytest.raises(JudgeError) as error:
        fitness.assure(tmp_path, Named())
    assert str(error.value) == (
        "sandbox bwrap: No network: a program inside got through\nFix: gograde doctor tells how to mend it"
    )
    assert asked["examine"] == 2
    assert not list(tmp_path.iterdir())


def test_a_second_look_that_holds_is_enough(tmp_path: Path, asked: dict[str, Any]) -> None:
    asked["answers"] = [BROKEN, HELD]
    fitness.assure(tmp_path, Named())
    assert json.loads((tmp_path / "doctor.json").read_bytes())["fit"] is True


def test_without_a_sandbox_older_findings_are_forgotten(tmp_path: Path, asked: dict[str, Any]) -> None:
    fitness.assure(tmp_path, Named())
    fitness.forget(tmp_path)
    assert not list(tmp_path.iterdir())
    fitness.forget(tmp_path)
