"""The server in a player's sandbox: forks a process for each move; of gograde it imports `kernel` only.

Its arguments are a descriptor of the grader's channel, `apart` or `beside`, and the names of modules to
import.  The server never runs the player's code.  Only its children do.  A server that is apart makes new
namespaces for each, where a child sees neither the server nor another child nor the channel.  Beside the
grader, each child goes behind walls that the grader has made for it.
"""

import sys

AT_START = frozenset(sys.modules)
"""The modules that the interpreter has imported by itself.  No file of a player can replace them."""

BOX = __import__("posix").getcwd()  # of the server and of all its runs


def imported(names: list[str]) -> None:
    """Import the modules that exist, and run the files that are named by their paths.

    The working directory contains only gograde's files.
    """
    own, sys.path[0] = sys.path[0], BOX
    for name in names:
        try:
            if name.startswith("/"):
                with open(name) as file:  # noqa: PTH123 - a player's program imports pathlib by itself
                    exec(compile(file.read(), name, "exec"), {"__name__": "", "__file__": name})
            else:
                __import__(name)
        except Exception:  # the player's program gets the error when it imports the module
            continue
    sys.path[0] = own


imported(sys.argv[3:])
IMPORTED = set(sys.modules)
"""The modules that a player's program finds imported, without those that only the server needs."""

import _socket  # noqa: E402
import array  # noqa: E402
import atexit  # noqa: E402
import builtins  # noqa: E402
import ctypes  # noqa: E402
import gc  # noqa: E402
import io  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import resource  # noqa: E402
import signal  # noqa: E402
import weakref  # noqa: E402
from collections.abc import Callable  # noqa: E402
from contextlib import suppress  # noqa: E402
from types import ModuleType  # noqa: E402
from typing import Any  # noqa: E402

from gograde.sandbox.host import kernel  # noqa: E402

OURS = [sys.modules.pop(name) for name in sys.modules.keys() - IMPORTED]  # a program gets its own

_ROOM = 1 << 20
FOPEN = ctypes.CDLL(None).fopen
FOPEN.restype = ctypes.c_void_p
RUN_FILE = ctypes.pythonapi.PyRun_AnyFileExFlags
_STDIN = 3  # the program's standard input while descriptor 0 is the grader's socket
_MOST_FDS = 16

_PLAIN = kernel.MS_NOSUID | kernel.MS_NODEV
_DUMPABLE = 4
_DROP_BOUND = 24
_LAST_CAPABILITY = 63
_GONE = ("last_type", "last_value", "last_traceback", "last_exc", "path", "argv", "path_hooks", "meta_path")
_LATE = ("open", "exit", "quit", "copyright", "credits", "license", "help")
_AT_FIRST = {name: value for name, value in vars(builtins).items() if name not in _LATE}
"""The built-ins before the end of the interpreter's start; an interpreter restores them at its end."""


class ForkServer:
    """Answers the grader, who has it begin a run and reap the run's processes; there is one run at a time.

    A server that makes namespaces is the first process of its own: when it dies, the kernel ends and reaps
    all that it has forked.
    """

    def __init__(self) -> None:
        self.itself = os.pidfd_open(os.getpid())
        self.program, self.first = 0, -1
        self.run: list[int] = []

    def serve(self, channel: Any) -> None:
        """Answer messages until the grader, or its child that has this channel, closes it or dies."""
        space = _socket.CMSG_SPACE(4 * _MOST_FDS)
        with suppress(ConnectionError):
            while data := channel.recv(_ROOM, _socket.MSG_PEEK):
                words = json.loads(data)
                # The first process of a namespace has all that the server has: no stream of a run yet.
                first = [self.space()] if words["do"] == "space" or "room" in words else []
                _, ancillary, _, _ = channel.recvmsg(_ROOM, space, _socket.MSG_CMSG_CLOEXEC)
                fds = received(ancillary)
                if len(fds) != words["descriptors"]:
                    raise RuntimeError("some descriptors of a message are lost")
                if words["do"] == "serve":
                    self.serve(_socket.socket(fileno=fds[0]))
                elif words["do"] == "reap":
                    send(channel, self.reap(), [])
                else:
                    if words["do"] == "begin":
                        self.begin(words, fds)
                    send(channel, {}, first)
        channel.close()
        self.reap()

    def begin(self, words: dict[str, Any], fds: list[int]) -> None:
        """Fork a run that finds the wanted modules imported, into the pid namespace that was made for it."""
        if wanted := [name for name in words["imports"] if name not in sys.modules]:
            imported(wanted)
            IMPORTED.update(sys.modules)
            gc.freeze()
        if group := words.get("group", 0):
            self.run = [-group]
        kernel.inherit_orphans(bool(group))
        self.program = os.fork()
        if self.program == 0:
            become(words, fds)
        self.run.insert(0, self.program)
        for fd in fds:
            os.close(fd)

    def space(self) -> int:
        """Make a pid namespace for the next children; returns a pidfd of its first process, which waits."""
        kernel.unshare(kernel.CLONE_NEWPID)
        first = kernel.waiting_process()
        self.first, self.run = os.pidfd_open(first), [first]
        return self.first

    def reap(self) -> dict[str, Any]:
        """Wait for the processes of the run; the program's wait status and the CPU seconds of all.

        They are the program, the first of its namespace, and those of its group, whose orphans come here.
        """
        if self.first >= 0:
            with suppress(ProcessLookupError):  # the grader has killed it
                signal.pidfd_send_signal(self.first, signal.SIGKILL)
            os.close(self.first)
            kernel.enter_namespace(self.itself, kernel.CLONE_NEWPID)
        status, cpu_s, self.first = 0, 0.0, -1
        while self.run:
            try:
                pid, ended, used = os.wait4(self.run[0], 0)
            except ChildProcessError:
                del self.run[0]
            else:
                cpu_s += used.ru_utime + used.ru_stime
                status = ended if pid == self.program else status
        return {"status": status, "cpu_s": cpu_s}


