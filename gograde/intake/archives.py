"""Reads untrusted archives into memory, within limits; nothing is written to the disk.

One bad entry refuses the whole archive: a link, a device, an unsafe name.  The refusal names the entry.
"""

from __future__ import annotations

import io
import lzma
import os
import re
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from gograde.intake import tar
from gograde.intake.packed import LongerError, unpacked
from gograde.intake.printable import safe

MIB = 1024 * 1024
CHUNK = 64 * 1024
LONGEST_PATH = 1000  # bytes of a path
LONGEST_PART = 240  # bytes of the name of a file or folder; file systems allow 255
DEEPEST = 40  # folders in a path

ZIP_SUFFIXES = (".zip",)
TAR_SUFFIXES = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
ARCHIVE_SUFFIXES = ZIP_SUFFIXES + TAR_SUFFIXES

_TOOL_FOLDERS = """
__MACOSX .git .hg .svn __pycache__ .idea .vs .vscode .venv venv node_modules
.ipynb_checkpoints .pytest_cache .mypy_cache .ruff_cache
"""
JUNK_FOLDERS = frozenset(_TOOL_FOLDERS.split())
MAC_ICON = "Icon\r"
JUNK_FILES = frozenset([".DS_Store", "Thumbs.db", "desktop.ini", ".git", MAC_ICON])
ENVIRONMENT_MARK = "pyvenv.cfg"
"""A file of every virtual environment; the folder that holds it is junk."""


class RefusedError(Exception):
    """The submission is refused; the text says why and names the entry."""


@dataclass(frozen=True)
class Caps:
    """Limits of a submission: bytes and files after unpacking, entries of all kinds, ratio of unpacking.

    The ratio applies only above `ratio_from_bytes` unpacked bytes.
    """

    total_bytes: int = 20 * MIB
    files: int = 500
    entries: int = 20_000
    ratio: int = 200
    ratio_from_bytes: int = MIB


@dataclass
class Bag:
    """The files read so far; `add` raises `RefusedError` for a file that breaks a rule."""

    caps: Caps = field(default_factory=Caps)
    archive_bytes: int | None = None
    files: dict[str, bytes] = field(default_factory=dict)
    total: int = 0
    entries: int = 0
    _folded: dict[str, str] = field(default_factory=dict)

    def meet(self, count: int = 1) -> None:
        """Count entries, including those that are not kept; raises `RefusedError` above the limit."""
        self.entries += count
        if self.entries > self.caps.entries:
            raise RefusedError(f"more than {self.caps.entries} entries")

    def add(self, path: str, chunks: Iterator[bytes]) -> None:
        """Read one file; its bytes are counted while they are read."""
        self._claim(path)
        if len(self.files) >= self.caps.files:
            raise RefusedError(f"more than {self.caps.files} files, at {safe(path)}")
        parts = []
        for chunk in chunks:
            self._count(path, len(chunk))
            parts.append(chunk)
        self.files[path] = b"".join(parts)

    def _claim(self, path: str) -> None:
        """Refuse names that are equal on some file systems, and a name that is both a file and a folder."""
        folded = fold(path)
        if folded in self._folded:
            raise RefusedError(f"{safe(path)}: the same name as {safe(self._folded[folded])} on some systems")
        self._folded[folded] = path
        for taken in (path, *parents(path)):
            if taken != path and taken in self.files:
                raise RefusedError(f"{safe(taken)}: a file and a folder")
        if any(name.startswith(f"{path}/") for name in self.files):
            raise RefusedError(f"{safe(path)}: a file and a folder")

    def _count(self, path: str, size: int) -> None:
        self.total += size
        if self.total > self.caps.total_bytes:
            raise RefusedError(f"more than {self.caps.total_bytes // MIB} MiB of files, at {safe(path)}")
        allowed = self.caps.ratio * (self.archive_bytes or 0)
        if self.archive_bytes is not None and self.total > max(allowed, self.caps.ratio_from_bytes):
            raise RefusedError(f"unpacks to more than {self.caps.ratio} times its size, at {safe(path)}")


