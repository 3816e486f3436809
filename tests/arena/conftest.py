"""Programs that play, and sandboxes that run them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from gograde.arena.players.sandboxed import ProcessBot
from gograde.grading.contracts.game import move_start, shipped_game
from gograde.intake.entry import Refusal
from gograde.intake.submission import take_in
from gograde.sandbox.protocol import Backend, Limits
from tests.sandboxes import backend_or_skip

Files = str | Mapping[str, str]
MakeBot = Callable[..., ProcessBot]

MOVE_LIMITS = Limits(cpu_s=10.0, wall_s=30.0)
"""Of one move, unless a test asks for others."""


@pytest.fixture(params=["bwrap", "landlock"], scope="session")
def backend(request: pytest.FixtureRequest) -> Backend:
    """Each back end that works on this machine."""
    return backend_or_skip(request.param)


@pytest.fixture
def bot(backend: Backend, tmp_path: Path) -> MakeBot:
    """Makes a bot of a program's text, or of files by name."""

    def make(files: Files, name: str = "bot", **limits: float) -> ProcessBot:
        texts = {"my_player.py": files} if isinstance(files, str) else files
        for path, text in texts.items():
            (tmp_path / name / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / path).write_text(text)
        submission = take_in(tmp_path / name)
        start = move_start(submission, backend, shipped_game(), replace(MOVE_LIMITS, **limits))
        assert not isinstance(start, Refusal), start.message
        return ProcessBot(name, submission.sha256 or "", start.job, backend, imports=start.imports)

    return make
