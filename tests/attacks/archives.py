"""Hostile archives and folders that a student hands in."""

import contextlib
import gzip
import io
import ntpath
import os
import random
import socket
import stat
import struct
import subprocess
import tarfile
import tracemalloc
import unicodedata
import warnings
import zipfile
from pathlib import Path

from tests.attacks.harness.corpus import Artefact
from tests.attacks.harness.hand_in import HAND_IN, archive, raises, submission, trace
from tests.needs import require


def zipped(*entries: tuple[str | zipfile.ZipInfo, str | bytes], way: int = zipfile.ZIP_STORED) -> bytes:
    """A zip of these names and contents."""
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", way) as made:
        warnings.simplefilter("ignore")  # of a name that comes twice
        for name, data in entries:
            made.writestr(name, data)
    return out.getvalue()


def tarred(*entries: str | tarfile.TarInfo, data: bytes = b"", way: str = "") -> bytes:
    """A tar of these entries; those of some size hold `data`."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=f"w:{way}") as made:
        for entry in entries:
            made.addfile(tarfile.TarInfo(entry) if isinstance(entry, str) else entry, io.BytesIO(data))
    return out.getvalue()


def entry_of(name: str, **fields: object) -> tarfile.TarInfo:
    """An entry of a tar with these fields."""
    entry = tarfile.TarInfo(name)
    for field, value in fields.items():
        setattr(entry, field, value)
    return entry


def unpacked(folder: Path, name: str) -> Path:
    """The folder into which a naive reader unpacks all of an archive."""
    path = folder / HAND_IN / name
    with tarfile.open(path) if ".tar" in name else zipfile.ZipFile(path) as made:
        made.extractall(folder / "unpacked")
    return folder / "unpacked"


class AbsoluteName(Artefact):
    """Tries: to write to an absolute path.
    Seen: refused, naming the entry."""

    refusal = "-MARKER: an absolute path"

    def make(self, folder: Path, marker: str) -> None:
        archive(folder, "homework.tar", tarred(str(trace(folder, marker))))

    def naive(self, folder: Path, marker: str) -> bool:
        """It is unpacked elsewhere."""
        unpacked(folder, "homework.tar")
        return trace(folder, marker).exists()


class ArchivesInArchives(Artefact):
    """Tries: to nest archives in archives, each a bomb of its own.
    Seen: refused when one lies in two others."""

    refusal = "archives in archives"

    def make(self, folder: Path, marker: str) -> None:
        data = b"print(1)"
        for name in ("board9.py", "a.zip", "b.zip", "c.zip", "d.zip"):
            data = zipped((name, data))
        archive(folder, "homework.zip", data)

    def naive(self, folder: Path, marker: str) -> bool:
        """Whoever unpacks what is unpacked goes on and on."""
        data, depth = (folder / HAND_IN / "homework.zip").read_bytes(), 0
        while zipfile.is_zipfile(io.BytesIO(data)):
            with zipfile.ZipFile(io.BytesIO(data)) as made:
                data, depth = made.read(made.namelist()[0]), depth + 1
        return depth > 4


class Bomb(Artefact):
    """Tries: to fill the memory or the disk from a few kilobytes.
    Seen: refused as unpacking to too much."""

    refusal = "unpacks to more than 200 times its size"

    def make(self, folder: Path, marker: str) -> None:
        archive(folder, "homework.zip", zipped(("zeros", bytes(19 << 20)), way=zipfile.ZIP_DEFLATED))

    def naive(self, folder: Path, marker: str) -> bool:
        """A thousand times its size is unpacked."""
        path = folder / HAND_IN / "homework.zip"
        with zipfile.ZipFile(path) as made, made.open("zeros") as entry:
            unpacked = sum(len(chunk) for chunk in iter(lambda: entry.read(1 << 20), b""))
        return unpacked > 900 * path.stat().st_size


class BombOfBzip2(Artefact):
    """Tries: to fill the memory at one stroke, since zipfile unpacks bzip2 by the piece of input.
    Seen: refused unopened, naming the entry."""

    refusal = "zeros: packed in a way that is not read here"

    def make(self, folder: Path, marker: str) -> None:
        archive(folder, "homework.zip", zipped(("zeros", bytes(45 << 20)), way=zipfile.ZIP_BZIP2))

    def naive(self, folder: Path, marker: str) -> bool:
        """Reading one byte takes the memory of all."""
        tracemalloc.start()
        with zipfile.ZipFile(folder / HAND_IN / "homework.zip") as made, made.open("zeros") as entry:
            entry.read(1)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak > 40 << 20


class BombOfGzip(Artefact):
    """Tries: to fill the disk from a packed tar, in entries that are passed over.
    Seen: refused as unpacking to too much."""

    refusal = "unpacks to more than 80 MiB"

    def make(self, folder: Path, marker: str) -> None:
        entry = entry_of(".git/pack", size=90 << 20)
        packed = gzip.compress(entry.tobuf() + bytes(entry.size), 1)
        archive(folder, "homework.tar.gz", packed)

    def naive(self, folder: Path, marker: str) -> bool:
        """All of it is unpacked."""
        path = folder / HAND_IN / "homework.tar.gz"
        with gzip.open(path) as packed:
            unpacked = sum(len(chunk) for chunk in iter(lambda: packed.read(1 << 20), b""))
        return unpacked > 100 * path.stat().st_size


class CloneElsewhere(Artefact):
    """Tries: to have a `.git` file, and objects borrowed from a folder outside, that hold a secret.
    Seen: neither is followed; the program beside them is run."""

    taken = "NO"
    secret = True

    def make(self, folder: Path, marker: str) -> None:
        (folder / "objects").mkdir()
        (folder / "objects" / "secret").write_text(marker)
        files = {
            ".git": b"gitdir: ../objects",
            "sub/.git/objects/info/alternates": str(folder / "objects").encode(),
        }
        root = submission(folder, {"board9.py": b"x = 1", **files})
        (root / ".git.d").symlink_to("../objects")

    def naive(self, folder: Path, marker: str) -> bool:
        """Who follows them reads the secret."""
        root = folder / HAND_IN
        target = root / (root / ".git").read_text().removeprefix("gitdir: ")
        return (target / "secret").read_text() == marker == (root / ".git.d" / "secret").read_text()


def ask_git(root: Path, *words: str) -> None:
    """Git, as a user with nothing set."""
    require("git")
    env = {"PATH": os.environ["PATH"], "HOME": str(root), "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["git", *words], cwd=root, env=env, check=False, capture_output=True)


class CloneWithHooks(Artefact):
    """Tries: to have hooks, a watcher of files and a pager run by whoever asks git about a clone.
    Seen: git is not asked; the program beside it is run."""

    taken = "NO"

    def make(self, folder: Path, marker: str) -> None:
        root = submission(folder, {"board9.py": b"x = 1"})
        ask_git(root, "init", "-q")
        call = f"touch {trace(folder, marker)}"
        for name in ("pre-commit", "post-checkout", "post-index-change"):
            hook = root / ".git" / "hooks" / name
            hook.parent.mkdir(exist_ok=True)
            hook.write_text(f"#!/bin/sh\n{call}\n")
            hook.chmod(0o755)
        config = root / ".git" / "config"
        config.write_text(f'{config.read_text()}\n[core]\n\tfsmonitor = "{call};:"\n\tpager = "{call}"\n')

    def naive(self, folder: Path, marker: str) -> bool:
        """Asking for the state of the clone carries it out."""
        ask_git(folder / HAND_IN, "status")
        return trace(folder, marker).exists()


class ClosedFolder(Artefact):
    """Tries: to hand in a folder and a file that the grader may not open.
    Seen: refused, naming it; or read, by root."""

    def make(self, folder: Path, marker: str) -> None:
        root = submission(folder, {"board9.py": b"x = 1", "closed/x.py": b"", "shut.py": b""})
        (root / "shut.py").chmod(0)
        (root / "closed").chmod(0)

    def naive(self, folder: Path, marker: str) -> bool:
        """Reading it raises."""
        return raises(PermissionError, (folder / HAND_IN / "shut.py").read_bytes)


class CutOff(Artefact):
    """Tries: to break off in the middle, so that half of it is taken.
    Seen: refused whole."""

    refusal = "cut off"

    def make(self, folder: Path, marker: str) -> None:
        entries = (entry_of(name, size=700) for name in ("board9.py", "rules.py"))
        whole = tarred(*entries, data=b"print(1)\n" * 78)
        archive(folder, "homework.tar.gz", gzip.compress(whole[:2700]))

    def naive(self, folder: Path, marker: str) -> bool:
        """The first file is there before the end is missed."""
        with contextlib.suppress(tarfile.TarError, EOFError, OSError):
            unpacked(folder, "homework.tar.gz")
        return (folder / "unpacked" / "board9.py").exists()


class Damaged(Artefact):
    """Tries: to change a byte of the program behind the back of its check sum.
    Seen: refused, naming the entry."""

    refusal = "Bad CRC-32 for file 'board9.py'"

    def make(self, folder: Path, marker: str) -> None:
        data = zipped(("board9.py", f"print('{marker}')" + "#" * 9000))
        archive(folder, "homework.zip", data.replace(marker.encode(), marker[::-1].encode()))

    def naive(self, folder: Path, marker: str) -> bool:
        """Who reads only so much as there is does not come to the check."""
        with zipfile.ZipFile(folder / HAND_IN / "homework.zip") as made, made.open("board9.py") as entry:
            return marker[::-1] in entry.read(50).decode()


class DeepFolders(Artefact):
    """Tries: to nest folders a thousand deep, beyond what a path or a recursion may be.
    Seen: refused, naming the entry."""

    refusal = "a name that is too long"

    def make(self, folder: Path, marker: str) -> None:
        names = ("d/" * 1000 + "board9.py", "n" * 5000 + ".py")
        archive(folder, "homework.zip", zipped(*((name, "print(1)") for name in names)))

    def naive(self, folder: Path, marker: str) -> bool:
        """The second name cannot be made."""
        with zipfile.ZipFile(folder / HAND_IN / "homework.zip") as made:
            return raises(OSError, lambda: made.extract(made.namelist()[1], folder))


class Encrypted(Artefact):
    """Tries: to hand in what a grader cannot read, or is asked a password for.
    Seen: refused, naming the entry."""

    refusal = "board9.py: encrypted"

    def make(self, folder: Path, marker: str) -> None:
        data = bytearray(zipped(("board9.py", "print(1)" * 9)))
        struct.pack_into("<H", data, 6, 1)
        struct.pack_into("<H", data, data.index(b"PK\x01\x02") + 8, 1)
        archive(folder, "homework.zip", bytes(data))

    def naive(self, folder: Path, marker: str) -> bool:
        """What is raised is no error of the archive."""
        made = zipfile.ZipFile(folder / HAND_IN / "homework.zip")
        return raises(RuntimeError, lambda: made.read("board9.py"))


class FileAndFolder(Artefact):
    """Tries: to use one name for a file and for a folder.
    Seen: refused, naming the entry."""

    refusal = "board9: a file and a folder"

    def make(self, folder: Path, marker: str) -> None:
        names = ("board9", "board9/board9.py")
        archive(folder, "homework.zip", zipped(*((name, "print(1)") for name in names)))

    def naive(self, folder: Path, marker: str) -> bool:
        """Unpacking breaks off in the middle."""
        breaks_off = raises(OSError, lambda: unpacked(folder, "homework.zip"))
        return breaks_off and (folder / "unpacked" / "board9").exists()


class FolderOfLinks(Artefact):
    """Tries: to hand in a folder with links to a secret and to the folder above, a pipe and a socket.
    Seen: what is no file is left out, and the rest is run."""

    taken = "NO"
    secret = True

    def make(self, folder: Path, marker: str) -> None:
        (folder / "secret").write_text(marker)
        root = submission(folder, {"board9.py": b"x = 1"})
        (root / "answers.py").symlink_to(folder / "secret")
        (root / "above").symlink_to("..")
        os.mkfifo(root / "pipe.py")
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(f"{root}/socket")
        listener.close()

    def naive(self, folder: Path, marker: str) -> bool:
        """Who opens each name reads the secret."""
        read = {(folder / HAND_IN / name).read_text() for name in ("answers.py", "above/secret")}
        return read == {marker}


class FolderOfNames(Artefact):
    """Tries: to hand in names that are paths, options or nothing at all.
    Seen: refused, naming the first of them."""

    refusal = "no name for a file"

    def make(self, folder: Path, marker: str) -> None:
        root = submission(folder, {"board9.py": b"x = 1", "-rf": b"", ".\\.": b""})
        name = f"x;cd ..;touch {trace(folder, marker).name}"
        (root / name).write_text("")

    def naive(self, folder: Path, marker: str) -> bool:
        """A shell that is given the names carries one of them out."""
        for path in (folder / HAND_IN).iterdir():
            if not path.name.startswith("-"):
                subprocess.run(
                    f"ls {path.name}", shell=True, cwd=folder / HAND_IN, capture_output=True, check=False
                )
        return trace(folder, marker).exists()


class HardLink(Artefact):
    """Tries: to link an entry to a file of the grader, and to write into it through the link.
    Seen: refused, naming the entry."""

    refusal = "twin: a hard link"

    def make(self, folder: Path, marker: str) -> None:
        (folder / "grades").write_text("0")
        link = entry_of("twin", type=tarfile.LNKTYPE, linkname="../grades")
        archive(folder, "homework.tar", tarred(link, entry_of("twin", size=3), data=b"100"))

    def naive(self, folder: Path, marker: str) -> bool:
        """A reader that overwrites what is there writes into the grades."""
        (folder / "unpacked").mkdir()
        with tarfile.open(folder / HAND_IN / "homework.tar") as made:
            for entry in made:
                target = folder / "unpacked" / entry.name
                if entry.islnk():
                    target.hardlink_to(folder / "unpacked" / entry.linkname)
                elif source := made.extractfile(entry):
                    target.write_bytes(source.read())
        return (folder / "grades").read_text() == "100"


class LinkThenWrite(Artefact):
    """Tries: to put a symbolic link to a folder first, and a file through it second.
    Seen: refused, naming the link."""

    refusal = "way: a symbolic link"

    def make(self, folder: Path, marker: str) -> None:
        (folder / "outside").mkdir()
        link = entry_of("way", type=tarfile.SYMTYPE, linkname=str(folder / "outside"))
        archive(folder, "homework.tar.xz", tarred(link, f"way/evil-{marker}", way="xz"))

    def naive(self, folder: Path, marker: str) -> bool:
        """What is unpacked goes through the link."""
        unpacked(folder, "homework.tar.xz")
        return (folder / "outside" / f"evil-{marker}").exists()


class LinkToSecret(Artefact):
    """Tries: to hand in a link in a zip, so that the grader reads what it points to.
    Seen: refused, naming the entry."""

    refusal = "board9.py: a symbolic link"
    secret = True

    def make(self, folder: Path, marker: str) -> None:
        (folder / "secret").write_text(marker)
        info = zipfile.ZipInfo("board9.py")
        info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
        archive(folder, "homework.zip", zipped((info, str(folder / "secret"))))

    def naive(self, folder: Path, marker: str) -> bool:
        """Whoever makes links of links reads the secret."""
        with zipfile.ZipFile(folder / HAND_IN / "homework.zip") as made:
            info = made.infolist()[0]
            if stat.S_ISLNK(info.external_attr >> 16):
                (folder / "board9.py").symlink_to(made.read(info).decode())
        return (folder / "board9.py").read_text() == marker


def extended_header(payload: bytes) -> bytes:
    """A tar whose first header is followed by this text."""
    entry = entry_of("x", type=tarfile.XHDTYPE, size=len(payload))
    return entry.tobuf(tarfile.USTAR_FORMAT) + payload + bytes(-len(payload) % 512)


class LongAttributes(Artefact):
    """Tries: to fill the memory by an extended header of tar whose records all end far behind it.
    Seen: refused as broken or too long."""

    refusal = "an extended header that is too long"

    def make(self, folder: Path, marker: str) -> None:
        last = tarfile.TarInfo("board9.py").tobuf() + bytes(1024)
        archive(folder, "homework.tar", extended_header(b"2 " * 40_000 + b"=" + b"x" * 9) + last)
        (folder / "small.tar").write_bytes(extended_header(b"2 " * 4_000 + b"=" + b"x" * 9) + last)

    def naive(self, folder: Path, marker: str) -> bool:
        """Each two bytes are kept as a name of thousands; twice as many take four times the memory."""
        tracemalloc.start()
        with tarfile.open(folder / "small.tar") as made:
            made.getnames()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak > 1000 * (folder / "small.tar").stat().st_size


class LyingSize(Artefact):
    """Tries: to promise five bytes in the directory and to hold thirty million.
    Seen: refused."""

    refusal = "homework.zip: "

    def make(self, folder: Path, marker: str) -> None:
        data = bytearray(zipped(("zeros", bytes(30 << 20)), way=zipfile.ZIP_DEFLATED))
        struct.pack_into("<I", data, data.index(b"PK\x01\x02") + 24, 5)
        archive(folder, "homework.zip", bytes(data))

    def naive(self, folder: Path, marker: str) -> bool:
        """A check of the sizes before unpacking finds nothing wrong."""
        infos = zipfile.ZipFile(folder / HAND_IN / "homework.zip").infolist()
        return sum(info.file_size for info in infos) == 5


class ManyEntries(Artefact):
    """Tries: to make the grader list entries for ever, from a small archive.
    Seen: refused before all are listed."""

    refusal = "more than 20000 entries"

    def make(self, folder: Path, marker: str) -> None:
        entry = entry_of("d/", type=tarfile.DIRTYPE)
        archive(folder, "homework.tar.gz", gzip.compress(entry.tobuf() * 24_000, 1))

    def naive(self, folder: Path, marker: str) -> bool:
        """As many are listed as anybody waits for."""
        path = folder / HAND_IN / "homework.tar.gz"
        with tarfile.open(path, "r|gz") as made:
            count = sum(1 for _, _ in zip(made, range(24_000), strict=False))
        return count == 24_000 and path.stat().st_size < 300_000


class NamesCutShort(Artefact):
    """Tries: to hide a name's end behind NUL, and to command a terminal by control characters in it.
    Seen: refused, naming the entry without them."""

    refusal = "board9.py?MARKER.txt: a character that no file name may hold"

    def make(self, folder: Path, marker: str) -> None:
        names = (f"board9.py#{marker}.txt", "\x1b]0;title\x07.py")
        data = zipped(*((name, "print(1)") for name in names))
        archive(folder, "homework.zip", data.replace(b"#", b"\0"))

    def naive(self, folder: Path, marker: str) -> bool:
        """The name is that of the program."""
        return zipfile.ZipFile(folder / HAND_IN / "homework.zip").namelist()[0] == "board9.py"


NAMES = ("caf\u00e9.py", "cafe\u0301.py", "Board9.py", "board9.PY")


class NearTwins(Artefact):
    """Tries: to hand in names that differ only for some file systems: by case, and by how an accent is
    written.
    Seen: refused, naming both."""

    refusal = "on some systems"

    def make(self, folder: Path, marker: str) -> None:
        archive(folder, "homework.zip", zipped(*((name, f"print({n})") for n, name in enumerate(NAMES))))

    def naive(self, folder: Path, marker: str) -> bool:
        """A disk of macOS or Windows keeps the last of each two."""
        disk = {}
        with zipfile.ZipFile(folder / HAND_IN / "homework.zip") as made:
            for name in made.namelist():
                disk[unicodedata.normalize("NFC", name).casefold()] = made.read(name)
        return len(disk) < len(NAMES)


class OutOfTheFolder(Artefact):
    """Tries: to write beside the folder it is unpacked into, by `..`.
    Seen: refused, naming the entry."""

    refusal = "../../evil-MARKER.py: leads out of the folder"

    def make(self, folder: Path, marker: str) -> None:
        archive(folder, "homework.tar.gz", tarred("board9.py", f"../../evil-{marker}.py", way="gz"))

    def naive(self, folder: Path, marker: str) -> bool:
        """It is unpacked two folders below."""
        where = folder / "one" / "two"
        with tarfile.open(folder / HAND_IN / "homework.tar.gz") as made:
            made.extractall(where)
        return (folder / f"evil-{marker}.py").exists()


class PipesAndDevices(Artefact):
    """Tries: to hand in a pipe, at which a reader waits for ever.
    Seen: refused, naming the entry."""

    refusal = "board9.py: a device or pipe"

    def make(self, folder: Path, marker: str) -> None:
        kinds = (("board9.py", tarfile.FIFOTYPE), ("zero.py", tarfile.CHRTYPE))
        entries = (entry_of(name, type=kind, devmajor=1, devminor=5) for name, kind in kinds)
        archive(folder, "homework.tar", tarred(*entries))

    def naive(self, folder: Path, marker: str) -> bool:
        """Unpacking makes the pipe."""
        with tarfile.open(folder / HAND_IN / "homework.tar") as made:
            made.extract("board9.py", folder / "unpacked")
        return stat.S_ISFIFO((folder / "unpacked" / "board9.py").stat().st_mode)


PROGRAM = b"import os\nassert not os.stat('board9.py').st_mode & 0o7000\n"


class SetUser(Artefact):
    """Tries: to hand in a program that runs as its owner.
    Seen: it is run with the rights that every program has."""

    taken = "NO"

    def make(self, folder: Path, marker: str) -> None:
        entry = entry_of("board9.py", mode=0o6777, size=len(PROGRAM))
        archive(folder, "homework.tar", tarred(entry, data=PROGRAM))

    def naive(self, folder: Path, marker: str) -> bool:
        """Unpacking sets the mode."""
        return bool((unpacked(folder, "homework.tar") / "board9.py").stat().st_mode & stat.S_ISUID)


class SharedBytes(Artefact):
    """Tries: to hold one large file a hundred times, by entries that lie over each other.
    Seen: refused, naming two of them."""

    refusal = "lies over"

    def make(self, folder: Path, marker: str) -> None:
        large = random.Random(marker).randbytes(400_000)
        data = bytearray(zipped(("0.txt", large), *((f"{number}.txt", b"") for number in range(1, 10))))
        whole = data.index(b"PK\x01\x02")
        for start in [at for at in range(len(data)) if data[at : at + 4] == b"PK\x01\x02"]:
            struct.pack_into("<3I", data, start + 16, *struct.unpack_from("<3I", data, whole + 16))
            struct.pack_into("<I", data, start + 42, 0)
        archive(folder, "homework.zip", bytes(data))

    def naive(self, folder: Path, marker: str) -> bool:
        """Ten times as much as there is, and no entry is packed more than the others."""
        path = folder / HAND_IN / "homework.zip"
        infos = zipfile.ZipFile(path).infolist()
        return sum(info.file_size for info in infos) > 9 * path.stat().st_size


class Sparse(Artefact):
    """Tries: to claim gigabytes of nothing by a sparse entry.
    Seen: refused, naming the entry."""

    refusal = "board9.py: a sparse file"

    def make(self, folder: Path, marker: str) -> None:
        keys = (b"major=0", b"minor=1", b"size=8589934", b"numblocks=0", b"map=0,1")
        said = b"".join(b"%d GNU.sparse.%s\n" % (len(key) + 15, key) for key in keys)
        data = extended_header(said) + tarfile.TarInfo("board9.py").tobuf()
        archive(folder, "homework.tar", data + bytes(1024))

    def naive(self, folder: Path, marker: str) -> bool:
        """Less than two kilobytes are said to hold eight megabytes."""
        path = folder / HAND_IN / "homework.tar"
        with tarfile.open(path) as made:
            return made.getmember("board9.py").size > 1000 * path.stat().st_size


class Twins(Artefact):
    """Tries: to hand in two programs of one name, so that a person reads one and the grader runs the other.
    Seen: refused, naming both."""

    refusal = "board9.py: the same name as board9.py on some systems"

    def make(self, folder: Path, marker: str) -> None:
        programs = ("print('for people')", f"print('for the grader {marker}')")
        archive(folder, "homework.zip", zipped(*(("board9.py", program) for program in programs)))

    def naive(self, folder: Path, marker: str) -> bool:
        """The one that is listed first is not the one that is unpacked."""
        made = zipfile.ZipFile(folder / HAND_IN / "homework.zip")
        listed, unpacked = made.infolist()[0], made.read("board9.py")
        return marker in unpacked.decode() and made.read(listed) != unpacked


class TwoInOne(Artefact):
    """Tries: to be one archive to one reader and another to a second: a tar with a zip behind it, called a
    zip.
    Seen: refused as no zip."""

    refusal = "not a zip archive"

    def make(self, folder: Path, marker: str) -> None:
        both = tarred("for_people.py") + zipped(("board9.py", f"print({marker!r})"))
        archive(folder, "homework.zip", both)

    def naive(self, folder: Path, marker: str) -> bool:
        """Both readers are content, and see different things."""
        path = folder / HAND_IN / "homework.zip"
        with tarfile.open(path) as tar, zipfile.ZipFile(path) as packed:
            return tar.getnames() != packed.namelist()


class WindowsNames(Artefact):
    """Tries: to name entries with drive letters and backslashes.
    Seen: refused, naming the entry."""

    refusal = "C:\\evil-MARKER.py: a drive letter"

    def make(self, folder: Path, marker: str) -> None:
        names = (f"C:\\evil-{marker}.py", "..\\..\\evil.py")
        archive(folder, "homework.zip", zipped(*((name, "print(1)") for name in names)))

    def naive(self, folder: Path, marker: str) -> bool:
        """On Windows the folder it is unpacked into does not count."""
        names = zipfile.ZipFile(folder / HAND_IN / "homework.zip").namelist()
        places = (ntpath.normpath(ntpath.join("D:\\class", name)) for name in names)
        return not any(place.startswith("D:\\class\\") for place in places)
