"""A statement as a PDF of A4 pages.

The library brings a Chinese font along, and what is used of its fonts is put into the file: neither this
machine nor the reader's needs one.
"""

from __future__ import annotations

import io
from importlib.util import find_spec

from gograde.authoring.statement.page import body
from gograde.authoring.statement.source import Statement
from gograde.errors import UsageError

LIBRARY = "pymupdf"
INSTALLED_BY = "pymupdf-lite"
"""What has the library, as the extra `pdf` of both distributions does."""

MARGIN = 50.0
"""Points, of 72 an inch; so much leaves room for lines of 100 letters in blocks."""

STYLE = """
body { font-family: sans-serif; font-size: 10pt; line-height: 1.4 }
h1 { font-size: 18pt } h2 { font-size: 14pt; margin-top: 14pt } h3 { font-size: 11pt; margin-top: 10pt }
pre { font-family: monospace; font-size: 8pt; line-height: 1.15; white-space: pre-wrap }
pre { background-color: #f5f3ee; padding: 4pt }
code { font-family: monospace; font-size: 9pt }
table { border-collapse: collapse }
th, td { border: 0.5pt solid #bbb; padding: 2pt 5pt; text-align: left }
h2 code, h3 code { font-size: 12pt }
strong { color: #8a2b06 }
"""


def paper(statement: Statement) -> bytes:
    """The PDF, the same bytes for the same statement; raises `UsageError` without the library."""
    if find_spec(LIBRARY) is None:
        what = f"needs {LIBRARY}, which is not installed"
        raise UsageError("--format pdf", what, f"pip install {INSTALLED_BY}")
    import pymupdf

    laid_out = io.BytesIO()
    writer = pymupdf.DocumentWriter(laid_out)
    story = pymupdf.Story(html=body(statement), user_css=STYLE)
    size = pymupdf.paper_rect("a4")
    room = pymupdf.Rect(MARGIN, MARGIN, size.width - MARGIN, size.height - MARGIN)
    more = True
    while more:
        device = writer.begin_page(size)
        more, _ = story.place(room)
        story.draw(device)
        writer.end_page()
    writer.close()
    document = pymupdf.open("pdf", laid_out)
    for number, page in enumerate(document, start=1):
        foot = pymupdf.Rect(MARGIN, size.height - MARGIN, size.width - MARGIN, size.height)
        page.insert_htmlbox(foot, f'<p style="text-align: center; font-size: 8pt">{number}</p>')
    document.set_metadata({"title": statement.title})
    document.subset_fonts()
    made: bytes = document.tobytes(garbage=4, deflate=True, no_new_id=True)
    return made


def made_as(form: str, statement: Statement) -> bytes:
    """The statement as `md`, `html` or `pdf`; the libraries of one format are not loaded for another."""
    if form == "pdf":
        from gograde.authoring.statement.paper import paper

        return paper(statement)
    if form == "html":
        from gograde.authoring.statement.page import page

        return page(statement).encode()
    return statement.text.encode()
