"""Calls: Python's own functions that the subset knows, and a program's functions, which are followed where called."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterator, Sequence
from types import CellType, FunctionType
from typing import Any

from turingrad.python import arithmetic
from turingrad.python.arithmetic import SubsetError
from turingrad.python.declare import clamp
from turingrad.python.equality import compare_literals
from turingrad.python.lifting import MAX_ITEMS
from turingrad.python.logic import FALSE, TRUE, VARIABLE
from turingrad.python.methods import Methods
from turingrad.python.numbers import Num
from turingrad.python.refusals import CALLS
from turingrad.python.source import Node, Source, function_tree, local_names
from turingrad.python.store import MISSING, bit
from turingrad.python.values import (
    Bit,
    BoundedRange,
    Clash,
    Closure,
    Guarded,
    Item,
    Lazy,
    ListMethod,
    Mapped,
    Method,
    NumberMethod,
    is_number,
)

KNOWN = "abs all any bool divmod enumerate int len list map max min pow range reversed sorted sum tuple zip, and clamp"


class Calls(Methods):
    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.trees: dict[Any, tuple[Node, Source]] = {}
        self.builtins: dict[Any, Callable[..., Item]] = {
            abs: lambda a: arithmetic.absolute(self.words, self.number(a)),
            all: lambda a: self.fold_early(all, a),
            any: lambda a: self.fold_early(any, a),
            bool: lambda a=False: bit(self.truth(a)),
            clamp: self.clamp_value,
            divmod: lambda a, b: self.divide(self.number(a), self.number(b)),
            enumerate: lambda a, start=0: Lazy(
                (self.arithmetic("+", self.number(start), i), item) for i, item in enumerate(self.stream(a))
            ),
            int: lambda a=0: self.number(a),
            len: lambda a: self.count_keys(a) if isinstance(a, Mapped) else self.size(a),
            list: self.copy_list,
            map: lambda f, *a: Lazy(self.call(f, given, {}, self.place) for given in self.zip_items(*a).steps),
            max: lambda *a, key=None, default=MISSING: self.extreme(a, key, False, default),
            min: lambda *a, key=None, default=MISSING: self.extreme(a, key, True, default),
            pow: lambda a, b: arithmetic.raise_to(self.words, self.number(a), self.number(b)),
            range: self.make_range,
            reversed: lambda a: a[::-1] if isinstance(a, range) else Lazy(self.backwards(a, self.length(a))),
            sorted: lambda a, *, key=None, reverse=False: self.store.new_list(self.order(self.items(a), key, reverse)),
            sum: lambda a, start=0: self.arithmetic(
                "+", self.number(start), self.fold_items(sum, self.guarded_items(a))
            ),
            tuple: lambda a=(): tuple(self.items(a)),
            zip: self.zip_items,
            **self.makers,
        }
        self.place = ast.Call(ast.Name("f"), [], [])

    def call(self, function: Item, given: Sequence[Item], named: dict[str, Item], node: ast.Call) -> Item:
        self.place = node
        if isinstance(function, FunctionType) and function is not clamp:
            return self.follow_call(
                *self.tree(function), function.__globals__, self.bind_python(function, given, named)
            )
        if isinstance(function, Method):
            return self.call(function.function, (function.owner, *given), named, node)
        if isinstance(function, Closure):
            if function.frame not in self.frames:
                raise SubsetError("this function outlived the one that it was defined in; define it outside")
            bound = self.bind(function.node, function.defaults, given, named)
            return self.follow_call(function.node, function.source, function.globals, bound, function.frame)
        if isinstance(function, ListMethod):
            if isinstance(function.owner, Mapped):
                return self.mapped_method(function.owner, function.name, given)
            return self.list_method(function.owner, function.name, given, named)
        if isinstance(function, NumberMethod) and not named:
            return self.number_method(function, given)
        known = self.builtins.get(function) if isinstance(function, Hashable) else None
        if known is None:
            name = ast.unparse(node.func) if isinstance(node, ast.Call) else "this"
            cure = CALLS.get(name.split(".")[-1], f"one of {KNOWN}, or a function written in Python")
            raise self.refuse(node if hasattr(node, "lineno") else None, f"{name} cannot be called here", cure)
        if any(isinstance(item, Clash) for item in given):
            raise SubsetError("an argument has no value, or values of several kinds, on some path")
        try:
            return known(*given, **named)
        except TypeError:
            raise SubsetError(f"{getattr(function, '__name__', 'this')} does not take these arguments here") from None

    # A program's own functions

    def tree(self, function: FunctionType) -> tuple[Node, Source]:
        if function not in self.trees:
            self.trees[function] = function_tree(function)
        return self.trees[function]

    def bind_python(self, function: FunctionType, given: Sequence[Item], named: dict[str, Item]) -> dict[str, Item]:
        node, _ = self.tree(function)
        by_name = function.__kwdefaults__ or {}
        wanted = [by_name[a.arg] for a in node.args.kwonlyargs if a.arg in by_name]
        if (len(function.__defaults__ or ()), len(wanted)) != (
            len(node.args.defaults),
            sum(d is not None for d in node.args.kw_defaults),
        ):
            raise SubsetError(f"{function.__name__} was given other defaults than its source has")
        where = f"a default of {function.__name__}"
        defaults = tuple(self.lifting.lift(d, where) for d in (*(function.__defaults__ or ()), *wanted))
        bound = self.bind(node, defaults, given, named)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            bound.setdefault(name, self.lifting.lift(contents(cell, name), f"the outer variable {name}"))
        return bound

    def bind(
        self, node: Node, defaults: Sequence[Item], given: Sequence[Item], named: dict[str, Item]
    ) -> dict[str, Item]:
        """Arguments by name."""
        arguments = node.args
        names = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
        only = [a.arg for a in arguments.kwonlyargs]
        if arguments.kwarg is not None:
            raise SubsetError("**arguments are not supported in circuits; name them")
        if len(given) > len(names) and arguments.vararg is None:
            raise SubsetError(f"{len(given)} arguments for the {len(names)} of {getattr(node, 'name', 'a lambda')}")
        bound = dict(zip(names, given, strict=False))
        if arguments.vararg is not None:
            bound[arguments.vararg.arg] = tuple(given[len(names) :])
        for name, value in named.items():
            if name in bound or name not in names + only:
                raise SubsetError(f"{getattr(node, 'name', 'a lambda')} has no free argument {name!r}")
            bound[name] = value
        late = [name for name, d in zip(only, arguments.kw_defaults, strict=True) if d is not None]
        first = len(names) - len(arguments.defaults)
        for name, value in zip(names[first:] + late, defaults, strict=True):
            bound.setdefault(name, value)
        missing = [name for name in names + only if name not in bound]
        if missing:
            raise SubsetError(f"{getattr(node, 'name', 'a lambda')} is called without its argument {missing[0]!r}")
        return bound

    def follow_call(
        self, node: Node, source: Source, names: dict[str, Any], bound: dict[str, Item], frame: int | None = None
    ) -> Item:
        """The value of a call: the body in a frame of its own."""
        before = (self.frame, self.frames, self.globals, self.source)
        self.frame = self.store.fresh()
        self.locals[self.frame] = local_names(node)
        outer = [] if frame is None else self.frames[: self.frames.index(frame) + 1]
        self.frames, self.globals, self.source = [*outer, self.frame], names, source
        line = self.enter_line(node)
        try:
            return self.body(node, bound)
        finally:
            self.leave_line(line)
            self.frame, self.frames, self.globals, self.source = before

    def body(self, node: Node, bound: dict[str, Item]) -> Item:
        raise NotImplementedError  # statements.py

    # Python's own functions

    def clamp_value(self, value: Item, lo: Item, hi: Item) -> Item:
        least, most = self.number(lo), self.number(hi)
        upper = arithmetic.smaller(self.words, self.number(value), most, True)
        return arithmetic.smaller(self.words, upper, least, False)

    def make_range(self, *given: Item) -> Item:
        numbers = [self.store.narrow(self.number(a)) for a in given]
        if all(isinstance(n, int) for n in numbers):
            if len(numbers) == 3 and numbers[2] == 0:
                raise SubsetError("a range with step 0")
            found = range(*numbers)
            try:
                too_many = len(found) > MAX_ITEMS
            except OverflowError:
                too_many = True
            if too_many:
                raise SubsetError(f"a range of more than {MAX_ITEMS:,} numbers; loops are unrolled")
            return found
        start, stop = (0, numbers[0]) if len(numbers) == 1 else numbers[:2]
        if len(numbers) < 3 and isinstance(start, int) and isinstance(stop, Num):
            return BoundedRange(start, stop)
        raise SubsetError("only the stop of a range may depend on the inputs; start it at a constant")

    def zip_items(self, *given: Item, strict: Item = False) -> Lazy:
        same_lengths = self.truth(strict)
        if same_lengths > TRUE:
            raise SubsetError("whether zip is strict depends on the inputs; write True or False")
        return Lazy(self.rows([self.stream(a) for a in given], same_lengths == TRUE))

    def rows(self, streams: list[Iterator[Item]], strict: bool) -> Iterator[Item]:
        try:
            yield from zip(*streams, strict=strict)
        except ValueError:
            raise SubsetError("zip(strict=True) of different lengths") from None

    def backwards(self, value: Item, length: int) -> Iterator[Item]:
        """The items from the last on; a list that became shorter meanwhile has none there."""
        for index in reversed(range(length)):
            if index >= self.length(value):
                return
            yield self.element(value, index)

    def total(self, given: Item, start: Item = 0) -> Item:
        return self.arithmetic("+", self.number(start), self.fold_items(sum, self.guarded_items(given)))

    def extreme(self, given: Sequence[Item], key: Item, smallest: bool, default: Item = MISSING) -> Item:
        many = given[0] if len(given) == 1 else tuple(given)
        if isinstance(many, Guarded) or self.varies(many):
            return self.extreme_of_some(self.guarded_items(many), key, smallest, default)
        keys: list[Item] = []

        def with_key(item: Item) -> Item:
            keys.append(item if key is None else self.call(key, (item,), {}, self.place))
            return item

        items = self.items(Lazy(with_key(item) for item in self.stream(many)))  # each key is made when its item is read
        if not items and default is not MISSING:
            return default
        if not items:
            raise SubsetError("the smallest or largest of no items; give default=...")
        found = items[0]
        if key is None and all(map(is_number, items)) and not all(isinstance(item, Bit | bool) for item in items):
            for item in items[1:]:
                found = arithmetic.smaller(self.words, self.number(found), self.number(item), smallest)
            return found
        best = keys[0]
        for item, one in zip(items[1:], keys[1:], strict=True):
            better = self.less(one, best) if smallest else self.less(best, one)
            found, best = self.store.either(better, item, found), self.store.either(better, one, best)
        return found

    def extreme_of_some(
        self, guarded: list[tuple[int, Item]], key: Item, smallest: bool, default: Item = MISSING
    ) -> Item:
        """The smallest or largest of items that count where their literals are 1, the first of several such."""
        if key is not None or not all(isinstance(item, Num) or type(item) is int for _, item in guarded):
            raise SubsetError("min or max of what depends on the inputs takes numbers and no key; use a `for` loop")
        seen, found = FALSE, 0 if default is MISSING else default
        for guard, item in guarded:
            better = self.less(item, found) if smallest else self.less(found, item)
            taken = self.graph.and_(guard, self.graph.or_(seen ^ 1, better))
            found = item if seen == FALSE and guard == TRUE else self.store.either(taken, item, found)
            seen = self.graph.or_(seen, guard)
        variables = [2 * node for node in self.graph.dependencies([seen]) if node and self.graph.kind[node] == VARIABLE]
        if default is MISSING and compare_literals(self.graph, [seen], [TRUE], variables).equal is not True:
            raise SubsetError("there may be no items here; give default=...")
        return found


def contents(cell: CellType, name: str) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        raise SubsetError(f"the outer variable {name} has no value") from None
