"""Twenty honest programs give under each back end what they give outside, and violate nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from gograde.sandbox.protocol import RunResult
from gograde.sandbox.select import choose_backend
from tests.campaign.honest.__main__ import BACKENDS, harm
from tests.campaign.honest.programs import LANGUAGES, Result, drawn, faults, job_of, outside, program
from tests.needs import require
from tests.sandboxes import USERS, Box, backend_or_skip

COUNT = 20


@pytest.mark.parametrize("name", BACKENDS)
def test_the_sandbox_changes_nothing_of_an_honest_program(request: pytest.FixtureRequest, name: str) -> None:
    require("cc")
    backend = backend_or_skip(name)
    programs = drawn(int(request.config.option.hypothesis_seed), COUNT)
    boxes = [Box(backend, USERS[number % len(USERS)]) for number in range(COUNT)]
    assert [line for one, box in zip(programs, boxes, strict=True) for line in harm(one, [box])] == []


# -- what is drawn, and what would be found -------------------------------------------------


def test_all_there_is_to_do_takes_turns() -> None:
    tasks = {(language, make) for language, parts in LANGUAGES.items() for make in parts["make"]}
    found = Counter((one.language, one.parts[1]) for one in drawn(3, 2 * len(tasks)))
    assert found == dict.fromkeys(tasks, 2)
    assert [*drawn(3, 5)] == [*drawn(3, 5)] != [*drawn(4, 5)]


def test_a_program_and_what_it_gives_outside() -> None:
    one = program("python", ("stdin", "numbers", "file"))
    assert one.source == (
        "import sys\ntext = sys.stdin.read()\n"
        "out = str(sum(int(word) for word in text.split() if word.isdigit()))\n"
        "with open('answer.txt', 'w') as file: file.write(out)\n"
    )
    assert outside(job_of(one)) == Result(0, b"", b"21")


def test_harm_is_told() -> None:
    result: RunResult = choose_backend().run(job_of(program("shell", ("cat", "arithmetic", "echo"))))
    expected = Result(0, b"504\n", None)
    assert faults(expected, result) == []
    assert faults(expected, replace(result, violations=("opened /x",))) == ["violation: opened /x"]
    [told] = faults(replace(expected, code=1), result)
    assert told.startswith("Result(code=0, stdout=b'504\\n', answer=None), not Result(code=1, ")
