"""The text that a comparison of two checkouts ignores, and the text that it keeps."""

from __future__ import annotations

import pytest

from tests.compare.differences import mutant_tables
from tests.compare.normalise import digests_that_differ, without_digests

DIGEST = b"0123456789abcdef" * 4


@pytest.mark.parametrize("text", [DIGEST, b"7" * 64, DIGEST[:16], DIGEST[:40]])
def test_a_digest_is_left_out(text: bytes) -> None:
    assert without_digests(b'{"sha256": "%s"}' % text) == b'{"sha256": "<digest>"}'


@pytest.mark.parametrize("text", [b"0.3333333333333333", b"3537901630767689", b"x" + DIGEST, DIGEST[:15]])
def test_a_number_and_a_part_of_a_word_stay(text: bytes) -> None:
    assert without_digests(text) == text


def test_digests_that_differ_are_counted() -> None:
    other = DIGEST[::-1]
    assert digests_that_differ(DIGEST + b" " + DIGEST, DIGEST + b" " + other) == 1


def test_the_key_of_a_mutant_is_excused_and_its_reason_is_not() -> None:
    row = "| `Student.legal:43 0 to -1` | all stones of a chain are of one colour |"
    moved = mutant_tables(row, row.replace("legal:43", "rule:50"))
    assert [one.excused for one in moved] == [True]
    told = mutant_tables(row, row.replace("of one colour", "alike"))
    assert [one.excused for one in told] == [False]
