# Tries: to have hooks, a watcher of files and a pager run by whoever asks git about a clone.
# Seen: git is not asked; the program beside it is run.
# Control: naive
# Flagged: no

import os
import subprocess
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, submission, trace
from tests.needs import require

TAKEN = "NO"


def make(folder: Path, marker: str) -> None:
    root = submission(folder, {"board9.py": b"x = 1"})
    ask(root, "init", "-q")
    call = f"touch {trace(folder, marker)}"
    for name in ("pre-commit", "post-checkout", "post-index-change"):
        hook = root / ".git" / "hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\n{call}\n")
        hook.chmod(0o755)
    config = root / ".git" / "config"
    config.write_text(f'{config.read_text()}\n[core]\n\tfsmonitor = "{call};:"\n\tpager = "{call}"\n')


def ask(root: Path, *words: str) -> None:
    """Git, as a user with nothing set."""
    require("git")
    env = {"PATH": os.environ["PATH"], "HOME": str(root), "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["git", *words], cwd=root, env=env, check=False, capture_output=True)


def naive(folder: Path, marker: str) -> bool:
    """Asking for the state of the clone carries it out."""
    ask(folder / HAND_IN, "status")
    return trace(folder, marker).exists()
