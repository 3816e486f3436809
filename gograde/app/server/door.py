"""Who may come in: only who knows the address.

The address holds a random token as the first part of its path.  A cookie would be sent to every server of
this machine's address, whatever its port, also to one of another user; a path is sent to ours alone.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN_BYTES = 24
"""192 bits: nobody guesses it."""

_READING = {"GET", "HEAD"}
_HEADERS = {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_POLICY = (
    "default-src 'none'; script-src {origin}{root}/static/; style-src {origin}{root}/static/; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@dataclass(frozen=True)
class Door:
    """A port of this machine and the token of one run of the server."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_hex(TOKEN_BYTES), repr=False)

    @property
    def address(self) -> str:
        """Where the first page is."""
        return f"http://127.0.0.1:{self.port}{self.root}/"

    @property
    def root(self) -> str:
        """The path above all pages."""
        return f"/{self.token}"

    @property
    def hosts(self) -> tuple[str, str]:
        """The names by which this server may be asked for; any other name is an attack by DNS."""
        return f"127.0.0.1:{self.port}", f"localhost:{self.port}"

    def refusal(self, method: str, path: str, headers: dict[str, str]) -> str | None:
        """Why a request does not come in; None if it does."""
        first = path.split("/", 2)[1] if path.startswith("/") else ""
        if headers.get("host") not in self.hosts:
            return "the request names another host"
        if not hmac.compare_digest(first.encode(), self.token.encode()):
            return "the address lacks its token"
        if method not in _READING and not _from_our_pages(headers):
            return "the request comes from another page"
        return None


@dataclass(frozen=True)
class Guarded:
    """An application behind a door; every answer forbids what its pages do not need."""

    inside: ASGIApp
    door: Door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        why = self.door.refusal(scope["method"], scope["path"], headers)
        if why is not None:
            await _refuse(send, why)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": self._with_ours(message["headers"], headers["host"])}
            await send(message)

        await self.inside({**scope, "root_path": self.door.root}, receive, sent)

    def _with_ours(self, given: list[tuple[bytes, bytes]], host: str) -> list[tuple[bytes, bytes]]:
        """The headers of an answer; a page may bring a policy of its own."""
        policy = _POLICY.format(origin=f"http://{host}", root=self.door.root)
        ours = {**_HEADERS, "content-security-policy": policy}
        has = {name.decode("latin-1").lower() for name, _ in given}
        return [*given, *((n.encode(), v.encode()) for n, v in ours.items() if n not in has)]


def _from_our_pages(headers: dict[str, str]) -> bool:
    """Whether a request that changes something was sent by a page of ours, or by no page at all."""
    origin, site = headers.get("origin"), headers.get("sec-fetch-site", "same-origin")
    return site == "same-origin" and (origin is None or origin == f"http://{headers['host']}")


async def _refuse(send: Send, why: str) -> None:
    text = f"403: {why}.\nOpen the address that the command printed.\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(text))]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": text})
