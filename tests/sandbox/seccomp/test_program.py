"""The filter's answers, by an interpreter of classic BPF: both architectures on any machine."""

from __future__ import annotations

import re
import struct
from functools import cache
from pathlib import Path

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.seccomp import call_tables
from gograde.sandbox.seccomp.assemble import filter_program, noticed_kinds, noticing_program

ALLOW = 0x7FFF0000
KILL = 0x80000000
EPERM = 0x00050001
ENOSYS = 0x00050026
PRETEND = 0x00050000
NOTICE = 0x7FC00000

WORDS = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}


@cache
def instructions(program: bytes) -> list[tuple[int, int, int, int]]:
    """The steps of a filter: each a code, two jumps and a constant."""
    return list(struct.iter_unpack("=HBBI", program))


def answer(program: bytes, word: int, number: int, *args: int) -> int:
    """What the filter returns for one call; `args` are six 64-bit words (missing ones are 0)."""
    padded = [value & 0xFFFFFFFFFFFFFFFF for value in (*args, *[0] * (6 - len(args)))]
    data = struct.pack("=IIQ6Q", number & 0xFFFFFFFF, word, 0, *padded)
    steps = instructions(program)
    at, register = 0, 0
    while True:
        code, on_true, on_false, constant = steps[at]
        at += 1
        if code == 0x20:
            (register,) = struct.unpack_from("=I", data, constant)
        elif code == 0x54:
            register &= constant
        elif code == 0x15:
            at += on_true if register == constant else on_false
        elif code == 0x25:
            at += on_true if register > constant else on_false
        elif code == 0x45:
            at += on_true if register & constant else on_false
        elif code == 0x06:
            return int(constant)
        else:
            raise AssertionError(f"unexpected instruction {code:#x}")


OPEN = {"deny_sockets": False, "deny_sessions": False, "deny_kill": False}
SHUT = {"deny_sockets": True, "deny_sessions": True, "deny_kill": True}


def ask(arch: str, number: int, *args: int, **switches: bool) -> int:
    program = filter_program(arch=arch, **{**OPEN, **switches})
    return answer(program, WORDS[arch], number, *args)


LITERAL = [
    # name, x86_64, aarch64: read off the kernel's tables by hand
    ("ptrace", 101, 117),
    ("mount", 165, 40),
    ("unshare", 272, 97),
    ("bpf", 321, 280),
    ("memfd_create", 319, 279),
    ("perf_event_open", 298, 241),
    ("keyctl", 250, 219),
    ("shmget", 29, 194),
    ("sched_setaffinity", 203, 122),
    ("io_uring_setup", 425, 425),
]
HARMLESS = [("read", 0, 63), ("openat", 257, 56), ("mmap", 9, 222), ("futex", 202, 98), ("execve", 59, 221)]


@pytest.mark.parametrize(("name", "x86", "arm"), LITERAL)
def test_dangerous_calls_are_refused_on_both_architectures(name: str, x86: int, arm: int) -> None:
    assert ask("x86_64", x86) == EPERM
    assert ask("aarch64", arm) == EPERM


@pytest.mark.parametrize(("name", "x86", "arm"), HARMLESS)
def test_everyday_calls_are_allowed(name: str, x86: int, arm: int) -> None:
    assert ask("x86_64", x86, **SHUT) == ALLOW
    assert ask("aarch64", arm, **SHUT) == ALLOW


@pytest.mark.parametrize("arch", ["x86_64", "aarch64"])
@pytest.mark.parametrize("name", call_tables.ALWAYS)
def test_every_listed_call_is_refused_with_every_switch_off(arch: str, name: str) -> None:
    number = call_tables.ARCHES[arch].numbers.get(name)
    if number is None:
        assert name in {"create_module", "get_kernel_syms", "query_module", "sysfs", "modify_ldt"} | {
            "iopl",
            "ioperm",
            "uselib",
        }, f"{name} has no number on {arch}"
        return
    assert ask(arch, number) == EPERM


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
        pytest.skip("no kernel headers here")
    theirs = header_numbers(Path(header))
    ours = call_tables.ARCHES[arch].numbers
    assert {name: ours[name] for name in ours if name in theirs} == {
        name: theirs[name] for name in ours if name in theirs
    }
    assert set(ours) - set(theirs) <= {"fchmodat2", "statmount", "listmount"}, "newer than old headers"


