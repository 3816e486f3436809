"""`gograde doctor` from the outside."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from click.testing import CliRunner, Result

from gograde.cli.doctor import doctor
from gograde.errors import ExitCode, JudgeError
from gograde.sandbox import select
from gograde.sandbox.doctor import examination
from gograde.sandbox.doctor.survey import Controls, Guarantee, Report


@dataclass(frozen=True)
class Named:
    name: str


HOLDS = Guarantee("tcp", "No network: TCP", True, "works outside, refused inside")
LEAKS = Guarantee("tcp", "No network: TCP", False, "a program inside got through")
OPTIONAL = Guarantee("canary-stat", "Sizes", False, "a program inside got through", required=False)
NO_BWRAP = JudgeError("sandbox bwrap", "bubblewrap is not installed", "sudo apt-get install bubblewrap")


def invoke(
    monkeypatch: pytest.MonkeyPatch, found: dict[str, Guarantee | JudgeError], *args: str
) -> tuple[Result, list[str]]:
    """Run the command where each back end has the one guarantee given, or is missing."""
    examined: list[str] = []

    def choose(*, trust: bool = False, name: str | None = None) -> Named:
        one = found[str(name)]
        if isinstance(one, JudgeError):
            raise one
        return Named(str(name))

    def examine(backend: Named, controls: Controls) -> Report:
        examined.append(backend.name)
        one = found[backend.name]
        assert isinstance(one, Guarantee)
        return Report(backend.name, (one, OPTIONAL), {"tcp": "connected"})

    monkeypatch.setattr(select, "choose_backend", choose)
    monkeypatch.setattr(examination, "examine", examine)
    monkeypatch.setattr(examination, "run_controls", lambda: {})
    runner = CliRunner(env={"COLUMNS": "120"})
    return runner.invoke(doctor, list(args), standalone_mode=False), examined


def test_the_first_fit_back_end_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    result, examined = invoke(monkeypatch, {"bwrap": HOLDS, "landlock": HOLDS})
    assert result.return_value == ExitCode.DONE
    assert examined == ["bwrap"]
    assert "bwrap: 1 of 2 guarantees hold" in result.output
    assert result.output.endswith("Submissions are held by bwrap.\n")


def test_all_examines_both(monkeypatch: pytest.MonkeyPatch) -> None:
    result, examined = invoke(monkeypatch, {"bwrap": HOLDS, "landlock": HOLDS}, "--backend", "all")
    assert (result.return_value, examined) == (ExitCode.DONE, ["bwrap", "landlock"])


def test_a_leak_is_named_and_the_next_back_end_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    result, examined = invoke(monkeypatch, {"bwrap": LEAKS, "landlock": HOLDS})
    assert (result.return_value, examined) == (ExitCode.DONE, ["bwrap", "landlock"])
    assert "BROKEN" in result.output
    assert "a program inside got through: connected" in result.output
    assert result.output.endswith("Submissions are held by landlock.\n")


def test_without_any_back_end_the_exit_code_is_4_and_the_mend_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    result, _ = invoke(monkeypatch, {"bwrap": NO_BWRAP, "landlock": LEAKS})
    assert result.return_value == ExitCode.JUDGE_ERROR == 4
    assert "bwrap: bubblewrap is not installed\n  Fix: sudo apt-get install bubblewrap\n" in result.output
    assert result.output.endswith("No submission can be held here.\n")


def test_one_back_end_by_name_is_not_replaced_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    result, examined = invoke(monkeypatch, {"bwrap": LEAKS, "landlock": HOLDS}, "--backend", "bwrap")
    assert (result.return_value, examined) == (ExitCode.JUDGE_ERROR, ["bwrap"])


def test_json_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    result, _ = invoke(monkeypatch, {"bwrap": NO_BWRAP, "landlock": HOLDS}, "--format", "json")
    answer = json.loads(result.output)
    assert answer["chosen"] == "landlock"
    assert answer["unavailable"] == {
        "bwrap": {"what": "bubblewrap is not installed", "fix": "sudo apt-get install bubblewrap"}
    }
    assert answer["backends"][0]["guarantees"][0] == {
        "id": "tcp",
        "title": "No network: TCP",
        "ok": True,
        "detail": "works outside, refused inside",
        "required": True,
    }
    assert answer["versions"]["gograde"]


def test_this_machine_is_examined_for_real(monkeypatch: pytest.MonkeyPatch, controls: Controls) -> None:
    monkeypatch.setattr(examination, "run_controls", lambda: controls)
    result = CliRunner().invoke(doctor, ["--format", "json"], standalone_mode=False)
    answer = json.loads(result.output)
    fit = [one["backend"] for one in answer["backends"] if one["fit"]]
    assert [answer["chosen"]] == fit or (answer["chosen"] is None and not fit)
    assert result.return_value == (ExitCode.DONE if fit else ExitCode.JUDGE_ERROR)
    assert all(len(one["guarantees"]) >= 30 for one in answer["backends"] if one["fit"])
