"""The baits: the targets of attacks, created anew for each run.

Everything is open to everybody, or belongs to the very user of the program, so that only the sandbox
protects it. A program finds the facts that it needs in `bait.json`.
"""

import fcntl
import os
import pty
import secrets
import shutil
import socket
import struct
import sysconfig
import tempfile
import termios
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from gograde.sandbox.doctor.bait import open_socket
from gograde.sandbox.protocol import Limits, StagedFile
from tests.attacks.harness.sight import Sight
from tests.attacks.harness.victims import Victim, start_victim

_SIZE = struct.pack("HHHH", 24, 80, 0, 0)


@dataclass(frozen=True)
class Terminal:
    """The two ends of a pseudo-terminal; programs have `slave`."""

    master: int
    slave: int
    at_first: object

    def take(self) -> None:
        """Make it the controlling terminal of this process, in a session of its own."""
        os.setsid()
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)

    def harm(self) -> str:
        """What was done to it; "" when nothing was."""
        try:
            written = os.read(self.master, 4096)
        except BlockingIOError:
            written = b""
        if written:
            return f"written to the terminal: {written[:60]!r}"
        return "" if _settings(self.slave) == self.at_first else "the terminal was changed"


def open_terminal(stack: ExitStack) -> Terminal:
    """A new terminal, closed with `stack`."""
    master, slave = pty.openpty()
    for fd in (master, slave):
        stack.callback(os.close, fd)
    os.set_blocking(master, False)
    fcntl.ioctl(slave, termios.TIOCSWINSZ, _SIZE)
    return Terminal(master, slave, _settings(slave))


def _settings(slave: int) -> object:
    return termios.tcgetattr(slave), fcntl.ioctl(slave, termios.TIOCGWINSZ, bytes(8))


