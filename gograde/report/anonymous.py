"""Results without names: each student is a code that only the class's secret can tell.

The same student has the same code as long as the secret stays.  Names, ids, logins and addresses are
replaced wherever a text of the results has them; too much is replaced rather than too little.  What a
program drew is not read, so a picture with a name in it stays as it is.
"""

from __future__ import annotations

import base64
import csv
import hmac
import io
import re
import secrets
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec import Struct

from gograde.classroom.roster import Student
from gograde.codec import field_names, replace
from gograde.core.record import GameScore, SubmissionRef
from gograde.errors import DataError
from gograde.files import write_once
from gograde.grading.marks.gradebook import AssignmentInfo, BookEntry, StudentTotal
from gograde.package.yaml_files import read_capped
from gograde.report.results import Result, Results
from gograde.report.words.escape import cell

SECRET = "anonymous.key"
"""The file of a class that codes are made with; its name keeps it private."""

CODE_LENGTH = 8
"""Letters and digits of a code: 40 bits, so that two of 300 students share one in a run of ten million."""

_SECRET = re.compile(rb"[0-9a-f]{64}\n?")
_WORD = re.compile(r"[^\W_]+")
_BETWEEN = re.compile(r"[\s_.,@+'-]{1,3}")
"""What may stand between the words of a name, whatever stands there in the roster."""

_HAN = re.compile("[\u3400-\u9fff]{2,}")

NOBODY = "S-?"
"""The code of somebody who is not in the class."""

_OURS = frozenset(
    "pass fail pending text picture accepted rejected review black white points en zh".split()  # noqa: SIM905
)
"""Words of the records that are no text of a person."""

_DRAWN = ("board", "moves")
"""Fields of a test that a page draws from; `XO` in a row of a board is nobody's name."""


def class_secret(class_dir: Path) -> bytes:
    """The secret of a class; it is made when it is first needed.  Raises `DataError` for a damaged one."""
    path = class_dir / SECRET
    if not path.exists():
        write_once(path, f"{secrets.token_hex(32)}\n".encode())
    data = read_capped(path)
    if not _SECRET.fullmatch(data):
        fix = "restore it from a copy, or delete it: all codes will be new"
        raise DataError(str(path), "not the secret of a class", fix)
    return data.strip()


def codes_of(students: Iterable[Student], secret: bytes) -> dict[str, str]:
    """The code of each student by id; raises `DataError` when two would share one."""
    codes = {student.id: _code(student.id, secret) for student in students}
    if len(set(codes.values())) < len(codes):
        raise DataError(SECRET, "two students would have one code", "delete it: all codes will be new")
    return codes


def _code(student: str, secret: bytes) -> str:
    digest = hmac.new(secret, student.encode(), "sha256").digest()
    return "S-" + base64.b32encode(digest).decode()[:CODE_LENGTH]


