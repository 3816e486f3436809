"""Results of games: priorities, what a game counts for, and the file that keeps them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from gograde.engine.formulary.experience import Experience, Result, add, default_file, followed, load
from gograde.engine.formulary.library import Library, Line
from gograde.errors import DataError
from tests.golden import errors_agree

LINES = [Line(steps, steps) for steps in ("DDFCCFIC", "DDFCCFDBCC", "DDFCDF", "CDEC")]
SMALL = Library.of(LINES)


def names(steps: str) -> list[str]:
    return [line.name for line in followed(SMALL, steps)]


def test_the_priority_adapts_by_laplaces_rule() -> None:
    known = Experience({"DDFCDF": Result(wins=3, games=4)})
    assert known.priority(LINES[2]) == Fraction(4, 6)
    assert known.priority(LINES[0]) == Fraction(1, 2)


def test_results_add_up() -> None:
    one, two = Experience({"DD": Result(1, 2)}), Experience({"DD": Result(0, 1), "CC": Result(1, 1)})
    assert one.plus(two) == Experience({"CC": Result(1, 1), "DD": Result(1, 3)})


def test_a_corner_counts_for_the_lines_that_it_followed() -> None:
    for steps, lines in [
        ("DDFCDF", ["DDFCDF"]),
        ("DDCFFD", ["DDFCDF"]),
        ("DDFCDFAA", ["DDFCDF"]),
        ("DDFCCFIC", ["DDFCCFIC"]),
        ("DDFCCFDB", ["DDFCCFDBCC"]),
        ("DDFCCFDBAA", ["DDFCCFDBCC"]),
        ("DDFCCF", []),
        ("DDFCAA", []),
        ("CDEC", ["CDEC"]),
        ("", []),
    ]:
        assert names(steps) == lines


def test_a_file_that_is_not_there_has_no_results(tmp_path: Path) -> None:
    assert load(tmp_path / "none" / "formulary.json") == Experience()


def test_what_is_added_is_there_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "formulary.json"
    add(path, Experience({"DDFCDF": Result(1, 1)}))
    total = add(path, Experience({"DDFCDF": Result(0, 1), "CDEC": Result(1, 1)}))
    assert total == load(path) == Experience({"CDEC": Result(1, 1), "DDFCDF": Result(1, 2)})
    assert json.loads(path.read_text()) == {
        "format": "gograde/formulary/v1",
        "lines": {"CDEC": {"wins": 1, "games": 1}, "DDFCDF": {"wins": 1, "games": 2}},
    }
    assert [file.name for file in path.parent.iterdir()] == ["formulary.json"]


def test_two_processes_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "formulary.json"
    code = (
        "import sys; from pathlib import Path\n"
        "from gograde.engine.formulary.experience import Experience, Result, add\n"
        "[add(Path(sys.argv[1]), Experience({'DDFCDF': Result(n % 2, 1)})) for n in range(20)]"
    )
    both = [subprocess.Popen([sys.executable, "-c", code, str(path)]) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    assert load(path) == Experience({"DDFCDF": Result(20, 40)})


GOOD = '{"format": "gograde/formulary/v1", "lines": '
BROKEN = [
    *("", '{"format": ', "\xff", "[" * 100_000, "[]", "{}", '{"format": "x", "lines": {}}'),
    *(GOOD + "[]}", GOOD + '{"DD": 1}}', GOOD + '{"DD": {"wins": 2, "games": 1}}}'),
    *(GOOD + '{"DD": {"wins": true, "games": 1}}}', GOOD + '{"KK": {"wins": 0, "games": 1}}}'),
]


def test_a_broken_file_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "formulary.json"

    def tried() -> Iterator[tuple[str, Callable[[], object]]]:
        for text in BROKEN:
            path.write_text(text, encoding="latin-1")
            yield text[:99], lambda: add(path, Experience({"DDFCDF": Result(1, 1)}))
            assert path.read_text(encoding="latin-1") == text

    errors_agree("engine/experience.txt", tried(), tmp_path)


def test_a_place_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "formulary.json"
    with pytest.raises(DataError) as refused:
        add(path, Experience())
    where = f"{path}: cannot be written: "
    assert str(refused.value).startswith(where)
    assert str(refused.value).endswith("\nFix: name a file in a folder where you may write")


def test_a_folder_in_its_place_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DataError) as refused:
        load(tmp_path)
    assert str(refused.value) == f"{tmp_path}: cannot be read: Is a directory\nFix: give yourself the right"


def test_the_default_file_follows_xdg(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_file() == tmp_path / "gograde" / "formulary.json"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_file() == tmp_path / ".local" / "share" / "gograde" / "formulary.json"
