"""Moves that a busy machine may have decided are played again alone."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

from gograde.arena.players.sandboxed import ProcessBot, depends_on_load, on_machine, share_of_cpu
from gograde.go.player import Answer, Fault
from gograde.sandbox.protocol import Ended, Job, Limits, RunResult
from tests.arena.players.recorded import FIRST, Recorded
from tests.golden import values_agree

LIMITS = Limits(cpu_s=10, wall_s=30)


def result(**changes: object) -> RunResult:
    files = {"output.txt": b"1,2"}
    plain = RunResult("played", 0, None, None, 1.0, 1.0, 9000, b"", b"", 0, 0, files, {}, delay_s=0.0)
    return replace(plain, **changes)  # type: ignore[arg-type]


def test_what_a_busy_machine_may_have_decided() -> None:
    values_agree("arena/load.txt", depends_on_load=depends_on_load, LIMITS=LIMITS, result=result, Ended=Ended)


def test_the_share_of_cpu_time() -> None:
    assert share_of_cpu(result(cpu_s=1.0, delay_s=3.0)) == 0.25
    assert share_of_cpu(result(delay_s=None)) is None
    assert share_of_cpu(result(cpu_s=0.0)) is None


def moved(*results: RunResult) -> tuple[Answer | Fault, list[RunResult]]:
    backend, seen = Recorded(list(results)), list[RunResult]()
    bot = ProcessBot("bot", "0", Job(("./x",), limits=LIMITS), backend, seen=seen.append)
    move = bot.player(1).choose(FIRST)
    assert backend.results == []
    return move, seen


def test_the_move_that_was_played_alone_counts_and_a_remark_says_why() -> None:
    thinks = result(cpu_s=6.0, wall_s=20.0, delay_s=14.0)
    late = result(cpu_s=10.0, wall_s=10.2, delay_s=0.1, killed_for=Ended.CPU, files={})
    told = "played again alone, since the machine was busy (it got 30% of the CPU time that it asked for)"
    move, seen = moved(thinks, late)
    assert isinstance(move, Fault)
    assert move.reason == "more than 10 s of CPU time"
    assert move.remarks == (told,)
    assert seen == [thinks, late]
    busy = replace(late, delay_s=30.0)
    move, _ = moved(busy)
    assert isinstance(move, Fault)
    assert move.reason == "more than 10 s of CPU time (it got 25% of the CPU time that it asked for)"
    held_up = result(cpu_s=3.0, wall_s=60.0, delay_s=7.0, killed_for=Ended.WALL, files={})
    move, _ = moved(held_up, result(cpu_s=9.0))
    assert (str(move), move.remarks) == ("1,2", (told,))
    assert moved(result(cpu_s=9.0))[0].remarks == ()


def test_who_is_alone_waits_for_the_others_and_keeps_new_ones_out(tmp_path: Path) -> None:
    events: list[str] = []
    both, let_go, asked = threading.Barrier(3), threading.Event(), threading.Event()

    def shares() -> None:
        with on_machine(alone=False, folder=tmp_path):
            both.wait(30)
            let_go.wait(30)
            events.append("shared")

    def alone() -> None:
        asked.set()
        with on_machine(alone=True, folder=tmp_path):
            events.append("alone")

    threads = [threading.Thread(target=shares) for _ in range(2)]
    for thread in threads:
        thread.start()
    both.wait(30)  # two hold it at once
    threads.append(threading.Thread(target=alone))
    threads[-1].start()
    asked.wait(30)
    assert events == []
    let_go.set()
    for thread in threads:
        thread.join(30)
    assert events == ["shared", "shared", "alone"]
    with on_machine(alone=False, folder=tmp_path):
        events.append("free again")
