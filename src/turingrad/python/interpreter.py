"""What expressions and statements share while a program is followed: the graph, the store, the place, the limits."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from turingrad.errors import FormatError, LimitError
from turingrad.python.arithmetic import SubsetError
from turingrad.python.lifting import MAX_ITEMS, Lifting
from turingrad.python.logic import FALSE, TRUE, Graph
from turingrad.python.numbers import Num, Value, bounds
from turingrad.python.source import Source
from turingrad.python.store import LENGTH, Cell, Path, Store, as_number, literal_of, options_of
from turingrad.python.tables import Tables
from turingrad.python.values import (
    Bit,
    BoundedRange,
    Choice,
    Clash,
    Closure,
    Instance,
    Item,
    Lazy,
    ListMethod,
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
    """One program being followed. `lenient`: an index that may leave its list is clipped, for a look at ranges."""

    def __init__(self, graph: Graph, lenient: bool = False) -> None:
        self.graph = graph
        self.words = Words(graph)
        self.store = Store(graph, self.words)
        self.tables = Tables(self.store)
        self.lenient = lenient
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
        if isinstance(value, Ref | Choice):
            return TRUE if self.length(value) else FALSE
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
        raise SubsetError(f"the truth of {kind_of(value)} is outside of the subset; compare it with something")

    # Lists

    def length(self, value: Item) -> int:
        if isinstance(value, tuple | str):
            return len(value)
        if isinstance(value, Clash):
            raise SubsetError(f"this {value.why}")
        if not isinstance(value, Ref | Choice):
            raise SubsetError(f"{kind_of(value)} has no length")
        lengths = {self.cell_length(number) for _, number in options_of(value)}
        if len(lengths) > 1:
            raise SubsetError("the length of this list depends on the inputs; lengths must be known")
        return lengths.pop()

    def cell_length(self, number: int) -> int:
        found = self.store.cells[number, LENGTH]
        if not isinstance(found, int):
            raise SubsetError("the length of this list depends on the inputs; lengths must be known")
        return found

    def element(self, value: Item, index: int) -> Item:
        """The item of a tuple or list at a known index, from 0 on."""
        if isinstance(value, tuple):
            return self.store.narrow(value[index])
        if not isinstance(value, Ref | Choice):
            raise SubsetError(f"{kind_of(value)} has no items here; lists and tuples have")
        lines, numbers = zip(*options_of(value), strict=True)
        return self.store.narrow(self.tables.select(lines, [self.store.cells[of, index] for of in numbers]))

    def put(self, owner: Ref | Choice, index: int, value: Item) -> None:
        """Write an element of the list that is meant."""
        if isinstance(owner, Ref):
            self.store.set((owner.number, index), value)
        else:
            self.put_by_lines([(literal, (number, index)) for literal, number in owner.options], value)

    def put_by_lines(self, cells: Sequence[tuple[int, Cell]], value: Item) -> None:
        """Write to the cell whose line is 1; exactly one is."""
        lines, places = zip(*cells, strict=True)
        made = self.tables.replace(lines, [self.store.cells[place] for place in places], value)
        for place, item in zip(places, made, strict=True):
            self.store.set(place, item)

    def items(self, value: Item) -> list[Item]:
        """All that a loop over the value sees."""
        found = []
        for item in self.stream(value):
            found.append(item)
            if len(found) > MAX_ITEMS:
                raise SubsetError(f"more than {MAX_ITEMS:,} items")
        self.steps += len(found) // 8  # quicker than expressions are
        return found

    def stream(self, value: Item) -> Iterator[Item]:
        """What a loop over the value sees, a list's elements as they are when their turn comes."""
        if isinstance(value, range):
            if len(value) > MAX_ITEMS:
                raise SubsetError(f"a range of {len(value):,} numbers; at most {MAX_ITEMS:,}")
            yield from value
        elif isinstance(value, Lazy):
            yield from value.steps
        elif isinstance(value, tuple | Ref | Choice):
            index = 0
            while index < self.length(value):
                yield self.element(value, index)
                index += 1
        elif isinstance(value, Clash):
            raise SubsetError(f"this {value.why}")
        elif isinstance(value, BoundedRange):
            raise SubsetError("a range whose length depends on the inputs; use it in a `for` statement only")
        else:
            raise SubsetError(f"a loop over {kind_of(value)}; lists, tuples and ranges have items")

    def positions(self, index: Item, length: int) -> tuple[Value, int, int]:
        """An index as a number with the range of its values, in bounds; from the end where it is negative."""
        found = self.store.narrow(self.number(index))
        lo, hi = bounds(found)
        if lo < -length or hi >= length:
            if not self.lenient or lo >= length or hi < -length:
                raise SubsetError(f"the index may be {lo if lo < -length else hi}; the list has {length} items")
            lo, hi = max(lo, -length), min(hi, length - 1)
        return found, lo, hi

    def look_up(self, value: Item, index: Item) -> Item:
        """value[index]: by lines of a decoder; a table of constants is halved by the index's bits, which folds more."""
        length = self.length(value)
        found, lo, hi = self.positions(index, length)
        if not isinstance(found, Num):
            return self.element(value, found % length)
        items = [self.element(value, place % length) for place in range(lo, hi + 1)]
        if all(isinstance(item, int) for item in items):
            return self.halve(items, self.words.bits(found, lo, 1, (hi - lo).bit_length()))
        lines = self.decode(found, lo, hi, length)
        chosen = self.tables.select(list(lines.values()), [self.element(value, place) for place in lines])
        return self.store.narrow(chosen)

    def halve(self, items: list[Item], bits: Sequence[int]) -> Item:
        """The item of that number, by its bits from the lowest on."""
        for select in bits:
            pairs = [self.store.either(select, b, a) for a, b in zip(items[::2], items[1::2], strict=False)]
            items = pairs + items[len(items) & ~1 :]
        return items[0]

    def decode(self, index: Num, lo: int, hi: int, length: int) -> dict[int, int]:
        """For each element that an index may mean, the line that says so; an element may have a negative index, too."""
        lines: dict[int, int] = {}
        for place in range(lo, hi + 1):
            line = self.words.is_equal(index, place)
            lines[place % length] = self.graph.or_(lines.get(place % length, FALSE), line)
        return lines

    def assign_element(self, owner: Item, index: Item, value: Item) -> None:
        if isinstance(owner, Clash) or not isinstance(owner, Ref | Choice):
            raise SubsetError(f"an element of {kind_of(owner)} cannot be assigned; a list's can")
        length = self.length(owner)
        found, lo, hi = self.positions(index, length)
        if not isinstance(found, Num):
            self.put(owner, found % length, value)
            return
        lines = self.decode(found, lo, hi, length)
        self.put_by_lines(
            [
                (self.graph.and_(literal, line), (number, place))
                for literal, number in options_of(owner)
                for place, line in lines.items()
            ],
            value,
        )

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
        if all(lists) or (isinstance(a, tuple) and isinstance(b, tuple)):
            left, right = self.items(a), self.items(b)
            return self.graph.all_of(map(self.equal, left, right)) if len(left) == len(right) else FALSE
        if not all(isinstance(value, COMPARED) for value in (a, b)):
            what = next(value for value in (a, b) if not isinstance(value, COMPARED))
            raise SubsetError(f"{kind_of(what)} cannot be compared; numbers, texts, lists and tuples can")
        return FALSE if type(a) is not type(b) else TRUE if a == b else FALSE

    def less(self, a: Item, b: Item) -> int:
        """a < b; tuples and lists by the first items that differ."""
        if is_number(a) and is_number(b):
            return self.words.less(self.number(a), self.number(b))
        pair = isinstance(a, tuple) and isinstance(b, tuple)
        if not pair and not (isinstance(a, Ref | Choice) and isinstance(b, Ref | Choice)):
            raise SubsetError(f"{kind_of(a)} cannot be compared with {kind_of(b)}")
        left, right = self.items(a), self.items(b)
        found = TRUE if len(left) < len(right) else FALSE
        for p, q in reversed(list(zip(left, right, strict=False))):
            found = self.graph.mux(self.equal(p, q), found, self.less(p, q))
        return found

    def sequence(self, items: Sequence[Item], like: Item) -> Item:
        return tuple(items) if isinstance(like, tuple) else self.store.new_list(items)
