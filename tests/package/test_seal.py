"""The commitment as values: its content, the changes that alter it, and the facts that it hides."""

import hashlib
import itertools
import stat

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gograde.errors import DataError
from gograde.package.secret_files import (
    Commitment,
    Seal,
    commit,
    encoded,
    parse_commitment,
    parse_salt,
    read_seal,
    write_seal,
)

SALT = bytes(range(32))
FILES = {"manifest.json": b"{}\n", "01/board.txt": b". X\nO .\n"}
LINE = "gograde-seal-v1 tiny 1.0.0 ad170e476dd0f09ed7573d7f01355f758ca96b8ce7743cb9ba4e1a1d1b877cf8"
"""Made with `openssl dgst -sha256 -mac HMAC` from bytes that were written by hand."""

PATHS = st.from_regex(r"[A-Za-z0-9_.-]{1,6}(/[A-Za-z0-9_.-]{1,6})?", fullmatch=True)
TREES = st.dictionaries(PATHS, st.binary(max_size=12), min_size=1, max_size=4)


def by_hand(salt, assignment, version, files):
    """The construction of docs/hidden-cases.md with nothing but SHA-256."""
    message = b""
    for part in ("gograde-seal-v1", assignment, version):
        message += b"\0" * 6 + bytes(divmod(len(part), 256)) + part.encode()
    for path in sorted(files):
        for part in (path.encode(), files[path]):
            message += b"\0" * 6 + bytes(divmod(len(part), 256)) + part
    key = salt + bytes(32)
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).hexdigest()


def test_the_line_of_a_known_salt_and_known_files():
    assert str(commit(SALT, "tiny", "1.0.0", FILES)) == LINE


def test_what_is_signed_byte_by_byte():
    assert encoded("a", "1.0.0", {"b/c": b"\xff", "b": b""}) == (
        b"\0\0\0\0\0\0\0\x0fgograde-seal-v1"
        b"\0\0\0\0\0\0\0\x01a"
        b"\0\0\0\0\0\0\0\x051.0.0"
        b"\0\0\0\0\0\0\0\x01b"
        b"\0\0\0\0\0\0\0\0"
        b"\0\0\0\0\0\0\0\x03b/c"
        b"\0\0\0\0\0\0\0\x01\xff"
    )


@given(st.binary(min_size=32, max_size=32), TREES)
def test_it_is_what_the_documentation_says(salt, files):
    assert commit(salt, "board9", "1.2.3", files).digest == by_hand(salt, "board9", "1.2.3", files)


@given(TREES, st.data())
def test_any_changed_byte_changes_it(files, data):
    path = data.draw(st.sampled_from(sorted(files)))
    assume(files[path])
    at = data.draw(st.integers(0, len(files[path]) - 1))
    flipped = bytearray(files[path])
    flipped[at] ^= data.draw(st.integers(1, 255))
    assert commit(SALT, "a", "1.0.0", {**files, path: bytes(flipped)}) != commit(SALT, "a", "1.0.0", files)


@given(TREES, TREES)
def test_files_that_differ_in_any_way_have_another(one, other):
    same = commit(SALT, "a", "1.0.0", one) == commit(SALT, "a", "1.0.0", other)
    assert same == (one == other)


@given(TREES, PATHS, st.data())
def test_a_new_name_an_added_and_a_removed_file_change_it(files, path, data):
    assume(path not in files)
    gone = data.draw(st.sampled_from(sorted(files)))
    rest = {name: content for name, content in files.items() if name != gone}
    variants = [files, rest, {**files, path: b""}, {**rest, path: files[gone]}]
    assert len({commit(SALT, "a", "1.0.0", variant).digest for variant in variants}) == 4


def test_contents_that_changed_places_change_it():
    swapped = {"manifest.json": FILES["01/board.txt"], "01/board.txt": FILES["manifest.json"]}
    assert commit(SALT, "tiny", "1.0.0", swapped) != commit(SALT, "tiny", "1.0.0", FILES)


@given(TREES, st.data())
def test_the_order_in_which_files_are_found_does_not(files, data):
    shuffled = dict(data.draw(st.permutations(list(files.items()))))
    assert commit(SALT, "a", "1.0.0", shuffled) == commit(SALT, "a", "1.0.0", files)


