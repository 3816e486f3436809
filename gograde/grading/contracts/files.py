"""The contract `files`: a program reads files, and writes files or prints; one sandboxed run a batch.

Under the contract `stdio` a batch is one case on standard input, and no file is staged.
Once all batches are run, the pictures of all of them are decoded together, since most of a job is its start.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import repeat
from urllib.parse import unquote

from gograde.core.assignment import Assignment, Batch, PictureFact
from gograde.core.verdict import Verdict
from gograde.grading.contracts.kind import ContractKind, Task, run_limits
from gograde.grading.facts import LIMIT_VERDICTS, SKIPPED, BatchRun
from gograde.intake.entry import staged_submission
from gograde.intake.jobs import run_job, verdict_of, with_packages
from gograde.intake.launch import Program
from gograde.intake.runtime import SYSTEM, Runtime
from gograde.listing import printable
from gograde.package.config import AssignmentConfig, CollectConfig
from gograde.pictures.picture import LIBRARY, MOST_PIXELS, VECTORS, NoPicture, Picture, is_picture_name, png
from gograde.pictures.shapes.scene import MOST_BYTES as MOST_SHAPES_BYTES
from gograde.sandbox.protocol import KIB, MIB, Backend, Collect, Job, RunResult
from gograde.sandbox.reader.ask import LIMITS as READER_LIMITS
from gograde.sandbox.reader.ask import ReaderFault, ask

SHOWN_SIDE = 1000
"""Pixels: the largest width and height of a kept picture.  Boards are read from it, pages show it."""

SHOWN_BYTES = 8 * MIB
"""Bytes: the most that all PNGs of one run may have together."""

INSIDE = "gograde.pictures.in_box:decoded"

LIMITS = replace(READER_LIMITS, cpu_s=30)
"""Limits of one decoding job, which by itself ends long before (`in_box.ENOUGH_CPU_S`)."""

LOAD_FILES = 30
"""The most pictures that one job decodes: of the most bytes, they take half of its memory."""

MOST_ENDED = 3
"""After this many pictures ended the decoding process, no other picture of the submission is read."""

MOST_JOBS = 6
"""The most decoding jobs for each run: 28 pictures of 12 million pixels take two."""

LONGEST_REASON = 200
"""Characters of a refusal."""

_ENDED = NoPicture("decoding it took too much time or memory")
_NOT_TRIED = NoPicture("not read, since pictures before it could not be decoded within the limits")


class FilesContract(ContractKind):
    """Puts the files of a batch beside the program; the files it writes and its output are the answer."""

    def inputs(self, assignment: Assignment, batch: Batch) -> Mapping[str, bytes]:
        return {"": assignment.stdin(batch), **{file.path: file.data for file in assignment.stage(batch)}}

    def most_s(self, config: AssignmentConfig, batches: int) -> float:
        return config.limits.wall_s * batches

    def run(self, program: Program, task: Task) -> Sequence[BatchRun]:
        """A run for every batch; once limits ended `stop_after` runs, the others are skipped."""
        runs: list[BatchRun] = []
        for batch in task.batches:
            task.tell(len(runs), len(task.batches), batch.name)
            ended = sum(run.verdict in LIMIT_VERDICTS for run in runs)
            if ended >= task.config.stop_after:
                runs.append(BatchRun(batch.name, Verdict.SK, SKIPPED))
            else:
                runs.append(self.run_batch(batch, program, task))
        return with_pictures(runs, task.backend)

    def run_batch(self, batch: Batch, program: Program, task: Task) -> BatchRun:
        job, language = batch_job(batch, program, task), program.entry.language
        result = written(run_job(job, task.backend), job)
        if language == "python":
            result = without_host_folders(result, task.runtime)
        verdict, message = verdict_of(result, language, job.limits)
        return BatchRun(batch.name, verdict, with_packages(message, task.runtime.packages), result)


KIND = FilesContract()

FOLDERS = 4
"""Levels of folders in which pictures are looked for."""


def batch_job(batch: Batch, program: Program, task: Task) -> Job:
    """The job of one batch: the submission, and the batch's files over it."""
    contract, start, limits = task.config.contract, program.start, run_limits(task.config)
    staged = (*start.files, *task.assignment.stage(batch))
    files = (*staged_submission(program.files, program.entry, contract.answers, staged), *staged)
    return replace(
        start.job(limits, files),
        stdin=task.assignment.stdin(batch),
        collect=_collect(contract.collect),
        collect_first=_with_captured(_collect(contract.pictures)),
    )


def _collect(config: CollectConfig) -> Collect:
    return Collect(config.patterns, config.file_kib * KIB, config.files)


