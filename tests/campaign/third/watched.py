"""A machine of its own for a grader and for another account: what either has in `/tmp` nobody else meets."""

from __future__ import annotations

import json
import os
import secrets
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gograde.private import lock_folder
from gograde.sandbox.host import kernel
from gograde.sandbox.host.identity import Identity
from gograde.sandbox.host.reach import _uncover, closed_ways
from tests.sandboxes import ORDINARY, ROOT, call_in_child, comes_true

NOBODY = 65534
"""The uid and the gid of the other account."""

PLACES = ("/tmp", "/var/tmp", "/dev/shm", "/run")
_SCRIPT = Path(__file__).parent / "account.py"
_NEEDED = (sys.base_prefix, ROOT)


@dataclass
class Found:
    """What the other account saw, read, wrote, laid and locked, as paths."""

    seen: list[str] = field(default_factory=list)
    read: list[str] = field(default_factory=list)
    wrote: list[str] = field(default_factory=list)
    laid: list[str] = field(default_factory=list)
    locked: list[str] = field(default_factory=list)


def on_a_machine_of_its_own(work: Callable[[], Any]) -> Any:
    """Call `work` in a child of root's with empty folders for temporary files; what it gives or raises."""

    def apart() -> Any:
        kernel.private_mounts()
        everybody = tuple(Path(path).resolve() for path in _NEEDED)
        _uncover(closed_ways(everybody, Identity(ORDINARY, ORDINARY, drop=True)))
        for place in PLACES[:-1]:
            kernel.mount("tmpfs", place, "tmpfs", kernel.MS_NODEV, "mode=1777,size=512m")
        return work()

    return call_in_child(apart, ordinary=False)


@contextmanager
def another_account(tokens: Sequence[bytes], victim: Path, found: Found) -> Iterator[None]:
    """In the block another account looks for `tokens` and lays links to `victim`; fills `found` after it."""
    uids = (0, ORDINARY)
    told = {
        "places": [*PLACES, *filter(None, [os.environ.get("XDG_RUNTIME_DIR")])],
        "tokens": [token.decode("latin1") for token in tokens],
        "victim": str(victim),
        "guesses": ["gograde", *(f"gograde-{word}{uid}" for uid in uids for word in ("", "moves-", "own-"))],
    }
    with subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", _SCRIPT.read_text()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        user=NOBODY,
        group=NOBODY,
        extra_groups=[],
        cwd="/",
    ) as account:
        assert account.stdin is not None
        assert account.stdout is not None
        account.stdin.write(json.dumps(told) + "\n")
        account.stdin.flush()
        assert account.stdout.readline() == "ready\n"
        try:
            yield
        finally:
            account.stdin.close()
            vars(found).update(json.loads(account.stdout.read()))


def victim_of(user: str) -> Path:
    """A file of the grader's, mode 0600."""
    path = Path("/var/tmp") / f"victim-{user}-{secrets.token_hex(4)}"
    path.write_text("as it was")
    path.chmod(0o600)
    if user == "ordinary":
        os.chown(path, ORDINARY, ORDINARY)
    return path


def is_untouched(victim: Path) -> bool:
    return (victim.read_text(), stat.S_IMODE(victim.stat().st_mode)) == ("as it was", 0o600)


def as_user(user: str, work: Callable[[], Any]) -> Any:
    return call_in_child(work, ordinary=user == "ordinary")


def control(user: str) -> None:
    """A careless grader must be read, bent and held up; raises AssertionError when it is not."""
    token, victim, found = secrets.token_hex(16), victim_of(user), Found()

    def careless() -> bool:
        folder = Path(f"/tmp/gograde-careless-{os.getpid()}")
        os.umask(0)  # no chmod of a file: the other account may have replaced it
        folder.mkdir()
        (folder / "stdin").write_text(token)
        (folder / "stdin").chmod(0o444)
        (folder / "gate").touch(0o644)

        def is_bent() -> bool:
            (folder / "canary").write_text(token)
            return not is_untouched(victim)

        return comes_true(is_bent, 60.0)

    with another_account([token.encode()], victim, found):
        assert as_user(user, careless), "no link was laid to the victim"
    for what, name in (("read", "stdin"), ("locked", "gate"), ("laid", "canary")):
        paths = getattr(found, what)
        assert any("gograde-careless-" in path and path.endswith(name) for path in paths), (what, name)


def faults(user: str, tokens: Sequence[bytes], work: Callable[[], Any]) -> list[str]:
    """What is wrong when `work` is done by a user while another account does its worst."""
    victim, found = victim_of(user), Found()
    try:
        with another_account(tokens, victim, found):
            told = as_user(user, work)
    except Exception as error:
        told = [f"blocked: {type(error).__name__}: {error}"]
    wrong = list(told or ())
    wrong += (
        [] if is_untouched(victim) else [f"the victim is {victim.read_text()!r}, {victim.stat().st_mode:o}"]
    )
    wrong += [f"read {path}" for path in found.read]
    ours = [str(as_user(user, lock_folder)), "gograde-own-", "gograde-locks-"]
    for what in ("wrote", "locked"):
        paths = getattr(found, what)
        wrong += [f"{what} {path}" for path in paths if any(name in path for name in ours)]
    wrong += [] if any("gograde-" in path for path in (*found.seen, *found.laid)) else ["saw nothing of ours"]
    return wrong
