"""The referee agrees with the second referee, which plays on the board that students import."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import example, given
from hypothesis import strategies as st

from gograde.arena.game.rules import PLIES, START, one_of
from gograde.arena.game.second_referee import Ending, replay
from gograde.go import IllegalReason, Point, Position
from gograde.go.player import Answer, Termination, move_text, read_move
from tests.arena.listed_bots import ListedPlayer, Refereed, play_game


def refereed(points: Sequence[Point | None]) -> Refereed:
    """Both sides answer what is listed, then pass."""
    return play_game(*(ListedPlayer(iter(map(Answer, points[first::2]))) for first in (0, 1)))


def judged(points: Sequence[Point | None]) -> Ending:
    return replay([*map(move_text, points), *["PASS"] * (PLIES - len(points))])


def agreed(game: Refereed, ending: Ending) -> bool:
    """Do both see the same winner, ply, board and fault?"""
    end = game.outcome
    fault = end.reason.rpartition(": ")[2] if end.termination.forfeit else ""
    rows = tuple(str(game.board).replace(" ", "").splitlines())
    return ending == Ending(end.winner, len(game.turns), rows, fault)


def eager(seed: int, strange: int) -> list[Point | None]:
    """Moves of a game that fights: mostly legal, those that were just captured first, now and then any."""
    position, points = START, []
    for ply in range(PLIES):
        legal: list[Point | None] = list(position.legal_points())
        before = position.previous or position.board
        lost = [p for p in before.points(position.to_play) if not position.board.get(p)]
        options = lost if lost and ply % 2 else legal or [None]
        if strange and one_of(range(strange), seed, ply, "strange") == 0:
            options = [None, *position.board.points()]
        point = one_of(options, seed, ply)
        points.append(point)
        after = position.step(point)
        if not isinstance(after, Position):
            break
        position = after
    return points


BLANK = "....."
TO_KO = "0,1 0,2 1,0 1,3 2,1 2,2 1,2 1,1"
"""Black and white build a ko in the middle; with the last move white captures (1, 2)."""
KO = [".XO..", "XO.O.", ".XO.."]
FULL = (
    " ".join(f"{row},{column} {4 - row},{column}" for row in (0, 1) for column in range(5)) + " 2,0 PASS 2,1"
)

# The moves, the winner (1 black, 2 white), the ply, the rows at the end, and why the last move is illegal.
FACTS = [
    ("PASS", 2, 1, []),
    ("2,2 PASS PASS", 2, 3, [BLANK, BLANK, "..X.."]),
    ("2,2 PASS 2,1 PASS 2,3 1,1 PASS PASS", 2, 8, [BLANK, ".O...", ".XXX."]),
    ("2,0 PASS 2,1 PASS 2,2 PASS PASS", 1, 7, [BLANK, BLANK, "XXX.."]),
    ("2,0 PASS 2,1 PASS PASS", 2, 5, [BLANK, BLANK, "XX..."]),
    (f"{FULL} PASS", 2, 24, ["XXXXX", "XXXXX", "XX...", "OOOOO", "OOOOO"]),
    (f"{FULL} 0,0", 1, 24, ["XXXXX", "XXXXX", "XX...", "OOOOO", "OOOOO"], IllegalReason.OCCUPIED),
    ("2,2 2,2", 1, 2, [BLANK, BLANK, "..X.."], IllegalReason.OCCUPIED),
    ("5,0", 2, 1, [], IllegalReason.OFF_BOARD),
    ("-1,0", 2, 1, [], IllegalReason.OFF_BOARD),
    ("0,-1", 2, 1, [], IllegalReason.OFF_BOARD),
    (f"2,2 2,{10**30}", 1, 2, [BLANK, BLANK, "..X.."], IllegalReason.OFF_BOARD),
    ("0,1 PASS 1,0 0,0", 1, 4, [".X...", "X...."], IllegalReason.SUICIDE),
    ("0,1 0,0 1,0 PASS PASS", 2, 5, [".X...", "X...."]),
    (f"{TO_KO} 1,2", 2, 9, KO, IllegalReason.KO),
    (f"{TO_KO} PASS PASS", 2, 10, KO),
    (f"{TO_KO} 4,4 4,0 1,2 PASS PASS", 2, 13, [".XO..", "X.XO.", ".XO..", BLANK, "O...X"]),
    # No superko: the board of four plies ago may come again.
    (f"{TO_KO} PASS 4,0 1,2 PASS 4,4 1,1 PASS PASS", 2, 16, [*KO, BLANK, "O...X"]),
]


def test_both_judge_by_the_statement() -> None:
    for text, winner, ply, rows, *fault in FACTS:
        ending = Ending(winner, ply, (*rows, *[BLANK] * (5 - len(rows))), *fault)
        assert replay(text.split()) == ending
        assert agreed(refereed([read_move(word) for word in text.split()]), ending)


def test_both_judge_games_of_all_kinds_alike() -> None:
    ends = dict.fromkeys((*Termination, "ko", "suicide", "ply 24"), 0)
    for seed in range(300):
        points = eager(seed, (0, 30, 8)[seed % 3])
        done = refereed(points)
        assert agreed(done, judged(points))
        ends[done.outcome.termination] += 1
        for word in ("ko", "suicide"):
            ends[word] += done.outcome.reason.endswith(word)
        ends["ply 24"] += len(done.turns) == PLIES
    assert min(ends[each] for each in ("points", "illegal move", "ko", "suicide", "ply 24")) >= 5


anything = st.one_of(st.none(), st.builds(Point, st.integers(-1, 5), st.integers(-1, 5)))


@given(st.lists(anything, max_size=PLIES))
@example([None])
@example([Point(2, 2), None, None])
@example([Point(2, 2), None, Point(2, 2)])
def test_both_judge_any_answers_alike(points: list[Point | None]) -> None:
    done = refereed(points)
    assert agreed(done, judged(points))
    assert len(done.turns) <= PLIES
    assert refereed([turn.answer.point for turn in done.turns if isinstance(turn.answer, Answer)]) == done
