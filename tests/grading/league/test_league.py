"""The league of a class as values and files: players, tiles, traces of the grader's faults, marks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.arena.game.match import Match, play_match
from gograde.arena.game.record import GameRecord, append
from gograde.arena.judged_game import USUAL, Analysis, analyse, analyse_all, league_accuracy
from gograde.arena.players.reference import ReferenceBot
from gograde.arena.rating.pairs import Fixture, Pair, RatedGame
from gograde.arena.schedule import Entrants, PlayedFixture, play_league
from gograde.arena.series import GAMES, LeagueRules
from gograde.arena.standings import standings
from gograde.codec import replace, to_json
from gograde.core.marking import QuestionGroup
from gograde.core.record import HandedIn, Thrown, Visibility
from gograde.core.verdict import Verdict
from gograde.errors import DataError, JudgeError, UsageError
from gograde.files import write_atomic
from gograde.go.player import Termination
from gograde.grading.facts import SEVERAL, BatchRun, RunRecord
from gograde.grading.league import play, rate, result, rounds
from gograde.grading.league.rounds import Outsider, Round
from gograde.grading.league.scores import (
    ALONE,
    VOID,
    FinishedLeague,
    confirm_games,
    league_group,
    outsiders_test,
    players_tests,
)
from gograde.grading.plan_file import AssignmentPlan, LeaguePlan, Plan, plan_path
from gograde.grading.records import failures, read_head
from gograde.grading.work_paths import round_path, store_of, tile_path
from gograde.intake.submission import submission_of
from gograde.package.package import find_package, load_config, package_path
from gograde.sandbox.protocol import RunResult
from gograde.sandbox.select import choose_backend
from tests.arena.judged import LOST_TWICE, record

CONFIG = load_config(package_path("little-go"))
RULES = LeagueRules(marks=((0.0, 0.0), (0.5, 0.8), (0.9, 1.0)))
GROUP = QuestionGroup(name="league", questions=("classmates",), weight=10, scored="by-league")
STUDENTS = ("alice", "bob", "chen")


def run_result(**files: bytes) -> RunResult:
    named = {name.replace("_", "."): data for name, data in files.items()}
    return RunResult("bwrap", 0, None, None, 0.0, 0.0, 0, files=named)


def ran(student: str, *batches: BatchRun, **said: Any) -> RunRecord:
    return RunRecord("little-go", HandedIn(student, f"sha of {student}"), batches=batches, **said)


PLAYED = BatchRun("01", Verdict.AC, "", run_result(games_jsonl=b""))
BROKE = BatchRun("01", Verdict.RTE, "stopped after 3 games", run_result(games_jsonl=b""))
FAILED = BatchRun("01", Verdict.TLE, "first moves: time, more than 10 s", run_result())
SKIPPED = BatchRun("02", Verdict.SK, "skipped")


# -- who plays ------------------------------------------------------------------------------


def test_whose_program_played_when_it_ran_is_in_the_league() -> None:
    records = [ran("bob", PLAYED), ran("alice", BROKE, SKIPPED), ran("eve", FAILED, SKIPPED)]
    records.append(ran("gus", SKIPPED))
    found = rounds.first_round([*records, ran("fay", verdict=Verdict.NS, message="nothing")], RULES)
    assert dict(found.players) == {"bob": "sha of bob", "alice": "sha of alice"}
    assert dict(found.out) == {
        "eve": Outsider(Verdict.TLE, "first moves: time, more than 10 s"),
        "fay": Outsider(Verdict.NS, "nothing"),
        "gus": Outsider(Verdict.SK, "it was not run"),
    }
    assert [sorted(pair.bots) for pair in found.pairs] == [["alice", "bob"]]


def test_games_are_those_of_the_package() -> None:
    assert GAMES == "games.jsonl"
    group = league_group(CONFIG)
    assert group is not None
    assert (group.scored, group.extra) == ("by-league", True)
    assert rounds.league_rules(CONFIG).slope.marks(0.5) == pytest.approx(0.7)
    plain = replace(CONFIG, **{"groups": CONFIG.groups[:1], "parameters": {"marks": {}}})
    assert league_group(plain) is None
    assert rounds.league_rules(plain) == LeagueRules()


def test_the_shape_of_a_league() -> None:
    for programs, stages, tiles in [(1, 1, 1), (6, 3, 1), (7, 3, 2), (30, 5, 5), (31, 11, 6), (200, 11, 16)]:
        assert rounds.shape(programs, CONFIG) == {"rounds": stages, "tiles": tiles}


@given(st.text(), st.text(), st.integers(1, 16))
def test_a_pair_is_always_in_the_same_tile(first: str, second: str, tiles: int) -> None:
    tile = rounds.tile_of(Pair(0, first, second), tiles)
    assert tile == rounds.tile_of(Pair(7, second, first, opening=1, seed=9), tiles)
    assert 0 <= tile < tiles


def test_tiles_are_about_as_large_as_each_other() -> None:
    names = [f"student{number}" for number in range(40)]
    tiles = [rounds.tile_of(Pair(0, a, b), 10) for a in names for b in names if a < b]
    assert min(map(tiles.count, range(10))) > 50


# -- on disk --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played() -> list[PlayedFixture]:
    hall = Entrants(dict(zip(STUDENTS, map(ReferenceBot, ("random", "greedy", "greedy")), strict=True)))
    return sorted(
        play_league(rounds.league_of(STUDENTS, RULES), hall, {}, lambda ms: map(play_match, ms)),
        key=lambda each: each.fixture,
    )


def test_a_round_and_a_tile_are_read_back(tmp_path: Path, played: list[PlayedFixture]) -> None:
    found = rounds.Round({"a": "1"}, {"b": Outsider(Verdict.NS, "nothing")}, (Pair(0, "a", "b", 1, 2),))
    rounds.write_round(tmp_path / "round.json", found)
    assert rounds.read_round(tmp_path / "round.json") == found
    rounds.write_tile(tmp_path / "tile.jsonl", played)
    assert list(rounds.read_tile(tmp_path / "tile.jsonl")) == played


@pytest.mark.parametrize("text", ["", "{", "{}\n", "[1]\n", '{"players": 1, "out": 2}\n'])
def test_what_is_not_whole_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "file"
    whole = {
        rounds.read_round: "not a whole record",
        result.read_league: "not a whole gograde/league/v1 record",
        rounds.read_tile: "not whole games of a league",
    }
    for read, what in whole.items():
        path.write_text(text or "x")
        with pytest.raises(DataError) as caught:
            read(path)
        assert str(caught.value).startswith(f"{path}: {what} (")
        assert caught.value.fix == "run gograde run again"


def test_records_of_another_schema_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    rounds.write_round(path, Round({}, {}, ()))
    written = path.read_bytes()
    result.write_league(path, result.LeagueResult(STUDENTS, (), {}, (), {}))
    for read, data in ((rounds.read_round, written), (result.read_league, path.read_bytes())):
        path.write_bytes(data.replace(b"/v1", b"/v9"))
        with pytest.raises(DataError, match=r"Invalid enum value 'gograde/(round|league)/v9'"):
            read(path)


def test_what_came_of_a_league_is_read_back(tmp_path: Path, played: list[PlayedFixture]) -> None:
    games = tuple(each.game for each in played)
    anchor = RatedGame(Fixture(Pair(0, "alice", "reference/random")), "alice", ("2,2",))
    tests = players_tests(GROUP, finished(played), Visibility.VISIBLE)
    accuracy = league_accuracy(played, [analyse(each.record, 4) for each in played])
    anchors = {"reference/random": 0.0}
    found = result.LeagueResult(
        STUDENTS, games, anchors, (anchor,), tests, accuracy, {"bob": ("chen",)}, ("(;)",)
    )
    result.write_league(tmp_path / "rounds.json", found)
    again = result.read_league(tmp_path / "rounds.json")
    assert again == found
    assert again is not None
    assert again.standings == found.standings
    assert result.read_league(tmp_path / "none.json") is None


# -- a tile is played -----------------------------------------------------------------------


@dataclass
class World:
    """A class on disk whose plan has a league of one tile; the programs are reference players."""

    classroom: Any
    failing: set[str]

    def play(self, number: int = 0, tile: int = 0) -> int:
        return play.play_tile(self.classroom, "little-go", (number, tile), lambda: None)  # type: ignore[arg-type,return-value]

    def tile(self) -> list[PlayedFixture]:
        return list(rounds.read_tile(tile_path(self.classroom, "little-go", 0, 0)))


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    classroom = SimpleNamespace(work=tmp_path, path=tmp_path)
    league = LeaguePlan(rounds=2, tiles=1, games="digest", sees=dict.fromkeys(STUDENTS, ""), play="", rate="")
    nobody = AssignmentPlan(runs={}, score="s", handed_in={}, languages={}, slices={})
    works = {"little-go": replace(nobody, league=league), "board9": nobody}
    parts: dict[str, Any] = {"past_due": {}, "notes": (), "gradebook": {}, "report": {}, "gograde": ""}
    plan = Plan(backend="bwrap", trust=False, reports="", assignments=works, **parts)
    write_atomic(plan_path(classroom), to_json(plan))  # type: ignore[arg-type]
    found = World(classroom, set())

    def made(maker: Any, student: str, digest: str) -> ReferenceBot:
        if student in found.failing:
            raise JudgeError("sandbox", "no room", "make room")
        return ReferenceBot("random")

    monkeypatch.setattr(play.BotMaker, "_made", made)
    monkeypatch.setattr(
        play, "load_course", lambda *_: SimpleNamespace(package=SimpleNamespace(config=CONFIG))
    )
    pairs = tuple(Pair(0, *couple) for couple in combinations(STUDENTS, 2))
    asked = rounds.Round({student: f"sha of {student}" for student in STUDENTS}, {}, pairs)
    rounds.write_round(round_path(classroom, "little-go", 0), asked)
    return found


def test_a_tile_is_played_once_and_read_afterwards(world: World) -> None:
    assert world.play() == 6
    first = world.tile()
    assert len(first) == 6
    world.failing.update(STUDENTS)  # nobody is even made ready
    assert world.play() == 0
    assert world.tile() == first


def test_a_fault_of_ours_voids_a_game_and_the_next_run_plays_it(world: World) -> None:
    world.failing.add("bob")
    assert world.play() == 2
    assert {name for each in world.tile() for name in each.fixture.pair.bots} == {"alice", "chen"}
    path = tile_path(world.classroom, "little-go", 0, 0)
    head = read_head(path)
    assert head is not None and head.failed, "it is made anew"
    assert failures(path) == 4
    asked = rounds.read_round(round_path(world.classroom, "little-go", 0))
    games = [each.game for each in world.tile()]
    failed = rate.failed_by_player([asked], games)
    assert failed == {"bob": ("alice",) * 2 + ("chen",) * 2, "alice": ("bob",) * 2, "chen": ("bob",) * 2}
    assert {name: len(each) for name, each in rate.failed_by_player([asked], []).items()} == dict.fromkeys(
        STUDENTS, 4
    )
    world.failing.clear()
    assert world.play() == 4
    assert len(world.tile()) == 6
    assert failures(path) == 0
    assert rate.failed_by_player([asked], [each.game for each in world.tile()]) == {}


def test_a_program_that_cannot_be_had_any_more_is_a_fault_of_ours(tmp_path: Path) -> None:
    """And nobody loses a game by it."""
    classroom = SimpleNamespace(work=tmp_path)
    maker = play.BotMaker(classroom, "little-go", find_package("little-go"), choose_backend)  # type: ignore
    with pytest.raises(JudgeError, match="the submission aaaa is not whole in the store"):
        maker.bot("ann", "aaaa", "").player(0)
    empty = submission_of({"notes.txt": b"no program"}, "", {})
    store_of(classroom).put(empty)  # type: ignore[arg-type]
    with pytest.raises(JudgeError) as caught:
        maker.bot("ann", empty.sha256, "").player(0)
    assert str(caught.value).startswith("ann: no program")


def test_games_under_other_limits_are_other_games(world: World) -> None:
    world.play()
    plan = world.classroom.work / "plan/plan.json"
    plan.write_text(plan.read_text().replace('"digest"', '"other"'))
    assert world.play() == 6


@pytest.mark.parametrize(("number", "tile"), [(2, 0), (0, 1)])
def test_a_tile_that_is_not_planned_is_refused(world: World, number: int, tile: int) -> None:
    with pytest.raises(UsageError) as caught:
        world.play(number, tile)
    assert str(caught.value) == (
        f"little-go {number} {tile}: no such tile of a round of the league\n"
        "Fix: rounds are 0 to 1, tiles 0 to 0"
    )


def test_games_of_all_tiles_are_known_and_only_those_asked_for_are_read(world, played) -> None:
    for tile, each in enumerate(played[:3]):
        append(rounds.log_path(world.classroom, "little-go", tile), each.record)
    asked = {each.record.key: each.record for each in played[1:3]}
    assert rounds.known_games(world.classroom, "little-go", 1, {*asked, "k" * 64}) == asked


def test_of_two_records_of_a_game_the_one_of_the_tile_counts(world, played) -> None:
    game = played[0].record
    for tile in range(3):
        log = rounds.log_path(world.classroom, "little-go", tile)
        append(log, replace(game, reason=f"tile {tile}"))
    for tile, said in [(0, "tile 0"), (2, "tile 2"), (5, "tile 0")]:
        known = rounds.known_games(world.classroom, "little-go", tile, {game.key})
        assert known[game.key].reason == said


# -- marks ----------------------------------------------------------------------------------


def finished(
    played: Sequence[PlayedFixture], bots: Sequence[str] = STUDENTS, planned: int = 4
) -> FinishedLeague:
    return FinishedLeague(RULES, standings([each.game for each in played], bots), played, planned)


def test_a_players_test_tells_wins_expectation_and_place_and_no_names(played: list[PlayedFixture]) -> None:
    tests = players_tests(GROUP, finished(played), Visibility.HIDDEN)
    assert sorted(tests) == list(STUDENTS)
    test = tests["alice"]
    assert (test.name, test.group, test.batch, test.max_points) == (
        "league/classmates", "league", "league", 10.0,
    )  # fmt: skip
    assert test.visibility is Visibility.HIDDEN
    assert test.message.startswith("won ")
    assert "of 4 games against classmates; expected to win " in test.message
    assert ", place" not in test.message
    assert test.message.endswith("of 3")
    assert test.cause is not None
    assert test.cause.expected == "an expected win rate of 90% against classmates"
    assert len(test.games) == 4
    assert sum(game.won for game in test.games) == sum(each.game.winner == "alice" for each in played)
    assert {game.opponent for game in test.games} <= {"classmate 1", "classmate 2", "classmate 3"}
    assert not any(name in str(test) for name in ("bob", "chen"))
    table = finished(played).standings.table
    for each in table:
        assert each.rate is not None
        assert tests[each.name].points == round(10 * RULES.slope.marks(each.rate.rate), 2)
    assert (tests[table[0].name].points or 0) > (tests[table[-1].name].points or 0)


def crash(pair: Pair, loser: str) -> list[PlayedFixture]:
    """Both games of a pair, lost by a crash on the loser's first move."""
    return [lost(fixture, loser) for fixture in pair.fixtures]


