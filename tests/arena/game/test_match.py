"""Matches, their records and logs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

import pytest
from sgfmill import sgf

from gograde.arena.analysis.sgf import game_sgf
from gograde.arena.game.five_by_five import PASS, Answer, Fault, Termination, View
from gograde.arena.game.match import Match, play_all, play_match, play_matches
from gograde.arena.game.record import GameRecord, append, game_key, read_log, read_move, to_line
from gograde.arena.game.referee import Player
from gograde.arena.players.reference import ReferenceBot
from gograde.errors import DataError, JudgeError
from gograde.go import Point, Stone, diagram, read_sgf

Said = Answer | Fault | JudgeError
HOST = JudgeError("sandbox", "no room", "make room")


@dataclass
class ListedBot:
    """Says what is listed, one game after the other; after the list it passes."""

    name: str
    games: list[list[Said]]
    digest: str = "0"
    seeds: list[int] = field(default_factory=list)

    def player(self, seed: int) -> ListedPlayer:
        self.seeds.append(seed)
        return ListedPlayer(iter(self.games.pop(0) if self.games else []))


@dataclass
class ListedPlayer(Player):
    said: Iterator[Said]

    def move(self, view: View) -> Answer | Fault:
        answer = next(self.said, PASS)
        if isinstance(answer, JudgeError):
            raise answer
        return answer


def at(row: int, column: int, *remarks: str, cpu_s: float = 0.0) -> Answer:
    return Answer(Point(row, column), remarks, cpu_s)


def match(black: list[Said], white: list[Said], **options: object) -> Match:
    return Match(ListedBot("ann", [black]), ListedBot("ben", [white], "1"), **options)  # type: ignore[arg-type]


# -- one game -------------------------------------------------------------------------------


def test_a_record_tells_the_game() -> None:
    record = play_match(match([at(2, 2, cpu_s=0.25), at(1, 1, "slow", cpu_s=1)], [at(2, 3, cpu_s=3)], seed=7))
    assert json.loads(to_line(record)) == {
        "schema": "gograde/game/v1",
        "key": game_key(("0", "1"), [], 7, "little-go"),
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


def test_the_views_of_a_record_are_what_the_players_saw() -> None:
    record = play_match(match([at(2, 2), at(2, 2)], [at(2, 3)]))
    assert record.termination is Termination.ILLEGAL
    views = list(record.views())
    assert [view.ply for view in views] == [1, 2, 3]
    assert views[-1].position.board == diagram(". . . . . / . . . . . / . . X O . / . . . . . / . . . . .")


def test_an_opening_is_in_the_record_and_the_key() -> None:
    record = play_match(match([], [], opening=(Point(2, 2), None)))
    assert (record.opening, record.moves) == (("2,2", "PASS"), ("2,2", "PASS", "PASS"))


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


def test_a_forfeit_is_recorded_with_its_reason() -> None:
    record = play_match(match([at(2, 2)], [Fault(Termination.CRASHED, "exit code 1; it said: oh", ("hot",))]))
    assert (record.termination, record.winner, record.reason) == (
        "crashed",
        "black",
        "exit code 1; it said: oh",
    )
    assert record.moves == ("2,2",)
    assert [(each.ply, each.text) for each in record.remarks] == [(2, "hot")]


def test_a_remark_that_is_made_again_and_again_is_told_once() -> None:
    moves = [at(2, 2, "hot", "cold"), at(2, 3, "hot"), at(1, 2, "hot"), at(1, 3, "hot"), at(0, 2, "cold")]
    record = play_match(
        match(moves, [at(4, 4, "odd"), at(4, 3), at(4, 2), at(4, 1), Fault(Termination.NO_ANSWER, "no")])
    )
    assert record.remark_lines() == ("plies 1, 3, 5 and 1 more: hot", "plies 1, 9: cold", "ply 2: odd")


# -- SGF ------------------------------------------------------------------------------------


def read(data: bytes) -> tuple[sgf.Sgf_game, list[str]]:
    game = sgf.Sgf_game.from_bytes(data)
    nodes = game.get_main_sequence()
    return game, [node.get("C") if node.has_property("C") else "" for node in nodes]


def test_sgf_of_a_game_that_was_played_to_the_end() -> None:
    record = play_match(match([at(2, 1)], [at(0, 4, "run again, alone")]))
    game, comments = read(game_sgf(record))
    root = game.get_root()
    assert [root.get(name) for name in ("SZ", "KM", "PB", "PW", "RE")] == [5, 2.5, "ann", "ben", "W+2.5"]
    assert [node.get_move() for node in game.get_main_sequence()] == [
        (None, None),
        ("b", (2, 1)),
        ("w", (4, 4)),
        ("b", None),
        ("w", None),
    ]
    assert comments == ["", "", "run again, alone", "", "white wins (points): black 1, white 1 + 2.5"]
    assert getattr(read_sgf(game_sgf(record)), "komi", None) == 2.5


def test_sgf_of_forfeits() -> None:
    illegal = play_match(match([at(2, 2)], [at(2, 2, "seen")]))
    game, comments = read(game_sgf(illegal))
    assert game.get_root().get("RE") == "B+F"
    assert comments == [
        "",
        "seen\nblack wins (illegal move): white at (2, 2) is illegal: the point is occupied",
    ]
    late = play_match(match([Fault(Termination.TIME, "more than 10 s of CPU time")], []))
    game, comments = read(game_sgf(late))
    assert game.get_root().get("RE") == "W+T"
    assert comments == ["white wins (time): more than 10 s of CPU time"]


def test_sgf_of_names_that_are_no_text() -> None:
    bots = ListedBot("a]\udcff\\", []), ListedBot("围棋", [])
    root = read(game_sgf(play_match(Match(*bots))))[0].get_root()
    assert (root.get("PB"), root.get("PW")) == ("a]\\udcff\\", "围棋")


def test_sgf_holds_nothing_that_moves_a_terminal_or_turns_the_reading_direction() -> None:
    said = "\x1b]0;title\x07\x00 \u202eabc ];B[aa] é"
    lost = play_match(match([Fault(Termination.CRASHED, said, (said,))], []))
    data = game_sgf(lost)
    assert data.decode().replace("\n", "").isprintable()
    shown = "\\x1b]0;title\\x07\\x00 \\u202eabc ];B[aa] é"
    assert read(data)[1] == [f"{shown}\nwhite wins (crashed): {shown}"]


# -- logs -----------------------------------------------------------------------------------


@pytest.fixture
def records() -> list[GameRecord]:
    return [play_match(match([at(0, number)], [], seed=number)) for number in range(3)]


def test_what_is_appended_is_read_back_in_order(tmp_path: Path, records: list[GameRecord]) -> None:
    path = tmp_path / "deep" / "games.jsonl"
    assert read_log(path) == {}
    for record in records:
        append(path, record)
    assert list(read_log(path).values()) == records
    assert path.read_bytes() == b"".join(map(to_line, records))


@pytest.mark.parametrize("kept", [1, 40, -1])
def test_half_a_line_is_left_out_and_the_next_writer_drops_it(
    tmp_path: Path, records: list[GameRecord], kept: int
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(to_line(records[0]) + to_line(records[1])[:kept])
    assert list(read_log(path).values()) == records[:1]
    append(path, records[2])
    assert path.read_bytes() == to_line(records[0]) + to_line(records[2])


def test_half_a_line_alone_is_an_empty_log(tmp_path: Path, records: list[GameRecord]) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"x" * 200_000)
    assert read_log(path) == {}
    append(path, records[0])
    assert path.read_bytes() == to_line(records[0])


def test_of_a_log_only_the_games_asked_for_are_looked_at(tmp_path: Path, records: list[GameRecord]) -> None:
    path = tmp_path / "games.jsonl"
    tricky = records[1].model_copy(update={"reason": f'"key": "{records[2].key}"'})
    path.write_bytes(to_line(records[0]) + to_line(tricky) + b'{"key": "' + b"f" * 64 + b'"}\n')
    assert read_log(path, {tricky.key, "e" * 64}) == {tricky.key: tricky}
    assert read_log(path, ()) == {}
    with pytest.raises(DataError, match="line 3: no game"):
        read_log(path)
    path.write_bytes(b"neither a key nor a game\n")
    with pytest.raises(DataError, match="line 1: no game"):
        read_log(path, ())


def test_of_two_games_with_one_key_the_first_counts(tmp_path: Path, records: list[GameRecord]) -> None:
    path = tmp_path / "games.jsonl"
    other = records[0].model_copy(update={"reason": "later"})
    for record in (records[0], other):
        append(path, record)
    assert read_log(path) == {records[0].key: records[0]}


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (b"", "no game (Invalid JSON: EOF while parsing a value at line 1 column 0)"),
        (b"{}", "no game (Field required)"),
        (b"[1]", "no game (Input should be an object)"),
    ],
)
def test_a_line_that_is_no_game_is_named(
    tmp_path: Path, records: list[GameRecord], line: bytes, what: str
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(to_line(records[0]) + line + b"\n")
    with pytest.raises(DataError) as caught:
        read_log(path)
    assert str(caught.value) == f"{path}: line 2: {what}\nFix: remove the line: its game is played again"


@pytest.mark.parametrize("text", ["", "pass", "1", "1,2,3", "a,b"])
def test_a_move_of_a_record_is_as_written(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        read_move(text)


# -- many games -----------------------------------------------------------------------------


def test_known_games_are_not_played_again() -> None:
    matches = [Match(ReferenceBot("random"), ReferenceBot("greedy"), seed) for seed in range(2)]
    first = list(play_all(iter(matches), {}))
    assert [is_new for _, is_new in first] == [True, True]
    known = {record.key: record for record, _ in first[:1]}
    assert list(play_all(iter(matches), known)) == [(first[0][0], False), first[1]]


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

    def move(self, view: View) -> Answer:
        self.moves += 1
        self.asked.set()
        self.may_answer.wait(10)
        return Answer(view.position.legal_points()[0])
