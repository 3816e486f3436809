"""Archives from strangers: those that are accepted, and every kind of entry that is refused by name."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
import stat
import struct
import tarfile
import zipfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from gograde.codec import of_value
from gograde.intake import submission as intake
from gograde.intake.bag import MIB, Caps
from gograde.intake.entry import Refusal
from gograde.intake.launch import build_job
from gograde.intake.names import RefusedError
from gograde.intake.reading.archives import unpack
from gograde.intake.reading.find import find_entry
from gograde.intake.reading.programs import skeleton_digest
from gograde.intake.reading.python_sources import is_python_2
from gograde.intake.submission import take_in
from gograde.listing import safe
from gograde.package.config import Contract
from gograde.sandbox.protocol import OURS
from tests.golden import agrees


def tar_of(*entries: tuple[str, bytes], mode: str = "w") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:  # type: ignore[call-overload]
        for name, data in entries:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def block(kind: bytes, payload: bytes, name: str = "x.py") -> bytes:
    """A header of a kind with its data."""
    info = tarfile.TarInfo(name)
    info.type, info.size = kind, len(payload)
    return info.tobuf(tarfile.USTAR_FORMAT) + payload + bytes(-len(payload) % 512)


def sized(size: bytes) -> bytes:
    """A header with these twelve bytes as the size of its file."""
    header = bytearray(block(b"0", b""))
    header[124:136], header[148:156] = size, b" " * 8
    header[148:155] = b"%06o\0" % sum(header)
    return bytes(header)


def record(said: bytes) -> bytes:
    """A record of an extended header; said with its own length, which has two digits here."""
    return b"%d %s\n" % (len(said) + 4, said)


def test_one_archive_by_hand() -> None:
    header = bytearray(512)
    header[:4], header[100:107], header[124:135] = b"a.py", b"0000644", b"00000000003"
    header[148:156], header[156:157], header[257:265] = b" " * 8, b"0", b"ustar\x0000"
    header[345:348] = b"dir"
    header[148:155] = b"%06o\0" % sum(header)
    assert unpack("a.tar", bytes(header) + b"1+1".ljust(512, b"\0")) == {"dir/a.py": b"1+1"}


def test_the_header_of_all_counts_but_for_a_member_with_its_own() -> None:
    parts = [(b"g", record(b"path=all.py")), (b"x", record(b"path=own.py")), (b"0", b"2"), (b"0", b"3")]
    data = b"".join(block(kind, payload) for kind, payload in parts)
    assert unpack("a.tar", data) == {"own.py": b"2", "all.py": b"3"}


def test_what_follows_a_broken_header_is_not_lost() -> None:
    whole = block(b"0", b"1", "a.py") + block(b"0", b"2", "b.py")
    assert unpack("a.tar", whole) == {"a.py": b"1", "b.py": b"2"}
    with pytest.raises(RefusedError, match="a header in it is broken"):
        unpack("a.tar", whole[:1024] + b"B" + whole[1025:])


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "a.tar.gz": gzip.compress,
    "a.tar.bz2": bz2.compress,
    "a.tar.xz": lzma.compress,
}


@pytest.mark.parametrize("name", PACKERS)
def test_packed_parts_follow_each_other(name: str) -> None:
    data, pack = tar_of(("a.py", b"1" * 200_000), ("b.py", b"2")), PACKERS[name]
    split = pack(data[:70_001]) + pack(data[70_001:])
    assert unpack(name, split) == {"a.py": b"1" * 200_000, "b.py": b"2"}
    assert unpack(name, split + bytes(512)) == {"a.py": b"1" * 200_000, "b.py": b"2"}


PROGRAM = b"print('Problem 0: rule checking:True')\n"


def zip_of(*entries: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return out.getvalue()


def special(name: str, kind: int, data: bytes = b"/etc/passwd") -> bytes:
    info = zipfile.ZipInfo(name)
    info.external_attr = (kind | 0o644) << 16
    return zip_of((info, data))


def truncated() -> bytes:
    return zip_of(("board9.py", PROGRAM * 50))[:-30]


def cut_off(pack: Callable[[bytes], bytes]) -> bytes:
    packed = pack(tar_of(("a.py", bytes(range(256)) * 400)))
    return packed[: len(packed) // 2]


def big_directory() -> bytes:
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 65535, 65535, 3 * MIB, 0, 0)
    return b"PK\x03\x04" + bytes(3 * MIB) + end


def test_regular_files_are_taken_with_their_place() -> None:
    for name, make in [
        ("a.zip", lambda: zip_of(("homework/board9.py", PROGRAM), ("homework/", b""))),
        ("a.zip", lambda: zip_of(("homework/board9.py", PROGRAM), method=zipfile.ZIP_STORED)),
        ("A.ZIP", lambda: zip_of(("homework\\board9.py", PROGRAM))),
        ("a.tar", lambda: tar_of(("homework/board9.py", PROGRAM))),
        ("a.tar", lambda: tar_of(("./homework/board9.py", PROGRAM))),
        ("a.tar.gz", lambda: tar_of(("homework/board9.py", PROGRAM), mode="w:gz")),
        ("a.tgz", lambda: gzip.compress(tar_of(("homework/board9.py", PROGRAM)))),
        ("a.tar.bz2", lambda: bz2.compress(tar_of(("homework/board9.py", PROGRAM)))),
        ("a.tar.xz", lambda: lzma.compress(tar_of(("homework/board9.py", PROGRAM)))),
    ]:
        assert unpack(name, make()) == {"homework/board9.py": PROGRAM}


def test_what_tools_leave_behind_is_skipped() -> None:
    junk = ["__MACOSX/._board9.py", ".DS_Store", "h/.git/config", "__pycache__/board9.pyc", ".idea/x.xml"]
    junk += ["Icon\r", "h/Icon\r", "env311/pyvenv.cfg", "env311/lib/six.py"]
    data = zip_of(("board9.py", PROGRAM), *((name, b"junk") for name in junk))
    assert list(unpack("a.zip", data)) == ["board9.py"]


def test_names_of_other_systems_are_read() -> None:
    gbk = zip_of(("XXXX.py", PROGRAM)).replace(b"XXXX.py", "棋盘.py".encode("gb18030"))
    assert list(unpack("a.zip", gbk)) == ["棋盘.py"]
    assert list(unpack("a.zip", zip_of(("棋盘.py", PROGRAM)))) == ["棋盘.py"]
    assert list(unpack("a.tar", tar_of(("棋盘.py", PROGRAM)))) == ["棋盘.py"]


BROKEN_TARS = (
    b"", b"x" * 100, b"x" * 512, block(b"0", b"data")[:600], b"y" + block(b"0", b"")[1:],
    block(b"x", b"1" * 6000), block(b"x", b"2 " * 30000 + b"="),
    block(b"x", b"99 path=a\n"), block(b"x", record(b"size=-00005")),
    block(b"x", record(b"size=9999999999999999")) + block(b"0", b"short"),
    block(b"x", record(b"GNU.sparse.major=1") + record(b"GNU.sparse.minor=0")) + block(b"0", b""),
    block(b"S", b""), sized(b"\x80" + b"\x7f" * 11),
)  # fmt: skip
HOSTILE: list[tuple[str, Callable[[], bytes]]] = [
    ("a.zip", lambda: zip_of(("a\\..\\..\\x", b""))),
    ("a.zip", lambda: zip_of(("..", b""))),
    ("a.zip", lambda: special("dev", stat.S_IFCHR)),
    ("a.zip", lambda: special("fifo", stat.S_IFIFO)),
    ("a.zip", lambda: zip_of(("a/b", b""), ("a", b""))),
    ("a.zip", lambda: zip_of(*((f"{n}.txt", b"") for n in range(501)))),
    ("a.zip", lambda: zip_of(("z", bytes(21 * MIB)), method=0)),
    ("a.zip", big_directory),
    ("a.zip", truncated),
    ("a.zip", lambda: b""),
    ("a.tar.gz", lambda: tar_of(("z", bytes(30 * MIB)))),
    ("a.tar.gz", lambda: tar_of(("z", bytes(30 * MIB)), mode="w:gz")),
    ("a.tar.gz", lambda: tar_of((".git/z", bytes(81 * MIB)), mode="w:gz")),
    *(
        (name, lambda data=data: data)
        for data in (b"no archive" * 100, b"\x1f\x8b", b"BZh9", b"\xfd7zXZ\x00", b"\xfd7zXZ\x00\x00")
        for name in ("a.tar", "a.tar.gz", "a.tar.bz2", "a.tar.xz")
    ),
    *(("a.tar", lambda data=data: data) for data in BROKEN_TARS),
    *((name, lambda pack=pack: cut_off(pack)) for name, pack in PACKERS.items()),
]
"""Beside those of `tests/attacks/archives.py`."""


def test_a_hostile_archive_is_refused_whole_and_named() -> None:
    said = []
    for name, make in HOSTILE:
        with pytest.raises(RefusedError) as refused:
            unpack(name, make())
        said.append(re.sub(r"(?<=one|ive) \(.*", " (…)", str(refused.value)))  # in the words of a library
    agrees("intake/archives.txt", "".join(f"{one}\n" for one in said))


def test_a_name_in_a_message_cannot_command_a_terminal() -> None:
    assert safe("\x1b[2Jevil\u202ename.py") == "?[2Jevil?name.py"
    assert len(safe("x" * 1000)) == 120


# -- Results of attacks on intake: each gives a value with a reason, in little time and memory ---

CONTRACT = of_value(
    Contract, {"kind": "files", "entries": ["board9.py", "board9.c"], "languages": ["python", "c"]}
)


def test_many_environments_take_no_longer_than_many_files() -> None:
    environments = [(f"{number:x}/pyvenv.cfg", b"") for number in range(9000)]
    inside = [(f"{number:x}/lib/", b"") for number in range(9000)]
    assert unpack("a.zip", zip_of(*environments, *inside, ("board9.py", b"1"))) == {"board9.py": b"1"}


def test_too_many_entries_are_refused_in_zips_and_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "Caps", lambda: Caps(entries=50))
    for number in range(51):
        (tmp_path / f"{number}").mkdir()
    assert take_in(tmp_path).refusal == "more than 50 entries"
    with pytest.raises(RefusedError, match=r"a\.zip: more than 50 entries"):
        unpack("a.zip", zip_of(*((f"{n}/", b"") for n in range(51))), Caps(entries=50))


@pytest.mark.parametrize(
    ("closed", "reason"),
    [
        ("inner/x.py", "inner/x.py: cannot be read (permission denied)"),
        ("inner", "inner: cannot be read (permission denied)"),
        (".", "alice: cannot be read (permission denied)"),
    ],
)
def test_what_cannot_be_read_is_named_and_the_class_goes_on(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ordinary_user: Callable[[], AbstractContextManager[None]],
    closed: str,
    reason: str,
) -> None:
    tmp_path.chmod(0o711)  # others may enter it, but not list it
    monkeypatch.chdir(tmp_path)
    (tmp_path / "alice" / "inner").mkdir(parents=True)
    (tmp_path / "alice" / "inner" / "x.py").write_text("1")
    (tmp_path / "alice" / closed).chmod(0)
    with ordinary_user():
        assert take_in(Path("alice")).refusal == reason


# -- declarations and sources ---------------------------------------------------------------


HOSTILE_SOURCES: dict[str, bytes] = {
    "a question too deep to write out": b"if " + b"+".join([b"1"] * 900) + b": pass",
    "a number too long to write out": b"x = 0x" + b"9" * 100_000,
    "a coding that does not exist": b"# coding: \\x00\nprint 1",
    "punycode": b"# coding: punycode\nprint(1)",
    "braces": b"{" * 100_000,
    "calls": b"x" + b"()" * 40_000,
}


@pytest.mark.parametrize("look", [is_python_2, skeleton_digest])
def test_a_hostile_source_is_looked_at_without_a_fault(look: Callable[[bytes], object]) -> None:
    assert {look(source) for source in HOSTILE_SOURCES.values()} <= {None, True, False}


@pytest.mark.needs("cc")
def test_a_file_in_the_place_of_our_own_folder_is_not_staged() -> None:
    files = {"board9.c": b"int main(void) { return 0; }", OURS: b"", f"{OURS}/lines.c/x": b""}
    entry = find_entry(files, CONTRACT)
    assert not isinstance(entry, Refusal)
    staged = [file.path for file in build_job(entry, files, ()).files]
    assert staged == [f"{OURS}/lines.c", "board9.c"]


def test_an_entry_without_a_name_is_passed_over() -> None:
    data = bytearray(zip_of(("board9.py", b"2"), ("?", b"1")))
    struct.pack_into("<2H", data, data.rindex(b"PK\x01\x02") + 28, 0, 1)
    struct.pack_into("<2H", data, data.rindex(b"PK\x03\x04") + 26, 0, 1)
    assert unpack("a.zip", bytes(data)) == {"board9.py": b"2"}
