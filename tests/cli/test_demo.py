"""`gograde demo`: graded, published, corrected and regraded; a second call does nothing more."""

import json
from pathlib import Path

import pytest

from gograde.intake.languages.tools import missing
from tests.cli.conftest import Terminal
from tests.demo_grades import surprises


@pytest.mark.long
@pytest.mark.parametrize("tools", [True, False])
def test_the_demo_grades_publishes_and_regrades(terminal, tmp_path, monkeypatch, tools) -> None:
    """With the tools of this machine and without any: the same verdicts, and the correction tells."""
    if not tools:
        monkeypatch.setenv("PATH", str(tmp_path))
    done = terminal("demo", "--assignments", "tromp-taylor")
    assert done.returncode == 0, done.stderr
    in_python = "6 hand-ins are in Python here and would be in C: apt install gcc libc6-dev\n"
    assert (in_python in done.stdout) is bool(not tools or missing("c"))
    assert "Published: students see gradebook 1 until the next gograde publish." in done.stdout
    assert "1 of 24 results changed, and 1 total." in done.stdout
    assert "1 result is newer than gradebook 1, which students see." in done.stdout
    folder = tmp_path / "gograde-demo"
    assert not [told for told in surprises(folder / "reports") if "tromp-taylor" in told]
    book = json.loads((folder / "gradebooks" / "0001.json").read_text())
    assert (book["at"], book["note"]) == ("2026-12-07T12:00:00+00:00", "first marks")
    monkeypatch.undo()  # the tools are there again, and the class stays as it was made
    again = terminal("demo")
    assert again.returncode == 0, again.stderr
    assert "Nothing had changed." in again.stdout
    assert ("in C: a new folder has them so\n" in again.stdout) is bool(not tools and not missing("c"))
    assert [path.name for path in (folder / "gradebooks").glob("*.json")] == ["0001.json"]


def test_an_assignment_that_does_not_ship_makes_no_class(call: Terminal, tmp_path: Path) -> None:
    done = call("demo", "--assignments", "board9,tromp-tailor")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'tromp-tailor: no such assignment\nFix: did you mean "tromp-taylor"?\n'
    assert not [*tmp_path.iterdir()]
