"""A statement in each of its formats."""

from __future__ import annotations

from gograde.authoring.statement.source import Statement


def made_as(form: str, statement: Statement) -> bytes:
    """The statement as `md`, `html` or `pdf`; the libraries of one format are not loaded for another."""
    if form == "pdf":
        from gograde.authoring.statement.paper import paper

        return paper(statement)
    if form == "html":
        from gograde.authoring.statement.page import page

        return page(statement).encode()
    return statement.text.encode()
