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

    display, around = "html", '<a href="{}">page</a>'

    def text(self, marker: str) -> str:
        return f"javascript:alert('{marker}')//https://{marker}.example/"


class Attributes(ActiveText):
    """Tries: to end an attribute and begin a handler.

    Seen: text inside the attribute.
    """

    display, around = "html", '<p title="{}">'

    def text(self, marker: str) -> str:
        return f'" autofocus onfocus="x(`{marker}`)" x=\' onmouseover=x({marker}) \''


class BrokenJson(ActiveText):
    """Tries: to end a string of JSON and to say a score of its own.

    Seen: one string.
    """

    display, around = "value", '{"name": "{}"}'

    def text(self, marker: str) -> str:
        return f'", "score": 100, "{marker}": "\\\ud800\x7f\u2028'


class BrokenXml(ActiveText):
    """Tries: to write what no XML may hold, and to end the section it stands in.

    Seen: XML that can be read.
    """

    display, around = "xml", "<failure><![CDATA[{}]]></failure>"

    def text(self, marker: str) -> str:
        return f"]]></failure></testcase><{marker}/>\x00\ufffe&{marker};<!ENTITY x SYSTEM 'file:///{marker}'>"


class Comments(ActiveText):
    """Tries: to open a comment that swallows what follows, and to close a script.

    Seen: text.
    """

    display, around = "html", "<p>{}</p>"

    def text(self, marker: str) -> str:
        return f"<!-- {marker} --><!--{marker} </script><style>@import '//{marker}.example'</style>"


class FormulaSigns(ActiveText):
    """Tries: to be calculated by way of other signs, of blanks before them and of full-width forms.

    Seen: text in every cell.
    """

    display, around = "table", 'a,"{}"\n'

    def text(self, marker: str) -> str:
        return f"\t@SUM(1+1)*{marker}"


class Formulas(ActiveText):
    """Tries: to be calculated by a spreadsheet.

    Seen: text in every cell.
    """

    display, around = "table", 'a,"{}"\n'

    def text(self, marker: str) -> str:
        return f"=cmd|'/c calc {marker}'!A1"


class MarkdownFences(ActiveText):
    """Tries: to end a block of code, so that what follows is Markdown again.

    Seen: text in a block whose fence is longer.
    """

    display, around = "markdown", "```\n{}\n```\n"

    def text(self, marker: str) -> str:
        return f"```\n\n![x](http://{marker}.example/x.png)\n\n</details>\n\n`````\n~~~~\n"


class MarkdownPictures(ActiveText):
    """Tries: to fetch a picture from elsewhere when a summary is looked at.

    Seen: the text with its signs.
    """

    display, around = "markdown", "# Result\n\n{}\n"

    def text(self, marker: str) -> str:
        address = f"http://{marker}.example"
        return f"![x]({address}/x.png) [y]({address}) <{address}> <img src={address}>"


class MarkdownTables(ActiveText):
    """Tries: to break out of a row of a table.

    Seen: one cell.
    """

    display, around = "markdown", "| a |\n|---|\n| {} |\n"

    def text(self, marker: str) -> str:
        return f"a | b |\n\n# {marker}\n\n[x]: http://{marker}.example\n\n| [x] | ![x] |"


class ReversedText(ActiveText):
    """Tries: to make a wrong answer look right by characters that turn the direction of reading.

    Seen: the characters spelled out.
    """

    display = "terminal"

    def text(self, marker: str) -> str:
        return f"\u202e{marker}\u2066\u200f\u2069\u061c"


class ScriptElements(ActiveText):
    """Tries: to put scripts and frames into pages.

    Seen: text between the elements of the page.
    """

    display, around = "html", "<td>{}</td>"

    def text(self, marker: str) -> str:
        frame = f"<iframe src='//{marker}.example'></iframe>"
        return f"</pre></td><script>alert('{marker}')</script>{frame}<svg/onload=x('{marker}')>"


class TableBreaks(ActiveText):
    """Tries: to end a cell and a row and to begin others.

    Seen: one cell.
    """

    display, around = "table", 'name,points\n"{}",0\n'

    def text(self, marker: str) -> str:
        return f'",,\n{marker},100,100\r\n-2+3+{marker},"\''


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

    display = "terminal"

    def text(self, marker: str) -> str:
        title, link = f"\x1b]0;{marker}\x07", f"\x1b]8;;http://{marker}.example\x1b\\x"
        return f"{title}\x1b[2J{link}\x1b]52;c;eA==\x07\x9b31m\x08\r{marker}"


class WorkflowCommands(ActiveText):
    """Tries: to set variables of a build, to mask its log and to annotate its files.

    Seen: lines that are no commands.
    """

    display, around = "log", "printed:\n{}\n"

    def text(self, marker: str) -> str:
        new = f"::set-output name=score::{marker}\n::add-mask::{marker}\n  ::stop-commands::{marker}"
        return f"{new}\n##[set-env name=A]{marker}\n##vso[x]{marker}"


class WorkflowData(ActiveText):
    """Tries: to end the command that it is put into and to begin one of its own.

    Seen: one command, with the line ends spelled out.
    """

    display, around = "log", "::error file=a,title={}::x"

    def text(self, marker: str) -> str:
        return f"x,title=y::{marker}\r\n::set-env name=PATH::{marker}\n%0A::error::{marker}"
