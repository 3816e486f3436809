"""Mutants of a reference program: each is the program with one small fault.

A mutant's name has the function and the change, as `SolverModule.near: < to <= (2)` for the second `<` of
that method, so that an edit elsewhere does not change the name.  The mutants of a source are the same
in every version of Python.  Hidden cases must catch them.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from itertools import islice
from types import CodeType
from typing import Any, TypeVar, cast

from gograde.authoring.spec import Reference, Spec, StopError, place_of
from gograde.errors import JudgeError
from gograde.listing import shown

GUARD = "_gograde_step"
"""The function that a program calls at the start of every loop round and function; see `SolverModule`."""

FACTOR = 20  # times the steps of the reference
ALLOWANCE = 10_000  # steps
"""A mutant is endless when it takes more than FACTOR times the steps of the reference plus ALLOWANCE.

A mutant that is only slow must stay below the limit on small inputs, which are tried first.  The
slowest mutants of the packages take twenty times the steps, but fewer than 10,000.
"""

Variant = tuple[str, ast.AST]
"""The name of a change, and the node that replaces the old one."""

T = TypeVar("T", bound=ast.AST)


class EndlessError(Exception):
    """The program takes far more steps than the reference."""


# -- what is changed --------------------------------------------------------------------------

_COMPARISONS: dict[str, tuple[str, ...]] = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "==": ("!=",),
    "!=": ("==",),
    "in": ("not in",),
    "not in": ("in",),
    "is": ("is not",),
    "is not": ("is",),
}
_ARITHMETIC = {"+": "-", "-": "+", "*": "//", "//": "*", "%": "//", "|": "&", "&": "|"}
_SYMBOLS: dict[str, type[ast.AST]] = {
    "<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE, "==": ast.Eq, "!=": ast.NotEq,
    "in": ast.In, "not in": ast.NotIn, "is": ast.Is, "is not": ast.IsNot,
    "+": ast.Add, "-": ast.Sub, "*": ast.Mult, "/": ast.Div, "//": ast.FloorDiv, "%": ast.Mod,
    "|": ast.BitOr, "&": ast.BitAnd, "and": ast.And, "or": ast.Or,
}  # fmt: skip
_SYMBOL_OF = {kind: symbol for symbol, kind in _SYMBOLS.items()}


def _compare(node: ast.Compare) -> Iterator[Variant]:
    for at, op in enumerate(node.ops):
        old = _SYMBOL_OF[type(op)]
        for new in _COMPARISONS[old]:
            ops = [*node.ops[:at], _SYMBOLS[new](), *node.ops[at + 1 :]]
            yield f"{old} to {new}", _with(node, ops=ops)


def _arithmetic(node: ast.BinOp) -> Iterator[Variant]:
    old = _SYMBOL_OF.get(type(node.op), "")
    if old in _ARITHMETIC:
        yield f"{old} to {_ARITHMETIC[old]}", _with(node, op=_SYMBOLS[_ARITHMETIC[old]]())


def _boolean(node: ast.BoolOp) -> Iterator[Variant]:
    old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
    yield f"{old} to {new}", _with(node, op=_SYMBOLS[new]())


def _sign(node: ast.UnaryOp) -> Iterator[Variant]:
    if isinstance(node.op, (ast.Not, ast.USub)):
        yield "not removed" if isinstance(node.op, ast.Not) else "minus removed", node.operand


def _constant(node: ast.Constant) -> Iterator[Variant]:
    if isinstance(node.value, bool):
        yield f"{node.value} to {not node.value}", ast.Constant(not node.value)
    elif isinstance(node.value, int):
        for new in (node.value + 1, node.value - 1):
            yield f"{node.value} to {new}", ast.Constant(new)


def _condition(node: ast.If | ast.While | ast.IfExp) -> Iterator[Variant]:
    for what, test in _tests(node.test):
        yield what, _with(node, test=test)


def _filters(node: ast.comprehension) -> Iterator[Variant]:
    for at, old in enumerate(node.ifs):
        for what, test in _tests(old):
            yield what, _with(node, ifs=[*node.ifs[:at], test, *node.ifs[at + 1 :]])


def _tests(test: ast.expr) -> Iterator[Variant]:
    yield "condition true", ast.Constant(True)
    yield "condition false", ast.Constant(False)
    if not isinstance(test, (ast.Compare, ast.UnaryOp)):  # other operators negate these
        yield "condition negated", ast.UnaryOp(ast.Not(), test)


def _return(node: ast.Return) -> Iterator[Variant]:
    if not (node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None)):
        yield "returns nothing", _with(node, value=ast.Constant(None))


def _jump(node: ast.Break | ast.Continue) -> Iterator[Variant]:
    is_break = isinstance(node, ast.Break)
    yield ("break to continue", ast.Continue()) if is_break else ("continue to break", ast.Break())


def _call(node: ast.Call) -> Iterator[Variant]:
    if isinstance(node.func, ast.Name) and node.func.id == "range":
        yield from _range(node)
    elif len(node.args) == 2 and not any(isinstance(arg, ast.Starred) for arg in node.args):
        yield "arguments exchanged", _with(node, args=node.args[::-1])


def _range(node: ast.Call) -> Iterator[Variant]:
    """Changes the start or the end of a range by 1, and keeps its step."""
    first, last = (node.args[0], node.args[1]) if len(node.args) > 1 else (ast.Constant(0), node.args[0])
    rest = node.args[2:]
    yield "range from one later", _with(node, args=[_plus(first, 1), last, *rest])
    yield "range to one more", _with(node, args=[first, _plus(last, 1), *rest])
    yield "range to one less", _with(node, args=[first, _plus(last, -1), *rest])


def _slice(node: ast.Slice) -> Iterator[Variant]:
    if node.step is None:
        yield "slice from one later", _with(node, lower=_plus(node.lower or ast.Constant(0), 1))
        yield "slice to one less", _with(node, upper=_plus(node.upper or ast.Constant(0), -1))


def _added(node: ast.AugAssign) -> Iterator[Variant]:
    old = _SYMBOL_OF.get(type(node.op), "")
    yield f"{old}= to =", ast.Assign([node.target], node.value)
    if old in _ARITHMETIC:
        new = _ARITHMETIC[old]
        yield f"{old}= to {new}=", _with(node, op=_SYMBOLS[new]())
    yield "statement deleted", ast.Pass()


def _statement(node: ast.Assign | ast.Expr) -> Iterator[Variant]:
    """Deletes a call, or an assignment to an attribute or an item."""
    targets = [node.value] if isinstance(node, ast.Expr) else node.targets
    kinds = ast.Call if isinstance(node, ast.Expr) else (ast.Attribute, ast.Subscript)
    if all(isinstance(target, kinds) for target in targets):
        yield "statement deleted", ast.Pass()


_OPERATORS: dict[type[ast.AST], Callable[[Any], Iterator[Variant]]] = {
    ast.Compare: _compare,
    ast.BinOp: _arithmetic,
    ast.BoolOp: _boolean,
    ast.UnaryOp: _sign,
    ast.Constant: _constant,
    ast.If: _condition,
    ast.While: _condition,
    ast.IfExp: _condition,
    ast.comprehension: _filters,
    ast.Return: _return,
    ast.Break: _jump,
    ast.Continue: _jump,
    ast.Call: _call,
    ast.Slice: _slice,
    ast.AugAssign: _added,
    ast.Assign: _statement,
    ast.Expr: _statement,
}


def _with(node: T, **changes: Any) -> T:
    changed = copy(node)
    for name, value in changes.items():
        setattr(changed, name, value)
    return changed


def _plus(value: ast.expr, number: int) -> ast.expr:
    if isinstance(value, ast.Constant) and isinstance(value.value, int):
        return ast.Constant(value.value + number)
    op = ast.Add() if number > 0 else ast.Sub()
    return ast.BinOp(value, op, ast.Constant(abs(number)))


# -- where ------------------------------------------------------------------------------------

_KEPT = ("annotation", "returns", "decorator_list", "bases", "type_params")
"""The fields of syntax trees that are not mutated."""


@dataclass(frozen=True)
class _Place:
    """The place of a node in its tree: a field of `holder`, or the item `at` of a list in the field.

    `inside` is the function with the node in its body, "" for none.
    """

    holder: ast.AST
    field: str
    at: int | None
    scope: str
    inside: str

    @property
    def node(self) -> ast.AST:
        value = getattr(self.holder, self.field)
        return cast(ast.AST, value if self.at is None else value[self.at])

    def put(self, node: ast.AST) -> None:
        if self.at is None:
            setattr(self.holder, self.field, node)
        else:
            getattr(self.holder, self.field)[self.at] = node


def _places(holder: ast.AST, scope: str, inside: str = "") -> Iterator[_Place]:
    """The places of all nodes below `holder`, in source order; `inside` is the function around `holder`."""
    for name, value in ast.iter_fields(holder):
        if name in _KEPT:
            continue
        within = scope if isinstance(holder, ast.FunctionDef) and name == "body" else inside
        for at, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(node, ast.AST) and not _is_guard(node):
                yield _Place(holder, name, at, scope, within)
                yield from _places(node, _scope(scope, node), within)


def _scope(outer: str, node: ast.AST) -> str:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return f"{outer}.{node.name}" if outer else node.name
    return outer


# -- guards -----------------------------------------------------------------------------------


def _guarded(source: str) -> ast.Module:
    """The tree of a source with a call of `GUARD` at the start of every loop and function body.

    A function passes its name to `GUARD`.
    """
    tree = ast.parse(source)
    _guard(tree, "")
    return ast.fix_missing_locations(tree)


def _guard(holder: ast.AST, outer: str) -> None:
    for node in ast.iter_child_nodes(holder):
        scope = _scope(outer, node)
        _guard(node, scope)
        if isinstance(node, (ast.For, ast.While, ast.FunctionDef)):
            told: list[ast.expr] = [ast.Constant(scope)] if isinstance(node, ast.FunctionDef) else []
            node.body.insert(0, ast.Expr(ast.Call(ast.Name(GUARD, ast.Load()), told, [])))


def _is_guard(node: ast.AST) -> bool:
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == GUARD


class SolverModule:
    """A module with a function `solve` from a question and an input to the answer.

    `steps` counts the rounds of loops and the calls of functions; `reached` has the functions called.
    Code without guards takes no steps.  Loading the module must have no effects, and a call of `solve`
    must not change later answers.  `names` are further names that the module may use.
    """

    def __init__(self, code: CodeType | str, name: str, **names: Any) -> None:
        self.steps, self._limit = 0, ALLOWANCE
        self.reached: set[str] = set()
        self._names: dict[str, Any] = {
            "__name__": name,
            "__spec__": ModuleSpec(name, None),
            GUARD: self._step,
            **names,
        }
        self._code: CodeType | str | None = code

    def answer(self, question: str, value: Any, limit: int = 0, told: tuple[Any, ...] = ()) -> Any:
        """The answer; raises `EndlessError` after `limit` steps, and the program's own exceptions.

        `told` are more arguments of `solve`, after the question and the input.
        """
        try:
            self.load()
            self.steps, self._limit, self.reached = 0, limit, set()
            return self._names["solve"](question, value, *told)
        except StopError:
            if self.steps <= self._limit:  # its time is up
                raise
            raise EndlessError from None
        except SystemExit:  # the answers of programs are asked for in the process of the grader
            raise RuntimeError("the program ends") from None

    def load(self) -> None:
        """Run the module once; raises what it raises, `SyntaxError` among others."""
        if self._code is not None:
            exec(self._code, self._names)
            self._code = None

    def _step(self, function: str = "") -> None:
        self.steps += 1
        if function:
            self.reached.add(function)
        if self.steps > self._limit:
            raise StopError


# -- mutants ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mutant:
    """A program with a fault; its `name` is unique in its module.

    `inside` is the function with the fault, "" for none.  `place` is the line and the column of the change in
    the source, both from 1, as in `41:17`.
    """

    name: str
    program: SolverModule
    module: str
    inside: str
    place: str


def mutants(source: str, module: str) -> Iterator[Mutant]:
    """Every mutant of a source, in source order; `module` is the `__name__` of its code."""
    tree, seen = _guarded(source), Counter[str]()
    for place in list(_places(tree, "")):
        node = place.node
        operator = _OPERATORS.get(type(node))
        for what, new in operator(node) if operator else ():
            name = f"{place.scope or 'module'}: {what}"
            seen[name] += 1
            place.put(ast.fix_missing_locations(ast.copy_location(new, node)))
            name += f" ({seen[name]})" if seen[name] > 1 else ""
            yield Mutant(name, _program(tree, module), module, place.inside, _line_and_column(place))
            place.put(node)


def _line_and_column(place: _Place) -> str:
    """Where a change is; the parts of a comprehension have no place of their own, but what they hold has."""
    parts = (part for part in (*ast.walk(place.node), place.holder) if hasattr(part, "lineno"))
    node = cast(ast.expr, next(parts))
    return f"{node.lineno}:{node.col_offset + 1}"


def _program(tree: ast.Module, module: str) -> SolverModule:
    """The program of a tree whose nodes all have line numbers."""
    return SolverModule(compile(tree, f"<{module}>", "exec"), module)


def source_of(module: str) -> str:
    """The source of a module, which is imported: classes of a changed one look it up by name."""
    import_module(module)
    return cast(str, cast(Any, find_spec(module)).loader.get_source(module))


@lru_cache(maxsize=4)
def mutated_module(module: str) -> tuple[SolverModule, tuple[Mutant, ...]]:
    """The module of that name and all its mutants, cached."""
    source = source_of(module)
    return (_program(_guarded(source), module), tuple(mutants(source, module)))


# -- which inputs catch them ------------------------------------------------------------------


MOST_STEPS = 20_000
"""The most steps of the reference on an input for mutants; small inputs are enough to catch them."""

MOST_TOLD = 5
"""The most cases per mutant in the kill matrix, since trying all cases takes minutes."""

LEAST_PERCENT = 95
"""The percentage of the mutants without an explanation that must be caught."""


@dataclass(frozen=True)
class Trial:
    """An input on which mutants are tried, with the right answer.

    The reference `module` answers it in `steps` steps and calls the functions `reached`.
    """

    label: str
    question: str
    value: Any
    right: Any
    module: str
    steps: int
    reached: frozenset[str]

    def concerns(self, mutant: Mutant) -> bool:
        """Whether the reference calls the function with the mutant's fault."""
        return mutant.module == self.module and (not mutant.inside or mutant.inside in self.reached)


