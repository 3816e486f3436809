"""The rules for the names of submitted files."""

from __future__ import annotations

import os
import posixpath
import re
import stat
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from itertools import pairwise
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipInfo

from gograde.intake.languages import NOTEBOOK, SOURCES, SUFFIXES
from gograde.listing import safe

LONGEST_PATH = 1000  # bytes of a path
LONGEST_PART = 240  # bytes of the name of a file or folder; file systems allow 255
DEEPEST = 40  # folders in a path

ZIP_SUFFIXES = (".zip",)
TAR_SUFFIXES = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
ARCHIVE_SUFFIXES = ZIP_SUFFIXES + TAR_SUFFIXES

_TOOL_FOLDERS = """
__MACOSX .cache .git .hg .svn __pycache__ .idea .vs .vscode .venv venv node_modules
.ipynb_checkpoints .pytest_cache .mypy_cache .ruff_cache
"""
JUNK_FOLDERS = frozenset(_TOOL_FOLDERS.split())
MAC_ICON = "Icon\r"
JUNK_FILES = frozenset([".DS_Store", "Thumbs.db", "desktop.ini", ".git", MAC_ICON])
ENVIRONMENT_MARK = "pyvenv.cfg"
"""A file of every virtual environment; the folder that holds it is junk."""


HANDED_IN = (*ARCHIVE_SUFFIXES, ".rar", ".7z", *SOURCES)
"""What may follow a student's id in the name of a submission."""

UNREADABLE = {
    ".rar": "a RAR archive",
    ".7z": "a 7-Zip archive",
    ".docx": "a Word document",
    ".doc": "a Word document",
    ".pdf": "a PDF document",
    ".pptx": "a presentation",
    ".xlsx": "a spreadsheet",
    ".exe": "a Windows program",
    ".gz": "a packed file",
    ".zst": "a file packed with Zstandard",
    ".iso": "a disk image",
    ".dmg": "a disk image",
}
"""What is handed in instead of a program, by suffix."""


class RefusedError(Exception):
    """The submission is refused; the text says why and names the entry."""


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
    if is_too_long(path):
        raise RefusedError(f"{safe(name)}: {TOO_LONG}")
    return "/".join(parts)


TOO_LONG = "a name that is too long"


def is_too_long(path: str) -> bool:
    """Whether a path, or a name in it, is too long, or lies in too many folders."""
    parts = [len(part.encode("utf-8", "surrogatepass")) for part in path.split("/") if part not in ("", ".")]
    whole = len(path.encode("utf-8", "surrogatepass"))
    return whole > LONGEST_PATH or len(parts) > DEEPEST or max(parts, default=0) > LONGEST_PART


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


def decoded(raw: bytes) -> str:
    """A file name decoded as UTF-8, else as cp437 where all letters are Latin then, else as GB 18030."""
    western = raw.decode("cp437")
    latin = all(char.isascii() or unicodedata.name(char).startswith("LATIN") for char in western)
    for encoding in ("utf-8", *(() if latin else ("gb18030",))):
        with suppress(UnicodeDecodeError):
            return raw.decode(encoding)
    return western


def is_archive(name: str) -> bool:
    """Whether the name has the suffix of a supported archive."""
    return name.lower().endswith(ARCHIVE_SUFFIXES)


def without_suffix(name: str) -> str:
    """The name of a submission without its suffix, which may have several dots."""
    fits = [suffix for suffix in HANDED_IN if fold(name).endswith(suffix)]
    return name[: len(name) - len(max(fits, key=len, default=""))]


def language_of(path: str) -> str | None:
    """The language of a file name's suffix; None for other suffixes."""
    return SUFFIXES.get(suffix_of(path))


def suffix_of(path: str) -> str:
    """The suffix of a file's name in lower case, with its dot."""
    return posixpath.splitext(path)[1].lower()


def is_notebook(path: str) -> bool:
    """Whether the name is that of a Jupyter notebook."""
    return path.lower().endswith(NOTEBOOK)


def zip_name(info: ZipInfo) -> str:
    """The stored name; `zipfile` itself cuts names at NUL and reads old names as cp437."""
    if info.flag_bits & 0x800:
        return info.orig_filename
    try:
        return decoded(info.orig_filename.encode("cp437"))
    except UnicodeEncodeError:
        return info.orig_filename


_ZIP_METHODS = (ZIP_STORED, ZIP_DEFLATED)
"""bzip2 is missing: `zipfile` unpacks a whole piece of its input at once, which may fill the memory."""

_LOCAL_HEADER_BYTES = 30
_KINDS = {
    **{stat.S_IFLNK: "a symbolic link", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"},
    **dict.fromkeys((stat.S_IFCHR, stat.S_IFBLK), "a device"),
}


def zip_path(info: ZipInfo) -> str:
    """The path of a file in a zip archive; empty for a folder, and for what tools leave behind.

    Raises `RefusedError` for an unsafe name, a special file, and what cannot be unpacked here.
    """
    name = zip_name(info)
    path, kind = safe_path(name), stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise RefusedError(f"{safe(name)}: {_KINDS.get(kind, 'a special file')}")
    if not path or name.endswith(("/", "\\")) or kind == stat.S_IFDIR or is_junk(path):
        return ""
    if info.flag_bits & 0x1:
        raise RefusedError(f"{safe(name)}: encrypted")
    if info.compress_type not in _ZIP_METHODS:
        what = f"packed in a way that is not read here (method {info.compress_type})"
        raise RefusedError(f"{safe(name)}: {what}")
    return path


def check_overlap(infos: Iterable[ZipInfo]) -> None:
    """Refuse members that share bytes: with them, a small archive can hold a large file many times."""
    for info, follower in pairwise(sorted(infos, key=lambda info: info.header_offset)):
        if info.header_offset + _LOCAL_HEADER_BYTES + info.compress_size > follower.header_offset:
            raise RefusedError(f"{safe(zip_name(follower))}: lies over {safe(zip_name(info))}")
