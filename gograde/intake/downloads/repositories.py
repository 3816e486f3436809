"""A list of git repositories, one a student: fetched by the program git, which runs nothing of theirs.

No hook, filter, submodule or helper is run, and nobody is asked for a password.  Students may have written
the addresses: they are https or ssh, and folders of this machine only where the list is the staff's own.
What a commit says of its time can be written by anybody, so it is not used.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from gograde.errors import DataError, JudgeError
from gograde.intake.downloads.archives import FolderSource
from gograde.intake.downloads.part import LeftOut, Member, Part, Sorted
from gograde.intake.downloads.people_table import claims_of, read_people, submitted_at
from gograde.intake.names import TOO_LONG, decoded, is_too_long
from gograde.listing import printable, safe
from gograde.private import scratch_folder

COMMAND_S = 300
"""Seconds that one command of git may take; a course's repository takes two."""

MOST_BYTES = 256 * 1024 * 1024
"""Bytes of a file that git may write; only the last commit comes down."""

MOST_NAMES = 16 * 1024 * 1024
"""Bytes of the paths in a commit; one with a virtual environment in it has 2 MiB."""

REVISION = re.compile(r"[A-Za-z0-9_][\w./-]{0,200}")

_HOST = r"[A-Za-z0-9][\w.-]*(?::\d+)?"
_ADDRESSES = {
    "https": re.compile(rf"https://(?:[^\s/@]+@)?{_HOST}/\S+"),
    "ssh": re.compile(rf"ssh://(?:\w[\w.+-]*@)?{_HOST}/[^\s-]\S*|\w[\w.+-]*@[A-Za-z0-9][\w.-]*:[^\s:-]\S*"),
}
"""The addresses that are taken, by the only protocol that git may speak for one."""

_SETTINGS = (
    "protocol.allow=never",
    "core.hooksPath=/dev/null",
    "core.symlinks=false",
    "core.fsmonitor=false",
    "core.autocrlf=false",
    "credential.helper=",
    "submodule.recurse=false",
    "fetch.recurseSubmodules=false",
    "transfer.fsckObjects=true",
    "gc.auto=0",
    "advice.detachedHead=false",
)
_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "/bin/false",
    "SSH_ASKPASS": "/bin/false",
    "GIT_SSH_COMMAND": "ssh -o BatchMode=yes",
    "GIT_LFS_SKIP_SMUDGE": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "LC_ALL": "C",
}
_PASSED_ON = ("PATH", "HOME", "SSH_AUTH_SOCK")

_FIX = "try git ls-remote with this address, or import a folder with the checked-out files"

_OF_ADDRESSES = (
    "give an address like https://host/path, ssh://host/path or user@host:path; "
    "--local takes folders of this machine too, and is for a list that you wrote yourself"
)


def is_list(path: Path) -> bool:
    """Whether an export is a table, which can only be one of repositories."""
    return path.is_file() and path.suffix.lower() == ".csv"


@contextmanager
def clones(path: Path, *, local: bool = False) -> Iterator[tuple[FolderSource, Sorted]]:
    """What is checked out of each repository in a table with a column `url`; raises `DataError`.

    `local` takes folders of this machine too, relative to the table.
    """
    table = read_people(path)
    if "url" not in table.fields:
        fix = "name its columns: student_id,url and perhaps revision and submitted_at"
        raise DataError(f"{path}:1", "no column url", fix)
    with scratch_folder() as folder:
        fetched, left = dict[str, Part](), list[LeftOut]()
        for number, (where, person) in enumerate(table.people()):
            url, at = person.get("url", ""), submitted_at(person, where)
            address = address_of(url, path.parent if local else None)
            refusal = (
                _fetched(*address, person.get("revision", ""), folder / str(number))
                if address
                else "no address of a repository that is taken"
            )
            if refusal:
                whose = f"{person['student_id']}: " if person.get("student_id") else ""
                left.append(LeftOut(url or where, whose + refusal, _FIX if address else _OF_ADDRESSES))
            else:
                fetched[str(number)] = Part(url, claims_of(person), {}, at)
        source = FolderSource(folder)
        yield source, _sorted(source, fetched, left)


def _sorted(source: FolderSource, fetched: dict[str, Part], left: list[LeftOut]) -> Sorted:
    """The repositories with their files; `fetched` maps the names of their folders to them."""
    files: dict[str, dict[str, Member]] = {name: {} for name in fetched}
    for entry in source.entries:
        name, _, path = entry.path.partition("/")
        files.get(name, {})[path] = entry
    parts = [replace(part, files=files[name]) for name, part in fetched.items()]
    empty = [
        LeftOut(part.label, "no files in the commit", "ask for the files") for part in parts if not part.files
    ]
    return Sorted([part for part in parts if part.files], [*left, *empty])


def address_of(url: str, base: Path | None) -> tuple[str, str] | None:
    """The protocol and the address that git is given; with `base`, a folder of this machine has one too."""
    if not url.isprintable():
        return None
    if base is not None and url and (base / (place := url.removeprefix("file://"))).is_dir():
        return "file", str((base / place).resolve())
    return next(((name, url) for name, form in _ADDRESSES.items() if form.fullmatch(url)), None)


def _fetched(protocol: str, address: str, revision: str, folder: Path) -> str:
    """Fetch one commit and check it out; returns why not, or nothing."""
    if revision and not REVISION.fullmatch(revision):
        return f"{safe(revision)!r} is no name of a commit"
    folder.mkdir()
    names = folder.with_name(f"{folder.name}.names")
    fetch = ("fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--")
    return (
        _git(("init", "--quiet", "--template="), folder)
        or _git((*fetch, address, revision or "HEAD"), folder, protocol=protocol)
        or _git(("ls-tree", "-r", "-z", "--name-only", "FETCH_HEAD"), folder, names)
        or _unfit(names, folder.name)
        or _git(("checkout", "--quiet", "--detach", "FETCH_HEAD"), folder)
    )


def _unfit(names: Path, top: str) -> str:
    """Why the files of a commit are not to be on the disk; empty when they may.  The list of them goes."""
    size = names.stat().st_size
    paths = names.read_bytes().split(b"\0") if size <= MOST_NAMES else []
    names.unlink()
    if size > MOST_NAMES:
        return "too many files in the commit"
    return TOO_LONG if any(is_too_long(f"{top}/{decoded(path)}") for path in paths) else ""


def _git(words: Sequence[str], folder: Path, out: Path = Path(os.devnull), protocol: str = "") -> str:
    """Run git, which speaks no other protocol, with its output in a file.

    Empty when it went well, else the first line of its errors.
    """
    settings = [part for setting in _SETTINGS for part in ("-c", setting)]
    environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ} | _ENVIRONMENT
    environment["GIT_ALLOW_PROTOCOL"] = protocol
    limited = ["/bin/sh", "-c", f'ulimit -f {MOST_BYTES // 512}; exec "$@"', "sh"]
    try:
        with out.open("wb") as output:
            process = subprocess.Popen(
                [*limited, "git", *settings, *words],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
    except FileNotFoundError:
        raise JudgeError("git", "not installed", "install git, or import checked-out folders") from None
    try:
        _, errors = process.communicate(timeout=COMMAND_S)
    except subprocess.TimeoutExpired:
        _end(process)
        return f"git took more than {COMMAND_S} s"
    except BaseException:
        _end(process)
        raise
    if process.returncode == 0:
        return ""
    lines = [line for line in errors.decode("utf-8", "replace").split("\n") if line.strip()]
    return printable(lines[0])[:200] if lines else f"git ended with {process.returncode}"


def _end(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
