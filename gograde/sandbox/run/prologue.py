"""The shell script that a sandbox starts and that becomes the program.

The script reports "ready", waits for "go", and executes the program.  Its standard input is the socket to
the grader.
"""

from __future__ import annotations

import shlex
import signal

KILLED = 128 + signal.SIGKILL
"""The status of a first process that somebody outside its namespace killed."""


def prologue(stdin: str) -> str:
    """The script of a shell that becomes the program; `stdin` redirects its standard input."""
    return f"""\
umask 022
echo ready >&0 && read -r go || exit 125
unset PWD OLDPWD
[ -f "$1" ] || {{ echo "$1: not found" >&2; exit 127; }}
[ -x "$1" ] || {{ echo "$1: permission denied" >&2; exit 126; }}
exec "$@" {stdin}"""


def prologue_in(folder: str) -> str:
    """The same in a folder, with the fourth of the shell's streams as the program's standard input.

    The shell changes into the folder: all threads of the grader share one.
    """
    return f"cd {shlex.quote(folder)} || exit 125\n{prologue('<&3 3<&-')}"


def prologue_of_first(stdin: str) -> str:
    """The script of the first process of a pid namespace, whose child becomes the program and reads `stdin`.

    The program may wake this shell, which then ends by itself, but not with the status `KILLED`.
    """
    return f"""\
({prologue(f"<{shlex.quote(stdin)}")})
code=$?
[ "$code" -ne {KILLED} ] || code={KILLED - 1}
exit "$code\""""
