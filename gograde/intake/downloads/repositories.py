"""A list of git repositories, one a student: fetched by the program git, which runs nothing of theirs.

No hook, filter, submodule or helper is run, nobody is asked for a password, and addresses that start
programs (`ext::`) are refused.  What a commit says of its time can be written by anybody, so it is not used.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from gograde.errors import DataError, JudgeError
from gograde.intake.downloads.folder import FolderSource
from gograde.intake.downloads.part import Claim, LeftOut, Part, Says, Sorted
from gograde.intake.downloads.people_table import read_people
from gograde.intake.downloads.source import Entry
from gograde.intake.printable import printable, safe

COMMAND_S = 300
"""Seconds that one command of git may take; a course's repository takes two."""

MOST_BYTES = 256 * 1024 * 1024
"""Bytes of a file that git may write; only the last commit comes down."""

REVISION = re.compile(r"[A-Za-z0-9_][\w./-]{0,200}")

_SETTINGS = (
    "protocol.allow=never",
    "protocol.file.allow=always",
    "protocol.https.allow=always",
    "protocol.ssh.allow=always",
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
    "GIT_ALLOW_PROTOCOL": "file:https:ssh",
    "LC_ALL": "C",
}
_PASSED_ON = ("PATH", "HOME", "SSH_AUTH_SOCK")

_FIX = "try git ls-remote with this address, or import a folder with the checked-out files"


def is_list(path: Path) -> bool:
    """Whether an export is a table, which can only be one of repositories."""
    return path.is_file() and path.suffix.lower() == ".csv"


@contextmanager
def clones(path: Path) -> Iterator[tuple[FolderSource, Sorted]]:
    """What is checked out of each repository in a table with a column `url`; raises `DataError`."""
    table = read_people(path)
    if "url" not in table.fields:
        fix = "name its columns: student_id,url and perhaps revision and submitted_at"
        raise DataError(f"{path}:1", "no column url", fix)
    with tempfile.TemporaryDirectory(prefix="gograde-clones-") as name:
        folder, left = Path(name), list[LeftOut]()
        fetched = dict[str, Part]()
        for number, (where, person) in enumerate(table.people()):
            url, at = person.get("url", ""), _time(person.get("submitted_at", ""), where)
            refusal = _fetched(url, person.get("revision", ""), path.parent, folder / str(number))
            if refusal:
                left.append(LeftOut(url or where, refusal, _FIX))
            else:
                fetched[str(number)] = Part(url, _claims(person), {}, at)
        source = FolderSource(folder)
        yield source, _sorted(source, fetched, left)


def _sorted(source: FolderSource, fetched: dict[str, Part], left: list[LeftOut]) -> Sorted:
    """The repositories with their files; `fetched` maps the names of their folders to them."""
    files: dict[str, dict[str, Entry]] = {name: {} for name in fetched}
    for entry in source.entries:
        name, _, path = entry.path.partition("/")
        files.get(name, {})[path] = entry
    parts = [replace(part, files=files[name]) for name, part in fetched.items()]
    empty = [
        LeftOut(part.label, "no files in the commit", "ask for the files") for part in parts if not part.files
    ]
    return Sorted([part for part in parts if part.files], [*left, *empty])


def _claims(person: dict[str, str]) -> tuple[Claim, ...]:
    named = (("student_id", Says.ID), ("login", Says.LOGIN), ("email", Says.EMAIL), ("name", Says.NAME))
    return tuple(Claim(says, person[key]) for key, says in named if person.get(key))


def _time(text: str, where: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if text else None
    except ValueError:
        fix = "write times like 2026-11-15T23:59:00+08:00"
        raise DataError(where, f"{safe(text)!r} is not a time that is read here", fix) from None


def _fetched(url: str, revision: str, base: Path, folder: Path) -> str:
    """Fetch one commit and check it out; returns why not, or nothing."""
    if not url or url.startswith("-") or not url.isprintable():
        return "no address of a repository"
    if revision and not REVISION.fullmatch(revision):
        return f"{safe(revision)!r} is no name of a commit"
    address = str((base / url).resolve()) if (base / url).is_dir() else url
    folder.mkdir()
    for words in (
        ("init", "--quiet", "--template="),
        ("fetch", "--quiet", "--depth=1", "--no-tags", "--", address, revision or "HEAD"),
        ("checkout", "--quiet", "--detach", "FETCH_HEAD"),
    ):
        told = _git(words, folder)
        if told is not None:
            return told
    return ""


def _git(words: Sequence[str], folder: Path) -> str | None:
    """Run git; None when it went well, else its last line."""
    settings = [part for setting in _SETTINGS for part in ("-c", setting)]
    environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ} | _ENVIRONMENT
    limited = ["/bin/sh", "-c", f'ulimit -f {MOST_BYTES // 512}; exec "$@"', "sh"]
    try:
        process = subprocess.Popen(
            [*limited, "git", *settings, *words],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
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
        return None
    lines = [line for line in errors.decode("utf-8", "replace").split("\n") if line.strip()]
    return printable(lines[0])[:200] if lines else f"git ended with {process.returncode}"


def _end(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