def _with_captured(pictures: Collect) -> Collect:
    """Where pictures are collected, collect those in folders, and of windows and figures, too."""
    if not pictures.patterns:
        return pictures
    patterns = (*pictures.patterns, *CAPTURED)
    files = pictures.files + MOST_CAPTURED
    return replace(pictures, patterns=patterns, files=files, depth=FOLDERS)


def written(result: RunResult, job: Job) -> RunResult:
    """The result with only the bytes that the program wrote: for a staged file, the bytes it appended.

    The old content of a staged file is not an answer, and a report that was handed in is no picture.
    """
    staged = {file.path: file.data for file in job.files}
    files = {
        name: data.removeprefix(staged.get(name, b""))
        for name, data in result.files.items()
        if staged.get(name) != data
    }
    refused = {
        name: why
        for name, why in result.refused.items()
        if name not in staged or not name.lower().endswith(VECTORS)
    }
    return replace(result, files=files, refused=refused)


def with_pictures(runs: Sequence[BatchRun], backend: Backend) -> list[BatchRun]:
    """The runs with their pictures; those of a run that a limit ended depend on the moment it ended."""
    results = [None if run.verdict in LIMIT_VERDICTS else run.result for run in runs]
    return [
        replace(run, pictures=pictures) for run, pictures in zip(runs, drawn(results, backend), strict=True)
    ]


def drawn(results: Sequence[RunResult | None], backend: Backend) -> list[tuple[PictureFact, ...]]:
    """The pictures of each run by name: first the files that it saved, then its windows and figures.

    A picture that cannot be read has a refusal.  Raises `JudgeError` when the sandbox fails.
    """
    files: dict[str, bytes] = {}
    refused: list[dict[str, NoPicture]] = []
    for number, result in enumerate(results):
        saved, not_taken = (result.files, result.refused) if result else ({}, {})
        notes = {name: NoPicture(note[1]) for name in saved if (note := note_of(name))}
        refused.append(
            {name: NoPicture(why) for name, why in not_taken.items() if is_picture_name(name)} | notes
        )
        pictures = {name: data for name, data in saved.items() if is_picture_name(name) and name not in notes}
        files |= {f"{number}/{name}": data for name, data in pictures.items()}
    shown = [{name: _drawn(name, why) for name, why in each.items()} for each in refused]
    for key, seen in decode(files, backend, SHOWN_SIDE, MOST_JOBS * len(results)):
        run, _, name = key.partition("/")
        shown[int(run)].setdefault(name, _drawn(name, seen))
    return [tuple(_within_bytes(each[name] for name in _in_order(each))) for each in shown]


def _in_order(names: Iterable[str]) -> list[str]:
    return sorted(names, key=lambda name: (captured_of(name) is not None, name))


def _drawn(file: str, seen: Picture | NoPicture) -> PictureFact:
    captured = captured_of(file)
    if note := note_of(file):
        picture = PictureFact(note[0], kind="window")
    elif captured is None:
        picture = PictureFact(os.fsencode(file).decode("utf-8", "backslashreplace"))
    else:
        picture = PictureFact(captured.name, kind=captured.kind, title=captured.title, order=captured.order)
    if isinstance(seen, NoPicture):
        return replace(picture, refusal=seen.reason)
    blank = seen.rgb == seen.rgb[:3] * (seen.width * seen.height)
    sized = replace(picture, width=seen.width, height=seen.height, blank=blank)
    return replace(sized, png=png(seen), shapes=seen.shapes)


def _within_bytes(pictures: Iterable[PictureFact]) -> Iterator[PictureFact]:
    left = SHOWN_BYTES
    for picture in pictures:
        left -= len(picture.png) + len(picture.shapes)
        too_much = f"not shown, since the pictures of this run have more than {SHOWN_BYTES // MIB} MiB"
        nothing = PictureFact(picture.name, kind=picture.kind, title=picture.title, order=picture.order)
        unshown = replace(nothing, refusal=too_much)
        yield picture if left >= 0 or picture.refusal else unshown


def decode(
    files: Mapping[str, bytes], backend: Backend, side: int | None = None, most_jobs: int = MOST_JOBS
) -> Iterator[tuple[str, Picture | NoPicture]]:
    """Decode picture files (by name) in the sandbox; with `side`, shrink them by a whole factor.

    A picture is refused when its file does not fit the format of its name, or when decoding it passes
    a limit.  Raises `JudgeError` when the sandbox fails or lacks Pillow.
    """
    names = list(files)
    done = ended = 0
    for _ in range(most_jobs):
        if done >= len(names) or ended >= MOST_ENDED:
            break
        load = names[done : done + LOAD_FILES]
        found = _decoded(load, [files[name] for name in load], backend, side)
        yield from zip(load, found, strict=False)
        done += len(found)
        ended += found.count(_ENDED)
    yield from zip(names[done:], repeat(_NOT_TRIED), strict=False)


