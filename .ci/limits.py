"""No function above 60 lines, no module above 400: said once here, held in CI."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

MODULE_LINES = 400
FUNCTION_LINES = 60


def breaches(path: Path) -> Iterator[str]:
    """One line for each limit that a module goes beyond."""
    text = path.read_text(encoding="utf-8")
    lines = text.count("\n")
    if lines > MODULE_LINES:
        yield f"{path}: {lines} lines, at most {MODULE_LINES}"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > FUNCTION_LINES:
                yield f"{path}:{node.lineno}: {node.name} has {length} lines, at most {FUNCTION_LINES}"


if __name__ == "__main__":
    found = [line for path in sorted(Path("gograde").rglob("*.py")) for line in breaches(path)]
    print("\n".join(found) or "module and function lengths hold")
    sys.exit(bool(found))
