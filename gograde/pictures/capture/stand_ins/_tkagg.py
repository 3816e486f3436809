"""Stands in for the part of matplotlib that copies pixels into windows of the real tkinter."""

from __future__ import annotations

TK_PHOTO_COMPOSITE_OVERLAY = 0
TK_PHOTO_COMPOSITE_SET = 1


def blit(*_: object) -> None:
    """Copy nothing: the figure's canvas is asked for its pixels instead."""


def enable_dpi_awareness(*_: object) -> None:
    """Say that the screen is not scaled."""
