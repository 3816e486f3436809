"""Games judged from the command line."""

import json
from pathlib import Path

from sgfmill import sgf

from gograde.arena.analysis.judged_game import Analysis
from gograde.arena.game.record import GameRecord
from gograde.codec import of_value
from gograde.report.words.judged_games import analysis_lines
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
