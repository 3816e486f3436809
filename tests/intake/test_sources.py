"""Sources are read in the sandbox to be compared; what the reader says of them is checked."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.errors import JudgeError
from gograde.grading.class_sources import passages_of, read_sources
from gograde.intake.entry import Refusal
from gograde.intake.passages import LONGEST, Passage, Sources
from gograde.intake.read import NONSENSE
from gograde.intake.reading.source_forms import in_utf_8, source_forms
from gograde.intake.submission import submission_of
from gograde.sandbox.landlock import Unsandboxed
from gograde.sandbox.select import choose_backend
from tests.echo import batch
from tests.golden import values_agree
from tests.intake.conftest import run
from tests.intake.test_read import Told

# -- sources in GBK and in UTF-16 are read as they were meant; others stay as they are ---------------------


FORM_TEXT = "# 读入\nprint(open('word.txt').read())  # 打印\n"
GBK = FORM_TEXT.encode("gbk")
CODED = f"#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n{FORM_TEXT}".encode("gbk")


def test_every_source_is_read_in_its_encoding() -> None:
    """In UTF-8, without a mark; a declaration is in a comment of the first two lines, in any language."""
    values_agree("intake/encodings.txt", in_utf_8=in_utf_8, CODED=CODED, FORM_TEXT=FORM_TEXT)


@given(st.text(), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_what_is_meant_is_kept(text: str, encoding: str) -> None:
    if "coding" not in text and not text.startswith(("\ufeff", "\ufffe")):
        assert in_utf_8(text.encode(encoding))[0].decode() == text


def test_all_sources_are_looked_at_and_nothing_else() -> None:
    files = {"a.py": GBK, "b.pyw": GBK, "c.H": GBK, "d.txt": GBK, "e.py": b"", "f.ipynb": b"{"}
    forms = source_forms(files)
    assert list(forms.changed) == ["a.py", "b.pyw", "c.H"]
    assert forms.notes == dict.fromkeys(["a.py", "b.pyw", "c.H"], "read as GB 18030; save it as UTF-8")
    assert forms.faults == {"f.ipynb": "no notebook: it is not JSON, or is cut off"}


@pytest.mark.parametrize("name", ["echo.py", "我的程序.py", "window.pyw"])
def test_a_source_in_gbk_runs(name: str, task_with: Any) -> None:
    files = {name: b"import rules\n" + GBK, "rules.py": CODED.replace(b"print", b"str")}
    record = run(task_with(choose_backend(), [batch("01", b"one")]), files)
    [ended] = record.batches
    assert ended.result is not None
    assert (ended.message, ended.result.stdout) == ("", b"one\n")
    assert record.started is not None
    assert record.started.language == "python"
    assert record.left_out == dict.fromkeys(files, "read as GB 18030; save it as UTF-8")


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
    assert read.texts == {"a.py": f"\n{words}", "b.c": "café"}
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
        (None, ()), ({}, ()), ({"paths": []}, ()), ({"paths": ["a.py"]}, ()),
        ({"paths": ["a.py"]}, (TEXT, record(1, 2), b"more")),
        ({"paths": ["a.py", "a.py"]}, (TEXT, b"", TEXT, b"")), ({"paths": ["/etc/a.py"]}, (TEXT, b"")),
        ({"paths": ["../a.py"]}, (TEXT, b"")), ({"paths": ["a.png"]}, (TEXT, b"")),
        ({"paths": ["a.py"]}, (b"\xff", b"")), ({"paths": ["a.py"]}, (b"x" * (3 * LONGEST + 1), b"")),
        ({"paths": ["a.py"]}, (TEXT, record(1, 2)[:-1])), ({"paths": ["a.py"]}, (TEXT, record(0, 2))),
        ({"paths": ["a.py"]}, (TEXT, record(2, 1))), ({"paths": ["a.py"]}, (TEXT, record(1, 1_000_000_000))),
        ({"paths": ["a.py"]}, (TEXT, record(1, 1) * (LONGEST + 1))),
        ({"paths": ["a.py"], "more": 1}, (TEXT, b"")),
    ]:  # fmt: skip
        assert found({"a.py": TEXT}, Told(value, files)) == Refusal(NONSENSE)


def test_what_we_hand_out_ourselves_must_be_readable() -> None:
    with pytest.raises(JudgeError) as caught:
        passages_of({"a.py": TEXT}, Told(None))
    assert str(caught.value) == f"similarity: what is handed out was not read: {NONSENSE}\nFix: report it"


def test_an_import_that_is_not_allowed_says_what_is(task_with: Any) -> None:
    files = {"echo.py": b"import scipy\n"}
    [ended] = run(task_with(choose_backend(), [batch("01", b"one")]), files).batches
    assert ended.message == (
        "exit code 1: ModuleNotFoundError: No module named 'scipy' (a program may import "
        "the standard library (tkinter and turtle too), numpy, and the modules that are handed in with it)"
    )
