"""The benchmark's set of desktop programs, and folders of pictures, without those programs."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageDraw

import benchmarks.pictures
from benchmarks.pictures.cpu import LOOKS
from benchmarks.pictures.desktop import DESKTOP, HELD, OPEN
from benchmarks.pictures.folder import keep, piles
from benchmarks.pictures.measure import cases_in
from benchmarks.pictures.positions import positions, standing
from benchmarks.pictures.printed import cut, psgo
from benchmarks.pictures.screens import sgf_of
from gograde.pictures.read import PictureVerdict
from tests.pictures.read.looks import Look, painted, random_board

BOARDS = [random_board(seed) for seed in (1, 2)]


def image_of(board: tuple[str, ...]) -> Image.Image:
    return painted(board, Look())


def test_half_of_the_programs_are_held_and_starred() -> None:
    names = {style.name for style in DESKTOP}
    assert len(names) == len(DESKTOP)
    assert all(style.name.endswith("*") for style in HELD)
    assert not any(style.name.endswith("*") for style in OPEN)


def test_missing_programs_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr("benchmarks.pictures.screens.GAMES", "/nowhere")
    assert all(style.pictures(BOARDS, 1) is None for style in DESKTOP if style.name.startswith("gnugo"))


def test_stones_without_a_liberty_are_taken() -> None:
    assert standing(("XO.", "OX.", "...")) == (".O.", "OX.", "...")
    assert standing(("OX", "XX")) == (".X", "XX")
    for board in positions(5, 6):
        assert standing(standing(board)) == standing(board)


def test_a_game_record_holds_every_stone() -> None:
    record = sgf_of(("X.O", "...", ".X."))
    assert record == "(;GM[1]FF[4]CA[UTF-8]SZ[3]KM[6.5]AB[aa][bc]AW[ca])\n"
    assert sgf_of(("X.O", "...", ".X."), last=True).endswith("AB[aa]AW[ca];B[bc])\n")


def test_a_diagram_for_tex_names_every_stone() -> None:
    assert psgo(("X.", ".O"), plain=True).splitlines()[1:-1] == [
        "\\stone{black}{a}{2}",
        "\\stone{white}{b}{1}",
    ]


def test_a_page_is_cut_to_its_largest_part() -> None:
    page = Image.new("RGB", (300, 900), "white")
    pen = ImageDraw.Draw(page)
    pen.rectangle((100, 50, 199, 149), "black")
    pen.text((150, 880), "1", "black")
    assert cut(page, edge=10).size == (120, 120)


def test_kept_pictures_are_found_again(tmp_path: Path) -> None:
    keep(tmp_path, "mine", BOARDS, [image_of(BOARDS[0]), None])
    (pile,) = piles(tmp_path)
    assert (pile.name, pile.boards, len(pile.images)) == ("mine", BOARDS[:1], 1)


def test_pictures_of_a_folder_are_asked_about(tmp_path: Path) -> None:
    for number, board in enumerate(BOARDS):
        image_of(board).save(tmp_path / f"{number}.png")
        (tmp_path / f"{number}.txt").write_text("\n".join(" ".join(row) for row in board), encoding="utf-8")
    found = list(cases_in(tmp_path))
    assert [case.reading.verdict for case in found if not case.wrong] == [PictureVerdict.ACCEPTED] * 2
    assert {case.wrong for case in found} >= {"removed", "recoloured", "swapped"}
    assert all(case.good and case.style == tmp_path.name for case in found)


def test_a_picture_with_another_board_fails_the_bench(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    image_of(BOARDS[0]).save(tmp_path / "a.png")
    (tmp_path / "a.txt").write_text("\n".join(BOARDS[1]), encoding="utf-8")
    monkeypatch.setenv("PICTURES_FOLDER", str(tmp_path))
    with pytest.raises(SystemExit, match="1"):
        benchmarks.pictures.main()
    assert "| all | 1 | 1 | 0 |" in capsys.readouterr().out
    (tmp_path / "a.txt").write_text("\n".join(put_wrong(BOARDS[0])), encoding="utf-8")
    with pytest.raises(SystemExit, match="1"):
        benchmarks.pictures.main()
    assert "| all | 1 | 1 | 0 |" in capsys.readouterr().out


def put_wrong(board: tuple[str, ...]) -> tuple[str, ...]:
    """The board with its first row turned round."""
    return (board[0][::-1], *board[1:])


@pytest.mark.parametrize("text", ["", "X.\nX", "X?\n.."])
def test_a_picture_without_a_board_is_told(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    image_of(BOARDS[0]).save(tmp_path / "a.png")
    monkeypatch.setenv("PICTURES_FOLDER", str(tmp_path))
    with pytest.raises(SystemExit, match="missing"):
        benchmarks.pictures.main()
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit, match="no board"):
        benchmarks.pictures.main()


def test_the_bench_tells_what_a_picture_costs_in_each_look(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PICTURES", "cpu")
    monkeypatch.setenv("PICTURES_COUNT", "1")
    benchmarks.pictures.main()
    head, _, *table = capsys.readouterr().out.splitlines()
    assert head == "CPU: 1 positions a look, 500 x 500 pixels; each picture read 3 times"
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
    assert [row[0] for row in cells[2:]] == list(LOOKS)
    assert all(0 < float(row[1]) == float(row[2]) for row in cells[2:])


def test_an_unknown_set_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PICTURES", "best")
    with pytest.raises(SystemExit, match="PICTURES=best: no such set\nFix: choose among tune, second"):
        benchmarks.pictures.main()


@pytest.mark.parametrize("count", ["0", "-1", "many", ""])
@pytest.mark.parametrize("which", ["cpu", "tune"])
def test_a_count_that_is_none_is_told(which: str, count: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PICTURES", which)
    monkeypatch.setenv("PICTURES_COUNT", count)
    with pytest.raises(
        SystemExit, match=f"PICTURES_COUNT={count}: no number of positions\nFix: say 1 or more"
    ):
        benchmarks.pictures.main()