@dataclass(frozen=True)
class Kills:
    """For every mutant, the first cases that catch it; small cases come first.

    `explained` maps mutants to the reason why no input can catch them.  `places` maps each to the line and
    the column of its change, as in `student.py:41:17`.
    """

    wanted: int
    caught: Mapping[str, tuple[str, ...]]
    explained: Mapping[str, str]
    places: Mapping[str, str] = field(default_factory=dict)

    @property
    def most(self) -> int:
        """The most cases that a kill matrix lists for a mutant."""
        return max(self.wanted, MOST_TOLD)

    @property
    def survivors(self) -> tuple[str, ...]:
        """The mutants that no case catches."""
        return tuple(name for name, cases in self.caught.items() if not cases)

    @property
    def weak(self) -> tuple[str, ...]:
        """The unexplained mutants that fewer than `wanted` cases catch."""
        few = (name for name, cases in self.caught.items() if len(cases) < self.wanted)
        return tuple(name for name in few if name not in self.explained)

    @property
    def missing(self) -> dict[str, int]:
        """For each weak mutant, the number of cases that must be added."""
        return {name: self.wanted - len(self.caught[name]) for name in self.weak}

    @property
    def killed(self) -> int:
        return len(self.caught) - len(self.survivors)

    @property
    def percent(self) -> float:
        """The percentage of the mutants without an explanation that are caught."""
        different = [cases for name, cases in self.caught.items() if name not in self.explained]
        return 100 * sum(map(bool, different)) / len(different) if different else 100.0

    def with_place(self, name: str) -> str:
        """A mutant's name, after the line and the column of its change."""
        return f"{self.places[name]} {name}" if name in self.places else name

    def findings(self) -> Iterator[tuple[str, str]]:
        """Places and descriptions of too many survivors, of weak mutants and of wrong explanations."""
        if self.percent < LEAST_PERCENT:
            yield ("mutants", f"{self.percent:.1f} % are caught, not {LEAST_PERCENT} %")
        for name in self.weak:
            what = f"caught by {len(self.caught[name])} cases, not by {self.wanted}"
            yield (self.with_place(name), what)
        for name in self.explained:
            if name not in self.caught:
                yield (name, "is explained, and there is no such mutant")
            elif self.caught[name]:
                yield (name, f"is said to be equivalent, and {self.caught[name][0]} catches it")

    def to_json(self) -> dict[str, Any]:
        return {
            "number": len(self.caught),
            "killed": self.killed,
            "percent": round(self.percent, 2),
            "most_cases_told": self.most,
            "survivors": {name: self.explained.get(name, "") for name in self.survivors},
            "places": dict(self.places),
            "cases": {name: list(cases) for name, cases in self.caught.items()},
        }


