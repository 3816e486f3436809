"""Reading ends after a number of steps, at the same picture whatever the machine; the rest is doubtful."""

from __future__ import annotations

import pytest

from gograde.pictures import effort
from gograde.pictures.read import Question, Reader, Reading
from gograde.pictures.read.reasons import EFFORT
from tests.pictures.read.boards import LOOKS
from tests.pictures.read.looks import painted
from tests.pictures.read.rows import ACCEPTED, DOUBTFUL, picture_of
from tests.pictures.read.test_reading import BOARD

LOOK = next(iter(LOOKS))


def read(steps: int) -> tuple[Reading, ...]:
    """The readings of three pictures of a right board, in different sizes."""
    looks = (picture_of(painted(BOARD, LOOKS[look])) for look in list(LOOKS)[:3])
    questions = [Question(picture, BOARD, ()) for picture in looks]
    with effort.limited(steps):
        return Reader().read(questions)


def used(steps: int) -> int:
    with effort.limited(steps) as left:
        Reader().read([Question(picture_of(painted(BOARD, LOOKS[LOOK])), BOARD, ())])
    return steps - left.left


def test_a_share_is_never_more_than_a_run_may_have() -> None:
    assert [effort.share(runs) for runs in (0, 1, 4, 8)] == [25_000, 25_000, 25_000, 12_500]


def test_steps_are_taken_until_none_is_left() -> None:
    effort.spend(10**9)  # without a limit there is none
    with effort.limited(3) as left:
        effort.spend_points(9)
        assert left.left == 1
        effort.spend(1)
        with pytest.raises(effort.TooMuchEffortError):
            effort.spend(1)
        with pytest.raises(effort.TooMuchEffortError):
            effort.spend(0)
    effort.spend(10**9)


def test_a_plain_picture_takes_few_steps_and_always_as_many() -> None:
    assert effort.SURVEY + effort.SEARCH < used(effort.RUN) < 1000
    assert used(effort.RUN) == used(effort.RUN)


def test_a_picture_beyond_the_steps_is_doubtful_and_those_before_it_are_read() -> None:
    one = used(effort.RUN)
    found = read(one + 10)
    assert [reading.verdict for reading in found] == [ACCEPTED, DOUBTFUL, DOUBTFUL]
    assert [reading.reason for reading in found[1:]] == [EFFORT, EFFORT]
    assert found == read(one + 10)
    assert {reading.verdict for reading in read(effort.RUN)} == {ACCEPTED}
