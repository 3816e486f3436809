"""The example class: what lies in it, and that it is the same every time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from gograde.authoring.case_folders import hidden_batches
from gograde.classroom.classroom import load_class
from gograde.classroom.example import example_class
from gograde.classroom.example.example_class import RULES, STUDENTS, correct_example, in_python, make_example
from gograde.classroom.handed_in import find_submissions
from gograde.codec import replace
from gograde.errors import DataError
from gograde.grading.course import load_course
from gograde.package.package import Package, find_package, package_ids
from gograde.package.samples import read_samples
from gograde.workflow.plan import check_corrections
from tests.demo_grades import EXPECTED


@pytest.fixture(scope="module")
def packages() -> Mapping[str, Package]:
    return {name: find_package(name) for name in RULES}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The class with all assignments; tests do not change it."""
    folder = tmp_path_factory.mktemp("example") / "class"
    make_example(folder)
    return folder


def contents(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_every_assignment_that_ships_is_in_it() -> None:
    assert sorted(RULES) == list(package_ids())
    assert len(STUDENTS) == 24
    handed_in = {(one.id, name) for one in STUDENTS for name in one.works}
    assert handed_in == {key for key, verdict in EXPECTED.items() if verdict != "NS"}


def test_there_are_late_missing_broken_and_hostile_ones(packages: Mapping[str, Package]) -> None:
    files = example_class.example_files(packages)
    assert files["submissions/board9/otto.zip"].startswith(b"PK")
    assert files["submissions/board9/petra/homework.rar"].startswith(b"Rar!")
    assert b"../../../overrides.csv" in files["submissions/tromp-taylor/rosa.zip"]
    assert b'"red" if colour == BLACK else "blue"' in files["submissions/board9/vera/board9.py"]
    assert "submissions/board9/quentin/board9.py" in files
    assert not [path for path in files if "noor" in path]
    assert b"emil,2026-10-06T09:29:00+00:00" in files["submissions/board9/submitted_at.csv"]
    assert b"amara,2026-10-04T19:59:00+00:00" in files["submissions/board9/submitted_at.csv"]


def test_where_tools_are_missing_the_same_programs_are_handed_in_in_python(
    packages: Mapping[str, Package], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The same verdicts are due to them, in each assignment; twelve are meant to be in C."""
    monkeypatch.setattr(example_class, "missing", lambda name: name not in ("python", "shell"))
    meant: Counter[str] = Counter()
    for name, package in packages.items():
        samples = read_samples(package)
        due = {name: replace(one.expected, message="", of="", change="") for name, one in samples.items()}
        for _, work in example_class._works(name):
            taken, languages = example_class._chosen(samples, work)
            assert due[taken] == due[work.samples[0]]
            meant.update(languages)
    assert meant == {"c": 12}
    make_example(tmp_path / "c", ["tromp-taylor"])
    assert in_python(tmp_path / "c") == {"c": 6}
    assert (tmp_path / "c/submissions/tromp-taylor/dalia/golf.py").is_file()


def test_it_is_a_class_in_order(whole: Path) -> None:
    classroom = load_class(whole)
    assert len(classroom.students) == 24
    assert classroom.students[2].more == {"section": "B"}
    assert [one.student for one in classroom.overrides] == ["otto"]
    assert classroom.assignments["influence"].extensions == {"lena": 72}
    for name in RULES:
        check_corrections(classroom, load_course(classroom, name))
        found = find_submissions(classroom, name)
        assert not found.strangers
        assert len(found.paths) == sum(name in one.works for one in STUDENTS)


def test_the_hidden_cases_are_few_and_the_same_every_time(
    whole: Path, packages: Mapping[str, Package], tmp_path: Path
) -> None:
    number = {name: len(hidden_batches(packages[name], whole / "hidden" / name)) for name in RULES}
    assert number == {"board9": 1, "tromp-taylor": 13, "board-control": 4, "influence": 7, "little-go": 4}
    make_example(tmp_path / "part", ["tromp-taylor", "little-go"])
    for name in ("tromp-taylor", "little-go"):
        for folder in (f"hidden/{name}", f"submissions/{name}"):
            assert contents(tmp_path / "part" / folder) == contents(whole / folder) != {}


def test_a_class_that_is_there_is_left_alone(tmp_path: Path) -> None:
    make_example(tmp_path / "c", ["little-go"])
    (tmp_path / "c" / "roster.csv").write_text("student_id\nme\n")
    make_example(tmp_path / "c")
    assert (tmp_path / "c" / "roster.csv").read_text() == "student_id\nme\n"
    assert not (tmp_path / "c" / "submissions" / "board9").exists()


def test_a_case_is_corrected_once(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    make_example(folder, ["tromp-taylor"])
    assert correct_example(folder, ["tromp-taylor"])
    classroom = load_class(folder)
    check_corrections(classroom, load_course(classroom, "tromp-taylor"))
    assert not correct_example(folder, ["tromp-taylor"])
    assert not correct_example(tmp_path / "other", ["board9"])


def test_the_example_is_not_put_among_other_files(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("precious")
    with pytest.raises(DataError) as error:
        make_example(tmp_path)
    told = f"{tmp_path}: holds files that are not the example class\nFix: give a new folder"
    assert str(error.value) == told
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
