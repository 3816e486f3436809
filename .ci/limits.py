"""The sizes that keep the tree readable: said once here, held in CI."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

MODULE_LINES = 400
FUNCTION_LINES = 40
FOLDER_FILES = 20

TREES = ("gograde", "tests")
PACKAGES = Path("cases")
PROGRAMS = frozenset((".c", ".cpp", ".java", ".js", ".py", ".sh"))
"""Names of files in packages that hold programs end so."""

ATTACKS = Path("tests/attacks")
"""Each of its folders holds hostile programs, one a file."""


def breaches(root: Path) -> Iterator[str]:
    """One line for each file, function or folder below `root` that is too large.

    Of tests only the folders are measured.
    """
    for path in sorted(root.rglob("*.py")):
        yield from _of_module(path)
    for folder in sorted({path.parent for path in root.rglob("*.py")}):
        files = [path for path in folder.iterdir() if path.is_file()]
        if len(files) > FOLDER_FILES and not folder.is_relative_to(ATTACKS):
            yield f"{folder}: {len(files)} files, at most {FOLDER_FILES}"


def long_programs(root: Path) -> Iterator[str]:
    """One line for each program below `root` that is too long."""
    for path in sorted(path for path in root.rglob("*") if path.suffix in PROGRAMS):
        if (lines := path.read_bytes().count(b"\n")) > MODULE_LINES:
            yield f"{path}: {lines} lines, at most {MODULE_LINES}"


def _of_module(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    lines = text.count("\n")
    if path.parts[0] == "gograde" and lines > MODULE_LINES:
        yield f"{path}: {lines} lines, at most {MODULE_LINES}"
    functions = ast.walk(ast.parse(text)) if path.parts[0] == "gograde" else ()
    for node in functions:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > FUNCTION_LINES:
                yield f"{path}:{node.lineno}: {node.name} has {length} lines, at most {FUNCTION_LINES}"


if __name__ == "__main__":
    found = [*(line for tree in TREES for line in breaches(Path(tree))), *long_programs(PACKAGES)]
    print("\n".join(found) or "the sizes of files, functions and folders hold")
    sys.exit(bool(found))