def trials_of(spec: Spec, inputs: Iterable[tuple[str, str, Any]]) -> list[Trial]:
    """Trials from triples (label, question, input), without inputs of more than `MOST_STEPS` steps.

    Raises `JudgeError` when the reference itself answers wrongly.
    """
    if spec.reference is None:
        return []
    trials = (_trial(spec, spec.reference, *each) for each in inputs)
    return [trial for trial in trials if trial is not None]


def _trial(spec: Spec, reference: Reference, label: str, question: str, value: Any) -> Trial | None:
    module = reference.modules[question]
    program, _ = mutated_module(module)
    try:
        answer = program.answer(question, deepcopy(value), MOST_STEPS, reference.arguments)
    except EndlessError:
        return None
    except Exception:
        import_module(module).solve(question, value, *reference.arguments)  # raised where the author wrote it
        raise
    right = spec.fast(question, value)
    if not spec.judge(right, answer).right:
        what = f"answers {shown(answer)} to {question} of {shown(value)}, the oracles {shown(right)}"
        raise JudgeError(place_of(import_module(module).solve), what, "mend the one that is wrong")
    return Trial(label, question, value, right, module, program.steps, frozenset(program.reached))


def mutants_of(reference: Reference) -> dict[str, Mutant]:
    """All mutants by name; a name that an earlier module has too is prefixed with the module's name."""
    found: dict[str, Mutant] = {}
    for module in reference.names:
        for mutant in mutated_module(module)[1]:
            clash = mutant.name in found
            found[f"{module.rpartition('.')[2]}.{mutant.name}" if clash else mutant.name] = mutant
    return found


