"""System call numbers of x86_64 and aarch64, and the calls that the sandbox refuses or asks about.

The numbers come from the kernel's tables (x86_64: `syscall_64.tbl`; aarch64: `asm-generic/unistd.h`).
A test compares them with the machine's headers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

LAST_KNOWN = 462
"""The number of the newest call known here (mseal).  The filter answers ENOSYS to newer calls."""

_NUMBERS = """
accept 43 202
accept4 288 242
acct 163 89
add_key 248 217
adjtimex 159 171
bind 49 200
bpf 321 280
chmod 90 -
chown 92 -
chroot 161 51
clock_adjtime 305 266
clock_settime 227 112
clone 56 220
clone3 435 435
connect 42 203
create_module 174 -
delete_module 176 106
fallocate 285 47
fanotify_init 300 262
fanotify_mark 301 263
fchmod 91 52
fchmodat 268 53
fchmodat2 452 452
fchown 93 55
fchownat 260 54
fcntl 72 25
finit_module 313 273
fremovexattr 199 16
fsconfig 431 431
fsetxattr 190 7
fsmount 432 432
fsopen 430 430
fspick 433 433
futimesat 261 -
get_kernel_syms 177 -
init_module 175 105
inotify_add_watch 254 27
io_uring_enter 426 426
io_uring_register 427 427
io_uring_setup 425 425
ioctl 16 29
ioperm 173 -
iopl 172 -
ioprio_set 251 30
kcmp 312 272
kexec_file_load 320 294
kexec_load 246 104
keyctl 250 219
kill 62 129
lchown 94 -
listen 50 201
listmount 458 458
lookup_dcookie 212 18
lremovexattr 198 15
lsetxattr 189 6
memfd_create 319 279
memfd_secret 447 447
migrate_pages 256 238
mmap 9 222
mknod 133 -
mknodat 259 33
modify_ldt 154 -
mount 165 40
mount_setattr 442 442
move_mount 429 429
move_pages 279 239
mq_open 240 180
mq_unlink 241 181
msgctl 71 187
msgget 68 186
msgrcv 70 188
msgsnd 69 189
name_to_handle_at 303 264
nfsservctl 180 42
open 2 -
open_by_handle_at 304 265
open_tree 428 428
openat 257 56
openat2 437 437
perf_event_open 298 241
personality 135 92
pidfd_getfd 438 438
pidfd_send_signal 424 424
pivot_root 155 41
prlimit64 302 261
process_madvise 440 440
process_mrelease 448 448
process_vm_readv 310 270
process_vm_writev 311 271
ptrace 101 117
query_module 178 -
quotactl 179 60
quotactl_fd 443 443
reboot 169 142
removexattr 197 14
request_key 249 218
rt_sigqueueinfo 129 138
rt_tgsigqueueinfo 297 240
sched_setaffinity 203 122
sched_setattr 314 274
sched_setparam 142 118
sched_setscheduler 144 119
semctl 66 191
semget 64 190
semop 65 193
semtimedop 220 192
sendmmsg 307 269
sendmsg 46 211
setdomainname 171 162
sethostname 170 161
setns 308 268
setpgid 109 154
setpriority 141 140
setsid 112 157
setsockopt 54 208
settimeofday 164 170
setxattr 188 5
shmat 30 196
shmctl 31 195
shmget 29 194
socket 41 198
socketpair 53 199
statmount 457 457
swapoff 168 225
swapon 167 224
sysfs 139 -
syslog 103 116
tgkill 234 131
tkill 200 130
umount2 166 39
unshare 272 97
uselib 134 -
userfaultfd 323 282
utime 132 -
utimensat 280 88
utimes 235 -
vhangup 153 58
vmsplice 278 75
"""


@dataclass(frozen=True)
class Arch:
    """One architecture: its name, its `AUDIT_ARCH_*` value, and its call numbers by name."""

    name: str
    audit: int
    numbers: Mapping[str, int]


def _numbers(column: int) -> Mapping[str, int]:
    rows = (line.split() for line in _NUMBERS.split("\n") if line)
    return MappingProxyType({row[0]: int(row[column]) for row in rows if row[column] != "-"})


X86_64 = Arch("x86_64", 0xC000003E, _numbers(1))
AARCH64 = Arch("aarch64", 0xC00000B7, _numbers(2))
ARCHES: Mapping[str, Arch] = MappingProxyType({arch.name: arch for arch in (X86_64, AARCH64)})


@dataclass(frozen=True)
class Check:
    """Compares the low 32 bits of one argument, masked with `mask`, with `values`.

    With `passes` the check passes only for a listed value; without it, only for a value that is not listed.
    The kernel reads these arguments as 32-bit numbers, so the upper bits do not matter.
    """

    argument: int
    values: tuple[int, ...]
    passes: bool
    mask: int = 0xFFFFFFFF


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


READS_OTHERS = _words(
    """
    ptrace process_vm_readv process_vm_writev process_madvise process_mrelease kcmp pidfd_getfd
    perf_event_open move_pages migrate_pages lookup_dcookie syslog
    """
)
LEAVES_THE_TREE = _words(
    """
    mount umount2 pivot_root chroot unshare setns open_tree move_mount fsopen fsconfig fsmount fspick
    mount_setattr statmount listmount name_to_handle_at open_by_handle_at
    """
)
ATTACKS_THE_KERNEL = _words(
    """
    bpf userfaultfd io_uring_setup io_uring_enter io_uring_register add_key request_key keyctl
    personality modify_ldt iopl ioperm uselib vhangup
    """
)
RUNS_THE_MACHINE = _words(
    """
    kexec_load kexec_file_load init_module finit_module delete_module create_module get_kernel_syms
    query_module nfsservctl sysfs quotactl quotactl_fd acct swapon swapoff reboot sethostname
    setdomainname settimeofday clock_settime adjtimex clock_adjtime fanotify_init fanotify_mark
    inotify_add_watch
    """
)
HOARDS_MEMORY = _words(
    """
    memfd_create memfd_secret shmget shmat shmctl semget semop semtimedop semctl msgget msgsnd msgrcv
    msgctl mq_open mq_unlink vmsplice
    """
)
TAKES_MORE_CPU = _words(
    """
    sched_setaffinity sched_setscheduler sched_setparam sched_setattr setpriority ioprio_set
    """
)
ALWAYS = (
    *READS_OTHERS,
    *LEAVES_THE_TREE,
    *ATTACKS_THE_KERNEL,
    *RUNS_THE_MACHINE,
    *HOARDS_MEMORY,
    *TAKES_MORE_CPU,
)
"""Refused in every run."""

SOCKETS = ("socket", "connect", "bind", "listen", "accept", "accept4", "sendmsg", "sendmmsg")
"""Refused where no network namespace separates the run from the grader's network.

