"""Records of games, and logs of records."""

from __future__ import annotations

from pathlib import Path

import pytest

from gograde.arena.game.match import play_match
from gograde.arena.game.record import GameRecord, append, read_log
from gograde.codec import replace, to_json
from gograde.errors import DataError
from gograde.go import diagram
from gograde.go.player import Termination, read_move
from tests.arena.listed_bots import at, match


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