def unpack(name: str, data: bytes, caps: Caps | None = None) -> dict[str, bytes]:
    """The regular files of a zip or tar archive, by path; raises `RefusedError`.

    The suffix of `name` decides how the data is read.
    """
    bag = Bag(caps or Caps(), archive_bytes=len(data))
    try:
        read_zip(data, bag) if name.lower().endswith(ZIP_SUFFIXES) else read_tar(data, bag)
    except RefusedError as refusal:
        raise RefusedError(f"{safe(name)}: {refusal}") from None
    return bag.files


def is_archive(name: str) -> bool:
    """Whether the name has the suffix of a supported archive."""
    return name.lower().endswith(ARCHIVE_SUFFIXES)


# -- names ----------------------------------------------------------------------------------


def safe_path(name: str) -> str:
    """The entry's name as a relative path with forward slashes; raises `RefusedError`.

    Backslashes count as slashes, since archives made on Windows contain them.
    """
    if has_bad_character(name):
        raise RefusedError(f"{safe(name)}: {BAD_CHARACTER}")
    path = name.replace("\\", "/")
    if path.startswith("/"):
        raise RefusedError(f"{safe(name)}: an absolute path")
    if re.match(r"^[A-Za-z]:", path):
        raise RefusedError(f"{safe(name)}: a drive letter")
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise RefusedError(f"{safe(name)}: leads out of the folder (..)")
    long_part = any(len(part.encode()) > LONGEST_PART for part in parts)
    if long_part or len(path.encode()) > LONGEST_PATH or len(parts) > DEEPEST:
        raise RefusedError(f"{safe(name)}: a name that is too long")
    return "/".join(parts)


BAD_CHARACTER = "a character that no file name may hold"


def has_bad_character(name: str) -> bool:
    """Whether the name has a control character or a surrogate."""
    return any(unicodedata.category(char) in ("Cc", "Cs") for char in name)


def readable(name: str) -> str:
    """A file name from the disk; one that is not UTF-8 is decoded like a name in an archive."""
    return decoded(os.fsencode(name))


def is_junk(path: str) -> bool:
    """Whether tools leave files at this path that nobody hands in on purpose."""
    *folders, name = path.split("/")
    return bool(JUNK_FOLDERS.intersection(folders)) or name in JUNK_FILES or name.startswith("._")


def fold(path: str) -> str:
    """A form of the name; it is equal for two names that some file system treats as one."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def parents(path: str) -> list[str]:
    """The folders above a path, the innermost first."""
    parts = path.split("/")
    return ["/".join(parts[:end]) for end in range(len(parts) - 1, 0, -1)]


# -- zip ------------------------------------------------------------------------------------

_ZIP_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""bzip2 is missing: `zipfile` unpacks a whole piece of its input at once, which may fill the memory."""

_LOCAL_HEADER_BYTES = 30
_DIRECTORY_BYTES = 2 * MIB  # the largest list of entries that `zipfile` reads here


def read_zip(data: bytes, bag: Bag) -> None:
    """Put the files of a zip archive into the bag; raises `RefusedError`."""
    _check_directory(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            bag.meet(len(entries))
            _check_overlap(entries)
            environments = _environments(entries)
            for info in entries:
                if not _is_inside(_zip_name(info).replace("\\", "/"), environments):
                    _take_zip_entry(archive, info, bag)
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError) as error:
        raise RefusedError(f"a broken zip archive ({safe(str(error))})") from None
    except (NotImplementedError, RuntimeError, ValueError, OverflowError) as error:
        raise RefusedError(f"a zip archive that cannot be read ({safe(str(error))})") from None


def _check_directory(data: bytes) -> None:
    """Refuse data that is no zip, a zip64 archive, and a list of entries too long for `zipfile`."""
    at = data.rfind(b"PK\x05\x06", max(0, len(data) - 66_000))
    if not data.startswith(b"PK") or at < 0 or len(data) < at + 22:
        raise RefusedError("not a zip archive, or one that is cut off")
    if data[at - 20 : at - 16] == b"PK\x06\x07":
        raise RefusedError("a zip64 archive")
    if struct.unpack_from("<I", data, at + 12)[0] > _DIRECTORY_BYTES:
        raise RefusedError("too many entries")


