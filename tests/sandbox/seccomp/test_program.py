"""The filter's answers, by an interpreter of classic BPF: both architectures on any machine."""

from __future__ import annotations

import errno
import re
import struct
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.seccomp import rules
from gograde.sandbox.seccomp.rules import ARCHES, CALLS, FILES, PROCESSES, filter_program, noticing_program
from tests.golden import agrees
from tests.needs import lacks

ALLOW = 0x7FFF0000
KILL = 0x80000000
EPERM = 0x00050001
ENOSYS = 0x00050026
EINVAL = 0x00050016
ENOTTY = 0x00050019
EOPNOTSUPP = 0x0005005F
PRETEND = 0x00050000
NOTICE = 0x7FC00000

WORDS = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
BOTH = pytest.mark.parametrize("arch", ["x86_64", "aarch64"])
ALL = (PROCESSES, FILES)
SHARING = pytest.mark.parametrize("sharing", [ALL, (FILES,), ()], ids=["all", "files", "nothing"])


@cache
def instructions(program: bytes) -> list[tuple[int, int, int, int]]:
    """The steps of a filter: each a code, two jumps and a constant."""
    return list(struct.iter_unpack("=HBBI", program))


def answer(program: bytes, word: int, number: int, *args: int) -> int:
    """What the filter returns for one call; `args` are six 64-bit words (missing ones are 0)."""
    return walk(program, word, number, *args)[0]


def walk(program: bytes, word: int, number: int, *args: int) -> tuple[int, int]:
    """What the filter returns for one call, and after how many steps."""
    padded = [value & 0xFFFFFFFFFFFFFFFF for value in (*args, *[0] * (6 - len(args)))]
    data = struct.pack("=IIQ6Q", number & 0xFFFFFFFF, word, 0, *padded)
    steps = instructions(program)
    at, register, count = 0, 0, 0
    while True:
        code, on_true, on_false, constant = steps[at]
        at, count = at + 1, count + 1
        if code == 0x20:
            (register,) = struct.unpack_from("=I", data, constant)
        elif code == 0x54:
            register &= constant
        elif code == 0x05:
            at += constant
        elif code == 0x15:
            at += on_true if register == constant else on_false
        elif code == 0x35:
            at += on_true if register >= constant else on_false
        elif code == 0x45:
            at += on_true if register & constant else on_false
        elif code == 0x06:
            return int(constant), count
        else:
            raise AssertionError(f"unexpected instruction {code:#x}")


def ask(arch: str, call: int | str, *args: int, sharing: tuple[str, ...] = ALL, **switches: bool) -> int:
    number = ARCHES[arch].numbers[call] if isinstance(call, str) else call
    return answer(filter_program(*sharing, arch=arch, **switches), WORDS[arch], number, *args)


def notice(arch: str, call: int | str, *args: int, sharing: tuple[str, ...] = ALL) -> int:
    number = ARCHES[arch].numbers[call] if isinstance(call, str) else call
    return answer(noticing_program(*sharing, arch=arch), WORDS[arch], number, *args)


TRIED = """\
ptrace; mount; unshare; bpf; memfd_create; perf_event_open; keyctl; shmget; sched_setaffinity
io_uring_setup; connect; sendmsg; io_setup; clone3; inotify_add_watch; sync; read; futex; execve; rseq
setsid; setpgid; fchmod; kill; tkill; tgkill; pidfd_send_signal; rt_sigqueueinfo; rt_tgsigqueueinfo
mknodat -100 0x1000 0o060600 disk; clone 0x01200011 fork; clone 0x003D0F00 thread; clone 0x4111 vfork
clone 0x10000011 namespace; clone 0x01220011; clone 0x03200011; clone 0x05200011; clone 0x09200011
clone 0x11200011; clone 0x21200011; clone 0x41200011; clone 0x01208011 brother of the run; clone 0x8011
clone 0x003D0B00; clone 0x01200411; ioctl 0 0x5413; ioctl 0 0x5401; ioctl 0 0x541B; ioctl 0 0x40049409
ioctl 0 0x5412 tiocsti; ioctl 0 0x100005412 tiocsti behind bits that the kernel does not read
ioctl 0 0x40305828 take the disk; ioctl 0 0x40086602; ioctl 0 0x8901; ioctl 0 0x12345678 unknown
fcntl 3 3 getfl; fcntl 3 1030; fcntl 3 1031; fcntl 3 9; fcntl 3 1024 lease; fcntl 3 1026; fcntl 3 36
fcntl 3 37; fcntl 3 38; fcntl 3 99 unknown; fcntl 3 8 setown; fcntl 3 10; fcntl 3 15; fcntl 3 5 lock
fcntl 3 6; fcntl 3 7; fallocate 3 3 give back; fallocate 3 0 take; fallocate 3 1; fallocate 3 16; flock 3 2
prctl 15 name; prctl 38; prctl 21; prctl 0x53564D41; prctl 4 0 dumpable; prctl 22 own filter; prctl 62
prctl 35; socket 1 1 unix; socket 2 1 inet; socket 10 1; socket 16 1 netlink; socket 17 1 packet
socket 17 3; socket 40 1; socketpair 1 0o2000001; socketpair 1 2 could be sent anywhere; socketpair 2 1
socketpair 10 1; socketpair 16 1; socketpair 17 1; socketpair 40 1; setsockopt 3 1 9 keepalive
setsockopt 3 1 7 larger; setsockopt 3 1 8; setsockopt 3 1 32; setsockopt 3 1 33
utimensat 0 0x7F0000001000 0 now; utimensat 0 0x7F0000001000 0x7F0000002000
utimensat 5 0 0 of a file that is open; openat -100 0x1000 0o2000000; openat 5 0x1000 0 from another folder
openat -100 0x1000 0x200000 for a path only; openat2 -100; mknodat -100 0x1000 0o100600
mknodat -100 0x1000 0o010600; prlimit64 0 own; prlimit64 1 of another; mmap 0 4096 3 1 shared
mmap 0 4096 3 2; getpgid 0; getpgid 1; getpriority 0 0; getpriority 0 1; sched_getaffinity 0
sched_getaffinity 1"""
"""Calls with their arguments, and what they mean where that is not plain."""
NAMES = {ALLOW: "allow", KILL: "kill", EPERM: "EPERM", ENOSYS: "ENOSYS", EINVAL: "EINVAL", ENOTTY: "ENOTTY",
         EOPNOTSUPP: "EOPNOTSUPP", PRETEND: "pretend", NOTICE: "ask"}  # fmt: skip