PLACES = ("/", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/run", "/etc", "/usr", "/home", "/root", "/proc/sys")
"""Where a program might leave something."""

DEBIAN = "python3*/dist-packages"
"""Where below `/usr/lib` Debian installs packages."""

TOKEN = "GOGRADE_ATTACKS_TOKEN"
"""The variable of the grader's environment that holds the secret."""

_CLASS = ("hidden/board9/answers.json", "submissions/board9/s1002/board.py", "work/runs/board9/s1002.jsonl")


@dataclass(frozen=True)
class Listeners:
    """Live sockets of the grader; each remembers in its queue whether anybody came."""

    tcp: socket.socket
    udp: socket.socket
    path: socket.socket
    datagram: socket.socket
    abstract: socket.socket

    def reached(self) -> list[str]:
        """The names of those that somebody came to."""
        return [name for name, listener in vars(self).items() if _came(listener)]


@dataclass(frozen=True)
class World:
    """One set of baits.

    `marker` is what a program may search for; `secret`, of which it is the beginning, is what must
    not come out.  `word` is in the environment and the arguments of the run and of what it starts.
    `status` is the grader's end of a pipe whose other end is an inheritable descriptor.
    `limits` are those that the attack names, also where a control raises them.
    `sight` is what was seen of the run, for checks that look on while the program runs.
    """

    folder: Path
    marker: str
    secret: str
    word: str
    listeners: Listeners
    victims: tuple[Victim, ...]
    status: int
    terminal: Terminal
    limits: Limits
    state: Mapping[str, object] = field(default_factory=dict)
    sight: list[Sight] = field(default_factory=list)
    staged: dict[str, bytes] = field(default_factory=dict)

    @property
    def litter(self) -> str:
        """The name under which a program leaves things."""
        return f"gograde-litter-{self.word}"

    @property
    def submission(self) -> Path:
        """Where a careless grader starts the program: the folder that was handed in."""
        return self.folder / "submission"

    def bait(self) -> dict[str, Any]:
        """What the program is told."""
        listeners = self.listeners
        return {
            "marker": self.marker,
            "folder": str(self.folder),
            "secret": str(self.folder / "secret"),
            "writable": str(self.folder / "writable"),
            "own": [str(path) for path in sorted(self.folder.glob("own-*"))],
            "class": str(self.folder / "class"),
            "grader": str(self.folder / "grader"),
            "packages": [sysconfig.get_path("purelib"), *map(str, Path("/usr/lib").glob(DEBIAN))],
            "shm": str(_in_memory(self.folder)),
            "tcp_port": listeners.tcp.getsockname()[1],
            "udp_port": listeners.udp.getsockname()[1],
            "unix_socket": listeners.path.getsockname(),
            "datagram": listeners.datagram.getsockname(),
            "abstract": self.marker,
            "victim": self.victims[0].pid,
            "victims": [victim.pid for victim in self.victims],
            "token_name": TOKEN,
            "litter": self.litter,
            "places": [*PLACES, str(self.folder)],
        }

    def stage(self, files: Iterable[StagedFile]) -> None:
        """Lay out what was handed in, for a grader that starts it there."""
        for file in files:
            self.staged[file.path] = file.data
            (self.submission / file.path).write_bytes(file.data)
            (self.submission / file.path).chmod(0o666)

    def differing(self) -> list[str]:
        """The files in the submission's folder that are not as they were handed in."""
        now = {path.name: path.read_bytes() for path in self.submission.iterdir() if path.is_file()}
        return sorted(name for name in {*now, *self.staged} if now.get(name) != self.staged.get(name))

    def changed(self) -> list[str]:
        """The files of the grader that are not as they were, by their names below `folder`."""
        now = _state(self.folder)
        return sorted(name for name in {*now, *self.state} if now.get(name) != self.state.get(name))


@contextmanager
def laid_out(uids: tuple[int, ...], limits: Limits) -> Iterator[World]:
    """The baits for a run as one of `uids`, within `limits`; whatever became of them is cleared away."""
    marker, rest = secrets.token_hex(8), secrets.token_hex(8)
    secret = f"{marker}-{rest}"
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="gograde-attack-", dir="/var/tmp"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        _lay_files(folder, secret, uids)
        stack.callback(_in_memory(folder).unlink, missing_ok=True)
        reader, writer = os.pipe()
        opened = os.open(folder / "secret", os.O_RDONLY)
        for fd in (reader, writer, opened):
            stack.callback(os.close, fd)
        os.set_blocking(reader, False)
        world = World(
            folder=folder, marker=marker, secret=secret, word=secrets.token_hex(8),
            listeners=_listen(folder, marker, stack),
            victims=tuple(start_victim(uid, folder / "secret", secret, stack) for uid in uids), status=reader,
            terminal=open_terminal(stack), limits=limits, state=_state(folder),
        )  # fmt: skip
        stack.callback(_sweep, world)
        for fd in (writer, opened):
            os.set_inheritable(fd, True)  # to be passed on by whoever does not take care
        yield world


def _lay_files(folder: Path, secret: str, uids: tuple[int, ...]) -> None:
    folder.chmod(0o777)
    for name in (
        "secret", "writable", *(f"own-{uid}" for uid in uids), *(f"class/{name}" for name in _CLASS),
    ):  # fmt: skip
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(secret)
    (folder / "writable").chmod(0o777)
    for uid in uids:
        if uid != os.geteuid():
            os.chown(folder / f"own-{uid}", uid, uid)
    (folder / "grader").mkdir()
    (folder / "grader" / "references.py").write_text(f"ANSWER = {secret!r}\n")
    (folder / "submission").mkdir()
    (folder / "submission").chmod(0o777)
    _in_memory(folder).write_text(secret)
    _in_memory(folder).chmod(0o666)


def _in_memory(folder: Path) -> Path:
    return Path("/dev/shm") / folder.name


def _listen(folder: Path, marker: str, stack: ExitStack) -> Listeners:
    opened = partial(open_socket, stack)
    paths = folder / "socket", folder / "datagram"
    listeners = Listeners(
        tcp=opened(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
        udp=opened(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
        path=opened(socket.AF_UNIX, socket.SOCK_STREAM, str(paths[0])),
        datagram=opened(socket.AF_UNIX, socket.SOCK_DGRAM, str(paths[1])),
        abstract=opened(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + marker),
    )
    for path in paths:
        path.chmod(0o777)
    return listeners


def _came(listener: socket.socket) -> bool:
    try:
        if listener.type == socket.SOCK_STREAM:
            listener.accept()[0].close()
        else:
            listener.recv(1)
    except BlockingIOError:
        return False
    return True


def _state(folder: Path) -> dict[str, object]:
    """All that can be told of the files below a folder, but for the submission's own."""
    found: dict[str, object] = {}
    for path in (_in_memory(folder), *sorted(folder.rglob("*"))):
        name = path.relative_to(folder).as_posix() if folder in path.parents else "shared memory"
        if not name.startswith("submission"):
            found[name] = _facts(path)
    return found


def _facts(path: Path) -> object:
    facts = path.lstat()
    data = path.read_bytes() if path.is_file() and not path.is_symlink() and os.access(path, os.R_OK) else b""
    return (
        data, facts.st_mode, facts.st_uid, facts.st_gid, facts.st_nlink, facts.st_mtime_ns, facts.st_ctime_ns,
    )  # fmt: skip


def litter_of(world: World) -> list[str]:
    """Where a program has left something."""
    return [place for place in (*PLACES, str(world.folder)) if _is_there(Path(place, world.litter))]


def _is_there(path: Path) -> bool:
    with suppress(OSError):
        return os.path.lexists(path)
    return False


def _sweep(world: World) -> None:
    for place in litter_of(world):
        with suppress(OSError):
            Path(place, world.litter).unlink()
