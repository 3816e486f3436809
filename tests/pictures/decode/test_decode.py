"""Pictures decoded in the sandbox, and the part of them that is displayed."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest
from PIL import Image

from gograde.errors import JudgeError
from gograde.grading.facts import Drawn
from gograde.grading.run_pictures import LOAD_FILES, decode, drawn
from gograde.pictures.picture import Picture, Refused, png
from gograde.sandbox.protocol import Backend, Ended, Job, RunResult

EMPTY = RunResult("scripted", 0, None, None, 0.0, 0.0, 0, b"", b"", 0, 0, {}, {})
ENDED = Refused("decoding it took too much time or memory")


def pixel(picture: object, column: int, row: int) -> tuple[int, ...]:
    assert isinstance(picture, Picture), picture
    start = 3 * (row * picture.width + column)
    return tuple(picture.rgb[start : start + 3])


def test_every_format_gives_its_pixels(whole: Mapping[str, bytes], backend: Backend) -> None:
    for name, picture in decode(whole, backend.run).items():
        assert isinstance(picture, Picture) and (picture.width, picture.height) == (40, 20), name
        red, white = pixel(picture, 3, 10), pixel(picture, 36, 10)
        assert red[0] > 250 and max(red[1:]) < 5 and min(white) > 250, name


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_kind_of_png_becomes_rgb(mode: str, backend: Backend) -> None:
    image = Image.new("L", (4, 4), 255).convert("I;16" if mode == "I;16" else mode)
    if mode == "I;16":
        image = Image.new("I;16", (4, 4), 0x8000)
    out = io.BytesIO()
    image.save(out, "PNG")
    shade = 128 if mode == "I;16" else 255
    assert decode({"a.png": out.getvalue()}, backend.run) == {"a.png": Picture(4, 4, bytes([shade] * 48))}


def test_what_is_transparent_is_white(backend: Backend) -> None:
    out = io.BytesIO()
    Image.new("RGBA", (2, 2), (0, 0, 0, 0)).save(out, "PNG")
    assert decode({"a.png": out.getvalue()}, backend.run)["a.png"] == Picture(2, 2, b"\xff" * 12)


def test_large_pictures_are_made_smaller_by_a_whole_factor(
    encode: Callable[..., bytes], backend: Backend
) -> None:
    small = decode({"a.png": encode("PNG", (1300, 650))}, backend.run, 640)["a.png"]
    assert isinstance(small, Picture) and (small.width, small.height) == (434, 217)
    assert pixel(small, 0, 0) == (255, 0, 0)


def test_a_broken_picture_does_not_touch_the_others(whole: Mapping[str, bytes], backend: Backend) -> None:
    data = bytearray(whole["b.jpg"])
    broken = bytes(data[:2] + data[20:])
    seen = decode({"x.jpg": broken, "y.png": b"\x89PNG", **whole}, backend.run)
    assert all(isinstance(seen[name], Picture) for name in whole)
    assert seen["y.png"] == Refused("its name says PNG, but it is none")


def test_pictures_of_a_run_share_a_job(encode: Callable[..., bytes], backend: Backend) -> None:
    jobs: list[Job] = []

    def run(job: Job) -> RunResult:
        jobs.append(job)
        return backend.run(job)

    many = {f"{number}.png": encode("PNG", (8, 8)) for number in range(LOAD_FILES + 1)}
    assert len(decode(many, run)) == LOAD_FILES + 1
    assert [len(job.files) - 1 for job in jobs] == [LOAD_FILES, 1]
    assert decode({}, run) == {} and len(jobs) == 2


# -- what may go wrong with the job itself --------------------------------------------------


def scripted(*outputs: bytes, **changes: object) -> Callable[[Job], RunResult]:
    """Runs that print these outputs in turn and leave no pixels."""
    said = iter(outputs)
    return lambda job: replace(EMPTY, stdout=next(said), **changes)  # type: ignore[arg-type]


def test_a_picture_that_ends_its_job_is_refused_and_the_next_are_read(whole: Mapping[str, bytes]) -> None:
    files = {"a.png": whole["a.png"], "b.png": whole["a.png"], "c.png": whole["a.png"]}
    outputs = (b"ready\n0 broken\n", b"ready\n0 palette\n")
    assert decode(files, scripted(*outputs, killed_for=Ended.MEMORY, exit_code=None, signal=9)) == {
        "a.png": Refused("it cannot be decoded"),
        "b.png": ENDED,
        "c.png": Refused("a pixel in it has a colour that its palette does not have"),
    }


def test_after_three_ended_jobs_the_rest_is_not_read(whole: Mapping[str, bytes]) -> None:
    files = {f"{number}.png": whole["a.png"] for number in range(5)}
    seen = decode(files, scripted(*[b"ready\n"] * 3, exit_code=None, signal=9))
    assert list(seen.values())[:3] == [ENDED] * 3
    assert (
        list(seen.values())[3:]
        == [Refused("not read, since pictures before it could not be decoded within the limits")] * 2
    )


@pytest.mark.parametrize("files", [{}, {"0.rgb": b"x"}, {"1.rgb": bytes(2400)}])
def test_pixels_are_believed_only_by_their_size(whole: Mapping[str, bytes], files: dict[str, bytes]) -> None:
    seen = decode({"a.png": whole["a.png"]}, scripted(b"ready\n0 ok\n", files=files))
    assert seen == {"a.png": Refused("what was decoded is not what its header says")}


@pytest.mark.parametrize(("said", "ended"), [(b"", None), (b"0 ok\n", None), (b"ready\n", Ended.WALL)])
def test_a_job_that_does_not_begin_or_hangs_is_our_fault(
    whole: Mapping[str, bytes], said: bytes, ended: Ended | None
) -> None:
    run = scripted(said, killed_for=ended, stderr=b"No module named 'PIL'\n")
    with pytest.raises(JudgeError, match="No module named 'PIL'") as caught:
        decode({"a.png": whole["a.png"]}, run)
    assert caught.value.fix == "install Pillow beside gograde; see gograde doctor"


# -- what is shown --------------------------------------------------------------------------


def test_drawn_pictures_are_told_by_name(whole: Mapping[str, bytes], backend: Backend) -> None:
    files = {"answer.txt": b"x", "z.png": b"<svg/>", "\udcff.png": whole["a.png"]}
    refused = {"b.png": "symbolic link", "answer_2.txt": "FIFO"}
    read = decode({"a.png": whole["a.png"]}, backend.run)["a.png"]
    assert isinstance(read, Picture)
    assert drawn(replace(EMPTY, files=files, refused=refused), backend.run) == (
        Drawn("b.png", refusal="symbolic link"),
        Drawn("z.png", refusal="its name says PNG, but it is none"),
        Drawn("\\xff.png", 40, 20, png(read)),
    )


def test_nothing_is_started_when_there_is_no_picture() -> None:
    def run(job: Job) -> RunResult:
        raise AssertionError

    assert drawn(replace(EMPTY, files={"answer.txt": b"x"}), run) == ()
    assert [one.refusal for one in drawn(replace(EMPTY, files={"a.png": b"x"}), run)] == [
        "its name says PNG, but it is none"
    ]


def test_no_more_is_shown_than_a_page_holds(
    whole: Mapping[str, bytes], backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gograde.grading.run_pictures.SHOWN_BYTES", 150)
    shown = drawn(replace(EMPTY, files={"a.png": whole["a.png"], "b.png": whole["a.png"]}), backend.run)
    assert [bool(one.png) for one in shown] == [True, False]
    assert shown[1].refusal.startswith("not shown, since the pictures of this run have more than")
