"""Pages in a real browser, and all of its network requests."""

from __future__ import annotations

import socketserver
import subprocess
import threading
from collections.abc import Sequence
from html import escape
from pathlib import Path

from tests import needs

FRAMES = """<!doctype html><title>nothing ran</title><script>
addEventListener("message", event => {{ document.title = String(event.data); }});
</script>{frames}"""


class _Network(socketserver.ThreadingTCPServer):
    """A proxy that takes every request down and answers none."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        self.asked: list[str] = []
        super().__init__(("127.0.0.1", 0), _Request)


class _Request(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        assert isinstance(self.server, _Network)
        self.server.asked.append(self.rfile.readline(4096).decode("latin-1").strip())


def look_at(pages: Sequence[Path], folder: Path) -> tuple[str, list[str]]:
    """Opens the pages side by side: the title of the page around them, and what was asked of the network."""
    top = folder / "top.html"
    frames = "".join(f'<iframe src="{escape(page.as_uri(), quote=True)}"></iframe>' for page in pages)
    top.write_text(FRAMES.format(frames=frames), "utf-8")
    with _Network() as network:
        threading.Thread(target=network.serve_forever, daemon=True).start()
        shown = subprocess.run(
            [str(needs.browser()), *_options(folder, network.server_address[1]), top.as_uri()],
            capture_output=True,
            text=True,
            timeout=300,
            check=True,
        ).stdout
        network.shutdown()
    title = shown.partition("<title>")[2].partition("</title>")[0]
    return title, [line for line in network.asked if ".invalid" in line]


def _options(folder: Path, port: int) -> list[str]:
    return [
        *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--dump-dom"),
        *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
        f"--user-data-dir={folder / 'profile'}",
        f"--proxy-server=http://127.0.0.1:{port}",
        "--virtual-time-budget=5000",
    ]
