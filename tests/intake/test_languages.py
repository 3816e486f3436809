"""The files that the grader adds to a program of each language, in the real sandbox."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gograde.errors import DataError
from gograde.intake.launch import check_out_of_reach
from gograde.listing import last_line
from gograde.sandbox.host.system import interpreter_folders
from gograde.scoring.verdict import Verdict
from tests.echo import batch, numpy_runtime
from tests.intake.conftest import run as ran
from tests.needs import lacks
from tests.sandboxes import backend_or_skip


@pytest.fixture
def first_run_in(task_with: Callable[..., Any]) -> Callable[..., tuple[Any, ...]]:
    def run(backend: Any, **files: str) -> tuple[Any, ...]:
        """Verdict, message and output of the first batch; `echo_py` stands for `echo.py`."""
        sources = {name.replace("_", "."): text.encode() for name, text in files.items()}
        [first] = ran(task_with(backend, [batch("01", b"one")]), sources).batches
        return first.verdict, first.message, first.facts().stdout

    return run


@pytest.fixture
def first_run(first_run_in: Callable[..., Any], sandbox: Any) -> Callable[..., tuple[Any, ...]]:
    return lambda **files: first_run_in(sandbox, **files)


@pytest.mark.needs("cc")
def test_what_a_c_program_printed_before_a_crash_is_kept(first_run: Any) -> None:
    source = '#include <stdio.h>\nint main(void) { puts("said"); *(volatile int *)0 = 1; return 0; }\n'
    assert first_run(echo_c=source) == (Verdict.RTE, "killed by SIGSEGV", b"said\n")


@pytest.mark.needs("cc")
def test_a_void_main_that_runs_through_ended_well(first_run: Any) -> None:
    source = '#include <stdio.h>\nvoid main(int n, char **v) { printf("%d\\n", n); }\n'
    assert first_run(echo_c=source) == (Verdict.AC, "", b"1\n")


@pytest.mark.needs("cc")
def test_exit_in_a_void_main_and_the_code_of_an_int_main_count(first_run: Any) -> None:
    void = "#include <stdlib.h>\nvoid main() { exit(3); }\n"
    assert first_run(echo_c=void) == (Verdict.RTE, "exit code 3", b"")
    assert first_run(echo_c="int main() { return 4; } // void main()\n") == (Verdict.RTE, "exit code 4", b"")


def test_old_names_of_numpy_are_there(first_run: Any) -> None:
    source = "import numpy as np\nprint(np.zeros(2, np.int), np.float(1), np.bool8(1), np.object, np.NINF)\n"
    assert first_run(echo_py=source) == (Verdict.AC, "", b"[0 0] 1.0 True <class 'object'> -inf\n")


def test_numpy_is_not_imported_for_a_program_that_does_not(first_run: Any) -> None:
    source = "import sys\nprint('numpy' in sys.modules, 'typing' in sys.modules)\n"
    assert first_run(echo_py=source) == (Verdict.AC, "", b"False False\n")


def test_the_message_of_a_crash_is_the_line_that_names_the_error() -> None:
    told = b'Traceback (most recent call last):\n  File "a.py", line 1\nnumpy.X.SomeError: no axis\nsee https://x\n'
    assert last_line(told) == "numpy.X.SomeError: no axis"
    assert last_line(b"a\nbad board\n\n") == "bad board"


@pytest.mark.parametrize("name", ["python", "python3"])
def test_python_in_a_script_is_that_of_python_programs(name: str, first_run: Any) -> None:
    script = f"{name} -c \"import sys, tkinter; print(sys.prefix, hasattr(tkinter, '_tkinter'))\"\n"
    assert first_run(echo_sh=script) == (Verdict.AC, "", f"{numpy_runtime().folder} False\n".encode())


@pytest.mark.parametrize("backend", ["bwrap", "landlock"])
def test_packages_that_the_course_does_not_name_are_out_of_reach(
    backend: str, first_run_in: Callable[..., tuple[Any, ...]]
) -> None:
    """Those of gograde, which hold solutions, and those of the system, by their names and by their paths."""
    folders = [sysconfig.get_path("purelib"), *map(str, Path("/usr/lib").glob("python3*/dist-packages"))]
    source = f"""
import sys
for name in ("sgfmill", "gograde", "matplotlib"):
    try: print(__import__(name))
    except ImportError: print("none", end=" ")
sys.path += {folders}
try: import sgfmill.boards
except ImportError: print("nor by its path", end=" ")
for folder in {folders}:
    for name in ("sgfmill/boards.py", "yaml/__init__.py"):
        try: print(open(f"{{folder}}/{{name}}").read())
        except OSError: pass
import numpy
print("numpy")
"""
    told = first_run_in(backend_or_skip(backend), echo_py=source)[1:]
    assert told == ("", b"none none none nor by its path numpy\n")
    assert first_run_in(backend_or_skip(backend), echo_py="import sgfmill")[0] is Verdict.RTE


@pytest.mark.needs("cc")
@pytest.mark.parametrize("backend", ["bwrap", "landlock"])
def test_nor_can_a_program_of_another_language_read_them(
    backend: str, first_run_in: Callable[..., tuple[Any, ...]]
) -> None:
    """The system's packages lie among what each program may read."""
    found = [str(path) for path in Path("/usr/lib").glob("python3*/dist-packages/*.py")]
    if not found:
        lacks("packages of the system", "it has none for Python")
    shut = f"cat {found[0]} >/dev/null 2>&1 && echo open || echo shut"
    assert first_run_in(backend_or_skip(backend), echo_sh=f"{shut}\n")[2] == b"shut\n"
    opens = f'#include <stdio.h>\nint main(void) {{ puts(fopen("{found[0]}", "r") ? "open" : "shut"); }}\n'
    assert first_run_in(backend_or_skip(backend), echo_c=opens)[2] == b"shut\n"


def test_only_what_the_interpreter_needs_is_readable(tmp_path: Path, monkeypatch: Any) -> None:
    for folder in ("bin", "lib", "class"):
        (tmp_path / folder).mkdir()
    (tmp_path / "pyvenv.cfg").touch()
    for name in ("prefix", "base_prefix"):
        monkeypatch.setattr(sys, name, str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "python"))
    monkeypatch.setattr(sys, "platlibdir", "lib64")
    assert interpreter_folders() == tuple(tmp_path / name for name in ("bin", "lib", "pyvenv.cfg"))
    check_out_of_reach(tmp_path / "class")
    with pytest.raises(DataError) as caught:
        check_out_of_reach(tmp_path / "lib" / "class")
    what = f"the class lies below {tmp_path}/lib, which programs may read"
    assert (caught.value.what, caught.value.fix) == (what, "move the class elsewhere")


@pytest.mark.parametrize("place", ["/usr/share/class", "/lib/class", "/bin"])
def test_a_class_among_the_programs_of_the_system_is_refused(place: str) -> None:
    with pytest.raises(DataError, match="which programs may read"):
        check_out_of_reach(Path(place))


@pytest.mark.needs("cc")
def test_the_linker_says_the_same_each_time(task_with: Callable[..., Any], sandbox: Any) -> None:
    files = {"echo.c": b"int absent(void);\nint main(void) { return absent(); }\n"}
    first, second = (ran(task_with(sandbox), files) for _ in range(2))
    assert (first.verdict, first.message) == (Verdict.CE, second.message)
    assert "program.o: in function `main'" in first.message
