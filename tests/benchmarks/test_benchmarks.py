"""Every benchmark finds what it measures: a name that is gone from gograde is told here."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import benchmarks
from benchmarks.__main__ import NAMES, main
from tests.pictures.read.boards import Look, painted, random_board

FOLDER = Path(benchmarks.__path__[0])


@pytest.mark.parametrize("name", NAMES)
def test_a_benchmark_can_be_started(name: str) -> None:
    assert callable(importlib.import_module(f"benchmarks.{name}").main)


def test_an_unknown_benchmark_is_told() -> None:
    with pytest.raises(SystemExit, match="no benchmark named best\nFix: choose among area, arena"):
        main(["area", "best"])


def test_pictures_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "pictures" / "program"
    program.mkdir(parents=True)
    boards = [random_board(seed) for seed in (1, 2)]
    for name, board in zip("ab", boards, strict=True):
        painted(board, Look(step=50, margin=50)).save(program / f"{name}.png")
        (program / f"{name}.txt").write_text("\n".join(board))
    with pytest.raises(SystemExit) as ended:
        main(["pictures", str(tmp_path / "pictures")])
    _, _, right, _, wrong, _ = capsys.readouterr().out.splitlines()
    assert (ended.value.code, right.split()[2:4], wrong.split()[2:3]) == (0, ["2", "0"], ["0"])
    (program / "b.txt").write_text("\n".join(boards[0]))
    with pytest.raises(SystemExit) as ended:
        main(["pictures", str(tmp_path / "pictures")])
    assert ended.value.code == 1
    (program / "b.txt").unlink()
    with pytest.raises(SystemExit, match=r"b\.txt: no board\nFix: write its rows there"):
        main(["pictures", str(tmp_path / "pictures")])
