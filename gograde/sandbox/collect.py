"""Puts files into the working directory and takes them out of it, through the directory's descriptor."""

from __future__ import annotations

import errno
import os
import resource
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from gograde.errors import JudgeError
from gograde.private import FOLDER, Scratch, empty, listed
from gograde.sandbox.host.identity import Identity
from gograde.sandbox.protocol import KIB, MIB, Collect, Job, StagedFile

NAMED = 100  # refused files listed by name
OTHERS = "/…"
"""The key for refused files beyond `NAMED`; no collected path begins with a slash."""
_KINDS = {
    stat.S_IFLNK: "symbolic link",
    stat.S_IFIFO: "FIFO",
    stat.S_IFSOCK: "socket",
    stat.S_IFDIR: "directory",
    stat.S_IFCHR: "device",
    stat.S_IFBLK: "device",
}


def collect_each(box: int, kinds: Sequence[Collect]) -> tuple[dict[str, bytes], dict[str, str]]:
    """`collect` for every kind of file; a path belongs to the first kind that it matches."""
    files: dict[str, bytes] = {}
    refused: dict[str, str] = {}
    for wanted in kinds:
        taken, left = collect(box, wanted, {*files, *refused})
        files |= taken
        refused |= left
    return files, refused


def among_answers(refused: Mapping[str, str], kinds: Sequence[Collect]) -> dict[str, str]:
    """The refused files that belong to a kind that holds answers."""
    kind_of = {path: next((kind for kind in kinds if _matches(path, kind)), None) for path in refused}
    return {path: reason for path, reason in refused.items() if (kind := kind_of[path]) and kind.answers}


def _matches(path: str, wanted: Collect) -> bool:
    return any(fnmatchcase(path, pattern) for pattern in wanted.patterns)


def collect(box: int, wanted: Collect, but: Collection[str] = ()) -> tuple[dict[str, bytes], dict[str, str]]:
    """The files below the descriptor `box` that match `wanted`, and the reason for each refused match.

    The function ignores the paths in `but`.  It reads only regular files with one link and at most
    `wanted.file_bytes`, through `box`; it follows and waits for no link, FIFO or device.
    Paths that are not UTF-8 contain surrogates, as `os.fsdecode` makes them.  At most `NAMED` refusals
    are listed; the key `OTHERS` has the number of the rest.
    """
    files: dict[str, bytes] = {}
    refused: dict[str, str] = {}
    others, left = 0, wanted.total_bytes
    for found in _below(box, "", wanted.depth) if wanted.patterns else ():
        if found.path in but or not _matches(found.path, wanted):
            continue
        full = len(files) >= wanted.files
        taken = f"more than {wanted.files} files" if full else _take_some(found, wanted, left)
        if isinstance(taken, bytes):
            files[found.path] = taken
            left -= len(taken)
        elif len(refused) < NAMED:
            refused[found.path] = taken
        else:
            others += 1
    return files, refused | ({OTHERS: f"{others} more are not named"} if others else {})


class _Entry(NamedTuple):
    """An entry of the folder behind a descriptor, and its path from the top."""

    folder: int
    name: str
    path: str


def _below(folder: int, prefix: str, depth: int) -> Iterator[_Entry]:
    """All entries that are no folders, and the folders that are too deep or cannot be opened."""
    names = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in listed(folder))
    for name, is_folder in names:
        inner = None
        if is_folder and depth > 1:
            with suppress(OSError):
                inner = os.open(name, FOLDER, dir_fd=folder)
        if inner is None:
            yield _Entry(folder, name, f"{prefix}{name}")
            continue
        try:
            yield from _below(inner, f"{prefix}{name}/", depth - 1)
        finally:
            os.close(inner)


def _take_some(found: _Entry, wanted: Collect, left: int) -> bytes | str:
    """Like `_take`, for a file that must also fit into `left`, the rest of `wanted.total_bytes`."""
    taken = _take(found.folder, found.name, min(wanted.file_bytes, left))
    if left < wanted.file_bytes and taken == _too_large(left):
        return f"more than {_size(wanted.total_bytes)} in all"
    return taken


def _take(box: int, name: str, limit: int) -> bytes | str:
    """The bytes of a file, or the reason why it is refused.

    The file is looked at through a descriptor and opened through the same, so its name may change meanwhile.
    """
    try:
        found = os.open(name, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=box)
        try:
            return _objection(os.fstat(found), limit) or _read(found, limit)
        finally:
            os.close(found)
    except OSError as error:
        return f"unreadable ({os.strerror(error.errno or 0).lower()})"


