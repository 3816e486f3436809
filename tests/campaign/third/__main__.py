"""Grades while another account of the machine watches and races in the folders for temporary files.

    python -m tests.campaign.third --backend landlock --user ordinary

The commands are `doctor`, `run` on a small class, `check` and `play`, with the umask 000.  They must end with
0, and the other account must read, change, replace and lock nothing.  First it must succeed against a grader
without care.  Ends with 1 when something is wrong.  Only root has a second account to try this with.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from gograde.resources import packages_dir
from gograde.sandbox.select import BACKEND
from tests.campaign.kills.small_class import write_class
from tests.campaign.third.watched import as_user, control, faults, on_a_machine_of_its_own
from tests.sandboxes import ROOT, USERS

ROOM = Path("/tmp/class")
TOKEN = "a word that only this source has"
_PATIENCE_S = 900.0
_LEAST = 40
"""Bytes of a hidden file that is looked for; shorter ones may stand in other files by chance."""


def written() -> list[bytes]:
    """Write a class; the beginnings of what must not be read: hidden files and a source."""
    os.umask(0)
    ROOM.mkdir(mode=0o700)
    os.environ["HOME"] = str(ROOM)
    write_class(ROOM)
    for source in (ROOM / "submissions").rglob("*.py"):
        source.write_text(f"{source.read_text()}\n# {TOKEN}\n")
    hidden = (path.read_bytes() for path in (ROOM / "hidden").rglob("*") if path.is_file())
    return [TOKEN.encode(), *{data[:4096] for data in hidden if len(data) >= _LEAST}]


def commands() -> Iterator[tuple[str, ...]]:
    yield ("doctor",)
    yield "run", str(ROOM), "--cores", "2"
    yield "check", str(packages_dir() / "board9/submissions/accepted/draws_own_png"), "-a", "board9"
    yield "play", str(ROOM / "submissions/little-go/ada"), "random"


def graded(backend: str) -> list[str]:
    """Carry out the commands; what went wrong."""
    os.umask(0)
    own = {"HOME": str(ROOM), "LOGNAME": "grader", "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    wrong = []
    for words in commands():
        done = subprocess.run(
            [sys.executable, "-P", "-m", "gograde", *words],
            env={**os.environ, **own, BACKEND: backend},
            cwd=ROOM,
            capture_output=True,
            text=True,
            timeout=_PATIENCE_S,
            check=False,
        )
        print(f"gograde {words[0]}: {done.returncode}", flush=True)
        if done.returncode:
            wrong.append(
                f"gograde {words[0]} ended with {done.returncode}: {(done.stdout + done.stderr)[-2000:]}"
            )
    return wrong


def watched(backend: str, user: str) -> list[str]:
    control(user)
    return faults(user, as_user(user, written), lambda: graded(backend))


def main(words: Sequence[str]) -> int:
    """Grade in one box; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--backend", default="bwrap", choices=["bwrap", "landlock"])
    parser.add_argument("--user", default="root", choices=["root", "ordinary"])
    asked = parser.parse_args(words)
    if len(USERS) < 2:
        print("only root has a second account: left out")
        return 0
    wrong = on_a_machine_of_its_own(lambda: watched(asked.backend, asked.user))
    print("\n".join([*wrong, f"{asked.backend}, {asked.user}: {len(wrong)} faults"]))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
