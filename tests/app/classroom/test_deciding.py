"""The review queue over HTTP: what keys write, and what somebody else has decided meanwhile."""

import csv
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from gograde.classroom.classroom import Override
from gograde.cli.main import run_command
from gograde.grading.marks.overrides_file import add_overrides
from tests.app.classroom.conftest import shown

Hall = Any
Rows = Callable[[], list[dict[str, str]]]

STALE = {
    "where": "gograde view",
    "what": "somebody has decided something of what you see, or it was graded again",
    "fix": "look again: the page shows it as it is now",
}


def decided(rows: Rows) -> list[tuple[str, str, str]]:
    return [(row["student_id"], row["test"], row["decision"] or row["points"]) for row in rows()]


def test_keys_write_what_gograde_review_writes(hall: Hall, rows: Rows) -> None:
    sitting, seal = hall.sitting()
    first = hall.press(sitting, seal, "a", comment="the colours are swapped").json
    assert first["say"].startswith("2 tests: right.\nNot rescored: "), "made by hand, it has no plan"
    second = hall.press(sitting, shown(first["html"]), "R").json
    assert second["say"] == "1 test: wrong."
    assert "bob" in second["html"] and "Program 2 of 3" in second["html"]
    assert decided(rows) == [
        ("alice", "01/1 picture", "right"),
        ("alice", "01/3 picture", "right"),
        ("alice", "01/4 picture", "wrong"),
    ]
    [one, _, other] = rows()
    assert one["reason"] == "a person looked at the picture: right (the colours are swapped)"
    assert (one["by"], other["reason"]) == ("Ms Rivera", "a person looked at the picture: wrong")
    assert len(one["picture"]) > 64 and not other["picture"]
    assert hall.overrides.stat().st_mode & 0o777 == 0o600


def test_a_look_a_choice_and_the_way_back(hall: Hall, rows: Rows) -> None:
    sitting, seal = hall.sitting()
    look = {"corners": "50 50 450 450", "kinds": "0 0, 0 2, -"}
    for key, more in (("g", {"number": "3"}), ("l", look), ("a", {}), ("u", {}), ("n", {}), ("A", {})):
        answer = hall.press(sitting, seal, key, **more).json
        seal = shown(answer["html"])
    assert decided(rows) == [
        ("alice", "", "look"), ("bob", "01/1 picture", "right"), ("bob", "01/2 picture", "right")
    ]  # fmt: skip
    assert rows()[0]["picture"].endswith(" lattice=9x9,50,50,50,50 points=.0,0;X0,2")
    sitting, seal = hall.sitting()
    refused = hall.press(sitting, seal, "l", corners="here")
    assert (refused.status, refused.json["where"]) == (422, "the look")


def test_what_was_skipped_waits_in_the_next_sitting(hall: Hall) -> None:
    sitting, seal = hall.sitting("review?student=dan")
    over = hall.press(sitting, seal, "n").json["html"]
    assert "Nothing is left here." in over
    again = hall.page("review?student=dan")
    assert "01/1 picture" in again and "Program 1 of 1" in again


def test_a_page_keeps_its_sitting_when_it_is_loaded_again(hall: Hall, rows: Rows) -> None:
    sitting, seal = hall.sitting()
    hall.press(sitting, seal, "a")
    same, seal = hall.sitting(f"review?sitting={sitting}")
    assert same == sitting
    assert hall.press(sitting, seal, "u").json["say"].startswith("Taken back: 2 rows.")
    assert rows() == []


def test_two_windows_lose_no_decision(hall: Hall, rows: Rows) -> None:
    """Both show alice; one decides, and the other is told instead of deciding over it."""
    (mine, seal), (yours, same) = hall.sitting(), hall.sitting()
    assert seal == same
    hall.press(mine, seal, "a")
    refused = hall.press(yours, same, "R")
    assert (refused.status, refused.json) == (422, STALE)
    assert decided(rows) == [("alice", "01/1 picture", "right"), ("alice", "01/3 picture", "right")]
    now = hall.server.ask("review/look", {"sitting": yours}).json["html"]
    assert "1 test waits" in now and "01/4 picture" in now and "01/1 picture" not in now
    assert "0 decided, 4 left." in now
    assert hall.press(yours, shown(now), "R").json["say"] == "1 test: wrong."
    assert len(rows()) == 3
    assert "2 decided, 3 left." in hall.page(f"review?sitting={mine}")
    said = hall.press(mine, shown(hall.page(f"review?sitting={mine}")), "u").json["say"]
    assert said.startswith("Taken back: 2 rows.")
    assert decided(rows) == [("alice", "01/4 picture", "wrong")]


