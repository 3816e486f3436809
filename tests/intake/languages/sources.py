"""For every language that a machine may have: a program that does what a file tells it, and a broken one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Sample:
    """`program` prints the word in `word.txt`; it breaks down at `crash`, and never ends at `loop`.

    `crashed` is told of its crash; `broken` is no program, and `fault` is told of it.
    """

    name: str
    program: str
    crashed: str
    broken: str
    fault: str


def _samples() -> Iterator[tuple[str, Sample]]:
    text = Path(__file__).with_name("programs.txt").read_text("utf-8")
    for block in re.split(r"^=== ", text, flags=re.MULTILINE)[1:]:
        head, _, rest = block.partition("\n")
        language, _, name = head.partition(" ")
        program, crashed, broken, fault = re.split(r"^--- [a-z]+\n", rest, flags=re.MULTILINE)
        yield language, Sample(name, program, crashed.strip("\n"), broken, fault.strip("\n"))


SAMPLES = dict(_samples())
