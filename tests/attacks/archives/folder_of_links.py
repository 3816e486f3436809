# Tries: to hand in a folder with links to a secret and to the folder above, a pipe and a socket.
# Seen: what is no file is left out, and the rest is run.
# Control: naive
# Flagged: no

import os
import socket
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, submission

TAKEN = "NO"
SECRET = True


def make(folder: Path, marker: str) -> None:
    (folder / "secret").write_text(marker)
    root = submission(folder, {"board9.py": b"x = 1"})
    (root / "answers.py").symlink_to(folder / "secret")
    (root / "above").symlink_to("..")
    os.mkfifo(root / "pipe.py")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(f"{root}/socket")
    listener.close()


def naive(folder: Path, marker: str) -> bool:
    """Who opens each name reads the secret."""
    return (
        (folder / HAND_IN / "answers.py").read_text()
        == (folder / HAND_IN / "above/secret").read_text()
        == marker
    )
