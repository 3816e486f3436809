"""Judges the pictures of board9: does what a program drew show the boards after the captures?

A picture is right when it shows the board after all captures, in one of its two readings.  A
program may also draw one picture a move: then every capture needs one, each move made on the
board of the case or on that of the move before.  A picture of the board before is no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from gograde.go.board import Board, Point, Stone
from gograde.go.rules import Played, Reading, play, result_after_captures
from gograde.pictures.picture import Picture
from gograde.pictures.recognise import model
from gograde.scoring.outcome import RIGHT, Outcome, wrong
from gograde.scoring.verdict import Verdict

Read = Callable[[Sequence[model.Question]], Sequence[model.Reading]]

BEFORE = "the board before the moves"
MOST_READ = 120
"""So many readings are made of the pictures of one run; what is left then waits for a person."""


@dataclass(frozen=True)
class Asked:
    """What the pictures of a case may show, as rows of `.XO`.

    `wanted` are the boards after all captures; `moves` the ways to draw one picture a move, each
    with a board a capture; `rivals` what a wrong program may draw.
    """

    question: str
    wanted: tuple[model.Board, ...]
    moves: tuple[tuple[model.Board, ...], ...]
    rivals: tuple[model.Rival, ...]


@dataclass(frozen=True)
class Judged:
    """What became of a case; `readings` are (number of the picture, what was read in it)."""

    outcome: Outcome
    readings: tuple[tuple[int, model.Reading], ...] = ()


def asked(question: str, board: Board, captures: Sequence[Point]) -> Asked:
    """What may be drawn of a board where white captures at these points."""
    closure = result_after_captures(board, Stone.WHITE)
    union = result_after_captures(board, Stone.WHITE, Reading.UNION)
    wanted = tuple(dict.fromkeys((_rows(closure), _rows(union))))
    alone = tuple(_rows(_after(board, point)) for point in captures)
    boards = accumulate(captures, _after, initial=board)
    in_turn = tuple(_rows(after) for after in list(boards)[1:])
    moves = tuple(dict.fromkeys((alone, in_turn))) if len(captures) > 1 else ()
    rivals = tuple(rival for rival in _rivals(board, closure, captures) if rival.board not in wanted)
    return Asked(question, wanted, moves, rivals)


def _after(board: Board, point: Point) -> Board:
    """The board after white's move; as it was where an earlier capture took the point."""
    played = play(board, Stone.WHITE, point)
    return played.board if isinstance(played, Played) else board


def _rivals(board: Board, closure: Board, captures: Sequence[Point]) -> Iterator[model.Rival]:
    before, after = _rows(board), _rows(closure)
    yield model.Rival(BEFORE, before)
    if captures:
        yield model.Rival("the moves without their captures", _with(before, captures, "O"))
        yield model.Rival("the captures without the stones that make them", _with(after, captures, "."))
        yield model.Rival("the first capture alone", _rows(_after(board, captures[0])))


def _with(rows: model.Board, points: Sequence[Point], sign: str) -> model.Board:
    changed = set(points)
    return tuple(
        "".join(sign if (r, c) in changed else old for c, old in enumerate(row)) for r, row in enumerate(rows)
    )


def _rows(board: Board) -> model.Board:
    return tuple(row.replace(" ", "") for row in str(board).splitlines())


# -- judging ----------------------------------------------------------------------------------


@dataclass
class _Album:
    """The pictures of a run and every reading made of them: (picture, board) to what was read."""

    pictures: Sequence[Picture]
    read: Read
    rivals: Mapping[model.Board, tuple[model.Rival, ...]]
    known: dict[tuple[int, model.Board], model.Reading]

    def look(self, wanted: Sequence[tuple[int, model.Board]]) -> None:
        """Read these together, with those already accepted, since one program has one style."""
        new = [pair for pair in dict.fromkeys(wanted) if pair not in self.known]
        new = new[: max(0, MOST_READ - len(self.known))]
        sure = [pair for pair, reading in self.known.items() if reading.outcome is model.Outcome.ACCEPTED]
        if new:
            together = [*new, *sure]
            questions = [
                model.Question(self.pictures[number], board, self.rivals.get(board, ()))
                for number, board in together
            ]
            readings = self.read(questions)
            self.known.update(zip(new, readings, strict=False))

    def shows(self, number: int, board: model.Board) -> bool:
        """Whether a picture was read and shows that board."""
        reading = self.known.get((number, board))
        return reading is not None and reading.outcome is model.Outcome.ACCEPTED


