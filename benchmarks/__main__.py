"""`python -m benchmarks [NAME…]`: all benchmarks or the named ones, one table each.

`python -m benchmarks pictures FOLDER` needs a folder of pictures, and is no part of all.
"""

from __future__ import annotations

import importlib
import sys

NAMES = (
    "area",
    "arena",
    "check",
    "collusion",
    "engine",
    "install",
    "league",
    "reports",
    "review",
    "rules",
    "sandbox",
    "series",
    "solver",
    "steps",
    "styles",
)


def main(names: list[str]) -> None:
    """Run the named benchmarks in order; each module has a `main()` that prints its table."""
    if names[:1] == ["pictures"]:
        importlib.import_module("benchmarks.pictures").main(names[1:])
        return
    unknown = sorted(set(names) - set(NAMES))
    if unknown:
        sys.exit(f"no benchmark named {', '.join(unknown)}\nFix: choose among {', '.join(NAMES)}")
    for name in names or NAMES:
        importlib.import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
