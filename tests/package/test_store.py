import stat

import pytest

from gograde.errors import DataError
from gograde.package.secret_files import new_key, read_key, store

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


def test_other_files_are_not_replaced_unasked(tmp_path):
    folder = tmp_path / "x"
    store(FILES, folder, force=False)
    with pytest.raises(DataError) as caught:
        store({"manifest.json": b"other"}, folder, force=False)
    assert str(caught.value) == (
        f"{folder}: other cases are there already, and marks may have been given with them\n"
        "Fix: use the key they were made from, or --force to replace them"
    )
    assert content(folder) == FILES


def test_an_additional_file_makes_them_other_files(tmp_path):
    folder = tmp_path / "x"
    store(FILES, folder, force=False)
    (folder / "note.txt").write_text("mine")
    with pytest.raises(DataError):
        store(FILES, folder, force=False)


def test_force_replaces_everything(tmp_path):
    folder = tmp_path / "x"
    store(FILES, folder, force=False)
    assert store({"manifest.json": b"other"}, folder, force=True)
    assert content(folder) == {"manifest.json": b"other"}
    assert list(tmp_path.iterdir()) == [folder]


def test_leftovers_of_a_killed_run_are_no_hindrance(tmp_path):
    for name in (".x.new", ".x.old"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "half").write_text("")
    store(FILES, tmp_path / "x", force=False)
    assert list(tmp_path.iterdir()) == [tmp_path / "x"]


def test_a_link_is_not_written_through(tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "x").symlink_to(elsewhere)
    with pytest.raises(DataError, match="other cases are there already"):
        store(FILES, tmp_path / "x", force=False)
    store(FILES, tmp_path / "x", force=True)
    assert list(elsewhere.iterdir()) == []


def test_a_place_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match=r"cannot be written \(File exists\)\nFix: make it writable"):
        store(FILES, tmp_path / "file" / "x", force=False)


def test_a_key_is_every_byte_of_its_file(tmp_path):
    path = tmp_path / "key"
    path.write_bytes(b"0123456789abcdef\n")
    assert read_key(path) == b"0123456789abcdef\n"


def test_a_new_key_is_random_and_readable_by_its_owner_alone(tmp_path):
    for name in ("one", "other"):
        new_key(tmp_path / name)
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    one, other = read_key(tmp_path / "one"), read_key(tmp_path / "other")
    assert (len(one), one != other) == (32, True)


@pytest.mark.parametrize("there", ["file", "link"])
def test_a_key_is_never_written_over(tmp_path, there):
    path = tmp_path / "key"
    path.write_bytes(b"x" * 16) if there == "file" else path.symlink_to("elsewhere")
    with pytest.raises(DataError) as caught:
        new_key(path)
    assert str(caught.value) == (
        f"{path}: there already; hidden cases may have been made from it\n"
        "Fix: give the name of a file that does not exist"
    )
    assert not (tmp_path / "elsewhere").exists()
