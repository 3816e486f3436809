"""A server with a page, an action and a fault, for the tests of what all servers share."""

import sys
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from gograde.app.server import Hub, does, serve, site
from gograde.errors import JudgeError, UsageError

hub = Hub()


def first(request: Request) -> Response:
    return PlainTextResponse("the first page")


def tell(asked: dict[str, Any]) -> Any:
    for word in asked["words"]:
        hub.tell(asked["topic"], word)
    return {"told": len(asked["words"])}


def fail(asked: dict[str, Any]) -> Any:
    kinds = {
        "usage": UsageError("it", "is wrong", "mend it"),
        "judge": JudgeError("box", "gone", "wait"),
        "path": UsageError("/Zo\udceb", "is not there", "look"),
    }
    raise kinds.get(asked["kind"], ValueError("a secret of the program"))


routes = [Route("/", first), Route("/tell", does(tell), methods=["POST"])]
routes.append(Route("/fail", does(fail), methods=["POST"]))
here = {"here": Path(__file__).parent / "files"}
serve(
    lambda door: site(door, hub, routes, here),
    hub.close,
    lambda address: print(address, flush=True),
    port=int(sys.argv[1]),
)
