"""The things that a program cannot reach, each with a control in which the probe succeeds outside."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from gograde.sandbox.protocol import Job


@pytest.fixture
def open_folder(tmp_path_factory):
    """A folder that everybody may read and write, below folders that everybody may pass."""
    folder = Path(f"/var/tmp/gograde-test-{os.getpid()}")
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    yield folder
    subprocess.run(["rm", "-rf", "--", folder], check=True)


@pytest.fixture
def secret(open_folder):
    """A file that everybody may read and write."""
    path = open_folder / "secret.txt"
    path.write_text("the answer is 42\n")
    path.chmod(0o666)
    return path


def test_a_readable_folder_can_be_read_and_not_written(box, secret):
    result = box.shell(f"cat {secret}; echo 41 >{secret}", readable=(secret.parent,))
    assert (result.stdout, result.exit_code != 0) == (b"the answer is 42\n", True)
    assert secret.read_text() == "the answer is 42\n"


def test_a_program_below_a_readable_folder_can_be_started(box, open_folder):
    program = open_folder / "prog"
    program.write_text("#!/bin/sh\necho started\n")
    program.chmod(0o755)
    assert box.run(Job((os.fspath(program),), readable=(open_folder,))).stdout == b"started\n"
    assert box.run(Job((os.fspath(program),), readable=(program,))).stdout == b"started\n"
    assert box.run(Job((os.fspath(program),))).exit_code in (126, 127)


def test_what_is_hidden_below_a_readable_folder_cannot_be_read(box, open_folder):
    for name in ("open/a.txt", "closed/b.txt", "closed/in/c.txt", "file.txt"):
        (open_folder / name).parent.mkdir(exist_ok=True)
        (open_folder / name).write_text(name)
    hidden = (open_folder / "closed", open_folder / "file.txt", open_folder / "not-there")
    script = f"cd {open_folder}; cat open/a.txt closed/b.txt closed/in/c.txt file.txt"
    everything = b"open/a.txtclosed/b.txtclosed/in/c.txtfile.txt"
    assert box.shell(script, readable=(open_folder,)).stdout == everything
    assert box.shell(script, readable=(open_folder,), hidden=hidden).stdout == b"open/a.txt"
    assert box.shell(f"ls {open_folder}", readable=(open_folder,), hidden=hidden).stdout.startswith(
        b"closed\n"
    )


def test_what_is_hidden_among_the_systems_own_files_cannot_be_read(box):
    path = Path("/usr/lib/os-release")
    assert box.shell(f"cat {path}").stdout == path.read_bytes()
    assert box.shell(f"cat {path}", hidden=(path,)).stdout == b""
