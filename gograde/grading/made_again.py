"""Makes the hidden cases of a package in another process, whose strings have other hashes.

A set or a mapping that decides about a case gives other cases there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from gograde.authoring.author import generate_batches
from gograde.authoring.case_folders import hidden_files
from gograde.errors import GogradeError, JudgeError
from gograde.package.contents import sha256
from gograde.package.package import Package, open_package

SEEDS = ("1", "2")
"""Of the hashes of strings: the second serves where this process has the first."""


def hashes(package: Package, key: bytes) -> Mapping[str, str]:
    """The hash of each file of the hidden cases from this key; raises what `generate_batches` raises."""
    files = hidden_files(package, generate_batches(package, key))
    return {path: sha256(data) for path, data in files.items()}


def hashes_elsewhere(package: Package, key: bytes) -> Mapping[str, str]:
    """The same from a process of its own; raises `JudgeError` when cases cannot be made there."""
    seed = next(seed for seed in SEEDS if seed != os.environ.get("PYTHONHASHSEED"))
    done = subprocess.run(
        [sys.executable, "-P", "-m", __name__, str(package.path.resolve())],
        input=key,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        check=False,
    )
    if done.returncode:
        told = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or ["it says nothing"]
        raise JudgeError("generator", f"fails in a process of its own: {told[0]}", "mend it first")
    return dict(json.loads(done.stdout))


def main(folder: str) -> int:
    """Print the hashes for the key on standard input, and nothing that the package's code prints."""
    sys.stdout, out = sys.stderr, sys.stdout
    try:
        print(json.dumps(hashes(open_package(Path(folder)), sys.stdin.buffer.read())), file=out)
    except GogradeError as error:
        print(error.fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