def _decoded(
    names: Sequence[str], files: Sequence[bytes], backend: Backend, side: int | None
) -> list[Picture | NoPicture]:
    """The results of the first pictures, at least of one."""
    answer = ask(backend, INSIDE, {"names": list(names), "side": side}, files, LIMITS)
    if isinstance(answer, ReaderFault):
        return [_ENDED] * len(names)
    results, kept = answer.value, answer.files
    if not isinstance(results, list) or not 0 < 2 * len(results) == len(kept) <= 2 * len(names):
        return [_ENDED] * len(names)
    told = zip(results, kept[::2], kept[1::2], strict=True)
    return [_picture_of(result, rgb, shapes, side) for result, rgb, shapes in told]


def _picture_of(result: object, rgb: bytes, shapes: bytes, side: int | None) -> Picture | NoPicture:
    """The picture that a result tells of; the pixels must be as many as it says, and shapes are not read."""
    if len(shapes) > MOST_SHAPES_BYTES:
        return _ENDED
    if isinstance(result, str) and 0 < len(result) <= LONGEST_REASON and not rgb and not shapes:
        return NoPicture(printable(result))
    if isinstance(result, list) and [type(number) for number in result] == [int, int]:
        width, height = result
        small = min(width, height) > 0 and max(width, height) <= (side or MOST_PIXELS)
        if small and width * height <= MOST_PIXELS and len(rgb) == 3 * width * height:
            return Picture(width, height, rgb, shapes)
    return _ENDED


def without_host_folders(result: RunResult, runtime: Runtime) -> RunResult:
    """The result with the interpreter's folders in its output named as on every machine."""
    pairs = host_folders(runtime)

    def neutral(stream: bytes) -> bytes:
        return reduce(lambda text, pair: text.replace(*pair), pairs, stream)

    return replace(result, stdout=neutral(result.stdout), stderr=neutral(result.stderr))


@lru_cache(maxsize=8)
def host_folders(runtime: Runtime) -> tuple[tuple[bytes, bytes], ...]:
    """Each folder of the interpreter with its replacement, the longest folder first."""
    words = dict(runtime.neutral())
    words |= {path.resolve(): word for path, word in words.items()}
    longest = sorted(words.items(), key=lambda item: (-len(str(item[0])), item))
    return tuple((bytes(path), word.encode()) for path, word in longest if path != SYSTEM)


CAPTURED = ("shown-*", "unseen-*.note")
MOST_CAPTURED = 40
"""Files of windows and figures taken from one run, beside the files that the package asks for."""

NOTES = {
    "not pressed": ("a window", "a button, a key or the mouse may show more in it, and nobody pressed it"),
    "too many": ("a later window", f"more than {MOST_CAPTURED} windows and figures were shown"),
    "not imitated": ("a window", "our stand-in for tkinter does not show what the program called"),
    "fault": (LIBRARY, "our stand-in for the library failed"),
}
"""What may be to see that was not kept, and why, by the word in the name of a note."""

_NOTE = re.compile(r"unseen-([a-z%0-9]+)-([A-Za-z0-9_.%]*)\.note")
_NAME = re.compile(r"shown-([0-9]{2})-(window|figure)-([A-Za-z0-9_.%]*)\.(?:png|drawing)")


@dataclass(frozen=True)
class Captured:
    """A window or figure that a program showed; `order` is its place in the run, from 1."""

    order: int
    kind: str
    title: str

    @property
    def name(self) -> str:
        """The name that people see, like `window 3: test_1`."""
        return f"{self.kind} {self.order}" + (f": {self.title}" if self.title else "")


def captured_of(name: str) -> Captured | None:
    """Parse a file name; None for a name of another form.  Unprintable characters become `?`."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    title = unquote(found[3], errors="replace").strip()
    return Captured(int(found[1]), found[2], printable(title))


def note_of(name: str) -> tuple[str, str] | None:
    """What was not kept, and why, from the name of a note; None for another file."""
    found = _NOTE.fullmatch(name)
    told = NOTES.get(unquote(found[1])) if found else None
    if found is None or told is None:
        return None
    about = printable(unquote(found[2], errors="replace").strip())
    return told[0], f"{told[1]}: {about}" if about else told[1]
