"""What expressions and statements share while a program is followed: the graph, the store, the place, the limits."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from turingrad.errors import FormatError, LimitError
from turingrad.python.arithmetic import SubsetError
from turingrad.python.journal import Place
from turingrad.python.lifting import Lifting
from turingrad.python.logic import FALSE, TRUE, Graph
from turingrad.python.numbers import Num, Value
from turingrad.python.source import Source
from turingrad.python.store import Path, Store, as_number, literal_of
from turingrad.python.tables import Tables
from turingrad.python.values import (
    Bit,
    BoundedRange,
    Choice,
    Clash,
    Closure,
    Guarded,
    Instance,
    Item,
    Lazy,
    ListMethod,
    Mapped,
    Method,
    NumberMethod,
    Ref,
    is_number,
    kind_of,
    same,
)
from turingrad.python.words import Words

ALWAYS_TRUE = (FunctionType, BuiltinFunctionType, ModuleType, Method, Closure, ListMethod, NumberMethod, Lazy)
COMPARED = (int, Num, Bit, str, tuple, Ref, Choice, range, type(None))
MAX_STEPS = 700_000  # parity of 192 features takes 661,000
MAX_DEPTH = 150  # of expressions, blocks and calls inside of each other


class Interpreter:
    """One program being followed. `lenient`: an index that may leave its list is clipped, for a look at ranges.
    `turns`: how often a loop is unrolled whose end is not known; None for as often as it takes. `undecided` counts the
    iterations of such a loop."""

    def __init__(self, graph: Graph, lenient: bool = False, turns: int | None = None) -> None:
        self.graph = graph
        self.words = Words(graph)
        self.store = Store(graph, self.words)
        self.tables = Tables(self.store)
        self.lenient, self.turns, self.undecided = lenient, turns, 0
        self.source = Source("input", 1, ())
        self.frame = self.store.fresh()
        self.frames = [self.frame]
        self.globals: dict[str, Any] = {}
        self.locals: dict[int, frozenset[str]] = {}  # by frame: the names that its function assigns
        self.inner_frames: set[int] = set()  # those of comprehensions
        self.steps = self.depth = 0
        self.lifting = Lifting(self.store)

    def refuse(self, node: ast.AST | None, message: str, expected: str | None = None) -> FormatError:
        return self.source.error(node, message, expected)

    def at(self, node: ast.AST, follow: Callable[[Any], Any]) -> Any:
        """follow(node), with errors that point to the node; work and nesting are counted."""
        self.steps += 1
        self.depth += 1
        if self.steps > MAX_STEPS:
            raise self.refuse(node, f"more than {MAX_STEPS:,} operations, loops unrolled", "shorter loops or lists")
        if self.depth > MAX_DEPTH:
            raise self.refuse(node, f"nested more than {MAX_DEPTH} deep", "a loop in place of deep recursion")
        try:
            return follow(node)
        except (SubsetError, LimitError) as error:
            raise self.refuse(node, str(error)) from None
        except RecursionError:
            raise self.refuse(node, "nested too deep", "no list that holds itself, and no deep recursion") from None
        finally:
            self.depth -= 1

    def enter_line(self, node: ast.stmt | ast.Lambda) -> Place | None:
        """Note, if there is a journal, that gates are made for this line now; returns the line before."""
        journal = self.graph.journal
        return None if journal is None else journal.enter((self.source.file, self.source.first + node.lineno - 1))

    def leave_line(self, before: Place | None) -> None:
        if self.graph.journal is not None:
            self.graph.journal.enter(before)

    # Kinds of values

    def number(self, value: Item) -> Value:
        if isinstance(value, Clash):
            raise SubsetError(f"this {value.why}")
        if not is_number(value):
            raise SubsetError(f"{kind_of(value)} where a number is needed")
        return as_number(value)

    def truth(self, value: Item) -> int:
        """The literal of bool(value), as far as known on this path."""
        if isinstance(value, Bit | bool):
            return self.store.known_literal(literal_of(value))
        if isinstance(value, Num | int):
            return self.store.known_literal(self.words.is_equal(self.number(value), 0) ^ 1)
        if isinstance(value, Mapped):
            return self.truth(self.count_keys(value))
        if isinstance(value, Ref | Choice | Guarded):
            return self.store.known_literal(self.words.is_equal(self.size(value), 0) ^ 1)
        if isinstance(value, tuple | str | range):
            return TRUE if value else FALSE
        if isinstance(value, BoundedRange):
            return self.store.known_literal(self.words.at_least(value.stop, value.start + 1))
        if isinstance(value, Clash):
            raise SubsetError(f"this {value.why}")
        if value is None:
            return FALSE
        if isinstance(value, ALWAYS_TRUE):
            return TRUE
        if isinstance(value, Instance) and not any(
            hasattr(type(value.object), name) for name in ("__bool__", "__len__")
        ):
            return TRUE
        raise SubsetError(f"the truth of {kind_of(value)} is not supported in circuits; compare it with something")

    # Lists: sequences.py

    def size(self, value: Item) -> Value:
        raise NotImplementedError

    def items(self, value: Item) -> list[Item]:
        raise NotImplementedError

    def require_list(self, value: Item) -> None:
        raise NotImplementedError  # mappings.py

    # Dicts and sets: mappings.py

    def count_keys(self, owner: Mapped) -> Item:
        raise NotImplementedError

    def has_key(self, owner: Mapped, key: Item) -> int:
        raise NotImplementedError

    def read_key(self, owner: Mapped, key: Item) -> Item:
        raise NotImplementedError

    # Two ways on

    def branch(self, condition: int, if_one: Callable[[], Item], if_zero: Callable[[], Item]) -> Item:
        """The value of one of two expressions; what they change is merged."""
        if condition <= TRUE:
            return if_one() if condition else if_zero()
        paths = []
        for literal, branch_value in ((condition, if_one), (condition ^ 1, if_zero)):
            with self.store.branch(literal) as scope:
                value = branch_value()
            paths.append(Path(literal, scope.changes, scope.facts, value))
        return self.store.merge(paths)

    # Comparisons

    def equal(self, a: Item, b: Item) -> int:
        if is_number(a) and is_number(b):
            if isinstance(a, Bit | bool) and isinstance(b, Bit | bool):
                return self.graph.xor(literal_of(a), literal_of(b)) ^ 1
            return self.words.equal(self.number(a), self.number(b))
        for value in (a, b):
            if isinstance(value, Clash):
                raise SubsetError(f"this {value.why}")
        lists = [isinstance(value, Ref | Choice) for value in (a, b)]
        if all(lists) and same(a, b):
            return TRUE
        for value in (a, b):
            self.require_list(value)
        if all(lists) or (isinstance(a, tuple) and isinstance(b, tuple)):
            left, right = self.items(a), self.items(b)
            return self.graph.all_of(map(self.equal, left, right)) if len(left) == len(right) else FALSE
        if not all(isinstance(value, COMPARED) for value in (a, b)):
            what = next(value for value in (a, b) if not isinstance(value, COMPARED))
            raise SubsetError(f"{kind_of(what)} cannot be compared; numbers, strings, lists and tuples can")
        return FALSE if type(a) is not type(b) else TRUE if a == b else FALSE

    def less(self, a: Item, b: Item) -> int:
        """a < b; tuples and lists by the first items that differ."""
        if is_number(a) and is_number(b):
            return self.words.less(self.number(a), self.number(b))
        pair = isinstance(a, tuple) and isinstance(b, tuple)
        if not pair and not (isinstance(a, Ref | Choice) and isinstance(b, Ref | Choice)):
            raise SubsetError(f"{kind_of(a)} cannot be compared with {kind_of(b)}")
        for value in (a, b):
            self.require_list(value)
        left, right = self.items(a), self.items(b)
        found = TRUE if len(left) < len(right) else FALSE
        for p, q in reversed(list(zip(left, right, strict=False))):
            found = self.graph.mux(self.equal(p, q), found, self.less(p, q))
        return found

    def sequence(self, items: Sequence[Item], like: Item) -> Item:
        return tuple(items) if isinstance(like, tuple) else self.store.new_list(items)
