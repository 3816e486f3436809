"""Games judged from the command line."""

from __future__ import annotations

import json
from pathlib import Path

from sgfmill import sgf

from gograde.arena.analysis.judged_game import Analysis
from gograde.arena.game.record import GameRecord, append
from gograde.codec import of_value
from gograde.report.words.judged_games import analysis_lines
from tests.arena.judged import LOST_TWICE, record
from tests.cli.conftest import Terminal


def test_a_played_game_is_judged_in_text_in_json_and_in_sgf(call: Terminal, tmp_path: Path) -> None:
    words = ("play", "random", "alphabeta-2", "--seed", "4", "--analyse")
    (told,) = json.loads(call(*words, "--format", "json", "--sgf", "games").stdout)
    game, analysis = of_value(GameRecord, told["game"]), of_value(Analysis, told["analysis"])
    assert [move.ply for move in analysis.moves] == list(range(13, 25))
    head, *lines = call(*words).stdout.splitlines()
    assert head.startswith("game 1: ")
    assert lines == [f"  {line}" for line in analysis_lines(game, analysis)]
    written = sgf.Sgf_game.from_bytes((tmp_path / "games" / "game-001.sgf").read_bytes())
    assert written.get_last_node().get("V") == game.black_stones - game.white_stones - 2.5


def test_deep_goes_back_sixteen_plies(call: Terminal) -> None:
    done = call("play", "greedy", "greedy", "--deep")
    assert done.stdout.splitlines()[1] == "  judged exactly from ply 9:"


def test_a_log_is_judged_in_sum_by_player(call: Terminal, tmp_path: Path) -> None:
    append(tmp_path / "games.jsonl", record(LOST_TWICE, winner="black"))
    done = call("arena", "analyse", "games.jsonl")
    assert (done.returncode, done.stdout) == (
        0,
        "player  games  moves  stones lost  a move  won  thrown away    share           95 %\n"
        "ann         1      6            7    1.17    6            1   16.7 %    3.0 to 56.4\n"
        "ben         1      6            6    1.00    1            1  100.0 %  20.7 to 100.0\n",
    )
    told = json.loads(call("arena", "analyse", "games.jsonl", "--format", "json").stdout)
    assert [row["name"] for row in told["table"]] == ["ann", "ben"]
    assert [analysis["schema"] for analysis in told["analyses"]] == ["gograde/analysis/v1"]


def test_a_log_without_games_is_told(call: Terminal, tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").touch()
    done = call("arena", "analyse", "games.jsonl")
    assert (done.returncode, done.stderr) == (
        3,
        "games.jsonl: no games in it\nFix: play some with gograde tournament BOT... --log FILE\n",
    )
    assert call("arena", "analyse", "nothing.jsonl").returncode == 2
