"""Has a submission read inside the sandbox, and checks what comes back.

The process that reads may be taken over by what it reads.  So its answer is hostile like the submission: it
is typed and bounded, its names are those of files, and whatever does not fit is the submission's fault.
`left_out` tells which submitted files the program does not find unchanged.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Protocol

from msgspec import Meta

from gograde.code_closure import code_digest, packages
from gograde.codec import Record, of_value
from gograde.intake.bag import Bag
from gograde.intake.entry import CLASS, Entry, Refusal, is_old_answer
from gograde.intake.languages import LANGUAGES
from gograde.intake.names import RefusedError, is_archive, safe_path
from gograde.intake.store import answer_path, keep_answer, kept_answer
from gograde.intake.submission import Submission, digest
from gograde.intake.traits import RANDOM, SAFE, Trait
from gograde.listing import printable
from gograde.package.config import Contract
from gograde.sandbox.protocol import Backend
from gograde.sandbox.reader.ask import ReaderAnswer, ReaderFault, ask

READ = "gograde.intake.reading.read:read"

NONSENSE = "reading it gave an answer that cannot be true"

LONGEST_NOTE = 1000
"""Characters; a note names at most a few commands of a notebook, each shortened."""

LONGEST_REFUSAL = 4000
"""Characters; a refusal names at most a few files, each shortened."""

Words = Annotated[str, Meta(max_length=LONGEST_REFUSAL)]


class Finder(Protocol):
    """How programs of a kind of contract are found."""

    @property
    def finder(self) -> str:
        """The function that finds the files which may be the program, as `module:function`."""

    def beside(self) -> Mapping[str, bytes]:
        """The modules of ours that lie beside every program, by file name."""


@dataclass(frozen=True)
class SourceReading:
    """What is known of a submission that has a program.

    `files` are its files, unpacked.  `changed` are those that the program finds in another form: translated
    to what the interpreters accept.  `characters` is the length of each file as text.  `imports` are modules
    that may be imported before the program starts.  `reads_code` says why it is not ranked by length, `notes`
    say of files how they were read.
    """

    files: Mapping[str, bytes]
    changed: Mapping[str, bytes]
    entry: Entry
    not_started: Sequence[str]
    characters: Mapping[str, int]
    imports: Sequence[str]
    marks: frozenset[Trait]
    reads_code: str = ""
    notes: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def program(self) -> Mapping[str, bytes]:
        """The files as compilers and the program find them."""
        return {**self.files, **self.changed}


def read(
    submission: Submission, contract: Contract, kind: Finder, backend: Backend
) -> SourceReading | Refusal:
    """Read a submission, or say why it is refused; raises `JudgeError` when the sandbox fails."""
    if submission.refusal:
        return Refusal(submission.refusal)
    beside = kind.beside()
    answer = _answer(submission, contract, kind, backend)
    if isinstance(answer, ReaderFault):
        return Refusal(answer.reason)
    try:
        return _checked(answer, submission.files, contract, beside)
    except (ValueError, RefusedError):
        return Refusal(NONSENSE)


def language_read(answers: Path, submission: str, contract: Contract, kind: Finder) -> str | None:
    """The language of a submission, given by its SHA-256; empty without a program.

    `answers` is the folder of a store.  None when the present code has not read the submission.
    """
    kept = kept_answer(answer_path(answers, submission, _question(contract, kind)))
    if kept is None or kept[0] != code_of_reader(kind):
        return None
    value = kept[1].value
    language = value.get("language") if isinstance(value, dict) else None
    return language if isinstance(language, str) and language in contract.languages else ""


def read_once(submission: Submission, contract: Contract, kind: Finder, backend: Backend) -> None:
    """Have the present code read a submission of a store, unless it has; raises what `read` raises."""
    answers, sha256 = submission.answers, submission.sha256
    if answers is None or language_read(answers, sha256, contract, kind) is not None:
        return
    path = answer_path(answers, sha256, _question(contract, kind))
    path.unlink(missing_ok=True)
    if submission.refusal:
        keep_answer(path, ReaderFault(submission.refusal), code_of_reader(kind))
    read(submission, contract, kind, backend)


def code_of_reader(kind: Finder) -> str:
    """A digest of the code that reads submissions, with the packages that it imports."""
    modules = [function.partition(":")[0] for function in (READ, kind.finder)]
    return hashlib.sha256(json.dumps([code_digest(*modules), packages(*modules)]).encode()).hexdigest()


def _answer(
    submission: Submission, contract: Contract, kind: Finder, backend: Backend
) -> ReaderAnswer | ReaderFault:
    """What the sandbox says of a submission, or said when it was asked before."""
    answers = submission.answers
    path = answers and answer_path(answers, submission.sha256, _question(contract, kind))
    if path and (kept := kept_answer(path)) and kept[1].value is not None:
        return kept[1]
    beside = kind.beside()
    request = {"paths": list(submission.files), "beside": list(beside), **_wanted(contract, kind)}
    answer = ask(backend, READ, request, [*submission.files.values(), *beside.values()])
    if path:
        keep_answer(path, answer, code_of_reader(kind))
    return answer


def _wanted(contract: Contract, kind: Finder) -> Mapping[str, Any]:
    """The part of a request that is the same for all submissions."""
    return {
        "entries": contract.entries,
        "languages": contract.languages,
        "skeletons": contract.skeletons,
        "answers": contract.answers,
        "finder": kind.finder,
    }


def _question(contract: Contract, kind: Finder) -> str:
    """A digest of what is asked of every submission under a contract."""
    asked = json.dumps(_wanted(contract, kind)).encode()
    return digest({"\0asked": asked, **kind.beside()})


def refused(words: str) -> Refusal:
    """A refusal in the reader's words, which may hold anything."""
    return Refusal("\n".join(map(printable, words.split("\n"))))


