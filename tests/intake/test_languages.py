"""The files that the grader adds to a program of each language, in the real sandbox."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from gograde.core.verdict import Verdict
from gograde.errors import DataError
from gograde.grading.score import flags
from gograde.intake.entry import Entry
from gograde.intake.launch import check_out_of_reach
from gograde.intake.reading.python_2 import in_python_3, untabbed
from gograde.intake.reading.python_sources import is_python_2, is_python_2_program, is_python_3
from gograde.intake.reading.read import reads_code
from gograde.listing import last_line
from gograde.sandbox.host.system import interpreter_folders
from tests.echo import batch, numpy_runtime
from tests.golden import values_agree
from tests.intake.conftest import run
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
    ended = [first_run(echo_c=one)[:2] for one in (void, "int main() { return 4; } // void main()\n")]
    assert ended == [(Verdict.RTE, f"exit code {code}, where 0 says that all went well") for code in (3, 4)]


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


# -- programs that may run a file as code or read their own source are told from honest ones ---------------


def told(files: Mapping[str, str]) -> str:
    entry = next(iter(files))
    language = {"py": "python", "c": "c", "sh": "shell"}[entry.rpartition(".")[2]]
    sources = (entry,) if language == "c" else ()
    return reads_code(Entry(entry, language, sources), {path: text.encode() for path, text in files.items()})


def test_programs_that_may_run_a_file_or_read_themselves_are_told_from_honest_ones() -> None:
    values_agree("intake/reads-code.txt", told=told)


# -- python 2 homework is recognised, translated in the sandbox, and run; other programs stay unchanged  --


OLD = b"""import helper
for line in open('word.txt'):
\tif line:
\t\tprint helper.strip(line)
        # eight blanks
"""
HELPER = b"""def strip(line):
    seen = {}
    return ''.join([c for c in line if seen.has_key(c) or not c.isspace()])
"""


ONE = [batch("01", b"one")]


def test_python_2_is_told_from_python_3() -> None:
    values_agree(
        "intake/python-2.txt",
        is_python_2=is_python_2,
        is_python_3=is_python_3,
        is_python_2_program=is_python_2_program,
        untabbed=untabbed,
        in_python_3=in_python_3,
    )


def test_python_2_runs_and_is_flagged(task_with: Callable[..., Any], sandbox: Any) -> None:
    record = run(task_with(sandbox), {"hw/echo.py": OLD, "hw/helper.py": HELPER})
    assert [(b.verdict, b.message, b.facts().stdout) for b in record.batches] == [
        (Verdict.AC, "", b"sample\n"),
        (Verdict.AC, "", b"one\n"),
        (Verdict.AC, "", b"two\n"),
    ]
    assert record.files["hw/echo.py"] == OLD
    assert [(flag.id, flag.evidence) for flag in flags(record, ())] == [
        ("translated", "Read as Python 2 (old names, mixed tabs, print x), and translated to Python 3.")
    ]


def test_what_is_neither_is_a_compile_error(task_with: Callable[..., Any], sandbox: Any) -> None:
    record = run(task_with(sandbox), {"echo.py": b"def f(:\n    pass\n"})
    assert [run.verdict for run in record.batches] == [Verdict.CE] * 3
    assert record.started is not None
    assert record.started.language == "python"
    assert flags(record, ()) == ()


PRINTED = {
    "print('a', xrange(2)[1])": b"('a', 1)\n",
    "print 7 / 2, -7 / 2, 2 * 7 / 3 * 2, 7 / 2.0, 1 + 9 / (5 / 2)": b"3 -4 8 3.5 5\n",
    "x = 9\nx /= 2\nprint x": b"4\n",
    "from __future__ import division\nprint 7 / 2": b"3.5\n",
    "import sys\nreload(sys)\nsys.setdefaultencoding('utf-8')\nprint 'on'": b"on\n",
    "import string\nprint string.split('a b'), string.atoi('7'), string.join('xy')": b"['a', 'b'] 7 x y\n",
    "for line in file('word.txt'): print line.strip() and 1, cmp(1, 2)": b"1 -1\n",
    "a = [1, 3, 2]\na.sort(lambda x, y: y - x)\nprint a, sorted(a, cmp=cmp)": b"[3, 2, 1] [1, 2, 3]\n",
    "out = open('a', 'w')\nprint >>out, 'said'\nout.close()\nprint(open('a').read())": b"said\n\n",
    '"""Words."""\ndef f(a):\n    return a / 2\nprint f(9), __doc__': b"4 Words.\n",
}


@pytest.mark.parametrize("source", PRINTED)
def test_python_2_means_what_it_meant(source: str, task_with: Callable[..., Any], sandbox: Any) -> None:
    record = run(task_with(sandbox, ONE), {"echo.py": source.encode()})
    run_of_one = record.batches[0]
    assert (run_of_one.verdict, run_of_one.message) == (Verdict.AC, "")
    assert run_of_one.facts().stdout == PRINTED[source]
    assert record.started is not None
    assert record.started.language == "python 2"


def test_an_error_keeps_its_line_number(task_with: Callable[..., Any], sandbox: Any) -> None:
    source = b"# words\nimport sys\nprint 'a'\nx = 1 / 0\n"
    stderr = run(task_with(sandbox, ONE), {"echo.py": source}).batches[0].facts().stderr
    assert b"line 4, in <module>" in stderr