def judge(
    cases: Sequence[Asked], pictures: Sequence[Picture], own: Mapping[str, Sequence[int]], read: Read
) -> tuple[Judged, ...]:
    """What becomes of each case.

    `own` are the numbers of the pictures that belong to a question by their names, in order;
    pictures that belong to none are tried for every case that has no right one.  `read` reads
    pictures of one program together.
    """
    rivals = {board: case.rivals for case in cases for board in case.wanted}
    album = _Album(pictures, read, rivals, {})
    placed = {number for numbers in own.values() for number in numbers}
    loose = [number for number in range(len(pictures)) if number not in placed]
    album.look([(own[case.question][-1], case.wanted[0]) for case in cases if own.get(case.question)])
    album.look([pair for case in cases for pair in _more(case, own.get(case.question, ()), album)])
    album.look([pair for case in cases for pair in _more(case, loose, album)])
    return tuple(_judged(case, own.get(case.question, ()), loose, album) for case in cases)


def _more(case: Asked, numbers: Sequence[int], album: _Album) -> Iterator[tuple[int, model.Board]]:
    """Every other way in which these pictures can be right, for a case that is not right yet."""
    if _right(case, range(len(album.pictures)), album):
        return
    ways = dict.fromkeys((*case.wanted, *(board for way in case.moves for board in way)))
    yield from ((number, board) for number in reversed(numbers) for board in ways)


def _right(case: Asked, numbers: Sequence[int], album: _Album) -> tuple[int, model.Board] | None:
    """A picture that shows what is wanted, with the board: the last of them for one a move."""
    for board in case.wanted:
        for number in reversed(numbers):
            if album.shows(number, board):
                return number, board
    for way in case.moves:
        shown = [n for board in way for n in numbers if album.shows(n, board)]
        if all(any(album.shows(n, board) for n in numbers) for board in way):
            return shown[-1], way[-1]
    return None


def _judged(case: Asked, own: Sequence[int], loose: Sequence[int], album: _Album) -> Judged:
    found = _right(case, (*own, *loose), album)
    if found:
        return Judged(RIGHT, ((found[0], album.known[found]),))
    attempts = [(n, album.known[n, case.wanted[0]]) for n in own if (n, case.wanted[0]) in album.known]
    tried = [one for one in attempts if one[1].rival != BEFORE] or attempts
    doubtful = [one for one in tried if one[1].outcome is model.Outcome.REVIEW]
    if doubtful or len(album.known) >= MOST_READ:
        reason = doubtful[-1][1].reason if doubtful else "there are too many pictures to read them all"
        return Judged(Outcome(Verdict.RV, reason), tuple(doubtful[-1:]))
    if tried:
        best = min(reversed(tried), key=lambda one: len(one[1].differences))
        return Judged(wrong(best[1].reason), (best,))
    unread = [(n, album.known[n, case.wanted[0]]) for n in loose if (n, case.wanted[0]) in album.known]
    return _without_own(unread)


def _without_own(unread: Sequence[tuple[int, model.Reading]]) -> Judged:
    """No picture belongs to the case: one that nobody could read may be meant for it."""
    doubtful = [one for one in unread if one[1].outcome is model.Outcome.REVIEW]
    if doubtful:
        reason = f"no picture has the name of this problem, and one was not read: {doubtful[-1][1].reason}"
        return Judged(Outcome(Verdict.RV, reason), (doubtful[-1],))
    return Judged(Outcome(Verdict.NO, "no picture of this problem"))