def catches(spec: Spec, trial: Trial, mutant: Mutant) -> bool:
    """Whether a mutant answers wrongly, crashes or takes too many steps on a trial."""
    if not trial.concerns(mutant) or spec.reference is None:
        return False
    limit = FACTOR * trial.steps + ALLOWANCE
    try:
        answer = mutant.program.answer(trial.question, deepcopy(trial.value), limit, spec.reference.arguments)
        return not spec.judge(trial.right, answer).right
    except Exception:  # the mutant crashes or is endless
        return True


def kills_of(spec: Spec, trials: Iterable[Trial], wanted: int, *, matrix: bool = False) -> Kills | None:
    """The labels of trials that catch each mutant; None for a spec without a reference program.

    A mutant has at most `wanted` labels, with `matrix` at most the larger of `wanted` and `MOST_TOLD`.
    """
    if spec.reference is None:
        return None
    small_first = sorted(trials, key=lambda trial: trial.steps)
    most = max(wanted, MOST_TOLD) if matrix else wanted  # as `Kills.most`
    mutants = mutants_of(spec.reference)
    caught = {
        name: tuple(islice((trial.label for trial in small_first if catches(spec, trial, mutant)), most))
        for name, mutant in mutants.items()
    }
    places = {
        name: f"{mutant.module.rpartition('.')[2]}.py:{mutant.place}" for name, mutant in mutants.items()
    }
    return Kills(wanted, caught, spec.reference.equivalent, places)


