"""Calls one function of gograde on hostile bytes, inside the sandbox.

The arguments are gograde's folder, a folder with its packages, and the function as `module:name`.  Standard
input and the file `answer` have the form of `gograde.reader.parcel`.  The program prints `ready` before it
looks at its input.  A function that raises an error makes it print the name of the error.
"""

from __future__ import annotations

import importlib
import sys
from importlib.util import module_from_spec, spec_from_file_location


def main(folder: str, packages: str, name: str) -> None:
    # The sandbox permits no look into the folder above gograde's, so its place cannot be found by search.
    spec = spec_from_file_location("gograde", f"{folder}/__init__.py", submodule_search_locations=[folder])
    assert spec is not None
    assert spec.loader is not None
    sys.modules["gograde"] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules["gograde"])
    sys.path.append(packages)
    from gograde.reader.parcel import packed, unpacked

    module, _, function = name.partition(":")
    call = getattr(importlib.import_module(module), function)
    print("ready", flush=True)
    try:
        answer = packed(*call(*unpacked(sys.stdin.buffer.read())))
    except Exception as error:
        print(type(error).__name__)
        sys.exit(1)
    with open("answer", "wb") as file:
        file.write(answer)


if __name__ == "__main__":
    main(*sys.argv[1:])