def lost(fixture: Fixture, loser: str) -> PlayedFixture:
    record = play_match(Match(ReferenceBot("random"), ReferenceBot("random")))
    black = fixture.black == loser
    return PlayedFixture(
        fixture,
        replace(
            record, moves=() if black else record.moves[:1], winner="white" if black else "black",
            termination=Termination.CRASHED, reason="exit code 1; it said: secret",
            black_stones=0 if black else 1, white_stones=0, remarks=(),
        ),
    )  # fmt: skip


def test_a_bot_that_broke_down_has_its_fault_and_games_not_played_are_lost(played) -> None:
    broke = [*crash(Pair(8, "alice", "dora"), "dora"), *crash(Pair(9, "bob", "dora"), "dora")]
    found = finished([*played, *broke], (*STUDENTS, "dora"), planned=6)
    tests = players_tests(GROUP, found, Visibility.HIDDEN)
    assert (tests["dora"].verdict, tests["dora"].points) == (Verdict.RTE, 0.0)
    assert tests["dora"].message == (
        "won 0 of 4 games against classmates (6 were planned); stopped after 3 in a row lost by: crashed"
    )
    assert "4 games lost by a fault" in tests["dora"].remarks
    # The others' places and ties are of as many programs: those with a rating.
    assert tests["alice"].message.endswith("of 3")
    ties = [line for line in tests["alice"].remarks if line.startswith("tied")]
    assert ties in (
        [],
        ["tied with 1 of the 2 other rated programs"],
        ["tied with 2 of the 2 other rated programs"],
    )
    # What the program said is for its author alone.
    assert "secret" in str(tests["dora"])
    assert "secret" not in str(tests["alice"])
    assert {game.reason for game in tests["alice"].games if game.ended == "crashed"} == {
        "the opponent's fault"
    }


