"""Mutants of a reference program: each is the program with one small fault.

A mutant's name has the function and the change, as `Program.near: < to <= (2)` for the second `<` of
that method, so that an edit elsewhere does not change the name.  The mutants of a source are the same
in every version of Python.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import CodeType
from typing import Any, TypeVar, cast

GUARD = "_gograde_step"
"""The function that a program calls at the start of every loop round and function; see `Program`."""

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


class _StopError(BaseException):
    """Ends a program; a program that catches every `Exception` does not catch it."""


# -- what is changed ------------------------------------------------------------------------

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
    if isinstance(node, ast.Break):
        yield "break to continue", ast.Continue()
    else:
        yield "continue to break", ast.Break()


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
    if isinstance(node, ast.Expr):
        if isinstance(node.value, ast.Call):
            yield "statement deleted", ast.Pass()
    elif all(isinstance(target, (ast.Attribute, ast.Subscript)) for target in node.targets):
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


# -- where ----------------------------------------------------------------------------------

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
    for field, value in ast.iter_fields(holder):
        if field in _KEPT:
            continue
        within = scope if isinstance(holder, ast.FunctionDef) and field == "body" else inside
        for at, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(node, ast.AST) and not _is_guard(node):
                yield _Place(holder, field, at, scope, within)
                yield from _places(node, _scope(scope, node), within)


def _scope(outer: str, node: ast.AST) -> str:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return f"{outer}.{node.name}" if outer else node.name
    return outer


# -- guards ---------------------------------------------------------------------------------


def _guarded(tree: ast.Module) -> ast.Module:
    """The tree with a call of `GUARD` at the start of every loop and function body.

    A function passes its name to `GUARD`.
    """
    _guard(tree, "")
    return tree


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


class Program:
    """A module with a function `solve` from a question and an input to the answer.

    `steps` counts the rounds of loops and the calls of functions; `reached` has the functions called.
    Loading the module must have no effects, and a call of `solve` must not change later answers.
    """

    def __init__(self, code: CodeType, name: str) -> None:
        self.steps, self._limit = 0, ALLOWANCE
        self.reached: set[str] = set()
        self._names: dict[str, Any] = {
            "__name__": name,
            "__spec__": ModuleSpec(name, None),
            GUARD: self._step,
        }
        self._code: CodeType | None = code

    def answer(self, question: str, value: Any, limit: int, told: tuple[Any, ...] = ()) -> Any:
        """The answer; raises `EndlessError` after `limit` steps, and the program's own exceptions.

        `told` are more arguments of `solve`, after the question and the input.
        """
        try:
            self._load()
            self.steps, self._limit, self.reached = 0, limit, set()
            return self._names["solve"](question, value, *told)
        except _StopError:
            raise EndlessError from None

    def _load(self) -> None:
        if self._code is not None:
            exec(self._code, self._names)
            self._code = None

    def _step(self, function: str = "") -> None:
        self.steps += 1
        if function:
            self.reached.add(function)
        if self.steps > self._limit:
            raise _StopError


# -- mutants --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mutant:
    """A program with a fault; its `name` is unique in its module.

    `inside` is the function with the fault, "" for none.  `place` is the line and the column of the change in
    the source, both from 1, as in `41:17`.
    """

    name: str
    program: Program
    module: str
    inside: str
    place: str


def mutants(source: str, module: str) -> Iterator[Mutant]:
    """Every mutant of a source, in source order; `module` is the `__name__` of its code."""
    tree = ast.fix_missing_locations(_guarded(ast.parse(source)))
    seen: Counter[str] = Counter()
    for place in list(_places(tree, "")):
        node = place.node
        for what, new in _OPERATORS.get(type(node), _nothing)(node):
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


def _nothing(node: ast.AST) -> Iterator[Variant]:
    return iter(())


def _program(tree: ast.Module, module: str) -> Program:
    """The program of a tree whose nodes all have line numbers."""
    return Program(compile(tree, f"<{module}>", "exec"), module)


@dataclass(frozen=True)
class MutatedModule:
    """A reference program and its mutants."""

    reference: Program
    mutants: tuple[Mutant, ...]


@lru_cache(maxsize=4)
def mutated_module(module: str) -> MutatedModule:
    """The module of that name and all its mutants, cached."""
    import_module(module)  # classes of a mutant look up their module by name
    spec = find_spec(module)
    source = cast(Any, spec).loader.get_source(module)
    tree = ast.fix_missing_locations(_guarded(ast.parse(source)))
    return MutatedModule(_program(tree, module), tuple(mutants(source, module)))
