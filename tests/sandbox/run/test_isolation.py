"""The things that a program cannot reach, each with a control in which the probe succeeds outside."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import threading
from pathlib import Path

import pytest

from gograde.sandbox.protocol import Job, StagedFile
from tests.sandboxes import bystander


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


@pytest.mark.every_box
def test_a_file_of_the_host_cannot_be_read(box, outside, secret):
    assert outside.shell(f"cat {secret}").stdout == b"the answer is 42\n"
    result = box.shell(f"cat {secret}")
    assert (result.exit_code, result.stdout) == (1, b"")


@pytest.mark.every_box
def test_a_file_of_the_host_cannot_be_changed(box, outside, secret):
    assert outside.shell(f"echo 41 >>{secret}").exit_code == 0
    assert secret.read_text() == "the answer is 42\n41\n"
    attempts = (
        f"echo 40 >>{secret}; chmod 600 {secret}; rm -f {secret}; mv {secret} x; touch -d 2001-01-01 {secret}"
    )
    before = secret.stat()
    box.shell(attempts)
    assert secret.read_text() == "the answer is 42\n41\n"
    after = secret.stat()
    assert (after.st_mode, after.st_mtime, after.st_ctime) == (
        before.st_mode,
        before.st_mtime,
        before.st_ctime,
    )


@pytest.mark.parametrize(
    "folder", ["/", "/usr", "/etc", "/dev", "/tmp", "/var/tmp", "/proc", "/home", "/root", "/run"]
)
def test_nothing_can_be_made_outside_of_the_box(box, folder):
    result = box.shell(f"echo x >{folder}/gograde-was-here && echo made")
    assert result.stdout == b""
    assert "gograde-was-here" not in names_in(folder)


def names_in(folder):
    """What a folder holds; an ordinary user cannot look into root's."""
    return [path.name for path in Path(folder).iterdir()] if os.access(folder, os.R_OK | os.X_OK) else []


def test_the_box_itself_can_be_written(box):
    assert box.shell("mkdir d && echo x >d/f && mv d/f g && cat g && rm g").stdout == b"x\n"


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


@pytest.mark.every_box
def test_tcp_to_this_machine(box, outside):
    source = "import socket, sys; socket.create_connection(('127.0.0.1', {port}), 3); print('connected')"
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert outside.python(source.format(port=port)).stdout == b"connected\n"
        result = box.python(source.format(port=port))
        assert (result.stdout, result.exit_code) == (b"", 1)


@pytest.mark.parametrize("name", ["\0gograde-test", "socket"])
def test_sockets_of_other_programs(box, outside, open_folder, name):
    """An abstract name is the whole machine's, so each process has one of its own."""
    address = f"{name}-{os.getpid()}" if name.startswith("\0") else str(open_folder / name)
    source = f"import socket; s = socket.socket(socket.AF_UNIX); s.connect({address!r}); print('connected')"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(address)
        server.listen(8)
        if not name.startswith("\0"):
            Path(address).chmod(0o777)
        assert outside.python(source).stdout == b"connected\n"
        assert box.python(source).stdout == b""


def test_a_pair_of_sockets_within_a_program_works(box):
    source = "import socket; a, b = socket.socketpair(); a.send(b'x'); print(b.recv(1))"
    assert box.python(source).stdout == b"b'x'\n"


LOOK = """
import glob
for name in glob.glob("/proc/[0-9]*/{file}"):
    try:
        if b"{word}" in open(name, "rb").read(): print(name)
    except OSError:
        pass
"""
"""Tells where in /proc a word is found."""


@pytest.mark.every_box
def test_other_processes_are_not_to_be_seen(box, outside):
    source = LOOK.format(file="cmdline", word="find-me-if-you-can")
    with bystander("find-me-if-you-can") as other:
        assert f"/proc/{other.pid}/cmdline" in outside.python(source).stdout.decode().split()
        assert box.python(source).stdout == b""


@pytest.mark.every_box
def test_the_graders_environment_is_nowhere_to_be_read(box, outside, monkeypatch):
    monkeypatch.setenv("GRADERS_TOKEN", "hunter2")
    source = LOOK.format(file="environ", word="hunter2")
    with bystander() as other:
        assert f"/proc/{other.pid}/environ" in outside.python(source).stdout.decode().split()
        assert box.python(source).stdout == b""


@pytest.mark.every_box
def test_signals_do_not_get_out(box, outside):
    """A process of the same user is signalled outside, and not from inside."""
    script = "for pid in {pids}; do kill -USR1 $pid; done; kill -USR1 -1; kill -USR1 $PPID; kill -USR1 0"
    seen = threading.Event()
    before = signal.signal(signal.SIGUSR1, lambda *_: seen.set())
    try:
        outside.shell(f"kill -USR1 {os.getpid()}")
        assert seen.wait(2)
        seen.clear()
        box.shell("trap '' USR1; " + script.format(pids=f"{os.getpid()} 1"))
        assert not seen.wait(0.2)
    finally:
        signal.signal(signal.SIGUSR1, before)


@pytest.mark.every_box
def test_a_processs_memory_and_the_shells_before_it_cannot_be_reached(box):
    source = (
        "import os\n"
        "for path in ('/proc/1/mem', f'/proc/{os.getppid()}/mem', '/proc/1/environ', '/proc/1/root'):\n"
        "    try: os.open(path, os.O_RDONLY); print('opened', path)\n"
        "    except OSError: pass\n"
    )
    assert box.python(source).stdout == b""


@pytest.mark.every_box
def test_no_right_is_left_and_none_can_be_gained(box):
    source = (
        "import ctypes, os\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "print(os.getuid() != 0, os.geteuid() != 0, 0 not in os.getgroups())\n"
        "print(libc.prctl(39, 0, 0, 0, 0), libc.prctl(21, 0, 0, 0, 0))\n"
        "print(libc.unshare(0x10000000), libc.unshare(0x20000))\n"
        "print(libc.mount(b'x', b'/box', b'tmpfs', 0, None))\n"
    )
    result = box.python(source)
    assert result.stdout == b"True True True\n1 2\n-1 -1\n-1\n"


def test_paths_of_the_host_are_not_among_the_mounts(box, tmp_path):
    job_files = (StagedFile("board.txt", b""),)
    result = box.shell("cat /proc/self/mountinfo; pwd -P; true", files=job_files)
    for path in (tmp_path, Path.cwd(), Path.home() / "x"):
        assert os.fsencode(path) not in result.stdout
    assert result.stdout.endswith(b"/box\n")
