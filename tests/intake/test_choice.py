"""Of several programs the one that is clearly meant is started; else the student is asked."""

from __future__ import annotations

import json

from gograde.intake.entry import Entry
from gograde.intake.reading.find import find_entry, not_started
from tests.intake.test_entry import CONTRACT

SOLVES = "print('solved')\n"
PAGE = json.dumps({"cells": [{"cell_type": "code", "source": SOLVES}]})


def chosen(files: dict[str, str]) -> str:
    """The path of the program, or the question."""
    found = find_entry({path: text.encode() for path, text in files.items()}, CONTRACT)
    return found.path if isinstance(found, Entry) else found.message.partition(" is the program?")[0]


def test_the_program_that_is_meant() -> None:
    for files, path in [
        # Equal, to the byte or but for layout and comments.
        ({"go_solve.py": SOLVES, "go_try.py": SOLVES}, "go_solve.py"),
        ({"go_solve.py": SOLVES, "go_try.py": f"# my try\n{SOLVES}"}, "go_solve.py"),
        ({"b/solve.py": SOLVES, "solve_2.py": SOLVES}, "solve_2.py"),
        # One that imports, starts or reads the other.
        ({"go_solve.py": SOLVES, "go_try.py": "import go_solve\n"}, "go_try.py"),
        ({"go_solve.py": SOLVES, "go_try.py": "def f():\n    from go_solve import x\n"}, "go_try.py"),
        ({"go_solve.py": SOLVES, "go_try.py": "exec(open('go_solve.py').read())\n"}, "go_try.py"),
        ({"go_solve.py": SOLVES, "go_try.py": "__import__('go_solve')\n"}, "go_try.py"),
        ({"solve.py": SOLVES, "start.sh": "python3 solve.py\n"}, "start.sh"),
        # A name like those of the contract.
        ({"board9_final.py": SOLVES, "rules.py": "x = 1"}, "board9_final.py"),
        ({"Board9 (2).py": SOLVES, "main_2.py": "x = 1"}, "Board9 (2).py"),
        ({"my-go_test.py": SOLVES, "go_try.py": "x = 1"}, "my-go_test.py"),
        # A notebook and its export.
        ({"solve.ipynb": PAGE, "solve.py": "x = 1"}, "solve.py"),
        ({"board9.ipynb": PAGE, "plots.ipynb": PAGE.replace("solved", "")}, "board9.ipynb"),
    ]:
        assert chosen(files) == path


def test_the_student_is_asked_where_none_is_meant() -> None:
    for files in [
        {"go_solve.py": SOLVES, "go_try.py": "print('tried')\n"},
        {"go_solve.py": SOLVES, "go_try.py": "# better than go_solve.py\nx = 1\n"},
        {"go_solve.py": "import go_try\n", "go_try.py": "import go_solve\n"},
        {"go_solve.py": "open('go_try.py')\n", "go_try.py": "open('go_solve.py')\n"},
        {"board9_old.py": SOLVES, "mine.py": "x = 1"},
        {"dashboard9.py": SOLVES, "mine.py": "x = 1"},
        {"main_a.py": SOLVES, "main_b.py": "x = 1"},
        {"a.ipynb": PAGE, "b.py": "x = 1"},
    ]:
        assert chosen(files) == f"which of {', '.join(sorted(files))}"


def test_the_others_are_told() -> None:
    files = {"go_solve.py": SOLVES.encode(), "go_try.py": SOLVES.encode()}
    assert not_started(files, Entry("go_solve.py", "python"), CONTRACT) == ["go_try.py"]
