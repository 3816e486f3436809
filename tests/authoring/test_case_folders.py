import json
import shutil
from functools import partial

import pytest

from gograde.authoring.case_folders import hidden_batches, hidden_files, sample_batches
from gograde.errors import DataError
from gograde.package.package import find_package, open_package
from gograde.package.secret_files import store
from tests.golden import errors_agree
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


def change_manifest(folder, **changes):
    path = folder / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_hidden_batches_survive_the_disk(package, hidden, folder):
    assert hidden_batches(package, folder) == hidden


def test_hidden_cases_that_are_not_as_they_were_made_are_refused(package, folder, tmp_path):
    """Each change is made to a copy; of a copy without one nothing is said."""

    def tried():
        yield "none", partial(hidden_batches, package, tmp_path / "none")
        changes = {
            "a changed case": lambda copy: (copy / "03/test_1.txt").write_bytes(b"0 0 1\n"),
            "a case that is gone": lambda copy: (copy / "03/test_1.txt").unlink(),
            **{
                str(change): partial(change_manifest, **change)
                for change in (
                    {"version": "0.9.0"},
                    {"batches": []},
                    {"files": {"../secret": "0"}},
                    {"bathces": []},
                )
            },
        }
        for number, (name, change) in enumerate(changes.items()):
            copy = shutil.copytree(folder, tmp_path / str(number))
            change(copy)
            yield name, partial(hidden_batches, package, copy)

    errors_agree("authoring/hidden.txt", tried(), tmp_path)


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
