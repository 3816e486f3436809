"""Modules that attack the way they are called: each gets what its functions return, and no more.

A call shares its process with the submission, so that no test asks what the process says of itself.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from gograde.authoring.case_folders import sample_batches
from gograde.authoring.module import Call, ModuleAssignment
from gograde.authoring.spec import Rubric
from gograde.codec import of_value
from gograde.core.assignment import Batch, Case
from gograde.core.record import AssignmentRef, HandedIn, TestScore
from gograde.core.values import score_value
from gograde.core.verdict import Verdict
from gograde.grading.boxed.box import InPlace
from gograde.grading.boxed.sheet import Code
from gograde.grading.contracts.kind import Task
from gograde.grading.grade import grade_submission
from gograde.grading.run import run_submission
from gograde.grading.score import Scorer
from gograde.intake.submission import Submission, digest
from gograde.package.config import AssignmentConfig
from gograde.package.package import find_package
from gograde.sandbox.protocol import Backend
from tests.echo import numpy_runtime

WORDS = ("first-word", "second-word", "third-word")
CONFIG = of_value(
    AssignmentConfig,
    {
        "schema": "gograde/assignment/v1",
        "id": "turn",
        "version": "1.0.0",
        "title": {"en": "turn"},
        "contract": {
            "kind": "module", "entries": ["turn.py"], "languages": ["python"],
            "answers": ["gograde-answers*"], "collect": {"patterns": ["gograde-answers.jsonl"]},
        },
        "limits": {"cpu_s": 4, "wall_s": 20},
        "groups": [{"name": "all", "questions": ["turn"], "weight": 2}],
    },
)  # fmt: skip


def rubric_of(_: Mapping[str, Any]) -> Rubric:
    return Rubric(judge=score_value, board=lambda value: None)


TURN = ModuleAssignment("turn", rubric_of, lambda q, value: Call(("turn",), (value["letters"],)), call_s=0.7)
BATCH = Batch(
    "01",
    tuple(
        Case(f"turn-{n}", "turn", TURN.bytes_of({"letters": [*word]}), [*word][::-1])
        for n, word in enumerate(WORDS, start=1)
    ),
    public=False,
)
RIGHT = "def right(letters): return letters[::-1]\n"


def graded(backend: Backend, source: str) -> tuple[TestScore, ...]:
    files = {"turn.py": source.encode()}
    task = Task(CONFIG, TURN, (BATCH,), numpy_runtime(), backend)
    record = run_submission(Submission(files, digest(files)), HandedIn("mallory", digest(files)), task)
    reference = AssignmentRef(id="turn", version="1.0.0", package_sha256="0" * 64)
    return Scorer(InPlace(Code(CONFIG.marking), TURN), CONFIG, reference, [BATCH]).score(record).tests


def verdicts(backend: Backend, source: str) -> list[Verdict]:
    return [test.verdict for test in graded(backend, source)]


def returned(backend: Backend, source: str) -> list[Any]:
    """What the function returned, and the record kept, for each call."""
    return [test.cause.actual if test.cause else None for test in graded(backend, source)]


READS_CALLS = """
import glob, json
calls = []
for path in glob.glob("**/*.json", recursive=True) + glob.glob(".*/*.json"):
    with open(path) as file:
        calls += json.load(file).get("calls", [])
"""


def test_lines_that_were_written_ahead_answer_nothing(backend: Backend) -> None:
    """All calls were in a file once, and the first line for a case was its answer."""
    source = f"""{READS_CALLS}
{RIGHT}
with open("gograde-answers.jsonl", "a") as file:
    for call in calls:
        print(json.dumps({{"id": call["id"], "value": right(*call["arguments"])}}), file=file)
def turn(letters): raise LookupError("nothing of my own")
"""
    assert verdicts(backend, source) == [Verdict.RTE] * 3


def test_answers_for_other_cases_answer_nothing(backend: Backend) -> None:
    """The ids can be guessed, and the grader's own names of files are as in our source."""
    source = f"""{RIGHT}
import json
def turn(letters):
    said, ends = [], []
    for n, word in enumerate({WORDS}, start=1):
        said.append(json.dumps({{"value": right([*word]), "arguments": [[*word]]}}))
        ends.append(json.dumps({{"id": f"turn-{{n}}", "verdict": "AC", "message": ""}}))
        with open(f"turn-{{n}}.json", "w") as file:
            file.write(said[-1])
    for name, lines in (("calls.jsonl", ends), ("gograde-answers.jsonl", said)):
        with open(name, "w") as file:
            file.write("\\n".join(lines))
    return "nothing of my own"
"""
    assert not set(verdicts(backend, source)) & {Verdict.AC, Verdict.JE}


def test_a_counter_counts_to_one(backend: Backend) -> None:
    """In memory, in the interpreter, in every folder that a program may write to, and in the kernel."""
    source = """
import builtins, ctypes, os
n = 0
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
ADD_KEY, KEYCTL = {"x86_64": (248, 250), "aarch64": (217, 219)}[os.uname().machine]
def in_files():
    for folder in (".", "..", ".gograde", "/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run"):
        path = os.path.join(folder, "counter-of-mallory")
        try:
            with open(path, "ab") as file:
                file.write(b".")
            yield os.path.getsize(path)
        except OSError:
            pass
def in_shared_memory():
    place = libc.shmat(libc.shmget(0x6D616C, 8, 0o1600), None, 0)
    if place not in (None, 2**64 - 1):
        number = ctypes.c_long.from_address(place)
        number.value += 1
        yield number.value
def in_a_keyring():
    if libc.syscall(KEYCTL, 10, -4, b"user", b"counter-of-mallory", 0) >= 0:
        yield 2
    libc.syscall(ADD_KEY, b"user", b"counter-of-mallory", b".", 1, -4)
def turn(letters):
    global n
    n += 1
    builtins.n = getattr(builtins, "n", 0) + 1
    return sorted({n, builtins.n, *in_files(), *in_shared_memory(), *in_a_keyring()})
"""
    assert returned(backend, source) == [[1]] * 3


