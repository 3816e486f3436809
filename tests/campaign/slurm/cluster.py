"""A Slurm of two nodes on this machine, whose settings and logs nobody else sees; root alone can have one."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from gograde.sandbox.host import kernel
from tests.sandboxes import comes_true

NODES = ("n1", "n2")
PATIENCE_S = 120.0

WITHOUT_BWRAP = ("unshare", "--mount", "sh", "-c", 'mount --bind /bin/false /usr/bin/bwrap && exec "$0" "$@"')
"""What starts a node whose bubblewrap makes no sandbox."""

# A node that does not answer is given up after ten seconds, and a job of it waits ten more.
CONF = """\
ClusterName=gograde
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=10
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SlurmdTimeout=10
KillWait=5
ReturnToService=2
MpiDefault=none
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
NodeName=n[1-2] NodeHostname={host} NodeAddr=127.0.0.1 Port=[{ports[1]}-{ports[2]}] CPUs=1 RealMemory=6000
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


@dataclass
class Cluster:
    """Its daemons by name; those of nodes have the names of these."""

    folder: Path
    daemons: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def start(self, name: str, *before: str) -> None:
        """Start a daemon, by the words `before` where there are some, and wait until it answers."""
        files = (f"--{what}-file={self.folder}/{what}" for what in ("key", "pid", "seed", "log"))
        commands = {
            "munged": ("munged", "--foreground", "--force", f"--socket={self.folder}/munge.socket", *files),
            "slurmctld": ("slurmctld", "-D"),
        }
        command = commands.get(name, ("slurmd", "-D", "-N", name))
        with (self.folder / f"{name}.log").open("ab") as log:
            self.daemons[name] = subprocess.Popen([*before, *command], stdout=log, stderr=log)
        asked = {"munged": ("ls", f"{self.folder}/munge.socket"), "slurmctld": ("scontrol", "ping")}
        idle = ("sinfo", "--noheader", "--Node", "--states=idle", "--format=%N is UP")
        words = {"munged": "munge.socket", "slurmctld": "is UP"}.get(name, f"{name} is UP")
        assert comes_true(lambda: words in said(*asked.get(name, idle)), PATIENCE_S), f"no {name}"

    def stop(self, name: str, number: signal.Signals = signal.SIGTERM) -> None:
        self.daemons[name].send_signal(number)
        self.daemons.pop(name).wait()

    def jobs(self, node: str = "") -> list[str]:
        """The numbers of the jobs that run, on a node if one is named, or of all that run or will."""
        only = ("--states=running", f"--nodelist={node}") if node else ("--states=pending,running",)
        return said("squeue", "--noheader", "--format=%i", *only).split()

    def lose(self, node: str) -> None:
        """Kill a node with all that runs on it."""
        jobs = self.jobs(node)
        self.stop(node, signal.SIGKILL)
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                words, asked = (process / "cmdline").read_bytes(), (process / "environ").read_bytes()
                step = any(words.startswith(f"slurmstepd: [{job}.".encode()) for job in jobs)
                if step or f"SLURMD_NODENAME={node}\0".encode() in asked:
                    os.kill(int(process.name), signal.SIGKILL)


def said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """A Slurm for the length of the block; from then on this process has a `/etc/slurm` of its own."""
    kernel.private_mounts()
    kernel.mount("tmpfs", "/etc/slurm", "tmpfs", 0, "mode=755")
    for name in ("state", *NODES):
        (folder / name).mkdir()
    os.close(os.open(folder / "key", os.O_CREAT | os.O_WRONLY, 0o600))
    (folder / "key").write_bytes(os.urandom(128))
    with socket.create_server(("127.0.0.1", 0)) as free:
        first = free.getsockname()[1]
    host = socket.gethostname().split(".")[0]
    Path("/etc/slurm/slurm.conf").write_text(
        CONF.format(host=host, folder=folder, ports=range(first, first + 3))
    )
    made = Cluster(folder)
    try:
        for name in ("munged", "slurmctld", *NODES):
            made.start(name)
        yield made
    finally:
        for name in reversed([*made.daemons]):
            made.stop(name, signal.SIGKILL)