class _RefusalAnswer(Record):
    refusal: Annotated[str, Meta(min_length=1, max_length=LONGEST_REFUSAL)]


class _ProgramAnswer(Record):
    unpacked: list[str]
    changed: list[str]
    entry: str
    language: str
    sources: list[str]
    start: Words
    not_started: list[str]
    characters: list[int]
    imports: list[str]
    marks: list[str]
    reads_code: Words
    notes: dict[str, Annotated[str, Meta(min_length=1, max_length=LONGEST_NOTE)]]


def _checked(
    answer: ReaderAnswer, handed_in: Mapping[str, bytes], contract: Contract, beside: Mapping[str, bytes]
) -> SourceReading | Refusal:
    """The answer as a value of ours; raises `ValueError` or `RefusedError` when it cannot be true."""
    if isinstance(answer.value, dict) and "refusal" in answer.value:
        return refused(of_value(_RefusalAnswer, answer.value).refusal)
    said, data = of_value(_ProgramAnswer, answer.value), iter(answer.files)
    files = _files(said.unpacked, list(islice(data, len(said.unpacked))), handed_in)
    changed = dict(zip(_known(said.changed, files), data, strict=True))
    _check_entry(said, contract)
    modules = {*SAFE, RANDOM, *(name.removesuffix(".py") for name in beside)}
    [path], sources = _known([said.entry], files), _known(said.sources, files, often=True)
    return SourceReading(
        files,
        changed,
        Entry(path, said.language, tuple(sources), said.start),
        _known(said.not_started, files),
        _lengths(said.characters, files),
        _known(said.imports, modules),
        frozenset(map(Trait, said.marks)),
        printable(said.reads_code),
        dict(zip(_known(list(said.notes), files), map(printable, said.notes.values()), strict=True)),
    )


def _files(paths: list[str], data: list[bytes], handed_in: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """The files of the submission: those of its archive, under the rules that hold for every submission."""
    if not paths and not data:
        return handed_in
    if len(handed_in) != 1 or not is_archive(next(iter(handed_in))):
        raise ValueError("unpacked what is no archive")
    bag = Bag()
    for path, content in zip(paths, data, strict=True):
        if not path or safe_path(path) != path:
            raise ValueError("no path")
        bag.add(path, iter([content]))
    return bag.files


def _known(names: list[str], known: Mapping[str, object] | set[str], *, often: bool = False) -> list[str]:
    """The names, all of them in `known`; none twice unless `often`."""
    if not all(name in known for name in names) or (len(set(names)) < len(names) and not often):
        raise ValueError("a name that is unknown, or a name twice")
    return names


def _check_entry(said: _ProgramAnswer, contract: Contract) -> None:
    row = LANGUAGES[said.language] if said.language in contract.languages else None
    if row is None or row.joined != bool(said.sources):
        raise ValueError("no such program")
    if row.classes != bool(said.start) or (said.start and not CLASS.fullmatch(said.start)):
        raise ValueError("no class")


def _lengths(characters: list[int], files: Mapping[str, bytes]) -> Mapping[str, int]:
    """The length of each file: UTF-8 has one to four bytes for a character."""
    lengths = dict(zip(sorted(files), characters, strict=True))
    if not all(len(files[path]) <= 4 * count <= 4 * len(files[path]) for path, count in lengths.items()):
        raise ValueError("no length")
    return lengths


NOT_STARTED = "not started"
OLD_ANSWER = "an old answer"
REPLACED = "replaced by the board of the case"
UNIX_LINES = "its line ends were changed to those of Unix"

OLD_NUMPY = "names that numpy 2 no longer has work here, but not with numpy 2 alone"


def left_out(reading: SourceReading, contract: Contract, boards: Collection[str]) -> dict[str, str]:
    """The submitted files that were removed, replaced, changed, helped or not started, with the reason."""
    told = {**reading.notes, **dict.fromkeys(reading.not_started, NOT_STARTED)}
    if reading.entry.language == "shell" and reading.changed.keys() - reading.notes.keys():
        told[reading.entry.path] = UNIX_LINES
    if reading.entry.language == "python" and Trait.OLD_NUMPY in reading.marks:
        told[reading.entry.path] = OLD_NUMPY
    for path in reading.files:
        if posixpath.basename(path) in boards:
            told[path] = REPLACED
        elif is_old_answer(path, contract.answers):
            told[path] = OLD_ANSWER
    return told