def answers_to(arch: str, name: str, *args: int) -> str:
    """By what is shared: of the one filter, of that beside questions, and whether there is a question."""
    told = []
    for sharing in ((PROCESSES, FILES), (PROCESSES,), (FILES,), ()):
        found = ask(arch, name, *args, sharing=sharing), ask(arch, name, *args, sharing=sharing, noticed=True)
        told.append(" ".join(NAMES[one] for one in (*found, notice(arch, name, *args, sharing=sharing))))
    shut = [NAMES[ask(arch, name, *args, deny_kill=True, noticed=noticed)] for noticed in (False, True)]
    kind = rules.noticed_kinds(arch).get(ARCHES[arch].numbers[name], "-")
    return f"{' | '.join(told)} | without kill: {' '.join(shut)} | {kind}"


def test_the_answers_on_both_architectures() -> None:
    rows = []
    for row in TRIED.replace("\n", "; ").split("; "):
        name, *words = row.split()
        args = [int(word, 0) for word in words if word[-1:].isdigit() or word.startswith("0x")]
        told, other = (answers_to(arch, name, *args) for arch in WORDS)
        assert told == other, row
        rows.append(f"{row} ({', '.join(str(ARCHES[arch].numbers[name]) for arch in WORDS)}): {told}\n")
    agrees("sandbox/filters.txt", "".join(rows))


@BOTH
@SHARING
def test_what_stands_in_no_group_does_not_exist_and_is_asked_about(
    arch: str, sharing: tuple[str, ...]
) -> None:
    listed = set(ARCHES[arch].numbers.values())
    unlisted = {*range(-1, 700), 0x3FFFFFFF} - listed
    assert {156, 335, 463 + 10} <= unlisted or arch == "aarch64"  # _sysctl, uretprobe, a call of tomorrow
    for number in unlisted:
        if number == -1 and arch == "x86_64":
            continue  # as x32
        assert ask(arch, number, sharing=sharing) == ENOSYS
        assert ask(arch, number, sharing=sharing, noticed=True) == ALLOW
        assert notice(arch, number, sharing=sharing) == NOTICE


@BOTH
@SHARING
def test_no_call_is_allowed_that_no_group_allows(arch: str, sharing: tuple[str, ...]) -> None:
    numbers = ARCHES[arch].numbers
    for name, call in CALLS.items():
        listed = call.answer_for(sharing)
        if name in numbers and listed not in ("allow", "rule"):
            assert ask(arch, name, sharing=sharing) in {EPERM, ENOSYS, EOPNOTSUPP, PRETEND}
            asked = ask(arch, name, sharing=sharing, noticed=True)
            assert asked != ALLOW or notice(arch, name, sharing=sharing) == NOTICE, name


def test_the_data_say_for_each_call_who_makes_it() -> None:
    answers = {"allow", "refuse", "absent", "pretend", "rule"}
    kinds = {"", "files", "signals", "session", "locks", "processes", "namespaces", "kernel"}
    for name, call in CALLS.items():
        assert {call.answer, call.then or "allow"} <= answers
        assert call.shared in ("", PROCESSES, FILES)
        assert call.kind in kinds
        assert len(call.why) > 10, name
    by_rule = {name for name, call in CALLS.items() if "rule" in (call.answer, call.then)}
    assert by_rule == set(rules.RULES)
    assert len({name for name, call in CALLS.items() if call.answer == "allow"}) > 200