def received(ancillary: list[tuple[int, int, bytes]]) -> list[int]:
    fds: array.array[int] = array.array("i")
    for _, kind, data in ancillary:
        if kind == _socket.SCM_RIGHTS:
            fds.frombytes(data[: len(data) - len(data) % fds.itemsize])
    return list(fds)


def send(channel: Any, words: dict[str, Any], fds: list[int]) -> None:
    rights = [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, array.array("i", fds))] if fds else []
    channel.sendmsg([json.dumps(words).encode()], rights)


def become(words: dict[str, Any], fds: list[int]) -> None:
    """Run the program of a move; does not return.

    `fds` are the three streams, the standard input, and files of the control group: writing "0" into each
    puts the process into the group.  A process beside the grader has its rules next, and its namespaces.
    """
    doors = _STDIN + 1 + words["doors"]
    try:
        for door in fds[_STDIN + 1 : doors]:
            os.write(door, b"0")
        for place, fd in enumerate(fds[: _STDIN + 1]):
            os.dup2(fd, place)
        if "group" in words:
            go_behind_walls(words, *fds[doors:])
        else:
            os.setsid()
            make_namespaces(words["room"], words["entries"])
        os.closerange(_STDIN + 1, 1 << 16)
        confine(words)
        run = prepared(words["argv"], words["program"])
        await_go()
    except BaseException as error:
        os.write(2, f"{error!r}\n".encode())
        os._exit(125)
    run()


def go_behind_walls(words: dict[str, Any], rules: int, *namespaces: int) -> None:
    """Enter namespaces and the process group, become the user of the run, and keep to the Landlock rules."""
    for namespace in namespaces:
        kernel.enter_namespace(namespace, 0)
    os.setpgid(0, words["group"])
    os.chdir(BOX)
    if words["user"]:
        uid, gid = words["user"]
        kernel.set_thread_identity((uid,) * 3, (gid,) * 3, [])
    kernel.forbid_new_privileges()
    kernel.landlock_enforce(rules)


def make_namespaces(room: int, entries: int) -> None:
    """Make new namespaces with an empty working directory, an empty /dev/shm, and a /proc of this run.

    The working directory has space for `room` bytes and `entries` files and folders.
    """
    kernel.private_mounts(kernel.CLONE_NEWIPC)
    kernel.mount("tmpfs", BOX, "tmpfs", _PLAIN, f"mode=0755,size={room},nr_inodes={entries}")
    kernel.mount("tmpfs", "/dev/shm", "tmpfs", _PLAIN, f"mode=1777,size={_ROOM},nr_inodes={entries}")
    kernel.mount("proc", "/proc", "proc", _PLAIN | kernel.MS_NOEXEC)
    kernel.mount("tmpfs", "/proc/1", "tmpfs", _PLAIN | kernel.MS_RDONLY, "mode=0755")
    os.chdir(BOX)


def confine(words: dict[str, Any]) -> None:
    """Give up all rights, keep to the limits, load the filters, and send the grader the listener, if any."""
    kernel.give_up_capabilities()
    for number, value in words["limits"]:
        resource.setrlimit(number, (value, value))
    kernel.prctl(_DUMPABLE, 1)  # so that this process and the grader can read its /proc
    kernel.forbid_new_privileges()
    if words["noticing"]:
        listener = kernel.listen(bytes.fromhex(words["noticing"]))
        control = _socket.socket(fileno=0)
        send(control, {"listener": True}, [listener])
        control.detach()
        os.close(listener)
    kernel.load_seccomp(bytes.fromhex(words["seccomp"]))


def await_go() -> None:
    """Report "ready", wait for "go", and replace the grader's socket by the program's standard input."""
    os.write(0, b"ready\n")
    if os.read(0, 8) != b"go\n":
        os._exit(125)
    os.dup2(_STDIN, 0)
    os.close(_STDIN)


