"""The programs with which Kattis checks inputs, and answers where its own program would not do."""

from __future__ import annotations

from collections.abc import Sequence

from gograde.package.package import Package

OWN = "kattis/validate_input.py"
"""Of a package: ends with 42 for an input, on standard input, that may be asked, else with 43."""

ANY_TEXT = b'''"""Accepts every input that is text: the package says no more about its inputs."""
import sys

try:
    sys.stdin.buffer.read().decode("utf-8")
except UnicodeDecodeError:
    sys.exit(43)
sys.exit(42)
'''

SAME_TEXT = b'''"""Accepts what is the right answer but for white space around it."""
import sys
from pathlib import Path

right, given = Path(sys.argv[2]).read_bytes(), sys.stdin.buffer.read()
if given.strip() == right.strip():
    sys.exit(42)
Path(sys.argv[3], "judgemessage.txt").write_text("not the right answer\\n")
sys.exit(43)
'''


def input_validator(package: Package) -> dict[str, bytes]:
    """The package's own, else one that accepts all text."""
    own = package.files("kattis").get(OWN.rpartition("/")[2])
    return {"input_validators/validate.py": ANY_TEXT if own is None else own}


def output_validator(answers: Sequence[bytes]) -> dict[str, bytes]:
    """A program for answers with white space in them, on which Kattis' own does not insist; else none."""
    if all(len(answer.split()) <= 1 for answer in answers):
        return {}
    return {"output_validators/same_text/validate.py": SAME_TEXT}
