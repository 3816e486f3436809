"""Archives from strangers: those that are accepted, and every kind of entry that is refused by name."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import stat
import struct
import tarfile
import zipfile
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.intake.bag import MIB, Caps
from gograde.intake.names import RefusedError, is_archive, is_junk, safe_path
from gograde.intake.printable import safe
from gograde.intake.reading.archives import unpack

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


def tar_of(*members: tuple[str, bytes] | tarfile.TarInfo, mode: str = "w") -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:  # type: ignore[call-overload]
        for member in members:
            if isinstance(member, tarfile.TarInfo):
                archive.addfile(member)
            else:
                info = tarfile.TarInfo(member[0])
                info.size = len(member[1])
                archive.addfile(info, io.BytesIO(member[1]))
    return out.getvalue()


def link(name: str, kind: bytes, target: str = "/etc/passwd") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def encrypted() -> bytes:
    data = bytearray(zip_of(("board9.py", PROGRAM)))
    central = data.index(b"PK\x01\x02")
    struct.pack_into("<H", data, 6, 1)
    struct.pack_into("<H", data, central + 8, 1)
    return bytes(data)


def with_nul() -> bytes:
    return zip_of(("board9Xpy", PROGRAM)).replace(b"board9Xpy", b"board9\0py")


def truncated() -> bytes:
    return zip_of(("board9.py", PROGRAM * 50))[:-30]


def broken() -> bytes:
    data = bytearray(zip_of(("board9.py", PROGRAM), method=zipfile.ZIP_STORED))
    at = data.index(b"Problem")
    data[at] ^= 0xFF
    return bytes(data)


def lying_size() -> bytes:
    """A directory that promises 5 bytes for an entry that holds 30 MiB."""
    data = bytearray(zip_of(("zeros.txt", bytes(30 * MIB))))
    struct.pack_into("<I", data, data.index(b"PK\x01\x02") + 24, 5)
    return bytes(data)


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


HOSTILE: list[tuple[str, str, Callable[[], bytes]]] = [
    ("a.zip: /etc/cron.d/x: an absolute path", "a.zip", lambda: zip_of(("/etc/cron.d/x", b""))),
    ("a.zip: ../../x.py: leads out of the folder (..)", "a.zip", lambda: zip_of(("../../x.py", b""))),
    ("a.zip: a\\..\\..\\x: leads out of the folder (..)", "a.zip", lambda: zip_of(("a\\..\\..\\x", b""))),
    ("a.zip: ..: leads out of the folder (..)", "a.zip", lambda: zip_of(("..", b""))),
    ("a.zip: C:\\x.py: a drive letter", "a.zip", lambda: zip_of(("C:\\x.py", b""))),
    ("a.zip: board9?py: a character that no file name may hold", "a.zip", with_nul),
    ("a.zip: a?b: a character that no file name may hold", "a.zip", lambda: zip_of(("a\nb", b""))),
    ("a.zip: link: a symbolic link", "a.zip", lambda: special("link", stat.S_IFLNK)),
    ("a.zip: dev: a device", "a.zip", lambda: special("dev", stat.S_IFCHR)),
    ("a.zip: fifo: a pipe", "a.zip", lambda: special("fifo", stat.S_IFIFO)),
    ("a.zip: board9.py: encrypted", "a.zip", encrypted),
    (
        "a.zip: board9.py: packed in a way that is not read here (method 14)",
        "a.zip",
        lambda: zip_of(("board9.py", PROGRAM), method=zipfile.ZIP_LZMA),
    ),
    (
        "a.zip: MAIN.py: the same name as main.py on some systems",
        "a.zip",
        lambda: zip_of(("main.py", b""), ("MAIN.py", b"")),
    ),
    (
        "a.zip: cafe\u0301.py: the same name as caf\u00e9.py on some systems",
        "a.zip",
        lambda: zip_of(("caf\u00e9.py", b""), ("cafe\u0301.py", b"")),
    ),
    ("a.zip: a: a file and a folder", "a.zip", lambda: zip_of(("a", b""), ("a/b", b""))),
    ("a.zip: a: a file and a folder", "a.zip", lambda: zip_of(("a/b", b""), ("a", b""))),
    (
        "a.zip: more than 500 files, at 500.txt",
        "a.zip",
        lambda: zip_of(*((f"{n}.txt", b"") for n in range(501))),
    ),
    ("a.zip: unpacks to more than 200 times its size, at z", "a.zip", lambda: zip_of(("z", bytes(19 * MIB)))),
    ("a.zip: more than 20 MiB of files, at z", "a.zip", lambda: zip_of(("z", bytes(21 * MIB)), method=0)),
    ("a.zip: too many entries", "a.zip", big_directory),
    ("a.zip: not a zip archive, or one that is cut off", "a.zip", truncated),
    ("a.zip: not a zip archive, or one that is cut off", "a.zip", lambda: b"Rar!\x1a\x07\x01\x00"),
    ("a.zip: not a zip archive, or one that is cut off", "a.zip", lambda: b""),
    ("a.zip: a broken zip archive (Bad CRC-32 for file 'board9.py')", "a.zip", broken),
    ("a.tar: /etc/x: an absolute path", "a.tar", lambda: tar_of(("/etc/x", b""))),
    ("a.tar: ../x: leads out of the folder (..)", "a.tar", lambda: tar_of(("../x", b""))),
    ("a.tar: sym: a symbolic link", "a.tar", lambda: tar_of(link("sym", tarfile.SYMTYPE))),
    ("a.tar: hard: a hard link", "a.tar", lambda: tar_of(link("hard", tarfile.LNKTYPE))),
    ("a.tar: null: a device or pipe", "a.tar", lambda: tar_of(link("null", tarfile.CHRTYPE))),
    ("a.tar: fifo: a device or pipe", "a.tar", lambda: tar_of(link("fifo", tarfile.FIFOTYPE))),
    ("a.tar: X: the same name as x on some systems", "a.tar", lambda: tar_of(("x", b""), ("X", b""))),
    ("a.tar.gz: more than 20 MiB of files, at z", "a.tar.gz", lambda: tar_of(("z", bytes(30 * MIB)))),
    (
        "a.tar.gz: unpacks to more than 200 times its size, at z",
        "a.tar.gz",
        lambda: tar_of(("z", bytes(30 * MIB)), mode="w:gz"),
    ),
    (
        "a.tar.xz: unpacks to more than 80 MiB",
        "a.tar.xz",
        lambda: lzma.compress(tar_of((".git/pack", bytes(90 * MIB))), preset=0),
    ),
]


def test_a_hostile_archive_is_refused_whole_and_named() -> None:
    for message, name, make in HOSTILE:
        with pytest.raises(RefusedError) as refused:
            unpack(name, make())
        assert str(refused.value) == message


def test_what_is_no_tar_says_so() -> None:
    for data in [b"no archive" * 100, b"\x1f\x8b", b"BZh9", b"\xfd7zXZ\x00", b"\xfd7zXZ\x00\x00"]:
        for name in ["a.tar", "a.tar.gz", "a.tar.bz2", "a.tar.xz"]:
            with pytest.raises(RefusedError, match=r"a\.tar.*: not a tar archive, or a broken one"):
                unpack(name, data)


def test_a_lying_size_does_not_widen_the_limits() -> None:
    with pytest.raises(RefusedError):
        unpack("a.zip", lying_size(), Caps(total_bytes=MIB))


SEEDS = {
    "a.zip": zip_of(("homework/board9.py", PROGRAM), ("homework/data/train_0.txt", b"0 0 1\n" * 30)),
    "a.tar": tar_of(("homework/board9.py", PROGRAM), ("homework/" + "n" * 150, b"0 0 1\n")),
    "a.tar.gz": tar_of(("homework/board9.py", PROGRAM), mode="w:gz"),
    "a.tar.xz": lzma.compress(tar_of(("homework/board9.py", PROGRAM))),
}


@given(
    name=st.sampled_from(sorted(SEEDS)),
    edits=st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), min_size=1, max_size=12),
    keep=st.floats(0.2, 1),
)
def test_a_damaged_archive_is_read_or_refused_and_nothing_else(
    name: str, edits: list[tuple[float, int]], keep: float
) -> None:
    data = bytearray(SEEDS[name][: max(1, int(len(SEEDS[name]) * keep))])
    for place, value in edits:
        data[int(place * len(data))] = value
    try:
        files = unpack(name, bytes(data))
    except RefusedError as refusal:
        assert str(refusal).startswith(f"{name}: ")
    else:
        assert all(safe_path(path) == path for path in files)


def test_a_safe_path_is_relative_with_forward_slashes() -> None:
    for name, path in [
        ("a/b.py", "a/b.py"),
        ("./a//b.py", "a/b.py"),
        ("a\\b.py", "a/b.py"),
        ("a/", "a"),
        ("...", "..."),
    ]:
        assert safe_path(name) == path


@pytest.mark.parametrize("name", ["x" * 300, "x/" * 60, "x" * 90 + "/" + "y/" * 30 + "z" * 1000])
def test_a_long_name_is_refused(name: str) -> None:
    with pytest.raises(RefusedError, match="a name that is too long"):
        safe_path(name)


def test_a_name_in_a_message_cannot_command_a_terminal() -> None:
    assert safe("\x1b[2Jevil\u202ename.py") == "?[2Jevil?name.py"
    assert len(safe("x" * 1000)) == 120


def test_which_names_are_archives_and_which_are_junk() -> None:
    assert is_archive("Alice.TAR.GZ") and is_archive("a.zip") and not is_archive("a.rar")
    assert is_junk("a/__MACOSX/b") and is_junk("a/.DS_Store") and not is_junk("git/config")
