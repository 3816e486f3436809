"""The file names that no program may ask for: a table of paths on an invented machine."""

from __future__ import annotations

from pathlib import Path

from gograde.sandbox.notices.attempts import FilePolicy, file_policy
from gograde.sandbox.protocol import Job
from tests.golden import agrees

PLACES = """/home /home/ada/class/hidden/board9/01/answer.txt /root/.ssh/id_rsa /tmp /tmp/notes.txt
    /etc/passwd /etc/shadow /etc/ssh/ssh_host_rsa_key /usr/lib/python3/json.py
    /usr/lib/grader/go.py /opt/python/lib/os.py /opt/python /opt /dev/null /dev/mem /dev/sda1
    /proc/cpuinfo /proc/kcore /proc/sys/kernel/core_pattern /sys/devices/system/cpu/online
    /var/lib/dbus/machine-id /var/tmp/gograde-box-x /var/tmp/gograde-box-x/stdin"""
THERE = frozenset(PLACES.split())
ASKED = """/home/grace/go/test_0.txt C:\\go\\test_0.txt / /box/test_0.txt /box /tmp/new.txt
    /proc/self/environ /proc/7/environ /proc/4242/maps /home/ada/gograde /proc/1/stat /proc/1/environ
    /proc/99/task/99/mem /proc/99/fd/3 /proc/1/root/etc/passwd /usr/../etc/shadow //etc//shadow
    /usr/lib/python3/new.pyc /box/answer.txt test_0.txt .. ../data/test_0.txt ../etc/shadow
    /proc/self/comm /proc/self/oom_score_adj /proc/7/oom_score_adj /proc/self/uid_map /proc/7/uid_map
    /proc/self/setgroups /proc/7/setgroups /etc/ld.so.cache"""
"""Asked for from /box; what is not there may be on the student's own computer."""
ELSEWHERE = {
    "/box/work": "../.. ../../root/.ssh/id_rsa",
    "/home": "ada/class/hidden/board9/01/answer.txt",
    "/": """/proc/self/root/etc/shadow /proc/thread-self/root/etc/shadow /proc/self/cwd/etc/shadow
        /proc/self/root/proc/self/root/etc/shadow /proc/self/cwd/mine.txt
        /proc/self/root/usr/lib/python3/json.py /proc/self/rooted""",
}
"""Asked for from other folders, and by ways through the program's own entry of /proc."""
MADE_UP = FilePolicy(
    own=("/usr/", "/opt/python/lib/", "/etc/ld.so.cache"),
    hidden=("/usr/lib/grader/",),
    listed=frozenset(["/home/ada/gograde"]),
    exists=THERE.__contains__,
)


def judged(path: str, folder: str = "/box", *, writes: bool = False, own: FilePolicy = MADE_UP) -> str:
    return own.trespass(path, folder, writes=writes, pids=frozenset({7, 4242}))


def test_what_is_told_of_each_path() -> None:
    rows = []
    for folder, text in {"/box": f"{' '.join(sorted(THERE))} {ASKED}", **ELSEWHERE}.items():
        for path in text.split():
            told = [judged(path, folder, writes=writes) or "fine" for writes in (False, True)]
            quick = ", surely" if MADE_UP.surely_allows(path) else ""
            assert not quick or told[0] == "fine"
            rows.append(f"{path} from {folder}: {told[0]}{quick}; {told[1]}\n")
    agrees("sandbox/paths.txt", "".join(rows))


def test_the_hosts_name_of_the_working_directory_is_the_programs_root() -> None:
    here = FilePolicy(own=("/usr/",), holder="/var/tmp/gograde-box-x", exists=THERE.__contains__)
    work = "/var/tmp/gograde-box-x/box"
    for path in ("..", "../stdin", work, f"{work}/answer.txt", "/var/tmp/gograde-box-x", f"{work}/../stdin"):
        assert judged(path, work, own=here) == "", path
    assert judged("../../../root/.ssh/id_rsa", work, own=here) == "opens /root/.ssh/id_rsa"
    assert judged("/tmp/notes.txt", work, own=here) == "opens /tmp/notes.txt"


def test_the_files_that_a_job_may_open(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "pyvenv.cfg").touch()
    job = Job(
        ("/bin/true",),
        readable=(tmp_path / "lib", tmp_path / "pyvenv.cfg"),
        hidden=(tmp_path / "lib" / "gograde",),
    )
    (tmp_path / "lib" / "gograde").mkdir()
    (tmp_path / "class").mkdir()
    found = file_policy(job, tmp_path / "holder" / "box")
    assert found.surely_allows(f"{tmp_path}/lib/os.py")
    assert found.surely_allows(f"{tmp_path}/pyvenv.cfg")
    assert not found.surely_allows(f"{tmp_path}/lib/gograde/go.py")
    asked = (f"{tmp_path}/{name}" for name in ("lib/gograde", "class", "include", "holder/box/x"))
    answers = [found.trespass(path, "/", writes=False) for path in asked]
    assert answers == [f"opens {tmp_path}/lib/gograde", f"opens {tmp_path}/class", "", ""]


def test_libraries_behind_a_link_are_there_by_either_name(tmp_path: Path) -> None:
    (tmp_path / "real" / "lib" / "gograde").mkdir(parents=True)
    (tmp_path / "real" / "lib" / "gograde" / "go.py").touch()
    (tmp_path / "real" / "lib" / "font.ttf").touch()
    (tmp_path / "venv").symlink_to("real")
    lib = tmp_path / "venv" / "lib"
    found = file_policy(Job(("/bin/true",), readable=(lib,), hidden=(lib / "gograde",)))
    for name in ("venv", "real"):
        assert found.trespass(f"{tmp_path}/{name}/lib/font.ttf", "/", writes=False) == ""
        hidden = f"{tmp_path}/{name}/lib/gograde/go.py"
        assert found.trespass(hidden, "/", writes=False) == f"opens {hidden}"
