from __future__ import annotations

import json
import os
import stat
import subprocess
from functools import partial
from pathlib import Path

import pytest

from gograde.errors import DataError
from gograde.package.config import AssignmentConfig
from gograde.package.package import (
    check_descriptor,
    check_files,
    describe,
    find_package,
    load_config,
    load_package,
    open_package,
    resource,
    resource_name,
)
from gograde.package.secret_files import TreeLimits, new_key, read_key, read_tree, store
from gograde.package.yaml_files import parse_model
from tests.golden import errors_agree, inputs

from .conftest import ASSIGNMENT, write_descriptor


def test_a_package_is_its_configuration_and_its_files(tiny):
    package = load_package(tiny)
    assert (package.config.id, package.config.board.rows, package.config.board.cols) == ("tiny", 3, 4)
    assert package.folders("submissions/wrong_answer") == ("bad",)
    assert package.folders("data/sample") == ("01",)
    assert package.files("data/sample/01") == {"test_1.txt": b"0 0 -1\n1 2 1\n", "test_2.txt": b""}
    assert package.generator() == {"schema": "x"}


def test_what_is_not_as_it_was_described_is_refused(tiny, tmp_path, monkeypatch):
    good, descriptor = tiny / "submissions/accepted/good/main.py", tiny / "datapackage.json"
    kept = {path: path.read_bytes() for path in (good, descriptor, tiny / "generator.yaml")}

    def led_out(path):
        value = json.loads(kept[descriptor])
        value["resources"][0]["path"] = path
        descriptor.write_text(json.dumps(value))

    spoiled = {
        "a changed byte": lambda: good.write_text("print(2)\n"),
        "a file that is gone": (tiny / "generator.yaml").unlink,
        "a link": lambda: (tiny / "generator.yaml").symlink_to("assignment.yaml"),
        "a pipe": lambda: os.mkfifo(tiny / "endless"),
        "another version": lambda: descriptor.write_text(
            kept[descriptor].decode().replace('"version": "1.0.0"', '"version": "2.0.0"')
        ),
        **{path: partial(led_out, path) for path in ("../secret", "a/../../secret", "/etc/passwd")},
    }

    def tried():
        for name, spoil in spoiled.items():
            if name == "a link":
                (tiny / "generator.yaml").unlink()
            spoil()
            yield (
                name,
                (lambda: describe(tiny, load_config(tiny)))
                if name == "a pipe"
                else partial(load_package, tiny),
            )
            for path, data in kept.items():
                path.unlink(missing_ok=True)
                path.write_bytes(data)
            (tiny / "endless").unlink(missing_ok=True)
        good.write_text("print(2)\n")
        (tmp_path / "here").mkdir()
        for place, folder in ((tmp_path, "tiny"), (tmp_path / "here", "../tiny")):
            monkeypatch.chdir(place)
            yield f"the advice names {folder} with a slash", partial(load_package, Path(folder))
        yield "no package", partial(find_package, f"{tmp_path}/")
        yield "a likely name", partial(find_package, "bord9")

    errors_agree("package/refused.txt", tried(), tmp_path)


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


def test_leftovers_of_tools_are_not_part_of_a_package(tiny):
    (tiny / "submissions" / "accepted" / "good" / "__pycache__").mkdir()
    (tiny / "submissions" / "accepted" / "good" / "__pycache__" / "main.cpython-311.pyc").write_bytes(b"x")
    (tiny / ".DS_Store").write_bytes(b"x")
    assert list(check_files(load_package(tiny))) == []


# -- the model ---------------------------------------------------------------------------------


def read(text: str) -> AssignmentConfig:
    return parse_model(text.encode(), "cases/tiny/assignment.yaml", AssignmentConfig)


def with_pictures() -> str:
    return ASSIGNMENT.replace("[python]}", '[python], pictures: {patterns: ["*.png"]}}')


def test_what_is_not_written_has_a_default():
    config = read(ASSIGNMENT)
    assert (config.limits.memory_mib, config.stop_after, config.contract.collect.files) == (512, 2, 40)
    assert config.groups[0].cases == "hidden"
    assert config.groups[0].visibility is None


def test_a_wrong_value_is_told_with_its_key():
    """A line is `new <- old` of an assignment, `and` one more group, or one of `functions`."""

    def changed(line: str) -> AssignmentConfig:
        new, _, old = line.partition(" <- ")
        kind, _, group = line.partition(" ")
        functions = with_pictures().replace("kind: files", "kind: module")
        more = f"{functions if kind == 'functions' else ASSIGNMENT}  - {group}\n"
        return read(ASSIGNMENT.replace(old, new, 1) if old else more)

    tried = ((line, partial(changed, line)) for line in inputs("package/assignments.txt", "== "))
    errors_agree("package/assignments.txt", tried)


def test_a_title_falls_back():
    config = read(ASSIGNMENT)
    assert [config.title_in(language) for language in ("zh", "en", "fr")] == ["小", "Tiny", "Tiny"]


# -- trees of files ----------------------------------------------------------------------------


def fill(folder, *paths):
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(path.encode())
    return folder


