"""Circuits by size: addition, comparison, majority, parity, selection, multiplication.

Words are little endian: bit 0 of `a` is the input `a[0]`, its least significant bit.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from turingrad.errors import InputError
from turingrad.library.entry import Variant, variants_of
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.binary import balanced_tree
from turingrad.machine.circuit.builder import CircuitBuilder

MAX_GATES = 2_000_000


def adder(n: int = 8) -> Circuit:
    """Ripple-carry addition: `s = a + b` of two n-bit words, n sum bits and the carry out. 5n - 3 gates."""
    checked_size("adder", n, gates=5 * n)
    make = CircuitBuilder()
    a, b = make.inputs("a", n), make.inputs("b", n)
    total, carry = half_add(make, a[0], b[0])
    sums = [total]
    for i in range(1, n):
        total, carry = full_add(make, a[i], b[i], carry)
        sums.append(total)
    make.output_word("s", sums)
    make.output("carry", carry)
    return make.build(f"adder-{n}", f"{n}-bit ripple-carry adder: s = a + b")


def comparator(n: int = 8) -> Circuit:
    """Unsigned comparison of two n-bit words: exactly one of `less`, `equal`, `greater` is 1.

    From the most significant bit on, "still equal" is carried along; the first bit that differs decides.
    """
    checked_size("comparator", n, gates=9 * n)
    make = CircuitBuilder()
    a, b = make.inputs("a", n), make.inputs("b", n)
    less, greater, same_above = [], [], None
    for i in reversed(range(n)):
        below = make.and_(make.not_(a[i]), b[i])
        above = make.and_(a[i], make.not_(b[i]))
        same = make.not_(make.or_(below, above))
        less.append(below if same_above is None else make.and_(same_above, below))
        greater.append(above if same_above is None else make.and_(same_above, above))
        same_above = same if same_above is None else make.and_(same_above, same)
    assert same_above is not None
    make.output("less", make.or_(*less))
    make.output("equal", same_above)
    make.output("greater", make.or_(*greater))
    return make.build(f"comparator-{n}", f"{n}-bit unsigned comparison of a with b")


def majority(n: int = 9) -> Circuit:
    """1 if more than half of n inputs are 1: full adders count them, a comparison with n // 2 decides."""
    checked_size("majority", n, gates=6 * n)
    make = CircuitBuilder()
    count = ones_count(make, make.inputs("x", n))
    make.output("majority", greater_than(make, count, n // 2))
    return make.build(f"majority-{n}", f"1 if more than half of {n} inputs are 1")


def parity_tree(n: int = 16) -> Circuit:
    """The sum modulo 2 of n inputs, by a balanced tree of n - 1 two-input xor gates, ceil(log2 n) deep."""
    checked_size("parity-tree", n, gates=n)
    make = CircuitBuilder()
    make.output("parity", balanced_tree(make.xor, make.inputs("x", n)))
    return make.build(f"parity-tree-{n}", f"parity of {n} inputs")


def multiplexer(k: int = 3) -> Circuit:
    """One of 2^k data inputs `d`, chosen by the k-bit word `select`."""
    checked_size("multiplexer", k, gates=4 << min(max(k, 0), 40))
    make = CircuitBuilder()
    select, wires = make.inputs("select", k), make.inputs("d", 1 << k)
    for chosen in select:
        other = make.not_(chosen)
        wires = [make.or_(make.and_(chosen, wires[i + 1]), make.and_(other, wires[i])) for i in range(0, len(wires), 2)]
    make.output("out", wires[0])
    return make.build(f"multiplexer-{k}", f"1 of {1 << k} data inputs by {k} select bits")


def array_multiplier(n: int = 4) -> Circuit:
    """`p = a b` of two n-bit words, 2n bits: n^2 partial products, added row by row with ripple carry.

    6 n^2 - 8 n gates for n > 1: 29,678 at n = 71.
    """
    checked_size("multiplier", n, gates=6 * n * n)
    make = CircuitBuilder()
    a, b = make.inputs("a", n), make.inputs("b", n)
    row = [make.and_(bit, b[0]) for bit in a]  # the running sum's n low bits from the current weight on
    product, carry_out = [row[0]], None
    for j in range(1, n):
        partial = [make.and_(bit, b[j]) for bit in a]
        shifted = [*row[1:], carry_out] if carry_out is not None else row[1:]
        sums, carry = [], None
        for i, bit in enumerate(partial):
            terms = [bit, *shifted[i : i + 1], *([] if carry is None else [carry])]
            if len(terms) == 3:
                total, carry = full_add(make, *terms)
            elif len(terms) == 2:
                total, carry = half_add(make, *terms)
            else:
                total = terms[0]
            sums.append(total)
        row, carry_out = sums, carry
        product.append(row[0])
    product += row[1:]
    product.append(make.const(0) if carry_out is None else carry_out)
    make.output_word("p", product)
    return make.build(f"multiplier-{n}", f"{n}-bit array multiplier: p = a b")


CIRCUITS: Mapping[str, Callable[[int], Circuit]] = MappingProxyType(
    {
        "adder": adder,
        "comparator": comparator,
        "majority": majority,
        "parity-tree": parity_tree,
        "multiplexer": multiplexer,
        "multiplier": array_multiplier,
    }
)


def variants() -> tuple[Variant, ...]:
    return variants_of("circuit", CIRCUITS)


def half_add(make: CircuitBuilder, a: int, b: int) -> tuple[int, int]:
    """Sum and carry of two bits."""
    return make.xor(a, b), make.and_(a, b)


def full_add(make: CircuitBuilder, a: int, b: int, carry: int) -> tuple[int, int]:
    """Sum and carry of three bits, in five gates."""
    half, generated = half_add(make, a, b)
    total, propagated = half_add(make, half, carry)
    return total, make.or_(generated, propagated)


def ones_count(make: CircuitBuilder, bits: Sequence[int]) -> list[int]:
    """How many of the wires are 1, as a word: three bits of one weight become one of it and one of the next."""
    count: list[int] = []
    column = deque(bits)
    while column:
        carries: deque[int] = deque()
        while len(column) > 1:
            if len(column) > 2:
                total, carry = full_add(make, column.popleft(), column.popleft(), column.popleft())
            else:
                total, carry = half_add(make, column.popleft(), column.popleft())
            column.append(total)  # at the end, so that the tree stays shallow
            carries.append(carry)
        count.append(column[0])
        column = carries
    return count


def greater_than(make: CircuitBuilder, word: Sequence[int], bound: int) -> int:
    """1 where a word is greater than a constant: some bit is 1 over a 0 of the bound, all above it at least equal."""
    cases = []
    for i, bit in enumerate(word):
        if not bound >> i & 1:
            above = [word[j] for j in range(i + 1, len(word)) if bound >> j & 1]
            cases.append(make.and_(bit, *above))
    return make.or_(*cases)


def checked_size(name: str, n: int, *, gates: int) -> None:
    if n < 1:
        raise InputError(f"{name}: the size is {n}; it must be 1 or more")
    if gates > MAX_GATES:
        raise InputError(f"{name}: size {n} means about {gates:,} gates; the limit is {MAX_GATES:,}")
