"""`require: bwrap` in class.yaml: nothing less grades the class."""

from pathlib import Path

import pytest

from gograde.classroom.classroom import CLASS_FILE, Classroom, load_class
from gograde.classroom.new_class import class_files, new_config
from gograde.errors import DataError, JudgeError, UsageError
from gograde.sandbox.protocol import Backend
from gograde.workflow.checking.fitness import backend_for


def a_class(folder: Path, line: str) -> Classroom:
    files = class_files(new_config("A class", ["board9"]))
    (folder / CLASS_FILE).write_text(f"{line}\n{files[CLASS_FILE]}")
    (folder / "roster.csv").write_text(files["roster.csv"] + "1,An,Ada\n")
    return load_class(folder)


def test_a_new_class_requires_nothing_and_shows_how(tmp_path: Path) -> None:
    assert a_class(tmp_path, "").config.require is None
    text = class_files(new_config("A class", ["board9"]))[CLASS_FILE]
    (tmp_path / CLASS_FILE).write_text(text.replace("# require:", "require:"))
    assert load_class(tmp_path).config.require == "bwrap"


def test_another_word_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        a_class(tmp_path, "require: landlock")
    assert str(caught.value) == (
        f"{tmp_path / CLASS_FILE}: require: 'landlock' is not known here\nFix: write 'bwrap' (line 1)"
    )


def test_nothing_asks_for_less(tmp_path: Path) -> None:
    classroom = a_class(tmp_path, "require: bwrap")
    where = f"{tmp_path / CLASS_FILE}: require: the class requires bwrap, and"
    with pytest.raises(UsageError) as caught:
        backend_for(classroom, trust=True)
    assert str(caught.value) == (
        f"{where} --trust-submissions asks for less\n"
        "Fix: leave --trust-submissions out, or delete the line require: bwrap"
    )
    with pytest.raises(UsageError) as caught:
        backend_for(classroom, trust=False, name="landlock")
    assert str(caught.value) == (
        f"{where} its plan was made with landlock\nFix: make the plan anew: gograde run"
    )


@pytest.mark.needs("bwrap")
def test_a_proof_that_fails_grades_nothing(tmp_path: Path) -> None:
    def proof(backend: Backend) -> None:
        raise JudgeError(f"sandbox {backend.name}", "No network: TCP", "mend it")

    with pytest.raises(JudgeError, match=r"require: bwrap does not hold here \(sandbox bwrap: No network"):
        backend_for(a_class(tmp_path, "require: bwrap"), trust=False, proof=proof)
