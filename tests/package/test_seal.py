"""The commitment as values: its content, the changes that alter it, and the facts that it hides."""

import hashlib
import stat
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
from tests.golden import errors_agree

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


@given(st.binary(min_size=32, max_size=32), TREES, st.sampled_from(["tiny", "board9"]))
def test_it_is_what_the_documentation_says(salt, files, name):
    """In whatever order the files are found."""
    for found in (files, dict(reversed(files.items()))):
        assert commit(salt, name, "1.2.3", found).digest == by_hand(salt, name, "1.2.3", files)


def test_bytes_cannot_wander_between_names_contents_and_files():
    trees = [
        {"a": b"bc"}, {"ab": b"c"}, {"a": b"b", "c": b""}, {"a": b"", "b": b"c"}, {"a": b"", "bc": b""},
        {"a": b"b\0\0\0\0\0\0\0\x01c"},
    ]  # fmt: skip
    assert len({commit(SALT, "a", "1.0.0", tree).digest for tree in trees}) == len(trees)


@pytest.mark.parametrize("text", [f"{LINE}\n", LINE, f"{LINE}\r\n", f"\ufeff  {LINE} \n\n"])
def test_a_line_is_read_whatever_mail_and_editors_add(text):
    assert parse_commitment(text.encode(), "x") == commit(SALT, "tiny", "1.0.0", FILES)


def test_a_salt_is_read_as_it_was_written():
    assert parse_salt(f"{SALT.hex()}\n".encode(), "x") == SALT


REFUSED = [
    *(("x", text) for text in (b"", LINE.encode()[:-1], LINE.encode() + b"0", b"\xff" * 90)),
    *(("x", text.encode()) for text in (LINE.upper(), f"{LINE}\n{LINE}\n", f"{LINE}\n{' ' * 1024}")),
    *(("x", LINE.replace(*change).encode()) for change in (("v1", "v2"), ("tiny", "../x"), ("1.0.0", "1.0"))),
    *(("x", LINE.replace(*change).encode()) for change in (("1.0.0", "\u0661.0.0"), (" ", "  "))),
    ("x", LINE.encode("utf-16")),
    *(("salt", text) for text in (b"", b"00" * 31, b"00" * 33, b"AA" * 32, b"0x" * 32)),
    ("salt", b"00" * 16 + b"\n" * 32),
    *(
        ("seal", text.encode())
        for text in ("", LINE, f"{LINE}\n{SALT.hex()[:-1]}\n", f"{SALT.hex()}\n{LINE}\n")
    ),
]


def test_anything_else_is_no_line_no_salt_and_no_seal(tmp_path):
    def tried():
        for kind, data in REFUSED:
            path = tmp_path / f"tiny.{kind}"
            path.write_bytes(data)
            parse = {"x": parse_commitment, "salt": parse_salt}.get(
                kind, lambda _, name: read_seal(Path(name))
            )
            yield f"{kind} {data!r:.60}", lambda parse=parse, path=path: parse(path.read_bytes(), str(path))
        write = partial(write_seal, tmp_path / "tiny.x/tiny.seal")
        yield "written below a file", partial(write, Seal(Commitment("tiny", "1.0.0", "0" * 64), SALT))

    errors_agree("package/seals.txt", tried(), tmp_path)
    for salt in (b"", SALT[:-1], SALT + b"\0", bytes(64)):
        with pytest.raises(ValueError, match=f"a salt of {len(salt)} bytes"):
            commit(salt, "tiny", "1.0.0", FILES)


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