def _objection(found: os.stat_result, limit: int) -> str:
    if not stat.S_ISREG(found.st_mode):
        return _KINDS.get(stat.S_IFMT(found.st_mode), "not a regular file")
    if found.st_nlink != 1:
        return f"{found.st_nlink} links"
    return _too_large(limit) if found.st_size > limit else ""


def _read(found: int, limit: int) -> bytes | str:
    with open(f"/proc/self/fd/{found}", "rb") as file:  # noqa: PTH123 - many at each run
        data = file.read(limit + 1)
    return data if len(data) <= limit else _too_large(limit)


def _too_large(limit: int) -> str:
    return f"larger than {_size(limit)}"


def _size(count: int) -> str:
    return f"{count // KIB} KiB" if count % KIB == 0 else f"{count} bytes"


_PAGE = 4096
_SLACK = 16 * MIB
"""Bytes beyond the limit of the working directory, so that the watch sees that the limit is exceeded."""
_SPARE_ENTRIES = 48  # files and folders beyond the limit, so that the grader notices the excess
_STEP = 16  # staged files; their number is rounded up to a multiple, so that a prepared run suits more jobs
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def stage(box: int, files: tuple[StagedFile, ...]) -> None:
    """Write `files` below the descriptor `box`; raises JudgeError if a file cannot be written."""
    made: set[str] = set()
    for file in files:
        above = folders_above(file.path)
        try:
            for name in above:
                if name not in made:
                    os.mkdir(name, 0o755, dir_fd=box)
                    made.add(name)
            fd = os.open(file.path, _CREATE, 0o755 if file.executable else 0o644, dir_fd=box)
            try:
                view = memoryview(file.data)
                while view:
                    view = view[os.write(fd, view) :]
            finally:
                os.close(fd)
        except OSError as error:
            fault = f"cannot stage {file.path!r}: {error.strerror}"
            raise JudgeError("sandbox", fault, "free space, or stage each name once") from error


@lru_cache(maxsize=4096)
def folders_above(path: str) -> tuple[str, ...]:
    """The folders above a file, the topmost first.

    Raises JudgeError unless `path` is relative, without NUL and without empty, `.` or `..` parts.
    """
    parts = path.split("/")
    if not path or "\0" in path or any(part in ("", ".", "..") for part in parts):
        fix = "use relative paths without '.' and '..'"
        raise JudgeError("sandbox", f"{path!r} is no path to stage", fix)
    return tuple(accumulate(parts[:-1], lambda above, name: f"{above}/{name}"))