`sendmsg` and `sendmmsg` can send open files, and a file in transit is open in no process.
"""

SESSIONS = ("setsid", "setpgid")
"""Refused where the grader ends a run by killing its process group."""

SIGNALS = ("kill", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal", "tgkill")
"""Refused where neither a pid namespace nor Landlock confines signals to the run."""

METADATA = _words(
    """
    chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat utime utimes futimesat utimensat
    setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr
    """
)
"""Calls on files that Landlock does not check.  The filter answers 0 without making them."""

_NEW_NAMESPACES = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
_CLONE_PARENT = 0x00008000
_CLONE_FILES = 0x00000400
_CLONE_THREAD = 0x00010000
_SO_SNDBUF = 7
_SO_RCVBUF = 8
_SO_SNDBUFFORCE = 32
_SO_RCVBUFFORCE = 33
_AF_UNIX = 1
_AF_INET6 = 10
_AF_NETLINK = 16
_SOCK_STREAM = 1
_SOCK_SEQPACKET = 5
_SOCK_TYPE_MASK = 0xF
_TIOCSTI = 0x5412
_TIOCLINUX = 0x541C
_TIOCSETD = 0x5423
_FIOSETOWN = 0x8901
_SIOCSPGRP = 0x8902
_FS_IOC_SETFLAGS = 0x40086602
_FS_IOC_FSSETXATTR = 0x401C5820
_F_SETOWN = 8
_F_SETSIG = 10
_F_SETOWN_EX = 15
_F_SETLEASE = 1024
_F_NOTIFY = 1026
_KEEP_SIZE = 1
_PUNCH_HOLE = 2

CLONE = Check(0, (0,), passes=True, mask=_NEW_NAMESPACES | _CLONE_PARENT)
ALONE_WITH_FILES = Check(0, (_CLONE_THREAD,), passes=False, mask=_CLONE_THREAD | _CLONE_FILES)
"""Refuses a thread with its own table of descriptors: the table of its process does not list them."""
LARGER_BUFFERS = Check(2, (_SO_SNDBUF, _SO_RCVBUF, _SO_SNDBUFFORCE, _SO_RCVBUFFORCE), passes=False)
"""Ignores the level, because a run has only Unix sockets, whose only level is SOL_SOCKET."""
IOCTL = Check(1, (_TIOCSTI, _TIOCLINUX, _TIOCSETD, _FS_IOC_SETFLAGS, _FS_IOC_FSSETXATTR), passes=False)
OWN_LIMITS = Check(0, (0,), passes=True)
LEASES = Check(1, (_F_SETLEASE, _F_NOTIFY), passes=False)
"""Refuses leases: another process that opens a leased file waits for the holder of the lease."""
BEYOND_THE_END = Check(1, (_KEEP_SIZE,), passes=False, mask=_KEEP_SIZE | _PUNCH_HOLE)
"""Refuses to allocate space beyond the end of a file, which the limit of file size does not cover."""
UNIX_FAMILY = Check(0, (_AF_UNIX,), passes=True)
CONNECTED_PAIR = Check(1, (_SOCK_STREAM, _SOCK_SEQPACKET), passes=True, mask=_SOCK_TYPE_MASK)
"""Refuses a pair of datagram sockets, because each can still send to any address."""

NOTICED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "processes": _words("ptrace process_vm_readv process_vm_writev pidfd_getfd kcmp perf_event_open"),
        "namespaces": _words(
            """
            unshare setns chroot open_tree move_mount fsopen fsmount mount_setattr open_by_handle_at
            """
        ),
        "kernel": _words(
            """
            bpf add_key keyctl kexec_load kexec_file_load init_module finit_module delete_module
            reboot swapon swapoff acct settimeofday clock_settime setdomainname iopl ioperm
            fanotify_init quotactl
            """
        ),
        "session": ("setsid",),
        "signals": SIGNALS,
        "files": ("openat2",),
    }
)
"""The calls that the kernel asks the grader about, by kind of attempt.

