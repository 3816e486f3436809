"""A browser that no screen shows and a test drives, with what pages ask for and say."""

from __future__ import annotations

import base64
import fcntl
import importlib.util
import json
import os
import select
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from tests import needs

OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--remote-debugging-pipe", "--window-size=1280,900",
)  # fmt: skip
_TYPED = {"Enter": "\r", " ": " "}
_CODES = {"Enter": 13, " ": 32, "Tab": 9, "Escape": 27}
"""What these keys type, and their numbers; without these the browser does not act on them."""

_PATIENCE_S = 120
"""Seconds after which what a test waits for does not come; pages that listen are never silent for long."""

FAULTS = ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled")


class Wire:
    """The protocol of the developer tools over two pipes, for all windows."""

    def __init__(self, to_browser: BinaryIO, from_browser: BinaryIO) -> None:
        self._to, self._from = to_browser, from_browser
        self._number, self._rest = 0, b""
        self.events: dict[str, list[dict[str, Any]]] = {}

    def call(self, session: str, method: str, **params: Any) -> Any:
        """The answer of the browser, or of a window of it; events are put aside."""
        self._number += 1
        of = {"sessionId": session} if session else {}
        message = {"id": self._number, "method": method, "params": params, **of}
        self._to.write(json.dumps(message).encode() + b"\0")
        end = time.monotonic() + _PATIENCE_S
        while (answer := self._read(end)).get("id") != self._number:
            self._put_aside(answer)
        assert "error" not in answer, answer
        return answer["result"]

    def wait(self, done: Callable[[], bool]) -> None:
        """Put events aside until what they tell is done."""
        end = time.monotonic() + _PATIENCE_S
        while not done():
            self._put_aside(self._read(end))

    def _put_aside(self, event: dict[str, Any]) -> None:
        self.events.setdefault(event.get("sessionId", ""), []).append(event)

    def _read(self, end: float) -> dict[str, Any]:
        """The next message; events without a method are answers to nobody."""
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._from], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"what was waited for has not come in {_PATIENCE_S} s"
            said = os.read(self._from.fileno(), 1 << 16)
            assert said, "the browser is gone"
            self._rest += said
        message, _, self._rest = self._rest.partition(b"\0")
        return {"method": "", **json.loads(message)}


