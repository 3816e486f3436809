import json
import shutil

import pytest

from gograde.authoring.case_folders import hidden_batches, hidden_files, sample_batches
from gograde.errors import DataError
from gograde.package.package import find_package, open_package
from gograde.package.secret_files import store
from tests.hidden import hidden_batches as shared_batches


@pytest.fixture
def package():
    return find_package("board9")


@pytest.fixture
def hidden():
    return shared_batches("board9")


@pytest.fixture
def sample(package):
    return sample_batches(package)[0]


@pytest.fixture
def folder(package, hidden, tmp_path):
    store(hidden_files(package, hidden), tmp_path / "board9", force=False)
    return tmp_path / "board9"


def fault(package, folder):
    with pytest.raises(DataError) as caught:
        hidden_batches(package, folder)
    return str(caught.value)


def change_manifest(folder, **changes):
    path = folder / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_hidden_batches_survive_the_disk(package, hidden, folder):
    assert hidden_batches(package, folder) == hidden


def test_hidden_cases_that_are_not_there_are_told_with_how_to_make_them(package, tmp_path):
    assert fault(package, tmp_path / "none") == (
        f"{tmp_path / 'none'}: no hidden cases\nFix: make them: gograde cases generate board9 --into CLASS"
    )


def test_a_changed_case_is_found(package, folder):
    with (folder / "03" / "test_1.txt").open("ab") as file:
        file.write(b"0 0 1\n")
    assert f"{folder / '03' / 'test_1.txt'}: changed since it was made" in fault(package, folder)


def test_a_missing_case_is_found(package, folder):
    (folder / "03" / "test_1.txt").unlink()
    assert f"{folder / '03' / 'test_1.txt'}: no such file" in fault(package, folder)


def test_cases_of_another_version_are_refused(package, folder):
    change_manifest(folder, version="0.9.0")
    assert fault(package, folder) == (
        f"{folder / 'manifest.json'}: made for board9 0.9.0, not for board9 1.0.0\n"
        "Fix: put version 0.9.0 of the package into CLASS/packages/board9, or make them: "
        "gograde cases generate board9 --into CLASS --force"
    )


def test_a_manifest_without_batches_is_refused(package, folder):
    change_manifest(folder, batches=[])
    assert "names no batch" in fault(package, folder)


def test_a_manifest_cannot_lead_out_of_the_folder(package, folder):
    change_manifest(folder, files={"../secret": "0"})
    assert "'../secret' leads out of the folder" in fault(package, folder)


def test_a_misspelt_key_of_the_manifest_is_told(package, folder):
    change_manifest(folder, bathces=[])
    assert 'bathces: unknown key\nFix: did you mean "batches"?' in fault(package, folder)


def test_the_public_cases_are_one_visible_batch(package, sample):
    assert sample_batches(package) == (sample,)
    assert (sample.name, sample.public) == ("sample-01", True)


def test_a_package_without_a_module_is_told(package, tmp_path):
    shutil.copytree(package.path, tmp_path / "other")
    for name in ("assignment.yaml", "datapackage.json"):
        path = tmp_path / "other" / name
        path.write_text(
            path.read_text().replace("board9\n", "board10\n").replace('"name": "board9"', '"name": "board10"')
        )
    with pytest.raises(
        DataError, match=r"no module scores the assignment 'board10'\nFix: use one of: board-control, board9"
    ):
        sample_batches(open_package(tmp_path / "other"))
