"""A table says what the machine lacks, a measurement misses no process, and pictures are counted."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import main
from benchmarks.measure import run
from benchmarks.runs import sandboxed
from benchmarks.table import Settings
from gograde.pictures.read.question import mirrored
from tests.pictures.read.boards import Look, painted, random_board


def test_what_the_machine_lacks_is_not_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("benchmarks.runs.backends", dict)
    monkeypatch.setattr("shutil.which", lambda _: None)
    rows = [row.cells()[2:] for row in sandboxed(Settings(1, (), tmp_path))]
    assert rows.count(("not installed", "bubblewrap alone", "not installed", "")) == 4


def test_a_command_costs_what_all_its_processes_cost() -> None:
    burn = 'import time; memory = b"x" * (64 << 20)\nwhile time.process_time() < 0.3: pass'
    used = run(["sh", "-c", f"{sys.executable} -c '{burn}'; true"])
    assert (used.cpu_s >= 0.3, used.peak_mib >= 64) == (True, True)


def test_pictures_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def ends(name: str) -> str:
        with pytest.raises(SystemExit) as ended:
            main([name, str(tmp_path)])
        return str(ended.value)

    (program := tmp_path / "program").mkdir()
    painted(board := random_board(1, 4, 5), Look(step=24)).save(program / "a.png")
    (truth := program / "a.txt").write_text("\n".join(board))
    assert ends("pictures") == "0"
    _, _, right, _, wrong, _ = capsys.readouterr().out.splitlines()
    assert (right.split()[2:4], wrong.split()[2:4]) == (["1", "0"], ["0", "0"])
    truth.write_text("\n".join(mirrored(board)))  # and its mirror image, which is taken for wrong, is shown
    assert ends("pictures") == "1"
    truth.unlink()
    assert "a.txt: no board\nFix: write its rows there" in ends("pictures")
    assert "no benchmark named" in ends("best")
