"""One family of hostile texts; each way in has its own word, which identifies the text in the output."""

from __future__ import annotations

from collections.abc import Mapping

WORD = "zq"
"""How the word of every way in begins; nothing of ours holds it."""

RAN = "a script of the submission ran"
"""What a script of the family tells the page around it."""


def payloads(word: str) -> Mapping[str, str]:
    """The family around a word, each by what it attacks."""
    script = f"parent.postMessage('{RAN}: {word}','*');new Image().src='http://{word}.invalid/script'"
    return {
        "script": f"<script>{script}</script>",
        "element": f'</pre></title></style></textarea><img src="http://{word}.invalid/x" onerror="{script}">',
        "frame": f"<iframe src=\"javascript:{script}\"></iframe><base href='//{word}.invalid/'>",
        "attribute": f'" onmouseover="{word}()" style="background:url(//{word}.invalid)" x=\' onfocus=\'',
        "comment": f"--><svg onload={word}()><!-- <![CDATA[",
        "markdown": f"![{word}](http://{word}.invalid/m) [{word}](javascript:{word}) **{word}** | <b>",
        "autolink": f"<http://{word}.invalid> www.{word}.invalid http://{word}.invalid :{word}: @{word} #1",
        "fence": f"```\n# {word}\n![{word}](http://{word}.invalid/f)\n~~~\n<u>{word}</u>",
        "terminal": f"\x1b[31m{word}\x1b]0;{word}\x07\x1b]8;;http://{word}.invalid\x1b\\\x9b2J\x08\x08{word}\r",
        "direction": f"{word}\u202e\u2066\u200f\ufeff\u2028{word}\u2029\x85\x0b\x0c\x1c{word}",
        "command": f"::error file={word},line=1::{word}",
        "later command": f"{word}\n::set-output name={word}::{word}\r\n::add-mask::{word}\r::warning::{word}",
        "spaced command": f"  ::stop-commands::{word}\u2028::error::{word}\x0b::error::{word}",
        "old command": f"##[error]{word} ##vso[task.setvariable variable={word}]{word}",
        "formula": f'=HYPERLINK("http://{word}.invalid","{word}")',
        "at": f"@SUM({word})",
        "plus": f"+{word}|' /C {word}'!A0",
        "minus": f"-{word}()",
        "tab": f"\t={word}()",
        "wide": f"＝{word}()",
        "template": f"{{{{7*7}}}}{word} ${{7*7}}{word} {{{{ {word} }}}}{{% {word} %}}${{{word}}} "
        f"$({word}) `{word}` %({word})s {{{word}}} %0A",
        "console markup": f"[bold red]{word}[/bold red] [link=http://{word}.invalid]{word}[/link] :skull:",
        "table": f'",{word},"={word}()"\r\n"{word}";{word}\t{word}',
        "json": f'"}},{{"{word}":NaN,"\\u0000":1}}\\',
        "xml": f"]]></failure><{word}/>&{word};<!DOCTYPE {word}>\ufffe\x1f\x00{word}",
        "no text": f"\udcff\udc80{word}\ud800",
    }


def in_bytes(text: str) -> bytes:
    """The text as a program writes it; half characters are bytes that are no UTF-8."""
    return text.encode("utf-8", "surrogateescape" if not "\ud800" <= text[-1:] <= "\udbff" else "replace")


def as_name(text: str, suffix: str = "") -> str:
    """The text as a file's name: without slash, NUL and half characters that no name has."""
    kept = "".join(char for char in text if char not in "/\0" and not "\ud800" <= char <= "\udbff")
    while len(kept.encode("utf-8", "surrogateescape")) > 200 - len(suffix):
        kept = kept[:-1]
    return kept + suffix


def in_cell(text: str) -> str:
    """The text as a table in UTF-8 can hold it."""
    return text.encode("utf-8", "replace").decode().replace("\0", "")
