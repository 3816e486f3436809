"""The filter's answers, by an interpreter of classic BPF: both architectures on any machine."""

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
from tests.golden import values_agree
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


NAMED = {EPERM: "EPERM", ENOSYS: "ENOSYS", EOPNOTSUPP: "EOPNOTSUPP", PRETEND: "pretends", ALLOW: "allowed"}


def both(name: str, x86: int, arm: int) -> str:
    """The answer to a call by its numbers, which were read off the kernel's tables by hand."""
    asked = (("x86_64", x86), ("aarch64", arm))
    [wanted] = {
        ask(arch, number, sharing=sharing) for arch, number in asked for sharing in (ALL, (FILES,), ())
    }
    return NAMED[wanted]


def test_the_answers_on_both_architectures() -> None:
    values_agree("sandbox/calls.txt", both=both)


@BOTH
@SHARING
def test_what_stands_in_no_group_does_not_exist_and_is_asked_about(arch, sharing) -> None:
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


FORK, THREAD, VFORK, SHARES_FILES = 0x01200011, 0x003D0F00, 0x4111, 0x400
SPACES = (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
UNIX, FAMILIES = 1, (2, 10, 16, 17, 40)
STREAM, DATAGRAM, CLOEXEC = 1, 2, 0o2000000
PATH, TIMES = 0x7F00_0000_1000, 0x7F00_0000_2000
RULES: dict[str, dict[int, list[tuple[int, ...]]]] = {
    "clone": {
        ALLOW: [(FORK,), (THREAD,), (VFORK,)],
        EPERM: [
            *((FORK | new,) for new in SPACES),
            (FORK | 0x8000,),  # a brother of the run is outside its tree
            (THREAD & ~SHARES_FILES,),
            (FORK | SHARES_FILES,),
        ],
    },
    "ioctl": {
        ALLOW: [(0, word) for word in (0x5413, 0x5401, 0x541B, 0x40049409)],  # the last clones a file
        # TIOCSTI, also with bits above 32, then the disk, flags, an owner, and what nobody knows
        ENOTTY: [
            (0, word) for word in (0x5412, 0x5412 | 1 << 32, 0x40305828, 0x40086602, 0x8901, 0x12345678)
        ],
    },
    "fcntl": {
        ALLOW: [(3, word) for word in (3, 1030, 1031, 9)],  # flags, copies, the size of a pipe, an owner told
        EINVAL: [(3, word) for word in (1024, 1026, 36, 37, 38, 99)],  # leases, notes, locks of descriptions
        EPERM: [(3, word) for word in (8, 10, 15)],  # who is signalled, and how
        PRETEND: [(3, word) for word in (5, 6, 7)],  # locks
    },
    "fallocate": {
        ALLOW: [(3, 2 | 1)],
        EOPNOTSUPP: [(3, mode) for mode in (0, 1, 16)],
    },  # a hole alone is made
    "prctl": {
        ALLOW: [(word,) for word in (15, 38, 21, 0x53564D41)],
        PRETEND: [(4, 0)],  # not to be looked at
        EINVAL: [(word,) for word in (22, 62, 35)],  # a filter, a group of scheduling, a map of memory
    },
    "socket": {EPERM: [(family, STREAM) for family in (UNIX, *FAMILIES)]},
    "socketpair": {
        ALLOW: [(UNIX, STREAM | CLOEXEC)],
        EPERM: [(UNIX, DATAGRAM), *((family, STREAM) for family in FAMILIES)],  # datagrams could go anywhere
    },
    "setsockopt": {ALLOW: [(3, 1, 9)], EPERM: [(3, 1, larger) for larger in (7, 8, 32, 33)]},
    "utimensat": {
        EPERM: [(0, PATH, 0)],
        PRETEND: [(0, PATH, TIMES), (5, 0, 0)],
    },  # by its path the time is now
}


@BOTH
@pytest.mark.parametrize("name", RULES)
def test_arguments_are_compared_as_the_kernel_reads_them(arch: str, name: str) -> None:
    everywhere = (ALL, (FILES,), ()) if name.startswith("socket") else (ALL,)
    for wanted, all_of in RULES[name].items():
        assert {ask(arch, name, *args, sharing=each) for args in all_of for each in everywhere} == {wanted}


@BOTH
def test_what_is_asked_about_beside_the_rules(arch: str) -> None:
    assert ask(arch, "clone", 0x8000 | 17, noticed=True) == EPERM, "nobody is asked about a brother"
    for lock in (5, 6, 7):
        assert (ask(arch, "fcntl", 3, lock, noticed=True), notice(arch, "fcntl", 3, lock)) == (ALLOW, NOTICE)
    assert notice(arch, "fcntl", 3, 3) == ALLOW
    assert ask(arch, "utimensat", 0, PATH, 0, sharing=()) == ALLOW


@BOTH
def test_the_switches_shut_their_calls_and_no_other_does(arch: str) -> None:
    for name in ("setsid", "setpgid"):
        assert ask(arch, name, sharing=(PROCESSES,)) == EPERM
        assert ask(arch, name, sharing=(FILES,)) == ALLOW
    for name in ("kill", "tkill", "tgkill", "pidfd_send_signal", "rt_sigqueueinfo", "rt_tgsigqueueinfo"):
        assert ask(arch, name, deny_kill=True) == EPERM
        assert ask(arch, name, deny_kill=True, noticed=True) == EPERM
        assert ask(arch, name) == ALLOW
    assert ask(arch, "fchmod", sharing=(PROCESSES,)) == ALLOW
    assert ask(arch, "fchmod", sharing=(FILES,)) == PRETEND


ASKED: list[tuple[str, tuple[int, ...]]] = [  # beside those of `test_attempts`
    ("setsid", ()),
    ("openat2", (-100,)),
    ("mmap", (0, 4096, 3, 1)),  # shared
    ("flock", (3, 2)),
    ("getpgid", (1,)),
    ("getpriority", (0, 1)),
    ("sched_getaffinity", (1,)),
]


@BOTH
@pytest.mark.parametrize(("name", "args"), ASKED)
def test_attempts_are_asked_about_and_let_pass_by_the_refusing_filter(arch, name, args) -> None:
    assert notice(arch, name, *args) == NOTICE
    assert ARCHES[arch].numbers[name] in rules.noticed_kinds(arch)
    assert ask(arch, name, *args, noticed=True) == ALLOW, "a refusal would come first"


@BOTH
@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("read", ()),
        ("openat", (5, 0x1000, 0)),  # from another folder
        ("openat", (-100, 0x1000, 0x200000)),  # for a path only
        ("clone", (0x01200011,)),  # fork
        ("clone", (0x003D0F00,)),  # a thread
        ("mknodat", (-100, 0x1000, 0o100600)),  # a file
        ("mknodat", (-100, 0x1000, 0o010600)),  # a pipe
        ("prlimit64", (0,)),  # its own limits
        ("socket", (1, 1)),  # AF_UNIX
        ("socket", (10, 1)),  # AF_INET6
        ("socket", (16, 3)),  # AF_NETLINK
        ("memfd_create", ()),
        ("io_uring_setup", ()),
        ("clone3", ()),
        ("mount", ()),
        ("mmap", (0, 4096, 3, 2)),
        ("fcntl", (0, 3)),
        ("getpgid", (0,)),
        ("getpriority", (0, 0)),
        ("sched_getaffinity", (0,)),
    ],
)
def test_nobody_asks_about_what_honest_programs_do(arch: str, name: str, args: tuple[int, ...]) -> None:
    assert notice(arch, name, *args) == ALLOW


@BOTH
def test_in_namespaces_of_its_own_nobody_asks_about_processes_by_number(arch: str) -> None:
    assert notice(arch, "getpgid", 1, sharing=()) == ALLOW
    assert ask(arch, "getpgid", 1, sharing=()) == ALLOW


MANY_ARGUMENTS = [
    *((n,) for n in (0, 1, 2, 3, 10, 16, 17, 38, 40, 0x11, 0x8011, 0x10000011, 0x3D0F00, 1 << 31, 2**64 - 1)),
    *((0, n) for n in (1, 6, 8, 10, 15, 0x400, 0x5412, 0x541C, 0x8901, 0x8902, (1 << 32) | 0x5412)),
    *((-100, 0x1000, n) for n in (0, 0o060600, 0o020600, 0o2000000, 0x200000)),
    (1, 1, 32), (1, 1, 7), (0, 0, 0, 0), (5, 16, 0, 1 << 40),
]  # fmt: skip


@BOTH
@SHARING
@pytest.mark.parametrize("deny_kill", [True, False])
def test_what_the_complete_filter_refuses_is_refused_or_asked_about(arch, sharing, deny_kill) -> None:
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
