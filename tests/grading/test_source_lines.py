"""The student's own lines around the places that a traceback or a compiler names."""

from gograde.grading.run import AROUND, LARGEST, source_lines
from gograde.scoring.record import SourceLines

TWENTY = "".join(f"line {number}\n" for number in range(1, 21)).encode()


def marked(said: str, **files: bytes) -> list[tuple[str, tuple[int, ...]]]:
    named = {name.replace("_dot_", "."): data for name, data in files.items()} or {"score.py": TWENTY}
    return [(part.file, part.marked) for part in source_lines(said, named)]


def test_the_lines_of_a_traceback_stand_between_their_neighbours() -> None:
    said = 'Traceback (most recent call last):\n  File "score.py", line 6, in <module>\nValueError: 0\n'
    lines = tuple(f"line {number}" for number in range(4, 9))
    assert source_lines(said, {"score.py": TWENTY}) == (SourceLines("score.py", 4, lines, (6,)),)


def test_each_way_of_naming_a_place() -> None:
    for said, file in [
        ('  File "pkg/score.py", line 6\n    def main()\n', "pkg/score.py"),
        ('it said: File \\"pkg/score.py\\", line 6, in <module>', "pkg/score.py"),
        ("score.c:6:13: error: 'letter' undeclared", "score.c"),
        ("score.c:6: undefined reference", "score.c"),
        ("\tat Score.main(Score.java:6)", "Score.java"),
        ("src/score.cs(6,38): error CS0103: The name `frob' does not exist", "src/score.cs"),
        ("Died at score.pl line 6.", "score.pl"),
        ("Fatal error: Uncaught Error: frob in score.php on line 6", "score.php"),
        ("score.sh: line 6: frob: command not found", "score.sh"),
    ]:
        assert [(one.file, one.marked) for one in source_lines(said, {file: TWENTY})] == [(file, (6,))]


def test_other_files_and_lines_are_not_looked_for() -> None:
    for said in [
        'File "/usr/lib/python3.11/score.py", line 6', 'File "myscore.py", line 6',
        'File "../score.py", line 6', 'File "hidden.py", line 6', 'File "score.py", line 0',
        'File "score.py", line 21', 'File "score.py", line 1234567', "score.pyx:6", "",
    ]:  # fmt: skip
        assert marked(said) == []


def test_a_recursion_is_told_once_and_its_end_counts() -> None:
    frames = [1, 10, *[14] * 990, 16, 18, 20]
    said = "\n".join(f'  File "score.py", line {number}, in f' for number in frames)
    assert marked(said) == [("score.py", (14, 16, 18, 20))]


def test_a_compiler_names_the_first_fault_first() -> None:
    said = "\n".join(f"score.c:{number}:1: error: no" for number in (2, 3, 4, 5, 6, 7))
    assert marked(said, score_dot_c=TWENTY) == [("score.c", (2, 3, 4, 5))]


def test_places_far_from_each_other_are_parts_of_their_own() -> None:
    said = 'File "a.py", line 1\nFile "b.py", line 20\nFile "a.py", line 20\nFile "a.py", line 16\n'
    parts = source_lines(said, {"a.py": TWENTY, "b.py": TWENTY})
    shown = [(part.file, part.first, len(part.lines), part.marked) for part in parts]
    assert shown == [("a.py", 1, 3, (1,)), ("a.py", 14, 7, (16, 20)), ("b.py", 18, 3, (20,))]
    assert AROUND == 2


def test_bytes_are_only_cut_into_lines() -> None:
    data = b"\xff\x00\x1b[31m\xe2\x80\xae\x0c\tx\r\n" + b"y" * 10_000 + b"\n"
    [part] = source_lines('File "a.py", line 1', {"a.py": data})
    assert part.lines == ("\N{REPLACEMENT CHARACTER}??[31m??   x", f"{'y' * 80} … {'y' * 77}")
    assert source_lines('File "a.py", line 2', {"a.py": b"\n" * (LARGEST + 9)})[0].lines == ("",)
    assert source_lines('File "a.py", line 1', {"a.py": b""}) == ()


def test_hostile_text_takes_no_time() -> None:
    files = {f"{'a' * 90}{number}.py": TWENTY for number in range(300)}
    assert source_lines(("a" * 90 + "/") * 5000, files) == ()
    assert source_lines(' "' * 20_000, files) == ()
