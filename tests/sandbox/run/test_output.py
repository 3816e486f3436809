"""A stream is truncated, counted and stripped of the host's paths, however it arrives."""

from __future__ import annotations

import os

import pytest

from gograde.sandbox.protocol import KEPT_BYTES
from gograde.sandbox.run.wires import Capture

FOLDER = b"/tmp/gograde-box-1/box"


def captured(*chunks: bytes, folder: bytes = FOLDER) -> Capture:
    """What is left of `chunks` that were read one by one."""
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    capture = Capture(reader, folder)
    for chunk in chunks:
        os.write(writer, chunk)
        capture.read()
    os.close(writer)
    capture.drain()
    os.close(reader)
    return capture


def test_the_working_directory_is_called_box():
    capture = captured(b"File /tmp/gograde-box-1/box/a.py and /tmp/gograde-box-1/boxes")
    assert bytes(capture.head) == b"File /box/a.py and /boxes"
    assert capture.total == len(capture.head)


@pytest.mark.parametrize("cut", range(1, len(FOLDER) + 3))
def test_also_when_its_name_comes_in_two_pieces(cut):
    text = b"a " + FOLDER + b"/x"
    assert bytes(captured(text[:cut], text[cut:]).head) == b"a /box/x"


def test_the_beginning_of_its_name_is_no_name():
    assert bytes(captured(b"/tmp/gograde", b"-box-2").head) == b"/tmp/gograde-box-2"
    assert bytes(captured(b"/tmp/gogra").head) == b"/tmp/gogra"


def test_without_a_folder_nothing_is_replaced():
    assert bytes(captured(FOLDER, folder=b"").head) == FOLDER


def test_more_than_is_kept_is_counted():
    capture = captured(*[bytes(30_000)] * 4)
    assert (len(capture.head), capture.total) == (KEPT_BYTES, 120_000)


def test_a_writer_that_stays_does_not_hold_up_the_end():
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    capture = Capture(reader)
    os.write(writer, b"last words")
    capture.drain()
    assert bytes(capture.head) == b"last words"
