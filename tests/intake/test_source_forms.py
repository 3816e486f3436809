"""Sources in GBK and in UTF-16 are read as they were meant; others stay as they are."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.grading.run import run_submission
from gograde.intake.reading.forms.source_forms import in_utf_8, source_forms
from gograde.intake.submission import Submission, digest
from gograde.sandbox.select import choose_backend
from gograde.scoring.record import HandedIn
from tests.echo import batch

TEXT = "# 读入\nprint(open('word.txt').read())  # 打印\n"
GBK = TEXT.encode("gbk")
CODED = f"#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n{TEXT}".encode("gbk")


def test_what_python_cannot_decode_is_decoded() -> None:
    for source, found in [
        (GBK, (TEXT.encode(), "GB 18030")),
        (CODED, (CODED.decode("gbk").encode(), "GB 18030")),
        (CODED.replace(b"utf-8", b"ascii"), (CODED.decode("gbk").encode(), "GB 18030")),
        (CODED.replace(b"utf-8", b"no-such"), (CODED.decode("gbk").encode(), "GB 18030")),
        (TEXT.encode("utf-16"), (TEXT.encode(), "UTF-16")),
        (CODED.replace(b"utf-8", b"gbk"), None),
        (TEXT.encode(), None),
        (b"\xef\xbb\xbf" + TEXT.encode(), None),
        ("# caf\xe9\n".encode("latin-1"), None),
        (b"# -*- coding: latin-1 -*-\n# caf\xe9\n", None),
        (b"x = 1\n\n# coding: no-such\n", None),
        (b"\xff\xfe\x00", None),
        (b"", None),
    ]:
        assert in_utf_8(source) == found


@given(st.text())
def test_what_is_meant_is_kept(text: str) -> None:
    """Chinese in GBK comes back as it was; every program in UTF-8 stays."""
    try:
        source = text.encode("utf-8")
        chinese = f"# 中 {text}".encode("gbk")
    except UnicodeEncodeError:
        return
    assert in_utf_8(source) in (None, (source, "GB 18030")) or b"coding" in source
    found = in_utf_8(chinese)
    assert found is None or found[0].decode() == f"# 中 {text}" or "coding" in text


def test_all_sources_are_looked_at_and_nothing_else() -> None:
    files = {"a.py": GBK, "b.pyw": GBK, "c.c": GBK, "d.txt": GBK, "e.py": b"", "f.ipynb": b"{"}
    forms = source_forms(files)
    assert list(forms.changed) == ["a.py", "b.pyw", "c.c"]
    assert forms.notes == dict.fromkeys(["a.py", "b.pyw", "c.c"], "read as GB 18030; save it as UTF-8")
    assert forms.faults == {"f.ipynb": "no notebook: it is not JSON, or is cut off"}


@pytest.mark.parametrize("name", ["echo.py", "我的程序.py", "window.pyw"])
def test_a_source_in_gbk_runs(name: str, task_with: Any) -> None:
    files = {name: b"import rules\n" + GBK, "rules.py": CODED.replace(b"print", b"str")}
    handed = Submission(files, digest(files))
    task = task_with(choose_backend(), [batch("01", b"one")])
    record = run_submission(handed, HandedIn("alice", handed.sha256), task)
    [ended] = record.batches
    assert ended.result is not None
    assert (ended.message, ended.result.stdout) == ("", b"one\n")
    assert record.started is not None
    assert record.started.language == "python"
    assert record.left_out == dict.fromkeys(files, "read as GB 18030; save it as UTF-8")


def test_an_encoding_that_only_raises_is_like_one_that_nobody_knows() -> None:
    assert in_utf_8(b"# coding: undefined\nx = 1\n") == in_utf_8(b"# coding: nobodys\nx = 1\n") is not None