def test_who_misses_games_through_our_fault_has_no_mark_and_no_place(played: list[PlayedFixture]) -> None:
    """Else the program that loses would be better off with games that fail."""
    won = crash(Pair(7, "chen", "dora"), "chen")
    broke = [*crash(Pair(8, "alice", "dora"), "dora"), *crash(Pair(9, "bob", "dora"), "dora")]
    whole = finished([*played, *won, *broke], (*STUDENTS, "dora", "eve"), planned=8)
    dora = players_tests(GROUP, whole, Visibility.HIDDEN)["dora"]
    assert dora.points == round(10 * RULES.slope.marks(2 / 8), 2)
    failed = {"dora": ("eve", "eve"), "bob": ("eve", "finn")}
    tests = players_tests(GROUP, replace(whole, failed=failed), Visibility.HIDDEN)
    for name, count in (("dora", "won 2 of 6"), ("bob", "won")):
        assert (tests[name].verdict, tests[name].points, tests[name].max_points) == (Verdict.JE, None, 10)
        assert tests[name].message.startswith(count)
        assert tests[name].message.endswith(
            " games against classmates; 2 of its games failed through a fault of the grader; "
            "they are played again the next time"
        )
    assert (tests["dora"].remarks, tests["bob"].remarks) == ((), (SEVERAL,))
    assert tests["alice"] == players_tests(GROUP, whole, Visibility.HIDDEN)["alice"]


