"""The command line of `gograde kit`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Terminal


def test_the_kit_is_written_once(call: Terminal, tmp_path: Path) -> None:
    done = call("kit", "little-go", "kit")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "kit: made, with alphabeta_player.py, build.sh, host.py, init/input.txt, random_player.py, read.py, "
        "referee.py, write.py\n"
    )
    done = call("kit", "little-go", "kit")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "kit: is not empty\nFix: name a new or an empty folder\n"


def test_an_assignment_without_a_kit_is_a_wrong_call(call: Terminal, tmp_path: Path) -> None:
    done = call("kit", "board9", "kit")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "board9: has no kit\nFix: choose little-go\n"
    assert not (tmp_path / "kit").exists()
