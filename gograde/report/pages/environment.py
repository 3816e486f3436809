"""The template environment: its functions, and the escaping of everything that templates print."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from gograde.pictures.draw import Mark, sign_svg
from gograde.report.pages.drawings import expected_board, fault_board, lost_win_boards, test_board
from gograde.report.words import answers, game_list, wording
from gograde.report.words.escape import file_name, html
from gograde.report.words.golf import WAITS, golf_words
from gograde.scoring.record import Visibility
from gograde.scoring.verdict import Verdict

TEMPLATES = Path(__file__).resolve().parent / "templates"
EXCERPT = 4000  # characters of a stream that are shown


def page_name(student: str) -> str:
    """The file of a student's page, below `students/` or `staff/`."""
    return f"{file_name(student)}.html"


def excerpt(text: str) -> str:
    """The beginning and the end of a stream."""
    if len(text) <= EXCERPT:
        return text
    half = EXCERPT // 2
    return f"{text[:half]}\n[… {len(text) - EXCERPT} characters left out …]\n{text[-half:]}"


def environment() -> Environment:
    """The template environment, which escapes everything that templates print."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=html,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.globals.update(_globals())
    made.filters.update(figure=wording.figure, moment=wording.moment, excerpt=excerpt)
    return made


def _globals() -> dict[str, Any]:
    style, script = _source("style.css"), _source("sort.js")
    return {
        "style": Markup(style),
        "script": Markup(script),
        "policy": policy(style, script),
        "marks": [(Markup(sign_svg(mark)), mark.meaning) for mark in Mark],
        "V": Verdict,
        "official_word": wording.OFFICIAL,
        "official_sign": wording.OFFICIAL_SIGNS,
        "official_state": wording.official_state,
        "counted": wording.counted,
        "total_words": wording.total_words,
        "mark_words": wording.mark_words,
        "percent_words": wording.percent_words,
        "group_words": wording.group_words,
        "points_line": wording.points_line,
        "sign": wording.sign,
        "sandbox_words": wording.sandbox_words,
        "golf_words": golf_words,
        "golf_waits": WAITS,
        "corrected": wording.corrected,
        "page_name": page_name,
        "test_board": test_board,
        "expected_board": expected_board,
        "facts": answers.facts,
        "game_heads": game_list.HEADS,
        "game_rows": game_list.rows,
        "fault_board": fault_board,
        "lost_win_boards": lost_win_boards,
        "wrong_in_words": answers.wrong_in_words,
        "visible": Visibility.VISIBLE,
    }


def policy(style: str, script: str) -> str:
    """A content security policy for exactly this style and this script."""
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _source(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")