def test_who_misses_games_stands_last_and_nobody_rises_by_it(played: list[PlayedFixture]) -> None:
    games = tuple(each.game for each in played)
    whole = result.LeagueResult(STUDENTS, games, {}, (), {}).standings
    best = whole.table[0].name
    table = result.LeagueResult(STUDENTS, games, {}, (), {}, failed={best: ("eve",)}).standings.table
    last = table[-1]
    assert (last.name, last.strength, last.place, last.rate) == (best, None, None, None)
    before = {each.name: each.place for each in whole.table}
    assert {each.name: each.place for each in table[:-1]} == {
        name: place for name, place in before.items() if name != best
    }
    met = {
        (row.name, other.name): won
        for row in table
        for other, won in zip(table, row.row.against, strict=True)
    }
    for row in whole.table:
        for other, won in zip(whole.table, row.row.against, strict=True):
            assert met[row.name, other.name] == won


def test_who_has_no_game_through_our_fault_or_is_alone_is_not_marked(played: list[PlayedFixture]) -> None:
    void = players_tests(GROUP, finished(played, (*STUDENTS, "dora")), Visibility.HIDDEN)["dora"]
    alone = players_tests(GROUP, finished([], ["alice"], planned=0), Visibility.HIDDEN)["alice"]
    assert (void.verdict, void.points, void.message) == (Verdict.JE, None, VOID)
    assert (alone.verdict, alone.points, alone.message) == (Verdict.SK, None, ALONE)