def questions_for(reference: Reference, trials: Iterable[Trial], names: Collection[str]) -> frozenset[str]:
    """The questions with a trial that calls a function with the fault of a named mutant."""
    wanted = [mutant for name, mutant in mutants_of(reference).items() if name in names]
    return frozenset(trial.question for trial in trials if any(map(trial.concerns, wanted)))


def cover(spec: Spec, trials: Sequence[Trial], missing: Mapping[str, int]) -> Iterator[Trial]:
    """Trials that catch each mutant as often as `missing` says, as far as `trials` can.

    The choice is greedy: each trial catches the most mutants that are still missing.
    """
    left = dict(missing)
    every = mutants_of(spec.reference) if spec.reference else {}
    caught = {one.label: [name for name in left if catches(spec, one, every[name])] for one in trials}
    rest = list(trials)
    while rest:
        best = max(rest, key=lambda trial: sum(left[name] > 0 for name in caught[trial.label]))
        if all(left[name] <= 0 for name in caught[best.label]):
            return
        for name in caught[best.label]:
            left[name] -= 1
        rest.remove(best)
        yield best


# -- the kill matrix: by function of the reference, and by case -------------------------------


Matrix = Mapping[str, Sequence[str]]
"""Maps a mistake or a mutant to the cases (`batch/case`) that catch it."""


