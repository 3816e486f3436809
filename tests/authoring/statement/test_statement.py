"""A statement as one page and as a PDF: whole, self-contained, and the same bytes each time."""

from __future__ import annotations

import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gograde.authoring import statement as statements
from gograde.authoring.statement import Statement, body, languages_of, made_as, statement_of
from gograde.cli.main import run_command
from gograde.errors import DataError, UsageError
from gograde.package.package import package_ids
from gograde.resources import packages_dir, starters_dir

INFLUENCE = packages_dir() / "influence"
ALL = [(name, language) for name in package_ids() for language in ("en", "zh")]


class Page(HTMLParser):
    """Headings, texts and everything that a page points to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A package of one's own with a statement in English and in Chinese."""
    shutil.copytree(starters_dir() / "common", tmp_path / "own")
    shutil.copytree(starters_dir() / "stdio", tmp_path / "own", dirs_exist_ok=True)
    for path in (tmp_path / "own").rglob("*.yaml"):
        path.write_text(path.read_text("utf-8").replace("@ID@", "own"), "utf-8")
    return tmp_path / "own"


def written(folder: Path, text: str) -> Statement:
    (folder / "statement" / "statement.en.md").write_text(text, "utf-8")
    return statement_of(folder, "en")


def test_a_page_is_whole_and_needs_no_other_file() -> None:
    for name, language in ALL:
        statement = statement_of(packages_dir() / name, language)
        page = Page(made_as("html", statement).decode())
        headings = re.findall(
            r"^#+ ", re.sub(r"```.*?```", "", statement.text, flags=re.DOTALL), re.MULTILINE
        )
        assert sum(tag in ("h1", "h2", "h3") for tag in page.tags) == len(headings)
        assert page.tags.count("img") == statement.text.count("](figures/")
        assert all(link.startswith("data:image/png;base64,") for link in page.links)
        assert page.tags.count("table") == len(re.findall(r"^\|[-|]+\|$", statement.text, re.MULTILINE))
        assert "script" not in page.tags


def test_markdown_is_the_file_as_it_is() -> None:
    file = INFLUENCE / "statement" / "statement.zh.md"
    assert made_as("md", statement_of(INFLUENCE, "zh")) == file.read_bytes()


def test_what_looks_like_html_is_text(folder: Path) -> None:
    page = made_as("html", written(folder, "<script>x</script> [a](javascript:x)\n")).decode()
    assert "&lt;script&gt;x&lt;/script&gt; [a](javascript:x)" in page


def test_the_end_of_a_chinese_line_is_no_blank(folder: Path) -> None:
    assert body(written(folder, "棋\n子，\n**气**\n串\n")) == "<p>棋子，<strong>气</strong>串</p>\n"
    assert body(written(folder, "a stone\nand 气\nx\n")) == "<p>a stone\nand 气\nx</p>\n"


@pytest.mark.parametrize("name", ["../assignment.yaml", "/etc/hostname.png", "https://a.b/c.png", "a.txt"])
def test_a_picture_from_elsewhere_is_refused(folder: Path, name: str) -> None:
    with pytest.raises(DataError) as caught:
        body(written(folder, f"![a]({name})\n"))
    assert str(caught.value) == (
        f"{folder}/statement/statement.en.md: shows {name!r}, which is no picture of the package\n"
        "Fix: put the picture into statement/ and name it from there"
    )


def test_a_picture_that_is_not_there_is_told(folder: Path) -> None:
    with pytest.raises(DataError, match=r"statement/a\.png: no such file"):
        body(written(folder, "![a](a.png)\n"))


def test_languages_are_those_that_are_there(folder: Path) -> None:
    assert languages_of(folder) == ("en", "zh")
    assert statement_of(folder, None).language == "en"
    (folder / "statement" / "statement.en.md").unlink()
    assert statement_of(folder, None).language == "zh"
    with pytest.raises(UsageError) as caught:
        statement_of(folder, "fr")
    assert str(caught.value) == ("--language fr: own has no statement in it\nFix: choose one of these: zh")
    (folder / "statement" / "statement.zh.md").write_bytes(b"\xff")
    with pytest.raises(DataError, match=r"statement\.zh\.md: not UTF-8 text\nFix: save it as UTF-8"):
        statement_of(folder, "zh")
    (folder / "statement" / "statement.zh.md").unlink()
    with pytest.raises(
        DataError, match=r"own/statement: no statement\nFix: write statement/statement\.en\.md"
    ):
        statement_of(folder, None)


# -- on paper -------------------------------------------------------------------------------


@pytest.mark.needs("pymupdf")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_pdf_has_the_text_the_figures_and_the_fonts_in_it(language: str) -> None:
    import pymupdf

    statement = statement_of(packages_dir() / "tromp-taylor", language)
    data = made_as("pdf", statement)
    assert made_as("pdf", statement) == data
    document = pymupdf.open("pdf", data)
    text = "".join(page.get_text() for page in document)
    assert {"en": "Standard input holds the board", "zh": "从标准输入的第一个字符到输入结束"}[
        language
    ] in text
    assert sum(len(page.get_images()) for page in document) == statement.text.count("](figures/") == 1
    fonts = {font[3] for page in document for font in page.get_fonts()}
    assert any("Droid Sans Fallback" in font for font in fonts) == (language == "zh")
    assert all(document.extract_font(font[0])[3] for page in document for font in page.get_fonts())


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statements, "LIBRARY", "no_such_library")
    with pytest.raises(UsageError) as caught:
        made_as("pdf", statement_of(INFLUENCE, "en"))
    assert str(caught.value) == (
        "--format pdf: needs no_such_library, which is not installed\nFix: pip install pymupdf-lite"
    )


# -- the command ----------------------------------------------------------------------------


def test_the_name_of_the_file_says_the_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.html"
    assert run_command(["cases", "handout", "little-go", "-o", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: written\n"
    assert file.read_bytes() == made_as("html", statement_of(packages_dir() / "little-go", "en"))
    assert file.stat().st_mode & 0o777 == 0o644


def test_it_is_shown_without_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = written(folder, "# Own\n\x1b[2Jshown\n").text
    assert run_command(["cases", "handout", f"{folder}"]) == 0
    assert capsys.readouterr().out == text.replace("\x1b", "\\x1b")
    assert run_command(["cases", "handout", f"{folder}", "-o", f"{folder}/no/a.md"]) == 2
    assert capsys.readouterr().err == (
        f"-o {folder}/no/a.md: cannot be written (no such folder)\nFix: name a file in a folder of yours\n"
    )