def test_another_abi_is_killed_and_x32_refused() -> None:
    program = filter_program(arch="x86_64", **OPEN)
    i386 = 0x40000003
    assert answer(program, i386, 20) == KILL
    assert answer(program, WORDS["x86_64"], 0x40000000 | 0) == EPERM
    assert answer(program, WORDS["x86_64"], 0) == ALLOW


def test_calls_younger_than_the_tables_do_not_exist() -> None:
    assert ask("x86_64", 462) == ALLOW
    assert ask("x86_64", 463) == ENOSYS
    assert ask("aarch64", 467) == ENOSYS


@pytest.mark.parametrize(("arch", "clone"), [("x86_64", 56), ("aarch64", 220)])
def test_clone_makes_processes_and_threads_but_no_namespace(arch: str, clone: int) -> None:
    fork, thread = 0x01200011, 0x003D0F00
    assert ask(arch, clone, fork) == ALLOW
    assert ask(arch, clone, thread) == ALLOW
    for new in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
        assert ask(arch, clone, fork | new) == EPERM
    assert ask(arch, clone, fork | 0x8000) == EPERM, "a brother of the run is outside its tree"
    assert ask(arch, 435) == ENOSYS


@pytest.mark.parametrize(("arch", "ioctl"), [("x86_64", 16), ("aarch64", 29)])
def test_the_command_of_ioctl_is_compared_as_the_kernel_reads_it(arch: str, ioctl: int) -> None:
    tiocsti, tiocgwinsz = 0x5412, 0x5413
    assert ask(arch, ioctl, 0, tiocsti) == EPERM
    assert ask(arch, ioctl, 0, tiocsti | 1 << 32) == EPERM, "bits above 32 do not hide it"
    assert ask(arch, ioctl, 0, 0x541C) == EPERM
    assert ask(arch, ioctl, 0, tiocgwinsz) == ALLOW


@pytest.mark.parametrize(("arch", "socket", "pair"), [("x86_64", 41, 53), ("aarch64", 198, 199)])
def test_sockets(arch: str, socket: int, pair: int) -> None:
    unix, inet, netlink, packet, vsock = 1, 2, 16, 17, 40
    stream, datagram, cloexec = 1, 2, 0o2000000
    assert ask(arch, socket, unix, stream) == ALLOW
    for family in (inet, 10, netlink, packet, vsock):
        assert ask(arch, socket, family, stream) == EPERM
        assert ask(arch, pair, family, stream) == EPERM
    assert ask(arch, socket, unix, stream, deny_sockets=True) == EPERM
    assert ask(arch, pair, unix, stream | cloexec, deny_sockets=True) == ALLOW
    assert ask(arch, pair, unix, datagram, deny_sockets=True) == EPERM, "it could be sent anywhere"
    assert ask(arch, pair, unix, datagram) == ALLOW


@pytest.mark.parametrize(
    ("switch", "x86", "arm", "args"),
    [
        ("deny_sockets", 42, 203, ()),
        ("deny_sockets", 49, 200, ()),
        ("deny_sessions", 112, 157, ()),
        ("deny_sessions", 109, 154, ()),
        ("deny_kill", 62, 129, ()),
        ("deny_kill", 234, 131, ()),
        ("deny_kill", 424, 424, ()),
        ("deny_kill", 72, 25, (0, 8)),
        ("deny_kill", 16, 29, (0, 0x8901)),
    ],
)
def test_each_switch_shuts_its_calls_and_no_other_does(
    switch: str, x86: int, arm: int, args: tuple[int, ...]
) -> None:
    for arch, number in (("x86_64", x86), ("aarch64", arm)):
        for other in OPEN:
            expected = EPERM if other == switch else ALLOW
            assert ask(arch, number, *args, **{other: True}) == expected


@pytest.mark.parametrize(("arch", "fcntl"), [("x86_64", 72), ("aarch64", 25)])
def test_nobody_is_made_to_wait_for_a_lease(arch: str, fcntl: int) -> None:
    setlk, setlease, notify, dupfd_cloexec = 6, 1024, 1026, 1030
    for switches in (OPEN, SHUT):
        assert ask(arch, fcntl, 3, setlease, **switches) == EPERM
        assert ask(arch, fcntl, 3, notify, **switches) == EPERM
        assert ask(arch, fcntl, 3, setlk, **switches) == ALLOW
        assert ask(arch, fcntl, 3, dupfd_cloexec, **switches) == ALLOW


