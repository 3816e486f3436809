"""Cases are made again in another process, with other hashes of strings."""

from pathlib import Path

import pytest

from gograde.authoring.new_package import describe_package, new_package
from gograde.authoring.spec_author import generate_batches
from gograde.errors import JudgeError
from gograde.grading.package_verify import hashes, hashes_elsewhere, verify
from gograde.package.package import Package, open_package

KEY = b"a key for the tests of made_again"

ROWS = "    rows, cols = 2 + stream.below(3), 2 + stream.below(3)\n"


def changed(folder: Path, line: str) -> Package:
    """A new package that makes its boards after this line."""
    package = new_package("liberties", "module", folder)
    path = package / "grader" / "author.py"
    path.write_text(path.read_text().replace(ROWS, f"    {line}\n{ROWS}"))
    describe_package(package, sample=False)
    return open_package(package)


def test_another_process_makes_the_same_cases(tmp_path: Path) -> None:
    package = open_package(new_package("liberties", "module", tmp_path))
    made = hashes(package, generate_batches(package, KEY))
    assert len(made) > 4
    assert hashes_elsewhere(package, KEY) == made


def test_cases_that_depend_on_the_hashes_of_strings_are_found(tmp_path, monkeypatch) -> None:
    """Wherever the seed of this process comes from, that of the other one is not the same."""
    package = changed(tmp_path, 'stream = Stream(b"%d" % hash(question), str(stream.below(10**9)))')
    report = verify(package, KEY, None, lambda step: None)
    found = {check.name: check.findings for check in report.checks}["same bytes twice"]
    assert found
    assert {one.what for one in found} == {"made again from the same key, in another process, it differs"}
    monkeypatch.setenv("PYTHONHASHSEED", "1")
    other = hashes_elsewhere(package, KEY)
    monkeypatch.setenv("PYTHONHASHSEED", "0")
    assert hashes_elsewhere(package, KEY) != other


def test_cases_that_cannot_be_made_there_are_a_fault_of_the_package(tmp_path: Path) -> None:
    line = "import sys; sys.argv[0].endswith('package_verify.py') and stream.nothing()"
    package = changed(tmp_path, line)
    generate_batches(package, KEY)
    with pytest.raises(JudgeError) as caught:
        hashes_elsewhere(package, KEY)
    assert str(caught.value) == (
        "generator: fails in a process of its own: "
        "AttributeError: 'Stream' object has no attribute 'nothing'\n"
        "Fix: mend it first"
    )
