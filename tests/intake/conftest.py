"""The tiny assignment `echo` for the tests of intake."""

from __future__ import annotations

from tests.echo import done, echo, programs, scripted, task_with

__all__ = ["done", "echo", "programs", "scripted", "task_with"]