@pytest.mark.parametrize(
    ("verdict", "points"), [(Verdict.CE, 0.0), (Verdict.NS, 0.0), (Verdict.TLE, 0.0), (Verdict.JE, None)]
)
def test_who_is_not_in_the_league_loses_points_only_by_an_own_fault(verdict, points) -> None:
    test = outsiders_test(GROUP, Outsider(verdict, "why"), Visibility.HIDDEN)
    assert (test.verdict, test.points, test.max_points, test.message) == (verdict, points, 10.0, "why")


def test_before_the_league_was_played_its_test_is_pending(played: list[PlayedFixture]) -> None:
    course: Any = SimpleNamespace(
        package=SimpleNamespace(config=CONFIG), rules=SimpleNamespace(visibility=Visibility.HIDDEN)
    )
    (pending,) = result.league_test(None, course, "alice")
    assert (pending.verdict, pending.points, pending.message) == (
        Verdict.SK,
        None,
        "the league has not been played yet",
    )
    tests = players_tests(GROUP, finished(played), Visibility.HIDDEN)
    found = result.LeagueResult(STUDENTS, (), {}, (), tests)
    assert result.league_test(found, course, "alice") == (tests["alice"],)
    plain = replace(CONFIG, groups=CONFIG.groups[:1])
    course.package.config = plain
    assert result.league_test(found, course, "alice") == ()