@dataclass(frozen=True)
class Use:
    """The faults that a case catches; too few cases would catch `needed` of them without this case."""

    case: str
    mistakes: int
    mutants: int
    needed: int


def by_function(kills: Kills) -> Iterator[tuple[str, int, int, int]]:
    """Each function of the reference in source order, the number of its mutants, and without explained ones
    the number caught and the fewest cases that catch one."""
    heaps: dict[str, list[str]] = {}
    for name in kills.caught:
        heaps.setdefault(name.split(":")[0], []).append(name)
    for function, names in heaps.items():
        caught = [len(kills.caught[name]) for name in names if name not in kills.explained]
        yield function, len(names), sum(map(bool, caught)), min(caught, default=0)


def uses(mistakes: Matrix, kills: Kills | None, wanted: int) -> list[Use]:
    """The cases that catch at least one fault, sorted by name."""
    mutants = kills.caught if kills else {}
    of_mistakes, of_mutants = _counted(mistakes), _counted(mutants)
    needed = _counted(_scarce(mistakes, wanted)) + _counted(_scarce(mutants, kills.wanted if kills else 0))
    names = sorted(of_mistakes.keys() | of_mutants.keys())
    return [Use(name, of_mistakes[name], of_mutants[name], needed[name]) for name in names]


def _scarce(matrix: Matrix, wanted: int) -> Matrix:
    return {name: cases for name, cases in matrix.items() if len(cases) <= wanted}


def _counted(matrix: Matrix) -> Counter[str]:
    return Counter(case for cases in matrix.values() for case in cases)
