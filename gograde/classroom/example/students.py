"""Who is in the example class, and what each handed in.  Not everybody hands in everything."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Files = Mapping[str, bytes]
"""Bytes by path."""


def _folder(student: str, sample: Files) -> Files:
    return {f"{student}/{path}": data for path, data in sample.items()}


def _zip(student: str, sample: Files) -> Files:
    return {f"{student}.zip": _zipped(sample)}


def _zipped(sample: Files) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in sorted(sample.items()):
            archive.writestr(zipfile.ZipInfo(path, (2026, 9, 1, 20, 0, 0)), data)
    return buffer.getvalue()


def _tar(student: str, sample: Files) -> Files:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for path, data in sorted(sample.items()):
            entry = tarfile.TarInfo(f"homework/{path}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return {f"{student}.tar.gz": gzip.compress(buffer.getvalue(), mtime=0)}


def _broken_zip(student: str, sample: Files) -> Files:
    whole = _zipped(sample)
    return {f"{student}.zip": whole[: len(whole) // 2]}


def _climbing_zip(student: str, sample: Files) -> Files:
    """An archive that would write over the marks of the class."""
    return {f"{student}.zip": _zipped({**sample, "../../../overrides.csv": b"all,100\n"})}


def _red_and_blue(student: str, sample: Files) -> Files:
    """A program whose stones are red and blue, so that a person must say which is which."""
    colours = b'"black" if colour == BLACK else "white"', b'"red" if colour == BLACK else "blue"'
    return _folder(student, {path: data.replace(*colours) for path, data in sample.items()})


def _rar(student: str, sample: Files) -> Files:
    return {f"{student}/homework.rar": b"Rar!\x1a\x07\x01\x00" + bytes(range(256))}


FORMS: Mapping[str, Callable[[str, Files], Files]] = {
    "folder": _folder,
    "zip": _zip,
    "tar.gz": _tar,
    "broken zip": _broken_zip,
    "climbing zip": _climbing_zip,
    "rar": _rar,
    "red and blue": _red_and_blue,
}
"""From a student's id and the files of a sample to what lies in the folder of the assignment."""


@dataclass(frozen=True)
class Work:
    """A sample submission as a student handed it in, `late` hours after the due date.

    "accepted/c_flood or python_flood" is one program in two languages: the first that the machine has tools
    for is handed in.
    """

    sample: str
    form: str = "folder"
    late: float = -4

    @property
    def samples(self) -> list[str]:
        """The names of the program's samples, the one that is meant first."""
        kind, names = self.sample.split("/")
        return [f"{kind}/{name}" for name in names.split(" or ")]


@dataclass(frozen=True)
class ExampleStudent:
    """A line of the roster, and what the student handed in by assignment."""

    id: str
    last_name: str
    first_name: str
    section: str
    works: Mapping[str, Work] = field(default_factory=dict)


def _student(line: str, **works: str | Work) -> ExampleStudent:
    """A student from "id last first section"; _ stands for - in an assignment, a text is a sample on time."""
    student, last, first, section = line.split()
    made = {
        name.replace("_", "-"): Work(work) if isinstance(work, str) else work for name, work in works.items()
    }
    return ExampleStudent(student, last, first, section, made)


