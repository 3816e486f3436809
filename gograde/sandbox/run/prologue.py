"""The shell script that a sandbox starts and that becomes the program.

The script sets the kernel's limits, reports "ready", waits for "go", and executes the program.
Its standard input is the socket to the grader.
"""

from __future__ import annotations

import shlex
import signal

from gograde.sandbox.limits.rlimits import shell_commands
from gograde.sandbox.protocol import Limits

KILLED = 128 + signal.SIGKILL
"""The status of a first process that somebody outside its namespace killed."""

_FOLDER = "cd {folder} || exit 125"
_LIMITS = "{limits} || exit 125"
_START = """\
umask 022
echo ready >&0 && read -r go || exit 125
unset PWD OLDPWD
[ -f "$1" ] || {{ echo "$1: not found" >&2; exit 127; }}
[ -x "$1" ] || {{ echo "$1: permission denied" >&2; exit 126; }}
exec "$@" <{stdin}"""


def prologue(limits: Limits, others: int, folder: str, stdin: str) -> str:
    """The script of a shell that becomes the program in `folder`.

    `others` is the number of the user's other processes, which the kernel counts too.  The shell changes
    into the folder itself, because all threads of the grader share one working directory.
    """
    return "\n".join([_FOLDER, _LIMITS, _START]).format(
        folder=shlex.quote(folder), limits=shell_commands(limits, others), stdin=shlex.quote(stdin)
    )


def prologue_of_first(limits: Limits, stdin: str) -> str:
    """The script of the first process of a pid namespace, whose child becomes the program.

    The program may wake this shell, which then ends by itself, but not with the status `KILLED`.
    """
    lines = [
        _LIMITS,
        "(",
        _START,
        ")",
        "code=$?",
        f'[ "$code" -ne {KILLED} ] || code={KILLED - 1}',
        'exit "$code"',
    ]
    return "\n".join(lines).format(limits=shell_commands(limits, 1), stdin=stdin)
