"""Where the files that ship with gograde are: in a checkout or inside the wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_DATA = _PACKAGE / "_data"
_ROOT = _DATA if _DATA.is_dir() else _PACKAGE.parent


def packages_dir() -> Path:
    """The folder of assignment packages, `cases/`."""
    return _ROOT / "cases"


def starters_dir() -> Path:
    """What new packages are made of, `starters/`."""
    return _ROOT / "starters"


def snakefile() -> Path:
    """The workflow."""
    return _ROOT / "Snakefile"


def lock_file() -> Path:
    """The libraries of gograde, pinned with their hashes."""
    return _ROOT / "requirements.lock"


_WORDS = _PACKAGE / "report" / "words" / "texts"


def languages() -> tuple[str, ...]:
    """The languages of pages, sorted: those that have a file of words."""
    return tuple(sorted(path.stem for path in _WORDS.glob("*.json")))


def words_file(language: str) -> Path:
    """The words of a language."""
    return _WORDS / f"{language}.json"
