"""Chooses a program's answers to board9 among its files and its output."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gograde.assignments.board9.answer_text import Answer, Unreadable, read_answers
from gograde.assignments.board9.batch import STAGED
from gograde.core.assignment import Facts
from gograde.listing import safe

PRINTED = "what was printed"
LINE = "Problem 0: rule checking:True"


@dataclass(frozen=True)
class Chosen:
    """An answer and its source: a file's name or `PRINTED`."""

    answer: Answer
    source: str


@dataclass(frozen=True)
class Answers:
    """The answers that count, by problem, and remarks on their sources.

    `nothing` says why a program has no answer at all; it is empty when there is an answer.
    """

    given: Mapping[str, Chosen]
    remarks: tuple[str, ...] = ()
    nothing: str = ""


def find_answers(facts: Facts) -> Answers:
    """The answers by problem: answer files win over other files, and other files over the output.

    A readable answer in the output wins over an unreadable one in another file.
    """
    named, others = _answer_files(facts.files), _other_files(facts.files)
    printed = _print_outs([Chosen(answer, PRINTED) for answer in read_answers(facts.stdout, printed=True)])
    said = {given.answer.problem for given in printed if _readable(given)}
    # Another file may be a log that only looks like answers.
    notes = [g for g in _read(others) if _readable(g) or g.answer.problem not in said]
    candidates: list[Chosen] = []
    for layer in (_read(named), notes, printed):
        answered = {given.answer.problem for given in candidates}
        candidates += [given for given in layer if given.answer.problem not in answered]
    if not candidates:
        return Answers({}, nothing=_why_nothing(facts, named))
    return _chosen(candidates, _where_found(candidates, named))


def _read(files: Mapping[str, bytes]) -> list[Chosen]:
    names = sorted(files, key=_preference)
    return [Chosen(answer, name) for name in names for answer in read_answers(files[name], printed=False)]


def _readable(given: Chosen) -> bool:
    return not isinstance(given.answer.value, Unreadable)


def _where_found(candidates: Sequence[Chosen], named: Mapping[str, bytes]) -> Iterator[str]:
    """Remarks on answers that come from another source than an answer file."""
    sources = dict.fromkeys(given.source for given in candidates)
    if others := [source for source in sources if source != PRINTED and source not in named]:
        yield f"name the file answer.txt; the answers were read from {', '.join(map(safe, others))}"
    filled = dict.fromkeys(given.answer.problem for given in candidates if given.source == PRINTED)
    if filled and len(sources) > 1:
        yield f"no file answers problem {', '.join(filled)}; what was printed counts"
    elif filled and named:
        yield f"{', '.join(map(safe, sorted(named)))} holds no answers; what was printed counts"


def _answer_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in files.items() if _is_answer_name(name)}


def _other_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    boards = {name for name in files if name.lower() in STAGED}
    return {name: data for name, data in files.items() if name not in boards and not _is_answer_name(name)}


def _is_answer_name(name: str) -> bool:
    return re.fullmatch(r"answer.*\.txt", name, re.IGNORECASE | re.DOTALL) is not None


def _preference(name: str) -> tuple[bool, str]:
    """A sort key: names with `test` come first, then the order of names."""
    return "test" not in name.lower(), name


def _print_outs(printed: Sequence[Chosen]) -> list[Chosen]:
    """The printed answers that count for each problem.

    Unreadable answers drop out where a readable one exists; sections drop out where a list exists.
    """
    readable = {g.answer.problem for g in printed if not isinstance(g.answer.value, Unreadable)}
    listed = {g.answer.problem for g in printed if g.answer.listed and g.answer.problem in readable}
    return [g for g in printed if _counts(g.answer, readable, listed)]


def _counts(answer: Answer, readable: set[str], listed: set[str]) -> bool:
    if answer.problem in readable and isinstance(answer.value, Unreadable):
        return False
    return answer.listed or answer.problem not in listed


def _chosen(candidates: Sequence[Chosen], remarks: Iterable[str]) -> Answers:
    """The best candidate for each problem, with remarks on the candidates that differ from it."""
    notes = dict.fromkeys(remarks)
    given: dict[str, Chosen] = {}
    for problem in dict.fromkeys(candidate.answer.problem for candidate in candidates):
        answering = [candidate for candidate in candidates if candidate.answer.problem == problem]
        given[problem] = _best(answering)
        _note_rivals(given[problem], answering, notes.setdefault)
    return Answers(given, tuple(notes))


def _best(answering: Sequence[Chosen]) -> Chosen:
    """The last section in the preferred source; sections tagged `test` win over all others."""
    tested = [given for given in answering if given.answer.tag == "test"] or answering
    return [given for given in tested if given.source == tested[0].source][-1]


def _note_rivals(best: Chosen, answering: Sequence[Chosen], note: Callable[[str], object]) -> None:
    rivals = [given for given in answering if given is not best]
    if any((rival.source, rival.answer.tag) == (best.source, best.answer.tag) for rival in rivals):
        note(f"problem {best.answer.problem} is answered more than once; the last answer counts")
    if any(rival.answer.value != best.answer.value for rival in rivals):
        tag = f" ({best.answer.tag})" if best.answer.tag else ""
        note(f"the answers to problem {best.answer.problem} differ; that in {best.source}{tag} counts")


def _why_nothing(facts: Facts, named: Mapping[str, bytes]) -> str:
    refused = [f"{name} ({why})" for name, why in sorted(facts.refused.items()) if _is_answer_name(name)]
    if refused:
        return f"the answer file was not taken: {', '.join(refused)}"
    if read_answers(facts.stderr, printed=True):
        return "the answers were printed to the error stream; print them, or write answer.txt"
    if named:
        form = "; the first line must be train_0 or test_0" if any(map(bytes.strip, named.values())) else ""
        files = ", ".join(f"{safe(name)} ({len(data)} bytes)" for name, data in sorted(named.items()))
        return f"no answers in {files}, and none printed{form}"
    if not facts.stdout.strip():
        return "no answer file, nothing printed"
    return f"no answer file, and no line printed is an answer; print lines such as {LINE!r}"