@pytest.mark.parametrize(("arch", "fallocate"), [("x86_64", 285), ("aarch64", 47)])
def test_space_is_not_taken_behind_the_end_of_a_file(arch: str, fallocate: int) -> None:
    keep_size, punch_hole, zero_range = 1, 2, 16
    assert ask(arch, fallocate, 3, keep_size) == EPERM
    assert ask(arch, fallocate, 3, keep_size | zero_range) == EPERM
    assert ask(arch, fallocate, 3, keep_size | punch_hole) == ALLOW
    assert ask(arch, fallocate, 3, 0) == ALLOW


@pytest.mark.parametrize(("arch", "prlimit"), [("x86_64", 302), ("aarch64", 261)])
def test_limits_of_oneself_only(arch: str, prlimit: int) -> None:
    assert ask(arch, prlimit, 0, 7) == ALLOW
    assert ask(arch, prlimit, 1234, 7) == EPERM


def test_changes_to_metadata_are_pretended_where_asked() -> None:
    chmod, utimensat = 90, 280
    assert ask("x86_64", chmod) == ALLOW
    assert ask("x86_64", chmod, fake_metadata=True) == PRETEND
    assert ask("x86_64", utimensat, fake_metadata=True) == PRETEND
    assert ask("aarch64", 52, fake_metadata=True) == PRETEND


@pytest.mark.parametrize(("arch", "utimensat"), [("x86_64", 280), ("aarch64", 88)])
def test_the_time_of_a_path_is_not_pretended_to_be_now(arch: str, utimensat: int) -> None:
    path, times, none = 0x7F00_0000_1000, 0x7F00_0000_2000, 0
    assert ask(arch, utimensat, 0, path, none, fake_metadata=True) == EPERM
    assert ask(arch, utimensat, 0, path, times, fake_metadata=True) == PRETEND
    assert ask(arch, utimensat, 5, none, none, fake_metadata=True) == PRETEND, "of a file that is open"
    assert ask(arch, utimensat, 0, path, none) == ALLOW


def notice(arch: str, number: int, *args: int) -> int:
    return answer(noticing_program(arch), WORDS[arch], number, *args)


@pytest.mark.parametrize(
    ("x86", "arm", "args"),
    [
        (101, 117, ()),  # ptrace
        (272, 97, ()),  # unshare
        (321, 280, ()),  # bpf
        (112, 157, ()),  # setsid
        (62, 129, ()),  # kill
        (257, 56, (-100, 0x1000, 0o2000000)),  # openat from the working directory
        (437, 437, (-100,)),  # openat2
        (56, 220, (0x10000000 | 17,)),  # clone with a user namespace
        (259, 33, (-100, 0x1000, 0o060600)),  # mknodat of a disk
        (302, 261, (1,)),  # prlimit64 of another process
        (41, 198, (2, 1)),  # socket of AF_INET
        (41, 198, (17, 3)),  # socket of AF_PACKET
    ],
)
def test_attempts_are_asked_about_and_let_pass_by_the_refusing_filter(
    x86: int, arm: int, args: tuple[int, ...]
) -> None:
    for arch, number in (("x86_64", x86), ("aarch64", arm)):
        assert notice(arch, number, *args) == NOTICE
        assert number in noticed_kinds(arch)
        switches = {**SHUT, "deny_kill": False, "noticed": True}
        assert ask(arch, number, *args, **switches) == ALLOW, "a refusal would come first"


@pytest.mark.parametrize(
    ("x86", "arm", "args"),
    [
        (0, 63, ()),  # read
        (257, 56, (5, 0x1000, 0)),  # openat from another folder
        (257, 56, (-100, 0x1000, 0x200000)),  # openat for a path only
        (56, 220, (0x01200011,)),  # fork
        (56, 220, (0x003D0F00,)),  # a thread
        (259, 33, (-100, 0x1000, 0o100600)),  # mknodat of a file
        (259, 33, (-100, 0x1000, 0o010600)),  # mkfifo
        (302, 261, (0,)),  # its own limits
        (41, 198, (1, 1)),  # socket of AF_UNIX
        (41, 198, (10, 1)),  # socket of AF_INET6
        (41, 198, (16, 3)),  # socket of AF_NETLINK
        (319, 279, ()),  # memfd_create
        (165, 40, ()),  # mount
    ],
)
def test_nobody_asks_about_what_honest_programs_do(x86: int, arm: int, args: tuple[int, ...]) -> None:
    assert notice("x86_64", x86, *args) == ALLOW
    assert notice("aarch64", arm, *args) == ALLOW


