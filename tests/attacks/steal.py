"""Programs that read, reach or learn what is not theirs."""

import ctypes
import errno
import fcntl
import glob
import importlib
import mmap
import os
import pathlib
import signal
import socket
import struct
import sys
import threading
import time

from tests.attacks.harness.corpus import act
from tests.attacks.harness.tools import CLONE, COLUMN, attempt, bait, libc, others, syscall, tell, text

CLONE_FILES, NEW_USER = 0x400, 0x10000000


def span_of(pid, what):
    """Where a process has its stack or heap."""
    for line in text(f"/proc/{pid}/maps").decode().splitlines():
        if what in line:
            return [int(word, 16) for word in line.split()[0].split("-")]
    return 0x7FFFFFFDE000, 0x7FFFFFFFF000


def marked(data):
    """The secret in what was read."""
    found = data.find(bait()["marker"].encode())
    return data[found : found + 80] if found >= 0 else ""


def refuse(name, number):
    """Make a call that must be refused for its number."""
    answer = syscall(number, 0, 0, 0, 0, 0, 0)
    error = ctypes.get_errno()
    if answer >= 0 or error not in (errno.EPERM, errno.ENOSYS, errno.EACCES):
        print(f"{name} {os.strerror(error)} answered {max(answer, 0)}", flush=True)


# -- the contents of files ------------------------------------------------------------------------------


@act("contents", "marker", flagged=True)
def open_reference():
    """Tries: to open the reference by its absolute path.
    Seen: "No such file or directory" or "Permission denied"; the secret is nowhere in what comes out."""
    print(text(bait()["secret"]))


@act("contents", "marker", flagged=True)
def by_links():
    """Tries: to come to the reference through links, folders above and other names of the root.
    Seen: each way ends like the direct one."""
    secret = bait()["secret"]
    for name, make in (("soft", os.symlink), ("hard", os.link)):
        attempt(make, secret, name)
        attempt(text, name)
    for path in (
        "../" * 40 + secret, f"/proc/self/root{secret}", f"/proc/self/cwd/{'../' * 40}{secret}",
        f"/proc/thread-self/root{secret}",
    ):  # fmt: skip
        attempt(text, path)
    handle = os.open(secret, os.O_PATH)
    attempt(text, f"/proc/self/fd/{handle}")
    attempt(text, f"/dev/fd/{handle}")
    os.chdir(os.path.dirname(secret))
    attempt(text, os.path.basename(secret))


@act("contents", "marker", flagged=True)
def by_shell():
    """Tries: to have the system's own programs read the reference.
    Seen: none of them can."""
    script = """
cat "$secret"
cat <"$secret"
cp "$secret" answer.txt
dd if="$secret"
sh "$secret"
(. "$secret")
awk '{ print }' "$secret"
sort "$secret"
tar cf - "$secret"
find "${secret%/*}" -type f -exec cat {} +
perl -pe 1 "$secret"
ln -s "$secret" link; cat link
cat /proc/self/root"$secret"
"""
    os.execve("/bin/sh", ["sh", "-c", script], {**os.environ, "secret": bait()["secret"]})


@act("contents", "marker", flagged=True, cpu_s=3, wall_s=6)
def changing_path():
    """Tries: to open a path that another thread changes all the while, for whoever checks it before the
    kernel reads it.
    Seen: whichever path the kernel reads in the end, the reference is not opened."""
    paths = [os.path.abspath("input.txt").encode() + b"\0", bait()["secret"].encode() + b"\0"]
    shared = ctypes.create_string_buffer(max(map(len, paths)))
    over = time.monotonic() + 1

    def change():
        while time.monotonic() < over:
            for path in paths:
                ctypes.memmove(shared, path, len(path))

    threading.Thread(target=change, daemon=True).start()
    while time.monotonic() < over:
        opened = libc.open(shared, os.O_RDONLY)
        if opened >= 0:
            found = marked(os.read(opened, 4096))
            os.close(opened)
            if found:
                print(found)
                break


@act("contents", "marker", flagged=True)
def class_folder():
    """Tries: to read all that lies in the class folder: hidden answers, the submission of another, records.
    Seen: nothing of it comes out."""
    folder = pathlib.Path(bait()["class"])
    for name in ("hidden/board9/answers.json", "submissions/board9/s1002/board.py"):
        attempt(text, folder / name)
    for path in folder.rglob("*"):
        print(path, path.is_file() and path.read_bytes())


