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
    """The script of a shell that becomes the program, which reads the file `stdin`."""
    return f"""\
umask 022
echo ready >&0 && read -r go || exit 125
unset PWD OLDPWD
[ -f "$1" ] || {{ echo "$1: not found" >&2; exit 127; }}
[ -x "$1" ] || {{ echo "$1: permission denied" >&2; exit 126; }}
exec "$@" <{shlex.quote(stdin)}"""


def prologue_in(folder: str, stdin: str) -> str:
    """The same in a folder.  The shell changes into it: all threads of the grader share one folder."""
    return f"cd {shlex.quote(folder)} || exit 125\n{prologue(stdin)}"


def prologue_of_first(stdin: str) -> str:
    """The script of the first process of a pid namespace, whose child becomes the program.

    The program may wake this shell, which then ends by itself, but not with the status `KILLED`.
    """
    return f"""\
({prologue(stdin)})
code=$?
[ "$code" -ne {KILLED} ] || code={KILLED - 1}
exit "$code\""""