def header_numbers(path: Path) -> dict[str, int]:
    pattern = r"#define __NR(?:3264)?_(\w+)\s+(\d+)"
    return {name: int(number) for name, number in re.findall(pattern, path.read_text())}


@pytest.mark.parametrize(
    ("arch", "header"),
    [
        ("x86_64", "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
        ("aarch64", "/usr/include/asm-generic/unistd.h"),
    ],
)
def test_the_numbers_are_those_of_the_kernel_headers(arch: str, header: str) -> None:
    if not Path(header).exists():
        lacks("kernel headers", "none are here")
    theirs = header_numbers(Path(header))
    ours = ARCHES[arch].numbers
    assert {name: ours[name] for name in ours if name in theirs} == {
        name: theirs[name] for name in ours if name in theirs
    }
    newer = {name for name in ours if name not in theirs and ours[name] < 451}
    assert newer <= {"newfstatat", "renameat", "getrlimit", "setrlimit"}, "named otherwise in this header"
    assert len(set(ours.values())) == len(ours)


def test_another_abi_is_killed_and_x32_refused() -> None:
    program = filter_program(arch="x86_64")
    i386 = 0x40000003
    assert answer(program, i386, 20) == KILL
    assert answer(program, WORDS["x86_64"], 0x40000000 | 0) == EPERM
    assert answer(program, WORDS["x86_64"], -1) == EPERM
    assert answer(program, WORDS["x86_64"], 0) == ALLOW


MANY_ARGUMENTS = [
    *((n,) for n in (0, 1, 2, 3, 10, 16, 17, 38, 40, 0x11, 0x8011, 0x10000011, 0x3D0F00, 1 << 31, 2**64 - 1)),
    *((0, n) for n in (1, 6, 8, 10, 15, 0x400, 0x5412, 0x541C, 0x8901, 0x8902, (1 << 32) | 0x5412)),
    *((-100, 0x1000, n) for n in (0, 0o060600, 0o020600, 0o2000000, 0x200000)),
    (1, 1, 32), (1, 1, 7), (0, 0, 0, 0), (5, 16, 0, 1 << 40),
]  # fmt: skip


@BOTH
@SHARING
@pytest.mark.parametrize("deny_kill", [True, False])
def test_what_the_complete_filter_refuses_is_refused_or_asked_about(
    arch: str, sharing: tuple[str, ...], deny_kill: bool
) -> None:
    """Every number there is and some that are not: two filters are together as tight as the one."""
    switches: dict[str, Any] = {"arch": arch, "deny_kill": deny_kill}
    complete = filter_program(*sharing, **switches)
    beside = filter_program(*sharing, **switches, noticed=True)
    asking = noticing_program(*sharing, arch=arch)
    for number in range(500):
        for args in MANY_ARGUMENTS:
            wanted = answer(complete, WORDS[arch], number, *args)
            found = answer(beside, WORDS[arch], number, *args)
            if found != wanted:
                asked = answer(asking, WORDS[arch], number, *args) == NOTICE
                assert found == ALLOW and asked, (number, args)


def test_another_abi_is_left_to_the_refusing_filter() -> None:
    assert answer(noticing_program(arch="x86_64"), 0x40000003, 26) == ALLOW
    assert answer(noticing_program(arch="x86_64"), WORDS["x86_64"], 0x40000000 | 101) == ALLOW


@BOTH
@SHARING
def test_a_long_list_takes_few_steps(arch: str, sharing: tuple[str, ...]) -> None:
    """The kernel keeps the answers for calls that are always allowed; the others are searched by halves."""
    for program in (filter_program(*sharing, arch=arch), noticing_program(*sharing, arch=arch)):
        assert len(program) % 8 == 0
        assert 0 < len(program) // 8 <= 4096
        steps = [walk(program, WORDS[arch], number, 0, 0, 0x200000)[1] for number in range(500)]
        assert max(steps) < 20 + max(len(check.values) for found in rules.RULES.values() for check in found)


def test_an_unknown_architecture_is_the_judges_fault() -> None:
    with pytest.raises(JudgeError) as caught:
        filter_program(arch="riscv64")
    assert str(caught.value) == (
        "architecture riscv64: no system call filter is known for it, so no submission can be held\n"
        "Fix: grade on a machine with one of: x86_64, aarch64"
    )


def test_the_numbers_of_errors_are_those_of_the_kernel() -> None:
    told = {EPERM: errno.EPERM, ENOSYS: errno.ENOSYS, EINVAL: errno.EINVAL, ENOTTY: errno.ENOTTY}
    assert {word & 0xFFFF: number for word, number in told.items()} == {n: n for n in told.values()}
    assert EOPNOTSUPP & 0xFFFF == errno.EOPNOTSUPP
