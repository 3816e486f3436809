"""Games between bots: their records, faults of the grader, many games at once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event

import pytest

from gograde.arena.game.match import Match, Opening, play_match, play_matches, read_openings
from gograde.arena.game.record import GameRecord, append, game_key, read_log
from gograde.arena.game.rules import COURSE, Rules
from gograde.arena.game.second_referee import replay
from gograde.arena.players.reference import ReferenceBot
from gograde.codec import replace, to_json
from gograde.errors import DataError, JudgeError
from gograde.go import Point, Stone, diagram
from gograde.go.player import PASS, Answer, Cancelling, Fault, Player, Termination, never, read_move
from gograde.go.position import LiveGame
from tests.arena.listed_bots import ListedBot, at, match, play_game
from tests.golden import errors_agree

HOST = JudgeError("sandbox", "no room", "make room")


def test_a_record_tells_the_game() -> None:
    record = play_match(match([at(2, 2, cpu_s=0.25), at(1, 1, "slow", cpu_s=1)], [at(2, 3, cpu_s=3)], seed=7))
    assert json.loads(to_json(record)) == {
        "schema": "gograde/game/v1",
        "key": game_key(("0", "1"), [], 7, "little-go", COURSE),
        "package": "little-go",
        "black": {"name": "ann", "digest": "0", "cpu_s": 1.25},
        "white": {"name": "ben", "digest": "1", "cpu_s": 3.0},
        "seed": 7,
        "opening": [],
        "moves": ["2,2", "2,3", "1,1", "PASS", "PASS"],
        "termination": "points",
        "winner": "white",
        "reason": "black 2, white 1 + 2.5",
        "black_stones": 2,
        "white_stones": 1,
        "remarks": [{"ply": 3, "text": "slow"}],
        "first_pass_ends": True,
    }
    assert record.winner_name == "ben"
    assert record.outcome.winner is Stone.WHITE


def test_the_key_is_that_of_the_match_and_changes_with_all_it_depends_on() -> None:
    plain = match([], [], seed=1)
    assert play_match(plain).key == plain.key
    others = [
        match([], [], seed=2),
        match([], [], seed=1, opening=(Point(2, 2),)),
        match([], [], seed=1, package="other"),
        Match(ListedBot("ann", [], "2"), plain.white, 1),
        Match(plain.white, plain.black, 1),
    ]
    assert len({plain.key, *(each.key for each in others)}) == 6


def test_a_name_is_not_what_a_game_depends_on() -> None:
    assert Match(ListedBot("new name", []), ListedBot("ben", [], "1")).key == match([], []).key


def test_a_fault_of_the_grader_voids_the_game_and_it_is_played_again() -> None:
    black = ListedBot("ann", [[at(0, 0), HOST], [at(1, 1)]])
    record = play_match(Match(black, ListedBot("ben", []), 5))
    assert record.moves == ("1,1", "PASS", "PASS")
    assert record.termination is Termination.POINTS
    assert len(black.seeds) == 2
    assert black.seeds[0] == black.seeds[1]


def test_a_grader_that_fails_twice_stops_and_nobody_has_lost() -> None:
    with pytest.raises(JudgeError, match="no room"):
        play_match(Match(ListedBot("ann", [[HOST], [HOST]]), ListedBot("ben", [])))


def test_a_remark_that_is_made_again_and_again_is_told_once() -> None:
    moves = [at(2, 2, "hot", "cold"), at(2, 3, "hot"), at(1, 2, "hot"), at(1, 3, "hot"), at(0, 2, "cold")]
    record = play_match(
        match(moves, [at(4, 4, "odd"), at(4, 3), at(4, 2), at(4, 1), Fault(Termination.NO_ANSWER, "no")])
    )
    assert record.remark_lines() == ("plies 1, 3, 5 and 1 more: hot", "plies 1, 9: cold", "ply 2: odd")


def test_many_matches_are_played_at_once_and_each_is_the_game_it_would_be_alone() -> None:
    bots = ReferenceBot("random"), ReferenceBot("greedy")
    matches = [Match(*bots, seed) for seed in range(6)]
    at_once = {record.key: record for record in play_matches(matches, cores=3)}
    assert at_once == {each.key: play_match(each) for each in matches}


def test_who_stops_asking_ends_the_games_at_their_next_ply() -> None:
    asked, may_answer = Event(), Event()
    waiting = WaitingBot("ann", asked, may_answer)
    games = play_matches([match([], []), Match(waiting, ListedBot("ben", []))], cores=2)
    next(games)
    asked.wait(10)
    may_answer.set()
    games.close()
    assert waiting.moves < 24


def test_a_grader_that_fails_ends_all_games() -> None:
    fails = Match(ListedBot("ann", [[HOST], [HOST]]), ListedBot("ben", []))
    later = ListedBot("cat", [])
    with pytest.raises(JudgeError, match="no room"):
        list(play_matches([fails, *(Match(later, later, seed) for seed in range(50))]))
    assert len(later.seeds) < 100


@dataclass
class WaitingBot(Player):
    """Says when it is asked for a move, and does not answer before it may; then it plays on and on."""

    name: str
    asked: Event
    may_answer: Event
    digest: str = "waiting"
    moves: int = 0

    def player(self, seed: int) -> WaitingBot:
        return self

    def choose(self, game: LiveGame, cancelled: Cancelling = never) -> Answer:
        self.moves += 1
        self.asked.set()
        self.may_answer.wait(10)
        return Answer(game.position.legal_points()[0])


def test_by_another_rule_a_first_pass_is_a_pass_like_any_other() -> None:
    """The key of a game tells the rules apart; by either rule two passes in a row end a game."""
    usual, again = (match([PASS, at(0, 0)], [at(2, 2), at(3, 3)]) for _ in range(2))
    other = replace(again, rules=Rules(first_pass_ends=False))
    assert play_match(usual).moves == ("PASS",)
    record = play_match(other)
    assert record.moves[:3] == ("PASS", "2,2", "0,0")
    assert (record.key, record.first_pass_ends) == (other.key, False)
    assert other.key != usual.key
    both = play_match(replace(match([PASS], [PASS]), rules=other.rules))
    assert (both.moves, both.termination) == (("PASS", "PASS"), Termination.POINTS)
    assert replay(("PASS", "2,2"), first_pass_ends=False).board[2] == "..O.."
    assert replay(("PASS", "2,2")).ply == 1
    assert replay(("PASS", "PASS"), first_pass_ends=False).winner == 2


# -- suites of openings as text ----------------------------------------------------------------------------


def test_openings_are_read_and_the_empty_board_is_first() -> None:
    text = "# two openings\n\n2,2 1,2 PASS\n 1,1 \n2,2 1,2 PASS\n"
    assert read_openings(text, "o") == ((), (Point(2, 2), Point(1, 2), None), (Point(1, 1),))


# -- records of games, and logs of records -----------------------------------------------------


def test_the_game_of_a_record_ends_with_its_last_legal_move() -> None:
    record = play_match(match([at(2, 2), at(2, 2)], [at(2, 3)]))
    assert record.termination is Termination.ILLEGAL
    assert record.game.steps == ((2, 2), (2, 3))
    assert record.game.position.board == diagram(". . . . . / . . . . . / . . X O . / . . . . . / . . . . .")


@pytest.fixture
def records() -> list[GameRecord]:
    return [play_match(match([at(0, number)], [], seed=number)) for number in range(3)]


def test_what_is_appended_is_read_back_in_order(tmp_path: Path, records: list[GameRecord]) -> None:
    path = tmp_path / "deep" / "games.jsonl"
    assert read_log(path) == {}
    for record in records:
        append(path, record)
    assert list(read_log(path).values()) == records
    assert path.read_bytes() == b"".join(map(to_json, records))


@pytest.mark.parametrize("kept", [1, 40, -1])
def test_half_a_line_is_left_out_and_the_next_writer_drops_it(
    tmp_path: Path, records: list[GameRecord], kept: int
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(to_json(records[0]) + to_json(records[1])[:kept])
    assert list(read_log(path).values()) == records[:1]
    append(path, records[2])
    assert path.read_bytes() == to_json(records[0]) + to_json(records[2])


def test_half_a_line_alone_is_an_empty_log(tmp_path: Path, records: list[GameRecord]) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"x" * 200_000)
    assert read_log(path) == {}
    append(path, records[0])
    assert path.read_bytes() == to_json(records[0])


def test_of_a_log_only_the_games_asked_for_are_looked_at(tmp_path: Path, records: list[GameRecord]) -> None:
    path = tmp_path / "games.jsonl"
    tricky = replace(records[1], reason=f'"key": "{records[2].key}"')
    path.write_bytes(to_json(records[0]) + to_json(tricky) + b'{"key": "' + b"f" * 64 + b'"}\n')
    assert read_log(path, {tricky.key, "e" * 64}) == {tricky.key: tricky}
    assert read_log(path, ()) == {}
    with pytest.raises(DataError, match="line 3: no game"):
        read_log(path)
    path.write_bytes(b"neither a key nor a game\n")
    with pytest.raises(DataError, match="line 1: no game"):
        read_log(path, ())


def test_of_two_games_with_one_key_the_first_counts(tmp_path: Path, records: list[GameRecord]) -> None:
    path = tmp_path / "games.jsonl"
    other = replace(records[0], reason="later")
    for record in (records[0], other):
        append(path, record)
    assert read_log(path) == {records[0].key: records[0]}


def test_a_line_that_is_no_game_is_named(tmp_path: Path, records: list[GameRecord]) -> None:
    """So is every record that is none: they have one codec."""
    path, whole = tmp_path / "games.jsonl", to_json(records[0])
    for line, what in {
        b"\n": "Expecting value",
        b"{}\n": "Object missing required field `key`",
        whole.replace(b'"seed"', b'"sead"'): "Object contains unknown field `sead`",
        whole.replace(b'"seed": 0', b'"seed": "0"'): "Expected `int`, got `str` - at `$.seed`",
        whole.replace(b'"cpu_s": 0.0', b'"cpu_s": NaN', 1): "NaN is not a JSON number",
        whole.replace(b'"cpu_s": 0.0', b'"cpu_s": 1e999', 1): "1e999 is not a JSON number",
    }.items():
        path.write_bytes(whole + line)
        with pytest.raises(DataError) as caught:
            read_log(path)
        assert str(caught.value).startswith(f"{path}: line 2: no game ({what}")
        assert caught.value.fix == "remove the line: its game is played again"
    with pytest.raises(ValueError):
        to_json(replace(records[0], black=replace(records[0].black, cpu_s=float("nan"))))
    assert to_json(replace(records[0], white=replace(records[0].white, cpu_s=0))) == whole


def test_a_move_of_a_record_is_as_written() -> None:
    for text in ["", "pass", "1", "1,2,3", "a,b"]:
        with pytest.raises(ValueError, match=r".*"):
            read_move(text)


# -- openings -------------------------------------------------------------------------------


def test_an_opening_must_leave_something_to_play() -> None:
    openings: list[Opening] = [(Point(2, 2), Point(2, 2)), (None,)]
    passing = ListedBot("ann", []).player(0)
    tried = ((str(moves), partial(play_game, passing, passing, moves)) for moves in openings)
    errors_agree("arena/openings.txt", tried)