def test_a_terminal_decides_beside_the_page(hall: Hall, rows: Rows) -> None:
    sitting, seal = hall.sitting("review?student=dan")
    terminal = [
        "review", str(hall.path), "--by", "me", "--student", "dan", "-a", "board9", "--decide", "right",
    ]  # fmt: skip
    assert run_command(terminal) == 0
    assert hall.press(sitting, seal, "R").json == STALE
    assert [(row["by"], row["decision"]) for row in rows()] == [("me", "right")]
    assert run_command([*terminal, "--test", "01/1 picture"]) == 2


def test_the_last_guard_is_the_lock_of_the_file(hall: Hall, rows: Rows) -> None:
    """What is written between the look and the decision, here as a test that nobody showed."""
    add_overrides(hall.path, [Override("board9", "bob", "", 2, "you", "", "spoke to him")])
    assert "bob" not in hall.page("review")
    sitting, seal = hall.sitting()
    assert hall.press(sitting, seal, "A").json["say"] == "3 tests: right."
    assert len(rows()) == 4


def test_what_is_graded_again_is_not_decided_unseen(hall: Hall, rows: Rows) -> None:
    sitting, seal = hall.sitting()
    path = hall.path / "work/scores/board9/alice.json"
    path.write_text(path.read_text().replace("could not be told apart surely", "were too small"))
    assert hall.press(sitting, seal, "A").json == STALE
    assert rows() == []


def test_what_is_sent_is_checked(hall: Hall, rows: Rows) -> None:
    sitting, seal = hall.sitting()
    old = hall.press("nobody", seal, "A")
    assert (old.status, old.json["what"]) == (422, "this page is from before it was started")
    long = hall.press(sitting, seal, "A", comment="x" * 501)
    assert long.json == {
        "where": "comment", "what": "no text of at most 500 characters", "fix": "write a shorter one"
    }  # fmt: skip
    assert hall.press(sitting, seal, "z").json["say"] == "'z' means nothing here."
    elsewhere = hall.server.ask("review/press", {"sitting": sitting}, origin="http://evil.example")
    assert elsewhere.status == 403
    assert hall.server.ask("review/press", method="GET").status == 405
    assert rows() == []


def test_a_formula_in_a_comment_is_only_text(hall: Hall) -> None:
    sitting, seal = hall.sitting()
    hall.press(sitting, seal, "a", comment='=1+1,"\n::error::x')
    [row, _] = csv.DictReader(hall.overrides.open(newline=""))
    assert row["reason"].endswith('(=1+1,"\n::error::x)')
    assert "::error::" not in hall.page("corrections")


def test_four_windows_at_once_lose_nothing_and_decide_nothing_twice(hall: Hall, rows: Rows) -> None:
    """Each goes through the whole queue, one test at a time."""

    def decide(by: str) -> int:
        sitting, seal = hall.sitting()
        kept = 0
        for _ in range(200):  # more than all of them can lose to each other
            answer = hall.press(sitting, seal, "r", by=by)
            now = hall.server.ask("review/look", {"sitting": sitting}).json["html"]
            if answer.status == 200:
                kept += int(answer.json["say"].split()[0])
            if "Nothing is left" in now:
                return kept
            seal = shown(now)
        raise AssertionError(now)

    with ThreadPoolExecutor(4) as pool:
        kept = [*pool.map(decide, ("ann", "ben", "cem", "dot"))]
    tests = [(row["student_id"], row["test"]) for row in rows()]
    assert len(tests) == len({*tests}) == sum(kept) == 7
    assert {row["by"] for row in rows()} <= {"ann", "ben", "cem", "dot"}
