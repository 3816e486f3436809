"""Reads answers to board9 from the files and the output of programs.

Any bytes give answers, unreadable answers or none; no input raises an exception.  The patterns match
bytes, so that only ASCII digits become numbers.  The formats are that of the handed-out example and
those that real programs write.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, takewhile

from gograde.assignments.board9.batch import RULE
from gograde.go.board import Point

Value = bool | frozenset[Point]

LONGEST_LINE = 16 * 1024
"""The most bytes of a list of points that is read."""
LONGEST_LIST = 200
"""The largest number of lines of one printed list."""

_PROBLEM = rb"(?P<problem>00|0|[1-5])(?![0-9])"
_SEPARATOR = rb"(?:=>|->|[:=])"
"""A separator of question and answer."""
_ASKED = "(?:个|道)?(?:问题|题目|题|问)".encode()

_HEADER = re.compile(
    rb"\W?(?P<tag>train|test)_" + _PROBLEM + rb"(?P<file>\.txt)?\]?(?:\s*" + _SEPARATOR + rb"|(?=\s|$))",
    re.IGNORECASE,
)
_PRINTED = re.compile(
    rb"(?:\[?(?P<tag>train|test)\]?)?\W{0,3}"
    + rb"(?:problem\s*_?|(?:%s)\s*|(?P<nth>%s)\s*)" % ("问题|题目|题".encode(), "第".encode())
    + _PROBLEM
    + rb"(?(nth)\s*%s)" % _ASKED
    + rb"(?!\w)\]?(?P<colon>\s*"
    + _SEPARATOR
    + rb")?",
    re.IGNORECASE,
)
_PARTS = re.compile(rb"(?P<open>[\[({])|(?P<close>[\])}])|(?P<separator>" + _SEPARATOR + rb")")
_TRUTH_FIRST = re.compile(rb"[\[({]?\s*(?:np\.)?(true|false)_?(?!\w)", re.IGNORECASE)
_TRUTH_LAST = re.compile(rb"(?<!\w)(true|false)_?[\])}.,;!]{0,9}$", re.IGNORECASE)
_TRUTH = re.compile(
    rb"[\[({]?\s*(?:(?:np\.)?(?P<word>true|false)_?|(?P<bit>[01]))\s*[\])}]?[.,;]?", re.IGNORECASE
)
_WORDS = {b"true": True, b"false": False, b"1": True, b"0": False}
_RULE_ASKED = re.compile(
    rb"(?:rule[ _]?check(?:ing)?|%s)?" % "规则(?:一|1)?检查|检查规则(?:一|1)?".encode(), re.IGNORECASE
)
"""What may stand between a heading and 1 or 0; behind other words a number is no answer."""
_NUMBER = rb"([+-]?[0-9]{1,9})(?:\.0{0,9})?"
_WRAPPER = re.compile(
    rb"\b(?:np\.|numpy\.)?(?:u?int\d*|float\d*|array|set|frozenset|list|tuple|Point)\s*(?=\()"
)
_KEYWORD = re.compile(rb",\s*dtype=[\w.]+|\b(?:row|column|col|x|y)\s*=(?=[\s\d+-])")
_LONE = re.compile(rb"\(\s*" + _NUMBER + rb"\s*\)")
_PAIR = re.compile(rb"[\[({]\s*" + _NUMBER + rb"(?:\s*[,;]\s*|\s+)" + _NUMBER + rb"\s*,?\s*[\])}]")
_BARE = re.compile(rb"[\[({]?\s*" + _NUMBER + rb"(?:\s*[,;]\s*|\s+)" + _NUMBER + rb"\s*[\])}]?[,;.]?")
_IN_ROW = re.compile(_NUMBER + rb"(?:\s*,\s*|\s+)" + _NUMBER)
_ROW = re.compile(rb"%s(?:\s*;\s*%s)+\s*;?" % (_IN_ROW.pattern, _IN_ROW.pattern))
"""Several points on a line, parted by `;`."""
_LEFT_OVER = re.compile(rb"[\s,;\[\](){}]*")
_LIST = (b"[", b"{")
_NONE = (b"None", "无".encode())
_EMPTY_REMARK = "for no points leave the section empty"


@dataclass(frozen=True)
class Unreadable:
    """An unreadable line of an answer; `line` counts from 1."""

    line: int
    text: str


@dataclass(frozen=True)
class Answer:
    """An answer to one problem with remarks on its style.

    `tag` is `train`, `test` or empty.  `listed` is true for the form `Problem 3: …:[…]`.
    """

    problem: str
    tag: str
    listed: bool
    value: Value | Unreadable
    remarks: tuple[str, ...] = ()


@dataclass
class _Draft:
    """An answer while its lines are read; `listed` as in `Answer`.

    `fallback` is the text behind the header, with its line number; it counts when no line of the
    answer follows.  Unless `expected`, a header without a readable answer gives no answer.
    """

    problem: str
    tag: str
    listed: bool
    expected: bool = True
    fallback: tuple[bytes, int] | None = None
    lines: int = 0
    none: bool = False
    points: list[Point] = field(default_factory=list)
    truths: set[bool] = field(default_factory=set)
    unreadable: Unreadable | None = None
    remarks: dict[str, None] = field(default_factory=dict)

    @classmethod
    def of(cls, match: re.Match[bytes], *, listed: bool) -> _Draft:
        """The draft that a header begins."""
        return cls(match["problem"].decode(), (match["tag"] or b"").decode().lower(), listed)

    def can_take(self, line: bytes) -> bool:
        """Whether the line looks like a part of this answer."""
        if self.problem not in RULE:
            return read_points(line) is not None
        match = _TRUTH.fullmatch(line)
        return match is not None and not (match["bit"] and self.truths)

    def goes_on(self, line: bytes) -> bool:
        """Whether the line belongs to the answer, where other output may follow the answer.

        A readable fallback of points gives way to a list only, and a list gives way to nothing.
        """
        if self.fallback is None or self.lines or self.problem in RULE or not self._salvaged():
            return self.can_take(line)
        return self.can_take(line) and line.startswith(_LIST) and not self.fallback[0].startswith(_LIST)

    def take(self, line: bytes, number: int) -> None:
        """Read one line of the body."""
        self.lines += 1
        taken = self._take_truth(line) if self.problem in RULE else self._take_points(line)
        if not taken and self.unreadable is None:
            self.unreadable = Unreadable(number, excerpt(line))

    def _take_truth(self, line: bytes) -> bool:
        match = _TRUTH.fullmatch(line)
        if match:
            said = match["word"] or match["bit"]
            self.truths.add(_WORDS[said.lower()])
            self._remark(said not in (b"True", b"False"), "write True or False with a capital")
        # Both True and False make the answer unreadable.
        return match is not None and len(self.truths) == 1

    def _take_points(self, line: bytes) -> bool:
        points = read_points(line)
        if points is None or (self.none and points) or (line in _NONE and self.points):
            return False
        self.points += points
        self.none = self.none or line in _NONE
        self._remark(line in _NONE or not (points or self.listed), _EMPTY_REMARK)
        self._remark(
            bool(points) and not self.listed and not re.fullmatch(rb"[0-9]+[ \t]+[0-9]+", line),
            "write a point as two numbers parted by a blank",
        )
        return True

    def _salvaged(self) -> bool:
        return self.fallback is not None and self.can_take(self.fallback[0])

    def _remark(self, applies: bool, text: str) -> None:
        if applies:
            self.remarks[text] = None

    def finished(self) -> Answer | None:
        """The answer; None for a True-or-False question without a value and for a header in other output."""
        if not (self.lines or self.expected or self._salvaged()):
            return None
        if self.fallback and not self.lines:
            self.take(*self.fallback)
        if self.unreadable is None and self.problem in RULE and not self.truths:
            return None
        self._remark(len(set(self.points)) < len(self.points), "a point is given more than once")
        self._remark(self.points != sorted(self.points), "the points are not in row order")
        value = self.unreadable or (self.truths.pop() if self.problem in RULE else frozenset(self.points))
        return Answer(self.problem, self.tag, self.listed, value, tuple(self.remarks))


def read_answers(data: bytes, *, printed: bool) -> tuple[Answer, ...]:
    """The answers in a file or in printed output, in order; a problem may occur more than once.

    Any text may stand between answers.  An unknown line in a section of a file makes its answer
    unreadable.  In printed output it ends the section, because programs print other text too.
    """
    reader = _Reader(_lines(in_one_form(data)), printed)
    reader.read()
    return tuple(answer for draft in reader.drafts if (answer := draft.finished()))


class _Reader:
    """Reads lines and collects drafts; while `_open`, the last draft takes more lines."""

    def __init__(self, lines: Sequence[bytes], printed: bool) -> None:
        self.drafts: list[_Draft] = []
        self._lines, self._printed, self._open = lines, printed, False

    def read(self) -> None:
        index = 0
        while index < len(self._lines):
            index = self._line(index)

    def _line(self, index: int) -> int:
        """Read one line, or a printed list of several lines; returns the index of the next line."""
        line = self._lines[index]
        if match := _PRINTED.match(line):
            text, after = _whole(self._lines, index, match.end())
            self._question(_Draft.of(match, listed=True), text, bool(match["colon"]), index + 1)
            return after
        match = _HEADER.match(line)
        if match and not (match["file"] and self._printed):  # a message on a file that the program reads
            self._begin(_Draft.of(match, listed=False), line[match.end() :].strip(), index + 1)
        elif line and self._open:
            text, after = _whole(self._lines, index, 0) if self.drafts[-1].listed else (line, index + 1)
            self._body(text, index + 1)
            return after
        return index + 1

    def _question(self, draft: _Draft, text: bytes, colon: bool, number: int) -> None:
        """Open a draft for `Problem 3 …`, and read its value if that is on the same line."""
        value = _value(draft.problem, text)
        draft.expected = colon or not (self._printed or text)
        self.drafts.append(draft)
        self._open = _depth(value) <= 0
        if value and draft.can_take(value):
            draft.take(value, number)
            self._open = False
        elif words := _salvage(draft.problem, text) or value:
            draft.fallback = words, number

    def _begin(self, draft: _Draft, value: bytes, number: int) -> None:
        """Open a section; `value` is the text behind its header."""
        if self._printed and not draft.listed and value and not draft.can_take(value):
            self._open = False  # a message of the program, as "train_1 is done"
            return
        self.drafts.append(draft)
        self._open = True
        if value:
            draft.take(value, number)

    def _body(self, line: bytes, number: int) -> None:
        draft = self.drafts[-1]
        talk = self._printed or draft.fallback is not None
        if talk and not draft.goes_on(line):
            self._open = False
        else:
            draft.take(line, number)


def _whole(lines: Sequence[bytes], index: int, start: int) -> tuple[bytes, int]:
    """The text from `start` on until its brackets close, and the index of the line after it."""
    text = lines[index][start:].strip()
    rest = list(takewhile(_continues, lines[index + 1 : index + LONGEST_LIST]))
    depths = accumulate(map(_depth, (text, *rest)))
    closed = next((number for number, depth in enumerate(depths) if depth <= 0), 0)
    return b" ".join((text, *rest[:closed])), index + 1 + closed


@lru_cache(maxsize=64)
def _parts(text: bytes) -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
    """The pieces of a line between separators, and its outermost bracketed groups.

    Separators within brackets do not count.
    """
    pieces, groups, depth, piece, group = list[bytes](), list[bytes](), 0, 0, 0
    for match in _PARTS.finditer(text):
        if match["open"]:
            group = group if depth else match.start()
            depth += 1
        elif match["close"] and depth:
            depth -= 1
            groups += [] if depth else [text[group : match.end()]]
        elif match["separator"] and not depth:
            pieces.append(text[piece : match.start()].strip())
            piece = match.end()
    return (*pieces, text[piece:].strip()), tuple(groups)


def _value(problem: str, text: bytes) -> bytes:
    """The last piece of a line; the whole line where that is a number behind other words."""
    *before, last = _parts(text)[0]
    match = _TRUTH.fullmatch(last) if problem in RULE else None
    stray = match is not None and match["bit"] and not all(map(_RULE_ASKED.fullmatch, before))
    return text if stray else last


def _salvage(problem: str, text: bytes) -> bytes:
    """The answer in a line with other words; empty when there is none.

    A truth value is at the beginning or end of a piece; a line with both values has no answer.
    Points are in brackets.  If every group is one point, all groups count; otherwise the first
    readable group counts.
    """
    pieces, groups = _parts(text)
    if problem in RULE:
        found = [
            m[1] for piece in pieces for m in (_TRUTH_FIRST.match(piece), _TRUTH_LAST.search(piece)) if m
        ]
        return found[-1] if len({truth.lower() for truth in found}) == 1 else b""
    joined = b" ".join(groups)
    flat = bool(groups) and all(_PAIR.fullmatch(group) for group in groups)
    readable = [joined] if flat else [group for group in groups if read_points(group) is not None]
    return readable[0] if readable else b""


def _continues(line: bytes) -> bool:
    return _PRINTED.match(line) is None and _HEADER.match(line) is None


def _depth(value: bytes) -> int:
    """The number of opening brackets minus the number of closing brackets."""
    return sum(map(value.count, (b"[", b"(", b"{"))) - sum(map(value.count, (b"]", b")", b"}")))


def _lines(data: bytes) -> list[bytes]:
    text = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return [line.strip().removeprefix(b"\xef\xbb\xbf").strip() for line in text.split(b"\n")]


def read_points(text: bytes) -> list[Point] | None:
    """Points from `2 3`, `2 3; 4 6`, `(2, 3)` or a list of pairs in any brackets; None for any other text.

    Numbers may be numpy numbers as Python prints them, and whole floats (`2.0`).
    """
    if text in _NONE:
        return []
    if len(text) > LONGEST_LINE or _depth(text):
        return None
    bare = _LONE.sub(rb" \1 ", _KEYWORD.sub(b"", _WRAPPER.sub(b"", text)))
    if match := _BARE.fullmatch(bare.strip()):
        return [Point(int(match[1]), int(match[2]))]
    if _ROW.fullmatch(bare.strip()):
        return [Point(int(row), int(column)) for row, column in _IN_ROW.findall(bare)]
    rest = _PAIR.sub(b"", bare)
    if not any(bracket in text for bracket in (b"[", b"(", b"{")) or not _LEFT_OVER.fullmatch(rest):
        return None
    return [Point(int(row), int(column)) for row, column in _PAIR.findall(bare)]


def excerpt(line: bytes) -> str:
    """A line for a message: at most 40 characters, with `?` for unprintable ones."""
    text = "".join(char if char.isprintable() else "?" for char in line[:160].decode("utf-8", "replace"))
    return text if len(text) <= 40 else f"{text[:39]}…"


_SIGNS = str.maketrans("：；，、。（）［］【】｛｝\u3000", ":;,,.()[][]{} ")

_NUMERALS = {"零": "0", "〇": "0", "一": "1", "二": "2", "三": "3", "四": "4", "五": "5"}
_NUMBERED = re.compile(r"([第题目] ?)(零零|〇〇|[零〇一二三四五])(?=[题问个道:\s\]]|$)")
_SEVENTH = re.compile(r"第[六七]|[题目][六七][:\s\]]")
"""Who counts up to seven does not count by the names of the problems."""


def in_one_form(data: bytes) -> bytes:
    """The same text for `read_answers`; bytes in no known encoding come back as they are."""
    if data.isascii():
        return data
    text = _decoded(data)
    if text is None:
        return data
    text = text.translate(_SIGNS)
    if not _SEVENTH.search(text):
        text = _NUMBERED.sub(lambda found: found[1] + "".join(map(_NUMERALS.__getitem__, found[2])), text)
    return text.encode("utf-8", "replace")


def _decoded(data: bytes) -> str | None:
    """The text in UTF-16 with a mark, in UTF-8 or in GB 18030."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    for encoding in ("utf-8", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None
