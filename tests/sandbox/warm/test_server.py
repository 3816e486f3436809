"""The start, the use and the end of a server, and its failures."""

import gc
import os
import signal
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gograde.errors import JudgeError
from gograde.sandbox.bwrap import backend as bwrap
from gograde.sandbox.bwrap.backend import NamespaceCell
from gograde.sandbox.host.processes import host_task
from gograde.sandbox.host.spawn import PATIENCE_S
from gograde.sandbox.landlock.backend import Unsandboxed
from gograde.sandbox.run import server as warm_server
from gograde.sandbox.warm import backend as warm
from gograde.sandbox.warm.backend import Idle, Warm, starts_python, why_cold
from tests.sandbox.warm.programs import job
from tests.sandboxes import call_in_child, comes_true, shell_job


def open_files() -> int:
    gc.collect()  # what other tests of this process left behind, or it would go in between
    return len([*Path("/proc/self/fd").iterdir()])


def test_a_server_dies_with_its_grader(cold: Any) -> None:
    told, tells = os.pipe()
    grader = os.fork()
    if grader == 0:
        made = Warm(cold)
        made.run(job("pass"))
        os.write(tells, str(made._server.pid if made._server else 0).encode())
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(grader, 0)
    assert (server := int(os.read(told, 20)))
    os.close(told)
    os.close(tells)
    assert comes_true(lambda: (task := host_task(server)) is None or task.state == "Z")


def test_importing_is_the_servers_cost_and_a_file_of_that_name_wins(cold: Any) -> None:
    made = Warm(cold, ("random", "nothing_of_the_kind", "json.decoder"))
    here = "import sys, random; print('random' in sys.modules, 'json' in sys.modules, random.__file__)"
    assert b"/random.py" in made.run(job(here)).stdout
    assert made.cold_runs == 0
    own = made.run(job("import random; print(random.__file__)", files={"random.py": b""}))
    assert (own.stdout, made.cold_runs, made.fault) == (b"/box/random.py\n", 1, "")
    below = made.run(job("pass", files={"json/x/y.txt": b""}))
    assert (below.exit_code, made.cold_runs) == (0, 2)
    made.close()


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (JudgeError("bwrap", "it ended\nwithout a word", "a fix"), "bwrap: it ended without a word"),
        (ConnectionResetError(104, "reset by peer"), "[Errno 104] reset by peer"),
        (KeyError(), "KeyError"),
    ],
)
def test_why_there_is_no_server_is_one_line(cold, monkeypatch, error, fault) -> None:
    def fail(*_: object) -> warm_server.Server:
        raise error

    monkeypatch.setattr(warm, "start", fail)
    made = Warm(cold)
    assert made.run(job("print(3)")).stdout == b"3\n"
    assert (made.fault, made.cold_runs) == (fault, 1)


@pytest.mark.parametrize("kind", ["begin", "reap"])
def test_a_server_that_dies_voids_the_run_and_later_runs_are_cold(cold, monkeypatch, kind) -> None:
    made = Warm(cold)
    before = open_files(), threading.active_count()
    made.run(job("pass"))
    real = getattr(warm_server.Server, kind)

    def killed(server: Any, *given: Any) -> Any:
        if server is made._server and not made.fault:
            os.kill(server.pid, signal.SIGKILL)
        return real(server, *given)

    monkeypatch.setattr(warm_server.Server, kind, killed)
    assert made.run(job("open('out', 'w').write('x')")).files["out"] == b"x"
    assert (made.cold_runs, bool(made.fault)) == (1, True)
    assert (open_files(), threading.active_count()) == before
    assert (made.run(job("print(4)")).stdout, made.cold_runs) == (b"4\n", 2)


def test_an_interrupted_run_ends_its_server_and_the_next_has_another(apart, monkeypatch) -> None:
    apart.run(job("pass"))
    assert apart._server is not None
    first = apart._server.pid

    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(bwrap, "NamespaceCell", interrupted)
        apart.run(job("pass"))
    assert not Path(f"/proc/{first}").exists()
    assert apart.run(job("print(1)")).stdout == b"1\n"


def test_the_first_process_of_a_run_holds_no_stream_of_the_run(apart, monkeypatch) -> None:
    """The grader would wait for the end of a stream in vain; the channel of a dead server it takes along."""
    apart.run(job("pass"))
    assert apart._server is not None
    own = {name.name for name in Path(f"/proc/{apart._server.pid}/fd").iterdir()}
    held: list[str] = []

    def look(*given: Any, **named: Any) -> NamespaceCell:
        cell = NamespaceCell(*given, **named)
        folder = Path(f"/proc/{warm_server.pid_of(cell.first)}/fd")
        held.extend(name.name for name in folder.iterdir())
        return cell

    monkeypatch.setattr(bwrap, "NamespaceCell", look)
    assert apart.run(job("print(1)")).stdout == b"1\n"
    assert set(held) <= own


