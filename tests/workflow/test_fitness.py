"""The doctor's findings: made once per machine, kept for the reports, never stale, never ignored."""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.doctor import examination
from gograde.sandbox.doctor.survey import Guarantee, Need, Survey, shortfalls
from gograde.sandbox.select import choose_backend
from gograde.workflow import machine

HELD = Survey("bwrap", (Guarantee("tcp", "No network", True, "works outside, refused inside"),))
BROKEN = Survey("bwrap", (Guarantee("tcp", "No network", False, "a program inside got through"),))


@dataclass
class Named:
    name: str = "bwrap"


@pytest.fixture
def work(tmp_path: Path) -> Path:
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the doctor was asked; `answers` are given in turn, the last one for ever."""
    seen: dict[str, Any] = {"examine": 0, "quick": 0, "answers": [HELD]}

    def examine(backend: Any) -> Survey:
        seen["examine"] += 1
        answers = seen["answers"]
        return answers.pop(0) if len(answers) > 1 else answers[0]

    monkeypatch.setattr(examination, "examine", examine)
    monkeypatch.setattr(examination, "quick", lambda *_, **__: seen.update(quick=seen["quick"] + 1))
    (tmp_path / "machine").mkdir()
    monkeypatch.setattr(machine, "lock_folder", lambda: tmp_path / "machine")
    return seen


def test_the_first_run_examines_and_later_ones_look_quickly(work: Path, asked: dict[str, Any]) -> None:
    machine.assure(work, Named())
    assert json.loads((work / "doctor.json").read_bytes()) == HELD.to_json()
    machine.assure(work, Named())
    assert (asked["examine"], asked["quick"]) == (1, 1)
    for _ in range(2):  # without a sandbox older findings are forgotten
        machine.forget(work)
        assert not list(work.iterdir())


def test_checks_look_quickly_once_cold_and_once_warm(asked: dict[str, Any]) -> None:
    for _ in range(2):
        choose_backend(proof=machine.prove_quickly)
        assert asked["quick"] == 2


@pytest.mark.parametrize(
    ("spoil", "other", "backend", "counts"),
    [
        (False, True, "bwrap", (1, 1)),  # another class
        (True, False, "bwrap", (2, 0)),  # a damaged proof
        (False, False, "landlock", (2, 0)),
    ],
)
def test_what_is_proved_is_looked_at_quickly_and_all_else_examined(
    work: Path, asked: dict[str, Any], spoil: bool, other: bool, backend: str, counts: tuple[int, int]
) -> None:
    machine.assure(work, Named())
    [proof] = work.with_name("machine").iterdir()
    proof.write_text("{" if spoil else proof.read_text())
    machine.assure(work.with_name("other") if other else work, Named(backend))
    assert (asked["examine"], asked["quick"]) == counts


def test_a_machine_is_examined_before_its_first_step_alone(work: Path, asked: dict[str, Any]) -> None:
    """A node of a cluster; what the class says of its sandbox is that of the machine that planned."""
    assert [machine.prove(Named()) for _ in range(2)] == [HELD.to_json()] * 2
    assert (asked["examine"], asked["quick"], list(work.iterdir())) == (1, 0, [])


def test_a_broken_sandbox_is_refused_after_a_second_look_and_not_after_one(work, asked) -> None:
    asked["answers"] = [BROKEN]
    with pytest.raises(JudgeError) as error:
        machine.assure(work, Named())
    assert str(error.value) == (
        "sandbox bwrap: No network: a program inside got through\nFix: gograde doctor tells how to mend it"
    )
    assert asked["examine"] == 2
    assert not list(work.iterdir())
    assert not list(work.with_name("machine").iterdir())

    asked["answers"] = [BROKEN, HELD]
    machine.assure(work, Named())
    assert json.loads((work / "doctor.json").read_bytes())["fit"] is True


def test_a_note_says_what_another_back_end_would_hold_better(work: Path, asked: dict[str, Any]) -> None:
    assert machine.weaknesses(work) == []
    asked["answers"] = [replace(HELD, backend="landlock", short=shortfalls("landlock", [*Need]))]
    machine.assure(work, Named("landlock"))
    assert machine.weaknesses(work) == [
        "a weaker sandbox (landlock): not held: names, sizes and times of other files, numbers of the "
        "machine's processes; held in part: processes after the end, though the grader is killed; "
        "sampled: bytes in the working folder (docs/sandbox.md)"
    ]
    asked["answers"] = [replace(HELD, short=shortfalls("bwrap", [*Need]))]
    machine.assure(work, Named())
    assert machine.weaknesses(work) == []
