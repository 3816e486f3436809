"""Malformed archives, folders and file names, from intake to staging."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import stat
import tarfile
import tempfile
import warnings
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

from gograde.intake.bag import Caps
from gograde.intake.entry import Refusal, staged_submission
from gograde.intake.names import RefusedError, safe_path
from gograde.intake.reading.archives import unpacked
from gograde.intake.reading.find import find_entry, not_started
from gograde.intake.submission import Submission, take_in
from gograde.package.package import find_package
from gograde.sandbox.collect import folders_above
from tests.fuzz.mutate import NASTY, mutated
from tests.fuzz.trial import BrokenError, Trial

NAMES = (
    "board9.py", "a/b.py", "a", "a/", "A", "../x", "/x", "C:\\x", "x\\..\\..\\y", "棋.py", "cafe\u0301",
    "caf\u00e9",
)  # fmt: skip
NAMES += (
    "submission.toml", "pyvenv.cfg", "e/pyvenv.cfg", ".git/config", "n" * 300, "d/" * 60, "", ".", " ",
    "x\ny",
)  # fmt: skip
NAMES += (
    "inner.zip", ".gograde", "answer.txt", "test_0.txt", "-o", "con", "x.py\u202e", "a.out/x", "a.c", "._x",
)  # fmt: skip
KINDS = (stat.S_IFREG, stat.S_IFREG, 0, stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFDIR, stat.S_ISUID)
TYPES = (b"0", b"0", b"\0", b"1", b"2", b"3", b"5", b"6", b"7", b"S", b"x", b"g", b"L", b"Z")
PACKERS: Mapping[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
}
CONTENT = (
    b"print(1)\n",
    b"",
    b"\0" * 3000,
    b"int main(void) { return 0; }",
    b'[submission]\nentry = "a/b.py"\n',
)


def trial(random: Random) -> Trial:
    """An archive, damaged or strange in itself."""
    if random.random() < 0.15:
        names = random.choices([name.encode() for name in NAMES] + [*NASTY], k=random.choice((1, 3, 12)))
        return Trial("folder", b"\n".join(names), lambda: _taken_folder(names))
    suffix, data = random.choice((_zip, _tar))(random)
    return Trial(suffix, data, lambda: _taken_archive(f"homework{suffix}", data))


def _zip(random: Random) -> tuple[str, bytes]:
    out = io.BytesIO()
    method = random.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2))
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", method) as archive:
        warnings.simplefilter("ignore")
        archive.comment = random.choice((b"", b"", b"PK\x05\x06", b"c" * 60_000))
        for _ in range(random.choice((0, 1, 2, 5, 40))):
            archive.writestr(_entry(random), _content(random))
    return ".zip", mutated(random, out.getvalue())


def _entry(random: Random) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(random.choice(NAMES))
    info.external_attr = (random.choice(KINDS) | 0o644) << 16
    info.extra = random.choice((b"", b"", b"\x01\x00\x08\x00" + b"\xff" * 8, b"\x75\x70\xff\x00", b"x"))
    return info


def _content(random: Random) -> bytes:
    return random.choice((*CONTENT, bytes(random.choice((10, 2 << 20)))))


def _tar(random: Random) -> tuple[str, bytes]:
    suffix = random.choice(list(PACKERS))
    plain = b"".join(_member(random) for _ in range(random.choice((0, 1, 3, 10)))) + bytes(1024)
    packed = PACKERS[suffix](mutated(random, plain))
    return f".tar{suffix}", mutated(random, packed) if random.random() < 0.5 else packed


def _member(random: Random) -> bytes:
    info = tarfile.TarInfo(random.choice(NAMES) or "x")
    info.type, info.linkname = random.choice(TYPES), random.choice(("", "/etc/passwd", "../x"))
    data = _content(random) if info.type not in (b"x", b"g", b"L") else _records(random)
    info.size = random.choice((len(data), len(data), len(data), 0, 7, 8**11 - 1))
    form = random.choice((tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT))
    try:
        header = info.tobuf(form)
    except ValueError:  # a name that the format cannot hold
        header = tarfile.TarInfo("x").tobuf()
    return header + data + bytes(-len(data) % 512)


def _records(random: Random) -> bytes:
    said = random.choice(
        (b"path=a.py", b"size=5", b"size=-1", b"path=../x", b"GNU.sparse.major=1", b"linkpath=/")
    )
    records = b"%d %s\n" % (len(said) + 4, said) * random.choice((1, 2, 50))
    return random.choice((records, b"1" * 5000, b"2 " * 5000 + b"=", b"n" * 120 + b"/x.py\0", b""))


# -- taking in ------------------------------------------------------------------------------


@contextmanager
def _watched() -> Iterator[Path]:
    """A folder with `hand-in` in it, in which nothing else may be when it is left."""
    with tempfile.TemporaryDirectory() as folder:
        top, before = Path(folder), Path.cwd()
        (top / "hand-in").mkdir()
        os.chdir(top)
        try:
            yield top / "hand-in"
            _check_only(top, "hand-in")
        finally:
            os.chdir(before)


def _taken_archive(name: str, data: bytes) -> str:
    with _watched() as folder:
        (folder / name).write_bytes(data)
        words = _taken(folder)
        _check_only(folder, name)
        return words


def _check_only(folder: Path, name: str) -> None:
    found = sorted(path.name for path in folder.iterdir())
    if found != [name]:
        raise BrokenError(f"wrote files: {found}")


def _taken_folder(names: list[bytes]) -> str:
    with _watched() as folder:
        for number, name in enumerate(names):
            plain = name.replace(b"..", b"._").lstrip(b"/").replace(b"\0", b"_")
            _put(folder, os.fsdecode(plain), number)
        return _taken(folder)


def _put(folder: Path, name: str, number: int) -> None:
    """Make a file, link or pipe of the name, where the disk allows it."""
    path = folder / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if number % 5 == 3:
            path.symlink_to("/etc/passwd")
        elif number % 5 == 4:
            os.mkfifo(path)
        else:
            with path.open("xb") as file:
                file.write(CONTENT[number % len(CONTENT)])
    except OSError:
        return


def _taken(path: Path) -> str:
    """Take in, choose the entry, stage; what is said of it."""
    submission = opened(take_in(path))
    if submission.refusal:
        if submission.files:
            raise BrokenError("refused, and some of it taken")
        return submission.refusal
    _check_files(submission)
    contract = find_package("board9").config.contract
    entry = find_entry(submission.files, contract)
    if isinstance(entry, Refusal):
        return entry.message
    not_started(submission.files, entry, contract)
    for file in staged_submission(submission.files, entry, contract.answers, ()):
        folders_above(file.path)
    return f"starts {entry.path}"


def _check_files(submission: Submission) -> None:
    caps = Caps()
    for name in submission.files:
        if safe_path(name) != name:
            raise BrokenError(f"took the name {name!r}")
    if len(submission.files) > caps.files or sum(map(len, submission.files.values())) > caps.total_bytes:
        raise BrokenError("took more than is allowed")


def opened(submission: Submission) -> Submission:
    """The submission with the files of its archive; it has a refusal when there is nothing to run."""
    try:
        return submission if submission.refusal else replace(submission, files=unpacked(submission.files))
    except RefusedError as refusal:
        return replace(submission, files={}, refusal=str(refusal))