def test_there_is_nothing_to_read_ahead(backend: Backend) -> None:
    """A call finds its own word wherever a process may look, and no word of another call."""
    source = f"""
import gc, glob, json, os
def turn(letters):
    found = [json.dumps(letters)]
    paths = glob.glob("**/*", recursive=True) + glob.glob(".*/**", recursive=True)
    paths += glob.glob("/proc/*/cmdline") + glob.glob("/proc/*/environ") + glob.glob("/proc/*/fd/*")
    for path in {{*paths, *(f"/proc/self/fd/{{n}}" for n in range(64))}}:
        try:
            fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
            found.append(os.pread(fd, 1 << 20, 0).decode("latin-1"))
            os.close(fd)
        except OSError:
            pass
    for fd in range(64):
        try:
            found.append(os.pread(fd, 1 << 20, 0).decode("latin-1"))
        except OSError:
            pass
    lists = [thing for thing in gc.get_objects() if type(thing) is list and letters[0] in thing]
    found += map(json.dumps, lists)
    # The program has the words turned round, so that only others have written them as they are.
    words = [word[::-1] for word in {[word[::-1] for word in WORDS]}]
    return [word for word in words if json.dumps(list(word)) in "".join(found)]
"""
    assert returned(backend, source) == [[word] for word in WORDS]


@pytest.mark.parametrize(
    "remains",
    [
        "threading.Thread(target=forge_for_ever).start()",
        "threading.Thread(target=forge_for_ever, daemon=True).start()", "atexit.register(forge)",
        "os.fork() or forge_for_ever()", "os.fork() or os.fork() or forge_for_ever()",
    ],
)  # fmt: skip
def test_what_a_call_leaves_behind_is_not_there_in_the_next_call(backend: Backend, remains: str) -> None:
    """A thread, a function at the end, a child and its child: each would answer the calls after this one."""
    source = f"""
import atexit, json, os, threading, time
def forge():
    for n, word in enumerate({WORDS[1:]}, start=2):
        told = {{"id": f"turn-{{n}}", "value": [*word][::-1], "arguments": [[*word]]}}
        try:
            with open("gograde-answers.jsonl", "w") as file:
                json.dump(told, file)
        except OSError:
            pass
def forge_for_ever():
    while True:
        time.sleep(0.02)
        forge()
def turn(letters):
    if letters[0] == "f":
        {remains}
    return letters[0]
"""
    assert returned(backend, source)[1:] == ["s", "t"]


def test_the_kernel_counts_the_time_of_a_call(backend: Backend) -> None:
    """Without the alarm and with a clock of its own, in threads and in a child, a long call is long."""
    source = f"""
import os, signal, threading, time
{RIGHT}
signal.setitimer = signal.signal = lambda *words: None
clock, time.process_time = time.process_time, lambda: 0.0
def burn():
    end = clock() + 3
    while clock() < end:
        pass
def turn(letters):
    if letters[0] == "f":
        burn()
    if letters[0] == "s":
        child = os.fork()
        if child == 0:
            burn()
            os._exit(0)
        os.waitpid(child, 0)
    return right(letters)
"""
    assert verdicts(backend, source) == [Verdict.TLE, Verdict.TLE, Verdict.AC]


def test_the_arguments_are_compared_by_the_grader(backend: Backend) -> None:
    """Whoever patches the copy, the comparison or the writer of the caller only loses the answer."""
    source = f"""
import copy, json, sys
{RIGHT}
copy.deepcopy = lambda thing: thing
main = sys.modules["__main__"]
for name in ("outcome", "json_value"):
    setattr(main, name, (lambda was: lambda *words: was(*words))(getattr(main, name)))
def turn(letters):
    answer = right(letters)
    letters.append("!")
    return answer
"""
    tests = graded(backend, source)
    assert {test.message for test in tests} == {
        "what was passed in was changed; copy it, and each list in it"
    }


def test_a_copy_of_the_process_gives_no_second_answer(backend: Backend) -> None:
    assert verdicts(backend, f"import os\nos.fork() and os.wait()\n{RIGHT}turn = right\n") == [Verdict.AC] * 3


ENDS = """
def legal_chessboard(board, mover=None):
    return board if mover is None else [[0] * 10**6 for _ in range(10**6)]

def chains(board):
    while True:
        print("x" * 10**6)
"""


def test_however_a_call_ends_the_others_count(backend: Backend) -> None:
    package, files = find_package("board-control"), {"chessboard.py": ENDS.encode()}
    batches = sample_batches(package)
    tests = grade_submission(Submission(files, digest(files)), package, batches, backend).tests
    found = {(test.question, test.verdict) for test in tests if test.batch == "sample-01"}
    assert found == {("legal", Verdict.WA), ("mover", Verdict.MLE), ("chains", Verdict.OLE)}
    assert not any(test.message.startswith("its answers") for test in tests)