The table omits forbidden calls that honest programs and libraries also make (`memfd_create`,
`sched_setaffinity`, `io_uring_setup`, `mount` of bwrap's own set-up, …).  They are refused and not recorded.
"""

AT_CWD = 0xFFFFFF9C
"""`AT_FDCWD` as an unsigned number.  An `openat` with another descriptor cannot be judged by its path."""

ONLY_PATH = 0x200000
"""`O_PATH`: the descriptor can neither read nor write the file."""

READ_OR_WRITTEN = Check(1, (0,), passes=False, mask=ONLY_PATH)

MAKES_DEVICES = Check(1, (0x2000, 0x6000), passes=False, mask=0xF000)
MAKES_DEVICES_AT = Check(2, (0x2000, 0x6000), passes=False, mask=0xF000)
NEW_NAMESPACES = Check(0, (0,), passes=True, mask=_NEW_NAMESPACES)
BROTHERS = Check(0, (0,), passes=True, mask=_CLONE_PARENT)
SILENT_FAMILIES = (0, _AF_UNIX, _AF_INET6, _AF_NETLINK)
"""Socket families that the C library asks for, and libraries that look for IPv6."""
OTHER_FAMILIES = Check(0, SILENT_FAMILIES, passes=True)
SILENTLY_REFUSED = Check(0, SILENT_FAMILIES, passes=False)

SHARED_MAPPINGS = Check(3, (0,), passes=True, mask=1)
"""Selects mappings with MAP_SHARED: while a part is mapped, all pages stay in memory, unseen in /proc."""

NOTICED_BY_ARGUMENT: Mapping[str, tuple[str, Check]] = MappingProxyType(
    {
        "open": ("files", READ_OR_WRITTEN),
        "clone": ("namespaces", NEW_NAMESPACES),
        "mknod": ("kernel", MAKES_DEVICES),
        "mknodat": ("kernel", MAKES_DEVICES_AT),
        "mmap": ("memory", SHARED_MAPPINGS),
        "prlimit64": ("limits", OWN_LIMITS),
        "socket": ("network", OTHER_FAMILIES),
    }
)
"""The calls that the kernel asks the grader about when the check fails, with the kind of attempt."""

SIGNAL_BY_FCNTL = Check(1, (_F_SETOWN, _F_SETSIG, _F_SETOWN_EX), passes=False)
SIGNAL_BY_IOCTL = Check(1, (_FIOSETOWN, _SIOCSPGRP), passes=False)
