import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.assignments.board9.batch import QUESTIONS, parse_board, read_batch, stage, write_batch
from gograde.errors import DataError


def fault(files):
    with pytest.raises(DataError) as caught:
        read_batch("01", files, public=False)
    assert caught.value.fix
    return f"{caught.value.where}: {caught.value.what}"


def test_a_batch_survives_its_folder(sample, hidden):
    for batch in (sample, *hidden):
        assert read_batch(batch.name, write_batch(batch), public=batch.public) == batch


def test_the_files_of_a_batch(sample):
    files = write_batch(sample)
    assert sorted(files) == sorted(
        [f"test_{q}.txt" for q in QUESTIONS]
        + [f"board_{q}.txt" for q in "1234"]
        + ["answer.txt", "features.json"]
    )
    assert files["answer.txt"].startswith(b"test_0\nFalse\n\ntest_00\nTrue\n\ntest_1\n0 8\n\n")
    assert files["board_1.txt"].splitlines()[0] == b"X . X . . . . . O"


def test_boards_are_staged_under_both_names(sample):
    files = {file.path: file.data for file in stage(sample)}
    assert sorted(files) == sorted(f"{tag}_{q}.txt" for tag in ("test", "train") for q in QUESTIONS)
    for case in sample.cases:
        assert files[f"test_{case.question}.txt"] == files[f"train_{case.question}.txt"] == case.input


def test_a_missing_and_a_strange_file_are_named(sample):
    files = write_batch(sample)
    assert fault({**files, "notes.txt": b""}) == "01/notes.txt: not a file of a batch"
    del files["test_3.txt"]
    assert fault(files) == "01/test_3.txt: missing"


@pytest.mark.parametrize(
    ("name", "data", "what"),
    [
        ("test_1.txt", b"0 0 2\n", "01/test_1.txt: line 1: "),
        ("test_1.txt", b"9 0 1\n", "01/test_1.txt: line 1: "),
        ("board_2.txt", b"X Y\n", "01/board_2.txt: not a board"),
        ("board_2.txt", b"\xff", "01/board_2.txt: not a board"),
        ("board_2.txt", b"X .\n. .\n", "01/board_2.txt: a 2x2 board"),
        ("answer.txt", b"test_0\nMaybe\n", "01/answer.txt: not the answers of a batch"),
        ("answer.txt", b"", "01/answer.txt: not the answers of a batch"),
        ("features.json", b"[]", "01/features.json: not the features of a batch"),
        ("features.json", b"{", "01/features.json:1:2: not JSON"),
    ],
)
def test_a_malformed_file_is_named(sample, name, data, what):
    assert fault({**write_batch(sample), name: data}).startswith(what)


@given(st.sampled_from(["test_1.txt", "board_1.txt", "answer.txt", "features.json"]), st.binary(max_size=60))
def test_any_bytes_give_a_batch_or_a_data_error(sample, name, data):
    try:
        assert read_batch("01", {**write_batch(sample), name: data}, public=False).name == "01"
    except DataError as error:
        assert error.where.startswith("01/")


def test_a_board_is_read_with_its_size():
    assert str(parse_board(b"0 1 -1\n1 0 1", "x", 2, 3)) == ". X .\nO . ."
