"""Our reader of tar compared with the standard library's, and its refusals."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.intake.bag import MIB
from gograde.intake.names import RefusedError
from gograde.intake.reading.archives import unpack
from gograde.intake.reading.tar import BrokenTarError, members

NAMES = st.text(st.sampled_from("abé王/"), min_size=1, max_size=160).filter(
    lambda name: all(name.split("/")) and name not in (".", "..")
)
FORMATS = (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT)


def tar_of(*entries: tuple[str, bytes], form: int = tarfile.PAX_FORMAT) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as archive:
        for name, data in entries:
            info = tarfile.TarInfo(name)
            info.size, info.mtime = len(data), 1.5 if form == tarfile.PAX_FORMAT else 1  # type: ignore[assignment]
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def block(kind: bytes, payload: bytes, name: str = "x.py") -> bytes:
    """A header of a kind with its data."""
    info = tarfile.TarInfo(name)
    info.type, info.size = kind, len(payload)
    return info.tobuf(tarfile.USTAR_FORMAT) + payload + bytes(-len(payload) % 512)


def record(said: bytes) -> bytes:
    """A record of an extended header; said with its own length, which has two digits here."""
    return b"%d %s\n" % (len(said) + 4, said)


def read(data: bytes) -> list[tuple[str, str, bytes]]:
    found = members(io.BytesIO(data))
    return [(member.name.decode(), member.kind, b"".join(member.chunks)) for member in found]


@given(st.lists(st.tuples(NAMES, st.binary(max_size=1500)), min_size=1, max_size=4), st.sampled_from(FORMATS))
def test_it_reads_what_the_standard_library_writes(entries: list[tuple[str, bytes]], form: int) -> None:
    try:
        data = tar_of(*entries, form=form)
    except ValueError:  # a name that ustar cannot hold
        return
    assert read(data) == [(name, "a regular file", content) for name, content in entries]


def test_one_archive_by_hand() -> None:
    header = bytearray(512)
    header[:4], header[100:107], header[124:135] = b"a.py", b"0000644", b"00000000003"
    header[148:156], header[156:157], header[257:265] = b" " * 8, b"0", b"ustar\x0000"
    header[345:348] = b"dir"
    header[148:155] = b"%06o\0" % sum(header)
    assert read(bytes(header) + b"1+1".ljust(512, b"\0")) == [("dir/a.py", "a regular file", b"1+1")]


def test_a_global_header_counts_until_another_and_an_own_one_once() -> None:
    parts = [(b"g", record(b"path=all.py")), (b"0", b"1"), (b"x", record(b"path=own.py")), (b"0", b"2")]
    data = b"".join(block(kind, payload) for kind, payload in [*parts, (b"0", b"3")])
    assert [name for name, _, _ in read(data)] == ["all.py", "own.py", "all.py"]


def test_members_that_are_not_taken_are_passed_over() -> None:
    found = members(io.BytesIO(tar_of(("big", bytes(200_000)), ("small", b"x"))))
    assert [member.name for member in found] == [b"big", b"small"]


def test_what_is_broken_is_said() -> None:
    for data, message in [
        (b"", "no members in it"),
        (bytes(2048), "no members in it"),
        (b"x" * 100, "it is cut off"),
        (b"x" * 512, "a header with a number that is none"),
        (block(b"0", b"data")[:600], "it is cut off"),
        (b"y" + block(b"0", b"")[1:], "a header with a wrong check sum"),
        (block(b"x", b"1" * 65537), "an extended header that is too long"),
        (block(b"x", b"1" * 60000), "an extended header that is broken"),
        (block(b"x", b"2 " * 30000 + b"="), "an extended header that is broken"),
        (block(b"x", b"99 path=a\n"), "an extended header that is broken"),
        (block(b"x", record(b"size=-00005")), "an extended header with a size that is none"),
    ]:
        with pytest.raises(BrokenTarError) as error:
            read(data)
        assert str(error.value) == message


def test_a_size_without_end_is_no_size() -> None:
    huge = block(b"x", record(b"size=9999999999999999")) + block(b"0", b"short")
    with pytest.raises(RefusedError, match=r"a\.tar: not a tar archive, or a broken one \(it is cut off\)"):
        unpack("a.tar", huge)


def test_a_sparse_file_is_named() -> None:
    data = block(b"x", record(b"GNU.sparse.major=1")) + block(b"0", b"")
    for sparse in (data, block(b"S", b"")):
        with pytest.raises(RefusedError, match=r"a\.tar: x\.py: a sparse file"):
            unpack("a.tar", sparse)


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


@pytest.mark.parametrize("name", PACKERS)
def test_empty_parts_without_end_are_refused(name: str) -> None:
    with pytest.raises(RefusedError, match="unpacks to more than"):
        unpack(name, PACKERS[name](b"") * 1001 + PACKERS[name](tar_of(("a.py", b""))))


@pytest.mark.parametrize("name", PACKERS)
def test_packed_data_that_is_cut_off_is_said(name: str) -> None:
    packed = PACKERS[name](tar_of(("a.py", bytes(range(256)) * 400)))
    with pytest.raises(RefusedError, match="cut off"):
        unpack(name, packed[: len(packed) // 2])


def test_a_bomb_of_folders_is_refused() -> None:
    folders = b"".join(block(b"5", b"", f"{number}/") for number in range(20_001))
    with pytest.raises(RefusedError, match=r"a\.tar\.gz: more than 20000 entries"):
        unpack("a.tar.gz", gzip.compress(folders))


def test_a_bomb_is_refused_before_it_fills_the_memory() -> None:
    bomb = bz2.compress(block(b"0", bytes(45 * MIB), ".git/pack"))
    with pytest.raises(RefusedError, match=r"a\.tar\.bz2: unpacks to more than 80 MiB"):
        unpack("a.tar.bz2", bomb * 2)