def test_a_game_that_the_second_referee_sees_otherwise_is_a_fault_of_ours(played) -> None:
    confirm_games(played)
    record: GameRecord = played[0].record
    turned = replace(record, winner="white" if record.winner == "black" else "black")
    with pytest.raises(JudgeError, match="the second referee sees"):
        confirm_games([replace(played[0], record=turned)])


# -- judged games ---------------------------------------------------------------------------

LOST = PlayedFixture(Fixture(Pair(0, "ann", "ben")), record(LOST_TWICE, winner="black"))
"""Ann, black, throws a won game away on ply 21, and ben gives it back on ply 22."""
SHORT = PlayedFixture(Fixture(Pair(0, "ann", "ben"), True), record(["PASS"]))


def test_who_lost_a_won_game_is_told_the_move_and_who_won_it_is_not() -> None:
    judged = {each.fixture: analyse(each.record) for each in (LOST, SHORT)}
    table = standings([LOST.game, SHORT.game], ["ann", "ben"])
    tests = players_tests(GROUP, FinishedLeague(RULES, table, [LOST, SHORT], 2, judged), Visibility.HIDDEN)
    assert [game.thrown for game in tests["ann"].games] == [None, None]
    assert [game.thrown for game in tests["ben"].games] == [
        Thrown(ply=22, move="0,2", before=2, after=4, keeping=("1,1", "2,0")),
        None,
    ]
    tests = players_tests(GROUP, FinishedLeague(RULES, table, [LOST, SHORT], 2), Visibility.HIDDEN)
    assert tests["ben"].games[0].thrown is None, "it was not judged"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[GameRecord]:
    """The games that are judged and not taken from what is kept."""
    found: list[GameRecord] = []

    def judging(games: Sequence[GameRecord], plies: int, cores: int) -> list[Analysis]:
        assert (plies, cores) == (USUAL, 1)
        found.extend(games)
        return [analyse(game, 4) for game in games]

    monkeypatch.setattr(rate, "analyse_all", judging)
    return found


def test_a_known_game_is_not_judged_again_whoever_played_it(tmp_path: Path, asked: list[GameRecord]) -> None:
    path, game = tmp_path / "judged.json", LOST.record
    (first,) = rate.judged(path, [game])
    assert (first.game, len(first.moves)) == (game.key, 4)
    twin = replace(game, key="t" * 64, seed=7)
    other = replace(game, moves=game.moves[:-1], termination=Termination.TIME)
    before = path.read_bytes()
    assert rate.judged(path, [game, twin]) == [first, replace(first, game="t" * 64)]
    assert path.read_bytes() == before
    assert len(asked) == 1
    assert [each.game for each in rate.judged(path, [other, game])] == [other.key, game.key]
    assert asked[1:] == [other]
    rate.judged(path, [game])
    assert path.read_bytes() == before  # games that are no more are forgotten


def test_with_more_cores_the_same_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [play_match(Match(ReferenceBot("random"), ReferenceBot("greedy"), seed)) for seed in range(4)]
    used: list[int] = []

    def judging(games: Sequence[GameRecord], plies: int, cores: int) -> Iterator[Analysis]:
        used.append(cores)
        return analyse_all(games, 8, cores)

    monkeypatch.setattr(rate, "analyse_all", judging)
    found = [rate.judged(tmp_path / f"{cores}.json", games, cores) for cores in (1, 3)]
    assert used == [1, 3]
    assert found[0] == found[1]
    assert (tmp_path / "1.json").read_bytes() == (tmp_path / "3.json").read_bytes()


@pytest.mark.parametrize("damage", [b"", b"[]", b'{"schema": 1}', b'{"schema": "gograde/judged/v1"}', None])
def test_what_was_kept_damaged_or_by_other_code_is_judged_again(tmp_path, asked, monkeypatch, damage) -> None:
    path = tmp_path / "judged.json"
    rate.judged(path, [LOST.record])
    whole = path.read_bytes()
    if damage is None:
        monkeypatch.setattr(rate, "code_digest", lambda patterns: "other")
    else:
        path.write_bytes(damage)
    rate.judged(path, [LOST.record])
    assert (len(asked), path.read_bytes() == whole) == (2, damage is not None)
