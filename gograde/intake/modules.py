"""The modules that a server of warm players may import before it knows their moves."""

from __future__ import annotations

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
