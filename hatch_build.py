"""Metadata of what is published: addresses, and the README with links that work outside the repository.

`GOGRADE_REPOSITORY` is the address of the repository, given when a release is built.  Without it there are no
addresses, a link into the repository becomes its text, and a picture is left out.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_RELATIVE = re.compile(r"(?P<image>!?)\[(?P<text>[^]]*)\]\((?!https?:|#)(?P<path>[^)]+)\)")


class Published(MetadataHookInterface):
    """Sets `readme` and `urls`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """What hatchling calls, at each build."""
        repository = os.environ.get("GOGRADE_REPOSITORY", "").rstrip("/")
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": outside(text, repository)}
        if repository:
            metadata["urls"] = urls(repository)


def outside(text: str, repository: str) -> str:
    """A text of the repository whose links work elsewhere."""

    def absolute(link: re.Match[str]) -> str:
        if not repository:
            return "" if link["image"] else link["text"]
        return (
            f"{link['image']}[{link['text']}]({_file(repository, link['path'], shown=bool(link['image']))})"
        )

    return _RELATIVE.sub(absolute, text)


def urls(repository: str) -> dict[str, str]:
    """The addresses of a project, by what is found there."""
    return {
        "Repository": repository,
        "Documentation": _file(repository, "docs/class.md"),
        "Changelog": _file(repository, "CHANGELOG.md"),
        "Issues": f"{repository}/issues",
    }


def _file(repository: str, path: str, *, shown: bool = False) -> str:
    return f"{repository}/{'raw' if shown else 'blob'}/HEAD/{path}"