def test_bytes_cannot_wander_between_names_contents_and_files():
    trees = [
        {"a": b"bc"},
        {"ab": b"c"},
        {"a": b"b", "c": b""},
        {"a": b"", "b": b"c"},
        {"a": b"", "bc": b""},
        {"a": b"b\0\0\0\0\0\0\0\x01c"},
    ]
    assert len({commit(SALT, "a", "1.0.0", tree).digest for tree in trees}) == len(trees)


def test_assignment_version_and_salt_change_it():
    digests = {
        commit(salt, assignment, version, FILES).digest
        for salt, assignment, version in itertools.product(
            (SALT, SALT[::-1]), ("tiny", "tin"), ("1.0.0", "1.0.1")
        )
    }
    assert len(digests) == 8


@pytest.mark.parametrize("salt", [b"", SALT[:-1], SALT + b"\0", bytes(64)])
def test_a_salt_has_32_bytes(salt):
    with pytest.raises(ValueError, match=f"a salt of {len(salt)} bytes"):
        commit(salt, "tiny", "1.0.0", FILES)


def test_the_line_is_read_as_it_was_printed():
    assert parse_commitment(f"{LINE}\n".encode(), "x") == commit(SALT, "tiny", "1.0.0", FILES)


@pytest.mark.parametrize("text", [LINE, f"{LINE}\r\n", f"\ufeff  {LINE} \n\n"])
def test_what_mail_and_editors_add_is_no_hindrance(text):
    assert str(parse_commitment(text.encode(), "x")) == LINE


def test_anything_else_is_no_commitment():
    for data in [
        b"",
        LINE.encode()[:-1],
        LINE.encode() + b"0",
        LINE.upper().encode(),
        LINE.replace("v1", "v2").encode(),
        LINE.replace("tiny", "../x").encode(),
        LINE.replace("1.0.0", "1.0").encode(),
        LINE.replace("1.0.0", "\u0661.0.0").encode(),
        LINE.replace(" ", "  ").encode(),
        f"{LINE}\n{LINE}\n".encode(),
        f"{LINE}\n{' ' * 1024}".encode(),
        LINE.encode("utf-16"),
        b"\xff" * 90,
    ]:
        with pytest.raises(DataError) as caught:
            parse_commitment(data, "line.txt")
        assert str(caught.value) == (
            "line.txt: not a commitment\n"
            "Fix: give the one line that was handed out: gograde-seal-v1 ASSIGNMENT VERSION and 64 hex digits"
        )


def test_a_salt_that_is_none_is_told():
    for data in [b"", b"00" * 31, b"00" * 33, b"AA" * 32, b"0x" * 32, b"00" * 16 + b"\n" * 32]:
        with pytest.raises(DataError) as caught:
            parse_salt(data, "salt.txt")
        assert str(caught.value) == (
            "salt.txt: not a salt (64 hex digits on a line)\nFix: give the folder as it was published"
        )


def test_a_salt_is_read_as_it_was_written():
    assert parse_salt(f"{SALT.hex()}\n".encode(), "x") == SALT


# -- the seal on disk -----------------------------------------------------------------------


def test_a_seal_survives_the_disk_for_its_owner_only(tmp_path):
    path, seal = tmp_path / "tiny.seal", Seal(commit(SALT, "tiny", "1.0.0", FILES), SALT)
    path.write_text("older")
    path.chmod(0o644)
    (tmp_path / ".tiny.seal.new").write_text("of a run that was killed")
    write_seal(path, seal)
    assert path.read_text() == f"{LINE}\n{SALT.hex()}\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_seal(path) == seal
    assert list(tmp_path.iterdir()) == [path]


def test_no_seal_is_none(tmp_path):
    assert read_seal(tmp_path / "tiny.seal") is None


@pytest.mark.parametrize("text", ["", LINE, f"{LINE}\n{SALT.hex()[:-1]}\n", f"{SALT.hex()}\n{LINE}\n"])
def test_a_seal_that_is_damaged_is_told(tmp_path, text):
    path = tmp_path / "tiny.seal"
    path.write_text(text)
    with pytest.raises(DataError) as caught:
        read_seal(path)
    assert str(caught.value) == (
        f"{path}: not a commitment with its salt\n"
        "Fix: restore it; if it is lost, seal again with --force and hand out the new line"
    )


def test_a_place_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError) as caught:
        write_seal(tmp_path / "file" / "tiny.seal", Seal(Commitment("tiny", "1.0.0", "0" * 64), SALT))
    assert str(caught.value) == (
        f"{tmp_path}/file/tiny.seal: cannot be written (Not a directory)\nFix: make it writable"
    )
