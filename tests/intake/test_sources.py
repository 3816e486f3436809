"""Sources are read in the sandbox to be compared; what the reader says of them is checked."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

import pytest

from gograde.errors import JudgeError
from gograde.grading.class_sources import passages_of, read_sources
from gograde.intake.entry import Refusal
from gograde.intake.passages import LONGEST, Passage, Sources
from gograde.intake.read import NONSENSE
from gograde.intake.submission import submission_of
from gograde.sandbox.landlock.backend import Unsandboxed
from tests.intake.test_read import Told

TEXT = b"a = 1\nb = 2\n"
GRAM = b"12345678"


def found(files: Mapping[str, bytes], backend: Any) -> Sources | Refusal:
    return read_sources(submission_of(files, "", {}), backend)


def record(first: int, last: int) -> bytes:
    return struct.pack(">8sII", GRAM, first, last)


def test_the_text_of_a_source_and_its_passages_come_back() -> None:
    words = " ".join(str(number) for number in range(20))
    files = {"a.py": b"\n" + words.encode(), "b.c": b"caf\xe9", "notes.txt": b"x"}
    read = found(files, Unsandboxed())
    assert isinstance(read, Sources)
    assert read.texts == {"a.py": f"\n{words}", "b.c": "caf�"}
    assert {at for places in read.passages.values() for at in places} == {Passage("a.py", 2, 2)}


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"notes.txt": b"x"}, "no source in it"),
        ({"a.zip": b"PK"}, "a.zip: not a zip archive, or one that is cut off"),
        ({"a.py": b"x" * (LONGEST + 1)}, "its sources have more than 256 KiB"),
    ],
)
def test_what_cannot_be_compared_is_told(files: Mapping[str, bytes], message: str) -> None:
    assert found(files, Unsandboxed()) == Refusal(message)


def test_a_true_answer_is_taken() -> None:
    told = Told({"paths": ["a.py"]}, (TEXT, record(1, 2)))
    assert found({"a.py": TEXT}, told) == Sources({"a.py": TEXT.decode()}, {GRAM: [Passage("a.py", 1, 2)]})


def test_an_answer_that_cannot_be_true_is_not_compared() -> None:
    for value, files in [
        (None, ()),
        ({}, ()),
        ({"paths": []}, ()),
        ({"paths": ["a.py"]}, ()),
        ({"paths": ["a.py"]}, (TEXT, record(1, 2), b"more")),
        ({"paths": ["a.py", "a.py"]}, (TEXT, b"", TEXT, b"")),
        ({"paths": ["/etc/a.py"]}, (TEXT, b"")),
        ({"paths": ["../a.py"]}, (TEXT, b"")),
        ({"paths": ["a.png"]}, (TEXT, b"")),
        ({"paths": ["a.py"]}, (b"\xff", b"")),
        ({"paths": ["a.py"]}, (b"x" * (3 * LONGEST + 1), b"")),
        ({"paths": ["a.py"]}, (TEXT, record(1, 2)[:-1])),
        ({"paths": ["a.py"]}, (TEXT, record(0, 2))),
        ({"paths": ["a.py"]}, (TEXT, record(2, 1))),
        ({"paths": ["a.py"]}, (TEXT, record(1, 1_000_000_000))),
        ({"paths": ["a.py"]}, (TEXT, record(1, 1) * (LONGEST + 1))),
        ({"paths": ["a.py"], "more": 1}, (TEXT, b"")),
    ]:
        assert found({"a.py": TEXT}, Told(value, files)) == Refusal(NONSENSE)


def test_what_we_hand_out_ourselves_must_be_readable() -> None:
    with pytest.raises(JudgeError) as caught:
        passages_of({"a.py": TEXT}, Told(None))
    assert str(caught.value) == f"similarity: what is handed out was not read: {NONSENSE}\nFix: report it"