def test_why_a_run_could_not_be_begun_is_told_at_once(bubblewrap, monkeypatch, tmp_path) -> None:
    lame = tmp_path / "inside.py"
    lame.write_text(warm_server._INSIDE.read_text().replace("os.chdir(BOX)", "os.chdir('/nowhere')"))
    monkeypatch.setattr(warm_server, "_INSIDE", lame)
    made = Warm(bubblewrap)
    started = time.monotonic()
    assert made.run(job("print(1)")).stdout == b"1\n"
    assert time.monotonic() - started < PATIENCE_S / 2
    assert "FileNotFoundError" in made.fault


def test_back_ends_of_players_wait_for_their_next_game_and_the_oldest_is_closed(cold: Any) -> None:
    idle, names = Idle(most=2), "abc"
    first = {name: Warm(cold) for name in names}
    for name, made in first.items():
        made.run(job("pass"))
        assert idle.lend(name, made) is made
    pids = {name: made._server.pid for name, made in first.items() if made._server}
    for name, made in first.items():
        idle.give_back(name, made)
    assert [Path(f"/proc/{pids[name]}").exists() for name in names] == [False, True, True]
    anew = Warm(cold)
    assert idle.lend("a", anew) is anew
    assert idle.lend("b", anew) is first["b"]
    assert idle.lend("b", anew) is anew, "another game has it"
    assert idle.lend("c", Warm(cold, ("json",))) is not first["c"], "it is not as that one"
    assert idle.lend("c", anew) is first["c"]
    first["c"].fault = "broken"
    idle.give_back("c", first["c"])
    assert idle.lend("c", anew) is anew
    for made in first.values():
        made.close()


def test_other_programs_are_cold_and_another_environment_has_another_server(cold: Any) -> None:
    made = Warm(cold)
    assert not starts_python(shell_job("exit 3"))
    assert made.run(shell_job("exit 3")).exit_code == 3
    assert made.cold_runs == 1
    one, two = (made.run(job("import os; print(os.environ['X'])", env={"X": x})).stdout for x in "12")
    assert (one, two, made.cold_runs, made.fault) == (b"1\n", b"2\n", 1, "")
    made.close()


def test_imports_that_start_threads_make_no_server(cold: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    starts = b"import threading; threading.Thread(target=threading.Event().wait, daemon=True).start()"
    real = Path.read_bytes
    inside = warm_server._INSIDE
    monkeypatch.setattr(
        Path, "read_bytes", lambda path: starts + b"\n" + real(path) if path == inside else real(path)
    )
    made = Warm(cold)
    assert made.run(job("print(1)")).stdout == b"1\n"
    assert made.fault.startswith("warm start: what it imports starts threads")


def test_the_quick_probes_allow_it_once_for_a_back_end(cold: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = replace(cold, proofs={})
    assert why_cold(fresh) == ""
    monkeypatch.setattr(warm, "start", lambda *_: pytest.fail("asked twice"))
    assert why_cold(fresh) == ""
    assert why_cold(Unsandboxed()) == "only a sandbox has a server"


def test_forked_children_share_the_server_of_their_parent_one_after_another(server: Warm) -> None:
    """One that dies in the middle of a run leaves nothing of it; a server that dies is started anew, once."""
    server.run(job("pass"))
    assert server._server is not None
    number = server._server.pid

    def dies() -> None:
        threading.Thread(target=server.run, args=(job("import signal; signal.pause()"),), daemon=True).start()
        assert comes_true(lambda: has_child(number), 30)

    def runs() -> tuple[bytes, int, int]:
        said = server.run(job("print(1)")).stdout
        assert server._server is not None
        found = said, server._server.pid, server.cold_runs
        server.close()
        return found

    call_in_child(dies, ordinary=False)
    assert comes_true(lambda: not has_child(number), 30)
    assert call_in_child(runs, ordinary=False) == (b"1\n", number, 0)
    os.kill(number, signal.SIGKILL)
    idle = Idle(_idle=[(None, server)])
    assert comes_true(server._server.has_ended)
    idle.revive()
    again = call_in_child(runs, ordinary=False)
    assert call_in_child(runs, ordinary=False) == again != (b"1\n", number, 0)


def has_child(pid: int) -> bool:
    return bool(Path(f"/proc/{pid}/task/{pid}/children").read_text())
