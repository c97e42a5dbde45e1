"""Products, floor division, shifts and bitwise operations, as Python defines them for integers of any size."""

from __future__ import annotations

from collections.abc import Callable

from turingrad.errors import LimitError
from turingrad.python.numbers import Num, Value, add, bounds, constant_of, of_literal, scale, subtract, terms_of, within
from turingrad.python.words import Words, power

MAX_BITS = 512
MAX_PRODUCTS = 1 << 16


class SubsetError(Exception):
    """An operation not supported in circuits; says what would be right."""


def require_width(value: Value) -> Value:
    """Refuses numbers that are too long to be meant."""
    lo, hi = bounds(value)
    if max(-lo, hi).bit_length() > MAX_BITS:
        raise LimitError(f"a number of more than {MAX_BITS} bits; numbers must stay in bounds, see `clamp`")
    return value


def product(words: Words, a: Value, b: Value) -> Value:
    if not isinstance(a, Num):
        return scale(b, int(a))
    if not isinstance(b, Num):
        return scale(a, int(b))
    if len(a.terms) > len(b.terms):
        a, b = b, a
    corners = [p * q for p in bounds(a) for q in bounds(b)]
    lo, hi = min(corners), max(corners)
    if a is b or (a.const == b.const and a.terms == b.terms):
        lo = max(lo, 0)
    if len(a.terms) == 1:
        (literal, c), *_ = a.terms.items()
        if 2 * a.const == -c:
            return within(scale(apply_sign(words, literal, b), a.const + c), lo, hi)
    narrow_a, narrow_b = words.settle(a), words.settle(b)
    if len(terms_of(narrow_a)) * len(terms_of(narrow_b)) > MAX_PRODUCTS:
        raise SubsetError(f"a product of more than {MAX_PRODUCTS:,} pairs of bits; keep the factors in bounds")
    parts = [scale(narrow_b, constant_of(narrow_a))]
    parts += [scale(words.times(literal, narrow_b), c) for literal, c in terms_of(narrow_a).items()]
    return require_width(within(add(parts), lo, hi))


def apply_sign(words: Words, literal: int, value: Num) -> Value:
    """value where the literal is 1, else -value: (2s - 1) b = s + (s xnor b) - 1, an XOR a term."""
    parts = [scale(add([2, scale(of_literal(literal), -2)]), -value.const), value.const]
    for x, c in value.terms.items():
        same = of_literal(words.graph.xor(literal, x) ^ 1)
        parts.append(scale(add([of_literal(literal), same, -1]), c))
    return add(parts)


