"""Makes batches of board9 from a secret key: the same bytes for the same key on any machine.

Guided by `board9_mistakes`: among boards with the wanted features the one is taken that
catches most of the mistakes not caught often enough so far.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from gograde.assignments.board9.batch import QUESTIONS, RULE, parse_board
from gograde.assignments.board9.boards import maker_for
from gograde.assignments.board9.features import FEATURES, View, obeys, one_picture
from gograde.assignments.board9.mistakes import MISTAKES
from gograde.assignments.board9.mutants import more_boards
from gograde.assignments.board9.oracle import fast_answer, slow_answer
from gograde.assignments.board9.student import Student, attempt
from gograde.authoring.assignment import Batch, Case
from gograde.authoring.stream import Stream
from gograde.errors import JudgeError
from gograde.go.board import Board
from gograde.go.notation import write_coordinates
from gograde.package.config import BoardSize, Strict
from gograde.package.faults import did_you_mean, validate

ATTEMPTS = 20_000
"""Boards that are made for a case before the search is given up."""

POOL = 100
"""Boards a question that are tried on mutants that too few boards catch."""

_BY_NAME = {mistake.name: mistake for mistake in MISTAKES}

Plan = dict[str, tuple[str, ...]]


class GeneratorConfig(Strict):
    """The content of `generator.yaml`.

    A plan maps every question to the features that its board must have.  `kills` is how many
    cases must catch each mistake; when the planned batches do not, batches are added by the
    plan `spare`, `spares` of them at most, and then as many as catch each mutant of the reference
    program that shows at all twice.  `candidates` boards are compared for each case.

    The public batch is made once and for all: it is guided by `sample_mistakes` only, and does
    not change when a mistake is added.
    """

    schema_: Literal["gograde/generator/board9/v1"] = Field(alias="schema")
    board: BoardSize
    kills: Annotated[int, Field(ge=1, le=10)]
    candidates: Annotated[int, Field(ge=1, le=50)]
    batches: tuple[Plan, ...] = Field(min_length=1, max_length=20)
    spare: Plan
    spares: Annotated[int, Field(ge=0, le=20)]
    sample_key: str = Field(min_length=16)
    sample: Plan
    sample_mistakes: tuple[str, ...]

    @field_validator("batches")
    @classmethod
    def _plans_fit(cls, plans: tuple[Plan, ...]) -> tuple[Plan, ...]:
        return tuple(map(_checked_plan, plans))

    @field_validator("spare", "sample")
    @classmethod
    def _plan_fits(cls, plan: Plan) -> Plan:
        return _checked_plan(plan)

    @field_validator("sample_mistakes")
    @classmethod
    def _mistakes_are_known(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        for name in (name for name in names if name not in _BY_NAME):
            raise ValueError(f"no mistake {name!r}; {did_you_mean(name, _BY_NAME)}")
        return names


def _checked_plan(plan: Plan) -> Plan:
    if set(plan) != set(QUESTIONS):
        raise ValueError(f"a batch must name the questions {', '.join(QUESTIONS)}")
    for name in (name for names in plan.values() for name in names if name not in FEATURES):
        raise ValueError(f"no feature {name!r}; {did_you_mean(name, FEATURES)}")
    return plan


@dataclass
class _Search:
    """A generation under way: how often each mistake is caught, and the boards already taken."""

    config: GeneratorConfig
    key: bytes
    mistakes: Sequence[type[Student]]
    caught: Counter[str] = field(default_factory=Counter)
    taken: set[bytes] = field(default_factory=set)

    def batch(self, name: str, plan: Plan, chosen: Mapping[str, Board] | None = None) -> Batch:
        """A batch by its plan, one case after the other; boards that are chosen are not searched."""
        fixed = chosen or {}
        cases = (self._case(name, question, plan[question], fixed.get(question)) for question in QUESTIONS)
        return Batch(name, tuple(cases), public=False)

    def pool(self, question: str) -> Iterator[Board]:
        """Boards for a question with the features of `spare`, none of them taken."""
        stream = Stream(self.key, f"board9/mutants/{question}")
        return islice(self._boards(question, self.config.spare[question], stream), POOL)

    def _case(self, batch: str, question: str, features: tuple[str, ...], chosen: Board | None) -> Case:
        stream = Stream(self.key, f"board9/{batch}/{question}")
        boards = [chosen] if chosen else self._candidates(question, features, stream)
        candidates = [(board, caught_by(question, board, self.mistakes)) for board in boards]
        board, caught = max(candidates, key=lambda candidate: self._worth(candidate[1]))
        self.taken.add(board.cells)
        self.caught.update(caught)
        return Case(question, question, _text(board), agreed_answer(question, board), features)

    def _candidates(self, question: str, features: tuple[str, ...], stream: Stream) -> list[Board]:
        boards = self._boards(question, features, stream)
        found = [board for board, _ in zip(boards, range(self.config.candidates), strict=False)]
        if not found:
            what = f"no board with {', '.join(features)} for question {question} in {ATTEMPTS} attempts"
            raise JudgeError("board9 generator", what, "ask for fewer features at once in generator.yaml")
        return found

    def _boards(self, question: str, features: tuple[str, ...], stream: Stream) -> Iterator[Board]:
        size = self.config.board
        make = maker_for(features, obeys=question not in RULE or "obeys" in features)
        last = None
        for _ in range(ATTEMPTS):
            board = make(stream, size.rows, size.cols)
            fresh = board.cells not in self.taken or not any(board.cells)
            if board != last and fresh and fits(question, features, board):
                last = board
                yield board

    def _worth(self, caught: Sequence[str]) -> tuple[int, int]:
        return sum(self.caught[name] < self.config.kills for name in caught), len(caught)

    def slipping(self) -> tuple[str, ...]:
        """The mistakes that too few cases catch so far."""
        names = (mistake.name for mistake in self.mistakes)
        return tuple(name for name in names if self.caught[name] < self.config.kills)


def generate(key: bytes, config: Mapping[str, Any]) -> tuple[Batch, ...]:
    """The hidden batches; raises `DataError` for a wrong config, `JudgeError` when a board cannot be found.

    Also `JudgeError` when the two oracles disagree or a mistake slips through.
    """
    search = _Search(read_config(config), key, MISTAKES)
    plans = enumerate((*search.config.batches, *[search.config.spare] * search.config.spares), start=1)
    planned = len(search.config.batches)
    batches = []
    for number, plan in plans:
        if number <= planned or search.slipping():
            batches.append(search.batch(f"{number:02d}", plan))
    if slipping := search.slipping():
        what = f"{', '.join(slipping)}: caught by fewer than {search.config.kills} cases"
        raise JudgeError("board9 generator", what, "allow more spares, or name features that catch it")
    return (*batches, *_for_mutants(search, batches))


def _for_mutants(search: _Search, batches: Sequence[Batch]) -> Iterator[Batch]:
    """Batches with boards that catch mutants that too few boards do; other questions as in `spare`."""
    found = more_boards(batches, search.config.board, search.pool)
    for number in range(max(map(len, found.values()), default=0)):
        chosen = {question: boards[number] for question, boards in found.items() if number < len(boards)}
        yield search.batch(f"{len(batches) + 1 + number:02d}", search.config.spare, chosen)


def generate_sample(config: Mapping[str, Any]) -> Batch:
    """The public batch, from the key in `generator.yaml`."""
    parsed = read_config(config)
    mistakes = [_BY_NAME[name] for name in parsed.sample_mistakes]
    batch = _Search(parsed, parsed.sample_key.encode(), mistakes).batch("sample", parsed.sample)
    return Batch("sample-01", batch.cases, public=True)


def read_config(config: Mapping[str, Any]) -> GeneratorConfig:
    """`generator.yaml`, checked; raises `DataError`."""
    return validate(dict(config), GeneratorConfig, "generator.yaml", {})


def fits(question: str, features: Iterable[str], board: Board) -> bool:
    """Whether a board has the features and may be asked the question."""
    view = View(board)
    if not all(FEATURES[name](view) for name in features):
        return False
    return question in RULE or (obeys(view) and one_picture(board))


def agreed_answer(question: str, board: Board) -> Any:
    """The reference, on which both oracles agree; raises `JudgeError` when they do not."""
    fast, slow = fast_answer(question, board), slow_answer(question, board)
    if fast != slow:
        what = f"the two oracles disagree on question {question} of:\n{board}"
        raise JudgeError("board9 oracles", what, "report it with this board")
    return fast


def caught_by(question: str, board: Board, mistakes: Sequence[type[Student]]) -> list[str]:
    """Names of the mistakes whose answer to this case is wrong, or that crash on it."""
    right = attempt(Student, question, board)
    return [m.name for m in mistakes if attempt(m, question, board) != right]


def kill_matrix(batches: Sequence[Batch], size: BoardSize) -> dict[str, list[str]]:
    """For every mistake the cases (`batch/question`) that catch it."""
    matrix: dict[str, list[str]] = {mistake.name: [] for mistake in MISTAKES}
    for batch in batches:
        for case in batch.cases:
            board = parse_board(case.input, case.id, size.rows, size.cols)
            for name in caught_by(case.question, board, MISTAKES):
                matrix[name].append(f"{batch.name}/{case.question}")
    return matrix


def _text(board: Board) -> bytes:
    return write_coordinates(board).encode()
