"""Hostile archives and folders that a student hands in."""

import io
import os
import socket
import stat
import subprocess
import tarfile
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
