import stat

from gograde.package.secret_files import new_key, read_key, store
from tests.golden import errors_agree

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