@dataclass(frozen=True)
class Hider:
    """Replaces what names a student in texts.

    `_names` maps the first word of each name to the names that begin with it, as words with their code, the
    longest first.  `_han` finds Chinese names, which have no blanks around them.
    """

    codes: Mapping[str, str]
    _names: Mapping[str, Sequence[tuple[tuple[str, ...], str]]]
    _han: Mapping[str, str]

    @classmethod
    def of(cls, students: Iterable[Student], codes: Mapping[str, str]) -> Hider:
        """The hider of the students with these codes."""
        people = list(students)
        names = dict[tuple[str, ...], str]()
        for student in people:
            names.update((words, codes[student.id]) for words in _words_of(_ids_of(student)))
        ids = frozenset(names)
        for student in people:
            for words in _words_of(_names_of(student)) - ids:
                alone = names.get(words, codes[student.id]) == codes[student.id]
                names[words] = codes[student.id] if alone else NOBODY
        han = {
            words[0]: code for words, code in names.items() if len(words) == 1 and _HAN.fullmatch(words[0])
        }
        by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for words in sorted(names, key=len, reverse=True):
            by_first.setdefault(words[0], []).append((words, names[words]))
        return cls(codes, by_first, dict(sorted(han.items(), key=lambda item: -len(item[0]))))

    def text(self, text: str) -> str:
        """The text with a code in the place of each name."""
        if text in _OURS:
            return text
        text = unicodedata.normalize("NFC", text)  # some systems write ë as e and a mark
        places = [(found.start(), found.end(), found[0].casefold()) for found in _WORD.finditer(text)]
        parts, at, number = [], 0, 0
        while number < len(places):
            length, code = self._at(text, places, number)
            if length:
                parts += [text[at : places[number][0]], code]
                at = places[number + length - 1][1]
            number += length or 1
        return self._without_han("".join((*parts, text[at:])))

    def _at(self, text: str, places: Sequence[tuple[int, int, str]], number: int) -> tuple[int, str]:
        """How many words the longest name has that begins at a word, and its code; 0 without one."""
        for words, code in self._names.get(places[number][2], ()):
            here = places[number : number + len(words)]
            between = (text[one[1] : two[0]] for one, two in pairwise(here))
            if tuple(word for _, _, word in here) == words and all(map(_BETWEEN.fullmatch, between)):
                return len(words), code
        return 0, ""

    def _without_han(self, text: str) -> str:
        if self._han and _HAN.search(text):
            for name, code in self._han.items():
                text = text.replace(name, code)
        return text

    def value(self, value: Any) -> Any:
        """A record, or a part of one, with codes for names."""
        if type(value) is str:
            return self.text(value)
        if isinstance(value, Struct) or (is_dataclass(value) and not isinstance(value, type)):
            return replace(value, **self._fields(value))
        if isinstance(value, Mapping):
            return {self.value(key): self.value(inner) for key, inner in value.items()}
        if isinstance(value, tuple | list):
            return type(value)(map(self.value, value))
        return value

    def _fields(self, record: Any) -> dict[str, Any]:
        names = (name for name in field_names(record) if name not in _DRAWN)
        told = {name: self.value(getattr(record, name)) for name in names}
        if isinstance(record, BookEntry | StudentTotal | SubmissionRef):
            told["student"] = self.codes.get(record.student, NOBODY)
        if isinstance(record, AssignmentInfo):
            hours = record.extensions.items()
            told["extensions"] = {self.codes.get(who, NOBODY): number for who, number in hours}
        if isinstance(record, GameScore):
            told["opponent"] = self.codes.get(record.opponent, told["opponent"])
        return told


def _ids_of(student: Student) -> tuple[str, ...]:
    return student.id, student.email, *student.other_ids


def _names_of(student: Student) -> tuple[str, ...]:
    """A student's name, whole and in parts, and with a family name such as O'Brien in one word.

    The whole name is in one word too, as in names of files and classes, and so is the name in the address.
    """
    first, last = (unicodedata.normalize("NFC", name) for name in (student.first_name, student.last_name))
    given, joined = ("".join(_WORD.findall(name)) for name in (first, last))
    whole = (f"{first} {last}", f"{last} {first}", f"{first} {joined}", f"{joined} {first}")
    words = (given + joined, joined + given, student.email.partition("@")[0])
    return (*whole, *words, student.name, first, last, joined, *first.split(), *last.split())


def _words_of(names: Iterable[str]) -> set[tuple[str, ...]]:
    """The names as words; no id of few digits, since it is a number too, and no single letter."""
    composed = (unicodedata.normalize("NFC", name.strip()).casefold() for name in names)
    told = (name for name in composed if len(name) > (3 if name.isdecimal() else 1))
    return {words for name in told if (words := tuple(_WORD.findall(name)))}


def codes_csv(students: Iterable[Student], secret: bytes) -> bytes:
    """A table that says who has which code."""
    people = list(students)
    codes = codes_of(people, secret)
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("code", "student_id", "name"))
    table.writerows((codes[one.id], cell(one.id), cell(one.name)) for one in people)
    return text.getvalue().encode()


def anonymous(results: Results, secret: bytes) -> Results:
    """The results with codes for students, in the order of the codes.

    Notes about the class are left out, since they name files of students.
    """
    book = results.gradebook
    codes = codes_of(book.students, secret)
    hider = Hider.of(book.students, codes)
    people = {student.id: Student(codes[student.id]) for student in book.students}
    order = sorted(codes, key=lambda student: codes[student])
    works = {work.id: hider.value(work) for work in book.assignments}
    found = {
        (codes[who], works[work].id): Result(
            people[who], works[work], hider.value(one.entry), hider.value(one.record)
        )
        for who in order
        for work in works
        if (one := results.get(who, work)) is not None
    }
    totals = {codes[who]: hider.value(results.totals[who]) for who in order if who in results.totals}
    hidden = replace(
        book,
        students=tuple(people[who] for who in order),
        assignments=tuple(works.values()),
        entries=tuple(one.entry for one in found.values()),
        totals=tuple(totals.values()),
        notes=(),
    )
    return replace(results, gradebook=hidden, by_pair=found, totals=totals)
