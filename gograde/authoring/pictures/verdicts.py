"""Judges the pictures of a run: do they show the boards that its problems ask for?

A picture is right when it shows a board of `ToDraw.wanted`.  A program may also draw one picture per move:
then every board of one of `ToDraw.moves` needs a picture.  A picture of the board before is no answer.

A program must not pass by drawing many boards.  Of several boards with the name of a problem the
last counts; where boards disagree and have no order, a person decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from gograde.authoring.pictures.to_draw import BEFORE, ToDraw
from gograde.codec import replace
from gograde.core.verdict import RIGHT, Outcome, Verdict, wrong
from gograde.pictures.picture import Picture
from gograde.pictures.read import question as model

Read = Callable[[Sequence[model.Question]], Sequence[model.Reading]]

BESIDE = "the picture shows the right board, and another one that does not belong to the problem"
LATER = "one picture of this problem shows the right board, but a later one shows another"
AMONG = "the pictures of this problem show the right boards, and others that do not belong to it"
ELSEWHERE = "only a picture without the name of this problem shows the right board"
MISNAMED = "the picture has the number of this problem in its name, and shows the right board of another one"
UNNAMED = "a picture without a name shows the right board, but there are more other boards than problems"
NO_PICTURE = "no picture of this problem"
NOT_FOUND = "a picture shows the boards of other problems, and the one of this problem was not found in it"
TOO_MANY = "there are too many pictures to read them all"

OWN_NAME = (
    "Give each problem a window, figure or file of its own, with the number of the problem in its name."
)
LAST = "The last picture of a problem counts: show the board of the problem in it, and no other board."
PLAIN = "The right board, drawn as the statement describes it (black, white discs on lines), is read surely."
"""Rules for students, by which a picture would have been clear."""

MOST_READ = 120
"""The most readings of the pictures of one run; pictures beyond it wait for a person."""


@dataclass(frozen=True)
class JudgedCase:
    """The outcome of a case; `readings` are pairs (number of the picture, reading).

    `has_picture` is whether a picture has the name of the case, or its place in the row.  `rule` is one for
    the student, by which the pictures would have been clear.
    """

    outcome: Outcome
    readings: tuple[tuple[int, model.Reading], ...] = ()
    has_picture: bool = True
    rule: str = ""


@dataclass
class _PictureReadings:
    """The pictures of a run; `known` maps (number of the picture, wanted board) to its reading."""

    pictures: Sequence[Picture]
    read: Read
    rivals: Mapping[model.Board, tuple[model.Rival, ...]]
    known: dict[tuple[int, model.Board], model.Reading] = field(default_factory=dict)

    def look(self, wanted: Sequence[tuple[int, model.Board]]) -> None:
        """Read pictures against boards, at most `MOST_READ` pairs in all."""
        new = [pair for pair in dict.fromkeys(wanted) if pair not in self.known]
        new = new[: max(0, MOST_READ - len(self.known))]
        readings = self.read([self._question(*pair) for pair in new])
        self.known.update(zip(new, readings, strict=True))

    def _question(self, number: int, board: model.Board) -> model.Question:
        return model.Question(self.pictures[number], board, self.rivals.get(board, ()))

    def boards(self, number: int) -> set[model.Board]:
        """The boards that a picture shows according to readings that are not doubtful."""
        found: set[model.Board] = set()
        for (n, board), reading in self.known.items():
            if n == number and reading.verdict is model.PictureVerdict.ACCEPTED:
                found |= {board, *reading.others}
            elif n == number and reading.verdict is model.PictureVerdict.REJECTED and reading.board:
                found |= {reading.board, *reading.others}
        return found

    def of_several(self, numbers: Iterable[int]) -> list[int]:
        """Which of the pictures show a right board beside another one."""
        several = {number for (number, _), reading in self.known.items() if reading.others}
        return sorted(several.intersection(numbers))

    @property
    def cut_short(self) -> bool:
        """Whether reading ended at the limit of effort."""
        return any(reading.reason == model.Reason.EFFORT for reading in self.known.values())

    @property
    def full(self) -> bool:
        """Whether a limit of reading is reached, so that some pictures may be unread."""
        return len(self.known) >= MOST_READ or self.cut_short

    @property
    def limit(self) -> str:
        """Why some pictures may be unread."""
        return model.Reason.EFFORT if self.cut_short else TOO_MANY

    def shows(self, number: int, board: model.Board) -> bool:
        """Whether a reading accepted the picture as showing the board."""
        reading = self.known.get((number, board))
        return reading is not None and reading.verdict is model.PictureVerdict.ACCEPTED


def judge(
    cases: Sequence[ToDraw],
    pictures: Sequence[Picture],
    named: Mapping[str, Sequence[int]],
    read: Read,
) -> tuple[JudgedCase, ...]:
    """The judgement of each case.

    `named` maps a question to the numbers of its pictures, in order; the other pictures are tried for
    every case without a right picture, and those of several boards too when none has the name of the case.
    `read` reads pictures of one program.
    """
    rivals = {board: _with_others(case, cases) for case in cases for board in case.wanted}
    seen = _PictureReadings(pictures, read, rivals)
    placed = {number for numbers in named.values() for number in numbers}
    unnamed = [number for number in range(len(pictures)) if number not in placed]
    seen.look([(named[case.problem][-1], case.wanted[0]) for case in cases if named.get(case.problem)])
    seen.look([pair for case in cases for pair in _more(case, named.get(case.problem, ()), seen)])
    seen.look([pair for case in cases for pair in _more(case, unnamed, seen)])
    nameless = [case for case in cases if not named.get(case.problem)]
    seen.look([pair for case in nameless for pair in _more(case, seen.of_several(placed), seen)])
    found = _Run(cases, named, unnamed, seen)
    return tuple(_judged(case, found) for case in cases)


def _with_others(case: ToDraw, cases: Sequence[ToDraw]) -> tuple[model.Rival, ...]:
    """The rivals of a case, and the boards of the other problems of the same size."""
    others = [other for other in cases if other is not case and other.size == case.size]
    more = [
        *(model.Rival(f"the board of problem {o.problem} after the moves", o.wanted[0]) for o in others),
        *(
            model.Rival(f"the board of problem {o.problem} before the moves", o.before)
            for o in others
            if o.before
        ),
    ]
    known = {*case.wanted, *(rival.board for rival in case.known_wrong)}
    return (*case.known_wrong, *(rival for rival in more if rival.board not in known))


@dataclass(frozen=True)
class _Run:
    """All cases of a run, the numbers of their named and unnamed pictures, and the readings."""

    cases: Sequence[ToDraw]
    named: Mapping[str, Sequence[int]]
    unnamed: Sequence[int]
    seen: _PictureReadings

    def of(self, case: ToDraw) -> Sequence[int]:
        return self.named.get(case.problem, ())

    def all_for(self, case: ToDraw) -> Sequence[int]:
        """The pictures that may show a case: its own, or else those of several boards, and unnamed ones."""
        placed = {number for numbers in self.named.values() for number in numbers}
        return (*(self.of(case) or self.seen.of_several(placed)), *self.unnamed)

    def hold_several(self) -> bool:
        """Whether a picture shows different right boards of several cases."""
        for number in range(len(self.seen.pictures)):
            shown = (_right(case, [number], self.seen) for case in self.cases)
            if len({one[1] for one in shown if one}) > 1:
                return True
        return False

    def strays(self, number: int, cases: Sequence[ToDraw]) -> set[model.Board]:
        """The boards that a picture shows and that are no stage of any of the cases."""
        return {board for board in self.seen.boards(number) if not any(one.is_stage(board) for one in cases)}

    def is_misnamed(self, board: model.Board | None) -> bool:
        """Whether a board is right for a problem that no picture of its own name is right for."""
        owners = [case for case in self.cases if board in case.wanted]
        return any(not _right(case, self.of(case), self.seen) for case in owners)

    def unread(self, numbers: Sequence[int]) -> str | None:
        """Why pictures may show anything: reading ended before all was known of them; None otherwise."""
        return model.Reason.EFFORT if numbers and self.seen.cut_short else None

    def other_boards(self, numbers: Sequence[int]) -> int:
        """The number of boards in pictures that are no stage of any case."""
        return len({board for number in numbers for board in self.strays(number, self.cases)})

    @cached_property
    def open_cases(self) -> int:
        """The number of cases that have neither a named picture nor a right one."""
        every = range(len(self.seen.pictures))
        return sum(not self.of(case) and not _right(case, every, self.seen) for case in self.cases)


def _more(case: ToDraw, numbers: Sequence[int], seen: _PictureReadings) -> Iterator[tuple[int, model.Board]]:
    """All pairs (picture, board) that could make a case right; none for a case that is right already."""
    if _right(case, range(len(seen.pictures)), seen):
        return
    ways = dict.fromkeys((*case.wanted, *(board for way in case.moves for board in way)))
    yield from ((number, board) for number in reversed(numbers) for board in ways)


def _right(case: ToDraw, numbers: Sequence[int], seen: _PictureReadings) -> tuple[int, model.Board] | None:
    """A right picture with its board, None without one.

    For one picture per move, the pair is that of the last move.
    """
    for board in case.wanted:
        for number in reversed(numbers):
            if seen.shows(number, board):
                return number, board
    for way in case.moves:
        shown = [n for board in way for n in numbers if seen.shows(n, board)]
        if all(any(seen.shows(n, board) for n in numbers) for board in way):
            return shown[-1], way[-1]
    return None


def _judged(case: ToDraw, found: _Run) -> JudgedCase:
    named, seen = found.of(case), found.seen
    right = _right(case, named, seen)
    if right:
        return _unless_luck(right, _named_luck(case, right, found), seen, LAST)
    right = _right(case, found.all_for(case), seen)
    if right:
        return _unless_luck(right, _unnamed_luck(case, found), seen, OWN_NAME)
    return _not_right(case, found)


def _unless_luck(
    right: tuple[int, model.Board], luck: str | None, seen: _PictureReadings, rule: str
) -> JudgedCase:
    """A right picture; a person must look when it may be `luck`, which the `rule` would have ruled out."""
    readings = ((right[0], seen.known[right]),)
    return JudgedCase(Outcome(Verdict.RV, luck), readings, rule=rule) if luck else JudgedCase(RIGHT, readings)


def _named_luck(case: ToDraw, right: tuple[int, model.Board], found: _Run) -> str | None:
    """Why a right board among the named pictures may be chance; None when it counts."""
    number, board = right
    named = found.of(case)
    if any(not any(one.is_stage(other) for one in found.cases) for other in found.seen.known[right].others):
        return BESIDE
    if board not in case.wanted:
        return AMONG if any(found.strays(n, [case]) for n in named) else found.unread(named)
    after = named[named.index(number) + 1 :]
    return LATER if any(found.strays(n, [case]) for n in after) else found.unread(after)


def _unnamed_luck(case: ToDraw, found: _Run) -> str | None:
    """Why a right board in an unnamed picture may be chance; None when it counts.

    Pictures that are not its own may show one wrong board for each open case.
    """
    if any(found.strays(n, [case]) for n in found.of(case)):
        return ELSEWHERE
    if found.seen.full:
        return found.seen.limit
    return UNNAMED if found.other_boards(found.all_for(case)) > found.open_cases else None


def _not_right(case: ToDraw, found: _Run) -> JudgedCase:
    named, seen = found.of(case), found.seen
    attempts = [(n, seen.known[n, case.wanted[0]]) for n in named if (n, case.wanted[0]) in seen.known]
    tried = [one for one in attempts if one[1].rival != BEFORE] or attempts
    doubtful = [one for one in tried if one[1].verdict is model.PictureVerdict.DOUBTFUL]
    if doubtful or seen.full:
        reason = doubtful[-1][1].reason if doubtful else seen.limit
        return JudgedCase(
            Outcome(Verdict.RV, reason), tuple(doubtful[-1:]), rule=PLAIN if doubtful else OWN_NAME
        )
    if tried:
        best = min(reversed(tried), key=lambda one: len(one[1].differences))
        if found.is_misnamed(best[1].board):
            return JudgedCase(Outcome(Verdict.RV, MISNAMED), (best,), rule=OWN_NAME)
        return JudgedCase(wrong(best[1].reason), (best,))
    right = {pair[0] for pair in (_right(one, found.of(one), seen) for one in found.cases) if pair}
    if any(
        seen.boards(number) & {*case.wanted} for number in range(len(seen.pictures)) if number not in right
    ):
        return JudgedCase(Outcome(Verdict.RV, ELSEWHERE), has_picture=bool(named), rule=OWN_NAME)
    return replace(_no_named_picture(case, found), has_picture=bool(named), rule=OWN_NAME)


def _no_named_picture(case: ToDraw, found: _Run) -> JudgedCase:
    """The judgement of a case without a named picture, by those that have no name.

    RV when one is doubtful; else WA by the nearest; else NO.
    """
    known = found.seen.known
    tried = [(n, known[n, case.wanted[0]]) for n in found.unnamed if (n, case.wanted[0]) in known]
    doubtful = [one for one in tried if one[1].verdict is model.PictureVerdict.DOUBTFUL]
    if doubtful:
        reason = f"no picture has the name of this problem, and one was not read: {doubtful[-1][1].reason}"
        return JudgedCase(Outcome(Verdict.RV, reason), (doubtful[-1],))
    if found.hold_several():
        return _beside_others(case, found)
    others = [one for one in tried if found.strays(one[0], found.cases)]
    return _nearest(others) if others else JudgedCase(Outcome(Verdict.NO, NO_PICTURE))


def _beside_others(case: ToDraw, found: _Run) -> JudgedCase:
    """The judgement of a case whose picture shows the right boards of other problems.

    WA where all boards of the pictures are known by their shapes, and one is of no problem; else RV.
    """
    known = found.seen.known
    tried = [(n, known[n, case.wanted[0]]) for n in found.all_for(case) if (n, case.wanted[0]) in known]
    right = {board for one in found.cases for board in one.wanted}
    others = [one for one in tried if one[1].board not in right]
    if others and all(model.is_exact(reading) for _, reading in tried):
        return _nearest(others)
    return JudgedCase(Outcome(Verdict.RV, NOT_FOUND))


def _nearest(others: Sequence[tuple[int, model.Reading]]) -> JudgedCase:
    nearest = min(others, key=lambda one: len(one[1].differences))
    reason = f"no picture shows the board of this problem; in the nearest one {nearest[1].reason}"
    return JudgedCase(wrong(reason), (nearest,))
