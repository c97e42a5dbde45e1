"""Functions as circuits, against the same functions run as plain Python: every output bit."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.python import fuzz
from turingrad.errors import InputError
from turingrad.machine.circuit.run import evaluate
from turingrad.python import FunctionCircuit, Int, circuit, clamp


def values(made: FunctionCircuit, cases: list[tuple[Any, ...]]) -> list[Any]:
    return [made.decode(row.tolist()) for row in evaluate(made, np.array([made.encode(c) for c in cases], np.uint8))]


def agrees(
    function: Callable[..., Any], *, cases: list[tuple[Any, ...]] | None = None, **arguments: Any
) -> FunctionCircuit:
    """Compile, and compare on all cases (those of two small arguments by default)."""
    made = circuit(function, **arguments)
    if cases is None:
        ranges = [range(a.lo, a.hi + 1) if isinstance(a, Int) else (False, True) for a in arguments.values()]
        cases = list(product(*ranges))
    assert values(made, cases) == [function(*case) for case in cases]
    return made


def outcomes_of(kind: str, first: int, count: int) -> Counter[str]:
    found = fuzz.outcomes(kind, first, count)
    different = [outcome for outcome in found if outcome not in ("equal", "refused")]
    assert not different, different[:3]
    return Counter(found)


@pytest.mark.parametrize("kind", ["program", "learner"])
def test_random_programs_and_learners_agree_with_python(kind: str) -> None:
    assert outcomes_of(kind, 10_000, 90 if kind == "program" else 20)["equal"] >= (80 if kind == "program" else 15)


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(20))
def test_thousands_of_random_programs_agree_with_python(hundred: int) -> None:
    assert outcomes_of("learner" if hundred % 4 == 3 else "program", 100 * hundred, 100)["equal"] >= 80


def larger(a: int, b: int) -> int:
    return a if a > b else b


def test_a_function_of_the_readme() -> None:
    assert len(agrees(larger, a=Int(0, 15), b=Int(0, 15)).gates) < 40


def first_place(a: int, b: int) -> int:
    """`!=` at the end of a range is as good as `<`: no index leaves the list."""
    place = 6
    for i in range(6):
        if place == 6 and (a >> i) & 1:
            place = i
    if place == 6:
        return -1
    order = [5, 4, 3, 2, 1, 0]
    if place + 1 != len(order):
        order[place], order[place + 1] = order[place + 1], order[place]
    return order[place] + b


def test_what_a_number_is_not_narrows_its_range() -> None:
    agrees(first_place, a=Int(0, 63), b=Int(0, 3))


def floors(a: int, b: int) -> tuple[int, int, int, int]:
    return a // 3, a % 3, a // -4, divmod(a, b)[1] if b else 0


def test_floor_division_and_remainder_are_pythons_for_every_sign() -> None:
    agrees(floors, a=Int(-17, 17), b=Int(-5, 5))


def control(a: int, b: int) -> tuple[int, int]:
    total = 0
    for i in range(a % 5):
        if i == b:
            continue
        if total > 9:
            break
        total += i * b
    else:
        total -= 1
    turns = 0
    while b > 0:
        b //= 2
        turns += 1
        if turns == a:
            return total, -turns
    return total, turns


def test_break_continue_else_while_and_early_return() -> None:
    agrees(control, a=Int(0, 9), b=Int(-2, 13))


def lists(a: int, b: int) -> tuple[list[int], list[int], int, bool]:
    rows = [[a, 1], [b, 2], [3, 4]]
    chosen = rows[a % 3] if a > b else rows[b % 3]
    chosen[b % 2] += 1  # one of the rows, whichever it is
    rows[0], rows[1] = rows[1], rows[0]
    flat = [v for row in rows for v in row]
    first, *rest = sorted(flat, key=lambda v: -v)
    out: list[int] = []
    for v in rest:
        out.append(v)
        out[-1] ^= first & 3
    return out, rows[0], out.count(2), a in flat


def test_lists_keep_their_identity_under_conditions() -> None:
    agrees(lists, a=Int(0, 7), b=Int(0, 7))


def iterating(a: int, b: int) -> tuple[int, list[int]]:
    xs = [a, b, 2, 1]
    total = 0
    for i, (x, y) in enumerate(zip(xs, reversed(xs), strict=True)):
        xs[(i + 1) % 4] = clamp(x - y, -9, 9)
        total += x
    return total, xs


def test_loops_read_lists_as_they_go() -> None:
    agrees(iterating, a=Int(-3, 4), b=Int(-3, 4))


def shifts(a: int, b: int) -> tuple[int, ...]:
    return a << b, a >> b, a & b, a | b, a ^ b, ~a, a**2, 2**b, a.bit_count(), b.bit_length()


def test_shifts_powers_and_bitwise_operations() -> None:
    agrees(shifts, a=Int(-9, 9), b=Int(0, 6))


def extremes(a: int, b: int, c: bool) -> tuple[int, ...]:
    pairs = [(a, 1), (b, 0), (2, c)]
    return min(pairs)[0], max(pairs, key=lambda p: -p[0])[1], min(a, b, 3), max(-a, b), abs(a - b), sum((a, b, c))


def test_extremes_of_numbers_and_tuples() -> None:
    agrees(extremes, a=Int(-3, 4), b=Int(-3, 4), c=bool)


def nested(a: int, b: int) -> int:
    scale = 3

    def inner(v: int, by: int = scale) -> int:
        return v * by if v > b else v - by

    return sum(map(inner, (a, b, 1))) + (lambda v: v % 4)(a)


def test_functions_inside_of_functions() -> None:
    agrees(nested, a=Int(-4, 4), b=Int(-4, 4))


def assumed(a: int, b: int) -> int:
    assert b > 0
    if a < 0:
        raise ValueError(a)
    return a % b


def test_assert_and_raise_are_assumptions() -> None:
    agrees(assumed, cases=list(product(range(8), range(1, 8))), a=Int(-8, 7), b=Int(-8, 7))


def wide(a: int, b: int, c: int) -> tuple[int, int, int]:
    return a + b - c, (a * 3 + b) & 0xFFFFFFFF, (c - 17 + 2**35) // 1024


def test_sums_of_wide_numbers_take_few_levels() -> None:
    rng = random.Random(5)
    cases = [tuple(rng.randrange(2**32) for _ in range(3)) for _ in range(60)] + [(0, 0, 2**32 - 1), (2**32 - 1,) * 3]
    word = Int(0, 2**32 - 1)
    made = agrees(wide, cases=cases, a=word, b=word, c=word)
    assert max(made.levels) < 40


def test_arguments_and_results_are_checked() -> None:
    made = circuit(larger, a=Int(0, 3), b=Int(-2, 1))
    with pytest.raises(InputError, match="b is 2; it must be one of -2 to 1"):
        made.encode((1, 2))
    with pytest.raises(InputError, match="takes 2 arguments"):
        made.encode((1,))
    with pytest.raises(InputError, match="has no argument 'c'"):
        circuit(larger, a=Int(0, 1), b=Int(0, 1), c=bool)


def test_arguments_of_one_value_may_be_given_in_a_run() -> None:
    def scaled(a: int, n: int, b: list[int], k: int = 7, j: int = 3) -> int:
        return a * n + b[0] + k + j

    made = circuit(scaled, j=4, n=20, a=Int(0, 3), b=[3, 4])
    assert values(made, [(2,)])[0] == scaled(2, 20, [3, 4], j=4)
    assert made.encode([2]) == made.encode([2, 20, [3, 4], 4])
    with pytest.raises(InputError, match=r"scaled: n was compiled as the constant 20, not 21"):
        made.encode([2, 21, [3, 4], 4])
    with pytest.raises(InputError, match="takes 1 arguments"):
        made.encode([2, 20])
