"""What students read: `test_statements_agree` holds the Chinese to the examples of the English."""

import re

from gograde.resources import packages_dir


def statement(name: str, language: str = "en") -> str:
    return (packages_dir() / name / "statement" / f"statement.{language}.md").read_text("utf-8")


def blocks(name: str) -> list[tuple[str, str]]:
    """The examples: kind and text of every marked block, in order."""
    return re.findall(r"^```([\w-]+)\n(.*?)^```$", statement(name), flags=re.MULTILINE | re.DOTALL)
