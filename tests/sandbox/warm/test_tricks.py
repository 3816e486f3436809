"""A hostile run forked from a server harms neither the server nor the next run."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from gograde.sandbox.bwrap import backend as bwrap
from gograde.sandbox.bwrap.backend import Bubblewrap
from gograde.sandbox.host import identity
from gograde.sandbox.host.processes import host_task
from gograde.sandbox.protocol import Ended
from gograde.sandbox.warm.backend import Warm
from tests.sandbox.warm.programs import job
from tests.sandboxes import ORDINARY, comes_true

TRICKS = {
    "kills all": "import os, signal\nos.kill(-1, 9)",
    "kills its parent": "import os\nprint(os.getppid())\nos.kill(1, 9)",
    "kills its group": "import os\nos.kill(0, 9)",
    "closes all": "import os\nos.closerange(0, 4096)",
    "writes everywhere": """
import os, socket
for fd in [3, *range(4, 300)]:
    for data in (b'ready\\n', b'{"began": true}', b'{"do": "reap"}', b'{"status": 0, "cpu_s": 0}'):
        try: os.write(fd, data); print('wrote to', fd)
        except OSError: pass
""",
    "stays": """
import os, signal
for _ in range(5):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for fd in range(3): os.close(fd)
            signal.pause()
        os._exit(0)
""",
    "forks": "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass",
    "fills": "f = open('big', 'wb')\nwhile True: f.write(bytes(1 << 20))",
    "waits": "import signal\nsignal.pause()",
    "stops": "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",
    "takes memory": "x = [bytearray(1 << 20) for _ in range(4000)]",
    "looks around": """
import os
pids = [int(n) for n in os.listdir('/proc') if n.isdigit()]
print(pids, os.getppid(), os.listdir('/dev/shm'))
for pid in pids:
    for name in ('mem', 'environ', 'fd', 'root', 'maps'):
        path = f'/proc/{pid}/{name}'
        try: os.listdir(path) if name in ('fd', 'root') else open(path, 'r+')
        except OSError: continue
        if pid != os.getpid(): print('reached', pid, name)
""",
}

HELD = {
    "kills all": (1, None, None),
    "kills its parent": (0, None, None),
    "kills its group": (None, 9, None),
    "closes all": (0, None, None),
    "writes everywhere": (0, None, None),
    "stays": (0, None, None),
    "forks": (None, 9, Ended.PROCESSES),
    "fills": (1, None, None),
    "waits": (None, 9, Ended.WALL),
    "stops": (None, 9, Ended.WALL),
    "looks around": (0, None, None),
}

AFTER = """
import os
open('out', 'w').write('fine')
try: print([n for n in os.listdir('/proc') if n.isdigit()])
except PermissionError: print("['1', '2']")
"""


def processes(uid: int) -> set[int]:
    """Processes of a user that have not ended."""
    found = set()
    for path in Path("/proc").iterdir():
        try:
            if path.name.isdigit() and path.stat().st_uid == uid:
                found.add(int(path.name))
        except FileNotFoundError:
            continue
    return {pid for pid in found if (task := host_task(pid)) is not None and task.state not in "ZX"}


@pytest.mark.parametrize("name", TRICKS)
def test_a_trick_hurts_only_the_run_that_tries_it(cold: Any, server: Warm, name: str) -> None:
    assert server.run(job(AFTER)).files["out"] == b"fine"
    limits = {"wall_s": 0.6} if name in ("waits", "stops") else {}
    result = server.run(job(TRICKS[name], limits=limits))
    ended = result.exit_code, result.signal, result.killed_for
    if name == "fills":
        assert result.exit_code == 1 or result.killed_for is Ended.WORK_BYTES, result
    elif name == "takes memory":
        assert result.exit_code == 1 or result.killed_for is Ended.MEMORY, result
    elif cold.name == "bwrap":
        assert ended == HELD[name], result
    else:
        alone = cold.run(job(TRICKS[name], limits=limits))
        assert ended == (alone.exit_code, alone.signal, alone.killed_for), result
    assert b"reached" not in result.stdout and b"wrote" not in result.stdout, result
    after = server.run(job(AFTER))
    assert (after.exit_code, after.files["out"], after.violations) == (0, b"fine", ())
    assert after.stdout == b"['1', '2']\n"


@pytest.mark.needs("root")
@pytest.mark.parametrize("patience", [0, 0.2])
def test_between_runs_only_the_server_is_alive_and_nothing_after_the_end(
    bubblewrap: Bubblewrap, monkeypatch: pytest.MonkeyPatch, patience: float
) -> None:
    """The attacks lay out processes of the users that others run as, so here it is another."""
    monkeypatch.setattr(bwrap, "_GRACE_S", patience)
    monkeypatch.setattr(identity, "FIRST_UID", ORDINARY + 2000)
    made = Warm(bubblewrap)
    made.run(job("pass"))
    assert made._server is not None and made._server.who is not None
    uid = made._server.who.uid
    others = processes(uid) - kin(os.getpid())  # what a test before this one has left to that user
    assert settled(uid, others) == SERVING
    made.run(job(TRICKS["stays"]))
    assert settled(uid, others) == SERVING
    own = processes(uid) - others
    made.close()
    assert processes(uid) & own == set()  # the user may be that of another's run already


SERVING = 3
"""The part of bwrap outside, the namespace's first, and the server."""


def kin(pid: int) -> set[int]:
    """A process and all that descend from it."""
    found = {pid}
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found.update(*(kin(int(child)) for child in path.read_text().split()))
    return found


def settled(uid: int, others: set[int]) -> int:
    """How many processes a user has beside others, when it has as many as are expected, or after a while."""
    comes_true(lambda: len(processes(uid) - others) == SERVING, 30)
    return len(processes(uid) - others)
