"""A browser without a window that a test drives, with what pages ask for and say."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--remote-debugging-pipe", "--window-size=1280,900",
)  # fmt: skip
FAULTS = ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled")


class Browser:
    """Speaks the protocol of the developer tools over two pipes; `events` are those of the open page."""

    def __init__(self, to_browser: BinaryIO, from_browser: BinaryIO) -> None:
        self._to, self._from = to_browser, from_browser
        self._number, self._session = 0, ""
        self.events: list[dict[str, Any]] = []
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for part in ("Page", "Runtime", "Log", "Network"):
            self._call(f"{part}.enable")

    def open(self, page: Path) -> None:
        """Open a page and wait until it is there."""
        self.events = []
        self._call("Page.navigate", url=page.as_uri())
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.events.append(self._read())

    def value(self, expression: str) -> Any:
        """The value of an expression in the page, as JSON."""
        asked = {"expression": expression, "returnByValue": True, "awaitPromise": True}
        answer = self._call("Runtime.evaluate", **asked)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key: str, text: str = "") -> None:
        """Press a key and let it go."""
        for kind in ("keyDown", "keyUp"):
            self._call("Input.dispatchKeyEvent", type=kind, key=key, text=text if kind == "keyDown" else "")

    def size(self, width: int, height: int) -> None:
        """Make the page as large as another screen."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._call("Emulation.setDeviceMetricsOverride", **size)

    def dark(self, *, on: bool) -> None:
        """Ask pages for dark or light colours."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if on else "light"}
        self._call("Emulation.setEmulatedMedia", features=[scheme])

    def addresses(self) -> list[str]:
        """What the open page has asked for."""
        sent = [event for event in self.events if event["method"] == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in sent]

    def faults(self) -> list[Any]:
        """Errors and words on the console."""
        return [event["params"] for event in self.events if event["method"] in FAULTS]

    def _call(self, method: str, **params: Any) -> Any:
        self._number += 1
        session = {"sessionId": self._session} if self._session else {}
        message = {"id": self._number, "method": method, "params": params, **session}
        self._to.write(json.dumps(message).encode() + b"\0")
        while (answer := self._read()).get("id") != self._number:
            self.events.append(answer)
        assert "error" not in answer, answer
        return answer["result"]

    def _read(self) -> dict[str, Any]:
        """The next message; events without a method are answers to nobody."""
        data = b""
        while not data.endswith(b"\0"):
            byte = self._from.read(1)
            assert byte, "the browser is gone"
            data += byte
        return {"method": "", **json.loads(data[:-1])}


@contextmanager
def browser(profile: Path) -> Iterator[Browser]:
    """A browser with a profile of its own."""
    assert PROGRAM is not None
    ours, theirs = os.pipe(), os.pipe()
    given = [fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (ours[0], theirs[1])]

    def place() -> None:
        os.dup2(given[0], 3)
        os.dup2(given[1], 4)

    command = [PROGRAM, *OPTIONS, f"--user-data-dir={profile}"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, pass_fds=(3, 4), preexec_fn=place, **quiet) as process:  # type: ignore[call-overload]  # noqa: PLW1509
        for end in (*given, ours[0], theirs[1]):
            os.close(end)
        try:
            with open(ours[1], "wb", buffering=0) as to, open(theirs[0], "rb") as back:  # noqa: PTH123
                yield Browser(to, back)
        finally:
            process.kill()
