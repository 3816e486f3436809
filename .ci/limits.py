"""The sizes that keep the tree readable: of each piece here, of all together in `budget.toml`.

`--lower` writes into the budget what the sums have fallen to; nothing here ever raises it.
"""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import Any

MODULE_LINES = 900
FUNCTION_LINES = 40
FOLDER_FILES = 20
BUDGET = Path(__file__).with_name("budget.toml")
VAGUE = frozenset(("told", "said", "held", "asked", "found", "one", "some", "every", "kept"))
"""They say nothing of what a thing is, so no function, class or attribute is called so."""

CHECKED = ("check", "cases/tromp-taylor/submissions/accepted/c_short", "-a", "tromp-taylor")

APART = frozenset(("assignments", "stand_ins", "files"))
"""Folders of code that stands by itself: assignments, other people's libraries, what students are handed."""

PROGRAM_LINES = 400

TREES = ("gograde", "tests")
PACKAGES = Path("cases")
PROGRAMS = frozenset((".c", ".cpp", ".java", ".js", ".py", ".sh"))
"""Names of files in packages that hold programs end so."""


def breaches(root: Path) -> Iterator[str]:
    """One line for each file, function or folder below `root` too large, and for each name bound twice.

    Of tests only the folders are measured.
    """
    for path in sorted(root.rglob("*.py")):
        yield from _of_module(path)
    for folder in sorted({path.parent for path in root.rglob("*.py")}):
        files = [path for path in folder.iterdir() if path.is_file()]
        if len(files) > FOLDER_FILES:
            yield f"{folder}: {len(files)} files, at most {FOLDER_FILES}"


def double_names() -> Iterator[str]:
    """One line for each public class of gograde whose name another one has; no assignment knows another's."""
    at: dict[str, str] = {}
    for path in map(Path, subprocess.check_output(["git", "ls-files", "gograde/*.py"], text=True).split()):
        if not APART & {*path.parts}:
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    place = f"{path}:{node.lineno}"
                    if (other := at.setdefault(node.name, place)) != place:
                        yield f"{place}: {node.name} is the name of a class in {other}, too"


def long_programs(root: Path) -> Iterator[str]:
    """One line for each program below `root` that is too long."""
    for path in sorted(path for path in root.rglob("*") if path.suffix in PROGRAMS):
        if (lines := path.read_bytes().count(b"\n")) > PROGRAM_LINES:
            yield f"{path}: {lines} lines, at most {PROGRAM_LINES}"


def _of_module(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    if path.parts[0] != "gograde":
        return
    if (lines := text.count("\n")) > MODULE_LINES:
        yield f"{path}: {lines} lines, at most {MODULE_LINES}"
    tree = ast.parse(text)
    values = (node.targets[0] for node in tree.body if isinstance(node, ast.Assign))
    bound = Counter(value.id for value in values if isinstance(value, ast.Name))
    yield from (f"{path}: {name} gets a value twice" for name, times in bound.items() if times > 1)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > FUNCTION_LINES:
                yield f"{path}:{node.lineno}: {node.name} has {length} lines, at most {FUNCTION_LINES}"


# -- the sum -----------------------------------------------------------------------------------


Sums = Mapping[str, Mapping[str, int]]
"""Amounts of lines, of files and of modules, by folder or command; of vague names, by file and name."""

ENTERED = "modules entered"


def sums() -> Sums:
    """Lines and files of Python by folder, vague names, and how many modules of gograde a check enters."""
    lines, files, vague = Counter[str](), Counter[str](), Counter[str]()
    for path in map(Path, subprocess.check_output(["git", "ls-files", "*.py"], text=True).split()):
        if path.parts[0] in ("gograde", "tests", "benchmarks"):
            folder = "/".join(path.parent.parts[:2])
            files[folder] += 1
            lines[folder] += path.read_bytes().count(b"\n")
        if path.parts[0] == "gograde":
            vague.update(f"{path} {name}" for name in names(path) if name.strip("_").lower() in VAGUE)
    entered = {"check": len(modules_entered())}
    return {"lines": dict(lines), "files": dict(files), "vague names": dict(vague), ENTERED: entered}


def names(path: Path) -> Iterator[str]:
    """The names of the functions, classes and attributes that a module makes."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        if isinstance(node, ast.ClassDef):
            fields = (part.target for part in node.body if isinstance(part, ast.AnnAssign))
            yield from (field.id for field in fields if isinstance(field, ast.Name))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr


def modules_entered() -> set[str]:
    """The modules of gograde that one check calls a function of."""
    from gograde.cli.main import main as command

    modules: set[str] = set()
    # The first check after the machine's start also tries the sandbox.
    subprocess.run([sys.executable, "-m", "gograde", *CHECKED], stdout=subprocess.DEVNULL, check=True)

    def enter(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and frame.f_code.co_flags & inspect.CO_OPTIMIZED:
            modules.add(str(frame.f_globals.get("__name__")))

    sys.setprofile(enter)
    try:
        with redirect_stdout(StringIO()):
            command(CHECKED, standalone_mode=False)
    finally:
        sys.setprofile(None)
    return {name for name in modules if name.split(".")[0] == "gograde"}


def off_budget(now: Sums, budget: Sums) -> Iterator[str]:
    """A line for each sum that is not what the budget says.

    A check enters other modules in another sandbox, so their number may be smaller.
    """
    names = {(what, name) for table in (now, budget) for what, amounts in table.items() for name in amounts}
    for what, name in sorted(names):
        amount, most = now[what].get(name, 0), budget.get(what, {}).get(name, 0)
        if amount > most:
            yield f"{name}: {amount} {what}, the budget in {BUDGET} has {most}"
        elif amount < most and what != ENTERED:
            yield f"{name}: {amount} {what}, less than the budget: python .ci/limits.py --lower"


def lowered(now: Sums, budget: Sums) -> str:
    """The budget in TOML with what has fallen; a folder that is gone has none."""
    tables = (
        f'["{what}"]\n'
        + "".join(
            f'"{name}" = {min(amounts[name], budget.get(what, {}).get(name, amounts[name]))}\n'
            for name in sorted(amounts)
            if budget.get(what, {}).get(name) or not budget
        )
        for what, amounts in now.items()
    )
    return "\n".join(tables)


def main() -> int:
    """1 when a piece or a sum is too large, or a name stands twice."""
    breached = [line for tree in TREES for line in breaches(Path(tree))]
    breached += [*double_names(), *long_programs(PACKAGES)]
    now, budget = sums(), tomllib.loads(BUDGET.read_text()) if BUDGET.exists() else {}
    if "--lower" in sys.argv:
        BUDGET.write_text(lowered(now, budget))
        budget = tomllib.loads(BUDGET.read_text())
    breached += off_budget(now, budget)
    print("\n".join(breached) or "the sizes of files, functions and folders hold, and the budget")
    return bool(breached)


if __name__ == "__main__":
    sys.exit(main())
