"""A reader answers, or says why it cannot: what its bytes make of its process never reaches the grader.

`os.execv` stands for bytes that have taken the process over: it becomes the program that the files name.
"""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.errors import JudgeError
from gograde.sandbox.protocol import MIB, Backend, Job, Limits
from gograde.sandbox.reader.ask import LIMITS, ReaderAnswer, ReaderFault, ask
from gograde.sandbox.reader.parcel import LONGEST_LINE, packed, unpacked
from tests.golden import values_agree
from tests.sandboxes import BACK_ENDS, Weakened, backend_or_skip


@pytest.fixture(params=BACK_ENDS, scope="session")
def backend(request: pytest.FixtureRequest) -> Backend:
    """Each back end that works on this machine, and none."""
    return backend_or_skip(request.param)


SMALL = replace(LIMITS, cpu_s=0.5, memory_bytes=48 * MIB)


def taken_over(backend: Backend, script: str, limits: Limits = SMALL) -> ReaderAnswer | ReaderFault:
    """What comes of a reader that becomes a shell with this script."""
    return ask(backend, "os:execv", "/bin/sh", [b"sh", b"-c", script.encode()], limits)


def test_the_value_of_a_function_comes_back(backend: Backend) -> None:
    value = {"paths": ["é.py", "\udcff"], "share": 0.25}
    assert ask(backend, "operator:add", [value, []], []) == ReaderAnswer(value, [])


def test_an_error_in_a_function_is_a_fault_of_the_bytes(backend: Backend) -> None:
    assert ask(backend, "json:loads", "1", [b"2"]) == ReaderFault("reading it ended with TypeError")


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("while :; do :; done", "reading it used more than 0.5 s of CPU time"),
        (f"exec {sys.executable} -S -c 'x = [b\"1\" * 2**20 * n for n in range(99)]'",
         "reading it used more than 48 MiB of memory"),
        ("yes", "reading it printed more than 64 KiB"),
        ("exit 0", "reading it gave no answer"),
        ("exit 3", "reading it ended with exit code 3"),
        ("kill -SEGV $$", "reading it was ended by SIGSEGV"),
        ("echo '[1, []' >answer", "reading it gave no answer"),
        ("echo '[1, []]' >answer; echo more >>answer", "reading it gave no answer"),
        ("ln -s /etc/passwd answer", "reading it gave no answer"),
    ],
)  # fmt: skip
def test_bytes_that_take_the_process_over_get_a_fault(backend: Backend, script: str, reason: str) -> None:
    assert taken_over(backend, script) == ReaderFault(reason)


def test_an_answer_of_a_process_that_was_taken_over_is_a_value_like_another(backend: Backend) -> None:
    assert taken_over(backend, "echo '[[1], [2]]' >answer; printf ab >>answer") == ReaderAnswer([1], [b"ab"])


@pytest.mark.parametrize("name", ["bwrap", "landlock"])
@pytest.mark.every_box
def test_the_reader_sees_no_file_of_the_grader(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    backend = backend_or_skip(name)
    secret = tmp_path_factory.mktemp("hidden") / "answers"
    secret.write_text("[1, []]\n")
    for folder in (secret, *list(secret.parents)[:2]):
        folder.chmod(0o755)
    assert taken_over(backend, f"cat {secret} >answer") == ReaderFault("reading it ended with exit code 1")


def test_a_function_that_there_is_not_is_our_fault(backend: Backend) -> None:
    with pytest.raises(JudgeError, match=r"gograde.sandbox.reader:nothing did not start: .*AttributeError"):
        ask(backend, "gograde.sandbox.reader:nothing", None, [])


def test_a_sandbox_that_fails_is_tried_once_more(backend: Backend) -> None:
    left = iter([True, False, True, True])

    def breaks(job: Job) -> Job:
        if next(left):
            raise JudgeError("sandbox failing", "it broke", "mend it")
        return job

    failing = Weakened(backend, breaks)
    assert ask(failing, "operator:add", [1, []], []) == ReaderAnswer(1, [])
    with pytest.raises(JudgeError, match="sandbox failing: it broke"):
        ask(failing, "operator:add", [1, []], [])


# -- values and files cross the border as they are, and nothing else crosses it ----------------


TEXTS = st.text(st.characters(), max_size=5)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)


def test_a_parcel_is_a_line_and_the_files() -> None:
    assert packed({"a": 1}, [b"xy", b"", b"z\n"]) == b'[{"a": 1}, [2, 0, 2]]\nxyz\n'


@given(VALUES, st.lists(st.binary(max_size=9), max_size=4))
def test_what_is_packed_is_unpacked(value: object, files: list[bytes]) -> None:
    assert unpacked(packed(value, files)) == (value, files)


def refused(parcel: bytes) -> bool:
    """In words that are those of the Python."""
    with pytest.raises(ValueError) as caught:
        unpacked(parcel)
    return caught.errisinstance(ValueError)


def test_a_hostile_parcel_is_refused() -> None:
    values_agree("intake/parcels.txt", refused=refused, LONGEST_LINE=LONGEST_LINE)


@given(st.binary(max_size=60) | st.text(alphabet='[]{}",:0123456789eE.-ntfa\n', max_size=60).map(str.encode))
def test_any_bytes_are_unpacked_or_refused(parcel: bytes) -> None:
    try:
        value, files = unpacked(parcel)
    except ValueError:
        return
    assert unpacked(packed(value, files)) == (value, files)
