# Tries: to have a `.git` file, and objects borrowed from a folder outside, that hold a secret.
# Seen: neither is followed; the program beside them is run.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, submission

TAKEN = "NO"
SECRET = True


def make(folder: Path, marker: str) -> None:
    (folder / "objects").mkdir()
    (folder / "objects" / "secret").write_text(marker)
    files = {
        ".git": b"gitdir: ../objects",
        "sub/.git/objects/info/alternates": str(folder / "objects").encode(),
    }
    root = submission(folder, {"board9.py": b"x = 1", **files})
    (root / ".git.d").symlink_to("../objects")


def naive(folder: Path, marker: str) -> bool:
    """Who follows them reads the secret."""
    root = folder / HAND_IN
    target = root / (root / ".git").read_text().removeprefix("gitdir: ")
    return (target / "secret").read_text() == marker == (root / ".git.d" / "secret").read_text()
