"""The paper's `CGoFormulary`: what was played in the four corners, and what the library plays next.

The class is a value: where the paper's object changes, another one is returned.  Its methods are those of the
paper's header (`docs/paper.md` has the table).  The library and the results of games are parts of it;
`gograde.engine.formulary.library` and `gograde.engine.formulary.experience` say where they come from.

Joseki areas exist on 19x19 alone: on other boards no corner is followed, and nothing is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random

from gograde.engine.formulary.experience import Experience, Wins, followed
from gograde.engine.formulary.library import JosekiLine, Library, Way, library
from gograde.engine.formulary.terms import CornerView, holds
from gograde.go.board import Board, Point, Stone
from gograde.go.influence.territory import Stage, stage_of
from gograde.go.joseki import (
    LETTERS,
    SIDE,
    TENUKI,
    Area,
    AreaState,
    Corner,
    split_steps,
    to_area,
    to_board,
)
from gograde.go.position import LiveGame, Move

GIVEN_UP = Fraction(1)
"""Points that a step may be worth less than the best one and still be chosen for its priority."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """A next step in a corner.

    `points` says what it comes to for the side that plays it, when both sides go on as is best for them along
    lines whose conditions hold; `line` is that line.  `lines` is the number of these lines that begin so (a
    line counts twice that goes on in both its forms), and `priority` is the best of theirs.
    """

    point: Point
    step: str
    points: Fraction
    priority: Fraction
    line: JosekiLine
    lines: int


@dataclass(frozen=True, slots=True)
class CornerReport:
    """A corner as the page shows it: its steps, its state, and the next steps of the side to play."""

    area: Area
    continuations: tuple[Continuation, ...]


@dataclass(frozen=True, slots=True)
class Formulary:
    """Four corners of a game on 19x19 (`sSteps` and `nState`), a library, and what games taught.

    `last` is the colour of the last stone played in each corner.
    """

    library: Library = field(default_factory=library, repr=False)
    experience: Experience = field(default_factory=Experience)
    areas: Mapping[Corner, Area] = field(default_factory=lambda: dict.fromkeys(Corner, Area()))
    last: Mapping[Corner, Stone] = field(default_factory=dict)

    def following(self, game: LiveGame) -> Formulary:
        """The object after all stones of a game, on a board of any size.

        Stones set up before the game count as moves of their colour, row by row: a handicap stone on a 4-4
        point begins a joseki.
        """
        fresh = replace(self, areas=dict.fromkeys(Corner, Area()), last={})
        if game.side != SIDE:
            return replace(fresh, areas={})
        board = game.start.board
        setup = [Move(board.get(p), p) for p in board.points() if board.get(p)]
        for move in (*setup, *game.record().moves):
            fresh = fresh.update_state(move)
        return fresh

    def is_formulary(self, steps: str) -> bool:
        """`IsFormulary`: does a line of the library, or its mirror, begin so?"""
        return bool(self.library.ways(steps))

    def update_state(self, move: Move) -> Formulary:
        """`UpdateState`: the object after one more move of the game; a pass has no point.

        The states are those of `gograde.go.joseki.replay`, but for stones on the middle lines, which
        belong to two corners: such a stone is played in a corner where a line of the library goes on with it,
        and elsewhere for the other corner.  So an extension from one corner does not end the next.
        """
        steps = () if move.point is None else to_area(*move.point)
        here = {place.corner: place.step for place in steps if self._goes_on(*place, move.stone)}
        areas = {corner: self._after(corner, move.stone, here.get(corner)) for corner in self.areas}
        return replace(self, areas=areas, last={**self.last, **dict.fromkeys(here, move.stone)})

    def choose_step(self, game: LiveGame, corner: Corner, dice: Random | None = None) -> Point | None:
        """`ChooseStep`: where the side to play goes on in a corner, None where joseki have nothing to say.

        A corner is begun in the opening, a begun one is continued until the endgame.  Among the legal steps
        that are worth at most `GIVEN_UP` less than the best one, the highest priority decides, then the
        points, then the number of lines, then the order of the text.  With dice, steps of equal priority and
        points are drawn, each as likely as it has lines.
        """
        stage = stage_of(game.position.board)
        fresh = self.areas[corner].state is AreaState.FRESH if corner in self.areas else True
        if stage is Stage.FINALE or (fresh and stage is not Stage.PROLOG):
            return None
        found = [step for step in self.next_in(game, corner) if game.can_go(step.point)]
        if not found or dice is None:
            return found[0].point if found else None
        best = max(one.points for one in found)
        equal = [one for one in found if _rank(one, best) == _rank(found[0], best)]
        return dice.choices(equal, [one.lines for one in equal])[0].point

    def next_in(self, game: LiveGame, corner: Corner) -> tuple[Continuation, ...]:
        """The next steps of the side to play in a corner, as `choose_step` ranks them; illegal ones too."""
        area = self.areas.get(corner, Area(state=AreaState.ENDED))
        if area.state is AreaState.ENDED:
            return ()
        last = self.last.get(corner)
        steps = area.steps + TENUKI * (last is game.to_play)
        first = game.to_play if len(steps) % 4 == 0 else game.to_play.opponent
        return self._ranked(steps, game.position.board, corner, first)

    def learn(self, game: LiveGame, won: bool) -> Experience:
        """What a finished game teaches the side that chose from here: a game and perhaps a win for each line.

        The lines are those that the corners followed; one that was followed in two corners counts once.
        """
        after = self.following(game)
        lines = {line.steps for area in after.areas.values() for line in followed(self.library, area.steps)}
        return Experience({steps: Wins(int(won), 1) for steps in sorted(lines)})

    def _with(self, corner: Corner, step: str, stone: Stone) -> str:
        """The steps of a corner and one more, after a tenuki where the colour follows itself."""
        return self.areas[corner].steps + TENUKI * (self.last.get(corner) is stone) + step

    def _goes_on(self, corner: Corner, step: str, stone: Stone) -> bool:
        """Is a stone played in this corner, of those that it lies in?"""
        return LETTERS[-1] not in step or self.is_formulary(self._with(corner, step, stone))

    def _after(self, corner: Corner, stone: Stone, step: str | None) -> Area:
        """A corner after a move: in it, when it has a step, or elsewhere."""
        area = self.areas[corner]
        if step is None:
            return replace(area, state=AreaState.INTERRUPTED) if area.state is AreaState.RUNNING else area
        steps = self._with(corner, step, stone)
        ahead = any(way.branch.branches for way in self.library.ways(steps))
        return Area(steps, AreaState.RUNNING if ahead else AreaState.ENDED)

    def _ranked(self, steps: str, board: Board, corner: Corner, first: Stone) -> tuple[Continuation, ...]:
        """The next stones after the steps: those worth choosing by priority, then the others by points."""
        views = {turned: CornerView(board, corner, turned, first) for turned in (False, True)}
        outlook = _Outlook(self.experience, views, len(steps) // 2)
        own = -1 if len(steps) % 4 else 1
        found = [
            Continuation(
                to_board(corner, step), step, own * hope.points, hope.priority, hope.line, hope.lines
            )
            for step, hope in outlook.steps(self.library.ways(steps), len(steps) // 2)
            if step != TENUKI
        ]
        best = max((one.points for one in found), default=Fraction(0))
        return tuple(sorted(found, key=lambda one: (*_rank(one, best), -one.lines, one.step)))


def _rank(one: Continuation, best: Fraction) -> tuple[bool, Fraction, Fraction]:
    """Less is better: worth choosing, then by priority and points; else by points."""
    left_out = one.points < best - GIVEN_UP
    return left_out, Fraction(0) if left_out else -one.priority, -one.points


def continuations(game: LiveGame, formulary: Formulary | None = None) -> dict[Corner, CornerReport]:
    """The four corners of a game on 19x19, in the order of `Corner`; none on other boards.

    An ended corner has no next steps, nor has one in which it is the other side's turn to come back first.
    """
    after = (formulary or Formulary()).following(game)
    return {corner: CornerReport(area, after.next_in(game, corner)) for corner, area in after.areas.items()}


def _turn(area: Area) -> int:
    """When a corner is asked for a move: 0 first."""
    if area.state is AreaState.RUNNING and len(split_steps(area.steps)) > 1:
        return 0
    return 1 if area.state is AreaState.FRESH else 2


def opening_point(
    game: LiveGame, dice: Random | None = None, formulary: Formulary | None = None
) -> Point | None:
    """Where joseki send the side to play, None where they have nothing to say or the board is not 19x19.

    An answer in the corner of the last move comes first, where the side has a stone already; then an empty
    corner; then any other.
    """
    after = (formulary or Formulary()).following(game)
    order = sorted(after.areas, key=lambda corner: _turn(after.areas[corner]))
    points = (after.choose_step(game, corner, dice) for corner in order)
    return next((point for point in points if point), None)


@dataclass(frozen=True, slots=True)
class _Hope:
    """What a step may come to: points for the first player, their line, the best priority, all lines."""

    points: Fraction
    line: JosekiLine
    priority: Fraction
    lines: int = 1


@dataclass(frozen=True, slots=True)
class _Outlook:
    """Looks ahead along the lines whose conditions hold."""

    experience: Experience
    views: Mapping[bool, CornerView]
    played: int

    def steps(self, ways: Iterable[Way], depth: int) -> list[tuple[str, _Hope]]:
        """The next steps, in text order, with what they may come to."""
        after: dict[str, list[Way]] = {}
        for way in ways:
            for step, ahead in way.on():
                after.setdefault(step, []).append(ahead)
        hopes = [(step, self._hope(after[step], depth + 1)) for step in sorted(after)]
        return [(step, hope) for step, hope in hopes if hope]

    def _hope(self, ways: list[Way], depth: int) -> _Hope | None:
        """What both sides come to from here; None when no line is open."""
        hopes = [hope for _, hope in self.steps(ways, depth)]
        hopes += [
            _Hope(way.branch.line.points, way.branch.line, self.experience.priority(way.branch.line))
            for way in ways
            if way.branch.line and self._open(way.branch.line, way.mirrored)
        ]
        if not hopes:
            return None
        sign = -1 if depth % 2 else 1
        best = max(hopes, key=lambda hope: sign * hope.points)
        lines = sum(hope.lines for hope in hopes)
        return replace(best, priority=max(hope.priority for hope in hopes), lines=lines)

    def _open(self, line: JosekiLine, mirrored: bool) -> bool:
        """Do all conditions of a line hold?"""
        return all(holds(term, self.views[mirrored], line.steps, self.played) for term in line.terms)
