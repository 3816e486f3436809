"""Calls one function of a submitted module, and writes what came of it.

The sandbox runs this program beside the submission, with the submission's interpreter; the program
imports nothing of gograde.  The call is `call.json` beside it: `{"names", "arguments", "objects"}`.  The
answer is `{"value", "arguments", "without", "same"}` with the arguments as they are after the call, or
`{"error", "missing"}`; `missing` says that there is no such function, `without` that a method took none of
the arguments but the first, `same` that an argument itself came back.  The submission shares this process, so
that all this is its own word: the grader compares and measures.
"""

from __future__ import annotations

import importlib.util
import json
import math
import os
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import FunctionType, ModuleType, TracebackType
from typing import Any

FOLDER = Path(__file__).parent
ANSWER = "gograde-answers.jsonl"
DEEPEST = 50
"""The most levels of a result."""

TAKES_ANY = 0x04
"""The flag of code that takes any number of arguments, `CO_VARARGS`."""

SHOWN = 8
"""The most places of an error that are printed; deep recursion has a thousand."""


class MissingError(NameError):
    """The module has nothing of the names that are called; it is printed as Python names it."""

    __module__, __qualname__ = "builtins", "NameError"


def main(path: str) -> None:
    """Import the module at `path`, make the call, and end; a copy that the module forked ends in silence."""
    called = os.getpid()
    call = json.loads((FOLDER / "call.json").read_bytes())
    answer = os.open(ANSWER, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC)
    sys.path[0] = str(Path.cwd())
    module = load(Path(path))
    data = json.dumps(outcome(module, call)).encode()
    while data and os.getpid() == called:
        data = data[os.write(answer, data) :]
    sys.stdout.flush()
    os._exit(0)


def load(path: Path) -> ModuleType:
    """The module at a path, under its file name, by which other modules may import it."""
    loader = SourceFileLoader(path.stem, str(path))  # by name alone, Python would not load a notebook
    spec = importlib.util.spec_from_file_location(path.stem, path, loader=loader)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python module")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def outcome(module: ModuleType, call: dict[str, Any]) -> dict[str, Any]:
    """The result of a call with the arguments after it, or its error."""
    given = call["arguments"]
    try:
        result, without = result_of(module, call["names"], given)
        value = json_value(result, call["objects"], 0)
    except BaseException as error:
        missing = isinstance(error, MissingError)
        sys.tracebacklimit = SHOWN
        sys.__excepthook__(type(error), error, error.__traceback__)
        said = f"{'NameError' if missing else type(error).__name__}: {error}"[:300]
        return {"error": f"{said}{place(error.__traceback__)}", "missing": missing}
    told = {"value": value, "without": without, "same": is_one_of(result, given)}
    try:
        return {**told, "arguments": json_value(given, [], 0)}
    except (TypeError, ValueError):  # an argument is now something else
        return {**told, "arguments": None}


def is_one_of(result: Any, given: list[Any]) -> bool:
    """Whether a result is one of the lists or mappings that were passed in, not one that equals it."""
    return isinstance(result, (list, dict)) and any(result is one for one in given)


def place(trace: TracebackType | None) -> str:
    """The last place in the submission on the way to an error, in brackets; empty without one."""
    found = ""
    while trace is not None:
        frame = trace.tb_frame
        path = frame.f_code.co_filename.removeprefix(f"{Path.cwd()}/").removeprefix("./")
        if frame.f_globals is not globals() and not path.startswith(("/", "<")):
            found = f" ({path}, line {trace.tb_lineno}, in {frame.f_code.co_name})"
        trace = trace.tb_next
    return found


def result_of(module: ModuleType, names: list[str], given: list[Any]) -> tuple[Any, bool]:
    """The result of the first function or `Class.member` in `names` that the module has.

    A member is a method, or an attribute that holds the result.  Also whether it took no further arguments.
    """
    for name in names:
        holder, _, member = name.partition(".")
        found = getattr(module, holder, None)
        if found is not None and not member:
            return found(*given), False
        made = None if found is None else found(given[0])
        if hasattr(made, member):
            return of_member(getattr(made, member), given[1:])
    # Other objects may run code of theirs when they are asked for anything.
    made = ((name, one) for name, one in vars(module).items() if type(one) in (FunctionType, type))
    ours = [name for name, one in made if one.__module__ == module.__name__]
    more = f" and {len(ours) - 6} more" if len(ours) > 6 else ""
    there = f"; there is {', '.join(ours[:6])}{more}" if ours else ""
    raise MissingError(f"there is no {' and no '.join(names)}{there}")


def of_member(member: Any, given: list[Any]) -> tuple[Any, bool]:
    """The result of a method, or the value of an attribute, and whether it took none of the arguments."""
    if not callable(member):
        return member, bool(given)
    code = getattr(getattr(member, "__func__", None), "__code__", None)
    takes = code is None or code.co_flags & TAKES_ANY or code.co_argcount > len(given)
    return member(*given if takes else ()), not takes


def json_value(value: Any, objects: list[Any], depth: int) -> Any:
    """A value as JSON: tuples and arrays become lists, sets become sorted lists.

    `objects` say which attributes of other objects are read: into a list, or under the keys of a mapping.
    """
    if depth > DEEPEST:
        raise TypeError("what came back is nested too deeply")
    if hasattr(value, "tolist"):  # a numpy array or number
        value = value.tolist()
    if value is None or type(value) in (bool, int, str):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{value} came back, which is no number")
        return float(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, (set, frozenset)):
        return sorted(json_value(part, objects, depth + 1) for part in value)
    if isinstance(value, (list, tuple)):
        return [json_value(part, objects, depth + 1) for part in value]
    if isinstance(value, dict):
        return {str(key): json_value(part, objects, depth + 1) for key, part in value.items()}
    for shape in objects:
        if all(hasattr(value, name) for name in (shape.values() if isinstance(shape, dict) else shape)):
            return json_value(read(value, shape), objects, depth + 1)
    raise TypeError(f"a {type(value).__name__} came back")


def read(value: Any, shape: Any) -> Any:
    """The attributes of an object that a shape names, as a list or a mapping."""
    if isinstance(shape, dict):
        return {key: getattr(value, name) for key, name in shape.items()}
    return [getattr(value, name) for name in shape]


if __name__ == "__main__":
    main(sys.argv[1])
