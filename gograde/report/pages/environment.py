"""The template environment: its functions, and the escaping of everything that templates print."""

from __future__ import annotations

import os
from base64 import b64encode
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jinja2
from jinja2 import BytecodeCache, Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from gograde.classroom.handed_in import NOT_LATE
from gograde.code_closure import sources_sha256
from gograde.core.record import TestScore, Visibility
from gograde.core.verdict import Verdict
from gograde.listing import excerpt
from gograde.pictures.draw import Mark, MarkShape, sign_svg
from gograde.report.pages.class_page import tags
from gograde.report.pages.drawings import read_picture
from gograde.report.words import answers, game_list, wording
from gograde.report.words.escape import file_name, html
from gograde.report.words.texts import Texts, count, say, texts

TEMPLATES = Path(__file__).resolve().parent / "templates"
COMPILED = TEMPLATES / "__pycache__"
NAMED = 16  # digits of the SHA-256 of the code


def page_name(student: str) -> str:
    """The file of a student's page, below `students/` or `staff/`."""
    return f"{file_name(student)}.html"


def anchor(test: TestScore, work: str) -> str:
    """Where a page has a test of an assignment."""
    return f"{work}-{test.name.replace(' ', '-')}"


@cache
def environment(language: str = "en") -> Environment:
    """The template environment in a language, which escapes everything that templates print.

    There is one for a process, and its templates are compiled once for an installation: to compile them takes
    longer than to fill them.
    """
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=html,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        bytecode_cache=_compiled(),
    )
    table = texts(language)
    made.globals.update(_globals(), **_words(table), t=SimpleNamespace(**table))
    filters = {"figure": wording.figure, "moment": wording.moment, "excerpt": excerpt, "tags": tags}
    made.filters.update(filters, anchor=anchor, points_line=partial(wording.points_line, t=table))
    return made


def _compiled() -> BytecodeCache | None:
    """Where compiled templates lie: beside them, as Python's own compiled modules do; None where it may not.

    Who can write there can change the templates too.  The names tell the code that compiled them.
    """
    made_by = f"{sources_sha256()[:NAMED]}-{jinja2.__version__}-"
    try:
        COMPILED.mkdir(exist_ok=True)
        for path in (path for path in COMPILED.iterdir() if not path.name.startswith(made_by)):
            path.unlink(missing_ok=True)
    except OSError:
        return None
    writable = os.access(COMPILED, os.W_OK)
    return FileSystemBytecodeCache(str(COMPILED), f"{made_by}%s") if writable else None


def _globals() -> dict[str, Any]:
    style, script = _source("style.css"), _source("pages.js")
    named: Any = (wording.counted, wording.sign, wording.golf_words, say, count, page_name, read_picture)
    named += (answers.moves_of, answers.wrong_in_words, game_list.stepped)
    return {
        **{each.__name__: each for each in named},
        "style": Markup(style),
        "script": Markup(script),
        "policy": policy(style, script),
        "sign_svg": lambda sign: Markup(sign_svg(sign)),
        "V": Verdict,
        "Shape": MarkShape,
        "not_late": NOT_LATE,
        "corrected_sign": wording.CORRECTED,
        "golf_waits": wording.WAITS,
        "game_heads": game_list.HEADS,
        "game_rows": game_list.rows,
        "visible": Visibility.VISIBLE,
    }


def _words(table: Texts) -> dict[str, Any]:
    """The functions that say something in the language of a table."""
    said: Any = (wording.total_words, wording.mark_words, wording.percent_words, wording.group_words)
    said += (wording.hidden_points, wording.number_of, wording.sandbox_words, wording.class_change)
    said += (wording.corrected, wording.progress, wording.waiting_words, answers.facts)
    marks = [(Markup(sign_svg(mark)), table[f"mark_{mark.name.lower()}"]) for mark in Mark]
    return {"marks": marks, **{each.__name__: partial(each, t=table) for each in said}}


def policy(style: str, script: str, scripts: str = "") -> str:
    """A content security policy for exactly this style and this script.

    A page that a server of ours serves may load `scripts` of that server, and speak to it.
    """
    served = f" {scripts}; connect-src 'self'" if scripts else ""
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'{served}; "
        "img-src 'self' data:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _source(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")
