"""Lines of the protocol."""

from __future__ import annotations

from gograde.engine.gtp.vertices import Command, failure, read_command, success


def test_a_line_is_read_as_the_protocol_says() -> None:
    for line, command in [
        ("genmove b\n", Command("", "genmove", ("b",))),
        ("  12\tplay  b   D4 \r\n", Command("12", "play", ("b", "D4"))),
        ("0 name", Command("0", "name")),
        ("1abc", Command("", "1abc")),
        ("name # comment 3", Command("", "name")),
        ("na\x00m\x1be\x7f", Command("", "name")),
        ("17", Command("17", "")),
        ("# comment", None),
        (" \t\r\n", None),
        ("", None),
        ("\x07", None),
        ("１ name", Command("", "１", ("name",))),
    ]:
        assert read_command(line) == command


def test_an_answer_ends_with_the_only_blank_line() -> None:
    assert success("", "") == "=\n\n"
    assert success("7", "D4") == "=7 D4\n\n"
    assert failure("7", "illegal move") == "?7 illegal move\n\n"
    assert success("", "\n A B \n\n  \n1 . .\n") == "=\n A B\n1 . .\n\n"
