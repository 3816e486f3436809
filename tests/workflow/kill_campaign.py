"""Kill `gograde run` with SIGKILL at random moments, run it again, and compare the reports.

    python tests/workflow/kill_campaign.py CLASS --times 10 --seed 1

CLASS is only read: every round works on a fresh copy of it without `work/` and `reports/`.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMMAND = (sys.executable, "-P", "-m", "gograde", "run")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("class_dir", type=Path, metavar="CLASS")
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=2)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="gograde-kill-") as scratch:
        different = campaign(asked.class_dir, Path(scratch), asked)
    print(f"{asked.times} kills, {different} with other reports")
    return 1 if different else 0


def campaign(class_dir: Path, scratch: Path, asked: argparse.Namespace) -> int:
    """The number of rounds after which the reports were not the same."""
    choose = random.Random(asked.seed)
    expected, seconds = undisturbed(fresh(class_dir, scratch), asked.cores)
    different = 0
    for number in range(1, asked.times + 1):
        after = choose.uniform(0, seconds)
        copy = fresh(class_dir, scratch)
        what = kill(copy, asked.cores, after)
        got, _ = undisturbed(copy, asked.cores)
        different += got != expected
        result = "the same" if got == expected else f"DIFFERENT: {differences(expected, got)}"
        print(f"{number}: killed after {after:.2f} s ({what}): {result}", flush=True)
    return different


def fresh(class_dir: Path, scratch: Path) -> Path:
    """A copy of the class as it is before any run."""
    target = scratch / "class"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(class_dir, target, ignore=shutil.ignore_patterns("work", "reports"))
    return target


def undisturbed(class_dir: Path, cores: int) -> tuple[dict[str, str], float]:
    """The reports of a whole run by their hashes, and how long it took; stops when it fails."""
    begin = time.monotonic()
    done = subprocess.run(
        [*COMMAND, str(class_dir), "--cores", str(cores)], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        sys.exit(f"gograde run ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return hashes(class_dir / "reports"), time.monotonic() - begin


def kill(class_dir: Path, cores: int, after: float) -> str:
    """Start a run and kill its first process; what it had told by then."""
    with tempfile.TemporaryFile("w+") as told:
        run = subprocess.Popen(
            [*COMMAND, str(class_dir), "--cores", str(cores)], stdout=told, stderr=told, text=True
        )
        time.sleep(after)
        run.send_signal(signal.SIGKILL)
        run.wait()
        told.seek(0)
        lines = told.read().splitlines()
    return lines[-1] if lines else "nothing told yet"


def hashes(folder: Path) -> dict[str, str]:
    """Every file below a folder by its SHA-256."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def differences(expected: dict[str, str], got: dict[str, str]) -> str:
    names = sorted(expected.keys() | got.keys())
    return ", ".join(name for name in names if expected.get(name) != got.get(name))


if __name__ == "__main__":
    sys.exit(main())
