"""Fonts: named descriptions; every letter is seven pixels wide."""

from __future__ import annotations

from typing import Any

NORMAL = "normal"
ROMAN = "roman"
BOLD = "bold"
ITALIC = "italic"
_DEFAULT = {"family": "DejaVu Sans", "size": 10, "weight": NORMAL, "slant": ROMAN}
_LINES = {"underline": 0, "overstrike": 0}
_METRICS = {"ascent": 12, "descent": 3, "linespace": 15, "fixed": 0}
_LETTER_PX = 7


class Font:
    """A font by family, size, weight and slant."""

    def __init__(
        self, root: Any = None, font: Any = None, name: str = "", *exists: Any, **options: Any
    ) -> None:
        options.pop("exists", None)
        self.name = name or "font1"
        parts = dict(zip(("family", "size", "weight", "slant"), font, strict=False)) if _is_list(font) else {}
        self.options: dict[str, Any] = {**_DEFAULT, **_LINES, **parts, **options}

    def __str__(self) -> str:
        return self.name

    def __getitem__(self, key: str) -> Any:
        return self.cget(key)

    def __setitem__(self, key: str, value: Any) -> None:
        self.options[key] = value

    def cget(self, option: str) -> Any:
        return self.options.get(option, "")

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


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple))


def nametofont(name: str, root: Any = None) -> Font:
    return Font(name=name)


def families(root: Any = None, displayof: Any = None) -> tuple[str, ...]:
    return ("DejaVu Sans", "DejaVu Sans Mono", "DejaVu Serif")


def names(root: Any = None) -> tuple[str, ...]:
    return ("TkDefaultFont", "TkTextFont", "TkFixedFont", "TkMenuFont", "TkHeadingFont", "TkCaptionFont")
