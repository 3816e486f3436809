"""A small campaign, and its command line."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from gograde.errors import DataError, JudgeError
from tests.fuzz import __main__ as command
from tests.fuzz.mutate import LONGEST, mutated
from tests.fuzz.targets import TARGETS
from tests.fuzz.trial import BrokenError, Trial, fault_of


@pytest.mark.parametrize("target", TARGETS)
def test_nothing_malformed_is_more_than_a_refusal(target: str, capsys: pytest.CaptureFixture[str]) -> None:
    failed, _ = command.campaign(command.cases(500, range(250 // len(TARGETS)), target), None)
    assert failed == 0, capsys.readouterr().out


def test_a_case_is_the_same_each_time() -> None:
    for target in TARGETS:
        once, again, other = (command.Case(seed, target, 7).trial().data for seed in (3, 3, 4))
        assert once == again and once != other


def raising(error: BaseException) -> Trial:
    def take() -> str:
        raise error

    return Trial("made up", b"x", take)


def test_what_counts_as_a_fault() -> None:
    assert fault_of(Trial("made up", b"", lambda: "refused")) == ""
    assert fault_of(raising(DataError("where", "what", "fix"))) == ""
    assert fault_of(Trial("made up", b"", str)) == "nothing said"
    assert fault_of(raising(JudgeError("a", "b", "c"))) == "a judge error: a: b\nFix: c"
    assert fault_of(raising(BrokenError("wrote outside"))) == "wrote outside"
    assert fault_of(raising(ValueError("oh"))).endswith("ValueError: oh")


def test_what_takes_long_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.fuzz.trial.MOST_CPU_S", 0.0)
    assert fault_of(Trial("made up", b"", lambda: "x" * sum(range(3)))).startswith("took ")


def test_a_failing_case_is_told_kept_and_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(TARGETS, "answers", lambda random: raising(ValueError(str(random.random()))))
    asked = ["--seed", "2", "--only", "answers", "--keep", str(tmp_path / "kept")]
    assert command.main([*asked, "--count", "3"]) == 1
    first = capsys.readouterr().out
    assert "again: --seed 2 --only answers --case 1" in first
    assert first.endswith("\n") and "seed 2: 3 cases, 3 failed" in first
    assert command.main([*asked, "--case", "1"]) == 1
    second = capsys.readouterr().out.split("\n  again")[0]
    assert second in first
    assert sorted(path.name for path in (tmp_path / "kept").iterdir()) == [f"answers-2-{n}" for n in range(3)]


def test_changes_stay_within_their_length() -> None:
    random = Random(1)
    made = [mutated(random, b"Problem 3: step:[(2, 3)]\n" * 10) for _ in range(300)]
    assert len(set(made)) > 200 and max(map(len, made)) <= LONGEST
