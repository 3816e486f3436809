"""What `gograde publish` did."""

from __future__ import annotations

from collections.abc import Iterator

from gograde.listing import named
from gograde.report.publication import Published
from gograde.report.words.escape import line, terminal
from gograde.report.words.wording import counted

NAMED = 5  # results without a complete mark that are named


def publish_text(done: Published) -> str:
    """What students see now, which marks are not complete, and what stays hidden."""
    return "\n".join(terminal(line(text)) for text in _lines(done))


def _lines(done: Published) -> Iterator[str]:
    book = done.book
    if done.new:
        yield f"Gradebook {book.number} is published: {book.file} keeps it."
    else:
        yield f"Students see these marks already: nothing is newer than gradebook {book.number}."
    yield f"Students' pages: {done.students_pages}"
    if done.open:
        who = named([f"{student} ({work})" for student, work in done.open], NAMED)
        marks = counted(len(done.open), "mark is", "marks are")
        yield f"{marks} not complete: {who}.  gograde review shows what waits."
    for work in done.closed:
        told = "its hidden tests stay hidden while work is taken"
        yield f"{work}: {told}; published: true in class.yaml releases them at the next publishing."
