"""What a reader finds in the sources of a program, and what decides how it is built and started."""

from __future__ import annotations

from enum import StrEnum


class Trait(StrEnum):
    """A finding: a `main` without a result, a first line that asks for bash, the word python, a window,
    names that only an older numpy has, a translation from Python 2."""

    VOID_MAIN = "void_main"
    BASH = "bash"
    PYTHON = "python"
    SHOWS = "shows"
    OLD_NUMPY = "old_numpy"
    PYTHON_2 = "python_2"


SAFE = frozenset(
    word
    for words in """
    __future__ abc argparse array ast bisect cmath collections contextlib copy csv ctypes dataclasses
    datetime decimal difflib enum fractions functools gc glob hashlib heapq inspect io itertools json
    math numbers numpy operator os pathlib pickle platform pprint queue random re shutil signal
    statistics string struct subprocess sys textwrap threading time timeit traceback types typing
    unittest warnings weakref zlib
    """.splitlines()
    for word in words.split()
)
"""Modules that behave alike whether a forked process inherits or imports them."""

RANDOM = "numpy.random"
"""numpy imports this module on first use, which takes as long as the rest of numpy."""
