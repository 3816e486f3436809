"""Malformed answers to board9, as `score` reads them from the record of a run."""

from __future__ import annotations

import contextlib
import io
import tempfile
from pathlib import Path
from random import Random

from gograde.assignments.board9.batch import ANSWERS, write_batch
from gograde.codec import replace, to_json
from gograde.core.record import HandedIn, ScoreRecord
from gograde.core.verdict import Verdict
from gograde.grading.facts import BatchRun, RunRecord, Started
from gograde.grading.records import read_run, write_run
from gograde.intake.jobs import verdict_of
from gograde.sandbox.protocol import KEPT_BYTES, Limits, RunResult
from tests.attacks.harness.hand_in import course
from tests.attacks.harness.handed_in import formats
from tests.fuzz.mutate import NASTY, mutated
from tests.fuzz.trial import BrokenError, Trial
from tests.in_place import scorer_in_place
from tests.injection import outputs

NAMES = ("answer.txt", "Answer_test.TXT", "answer\n.txt", "out.txt", "test_0.txt", "\udcff.txt", "=1.txt")
PARTS: tuple[bytes, ...] = (
    *(
        b"Problem 3:", b"test_3\n", b"train_00\n", b"test_5: ", b"problem_1 =>", b"[test]problem 2:",
        b"test_9\n",
    ),
    *(b"[(", b"2, 3", b"2 3\n", b")]", b"np.array([[1, 2]])", b"Point(row=1, col=2)", b"{(0, 0)}", b"None"),
    *(b"True", b"False\n", b"true.", b"\n", b" ", b",", b"-1 99\n", b"1.0 2.\n", b"__import__('os')\n"),
)  # fmt: skip


CHECKED = {"junit.xml": outputs.junit, "results.json": outputs.gradescope, "commands.log": outputs.github}
"""What reads these formats is told nothing but text."""


def trial(random: Random) -> Trial:
    """Hostile output in a file, on a stream, or both."""
    data = random.choice((_from_grammar, _from_reference, _printed))(random)
    result = _result(random, data)
    return Trial("output of a program", data, lambda: taken(result))


def _from_grammar(random: Random) -> bytes:
    parts = random.choices((*PARTS, random.choice(NASTY)), k=random.choice((1, 5, 40, 400)))
    return b"".join(parts)[:KEPT_BYTES]


def _from_reference(random: Random) -> bytes:
    return mutated(random, write_batch(course()[1])[ANSWERS])


def _printed(random: Random) -> bytes:
    lines = (f"Problem {case.question}: step:{case.answer}\n" for case in course()[1].cases)
    return mutated(random, "".join(lines).encode())


def _result(random: Random, data: bytes) -> RunResult:
    files = {random.choice(NAMES): data[: 64 * 1024]} if random.random() < 0.6 else {}
    streams = [data[:KEPT_BYTES] if random.random() < 0.6 else b"" for _ in range(2)]
    code, signal = random.choice(((0, None), (0, None), (1, None), (None, 11)))
    refused = (
        {random.choice(NAMES): random.choice(("symbolic link", "FIFO"))} if random.random() < 0.2 else {}
    )
    sizes = [len(stream) for stream in streams]
    return RunResult("fuzz", code, signal, None, 0.1, 0.1, 1000, *streams, *sizes, files, refused)


def taken(result: RunResult) -> str:
    """Score what a run left behind, and write it in every format of `gograde check`."""
    record = _scored(result)
    if Verdict.JE in {record.verdict, *(test.verdict for test in record.tests)}:
        raise BrokenError("a judge error")
    for name, text in formats(record).items():
        if found := [*CHECKED[name](text.encode())] if name in CHECKED else []:
            raise BrokenError(f"{name}: {found}")
    return record.verdict.meaning


def _scored(result: RunResult) -> ScoreRecord:
    package, batch = course()
    verdict, message = verdict_of(result, "python", Limits())
    runs = (BatchRun(batch.name, verdict, message, result),)
    started = Started(path="board9.py", language="python", argv=("python3", "./board9.py"))
    record = RunRecord("board9", HandedIn("fuzz", "0" * 64), started=started, batches=runs)
    with tempfile.TemporaryDirectory() as folder:
        write_run(Path(folder) / "run", Path(folder) / "blobs", record)
        read = replace(read_run(Path(folder) / "run", Path(folder) / "blobs"), files={})
    with contextlib.redirect_stderr(io.StringIO()) as told:
        scored = scorer_in_place(package, [batch]).score(read)
    if told.getvalue():
        raise BrokenError(told.getvalue())
    to_json(scored)
    return scored
