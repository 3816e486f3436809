"""The command line, as the console script and as `python -m gograde`."""

import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    # `python -m` puts the current folder first: a json.py there would stand in for Python's own.
    del sys.path[0]

import gc
import signal
from typing import NoReturn

_GARBAGE = 50_000
"""New objects between two looks for garbage; imports make tens of thousands, and none of them is garbage."""


def entry() -> NoReturn:
    """Run the command line, and end with its exit code; a request to stop ends with 130 from here on."""
    _ordinary_signals()
    gc.set_threshold(_GARBAGE)
    try:
        from gograde.cli.main import run_command

        code = run_command(sys.argv[1:])
    except KeyboardInterrupt:  # before the command line could catch it
        sys.stderr.write("Interrupted.\n")
        code = 130
    for number in (signal.SIGINT, signal.SIGTERM):  # what is left to do is to clean up
        signal.signal(number, signal.SIG_IGN)
    gc.freeze()  # to look through all objects once more at the end takes a fifth of a short command
    sys.exit(code)


def _ordinary_signals() -> None:
    """Undo what a careless parent has handed down, ignored ends of children and blocked signals.

    Neither the grader nor a submission could see the end of what it started.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


if __name__ == "__main__":
    entry()
