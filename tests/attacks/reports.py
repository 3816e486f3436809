"""Texts that are active where they are displayed."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Template

from tests.attacks.harness import active
from tests.attacks.harness.artefacts.reports import ActiveText


class Addresses(ActiveText):
    """Tries: to be a link that runs a script.

    Seen: text that is no link.
    """

    def text(self, marker: str) -> str:
        return f"javascript:alert('{marker}')//https://{marker}.example/"

    def naive(self, folder: Path, marker: str) -> bool:
        """It is put where an address goes."""
        return active.html(f'<a href="{self.text(marker)}">page</a>', marker) != ""


class Attributes(ActiveText):
    """Tries: to end an attribute and begin a handler.

    Seen: text inside the attribute.
    """

    def text(self, marker: str) -> str:
        return f'" autofocus onfocus="x(`{marker}`)" x=\' onmouseover=x({marker}) \''

    def naive(self, folder: Path, marker: str) -> bool:
        """It is put into a quoted attribute."""
        return active.html(f'<p title="{self.text(marker)}">', marker) != ""


class BrokenJson(ActiveText):
    """Tries: to end a string of JSON and to say a score of its own.

    Seen: one string.
    """

    def text(self, marker: str) -> str:
        return f'", "score": 100, "{marker}": "\\\ud800\x7f\u2028'

    def naive(self, folder: Path, marker: str) -> bool:
        """It is put between quotes."""
        return active.value(f'{{"name": "{self.text(marker)}"}}', marker) != ""


class BrokenXml(ActiveText):
    """Tries: to write what no XML may hold, and to end the section it stands in.

    Seen: XML that can be read.
    """

    def text(self, marker: str) -> str:
        return f"]]></failure></testcase><{marker}/>\x00\ufffe&{marker};<!ENTITY x SYSTEM 'file:///{marker}'>"

    def naive(self, folder: Path, marker: str) -> bool:
        """It is put into a section of characters."""
        return active.xml(f"<failure><![CDATA[{self.text(marker)}]]></failure>", marker) != ""


class Comments(ActiveText):
    """Tries: to open a comment that swallows what follows, and to close a script.

    Seen: text.
    """

    def text(self, marker: str) -> str:
        return f"<!-- {marker} --><!--{marker} </script><style>@import '//{marker}.example'</style>"

    def naive(self, folder: Path, marker: str) -> bool:
        """It is put into a page."""
        return active.html(f"<p>{self.text(marker)}</p>", marker) != ""


class FormulaSigns(ActiveText):
    """Tries: to be calculated by way of other signs, of blanks before them and of full-width forms.

    Seen: text in every cell.
    """

    def text(self, marker: str) -> str:
        return f"\t@SUM(1+1)*{marker}"

    def naive(self, folder: Path, marker: str) -> bool:
        """It is written as a cell, quoted."""
        return active.table(f'a,"{self.text(marker)}"\n', marker) != ""


class Formulas(ActiveText):
    """Tries: to be calculated by a spreadsheet.

    Seen: text in every cell.
    """

    def text(self, marker: str) -> str:
        return f"=cmd|'/c calc {marker}'!A1"

    def naive(self, folder: Path, marker: str) -> bool:
        """It is written as a cell, quoted."""
        return active.table(f'a,"{self.text(marker)}"\n', marker) != ""


class MarkdownFences(ActiveText):
    """Tries: to end a block of code, so that what follows is Markdown again.

    Seen: text in a block whose fence is longer.
    """

    def text(self, marker: str) -> str:
        return f"```\n\n![x](http://{marker}.example/x.png)\n\n</details>\n\n`````\n~~~~\n"

    def naive(self, folder: Path, marker: str) -> bool:
        """It is put between fences of three."""
        return active.markdown(f"```\n{self.text(marker)}\n```\n", marker) != ""


class MarkdownPictures(ActiveText):
    """Tries: to fetch a picture from elsewhere when a summary is looked at.

    Seen: the text with its signs.
    """

    def text(self, marker: str) -> str:
        address = f"http://{marker}.example"
        return f"![x]({address}/x.png) [y]({address}) <{address}> <img src={address}>"

    def naive(self, folder: Path, marker: str) -> bool:
        """It is put into a summary."""
        return active.markdown(f"# Result\n\n{self.text(marker)}\n", marker) != ""


class MarkdownTables(ActiveText):
    """Tries: to break out of a row of a table.

    Seen: one cell.
    """

    def text(self, marker: str) -> str:
        return f"a | b |\n\n# {marker}\n\n[x]: http://{marker}.example\n\n| [x] | ![x] |"

    def naive(self, folder: Path, marker: str) -> bool:
        """It is put into a cell."""
        return active.markdown(f"| a |\n|---|\n| {self.text(marker)} |\n", marker) != ""


class ReversedText(ActiveText):
    """Tries: to make a wrong answer look right by characters that turn the direction of reading.

    Seen: the characters spelled out.
    """

    def text(self, marker: str) -> str:
        return f"\u202e{marker}\u2066\u200f\u2069\u061c"

    def naive(self, folder: Path, marker: str) -> bool:
        """It is printed as it is."""
        return active.terminal(self.text(marker), marker) != ""


class ScriptElements(ActiveText):
    """Tries: to put scripts and frames into pages.

    Seen: text between the elements of the page.
    """

    def text(self, marker: str) -> str:
        frame = f"<iframe src='//{marker}.example'></iframe>"
        return f"</pre></td><script>alert('{marker}')</script>{frame}<svg/onload=x('{marker}')>"

    def naive(self, folder: Path, marker: str) -> bool:
        """It is put between the cells of a table."""
        return active.html(f"<td>{self.text(marker)}</td>", marker) != ""


class TableBreaks(ActiveText):
    """Tries: to end a cell and a row and to begin others.

    Seen: one cell.
    """

    def text(self, marker: str) -> str:
        return f'",,\n{marker},100,100\r\n-2+3+{marker},"\''

    def naive(self, folder: Path, marker: str) -> bool:
        """It is written between quotes."""
        return active.table(f'name,points\n"{self.text(marker)}",0\n', marker) != ""


class Templates(ActiveText):
    """Tries: to be calculated by the templates of pages.

    Seen: text with its braces.
    """

    def text(self, marker: str) -> str:
        return f"{{{{7*7}}}}{marker} ${{7*7}}{marker} <%= 7*7 %>{marker} {{% include '/etc/passwd' %}}"

    def naive(self, folder: Path, marker: str) -> bool:
        """It is taken for a part of the template."""
        return active.template(Template(self.text(marker).split(" <")[0]).render(), marker) != ""


class TerminalTitles(ActiveText):
    """Tries: to write a title, clear the screen, and make a link and a paste in a terminal.

    Seen: the escapes spelled out.
    """

    def text(self, marker: str) -> str:
        title, link = f"\x1b]0;{marker}\x07", f"\x1b]8;;http://{marker}.example\x1b\\x"
        return f"{title}\x1b[2J{link}\x1b]52;c;eA==\x07\x9b31m\x08\r{marker}"

    def naive(self, folder: Path, marker: str) -> bool:
        """It is printed as it is."""
        return active.terminal(self.text(marker), marker) != ""


class WorkflowCommands(ActiveText):
    """Tries: to set variables of a build, to mask its log and to annotate its files.

    Seen: lines that are no commands.
    """

    def text(self, marker: str) -> str:
        new = f"::set-output name=score::{marker}\n::add-mask::{marker}\n  ::stop-commands::{marker}"
        return f"{new}\n##[set-env name=A]{marker}\n##vso[x]{marker}"

    def naive(self, folder: Path, marker: str) -> bool:
        """It is printed into the log."""
        return active.log(f"printed:\n{self.text(marker)}\n", marker) != ""


class WorkflowData(ActiveText):
    """Tries: to end the command that it is put into and to begin one of its own.

    Seen: one command, with the line ends spelled out.
    """

    def text(self, marker: str) -> str:
        return f"x,title=y::{marker}\r\n::set-env name=PATH::{marker}\n%0A::error::{marker}"

    def naive(self, folder: Path, marker: str) -> bool:
        """It is put into a command as it is."""
        return active.log(f"::error file=a,title={self.text(marker)}::x", marker) != ""
