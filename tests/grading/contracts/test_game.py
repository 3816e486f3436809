"""The file of a submission that plays the 5x5 game."""

import pytest

from gograde.codec import replace
from gograde.errors import DataError
from gograde.grading.contracts.game import move_limits, shipped_game
from gograde.intake.entry import Refusal
from gograde.intake.reading.find import find_entry
from gograde.intake.reading.programs import named_programs

PLAYS = b"open('output.txt', 'w').write('PASS')\n"


def found(files: dict[str, bytes]) -> object:
    entry = find_entry(files, shipped_game().config.contract, named_programs)
    return entry.message if isinstance(entry, Refusal) else (entry.path, entry.language)


def test_a_players_name_decides() -> None:
    for files, entry in [
        ({"my_player.py": PLAYS}, "my_player.py"),
        ({"my_palyer.py": PLAYS, "my_player3.py": PLAYS}, "my_player3.py"),
        ({"deep/my_player.py": PLAYS, "my_palyer.py": PLAYS}, "my_palyer.py"),
        ({"my_player3.py": PLAYS, "train.py": b"import my_player3\n", "build.sh": b"x"}, "my_player3.py"),
        ({"my_player.py": PLAYS, "old/my_player.py": b"old"}, "my_player.py"),
        ({"bot.py": PLAYS}, "bot.py"),
        (
            {"my_player.py": PLAYS, "bot.py": PLAYS, "submission.toml": b'[submission]\nentry = "bot.py"'},
            "bot.py",
        ),
    ]:
        assert found(files) == (entry, "python")


def test_two_of_one_name_at_one_depth_are_not_chosen_between() -> None:
    files = {"a/my_player.py": b"a = 1", "b/my_player.py": b"b = 1"}
    assert str(found(files)).startswith("which of a/my_player.py, b/my_player.py is the program?")


def test_without_a_name_it_must_be_the_only_program() -> None:
    files = {"a.py": b"a = 1", "b.py": b"b = 1"}
    assert found(files) == (
        "which of a.py, b.py is the program? Name it my_player.py, or name it in submission.toml"
    )
    assert found({"bot.py": PLAYS}) == ("bot.py", "python")


def test_the_strict_limit_of_a_move_is_that_of_processor_time_or_that_of_the_clock() -> None:
    config = shipped_game().config
    by_cpu = move_limits(config)
    assert (by_cpu.cpu_s, by_cpu.wall_s) == (10, 30)
    by_clock = move_limits(replace(config, parameters={**config.parameters, "clock": "wall"}))
    assert (by_clock.cpu_s, by_clock.wall_s) == (30, 10)
    assert by_clock.memory_bytes == by_cpu.memory_bytes
    with pytest.raises(DataError, match="parameters: clock: "):
        move_limits(replace(config, parameters={**config.parameters, "clock": "sun"}))