def _check_overlap(entries: Sequence[zipfile.ZipInfo]) -> None:
    """Refuse entries that share bytes: with them, a small archive can hold a large file many times."""
    placed = sorted(entries, key=lambda info: info.header_offset)
    for info, follower in pairwise(placed):
        if info.header_offset + _LOCAL_HEADER_BYTES + info.compress_size > follower.header_offset:
            raise RefusedError(f"{safe(_zip_name(follower))}: lies over {safe(_zip_name(info))}")


def _environments(entries: Iterable[zipfile.ZipInfo]) -> frozenset[str]:
    """The folders that hold a virtual environment."""
    names = (_zip_name(info).replace("\\", "/") for info in entries)
    return frozenset(
        name.removesuffix(f"/{ENVIRONMENT_MARK}") for name in names if name.endswith(f"/{ENVIRONMENT_MARK}")
    )


def _is_inside(name: str, folders: frozenset[str]) -> bool:
    return bool(folders) and len(name) <= LONGEST_PATH and not folders.isdisjoint(parents(name))


def _take_zip_entry(archive: zipfile.ZipFile, info: zipfile.ZipInfo, bag: Bag) -> None:
    name = _zip_name(info)
    if _is_icon(name):
        return
    path = safe_path(name)
    mode = info.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise RefusedError(f"{safe(name)}: {_KINDS.get(stat.S_IFMT(mode), 'a special file')}")
    if not path or name.endswith(("/", "\\")) or stat.S_ISDIR(mode) or is_junk(path):
        return
    if info.flag_bits & 0x1:
        raise RefusedError(f"{safe(name)}: encrypted")
    if info.compress_type not in _ZIP_METHODS:
        raise RefusedError(
            f"{safe(name)}: packed in a way that is not read here (method {info.compress_type})"
        )
    with archive.open(info) as member:
        bag.add(path, iter(lambda: member.read(CHUNK), b""))


def _is_icon(name: str) -> bool:
    return name.rpartition("/")[2] == MAC_ICON


def _zip_name(info: zipfile.ZipInfo) -> str:
    """The stored name; `zipfile` itself cuts names at NUL and reads old names as cp437."""
    if info.flag_bits & 0x800:
        return info.orig_filename
    try:
        return decoded(info.orig_filename.encode("cp437"))
    except UnicodeEncodeError:
        return info.orig_filename


def decoded(raw: bytes) -> str:
    """A file name decoded as UTF-8, else as GB 18030, else as cp437."""
    for encoding in ("utf-8", "gb18030"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return raw.decode("cp437")


_KINDS = {
    stat.S_IFLNK: "a symbolic link",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
}


# -- tar ------------------------------------------------------------------------------------


def read_tar(data: bytes, bag: Bag) -> None:
    """Put the files of a tar archive (plain, gzip, bzip2 or xz) into the bag; raises `RefusedError`."""
    most = 4 * bag.caps.total_bytes
    try:
        for member in tar.members(unpacked(data, most)):
            _take_tar_member(member, bag)
    except LongerError:
        raise RefusedError(f"unpacks to more than {most // MIB} MiB") from None
    except (tar.BrokenTarError, lzma.LZMAError, zlib.error, EOFError, OSError, ValueError) as error:
        raise RefusedError(f"not a tar archive, or a broken one ({safe(str(error))})") from None


def _take_tar_member(member: tar.Member, bag: Bag) -> None:
    bag.meet()
    name = decoded(member.name)
    if _is_icon(name):
        return
    path = safe_path(name)
    if member.kind == tar.FOLDER:
        return
    if member.kind != tar.FILE:
        raise RefusedError(f"{safe(name)}: {member.kind}")
    if path and not is_junk(path):
        bag.add(path, member.chunks)