@act("contents", "marker", flagged=True, cpu_s=5, wall_s=12)
def walk_folders():
    """Tries: to walk through every folder that it can list and look for the marker in every file that it can
    read.
    Seen: nothing is found."""
    system = ("proc", "sys", "usr", "bin", "sbin", "lib", "lib32", "lib64")
    over = time.monotonic() + 3
    tops = ["/var/tmp", "/tmp", "/dev/shm", "/home", "/root", "/run", "/etc", "/mnt", "/srv", "/opt", "/var"]
    try:
        tops += [f"/{name}" for name in os.listdir("/") if name not in system]
    except OSError as error:
        print(error)
    for top in tops:
        for folder, _, names in os.walk(top):
            for name in names:
                try:
                    path = os.path.join(folder, name)
                    plain = os.path.isfile(path) and os.path.getsize(path) < 65536 and name != "bait.json"
                    if plain and (found := marked(text(path))):
                        print(path, found)
                        return
                except OSError:
                    pass
            if time.monotonic() > over:
                return


@act("contents", "calls marker", flagged=True)
def file_handle():
    """Tries: to open the reference by a handle, past every folder above it.
    Seen: EPERM."""
    handle = ctypes.create_string_buffer(struct.pack("Ii", 128, 0), 136)
    mount = ctypes.byref(ctypes.c_int())
    for path in (bait()["secret"], "/usr", "/"):
        answer = libc.name_to_handle_at(-100, path.encode(), handle, mount, 0)
        tell(f"name_to_handle_at {path}", answer)
        opened = libc.open_by_handle_at(os.open("/", os.O_PATH), handle, os.O_RDONLY)
        tell(f"open_by_handle_at {path}", opened)
        if opened >= 0 and path == bait()["secret"]:
            print(os.read(opened, 4096))