def prepared(argv: list[str], program: list[str]) -> Callable[[], None]:
    """A function that runs the program as an interpreter with the command line `argv` would, and exits.

    `program` is the part of `argv` from the program's file on.  It may be staged later.
    """
    # pathlib would take 0.2 ms of each move.
    script = os.path.join(BOX, program[0])  # noqa: PTH118
    sys.orig_argv[:], sys.argv[:] = argv, program
    if not sys.flags.safe_path:
        sys.path[0] = os.path.dirname(os.path.normpath(script))  # noqa: PTH120
    for folder in [name for name in sys.path_importer_cache if name.startswith(BOX)]:
        del sys.path_importer_cache[folder]
    own = ModuleType("__main__")
    own.__dict__.update(__builtins__=sys.modules["builtins"], __annotations__={})
    if "numpy.random" in IMPORTED:
        sys.modules["numpy.random"].seed()  # else every move would have the server's state
    del sys.modules["__main__"]
    sys.modules["__main__"] = own  # the last one: what comes after it is the program's
    path, end = script.encode(), ending()

    def run() -> None:
        file = FOPEN(path, b"rb")
        if not (file and os.path.isfile(script)):  # noqa: PTH113
            os.write(2, f"{program[0]}: not found\n".encode())
            os._exit(127)
        end(1 if RUN_FILE(ctypes.c_void_p(file), path, 1, None) else 0)

    return run


def ending() -> Callable[[int], None]:
    """A function that ends a program as the interpreter would, except for the modules of the server.

    The order is the interpreter's: threads, functions of `atexit`, streams, garbage, modules.  After an
    error in one of these steps, the interpreter itself finishes.
    """
    exit_now, stop, collect, is_enabled = os._exit, ctypes.pythonapi.Py_Exit, gc.collect, gc.isenabled
    run_registered = atexit._run_exitfuncs

    def end(code: int) -> None:
        try:
            threads = sys.modules.get("threading")
            if threads is not None:
                threads._shutdown()
            run_registered()
            code, last = flushed(code), getattr(sys, "last_type", None)
            if is_enabled():
                collect()
            kept = unloaded(collect)  # noqa: F841 - must live until the process ends
            code = flushed(code)
            if last is KeyboardInterrupt:  # as by a SIGINT that nobody catches
                signal.signal(signal.SIGINT, signal.SIG_DFL)
                signal.raise_signal(signal.SIGINT)
        except BaseException:
            stop(code)
        exit_now(code)

    return end


def unloaded(collect: Callable[[], int]) -> object:
    """Remove the program's modules, those without other references first; returns the other modules.

    Before that, the function disables imports and restores the built-ins of the interpreter's start.
    """
    streams = {name: getattr(sys, f"__{name}__", None) for name in ("stdin", "stdout", "stderr")}
    vars(sys).update(dict.fromkeys(_GONE), **streams)
    modules, names = sys.modules, vars(builtins)
    last: dict[str, ModuleType] = {}
    while modules and "__main__" not in last:  # the program's modules come after it
        last.update([modules.popitem()])
    modules.update(reversed(last.items()))
    theirs = [name for name in reversed(last) if name not in IMPORTED or name == "__main__"]
    last.clear()
    left = [weakref.ref(modules[name]) for name in theirs]
    modules.update(dict.fromkeys(theirs))  # type: ignore[arg-type]
    there = [modules.popitem() for _ in range(len(modules))]  # popitem writes to no module
    for name in names.keys() - _AT_FIRST:
        del names[name]
    names.update(_AT_FIRST)
    collect()
    if held := [module for module in (found() for found in reversed(left)) if module is not None]:
        while held:
            held.pop(0).__dict__.clear()
        collect()
    return there


def flushed(code: int) -> int:
    """Flush all open files; returns `code`, or 120 when stdout or stderr cannot be flushed."""
    for file in gc.get_objects():
        if type(file) in (io.TextIOWrapper, io.BufferedWriter, io.BufferedRandom):
            try:
                file.flush()
            except (OSError, ValueError):  # the file is closed or cannot be written
                continue
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None and not stream.closed:
                stream.flush()
        except OSError:
            return 120
    return code


def own_namespace() -> None:
    """Continue in a child in a new pid namespace, to which it may return: its user namespace owns it.

    No program that it starts gains capabilities.
    """
    for number in range(_LAST_CAPABILITY + 1):
        with suppress(OSError):  # a number that this kernel does not have
            kernel.prctl(_DROP_BOUND, number)
    kernel.clear_ambient_capabilities()
    kernel.unshare(kernel.CLONE_NEWPID)
    child = os.fork()
    if child:
        os.close(int(sys.argv[1]))
        os.waitpid(child, 0)
        os._exit(0)


def main() -> None:
    """Give up unneeded rights, report the imported modules, and serve."""
    alone = False
    with suppress(OSError):
        kernel.unshare(kernel.CLONE_VM)
        alone = True
    kernel.prctl(_DUMPABLE, 0)
    if sys.argv[2] == "apart":
        own_namespace()
    os.umask(0o022)
    for name in ("PWD", "OLDPWD"):
        os.environ.pop(name, None)
    channel = _socket.socket(fileno=int(sys.argv[1]))
    os.set_inheritable(channel.fileno(), False)
    gc.collect()
    gc.freeze()
    server = ForkServer()
    send(channel, {"imported": sorted(IMPORTED - AT_START), "alone": alone}, [server.itself])
    server.serve(channel)
    os._exit(0)


if __name__ == "__main__":
    main()
