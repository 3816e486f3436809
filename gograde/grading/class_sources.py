"""The sources that are compared: of a class, of samples, of earlier years; and what was handed out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path

from gograde.arena.game.protocol_files import handed_out
from gograde.classroom.classroom import Classroom
from gograde.classroom.handed_in import find_submissions, submissions_in
from gograde.codec import Record, of_value
from gograde.errors import JudgeError, UsageError
from gograde.grading.similarity import ComparedProgram, Known, plain
from gograde.intake.bag import Bag
from gograde.intake.entry import Refusal
from gograde.intake.languages import SOURCES
from gograde.intake.names import RefusedError, readable, safe_path
from gograde.intake.passages import HOLDS, LONGEST, Passage, Sources
from gograde.intake.read import NONSENSE, Words, refused
from gograde.intake.submission import Submission, submission_of, take_in
from gograde.listing import safe
from gograde.package.package import SUBMISSIONS, open_package
from gograde.package.samples import read_samples
from gograde.sandbox.protocol import Backend
from gograde.sandbox.reader.ask import ReaderAnswer, ReaderFault, ask

READ_SOURCES = "gograde.intake.reading.read_sources:read_sources"

REPLACED = 3
"""The most bytes of a text in UTF-8 for a byte of a source: a byte that is not UTF-8 is replaced."""


class _SourcesAnswer(Record):
    paths: tuple[str, ...] = ()
    refusal: Words = ""


Named = tuple[str, Callable[[], Submission]]
"""What a submission is called, and what takes it in."""


@dataclass(frozen=True)
class SimilaritySources:
    """The programs of the class, the others, what was handed out, and why other work is left out, by name."""

    programs: Sequence[ComparedProgram]
    others: Sequence[ComparedProgram]
    known: Known
    left_out: Mapping[str, str]


def class_sources(
    classroom: Classroom, assignment: str, earlier: Sequence[Path], backend: Backend
) -> SimilaritySources:
    """Read all that is compared in an assignment, with submissions in the folders of earlier years.

    Raises `UsageError`, `DataError`, `JudgeError` and `OSError`.
    """
    found = find_submissions(classroom, assignment).paths
    own = [(student, partial(take_in, path, classroom.path)) for student, path in found.items()]
    package = classroom.package(assignment)
    strangers = [*_samples(package), *chain.from_iterable(_earlier(folder, assignment) for folder in earlier)]
    left_out = dict[str, str]()
    programs = list(_programs(own, left_out, backend))
    others = list(_programs(strangers if programs else (), left_out, backend))
    return SimilaritySources(programs, others, _known(package, backend), left_out)


def _programs(
    named: Iterable[Named], left_out: dict[str, str], backend: Backend
) -> Iterator[ComparedProgram]:
    """The programs that can be compared; `left_out` gets the reason for each of the others."""
    for name, taken in named:
        found = read_sources(taken(), backend)
        if isinstance(found, Refusal):
            left_out[name] = found.message
        else:
            yield ComparedProgram(name, found)


def _samples(package: Path) -> Iterator[Named]:
    """The accepted samples: whoever has the package can hand them in."""
    for name, sample in read_samples(open_package(package)).items():
        if name.startswith("accepted/"):
            yield f"sample {name.removeprefix('accepted/')}", partial(submission_of, sample.files, "", {})


def _earlier(folder: Path, assignment: str) -> Iterator[Named]:
    """The submissions in a class, in a folder with folders of assignments, or in a folder of submissions."""
    likely = (folder / SUBMISSIONS / assignment, folder / assignment, folder)
    where = next((path for path in likely if path.is_dir()), None)
    if where is None:
        fix = "name a class or a folder of submissions"
        raise UsageError(f"--with {safe(str(folder))}", "no such folder", fix)
    for name in submissions_in(where):
        yield f"{safe(folder.resolve().name)}: {safe(readable(name))}", partial(take_in, where / name, where)


def _known(package: Path, backend: Backend) -> Known:
    """The template, and the modules that are handed out with a player."""
    folder = package / "template"
    template = {path.name: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
    files = {**template, **handed_out()}
    texts = {plain(data.decode("utf-8", "replace")) for data in files.values()}
    return Known(passages_of(files, backend), texts)


def read_sources(submission: Submission, backend: Backend) -> Sources | Refusal:
    """The sources of a submission, or why it is not compared; raises `JudgeError` when the sandbox fails."""
    if submission.refusal:
        return Refusal(submission.refusal)
    return _read(submission.files, backend, whole=False)


def passages_of(files: Mapping[str, bytes], backend: Backend) -> Collection[bytes]:
    """All passages of handed-out files; raises `JudgeError` when they cannot be read."""
    found = _read(files, backend, whole=True)
    if isinstance(found, Refusal):
        raise JudgeError("similarity", f"what is handed out was not read: {found.message}", "report it")
    return found.passages.keys()


def _read(files: Mapping[str, bytes], backend: Backend, *, whole: bool) -> Sources | Refusal:
    answer = ask(backend, READ_SOURCES, {"paths": list(files), "all": whole}, list(files.values()))
    if isinstance(answer, ReaderFault):
        return Refusal(answer.reason)
    try:
        return _checked(answer)
    except (ValueError, RefusedError):
        return Refusal(NONSENSE)


def _checked(answer: ReaderAnswer) -> Sources | Refusal:
    said = of_value(_SourcesAnswer, answer.value)
    if said.refusal:
        return refused(said.refusal)
    bag, passages = Bag(), dict[bytes, list[Passage]]()
    for path, text, records in zip(said.paths, answer.files[::2], answer.files[1::2], strict=True):
        if safe_path(path) != path or not path.lower().endswith(SOURCES):
            raise ValueError("no source")
        bag.add(path, iter([text]))
        _add(passages, path, records, text.count(b"\n") + 1)
    if not said.paths or len(answer.files) != 2 * len(said.paths) or bag.total > REPLACED * LONGEST:
        raise ValueError("no sources, or too many")
    return Sources({path: text.decode() for path, text in bag.files.items()}, passages)


def _add(passages: dict[bytes, list[Passage]], path: str, records: bytes, lines: int) -> None:
    """Add the passages of a source that has so many lines."""
    if len(records) > LONGEST * HOLDS.size or len(records) % HOLDS.size:
        raise ValueError("no passages")
    for gram, first, last in HOLDS.iter_unpack(records):
        if not 1 <= first <= last <= lines:
            raise ValueError("no lines of it")
        passages.setdefault(gram, []).append(Passage(path, first, last))
