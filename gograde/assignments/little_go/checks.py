"""Checks of little-go: its parameters and public series, both referees, and the marks of series."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Literal

from gograde.arena.game.match import Match, Turn, play_match
from gograde.arena.game.record import GAME_SCHEMA, GameRecord, GameSide, game_key
from gograde.arena.game.rules import COURSE, GameEnd, Rules
from gograde.arena.game.second_referee import Ending, replay
from gograde.arena.players.reference import ReferenceBot
from gograde.arena.series import (
    GAMES,
    PROGRAM,
    VERDICTS,
    Series,
    SeriesRules,
    lines_of,
    rules_of,
    series_bytes,
    series_of,
)
from gograde.assignments.little_go.generate import generate_sample, read_config
from gograde.assignments.little_go.score import score
from gograde.authoring.spec_author import CRASH_PROBES, CaseSet
from gograde.authoring.stream import Stream
from gograde.codec import to_json
from gograde.core.assignment import Batch, Facts
from gograde.core.record import TestScore, Visibility
from gograde.core.verdict import Verdict
from gograde.errors import JudgeError
from gograde.go.board import Board, Point, Stone
from gograde.go.player import Answer, Termination, move_text, read_move
from gograde.package.config import AssignmentConfig
from gograde.package.package import Finding

SCRIPTS = 400
"""The number of games with random moves, legal and illegal, on which the referees are compared."""


def checks(cases: CaseSet) -> dict[str, Iterator[Finding]]:
    """Every check by name; iterating over a check runs it."""
    batches = (*cases.sample, *cases.hidden)
    return {
        "configuration": _configuration(cases),
        "public cases": _public(cases),
        "references": chain.from_iterable(
            check_games(batch, rules_of(cases.config.parameters)) for batch in batches
        ),
        "two referees": check_referees(SCRIPTS, rules_of(cases.config.parameters)),
        "maximum": chain.from_iterable(_maximum(batch, cases.config) for batch in batches),
        "forfeits": chain.from_iterable(_forfeits(batch, cases.config) for batch in batches),
        "junk": chain.from_iterable(_junk(batch, cases.config) for batch in batches),
    }


def _configuration(cases: CaseSet) -> Iterator[Finding]:
    """Every opponent has marks and belongs to a group, and every group asks for opponents in series."""
    asked = read_config(cases.generator)
    rules = rules_of(cases.config.parameters)
    for public, series in ((True, asked.sample), (False, asked.batches)):
        for opponent in dict.fromkeys(one.opponent for one in series):
            rules.marks_of(opponent)
            if cases.config.marking.group_of(opponent, "text", public=public) is None:
                games = f"{'public' if public else 'hidden'} games against {opponent}"
                yield Finding("assignment.yaml: groups", f"nobody counts the {games}")
    met = {one.opponent for one in (*asked.sample, *asked.batches)}
    for group in (group for group in cases.config.groups if group.scored == "automatically"):
        for question in sorted(set(group.questions) - met):
            yield Finding(f"assignment.yaml: groups: {group.name}", f"no series is against {question!r}")


def _public(cases: CaseSet) -> Iterator[Finding]:
    """The public series in the package are those that the public key gives."""
    made = [(batch.name, batch.cases[0].input) for batch in generate_sample(cases.generator)]
    if made != [(batch.name, series_bytes(series_of(batch))) for batch in cases.sample]:
        yield Finding("data/sample", "not what generator.yaml makes")


# -- two referees ---------------------------------------------------------------------------


def check_games(batch: Batch, rules: SeriesRules) -> Iterator[Finding]:
    """Both referees agree on a pair of games of a random player against the series' opponent."""
    series = series_of(batch)
    pair = series.pairs[0]
    bots = {PROGRAM: ReferenceBot("random"), series.opponent: ReferenceBot(series.opponent)}
    for fixture in pair.fixtures:
        record = play_match(Match(bots[fixture.black], bots[fixture.white], pair.seed, rules=rules.game))
        yield from _compared(f"{batch.name}: {fixture.black} - {fixture.white}", record.moves, rules)


def check_referees(scripts: int, rules: SeriesRules) -> Iterator[Finding]:
    """Both referees agree on games with random moves."""
    for number in range(scripts):
        yield from _compared(f"script {number}", script(number), rules)


def _compared(where: str, moves: Sequence[str], rules: SeriesRules) -> Iterator[Finding]:
    fast, slow = refereed(moves, rules.game), replay(moves, first_pass_ends=rules.first_pass_ends)
    if fast != slow:
        yield Finding(where, f"{' '.join(moves)}: one referee sees {fast}, the other {slow}")


def refereed(moves: Sequence[str], rules: Rules = COURSE) -> Ending:
    """The ending of a game according to the arena's referee."""
    game = rules.start
    for ply, text in enumerate(moves, start=1):
        turn = Turn(game, Answer(read_move(text)), rules.judge(game, Answer(read_move(text))))
        if isinstance(turn.after, GameEnd):
            illegal = turn.after.termination is Termination.ILLEGAL
            fault = turn.after.reason.rpartition(": ")[2] if illegal else ""
            return Ending(int(turn.after.winner), ply, _rows(turn.board), fault)
        game = turn.after
    return Ending(0, len(moves), _rows(game.position.board))


