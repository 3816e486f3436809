import json
import os
from pathlib import Path

import pytest

from gograde.errors import DataError, UsageError
from gograde.package.package import (
    check_descriptor,
    check_files,
    describe,
    find_package,
    load_config,
    load_package,
    open_package,
    package_ids,
    resource,
    resource_name,
)

from .conftest import write_descriptor


def load_fault(folder: Path) -> DataError:
    with pytest.raises(DataError) as caught:
        load_package(folder)
    return caught.value


def test_a_package_is_its_configuration_and_its_files(tiny):
    package = load_package(tiny)
    assert (package.config.id, package.config.board.rows, package.config.board.cols) == ("tiny", 3, 4)
    assert package.folders("submissions/wrong_answer") == ("bad",)
    assert package.folders("data/sample") == ("01",)
    assert package.files("data/sample/01") == {"test_1.txt": b"0 0 -1\n1 2 1\n", "test_2.txt": b""}
    assert package.generator() == {"schema": "x"}


def test_a_changed_byte_is_found(tiny):
    path = tiny / "submissions" / "accepted" / "good" / "main.py"
    path.write_text("print(2)\n")
    error = load_fault(tiny)
    assert str(error) == (
        f"{path}: changed since the descriptor was written\n"
        f"Fix: restore it, or if the change is meant: gograde cases describe {tiny}"
    )


def test_the_advice_names_a_folder_here_with_a_slash(tiny, monkeypatch):
    (tiny / "submissions" / "accepted" / "good" / "main.py").write_text("print(2)\n")
    monkeypatch.chdir(tiny.parent)
    for folder in (Path(tiny.name), Path("..") / tiny.parent.name / tiny.name):
        shown = folder if folder.parts[0] == ".." else f"./{folder}"
        assert str(load_fault(folder)).endswith(f"gograde cases describe {shown}")


def test_a_missing_file_is_found_and_a_link_is_not_followed(tiny):
    (tiny / "generator.yaml").unlink()
    assert load_fault(tiny).what == "listed in the descriptor, but not there"
    (tiny / "generator.yaml").symlink_to("assignment.yaml")
    assert load_fault(tiny).what == "a symbolic link"


def test_a_pipe_is_not_waited_for(tiny):
    os.mkfifo(tiny / "endless")
    with pytest.raises(DataError) as caught:
        describe(tiny, load_config(tiny))
    assert str(caught.value) == f"{tiny}/endless: not a regular file\nFix: put the file itself there"


def test_the_digest_changes_with_any_byte_and_any_name(tiny):
    before = load_package(tiny).sha256
    (tiny / "generator.yaml").write_text("schema: y\n")
    write_descriptor(tiny)
    changed = load_package(tiny).sha256
    (tiny / "generator.yaml").write_text("schema: x\n")
    write_descriptor(tiny)
    assert load_package(tiny).sha256 == before != changed
    (tiny / "more.md").write_text("")
    write_descriptor(tiny)
    assert load_package(tiny).sha256 not in (before, changed)


def test_an_unlisted_file_is_found_when_the_package_is_checked(tiny):
    (tiny / "extra.txt").write_text("x")
    package = load_package(tiny)
    assert [(finding.where, finding.what.partition(";")[0]) for finding in check_files(package)] == [
        ("extra.txt", "not listed in datapackage.json")
    ]


def test_a_sound_package_has_no_findings(tiny):
    assert list(check_files(open_package(tiny))) == []
    assert list(check_descriptor(tiny)) == []


def test_every_changed_and_missing_file_is_found_at_once(tiny):
    (tiny / "generator.yaml").write_text("schema: z\n")
    (tiny / "data" / "sample" / "01" / "test_1.txt").unlink()
    assert [finding.where for finding in check_files(open_package(tiny))] == [
        "data/sample/01/test_1.txt",
        "generator.yaml",
    ]


def test_frictionless_looks_into_the_boards(tiny):
    (tiny / "data" / "sample" / "01" / "test_1.txt").write_text("0 0 7\n")
    write_descriptor(tiny)
    found = list(check_descriptor(tiny))
    assert len(found) == 1
    assert 'constraint "enum" is "[-1, 1]"' in found[0].what


def test_a_descriptor_of_another_version_is_refused(tiny):
    text = (tiny / "datapackage.json").read_text().replace('"version": "1.0.0"', '"version": "2.0.0"')
    (tiny / "datapackage.json").write_text(text)
    assert load_fault(tiny).what == "describes tiny 2.0.0, not tiny 1.0.0"


@pytest.mark.parametrize("path", ["../secret", "a/../../secret", "/etc/passwd"])
def test_a_descriptor_cannot_lead_out_of_the_package(tiny, path):
    value = json.loads((tiny / "datapackage.json").read_text())
    value["resources"][0]["path"] = path
    (tiny / "datapackage.json").write_text(json.dumps(value))
    with pytest.raises(
        DataError, match=r"leads out of the package|holds a character that is not allowed here"
    ):
        load_package(tiny)


def test_the_descriptor_names_size_hash_and_schema():
    entry = resource("data/sample/01/test_1.txt", b"0 0 -1\n")
    assert entry["bytes"] == 7
    assert entry["hash"] == "sha256:0beff24537e45c1eaf3633e62cb31a6c6f1c42077698eeb434cdc01353402fb2"
    assert [field["name"] for field in entry["schema"]["fields"]] == ["row", "col", "colour"]
    assert entry["dialect"] == {"header": False, "delimiter": " "}


def test_an_empty_board_is_no_table():
    assert "schema" not in resource("data/sample/01/test_1.txt", b"")


def test_a_picture_has_no_encoding_and_a_text_has_one():
    assert "encoding" not in resource("statement/figures/fast.png", b"\x89PNG")
    assert resource("statement/figures/fast.png", b"")["mediatype"] == "image/png"
    assert resource("statement/statement.en.md", b"")["encoding"] == "utf-8"


def test_names_of_resources_are_plain_and_differ():
    assert resource_name("data/sample/01/test_1.txt") == "data-sample-01-test-1.txt-ab0bad7d"
    assert resource_name("template/board9.py") == "template-board9.py"
    assert resource_name("README.md") != resource_name("readme.md")
    assert resource_name("a_b.txt") != resource_name("a-b.txt")


def test_the_same_folder_gives_the_same_descriptor(tiny):
    assert describe(tiny, load_config(tiny)) == (tiny / "datapackage.json").read_bytes()


def test_leftovers_of_tools_are_not_part_of_a_package(tiny):
    (tiny / "submissions" / "accepted" / "good" / "__pycache__").mkdir()
    (tiny / "submissions" / "accepted" / "good" / "__pycache__" / "main.cpython-311.pyc").write_bytes(b"x")
    (tiny / ".DS_Store").write_bytes(b"x")
    assert list(check_files(load_package(tiny))) == []


def test_a_folder_that_is_no_package_is_told(tmp_path):
    with pytest.raises(DataError, match=r"not a package: no assignment.yaml in it\nFix: give the folder"):
        find_package(f"{tmp_path}/")


def test_an_unknown_assignment_is_answered_with_the_likely_one():
    with pytest.raises(UsageError) as caught:
        find_package("bord9")
    assert str(caught.value) == 'bord9: no such assignment\nFix: did you mean "board9"?'


def test_the_packages_that_ship_are_sound():
    assert "board9" in package_ids()
    for name in package_ids():
        assert list(check_files(find_package(name))) == []
        assert list(check_descriptor(find_package(name).path)) == []