@act("contents", "marker", flagged=True)
def files_held_open():
    """Tries: to open what other processes have open.
    Seen: nothing of theirs can be listed."""
    for pid in others(1):
        for number in range(3, 2048):
            try:
                opened = os.open(f"/proc/{pid}/fd/{number}", os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
                print(pid, number, os.pread(opened, 4096, 0))
            except OSError:
                pass


@act("contents", "marker", flagged=True)
def magic_links():
    """Tries: to go into the folders that other processes stand in.
    Seen: no way leads out through /proc."""
    for pid in others(1):
        for way in ("cwd/secret", f"root{bait()['secret']}", f"task/{pid}/cwd/secret"):
            attempt(text, f"/proc/{pid}/{way}")


@act("contents", "calls", flagged=True)
def foreign_packages():
    """Tries: to use and to read packages that the course has not named: gograde's own, and the system's.
    Seen: ModuleNotFoundError, and no file to open."""
    folders = bait()["packages"]

    def load(name):
        try:
            print(f"import {name} answered {len(vars(__import__(name)))}")
        except ImportError as error:
            print(error)

    for name in ("sgfmill", "numpy", "snakemake", "gograde"):
        load(name)
    sys.path += folders
    load("sgfmill")
    for folder in folders:
        for name in ("sgfmill/sgf.py", "yaml/__init__.py"):
            attempt(text, os.path.join(folder, name), 1, got=f"{name} answered 1")


@act("contents", "marker", flagged=True)
def import_references():
    """Tries: to import the answers from the grader's own code.
    Seen: ModuleNotFoundError."""
    sys.path[:0] = [bait()["grader"], bait()["folder"]]
    try:
        print(importlib.import_module("gograde.sandbox.bwrap").__file__)
    except ImportError as error:
        print(error)
    try:
        print(importlib.import_module("references").ANSWER)
    except ImportError:
        print(text(f"{bait()['grader']}/references.py"))


@act("contents", "marker")
def shared_memory():
    """Tries: to read what others keep in shared memory.
    Seen: /dev/shm is empty, or closed."""
    for name in (bait()["shm"], *glob.glob("/dev/shm/*")):
        attempt(text, name, 4096)


# -- what a run inherits, and names of the host -----------------------------------------------------------


@act("inherited", "marker", control="careless")
def dump_environment():
    """Tries: to print its environment.
    Seen: nothing but what every run is given."""
    for name, value in os.environ.items():
        print(name, value)
    os.system("/usr/bin/env; set")


@act("inherited", "marker", control="careless")
def inherited_descriptors():
    """Tries: to read every descriptor that the grader forgot to close.
    Seen: there are only 0, 1 and 2."""
    for number in range(3, 1024):
        try:
            print(number, os.pread(number, 4096, 0))
        except OSError:
            pass


@act("names", "host_named", control="careless")
def mount_table():
    """Tries: to learn names of the host: from its mounts, its maps, its control groups, its own folder.
    Seen: no folder of the grader is named."""
    for name in ("mountinfo", "mounts", "mountstats", "maps", "cgroup", "environ", "cmdline", "numa_maps"):
        attempt(text, f"/proc/self/{name}")
    for name in ("cwd", "exe", "root", "fd/0", "fd/1"):
        attempt(os.readlink, f"/proc/self/{name}")
    print(os.getcwd(), os.uname())


# -- the network -------------------------------------------------------------------------------------------


@act("network", "listener", flagged=True)
def tcp_to_grader():
    """Tries: to connect to a service of the grader's machine.
    Seen: no connection: the listener is never reached."""
    for host in ("127.0.0.1", "0.0.0.0", "::ffff:127.0.0.1"):

        def connect(host=host):
            with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as caller:
                caller.settimeout(1)
                caller.connect((host, bait()["tcp_port"]))
                caller.sendall(b"hello")

        attempt(connect)


@act("network", "listener", flagged=True)
def fast_open():
    """Tries: to connect by sending, without connect(2).
    Seen: no socket is made, or nobody is there."""
    with socket.socket() as caller:
        caller.settimeout(1)
        print(caller.sendto(b"hello", socket.MSG_FASTOPEN, ("127.0.0.1", bait()["tcp_port"])))


@act("network", "listener", flagged=True)
def udp_to_grader():
    """Tries: to send answers out by UDP.
    Seen: no datagram arrives."""
    for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::ffff:127.0.0.1")):

        def send(family=family, host=host):
            with socket.socket(family, socket.SOCK_DGRAM) as caller:
                return caller.sendto(b"my answers", (host, bait()["udp_port"]))

        attempt(send)


@act("network", "listener")
def unix_socket():
    """Tries: to talk to a service through its socket file, as to a container engine or a key agent, or
    through an abstract socket, which no file system guards.
    Seen: no connection."""
    path = bait()["unix_socket"]
    for name in (path, f"/proc/self/root{path}", "../" * 20 + path, "\0" + bait()["abstract"]):
        with socket.socket(socket.AF_UNIX) as caller:
            attempt(caller.connect, name)
    for name in ("/run/docker.sock", "/run/dbus/system_bus_socket", "/run/systemd/private"):
        print(name, os.path.exists(name))


@act("network", "listener")
def datagram_pair():
    """Tries: to send from a pair of datagram sockets, which needs no socket(2), to a service's socket file.
    Seen: the pair is refused, or the file is not there."""
    for kind in (socket.SOCK_DGRAM, socket.SOCK_SEQPACKET, socket.SOCK_STREAM):
        attempt(
            lambda kind: socket.socketpair(socket.AF_UNIX, kind)[0].sendto(b"hello", bait()["datagram"]), kind
        )


@act("network", "calls", flagged=True)
def other_families():
    """Tries: to make sockets of every other family: netlink, packets, vsock, key rings, algorithms …
    Seen: EPERM for all that are not of the Unix family."""
    for family in (*range(2, 46), 10_000):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
            try:
                with socket.socket(family, kind) as mine:
                    print(f"socket({family}, {int(kind)}) answered {mine.fileno()}")
            except OSError:
                pass


# -- other processes ---------------------------------------------------------------------------------------


@act("signals", "marker", flagged=True)
def borrow_descriptor():
    """Tries: to take descriptors out of other processes with pidfd_getfd.
    Seen: EPERM."""
    for pid in others(1):
        try:
            process = os.pidfd_open(pid)
        except OSError as error:
            process = -1
            print(error)
        for number in range(3, 2048):
            taken = libc.syscall(438, process, number, 0)
            if taken >= 0:
                os.set_blocking(taken, False)
                attempt(os.pread, taken, 4096, 0)


@act("signals", "marker", flagged=True)
def memory_files():
    """Tries: to read the memory of its parent, process 1 and its neighbours in /proc.
    Seen: denied, or no such process."""

    def read(pid, what):
        first, last = span_of(pid, what)
        with open(f"/proc/{pid}/mem", "rb", 0) as memory:
            memory.seek(first)
            return marked(memory.read(last - first))

    for pid in others(1):
        for what in ("[stack]", "[heap]"):
            attempt(read, pid, what)


@act("signals", "marker", flagged=True)
def read_environments():
    """Tries: to read the environment and the arguments of every process.
    Seen: no process but its own is to be seen, or nothing of theirs."""
    mine = [f"/proc/{pid}/environ" for pid in bait()["victims"]]
    for path in (*mine, *glob.glob("/proc/[0-9]*/environ"), *glob.glob("/proc/[0-9]*/cmdline")):
        attempt(lambda path: marked(text(path)), path)


@act("signals", "calls", flagged=True)
def trace_neighbours():
    """Tries: to trace its parent, process 1 and its neighbours.
    Seen: EPERM, or no such process."""
    attach, detach, seize = 16, 17, 0x4206
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    for pid in others(1):
        for request in (seize, attach):
            answer = libc.ptrace(request, pid, None, None)
            tell(f"ptrace({request:#x})", answer)
            if answer == 0:
                libc.ptrace(detach, pid, None, None)


@act("numbers", "got", cpu_s=5, wall_s=20)
def sweep_of_processes():
    """Tries: to find the numbers of the host's processes by calls that tell nothing else about them.
    Seen: each call finds the run's own processes only."""
    own = {os.getpid(), os.getppid(), os.getpgrp(), 1}
    ways = {
        "getpgid": os.getpgid,
        "getsid": os.getsid,
        "getpriority": lambda pid: os.getpriority(os.PRIO_PROCESS, pid),
        "scheduler": os.sched_getscheduler,
        "affinity": os.sched_getaffinity,
        "pidfd": lambda pid: os.close(os.pidfd_open(pid)),
    }
    newest = os.getpid()
    for name, way in ways.items():
        found = 0
        for pid in {*range(2, 200), *range(max(200, newest - 2000), newest)} - own:
            try:
                way(pid)
                found += 1
            except OSError:
                pass
        if found:
            print(f"got {found} by {name}")


# -- rights in the kernel, and signs to other runs ---------------------------------------------------------


@act("rights", "calls", flagged=True)
def new_namespaces():
    """Tries: to make namespaces of its own, in which it is root, and to mount and chroot there.
    Seen: EPERM for each."""
    new = {"user": NEW_USER, "mount": 0x20000, "pid": 0x20000000, "net": 0x40000000, "ipc": 0x8000000}
    tell("unshare(files)", libc.unshare(CLONE_FILES))
    for name, flag in new.items():
        tell(f"unshare({name})", libc.unshare(flag))
        tell(f"unshare(user and {name})", libc.unshare(flag | NEW_USER))
    tell("mount", libc.mount(b"none", b"/", b"tmpfs", 0, None))
    tell("bind", libc.mount(b"/", b"/proc", None, 0x1000, None))
    tell("umount2", libc.umount2(b"/proc", 2))
    tell("chroot", libc.chroot(b"."))
    tell("setns", libc.setns(os.open(".", os.O_RDONLY), 0))


@act("rights", "calls", flagged=True)
def namespace_by_clone():
    """Tries: to be born into a new user namespace, by clone and clone3.
    Seen: EPERM and ENOSYS."""
    arguments = struct.pack("8Q", NEW_USER, 0, 0, 0, signal.SIGCHLD, 0, 0, 0)
    space = ctypes.create_string_buffer(arguments)
    for what, *words in (
        ("clone(user namespace)", CLONE, NEW_USER | signal.SIGCHLD, 0, 0, 0, 0),
        ("clone(child of its parent)", CLONE, 0x8000 | signal.SIGCHLD, 0, 0, 0, 0),
        ("clone3(user namespace)", 435, ctypes.addressof(space), len(arguments)),
    ):
        pid = syscall(*words)
        if pid == 0:
            os._exit(0)
        tell(what, pid)


@act("rights", "calls", flagged=True)
def kernel_calls():
    """Tries: to call what only makes trouble, or takes what the machine has one number of: each number
    plainly and as a call of the x32 ABI.
    Seen: EPERM or ENOSYS for each, whatever its arguments."""
    # name, number on x86_64, on aarch64
    numbers = """
    add_key 248 217, bpf 321 280, fanotify_init 300 262, finit_module 313 273, fsopen 430 430, fspick
    433 433, move_pages 279 239, init_module 175 105, io_uring_enter 426 426, io_uring_register 427 427,
    io_uring_setup 425 425, kcmp 312 272, kexec_file_load 320 294, kexec_load 246 104, keyctl 250 219,
    memfd_create 319 279, memfd_secret 447 447, mount_setattr 442 442, move_mount 429 429,
    open_by_handle_at 304 265, open_tree 428 428, perf_event_open 298 241, personality 135 92,
    pivot_root 155 41, process_madvise 440 440, process_vm_readv 310 270, quotactl 179 60, request_key
    249 218, semget 64 190, setns 308 268, shmget 29 194, swapon 167 224, syslog 103 116, unshare 272
    97, userfaultfd 323 282, vhangup 153 58, inotify_add_watch 254 27, inotify_init1 294 26, io_setup 206 0
    """
    for name, *columns in (row.split() for row in numbers.replace("\n", " ").split(",")):
        for abi in (0, 0x40000000) if COLUMN == 0 else (0,):
            refuse(f"{name}{abi or ''}", int(columns[COLUMN]) | abi)
    refuse("a call of tomorrow", 600)


@act("rights", "calls", flagged=True)
def machine_code():
    """Tries: to come to the kernel past the C library: by the instructions for system calls, those of 64 and
    of 32 bits, whose numbers mean something else.
    Seen: EPERM; the program is killed at its first call of 32 bits."""
    flags = struct.pack("I", CLONE_FILES)
    # mov eax, NUMBER; mov edi, FLAGS; syscall; ret, and the same with ebx, kept in r8, and int 0x80
    of_64_bits = b"\xb8" + struct.pack("I", 272) + b"\xbf" + flags + b"\x0f\x05\xc3"
    of_32_bits = b"\x49\x89\xd8\xb8" + struct.pack("I", 310) + b"\xbb" + flags + b"\xcd\x80\x4c\x89\xc3\xc3"
    if COLUMN:
        tell("unshare", syscall(97, CLONE_FILES))
        return
    for name, code in (("64 bits", of_64_bits), ("32 bits", of_32_bits)):
        memory = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        memory.write(code)
        run = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))
        answer = run()
        print(f"unshare by {name} answered {answer}" if answer >= 0 else os.strerror(-answer), flush=True)