@pytest.mark.parametrize("arch", ["x86_64", "aarch64"])
def test_with_notices_nothing_is_open_that_nobody_asks_about(arch: str) -> None:
    numbers = call_tables.ARCHES[arch].numbers
    for name in (*call_tables.ALWAYS, *call_tables.SOCKETS, *call_tables.SESSIONS):
        if name not in numbers:
            continue
        for args in ((), (1,), (10,), (16,)):
            refused = ask(arch, numbers[name], *args, **{**SHUT, "noticed": True}) in (EPERM, ENOSYS)
            own_limits = name == "prlimit64" and not args
            assert refused or own_limits or notice(arch, numbers[name], *args) == NOTICE, name


MANY_ARGUMENTS = [
    *((n,) for n in (0, 1, 2, 3, 10, 16, 17, 38, 40, 0x11, 0x8011, 0x10000011, 0x3D0F00, 1 << 31, 2**64 - 1)),
    *((0, n) for n in (1, 6, 8, 10, 15, 0x400, 0x5412, 0x541C, 0x8901, 0x8902, (1 << 32) | 0x5412)),
    *((-100, 0x1000, n) for n in (0, 0o060600, 0o020600, 0o2000000, 0x200000)),
    (1, 1, 32), (1, 1, 7), (0, 0, 0, 0), (5, 16, 0, 1 << 40),
]  # fmt: skip


@pytest.mark.parametrize("arch", ["x86_64", "aarch64"])
@pytest.mark.parametrize("deny_kill", [True, False])
@pytest.mark.parametrize("landlock", [True, False])
def test_what_the_complete_filter_refuses_is_refused_or_asked_about(
    arch: str, deny_kill: bool, landlock: bool
) -> None:
    """Every number there is and some that are not: two filters are together as tight as the one."""
    switches = {**SHUT, "deny_sessions": landlock, "deny_kill": deny_kill, "fake_metadata": landlock}
    complete = filter_program(arch=arch, **switches)
    beside, asking = filter_program(arch=arch, **switches, noticed=True), noticing_program(arch)
    for number in range(call_tables.LAST_KNOWN + 20):
        for args in MANY_ARGUMENTS:
            wanted = answer(complete, WORDS[arch], number, *args)
            found = answer(beside, WORDS[arch], number, *args)
            if found != wanted:
                asked = answer(asking, WORDS[arch], number, *args) == NOTICE
                assert found == ALLOW and asked, (number, args)


def test_a_brother_of_the_run_is_refused_and_not_asked_about() -> None:
    assert ask("x86_64", 56, 0x8000 | 17, **{**SHUT, "noticed": True}) == EPERM


def test_another_abi_is_left_to_the_refusing_filter() -> None:
    assert answer(noticing_program("x86_64"), 0x40000003, 26) == ALLOW
    assert answer(noticing_program("x86_64"), WORDS["x86_64"], 0x40000000 | 101) == ALLOW


@pytest.mark.parametrize("arch", ["x86_64", "aarch64"])
def test_the_kernel_takes_the_length(arch: str) -> None:
    program = filter_program(arch=arch, **SHUT, fake_metadata=True)
    assert len(program) % 8 == 0
    assert 0 < len(program) // 8 <= 4096


def test_an_unknown_architecture_is_the_judges_fault() -> None:
    with pytest.raises(JudgeError) as caught:
        filter_program(arch="riscv64", **OPEN)
    assert str(caught.value) == (
        "architecture riscv64: no system call filter is known for it, so no submission can be held\n"
        "Fix: grade on a machine with one of: x86_64, aarch64"
    )


PTHREAD = 0x3D0F00
"""The flags with which the C library starts a thread."""


@pytest.mark.parametrize(("arch", "clone", "setsockopt"), [("x86_64", 56, 54), ("aarch64", 220, 208)])
def test_nothing_is_kept_where_no_figure_shows_it(arch: str, clone: int, setsockopt: int) -> None:
    shares_files, socket_level, keepalive, larger = 0x400, 1, 9, (7, 8, 32, 33)
    assert ask(arch, clone, PTHREAD) == ALLOW
    assert ask(arch, clone, PTHREAD & ~shares_files) == EPERM
    assert ask(arch, setsockopt, 3, socket_level, keepalive) == ALLOW
    assert {ask(arch, setsockopt, 3, socket_level, option) for option in larger} == {EPERM}


@pytest.mark.parametrize(("arch", "sendmsg"), [("x86_64", 46), ("aarch64", 211)])
def test_files_are_sent_only_where_a_namespace_holds_them(arch: str, sendmsg: int) -> None:
    assert ask(arch, sendmsg) == ALLOW
    assert ask(arch, sendmsg, deny_sockets=True) == EPERM
