"""How long a league takes: told before its first game, and while it is played."""

import threading
from collections.abc import Callable

import pytest

from gograde.arena.game.match import Match, play_match
from gograde.arena.players.reference import ReferenceBot
from gograde.arena.schedule import League
from gograde.arena.series import GAMES, PROGRAM
from gograde.codec import replace, to_json
from gograde.errors import DataError
from gograde.grading.facts import BatchRun, RunRecord
from gograde.scoring.record import HandedIn
from gograde.scoring.verdict import Verdict
from gograde.workflow.league_watch import LeagueWatch, Planned, duration, move_seconds
from gograde.workflow.progress import LeagueProgress
from tests.grading.league.test_league import run_result
from tests.workflow.test_progress import Told

LEAGUE = League(("a", "b", "c", "d"))
PLANNED = Planned("game", LEAGUE, {"a": 0.5, "b": 0.5, "c": 1.0, "d": 8.0}, at_once=2)


class League6:
    """A league of twelve games that is watched by hand."""

    def __init__(self, known: int = 0, planned: Planned = PLANNED) -> None:
        self.played, self.now = known, 100.0
        self.watch = LeagueWatch(planned, lambda: (self.played, LEAGUE.games), lambda: self.now)

    def later(self, seconds: float, played: int) -> str:
        self.now, self.played = 100.0 + seconds, played
        return self.watch.goes_on()


def test_before_the_first_game_the_time_is_that_of_the_moves() -> None:
    """Six games each of 12 moves, at 10 s a move for all four together, two at once: 360 s."""
    assert (LEAGUE.games, PLANNED.game_s) == (12, 60)
    assert League6().watch.begins() == "game: 12 games of 4 programs: about 6 min"
    assert League6(known=12).watch.begins() == ""
    assert "12 games of 4 programs, 2 of them known: about " in League6(known=2).watch.begins()


def test_while_it_is_played_pace_slow_programs_and_an_honest_time_left_are_told() -> None:
    league = League6()
    slow = "d takes 8.0 s a move, c takes 1.0 s a move"
    assert league.later(30, 0) == f"game: 0 of 12 games, {slow}, about 6 min left"
    assert league.later(120, 4) == f"game: 4 of 12 games, 2 a minute, {slow}, about 4 min left"
    # All but two games took twice as long as their moves let expect; so will these.
    assert league.later(600, 10).endswith(f", {slow}, about 2 min left")
    assert league.later(900, 12) == ""
    quick = League6(planned=Planned("game", LEAGUE, dict.fromkeys("abcd", 0.1), 2))
    assert quick.later(60, 6) == "game: 6 of 12 games, 6 a minute, about 7 s left"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 s"), (119, "119 s"), (120, "2 min"), (7199, "120 min"), (7200, "2.0 h"), (26797, "7.4 h")],
)
def test_times_are_rough(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_how_long_a_move_takes_is_known_from_the_series() -> None:
    """Twelve moves of the program as black in 24 plies."""
    game = play_match(Match(ReferenceBot("random"), ReferenceBot("greedy"), 3))
    own = replace(game, black=replace(game.black, name=PROGRAM))
    result = run_result(games_jsonl=to_json(own))
    run = BatchRun("01", Verdict.AC, "", replace(result, wall_s=6.0))
    records = [RunRecord("little-go", HandedIn(name, "0"), batches=(run,)) for name in ("ann", "out")]
    plies = len(game.moves[0::2])
    assert GAMES in result.files
    assert move_seconds(records, {"ann": ""}) == {"ann": pytest.approx(6.0 / plies)}
    idle = RunRecord("little-go", HandedIn("ann", "0"), batches=(BatchRun("01", Verdict.SK),))
    assert move_seconds([idle], {"ann": ""}) == {}


def progress(watch: Callable[[str], LeagueWatch]) -> tuple[Told, LeagueProgress]:
    told = Told()
    return told, LeagueProgress(told, watch, every_s=3600)


def test_the_first_games_of_a_league_begin_its_watch() -> None:
    league, asked = League6(), list[str]()
    told, shown = progress(lambda name: asked.append(name) or league.watch)
    shown.total(9)
    for name in ("game: ann", "game: games 00-00", "game: games 00-01"):
        shown.started(name)
    shown.finished("game: ann")
    league.later(60, 6)
    shown.tell()
    shown.close()
    assert asked == ["game"]
    assert told.lines[:3] == ["total 9", "started game: ann", "started game: games 00-00"]
    assert told.lines[3] == "game: 12 games of 4 programs: about 6 min"
    assert told.lines[6].startswith("game: 6 of 12 games, 6 a minute, d takes")
    assert told.lines[-1] == "closed"


def test_a_league_that_cannot_be_watched_is_graded_all_the_same() -> None:
    def refused(name: str) -> LeagueWatch:
        raise DataError(name, "half a file", "wait")

    told, shown = progress(refused)
    shown.started("game: games 00-00")
    shown.tell()
    shown.close()
    assert told.lines == ["started game: games 00-00", "closed"]


def test_a_line_is_told_now_and_then_without_being_asked() -> None:
    league, told = League6(), Told()
    shown = LeagueProgress(told, lambda _: league.watch, every_s=0.001)
    heard = threading.Event()
    told.note = lambda text: (told.lines.append(text), " of " in text and heard.set())  # type: ignore[method-assign]
    shown.started("game: games 00-00")
    assert heard.wait(30)
    shown.close()
