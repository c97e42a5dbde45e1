"""A function is its own oracle: it is called as plain Python, and the circuit must give the same values.

The arguments are the ends of their ranges, then random ones. A difference is an error that shows the call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import islice
from operator import or_
from random import Random
from typing import TYPE_CHECKING, Any

from turingrad._support.validation.values import short_repr
from turingrad.errors import InputError, MachineError
from turingrad.python.oracle import CURE, FEW_GATES, is_assumption, pack_column, pack_outputs
from turingrad.python.shapes import Range, Shape, leaves, rebuilt

if TYPE_CHECKING:
    from turingrad.python.functions import FunctionCircuit

FEW_CALLS, CALLS = 16, 40  # of a circuit of few gates, and of others


def verify_function(function: Callable[..., Any], made: FunctionCircuit, fixed: dict[str, Shape]) -> None:
    """Compare the circuit with the function, called as plain Python; `fixed` are the arguments of one value.

    Calls that raise by `raise` or `assert` are left out: those are assumptions on the arguments. Any other exception is
    a difference, since the circuit has a value. Calls whose loops take more iterations than the circuit
    has are left out as well.
    """
    rows, expected = [], []
    ranges = [leaf for _, shape in made.arguments for _, leaf in leaves(shape, "")]
    drawn = list(draw_numbers(ranges, Random(0), FEW_CALLS if len(made.gates) < FEW_GATES else CALLS))
    overran = 0 if made.turns is None else outputs_for(made, drawn)[-1]
    if overran == (1 << len(drawn)) - 1:
        raise InputError(
            f"{function.__name__}: a `while` loop takes more than {made.turns} iterations for all {len(drawn)} "
            f"arguments that were tried; give more, as turns={8 * (made.turns or 1)}, or run it as a program"
        )
    for numbers in (numbers for row, numbers in enumerate(drawn) if not overran >> row & 1):
        named = arguments_of(made, numbers)
        named |= {name: build(shape, lambda leaf: leaf.lo) for name, shape in fixed.items()}
        try:
            expected.append(function(**named))
        except Exception as error:
            if is_assumption(error):
                continue
            what = f"raises {type(error).__name__}: {error} in Python, and has a value in the circuit"
            raise MachineError(f"{function.__name__}({show_call(made, numbers)}) {what}; {CURE}") from None
        rows.append(numbers)
    if rows:
        compare_calls(function.__name__, made, rows, expected)


def compare_calls(name: str, made: FunctionCircuit, rows: list[list[int]], expected: list[Any]) -> None:
    """Raise if the circuit gives another value for one of the rows of numbers, in none of which a loop overruns."""
    found = outputs_for(made, rows)
    overran = found.pop() if made.turns is not None else 0
    results = [leaf for _, leaf in leaves(made.result, "")]
    flat = [list(numbers_of(made.result, value)) for value in expected]
    wrong = set[int]()
    if not all(map(fits, results, zip(*flat, strict=True))):
        wrong = {r for r, numbers in enumerate(flat) if any(map(differs_from, results, numbers))}
    if not wrong:
        right = [
            column for leaf, of in zip(results, zip(*flat, strict=True), strict=False) for column in code(leaf, of)
        ]
        different = reduce(or_, (a ^ b for a, b in zip(found, right, strict=True)), 0)
        wrong = {different.bit_length() - 1} if different else set()
    assert not overran
    if wrong:
        row = min(wrong)
        given = rebuilt(made.result, iter(column >> row & 1 for column in found))
        both = f"is {short_repr(expected[row])} in Python and {short_repr(given)} in the circuit"
        raise MachineError(f"{name}({show_call(made, rows[row])}) {both}; {CURE}")


def outputs_for(made: FunctionCircuit, rows: Sequence[Sequence[int]]) -> list[int]:
    """The columns of the circuit's outputs for rows of numbers."""
    ranges = [leaf for _, shape in made.arguments for _, leaf in leaves(shape, "")]
    columns = [column for leaf, of in zip(ranges, zip(*rows, strict=True), strict=False) for column in code(leaf, of)]
    return pack_outputs(made, columns, len(rows))


def code(leaf: Range, numbers: Sequence[int]) -> list[int]:
    """The columns of bits of one number of all rows."""
    codes = [(number - leaf.lo) // leaf.step for number in numbers] if leaf.step else []
    return [pack_column(each >> place & 1 for each in codes) for place in range(leaf.width)]


def fits(leaf: Range, numbers: Sequence[int | None]) -> bool:
    """True if bits of the range can mean all of the numbers."""
    if None in numbers or min(numbers) < leaf.lo or max(numbers) > leaf.hi:  # type: ignore[type-var, operator]
        return False
    return leaf.step < 2 or all((number - leaf.lo) % leaf.step == 0 for number in numbers)  # type: ignore[operator]


def differs_from(leaf: Range, number: Any) -> bool:
    """True of what no bits of the range can mean."""
    return number is None or number not in leaf


def numbers_of(shape: Shape, value: Any) -> Iterator[int | None]:
    """The numbers of a value of a shape, in order; None if it is of another shape."""
    if isinstance(shape, Range):
        yield value if isinstance(value, int) else None
    elif shape[0] == "varying" and type(value) is list and len(value) < len(shape[1]):
        padded = [len(value), *value, *[0] * (len(shape[1]) - 1 - len(value))]
        for inner, item in zip(shape[1], padded, strict=True):
            yield from numbers_of(inner, item)
    elif type(value) is not (list if shape[0] == "list" else tuple) or len(value) != len(shape[1]):
        yield from [None] * sum(1 for _ in leaves(shape, "")) or [None]
    else:
        for inner, item in zip(shape[1], value, strict=True):
            yield from numbers_of(inner, item)


def show_call(made: FunctionCircuit, numbers: Sequence[int]) -> str:
    """The arguments of a call, by name, at most 200 characters."""
    return ", ".join(f"{name}={value!r}" for name, value in arguments_of(made, numbers).items())[:200]


def arguments_of(made: FunctionCircuit, numbers: Sequence[int]) -> dict[str, Any]:
    """The arguments by name, with new lists, from all their numbers in order."""
    given, found = iter(numbers), {}
    for name, shape in made.arguments:
        if isinstance(shape, tuple) and all(isinstance(leaf, Range) and not leaf.truth for leaf in shape[1]):
            items = islice(given, len(shape[1]))
            found[name] = tuple(items) if shape[0] == "tuple" else list(items)
        else:
            found[name] = build(shape, lambda _: next(given))
    return found


def draw_numbers(ranges: Sequence[Range], rng: Random, calls: int) -> Iterator[list[int]]:
    """Numbers at the ends of their ranges, by the bits of a counter, then random ones."""
    for ends in range(8 if ranges else 1):
        yield [leaf.hi if ends >> (i % 3) & 1 else leaf.lo for i, leaf in enumerate(ranges)]
    for _ in range(calls if ranges else 0):
        yield [leaf.lo + int(rng.random() * (leaf.hi - leaf.lo + 1)) for leaf in ranges]


def build(shape: Shape, number: Callable[[Range], int]) -> Any:
    """A value of a shape, its numbers in order from a function; its lists are new."""
    if isinstance(shape, Range):
        return bool(number(shape)) if shape.truth else number(shape)
    items = [build(inner, number) for inner in shape[1]]
    return tuple(items) if shape[0] == "tuple" else items