def room(job: Job) -> int:
    """Bytes of the working directory's file system, rounded up to MiB: similar jobs have equal room."""
    staged = sum(-(-len(file.data) // _PAGE) * _PAGE for file in job.files)
    return -(-(staged + job.limits.work_bytes + _SLACK) // MIB) * MIB


def entries(job: Job) -> int:
    """How many names of files and folders the kernel permits in a run's working directory.

    Jobs that differ by a few files usually have the same number.
    """
    staged = sum(file.path.count("/") + 1 for file in job.files)
    return -(-staged // _STEP) * _STEP + job.limits.work_files + _SPARE_ENTRIES


_NAME = "box"
_FILE = "file"  # whose device is that of the files in the box


@dataclass(frozen=True)
class WorkDir:
    """`path` is the program's folder and `box` its descriptor; `holder` is the grader's folder around it."""

    path: Path
    box: int
    holder: Scratch

    @classmethod
    def make(cls, who: Identity) -> WorkDir:
        """An empty folder that only `who` may enter; users of other slots get no further than `holder`."""
        # To measure the folder takes a descriptor for each level of folders.
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        holder = Scratch.make(who.gid if who.drop else None)
        os.mkdir(_NAME, 0o700, dir_fd=holder.fd)
        os.close(os.open(_FILE, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=holder.fd))
        box = os.open(_NAME, FOLDER, dir_fd=holder.fd)
        if who.drop:
            os.fchown(box, who.uid, who.gid)
        return cls(holder.path / _NAME, box, holder)

    def usage(self, pids: Iterable[int], unseen: int = 0) -> Usage:
        """What lies below the folder, plus its deleted files that the processes `pids` have open or mapped.

        A deleted file that is only mapped counts `unseen` bytes.
        """
        named = _usage_below(self.box)
        # An overlay tells the device of files apart from that of folders.
        device = self.path.with_name(_FILE).stat().st_dev
        try:
            deleted = _usage_of_deleted(device, os.fsencode(self.path), tuple(pids), unseen)
        except _UnmeasurableError:
            return _BOTTOMLESS
        return Usage(named.bytes + deleted.bytes, named.files, deleted.sockets)

    def empty(self) -> None:
        """Delete what the folder holds, for the next run."""
        empty(self.box)
        os.fchmod(self.box, 0o700)

    def remove(self) -> None:
        """Delete the folder."""
        self.holder.remove()
        os.close(self.box)


_BLOCK = 512  # bytes; the unit of st_blocks


@dataclass(frozen=True)
class Usage:
    """What a run uses: bytes on disk, files and folders of its working directory, and Unix sockets."""

    bytes: int
    files: int
    sockets: int = 0


_BOTTOMLESS = Usage(1 << 62, 1 << 62)
"""The usage of a folder that is too deep to measure or cannot be opened: more than any limit."""


class _UnmeasurableError(Exception):
    """A folder cannot be opened or listed."""


def _usage_below(top: int) -> Usage:
    """Bytes on disk and number of entries below a folder; uses one descriptor for each level."""
    size = files = 0
    chain: list[tuple[int, list[str]]] = []
    folder: int | None = os.dup(top)
    try:
        while folder is not None or chain:
            if folder is not None:
                found, below = _entries(folder)
                size += found.bytes
                files += found.files
                chain.append((folder, below))
            parent, names = chain[-1]
            folder = _entered(parent, names.pop()) if names else None
            if folder is None and not names:
                os.close(chain.pop()[0])
    except _UnmeasurableError:
        return _BOTTOMLESS
    finally:
        for left, _ in chain:
            os.close(left)
    return Usage(size, files)


def _entered(parent: int, name: str) -> int | None:
    """A descriptor of the folder `name` in `parent`; None when the folder has gone.

    Raises _UnmeasurableError when the folder cannot be opened.
    """
    try:
        return os.open(name, FOLDER, dir_fd=parent)
    except OSError as error:
        if error.errno in (errno.EMFILE, errno.ENFILE, errno.EACCES):
            raise _UnmeasurableError from error
        return None


def _entries(folder: int) -> tuple[Usage, list[str]]:
    """The usage of one folder's entries, and the names of the folders among them.

    Raises _UnmeasurableError when the folder cannot be listed.
    """
    size = files = 0
    below = []
    try:
        entries = listed(folder)
    except OSError as error:
        raise _UnmeasurableError from error
    for entry in entries:
        files += 1
        if entry.is_dir(follow_symlinks=False):
            below.append(entry.name)
        else:
            with suppress(FileNotFoundError):
                size += entry.stat(follow_symlinks=False).st_blocks * _BLOCK
    return Usage(size, files), below


def _usage_of_deleted(device: int, box: bytes, pids: tuple[int, ...], unseen: int) -> Usage:
    """The deleted files that the processes have open or mapped, and the number of their open sockets."""
    deleted: dict[int, int] = {}
    sockets = set()
    for found in (found for pid in pids for found in _open_files(pid)):
        if stat.S_ISSOCK(found.st_mode):
            sockets.add(found.st_ino)
        elif found.st_dev == device and found.st_nlink == 0:
            deleted[found.st_ino] = found.st_blocks * _BLOCK
    mapped = {inode for pid in pids for inode in _mapped(pid, box)}
    size = sum(deleted.values()) + unseen * len(mapped - deleted.keys())
    return Usage(size, len(deleted), len(sockets))


def _open_files(pid: int) -> list[os.stat_result]:
    """The stat results of a process's open files.  Files that the process closes meanwhile may be missing.

    Raises _UnmeasurableError for a process that hides its open files from its own user.
    """
    found = []
    for folder in _entries_of_proc(pid):
        try:
            with os.scandir(f"{folder}/fd") as entries:
                for entry in entries:
                    with suppress(FileNotFoundError):
                        found.append(entry.stat())
        except PermissionError as error:
            if _has_memory(folder):  # without memory it has just ended, and root owns its entry
                raise _UnmeasurableError from error
        except OSError:
            continue
    return found


def _entries_of_proc(pid: int) -> list[str]:
    """The folders of /proc with a process's files: those of its threads when its main thread has ended."""
    main = f"/proc/{pid}"
    if _has_memory(main):
        return [main]
    with suppress(OSError):
        return [str(thread) for thread in Path(f"{main}/task").iterdir()]
    return []


def _has_memory(folder: str) -> bool:
    with suppress(OSError):
        return Path(f"{folder}/statm").read_bytes().split()[0] != b"0"
    return False


def _mapped(pid: int, box: bytes) -> Iterator[int]:
    """The inodes of the deleted files below `box` that a process has mapped."""
    maps = b""
    for folder in _entries_of_proc(pid):
        with suppress(OSError):
            maps += Path(f"{folder}/maps").read_bytes()
    if box not in maps:
        return
    for line in maps.split(b"\n"):  # not splitlines: names may hold its other line ends
        columns = line.split(maxsplit=5)
        if len(columns) > 5 and columns[5].startswith(box) and columns[5].endswith(b" (deleted)"):
            yield int(columns[4])