def _rows(board: Board) -> tuple[str, ...]:
    return tuple(line.replace(" ", "") for line in str(board).splitlines())


def script(number: int) -> list[str]:
    """Random moves: mostly legal ones, sometimes a ko point, any empty point or a pass."""
    stream, game, moves = Stream(b"two referees", f"script {number}"), COURSE.start, list[str]()
    while True:
        position = game.position
        legal, empty = position.legal_points(), tuple(position.board.points(Stone.EMPTY))
        ko = position.ko_point
        wild = empty if ko is None else (ko,)
        options = (legal if stream.chance(92 if ko is None else 50) else wild) or empty
        point = None if stream.chance(4) or not options else stream.choice(options)
        moves.append(move_text(point))
        after = COURSE.judge(game, Answer(point))
        if isinstance(after, GameEnd):
            return moves
        game = after


# -- marks ----------------------------------------------------------------------------------


def _maximum(batch: Batch, config: AssignmentConfig) -> Iterator[Finding]:
    """A program that wins every game gets all points, one that loses every game none."""
    for won, verdict in ((True, Verdict.AC), (False, Verdict.WA)):
        for test in scores(batch, config, games_of(batch, won=won)):
            if test.verdict is not verdict or test.points != (test.max_points if won else 0):
                said = "won" if won else "lost"
                yield Finding(test.name, f"all games {said}: {test.verdict.value}, {test.points} points")


def _forfeits(batch: Batch, config: AssignmentConfig) -> Iterator[Finding]:
    """A program that forfeits every game gets no points and the verdict of its fault."""
    for termination in (one for one in Termination if one.forfeit):
        for test in scores(batch, config, games_of(batch, won=False, by=termination)):
            if test.verdict is not VERDICTS[termination] or test.points:
                yield Finding(test.name, f"all lost by {termination}: {test.verdict.value}")


def _junk(batch: Batch, config: AssignmentConfig) -> Iterator[Finding]:
    """An empty or garbled record of games raises `JudgeError`."""
    for name, data in {"nothing": b"", **CRASH_PROBES}.items():
        try:
            found = scores(batch, config, data)
        except JudgeError:
            continue
        except Exception as error:
            yield Finding(batch.name, f"{name}: the scorer raised {type(error).__name__}: {error}")
            continue
        yield from (Finding(test.name, f"{name} gets {test.verdict.value}") for test in found)


def scores(batch: Batch, config: AssignmentConfig, lines: bytes) -> tuple[TestScore, ...]:
    """The tests of a series with the given game lines."""
    return score(batch, Facts(Verdict.AC, "", b"", b"", {GAMES: lines}), config.marking, Visibility.HIDDEN)


def games_of(batch: Batch, *, won: bool, by: Termination = Termination.POINTS) -> bytes:
    """The lines of up to two pairs of games; the program wins all of them or loses all of them."""
    series = series_of(batch)
    games = (
        made_up(series, meeting, black=black, won=won, by=by)
        for meeting in range(min(2, len(series.pairs)))
        for black in (True, False)
    )
    return lines_of(map(to_json, games))


def made_up(
    series: Series, meeting: int, *, black: bool, won: bool, by: Termination = Termination.POINTS
) -> GameRecord:
    """An invented short game; `meeting` is the index of its pair, `black` the program's colour.

    A fault is the program's.  Games without a fault have different moves in different meetings.
    """
    winner: Literal["black", "white"] = "black" if black == won else "white"
    moves = _by_points(winner, meeting) if by is Termination.POINTS else _by_fault(black, by)
    names = (PROGRAM, series.opponent) if black else (series.opponent, PROGRAM)
    seed, stones = series.pairs[meeting].seed, replay(moves).stones
    return GameRecord(
        schema=GAME_SCHEMA,
        key=game_key(names, (), seed, "little-go", COURSE),
        package="little-go",
        black=GameSide(name=names[0], digest=""),
        white=GameSide(name=names[1], digest=""),
        seed=seed,
        opening=(),
        moves=moves,
        termination=by,
        winner=winner,
        reason="made up",
        black_stones=stones[0],
        white_stones=stones[1],
    )


def _by_points(winner: str, meeting: int) -> tuple[str, ...]:
    """Black wins with three stones and loses with one; white passes."""
    stones = [move_text(Point(*divmod((meeting + place) % 25, 5))) for place in (0, 2, 4)]
    kept = stones if winner == "black" else stones[:1]
    return (*(move for stone in kept for move in (stone, "PASS")), "PASS")


def _by_fault(black: bool, by: Termination) -> tuple[str, ...]:
    """The moves until a fault on the program's first ply; they include an illegal move."""
    before = () if black else ("2,2",)
    return (*before, "9,9") if by is Termination.ILLEGAL else before