STUDENTS = (
    _student(
        "amara Okafor Amara A",
        board9="accepted/draws_tk",
        tromp_taylor="accepted/python_flood",
        board_control="accepted/function",
        influence="accepted/plain",
        little_go="accepted/python_alphabeta",
    ),
    _student(
        "bruno Costa Bruno A",
        board9=Work("accepted/draws_pil_files", "zip"),
        tromp_taylor=Work("accepted/c_flood or python_flood", "zip"),
        board_control=Work("accepted/numpy_arrays", "zip"),
        influence=Work("accepted/numpy", "zip"),
        little_go=Work("accepted/c_alphabeta or python_bitboards", "zip"),
    ),
    _student(
        "chen 陈 晓雨 B",
        board9=Work("accepted/python_chinese_name", "zip"),
        tromp_taylor="accepted/python_short",
        board_control=Work("accepted/two_modules", "zip"),
        influence=Work("wrong_answer/mirror_forgotten", late=20),
        little_go="accepted/python_several_files",
    ),
    _student(
        "dalia Haddad Dalia B",
        board9=Work("accepted/draws_ppm_in_c or draws_own_png", "tar.gz"),
        tromp_taylor="accepted/c_short or python_short",
        board_control="accepted/seed_class",
    ),
    _student(
        "emil Novák Emil A",
        board9=Work("accepted/draws_turtle", late=33.5),
        tromp_taylor=Work("wrong_answer/no_jigo or python_no_jigo", late=60),
        board_control=Work("wrong_answer/movers_own_first", late=0.2),
    ),
    _student(
        "fatou Diallo Fatou B",
        board9="wrong_answer/capture_forgotten",
        board_control="wrong_answer/suicide_kept",
        influence="wrong_answer/fast_no_hane",
        little_go="wrong_answer/random_player or python_random_player",
    ),
    _student(
        "goran Marić Goran A",
        board9=Work("wrong_answer/many_stone_suicide_allowed", "zip"),
        tromp_taylor="wrong_answer/majority",
        little_go="wrong_answer/knows_no_ko or python_knows_no_ko",
    ),
    _student(
        "hana Sato Hana B",
        board9="wrong_answer/draws_one_capture_missing",
        board_control="accepted/function_without_chains",
        influence="accepted/without_joseki",
        little_go="wrong_answer/passes_always",
    ),
    _student(
        "ivan Petrov Ivan A",
        board9="wrong_answer/empty_template",
        tromp_taylor="wrong_answer/empty_template",
        board_control="wrong_answer/empty_template",
        influence="wrong_answer/empty_template",
        little_go="wrong_answer/writes_nothing",
    ),
    _student(
        "jun Park Jun B",
        board9="run_time_error/block_2x2_crash",
        tromp_taylor="run_time_error/empty_input_crash",
        board_control="run_time_error/crashes_on_empty",
        influence="run_time_error/recursion",
        little_go="run_time_error/crashes_on_ply_7",
    ),
    _student(
        "kira Lund Kira A",
        board9="compile_error/python_syntax",
        tromp_taylor="compile_error/c_does_not_compile or python_syntax",
        little_go="compile_error/python_syntax",
    ),
    _student(
        "lena Weiß Lena B",
        tromp_taylor=Work("accepted/shell", late=30),
        board_control="accepted/recursive_with_limit",
        influence=Work("wrong_answer/ryder_folds_edges", late=50),
    ),
    _student(
        "luca Ferri Luca A",
        board_control="wrong_answer/only_black_removed",
        little_go="time_limit_exceeded/thinks_too_long or python_thinks_too_long",
    ),
    _student(
        "mina Rahimi Mina B",
        board9="output_limit_exceeded/prints_without_end",
        little_go="memory_limit_exceeded/remembers_everything or python_remembers_everything",
    ),
    _student("noor Aziz Noor A"),
    _student(
        "otto Berg Otto B",
        board9=Work("accepted/draws_own_png", "broken zip"),
        tromp_taylor="wrong_answer/lower_case_counts",
    ),
    _student(
        "petra Kovač Petra A",
        board9=Work("accepted/python_messy", "rar"),
        board_control="wrong_answer/edge_breathes",
    ),
    _student(
        "quentin Moreau Quentin B",
        board9="attacks/reads_answers",
        board_control="attacks/patches_the_caller",
        little_go="attacks/reads_the_referee",
    ),
    _student("rosa Silva Rosa A", tromp_taylor=Work("wrong_answer/komi_added", "climbing zip")),
    _student(
        "sven Dahl Sven B",
        tromp_taylor="wrong_answer/territory_only or python_territory_only",
        board_control="wrong_answer/diagonals_connect",
        influence="wrong_answer/territory_all_positive",
    ),
    _student(
        "tomas Lopez Tomás A",
        board9="wrong_answer/draws_transposed",
        influence="wrong_answer/joseki_skips_i",
    ),
    _student(
        "uma Iyer Uma B",
        board9="accepted/python_2",
        tromp_taylor="wrong_answer/shared_to_first",
        influence="attacks/leaves_early",
    ),
    _student(
        "vera Horvat Vera A",
        board9=Work("accepted/draws_pil_files", "red and blue"),
        tromp_taylor=Work("accepted/c_flood or python_flood", late=200),
    ),
    _student("wei 王 伟 B", tromp_taylor="accepted/python_flood", board_control="accepted/function"),
)
