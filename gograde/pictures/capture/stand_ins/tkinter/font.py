"""Fonts: named descriptions; every letter is seven pixels wide."""

from __future__ import annotations

from typing import Any

NORMAL, ROMAN, BOLD, ITALIC = "normal", "roman", "bold", "italic"
_PARTS = ("family", "size", "weight", "slant")
_DEFAULT = {"family": "DejaVu Sans", "size": 10, "weight": NORMAL, "slant": ROMAN}
_LINES = {"underline": 0, "overstrike": 0}
_METRICS = {"ascent": 12, "descent": 3, "linespace": 15, "fixed": 0}
_LETTER_PX = 7


class Font:
    """A font by family, size, weight and slant."""

    def __init__(
        self, root: Any = None, font: Any = None, name: str = "", exists: Any = 0, **options: Any
    ) -> None:
        self.name = name or "font1"
        parts = dict(zip(_PARTS, font, strict=False)) if isinstance(font, (list, tuple)) else {}
        self.options: dict[str, Any] = {**_DEFAULT, **_LINES, **parts, **options}

    def __str__(self) -> str:
        return self.name

    def cget(self, option: str) -> Any:
        return self.options.get(option, "")

    __getitem__ = cget

    def __setitem__(self, key: str, value: Any) -> None:
        self.options[key] = value

    def actual(self, option: Any = None, displayof: Any = None) -> Any:
        return self.options[option] if option else dict(self.options)

    def configure(self, **options: Any) -> Any:
        self.options.update(options)
        return None if options else dict(self.options)

    config = configure

    def copy(self) -> Font:
        return Font(**self.options)

    def measure(self, text: str, displayof: Any = None) -> int:
        return _LETTER_PX * len(text)

    def metrics(self, *options: Any, **kw: Any) -> Any:
        return _METRICS[options[0]] if options else dict(_METRICS)


def nametofont(name: str, root: Any = None) -> Font:
    return Font(name=name)


def families(root: Any = None, displayof: Any = None) -> tuple[str, ...]:
    return ("DejaVu Sans", "DejaVu Sans Mono", "DejaVu Serif")


def names(root: Any = None) -> tuple[str, ...]:
    return ("TkDefaultFont", "TkTextFont", "TkFixedFont", "TkMenuFont", "TkHeadingFont", "TkCaptionFont")