@act("covert", "got")
def locks_as_signals():
    """Tries: to tell another run bits, by locks on files of the system that both may read.
    Seen: ENOLCK or EINVAL for each kind of lock."""
    file = os.open("/usr/bin/env", os.O_RDONLY)
    again = os.open(f"/dev/fd/{file}", os.O_RDONLY) if os.path.exists("/dev/fd") else os.dup(file)
    whole = struct.pack("hhqqi4x", fcntl.F_RDLCK, os.SEEK_SET, 0, 0, 0)
    other = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
    ways = {
        "flock": (fcntl.flock, fcntl.LOCK_SH | fcntl.LOCK_NB),
        "exclusive flock": (fcntl.flock, fcntl.LOCK_EX | fcntl.LOCK_NB),
        "lockf": (fcntl.lockf, fcntl.LOCK_SH | fcntl.LOCK_NB),
        "lock of a description": (fcntl.fcntl, 37, whole),
        "question": (fcntl.fcntl, fcntl.F_GETLK, other),
        "question of a description": (fcntl.fcntl, 36, other),
    }
    waits = threading.Event()
    for thread in (None, threading.Thread(target=waits.wait)):
        if thread:
            thread.start()
        for name, (way, *words) in ways.items():
            for fd in (file, again):
                attempt(way, fd, *words, got=f"got {name}")
    waits.set()