def floor_divide(words: Words, a: Value, b: Value, nonzero: bool = False) -> tuple[Value, Value]:
    """(a // b, a % b). `nonzero`: the divisor is known not to be 0."""
    low, high = bounds(b)
    if low < 0 < high and nonzero:
        negative = words.at_least(b, 0) ^ 1
        size = within(absolute(words, b), 1, max(-low, high))
        quotient, rest = floor_divide(words, words.choose(negative, scale(a, -1), a), size)
        return quotient, within(words.choose(negative, scale(rest, -1), rest), low + 1, high - 1)
    if low <= 0 <= high:
        raise SubsetError("the divisor may be 0; make sure that it is not, as by `if d > 0:` or `assert d > 0`")
    if not isinstance(a, Num) and not isinstance(b, Num):
        return a // b, a % b
    if high < 0:
        quotient, rest = floor_divide(words, scale(a, -1), scale(b, -1))
        return quotient, scale(rest, -1)
    lo, hi = bounds(a)
    if not isinstance(b, Num):
        base = lo // b * b  # counted from a multiple of b below every value, the dividend is not negative
        shift = power(b)
        if shift is not None:
            bits = words.bits(a, base, 1, (hi - base).bit_length())
            quotient = words.of_bits(bits[shift:], base // b, 1, hi // b)
            return quotient, within(words.of_bits(bits[:shift]), 0, hi - base)
        quotient, rest = long_division(words, subtract(a, base), b)
        return within(add([quotient, base // b]), lo // b, hi // b), rest
    if lo >= 0:
        return long_division(words, a, b)
    negative = words.at_least(a, 0) ^ 1
    size = words.choose(negative, add([-1, scale(a, -1)]), a)  # ~a where a < 0
    quotient, _ = long_division(words, size, b)
    floor = within(words.choose(negative, add([-1, scale(quotient, -1)]), quotient), min(lo // low, lo), max(hi, 0))
    # a - floor b, of which only the low bits are needed: the rest is below the divisor
    bits = words.low_bits(subtract(a, product(words, floor, b)), (high - 1).bit_length())
    return floor, words.of_bits(bits, 0, 1, high - 1)


def long_division(words: Words, a: Value, b: Value) -> tuple[Value, Value]:
    """a >= 0, b > 0: bit by bit from the top."""
    hi, (low, high) = bounds(a)[1], bounds(b)
    rest: Value = 0
    quotient = []
    for bit in reversed(words.low_bits(a, hi.bit_length())):
        rest = within(add([scale(rest, 2), of_literal(bit)]), 0, 2 * high - 1)
        fits = words.less(rest, b) ^ 1
        rest = within(words.choose(fits, subtract(rest, b), rest), 0, high - 1)
        quotient.append(fits)
    most = min(high - 1, hi)
    rest = words.of_bits(words.low_bits(rest, most.bit_length()), 0, 1, most)  # its own few bits, for whoever goes on
    return within(words.of_bits(quotient[::-1]), 0, hi // low), rest


def bitwise(words: Words, kind: str, a: Value, b: Value) -> Value:
    """a & b, a | b, a ^ b on two's complements."""
    if not isinstance(a, Num) and not isinstance(b, Num):
        return a & b if kind == "&" else a | b if kind == "|" else a ^ b
    if kind == "&" and (min(bounds(a)[0], bounds(b)[0]) >= 0 or any(not isinstance(v, Num) and v >= 0 for v in (a, b))):
        width = min(bounds(v)[1].bit_length() for v in (a, b) if bounds(v)[0] >= 0)
        lo, hi = 0, min(bounds(v)[1] for v in (a, b) if bounds(v)[0] >= 0)
        signed_result = False
    else:
        width = 1 + max(max(-1 - bounds(v)[0], bounds(v)[1]).bit_length() for v in (a, b))
        signed_result = min(bounds(a)[0], bounds(b)[0]) < 0
        lo, hi = -(1 << width - 1), (1 << width - 1) - 1
    verb = bit_verb(words, kind)
    found = [verb(p, q) for p, q in zip(words.low_bits(a, width), words.low_bits(b, width), strict=True)]
    if not signed_result:
        return within(words.of_bits(found), max(lo, 0), hi)
    total = add([words.of_bits(found[:-1]), scale(of_literal(found[-1]), -(1 << width - 1))])
    return within(total, lo, hi)


def bit_verb(words: Words, kind: str) -> Callable[[int, int], int]:
    graph = words.graph
    return graph.and_ if kind == "&" else graph.or_ if kind == "|" else graph.xor


def shift(words: Words, a: Value, by: Value, left: bool) -> Value:
    lo, hi = bounds(by)
    if lo < 0:
        raise SubsetError("the shift may be negative; Python refuses that, too")
    if left and hi > MAX_BITS and bounds(a) != (0, 0):
        raise SubsetError(f"a shift by up to {hi} places; keep it below {MAX_BITS}")
    hi = min(hi, MAX_BITS + 1)  # further to the right is the same
    found = shift_by(words, a, hi, left)
    for amount in range(hi - 1, lo - 1, -1):
        found = words.choose(words.at_least(by, amount + 1), found, shift_by(words, a, amount, left))
    return require_width(found)


def shift_by(words: Words, a: Value, amount: int, left: bool) -> Value:
    return scale(a, 1 << amount) if left else floor_divide(words, a, 1 << amount)[0]


def raise_to(words: Words, a: Value, exponent: Value) -> Value:
    """a ** exponent, for exponents of at least 0."""
    lo, hi = bounds(exponent)
    if lo < 0:
        raise SubsetError("the exponent may be negative, which gives a float; keep it at 0 or more")
    if hi * max(abs(n) for n in bounds(a)).bit_length() > MAX_BITS:
        raise SubsetError(f"a power of more than {MAX_BITS} bits")
    powers: list[Value] = [1]
    for _ in range(hi):
        powers.append(product(words, powers[-1], a))
    if not isinstance(exponent, Num):
        return powers[exponent]
    found = powers[hi]
    for amount in range(hi - 1, lo - 1, -1):
        found = words.choose(words.at_least(exponent, amount + 1), found, powers[amount])
    if hi and bounds(a)[0] >= 0:
        found = within(found, 0, bounds(powers[hi])[1] if bounds(a)[1] > 0 else 1)
    return found


def smaller(words: Words, a: Value, b: Value, smallest: bool) -> Value:
    """min(a, b), or max(a, b); the first of two equal ones, which is the same number."""
    (al, ah), (bl, bh) = bounds(a), bounds(b)
    second = words.less(b, a) if smallest else words.less(a, b)
    pick = min if smallest else max
    return within(words.choose(second, b, a), pick(al, bl), pick(ah, bh))


def absolute(words: Words, a: Value) -> Value:
    lo, hi = bounds(a)
    if lo >= 0:
        return a
    found = words.choose(words.at_least(a, 0), a, scale(a, -1))
    return within(found, 0 if hi >= 0 else -hi, max(-lo, hi))
