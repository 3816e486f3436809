"""Programs that read standard input, and modules whose functions are called, in the real sandbox."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import gograde.grading
from gograde.authoring.case_folders import sample_batches
from gograde.authoring.module import ENDS, GIVEN, Call, CallEnd, ModuleAssignment, files_of
from gograde.authoring.spec import Mistake, Rubric
from gograde.authoring.spec_assignment import SpecAssignment, StdioAssignment
from gograde.codec import of_value, replace
from gograde.core.assignment import CALLER, Batch, Case, Facts
from gograde.core.record import AssignmentRef, HandedIn, ScoreRecord, Visibility
from gograde.core.values import score_text, score_value
from gograde.core.verdict import Verdict
from gograde.errors import DataError
from gograde.grading.boxed.box import InPlace
from gograde.grading.boxed.sheet import Code
from gograde.grading.contracts.kind import Task, code_of_kind, kind_of
from gograde.grading.contracts.module import CALLER_NEEDS, KIND
from gograde.grading.grade import grade_submission
from gograde.grading.run import run_submission
from gograde.grading.score import Scorer
from gograde.intake.submission import Submission, digest
from gograde.package.config import AssignmentConfig, Contract, LimitsConfig
from gograde.package.package import find_package
from gograde.sandbox.protocol import Backend
from tests.echo import numpy_runtime
from tests.golden import agrees, errors_agree

TRANSPOSE = Mistake("row-first", "Rows are not turned.", lambda question, value: value["board"])


def turned(question: str, value: Any) -> Any:
    return [list(column) for column in zip(*value["board"], strict=True)]


def rubric_of(parameters: Mapping[str, Any]) -> Rubric:
    return Rubric(judge=score_value, board=lambda value: ("X",))


def text_rubric(parameters: Mapping[str, Any]) -> Rubric:
    return Rubric(judge=score_text, board=lambda value: None)


MODULE = ModuleAssignment(
    "turn",
    rubric_of,
    lambda q, value: Call(("turn", "Board.turned"), (value["board"],)),
    call_s=0.5,
    known=lambda marking: (TRANSPOSE,),
)
STDIO = StdioAssignment("word", text_rubric)
BOARDS = ([[1, 2, 3]], [[1, 2], [0, 0]], [[0]])
CALLS = Batch(
    "01",
    tuple(
        Case(f"turn-{n}", "turn", MODULE.bytes_of({"board": board}), turned("", {"board": board}))
        for n, board in enumerate(BOARDS, start=1)
    ),
    public=False,
)
WORD = Batch("01", (Case("word-1", "word", b"abc", "cba", ("short",)),), public=False)


def config(kind: str, entry: str, question: str) -> AssignmentConfig:
    return of_value(
        AssignmentConfig,
        {
            "schema": "gograde/assignment/v1",
            "id": question,
            "version": "1.0.0",
            "title": {"en": question},
            "contract": {
                "kind": kind,
                "entries": [entry],
                "languages": ["python", "c", "shell"],
                "collect": {"patterns": [GIVEN]},
            },
            "groups": [{"name": "all", "questions": [question], "weight": 2}],
        },
    )


def graded(
    assignment: SpecAssignment, batch: Batch, sandbox: Backend, cpu_s: float = 4.0, **files: str
) -> ScoreRecord:
    """The record of a submission of one or more files, `_dot_` in whose names is a dot."""
    named = {name.replace("_dot_", "."): text.encode() for name, text in files.items()}
    kind = "module" if isinstance(assignment, ModuleAssignment) else "stdio"
    entry = "turn.py" if kind == "module" else "word.py"
    settings = config(kind, entry, "turn" if kind == "module" else "word")
    settings = replace(settings, limits=LimitsConfig(cpu_s=cpu_s, wall_s=20))
    task = Task(settings, assignment, (batch,), numpy_runtime(), sandbox)
    record = run_submission(Submission(named, digest(named)), HandedIn("alice", digest(named)), task)
    reference = AssignmentRef(id="x", version="1.0.0", package_sha256="0" * 64)
    return Scorer(InPlace(Code(settings.marking), assignment), settings, reference, [batch]).score(record)


TURN = "def turn(board):\n    return [list(column) for column in zip(*board)]\n"
ODD = "class Odd:\n def __getattribute__(*_): 1 / 0\nodd = Odd()\n"
BUSY = "import time\nend = time.process_time() + 0.3\nwhile time.process_time() < end: pass\n"


def first(statement: str) -> str:
    """The right function, which does this before it returns."""
    return TURN.replace("    return", f"    {statement}\n    return")


CLASS = "class Board:\n    def __init__(self, b): self.b = b\n"
RETURNS = {
    "lists": TURN,
    "tuples": "def turn(board):\n    return tuple(zip(*board))",
    "a method": f"{CLASS}    def turned(self): return [*zip(*self.b)]",
    "an attribute": "class Board:\n    def __init__(self, b): self.turned = [*zip(*b)]",
    "a property": f"{CLASS}    @property\n    def turned(self): return [*zip(*self.b)]",
    "an array": "import numpy\ndef turn(board):\n    return numpy.array(board).T",
    "floats": "def turn(board):\n    print('noise')\n    return [[float(p) for p in c] for c in zip(*board)]",
    "of a module beside it": "from helper import turn",
    "it prints": first("print(board)"),
    "one call raises": first("if len(board) == 2: raise KeyError('two')"),
    "one call ends the process": first("if len(board) == 2: import os; os._exit(7)"),
    "without end": "def turn(board):\n    while True: pass\n",
    "it ends Python": "def turn(board):\n    raise SystemExit(3)\n",
    "an object": "def turn(board):\n    return object()\n",
    "no number": "def turn(board):\n    return float('nan')\n",
    "it changes what it is given": "def turn(board):\n    board[0][0] = 5\n",
    "no function": ODD,
    "it prints and returns nothing": "def turn(board): print(board)",
    "no Python": "def turn(board) return board",
    "a module that is not there": "import nonesuch",
}
"""What is handed in, by what comes of its calls."""


def test_what_comes_of_calls_is_kept(sandbox: Backend) -> None:
    """One call that fails costs one case; of the last, all together use more time than the batch has."""
    said = []
    tried = [(name, source, 4.0) for name, source in RETURNS.items()]
    for name, source, cpu_s in (*tried, ("each call within its limit", f"{BUSY}{TURN}", 0.5)):
        record = graded(MODULE, CALLS, sandbox, cpu_s, turn_dot_py=source, helper_dot_py=TURN)
        said.append(f"== {name}")
        said += [f"{test.name} {test.verdict.value} {test.message}" for test in record.tests]
        said += [f"{run.batch} {run.verdict.value} {run.message} {run.stdout!r}" for run in record.runs]
    agrees("grading/calls.txt", "".join(f"{line.rstrip()}\n" for line in said))


def test_a_call_is_told_as_a_student_types_it() -> None:
    assert MODULE.call_text(CALLS.cases[0]) == "turn(board)"
    long = ModuleAssignment("x", rubric_of, lambda q, value: Call(("A.is_joseki",), tuple(value.values())))
    case = Case("1", "x", long.bytes_of({"steps": "DD", "library": ["CE" * 90, True]}), True)
    told = long.call_text(case)
    assert told.startswith("is_joseki('DD', library=['CECE")
    assert told.endswith("CE', True])")
    assert len(told) < 200


def test_what_tells_nothing_is_no_answer() -> None:
    for said in [
        b"", b"\n\n", b"[]", b"{}", b'{"value": [[1]]}', b'{"arguments": [[[0]]]}', b"\xff", b"\xf0\x9f",
        b'{"value": NaN, "arguments": [[[0]]]}', b"[" * 100_000, b'{"value": ' + b"[" * 100_000,
        b'{"value": ' + b"[" * 200 + b"]" * 200 + b', "arguments": [[[0]]]}',
        b'{"value": [[1e999]], "arguments": [[[0]]]}', b'{"value": {"a": [-1e999]}, "arguments": [[[0]]]}',
        b'{"value": [[0]], "arguments": [[[0]]]}{"value": [[0]], "arguments": [[[0]]]}', b'{"error": 1}',
    ]:  # fmt: skip
        assert scored(CallEnd("turn-3", Verdict.AC, output=said)) == [(Verdict.NO, "no answer")] * 3


def test_lines_that_the_grader_did_not_write_are_passed_over() -> None:
    for line in [
        b"\n", b"[]\n", b"{}\n", b"\xff\n", b'{"id": "turn-3", "verdict": "??", "message": "", "said": ""}\n',
    ]:  # fmt: skip
        files = files_of([CallEnd("turn-3", Verdict.AC, output=b'{"value": [[0]], "arguments": [[[0]]]}')])
        assert files[ENDS] == b'{"id": "turn-3", "verdict": "AC", "message": ""}\n'
        assert scored_files({**files, ENDS: line + files[ENDS] + line}) == [(Verdict.NO, "no answer")] * 2 + [
            (Verdict.AC, "")
        ]


@pytest.mark.parametrize(
    ("verdict", "outcome"),
    [
        (Verdict.AC, (Verdict.AC, "")),
        (Verdict.RTE, (Verdict.AC, "")),  # it crashed after its answer
        (Verdict.TLE, (Verdict.TLE, "so")),
        (Verdict.CE, (Verdict.CE, "so")),
    ],
)
def test_an_answer_counts_when_its_process_was_not_ended_by_a_limit(verdict, outcome) -> None:
    said = b'{"value": [[0]], "arguments": [[[0]]]}'
    assert scored(CallEnd("turn-3", verdict, "so", said))[2] == outcome


def test_arguments_that_come_back_otherwise_were_changed() -> None:
    """The grader compares with what it sent, whatever the process says of it."""
    for arguments in (b"[[[1]]]", b"null", b"[[[0]], 1]", b"[" * 40 + b"]" * 40):
        said = b'{"value": [[0]], "arguments": %b}' % arguments
        assert scored(CallEnd("turn-3", Verdict.AC, output=said))[2] == (
            Verdict.WA,
            "what was passed in was changed; copy it, and each list in it",
        )


def scored(end: CallEnd) -> list[tuple[Verdict, str]]:
    return scored_files(files_of([end]))


def scored_files(files: Mapping[str, bytes]) -> list[tuple[Verdict, str]]:
    facts = Facts(Verdict.AC, "", b"", b"", files)
    tests = MODULE.score(CALLS, facts, SETTINGS.marking, Visibility.HIDDEN)
    return [(test.verdict, test.message) for test in tests]


def test_the_server_has_what_the_caller_imports() -> None:
    (caller, _) = MODULE.stage(CALLS)
    nodes = ast.walk(ast.parse(caller.data))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    nodes = ast.walk(ast.parse(caller.data))
    names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    assert names - {"__future__"} == set(CALLER_NEEDS)


def test_an_assignment_of_another_kind_cannot_be_called() -> None:
    with pytest.raises(DataError) as caught:
        KIND.inputs(STDIO, WORD)
    assert str(caught.value) == (
        "word: its contract is module, and its assignment is no ModuleAssignment\n"
        "Fix: make it of gograde.authoring.module.ModuleAssignment"
    )


def test_a_process_reads_its_call_and_nothing_else() -> None:
    one = replace(CALLS, cases=CALLS.cases[2:])
    caller, call = MODULE.stage(one)
    assert (caller.path, MODULE.stdin(one)) == (CALLER, b"")
    assert call.data == b'{"names": ["turn", "Board.turned"], "arguments": [[[0]]], "objects": []}\n'


SETTINGS = config("module", "turn.py", "turn")


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("word_dot_py", "import sys\nprint(sys.stdin.read()[::-1])"),
        ("word_dot_sh", "rev"),
        pytest.param(
            "word_dot_c",
            "#include <stdio.h>\nint main(void) { char s[9]; int n = fread(s, 1, 9, stdin);"
            " while (n--) putchar(s[n]); }",
            marks=pytest.mark.needs("cc"),
        ),
    ],
)
def test_programs_read_a_case_and_print_its_answer(sandbox: Backend, name: str, source: str) -> None:
    record = graded(STDIO, WORD, sandbox, **{name: source})
    assert [(t.name, t.verdict, t.points, t.features) for t in record.tests] == [
        ("01/word-1", Verdict.AC, 2.0, ("short",))
    ]


# -- on disk --------------------------------------------------------------------------------


@pytest.mark.parametrize(("assignment", "batch"), [(MODULE, CALLS), (STDIO, WORD)])
def test_what_is_written_is_read_again(assignment: SpecAssignment, batch: Batch) -> None:
    assert assignment.read_batch("01", assignment.write_batch(batch), public=False) == batch


def test_a_batch_on_disk_looks_so() -> None:
    assert STDIO.write_batch(WORD) == {
        "input.txt": b"abc",
        "answer.txt": b"cba\n",
        "case.json": b'{"id": "word-1", "question": "word", "features": ["short"]}\n',
    }
    few = replace(CALLS, cases=CALLS.cases[2:])
    assert MODULE.write_batch(few) == {
        "cases.json": b"[\n"
        b'{"id": "turn-3", "question": "turn", "input": {"board": [[0]]}, "features": []}\n'
        b"]\n",
        "answers.json": b'[\n{"id": "turn-3", "answer": [[0]]}\n]\n',
    }


OF_NO_CASE = b'{"id": 1, "question": "w", "features": []}'
DAMAGED: tuple[tuple[SpecAssignment, str, bytes | None], ...] = (
    (STDIO, "more.txt", b""), (STDIO, "answer.txt", None), (STDIO, "answer.txt", b"c\x07ba\n"),
    (STDIO, "answer.txt", b"cba"), (STDIO, "case.json", b"[]"), (STDIO, "case.json", OF_NO_CASE),
    (MODULE, "cases.json", None), (MODULE, "cases.json", b"1"), (MODULE, "answers.json", b"[]"),
    (MODULE, "answers.json", b"["),
)  # fmt: skip


def test_a_batch_that_is_damaged_is_refused() -> None:
    def read(assignment: SpecAssignment, name: str, data: bytes | None) -> object:
        files = {**assignment.write_batch(WORD if assignment is STDIO else CALLS), name: data}
        whole = {name: data for name, data in files.items() if data is not None}
        return assignment.read_batch("01", whole, public=False)

    tried = ((f"{one[1]}: {one[2]!r}", partial(read, *one)) for one in DAMAGED)
    errors_agree("grading/damaged.txt", tried)


# -- the kinds of contract: each has its module, and only the modules that a package needs are loaded  --


KINDS = get_args(get_type_hints(Contract)["kind"])


def contract(kind: str) -> Contract:
    return of_value(Contract, {"kind": kind, "entries": ["a.py"], "languages": ["python"]})


def test_the_kinds() -> None:
    assert KINDS == ("files", "stdio", "module", "game")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_module(kind: str) -> None:
    module = {"stdio": "files"}.get(kind, kind)
    assert code_of_kind(contract(kind)) == f"gograde.grading.contracts.{module}"
    assert kind_of(contract(kind)).finder in (
        "gograde.intake.reading.programs:programs",
        "gograde.intake.reading.programs:named_programs",
    )


@pytest.mark.parametrize(("kind", "plays"), [("files", False), ("game", True)])
def test_the_arena_is_loaded_for_games_alone(kind: str, plays: bool) -> None:
    code = (
        "import json, sys, gograde.workflow.steps.run, importlib;"
        f"importlib.import_module('gograde.grading.contracts.{kind}');"
        "print(json.dumps(any(name.startswith('gograde.arena') for name in sys.modules)))"
    )
    assert json.loads(subprocess.check_output([sys.executable, "-P", "-c", code], text=True)) is plays


def test_grading_names_no_assignment() -> None:
    folder = Path(gograde.grading.__path__[0])
    named = {
        path.name: found
        for path in folder.rglob("*.py")
        if (found := re.findall(r"gograde\.assignments\.\w+", path.read_text("utf-8")))
    }
    assert named == {}


# -- modules that attack the way they are called: each gets what its functions return, and no more


WORDS = ("first-word", "second-word", "third-word")


REVERSED = ModuleAssignment(
    "turn", rubric_of, lambda q, value: Call(("turn",), (value["letters"],)), call_s=0.7
)
BATCH = Batch(
    "01",
    tuple(
        Case(f"turn-{n}", "turn", REVERSED.bytes_of({"letters": [*word]}), [*word][::-1])
        for n, word in enumerate(WORDS, start=1)
    ),
    public=False,
)
RIGHT = "def right(letters): return letters[::-1]\n"


def verdicts(backend: Backend, source: str) -> list[Verdict]:
    return [test.verdict for test in graded(REVERSED, BATCH, backend, turn_dot_py=source).tests]


def returned(backend: Backend, source: str) -> list[Any]:
    """What the function returned, and the record kept, for each call."""
    return [
        test.cause.actual if test.cause else None
        for test in graded(REVERSED, BATCH, backend, turn_dot_py=source).tests
    ]


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
    tests = graded(REVERSED, BATCH, backend, turn_dot_py=source).tests
    assert {test.message for test in tests} == {
        "what was passed in was changed; copy it, and each list in it"
    }


def test_a_copy_of_the_process_gives_no_second_answer(backend: Backend) -> None:
    assert verdicts(backend, f"import os\nos.fork() and os.wait()\n{RIGHT}turn = right\n") == [Verdict.AC] * 3


ENDINGS = """
def legal_chessboard(board, mover=None):
    return board if mover is None else [[0] * 10**6 for _ in range(10**6)]

def chains(board):
    while True:
        print("x" * 10**6)
"""


def test_however_a_call_ends_the_others_count(backend: Backend) -> None:
    package, files = find_package("board-control"), {"chessboard.py": ENDINGS.encode()}
    batches = sample_batches(package)
    tests = grade_submission(Submission(files, digest(files)), package, batches, backend).tests
    found = {(test.question, test.verdict) for test in tests if test.batch == "sample-01"}
    assert found == {("legal", Verdict.WA), ("mover", Verdict.MLE), ("chains", Verdict.OLE)}
    assert not any(test.message.startswith("its answers") for test in tests)
