"""Calls the functions of a submitted module, and writes the result of each call.

The sandbox runs this program beside the submission, with the submission's interpreter; the program
imports nothing of gograde.  It writes a line of JSON per call: `{"id", "value"}`, with `"changed": true`
when the call changed its arguments, `{"id", "error"}`, or `{"id", "over"}` for a call that took too long.
"""

from __future__ import annotations

import copy
import importlib.util
import json
import math
import os
import signal
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

FOLDER = Path(__file__).parent
DEEPEST = 50
"""The most levels of a result."""


class TooLongError(BaseException):
    """A call exceeded its CPU time; the submission's `except Exception` does not catch it."""


def main(path: str) -> None:
    """Import the module at `path` and make all calls."""
    told = json.loads((FOLDER / "calls.json").read_bytes())
    answers = os.open(told["answers"], os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC)
    sys.path[0] = str(Path.cwd())
    module = load(Path(path))
    signal.signal(signal.SIGVTALRM, too_long)
    for call in told["calls"]:
        line = json.dumps({"id": call["id"], **outcome(module, call, told["call_s"])})
        os.write(answers, line.encode() + b"\n")


def load(path: Path) -> ModuleType:
    """The module at a path, under its file name, by which other modules may import it."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python module")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def outcome(module: ModuleType, call: dict[str, Any], seconds: float) -> dict[str, Any]:
    """The result of a call, or its error."""
    given = copy.deepcopy(call["arguments"])
    started = time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        value = json_value(result_of(module, call["names"], given), 0)
    except TooLongError:
        return {"over": f"took more than {seconds:g} s of CPU time"}
    except BaseException as error:
        return {"error": f"{type(error).__name__}: {error}"[:300]}
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    if time.process_time() - started > 2 * seconds:  # the submission removed the alarm
        return {"over": f"took more than {seconds:g} s of CPU time"}
    return {"value": value, "changed": True} if given != call["arguments"] else {"value": value}


def result_of(module: ModuleType, names: list[str], given: list[Any]) -> Any:
    """The result of the first function or `Class.method` in `names` that the module has."""
    for name in names:
        holder, _, method = name.partition(".")
        found = getattr(module, holder, None)
        if found is not None and (not method or hasattr(found, method)):
            return getattr(found(given[0]), method)(*given[1:]) if method else found(*given)
    raise NameError(f"there is no {' and no '.join(names)}")


def json_value(value: Any, depth: int) -> Any:
    """A value as JSON: tuples and arrays become lists, sets become sorted lists."""
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
        return sorted(json_value(part, depth + 1) for part in value)
    if isinstance(value, (list, tuple)):
        return [json_value(part, depth + 1) for part in value]
    if isinstance(value, dict):
        return {str(key): json_value(part, depth + 1) for key, part in value.items()}
    raise TypeError(f"a {type(value).__name__} came back")


def too_long(*_: object) -> None:
    """Handles the alarm of a call that takes too long."""
    raise TooLongError


if __name__ == "__main__":
    main(sys.argv[1])
