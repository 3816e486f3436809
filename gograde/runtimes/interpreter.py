"""The Python interpreters of this machine, without the packages that are installed beside them."""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from gograde.errors import DataError

SYSTEM = Path("/usr")
"""What lies below it every program may read, except the packages."""

_PACKAGES = ("python3*/site-packages", "python3*/dist-packages")
"""The folders of installed packages below `lib`; the second is that of Debian."""

_ASKS = """
import json, platform, sys
print(json.dumps([sys._base_executable, sys.base_prefix, sys.platlibdir, platform.python_version()]))
"""


@dataclass(frozen=True)
class Interpreter:
    """A Python: its program, the folder it is installed in, the name of its `lib`, and its version."""

    program: Path
    prefix: Path
    libraries: str
    version: str

    @property
    def short(self) -> str:
        """The version without its last part, as in folder names."""
        return ".".join(self.version.split(".")[:2])

    def readable(self) -> tuple[Path, ...]:
        """What it needs to run, besides what lies below `/usr`."""
        paths = {self.program, *(self.prefix / name for name in ("lib", self.libraries))}
        return tuple(sorted(path for path in paths if not path.is_relative_to(SYSTEM) and path.exists()))


def own() -> Interpreter:
    """The interpreter that gograde's environment was made from."""
    program = Path(sys._base_executable).resolve()  # type: ignore[attr-defined]
    return Interpreter(program, Path(sys.base_prefix), sys.platlibdir, platform.python_version())


def interpreter(version: str | None, where: str) -> Interpreter:
    """The interpreter of a version such as "3.12", found on the `PATH`; gograde's own when it is None.

    Raises `DataError`, which names `where` the version is asked for.
    """
    mine = own()
    if version in (None, mine.short):
        return mine
    program = shutil.which(f"python{version}")
    found = described(program) if program else None
    if found is None:
        fix = f"install python{version}, or take out `python` for gograde's own {mine.short}"
        raise DataError(where, f"Python {version} is not on this machine", fix)
    return found


@lru_cache(maxsize=8)
def described(command: str) -> Interpreter | None:
    """The interpreter behind a command, as it describes itself; None when it does not run."""
    done = subprocess.run([command, "-I", "-c", _ASKS], capture_output=True, text=True, check=False)
    if done.returncode:
        return None
    program, prefix, libraries, version = json.loads(done.stdout)
    return Interpreter(Path(program).resolve(), Path(prefix), libraries, version)


@lru_cache(maxsize=8)
def packages_beside(prefix: Path) -> tuple[Path, ...]:
    """The folders of installed packages that programs could read: of the interpreter, the system and gograde.

    A tool of a language may lie in gograde's own environment, whose `lib` programs can read then.
    """
    tops = (top / name for top in (prefix, SYSTEM, SYSTEM / "local") for name in ("lib", "lib64"))
    found = {path.resolve() for top in tops for name in _PACKAGES for path in top.glob(name)}
    ours = {Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib")}
    return tuple(sorted(found | ours))
