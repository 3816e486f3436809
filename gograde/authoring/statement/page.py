"""A statement as one HTML page, with its figures in it."""

from __future__ import annotations

import html
from base64 import b64encode
from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any
from unicodedata import east_asian_width

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from gograde.authoring.statement.source import Statement

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

STYLE = """
body { margin: 2em auto; max-width: 46em; padding: 0 1em; font: 16px/1.55 sans-serif; color: #222 }
h1, h2, h3 { line-height: 1.25; margin: 1.6em 0 0.6em }
pre { padding: 0.6em 0.9em; background: #f5f3ee; overflow-x: auto; line-height: 1.3 }
pre, code { font-family: monospace; font-size: 0.92em }
table { border-collapse: collapse; margin: 1em 0 }
th, td { border: 1px solid #bbb; padding: 0.25em 0.7em; text-align: left; vertical-align: top }
img { max-width: 100% }
"""


def page(statement: Statement) -> str:
    """The page; it needs no other file, and loads nothing."""
    return (
        f'<!doctype html>\n<html lang="{statement.language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(statement.title)}</title>\n<style>{STYLE}</style>\n</head>\n"
        f"<body>\n{body(statement)}</body>\n</html>\n"
    )


def body(statement: Statement) -> str:
    """The text as HTML; HTML in it is shown as it stands, and is no markup."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("image", _image)
    parser.add_render_rule("softbreak", _softbreak)
    shown: str = parser.render(statement.text, {"statement": statement})
    return shown


def _image(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: MutableMapping[str, Any]
) -> str:
    """A picture as a part of the page."""
    token = tokens[index]
    kind, data = env["statement"].figure(str(token.attrs["src"]))
    words = html.escape(renderer.renderInlineAsText(token.children, options, env))
    return f'<img src="data:{kind};base64,{b64encode(data).decode()}" alt="{words}">'


def _softbreak(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Mapping[str, Any]
) -> str:
    return joined(tokens, index)


def joined(tokens: Sequence[Token], index: int) -> str:
    """What stands for the end of a line in the source; a blank between Chinese characters would be wrong."""
    before = next((token.content[-1] for token in reversed(tokens[:index]) if token.content), "")
    after = next((token.content[0] for token in tokens[index:] if token.content), "")
    return "" if is_wide(before) and is_wide(after) else "\n"


def is_wide(text: str) -> bool:
    """Whether a character is as wide as a Chinese one; an empty text is not."""
    return bool(text) and east_asian_width(text) in ("W", "F")
