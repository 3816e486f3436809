"""What all local pages share: the door, events, refusals, the end."""

import os
import select
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gograde.app.server import Door
from tests.app.served import PATIENCE_S, Served, served

SMALL = "tests.app.server.small"


@pytest.fixture(scope="module")
def small() -> Iterator[Served]:
    with served(["-m", SMALL, "0"]) as running:
        yield running


def test_who_knows_the_address_comes_in(small: Served) -> None:
    assert small.address.startswith("http://127.0.0.1:")
    assert len(small.root) >= 32
    answer = small.ask("")
    assert (answer.status, answer.text) == (200, "the first page")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert "server" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/wrong/", "/events", "/static/shared/talk.js", "/favicon.ico", "//"])
def test_nobody_without_the_token_gets_anything(small: Served, path: str) -> None:
    answer = small.ask(path)
    assert answer.status == 403
    assert answer.text == "403: the address lacks its token.\nOpen the address that the command printed.\n"


@pytest.mark.parametrize("change", [lambda t: t[:-1], lambda t: t + "A", str.swapcase, lambda t: ""])
def test_a_token_that_is_nearly_right_is_wrong(small: Served, change) -> None:  # type: ignore[no-untyped-def]
    assert small.ask(f"/{change(small.root.strip('/'))}/").status == 403


def test_a_name_that_was_bent_to_this_machine_is_refused(small: Served) -> None:
    """The address of a page elsewhere, whose name its owner lets mean 127.0.0.1."""
    port = small.host.split(":")[1]
    assert small.ask("", Host=f"elsewhere.example:{port}").status == 403
    assert small.ask("", Host="127.0.0.1").status == 403
    assert small.ask("", Host=f"localhost:{port}").status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://elsewhere.example"}, {"Origin": "null"}, {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
    ],
)  # fmt: skip
def test_another_page_changes_nothing(small: Served, headers: dict[str, str]) -> None:
    answer = small.ask("tell", {"topic": "x", "words": []}, **headers)
    assert (answer.status, answer.text.splitlines()[0]) == (403, "403: the request comes from another page.")


def test_our_own_page_changes_something(small: Served) -> None:
    headers = {"Origin": f"http://{small.host}", "Sec-Fetch-Site": "same-origin"}
    assert small.ask("tell", {"topic": "own", "words": []}, **headers).json == {"told": 0}


def test_refusals_say_where_what_and_how_to_mend_it(small: Served) -> None:
    told = small.ask("fail", {"kind": "usage"})
    assert (told.status, told.json) == (422, {"where": "it", "what": "is wrong", "fix": "mend it"})
    told = small.ask("fail", {"kind": "judge"})
    assert (told.status, told.json) == (500, {"where": "box", "what": "gone", "fix": "wait"})
    told = small.ask("nothing")
    assert (told.status, told.json["what"]) == (404, "Not Found")
    assert small.ask("tell").status == 405


def test_words_may_name_a_path_that_is_not_utf8(small: Served) -> None:
    told = small.ask("fail", {"kind": "path"})
    assert (told.status, told.json["where"]) == (422, "/Zo\udceb")


def test_a_fault_of_ours_is_told_without_its_details(small: Served) -> None:
    told = small.ask("fail", {"kind": "other"})
    assert told.status == 500
    assert told.json["what"] == "failed; its terminal says how"


def test_requests_that_are_no_json_object_are_refused(small: Served) -> None:
    assert small.ask("tell", [1]).json["what"] == "no JSON object"
    assert (
        small.ask("tell", {}, content_type="text/plain").json["what"]
        == "'text/plain' is not application/json"
    )
    assert small.ask("tell", "x" * (5 << 20)).json["what"] == "more than 4 MiB"


def test_our_files_are_there_and_no_others(small: Served) -> None:
    assert "export async function ask" in small.ask("static/shared/talk.js").text
    assert small.ask("static/shared/../door.py").status == 404
    assert small.ask("static/shared/..%2fdoor.py").status == 404


def test_pages_hear_the_last_word_on_each_topic(small: Served) -> None:
    small.ask("tell", {"topic": "score", "words": ["1", "2", "é\n\udceb"]})
    with small.hears() as early, small.hears() as late:
        assert next(early) == next(late) == ("score", "é\n\udceb")
        small.ask("tell", {"topic": "end", "words": [None]})
        assert next(early) == next(late) == ("end", None)


def test_ctrl_c_ends_it_though_pages_listen() -> None:
    with served(["-m", SMALL, "0"]) as running, running.hears() as events:
        running.ask("tell", {"topic": "a", "words": [1]})
        assert next(events) == ("a", 1)
        assert running.end() == (0, "")
        assert list(events) == []


def test_a_port_that_is_taken_is_refused() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", SMALL, str(port)]
        told = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert f"--port {port}: is taken\nFix: give another port, or none" in told.stderr


def lines(fifo: Path, number: int) -> list[str]:
    """As many lines as come through a pipe, which nobody may have opened yet."""
    with os.fdopen(os.open(fifo, os.O_RDWR), "rb", buffering=0) as pipe:
        got = b""
        while got.count(b"\n") < number:
            assert select.select([pipe], [], [], PATIENCE_S)[0], got
            got += pipe.read(1 << 16)
    return got.decode().splitlines()


def test_other_users_do_not_read_the_token_in_the_arguments_of_the_browser(tmp_path: Path) -> None:
    """The browser gets a file that only we may read; nothing of it is left."""
    said, browser = tmp_path / "said", tmp_path / "browser"
    shows = f'exec > {said}; f="${{1#file://}}"; stat -c %a "$f"; cat "$f"; echo "$1"'
    browser.write_text(f"#!/bin/sh\n{shows}\n")
    browser.chmod(0o700)
    os.mkfifo(said)
    rooms = tmp_path / "tmp"
    rooms.mkdir()
    environment = {**os.environ, "BROWSER": f"{browser} %s", "TMPDIR": str(rooms)}
    with served(["-m", SMALL, "0"], env=environment) as running:
        mode, page, given = lines(said, 3)
        assert mode == "600"
        assert running.address in page
        assert running.root.strip("/") not in given
        assert running.end()[0] == 0
    assert list(rooms.iterdir()) == []


def test_the_token_is_not_in_what_a_door_prints() -> None:
    door = Door(8000)
    assert door.token not in repr(door)
    assert door.token != Door(8000).token