def test_files_are_read_in_order_and_empty_folders_passed_over(tmp_path):
    fill(tmp_path, "b", "a-b/c.txt", "a/x", "B_1/y", "1/2/3/4/file")
    (tmp_path / "empty").mkdir()
    found = read_tree(tmp_path)
    assert list(found) == ["1/2/3/4/file", "B_1/y", "a-b/c.txt", "a/x", "b"]
    assert found["a/x"] == b"a/x"


def test_the_folder_itself_may_be_a_link(tmp_path):
    fill(tmp_path, "real/a")
    (tmp_path / "link").symlink_to("real")
    assert read_tree(tmp_path / "link") == {"a": b"real/a"}


REFUSED = """\
rmdir "$PWD"
rmdir "$PWD"; touch "$PWD"
mkdir sub; touch sub/a; ln -s a sub/link
ln -s /etc/hostname link
ln -s nowhere link
ln -s . link
mkfifo pipe
mkdir one One; touch one/a One/A
dd of=huge bs=1M seek=1M count=0 </dev/null 2>/dev/null
mkdir -p 1/2/3/4/5"""
"""What is done to a folder."""

NAMES = (".hidden", "-x", "a b", "a\nb", "a\\b", "boàrd", "\x1b[2J", "a:b", "x" * 101)


def test_what_is_in_no_folder_of_ours_is_refused(tmp_path):
    def tried():
        for number, shell in enumerate(REFUSED.split("\n")):
            folder = tmp_path / f"{number}"
            folder.mkdir()
            subprocess.run(["sh", "-c", shell], cwd=folder, check=True)
            yield shell, lambda folder=folder: read_tree(folder)
        for number, name in enumerate(NAMES):
            folder = fill(tmp_path, f"names/{number}/x") / f"names/{number}"
            os.close(os.open(folder / name, os.O_CREAT))
            yield name, lambda folder=folder: read_tree(folder)
        folder = fill(tmp_path / "limits", "a/12345", "12345.")
        for limits in (TreeLimits(total_bytes=12), TreeLimits(entries=2)):
            yield str(limits), lambda limits=limits: read_tree(folder, limits)

    errors_agree("package/trees.txt", tried(), tmp_path)
    assert read_tree(tmp_path / "limits", TreeLimits(total_bytes=13, entries=3))
    (fill(tmp_path / "coded", "a") / "\udcff").touch()
    with pytest.raises(DataError, match="a name that is not letters"):
        read_tree(tmp_path / "coded")


# --  ---------------------------------------------------------------------------------------------


FILES = {"01/a.txt": b"a", "manifest.json": b"{}"}


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def content(folder):
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_files_are_written_for_their_owner_only(tmp_path):
    folder = tmp_path / "class" / "hidden" / "x"
    assert store(FILES, folder, force=False)
    assert content(folder) == FILES
    assert [mode(path) for path in (folder.parent, folder, folder / "01")] == [0o700] * 3
    assert [mode(folder / path) for path in FILES] == [0o600] * 2
    assert list(folder.parent.iterdir()) == [folder]


def test_the_same_files_again_change_nothing_but_open_rights(tmp_path):
    folder = tmp_path / "x"
    store(FILES, folder, force=False)
    (folder / "01").chmod(0o755)
    (folder / "01" / "a.txt").chmod(0o644)
    assert not store(FILES, folder, force=False)
    assert (mode(folder / "01"), mode(folder / "01" / "a.txt")) == (0o700, 0o600)


def test_other_files_are_replaced_by_force_only(tmp_path):
    folder = tmp_path / "x"
    store(FILES, folder, force=False)
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to(elsewhere := tmp_path / "elsewhere")
    elsewhere.mkdir()
    other, key = {"manifest.json": b"other"}, tmp_path / "key"
    key.write_bytes(b"0123456789abcdef\n")
    tried = {
        "other files": lambda: store(other, folder, force=False),
        "a file less": lambda: store({"01/a.txt": b"a"}, folder, force=False),
        "through a link": lambda: store(FILES, tmp_path / "link", force=False),
        "below a file": lambda: store(FILES, tmp_path / "file" / "x", force=False),
        "a key": lambda: new_key(key),
        "a key below a link": lambda: new_key(tmp_path / "link"),
    }
    errors_agree("package/stored.txt", tried.items(), tmp_path)
    assert (content(folder), read_key(key)) == (FILES, b"0123456789abcdef\n")
    assert store(other, folder, force=True) and store(FILES, tmp_path / "link", force=True)
    assert (content(folder), list(elsewhere.iterdir())) == (other, [])


def test_leftovers_of_a_killed_run_are_no_hindrance(tmp_path):
    for name in (".x.new", ".x.old"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "half").write_text("")
    store(FILES, tmp_path / "x", force=False)
    assert list(tmp_path.iterdir()) == [tmp_path / "x"]


def test_a_new_key_is_random_and_readable_by_its_owner_alone(tmp_path):
    for name in ("one", "other"):
        new_key(tmp_path / name)
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    one, other = read_key(tmp_path / "one"), read_key(tmp_path / "other")
    assert (len(one), one != other) == (32, True)