class Browser:
    """One window; `events` are those of its page."""

    def __init__(self, wire: Wire) -> None:
        self._wire, self._session = wire, ""
        target = self._call("Target.createTarget", url="about:blank", newWindow=True)["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for part in ("Page", "Runtime", "Log", "Network"):
            self._call(f"{part}.enable")

    @property
    def events(self) -> list[dict[str, Any]]:
        return self._wire.events.setdefault(self._session, [])

    def another(self) -> Browser:
        """Another window of the same browser."""
        return Browser(self._wire)

    def open(self, page: Path | str) -> None:
        """Leave the page before, whose late words are its own; open a page and wait until it is there."""
        for address in ("about:blank", page if isinstance(page, str) else page.as_uri()):
            self.follow(lambda url=address: self._call("Page.navigate", url=url))

    def follow(self, act: Callable[[], object]) -> None:
        """Do what leads to another page, and wait until it is there."""
        self.events.clear()
        act()
        self._wire.wait(lambda: any(event["method"] == "Page.loadEventFired" for event in self.events))

    def value(self, expression: str) -> Any:
        """The value of an expression in the page, as JSON."""
        asked = {"expression": expression, "returnByValue": True, "awaitPromise": True}
        answer = self._call("Runtime.evaluate", **asked)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def until(self, condition: str) -> Any:
        """Wait until an expression holds in the page: looked at again after whatever changes its elements."""
        return self.value(f"""new Promise(done => {{
          const holds = () => {{ try {{ return {condition}; }} catch {{ return false; }} }};
          const look = () => {{ const found = holds(); if (found) {{ watch.disconnect(); done(found); }} }};
          const watch = new MutationObserver(look);
          const all = {{subtree: true, childList: true, attributes: true, characterData: true}};
          watch.observe(document, all);
          look();
        }})""")

    def press(self, key: str, text: str = "", **more: Any) -> None:
        """Press a key and let it go."""
        text = text or _TYPED.get(key, "")
        codes = {"windowsVirtualKeyCode": _CODES[key]} if key in _CODES else {}
        for kind in ("keyDown", "keyUp"):
            said = text if kind == "keyDown" else ""
            self._call("Input.dispatchKeyEvent", type=kind, key=key, text=said, **codes, **more)

    def point(self, selector: str) -> None:
        """Move the mouse to the middle of an element."""
        self._mouse("mouseMoved", *self._middle(selector), button="none")

    def click(self, selector: str) -> None:
        """Click on the middle of an element with the mouse; again where the page moved before the press."""
        pressed, end = False, time.monotonic() + _PATIENCE_S
        while not pressed:
            assert time.monotonic() < end, f"something lies over {selector}"
            x, y = self._middle(selector)
            self.value(f"""void addEventListener("mousedown", press => {{
              window.pressed = press.composedPath().includes(document.querySelector({selector!r}));
            }}, {{capture: true, once: true}})""")
            self._mouse("mousePressed", x, y, button="left", clickCount=1)
            pressed = self.value("window.pressed")
            at = (x, y) if pressed else (0, 0)
            self._mouse("mouseReleased", *at, button="left", clickCount=1)

    def choose_file(self, selector: str, path: Path) -> None:
        """Give a file to an input of the page."""
        node = self._call("Runtime.evaluate", expression=f"document.querySelector({selector!r})")
        self._call("DOM.setFileInputFiles", files=[str(path)], objectId=node["result"]["objectId"])

    def downloads(self, folder: Path) -> None:
        """Keep what pages have the browser keep in a folder."""
        behaviour = {"behavior": "allow", "downloadPath": str(folder), "eventsEnabled": True}
        self._wire.call("", "Browser.setDownloadBehavior", **behaviour)

    def downloaded(self, folder: Path) -> Path:
        """The file that a page had the browser keep, when it is there."""
        told = self._wire.events.setdefault("", [])
        self._wire.wait(lambda: any(one.get("params", {}).get("state") == "completed" for one in told))
        begun = [event["params"] for event in told if event["method"] == "Browser.downloadWillBegin"]
        name = begun[-1]["suggestedFilename"]
        told.clear()
        return folder / name

    def close(self) -> None:
        """Close the window."""
        self._call("Page.close")

    def picture(self) -> bytes:
        """What the window shows, as PNG."""
        return base64.b64decode(self._call("Page.captureScreenshot")["data"])

    def size(self, width: int, height: int, scale: float = 1) -> None:
        """Make the page as large as another screen, with `scale` pixels of the screen to one of the page."""
        size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
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
        return self._wire.call(self._session, method, **params)

    def _mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        self._call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def _middle(self, selector: str) -> tuple[float, float]:
        place = self.value(f"""(() => {{
          const found = document.querySelector({selector!r});
          found.scrollIntoView({{block: "nearest", inline: "nearest"}});
          const box = found.getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        }})()""")
        return place[0], place[1]


def serious(looked: Browser) -> list[tuple[str, list[str]]]:
    """The grave faults that axe finds in the open page, by rule."""
    needs.require("axe_playwright_python")
    found = importlib.util.find_spec("axe_playwright_python")
    assert found is not None and found.origin is not None
    looked.value((Path(found.origin).parent / "axe.min.js").read_text("utf-8") + "; 0")
    told = looked.value("axe.run().then(found => found.violations)")
    grave = [one for one in told if one["impact"] in ("serious", "critical")]
    return [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in grave]


@contextmanager
def browser(profile: Path) -> Iterator[Browser]:
    """A browser with a profile of its own."""
    ours, theirs = os.pipe(), os.pipe()
    given = [fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (ours[0], theirs[1])]

    def place() -> None:
        os.dup2(given[0], 3)
        os.dup2(given[1], 4)

    command = [str(needs.browser()), *OPTIONS, f"--user-data-dir={profile}"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, pass_fds=(3, 4), preexec_fn=place, **quiet) as process:  # type: ignore[call-overload]  # noqa: PLW1509
        for end in (*given, ours[0], theirs[1]):
            os.close(end)
        try:
            with open(ours[1], "wb", buffering=0) as to, open(theirs[0], "rb") as back:  # noqa: PTH123
                yield Browser(Wire(to, back))
        finally:
            process.kill()
