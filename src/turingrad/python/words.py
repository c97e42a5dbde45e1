"""Numbers as bits: sums by column compression, comparisons, choices.

With K = sum c_i l_i of a number's canonical form, all coefficients are made positive by negating literals:
K = m + V, V >= 0. The word of V is made once; constants are added to it, or compared with it, at about one gate
per bit.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from math import gcd
from typing import TypeAlias

from turingrad.python.adders import WIDE, carry_save, prefix_sum
from turingrad.python.logic import FALSE, TRUE, Graph
from turingrad.python.numbers import (
    Key,
    Num,
    Value,
    add,
    bounds,
    constant_of,
    number,
    of_literal,
    scale,
    stride,
    subtract,
    terms_of,
    within,
)

Bits: TypeAlias = list[int]
"""Literals, the least significant bit first."""

Pairs: TypeAlias = tuple[tuple[int, int], ...]
"""(literal, positive coefficient)."""


class Words:
    """Makes bits of numbers in one graph. `meaning` says what a comparison's literal tells of a canonical K."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.made: dict[Pairs, Bits] = {}
        self.meaning: dict[int, set[tuple[Key, str, int]]] = {}

    def word(self, pairs: Pairs) -> Bits:
        """The bits of a sum of literals with positive coefficients."""
        if pairs not in self.made:
            width = sum(c for _, c in pairs).bit_length()
            self.made[pairs] = plain(pairs, width) or self.compress(pairs, width)
        return self.made[pairs]

    def compress(self, pairs: Pairs, width: int) -> Bits:
        """Full adders, column after column; literals that came first are added first, which keeps the depth low."""
        columns: list[deque[int]] = [deque() for _ in range(width + 1)]
        for literal, coefficient in pairs:
            for place in range(coefficient.bit_length()):
                if coefficient >> place & 1:
                    columns[place].append(literal)
        if width >= WIDE:
            return prefix_sum(self.graph, carry_save(self.graph, columns, width))
        graph, bits = self.graph, []
        for place in range(width):
            column, above = columns[place], columns[place + 1]
            while len(column) > 1:
                a, b = column.popleft(), column.popleft()
                either = graph.xor(a, b)
                if column:
                    c = column.popleft()
                    above.append(graph.mux(either, c, a))
                    either = graph.xor(either, c)
                else:
                    above.append(graph.and_(a, b))
                if either != FALSE:
                    column.append(either)
                if above[-1] == FALSE:
                    above.pop()
            bits.append(column[0] if column else FALSE)
        return bits

    def plus(self, bits: Bits, constant: int, width: int) -> Bits:
        """bits + constant modulo 2^width."""
        if width >= WIDE and constant:
            rows = [[bits[i] if i < len(bits) else FALSE, constant >> i & 1] for i in range(width)]
            return prefix_sum(self.graph, rows)
        graph, carry, total = self.graph, FALSE, []
        for place in range(width):
            bit = bits[place] if place < len(bits) else FALSE
            one = constant >> place & 1
            total.append(graph.xor(bit, carry) ^ one)
            carry = graph.or_(bit, carry) if one else graph.and_(bit, carry)
        return total

    def bits(self, value: Value, lo: int, step: int, width: int) -> Bits:
        """(value - lo) / step modulo 2^width, for a step that divides it."""
        if not isinstance(value, Num):
            return [(value - lo) // step >> place & 1 for place in range(width)]
        g, key = value.canonical()
        pairs, least = positive(key)
        factor = g // step
        if factor < 0 and opposite(pairs) not in self.made and pairs in self.made and not is_plain(pairs):
            # -V is the complement of V's bits, plus 1
            constant, shift = (value.const + g * least - lo) // step, power(-factor)
            if shift is not None:
                negative = [bit ^ 1 for bit in self.word(pairs)]
                negative += [TRUE] * (width - len(negative))
                return self.plus([FALSE] * shift + negative, constant + (1 << shift), width)
        if factor < 0:
            pairs, least, factor = opposite(pairs), least + sum(c for _, c in pairs), -factor
        constant, shift = (value.const + g * least - lo) // step, power(factor)
        if shift is None:
            word = self.word(tuple((literal, c * factor) for literal, c in pairs))
        else:
            word = [FALSE] * shift + self.word(pairs)
        return self.plus(word, constant, width)

    def low_bits(self, value: Value, width: int) -> Bits:
        """The value's two's complement, the lowest bits of it."""
        return self.bits(value, 0, 1, width)

    def of_bits(self, bits: Iterable[int], lo: int = 0, step: int = 1, hi: int | None = None) -> Value:
        """lo + step times the number of the bits, at most hi."""
        parts = [scale(of_literal(bit), step << place) for place, bit in enumerate(bits)]
        total = add([lo, *parts])
        return total if hi is None else within(total, lo, hi)

    def settle(self, value: Value) -> Value:
        """The same number over the bits of its own word, where its terms are more than those."""
        if not isinstance(value, Num) or is_plain(positive(value.canonical()[1])[0]):
            return value
        lo, hi = value.lo, value.hi
        step = stride(value)
        lo += (value.const - lo) % step
        width = ((hi - lo) // step).bit_length()
        return self.of_bits(self.bits(value, lo, step, width), lo, step, hi)

    def at_least(self, value: Value, threshold: int) -> int:
        """The literal of value >= threshold."""
        lo, hi = bounds(value)
        if lo >= threshold or hi < threshold:
            return TRUE if lo >= threshold else FALSE
        assert isinstance(value, Num)
        g, key = value.canonical()
        if g > 0:
            t, negated = -((value.const - threshold) // g), 0  # K >= ceil((threshold - const) / g)
        else:
            t, negated = (value.const - threshold) // -g + 1, 1  # not K >= ...
        literal = self._key_at_least(key, t)
        self._mean(literal, key, "at least", t)
        return literal ^ negated

    def _key_at_least(self, key: Key, t: int) -> int:
        pairs, least = positive(key)
        total, u = sum(c for _, c in pairs), t - least
        if u <= 0 or u > total:
            return TRUE if u <= 0 else FALSE
        other = opposite(pairs)
        if pairs not in self.made and not is_plain(pairs):
            # S - V instead of V, where its threshold asks for fewer bits
            flipped = total - u + 1
            if other in self.made or (flipped & -flipped) > (u & -u):
                return self.word_at_least(self.word(other), flipped) ^ 1
        return self.word_at_least(self.word(pairs), u)

    def word_at_least(self, bits: Bits, threshold: int) -> int:
        if threshold >> len(bits):
            return FALSE
        found = TRUE
        for place, bit in enumerate(bits):
            found = self.graph.and_(bit, found) if threshold >> place & 1 else self.graph.or_(bit, found)
        return found

    def is_equal(self, value: Value, constant: int) -> int:
        lo, hi = bounds(value)
        if not lo <= constant <= hi:
            return FALSE
        if not isinstance(value, Num):
            return TRUE
        g, key = value.canonical()
        if (constant - value.const) % g:
            return FALSE
        t = (constant - value.const) // g
        pairs, least = positive(key)
        u = t - least
        if pairs not in self.made and opposite(pairs) in self.made:
            pairs, u = opposite(pairs), sum(c for _, c in pairs) - u
        bits = self.word(pairs)
        if u < 0 or u >> len(bits):
            return FALSE
        literal = self.graph.all_of(bit ^ 1 ^ (u >> place & 1) for place, bit in enumerate(bits))
        self._mean(literal, key, "equal", t)
        return literal

    def less(self, a: Value, b: Value) -> int:
        """a < b."""
        return self.at_least(self.difference(a, b), 0) ^ 1

    def equal(self, a: Value, b: Value) -> int:
        if isinstance(a, Num) and isinstance(b, Num) and a.const == b.const:
            (g, one), (h, other) = a.canonical(), b.canonical()
            if g == h and aligned(one, other):
                # Words with the same places: bit by bit, no subtraction.
                left, right = ({c: literal for literal, c in word} for word in (one, other))
                places = sorted(left.keys() | right.keys())
                return self.graph.all_of(
                    self.graph.xor(left.get(place, FALSE), right.get(place, FALSE)) ^ 1 for place in places
                )
        return self.is_equal(self.difference(a, b), 0)

    def difference(self, a: Value, b: Value) -> Value:
        """a - b; sums of many terms are made words first, since such a word is used again more often than not."""
        if isinstance(a, Num) and isinstance(b, Num):
            a, b = self.short(a), self.short(b)
        return subtract(a, b)

    def short(self, value: Num) -> Value:
        """The number, as a word where its terms are many."""
        return self.settle(value) if len(value.terms) > 2 * (value.hi - value.lo).bit_length() else value

    def _mean(self, literal: int, key: Key, what: str, t: int) -> None:
        if literal > TRUE:
            self.meaning.setdefault(literal & ~1, set()).add((key, what + (" not" if literal & 1 else ""), t))

    def choose(self, select: int, a: Value, b: Value) -> Value:
        """a where the literal is 1, else b."""
        if select <= TRUE:
            return a if select else b
        lo, hi = min(bounds(a)[0], bounds(b)[0]), max(bounds(a)[1], bounds(b)[1])
        common = {literal: c for literal, c in terms_of(a).items() if terms_of(b).get(literal) == c}
        rest_a, rest_b = without(a, common), without(b, common)
        if not isinstance(rest_a, Num) and not isinstance(rest_b, Num):
            # `if c: n += 1` is n + c
            return within(add([number(0, common), rest_b, scale(of_literal(select), rest_a - rest_b)]), lo, hi)
        if common and not (isinstance(rest_a, Num) and isinstance(rest_b, Num)):
            one, other, when = (rest_a, rest_b, select) if isinstance(rest_a, Num) else (rest_b, rest_a, select ^ 1)
            assert isinstance(one, Num)
            gated = self.times(when, self.short(one))
            return within(
                add([number(0, common), other, gated, scale(scale(of_literal(when), -1), constant_of(other))]), lo, hi
            )
        step = gcd(stride(a), stride(b), constant_of(a) - constant_of(b))
        lo += (constant_of(a) - lo) % step
        width = ((hi - lo) // step).bit_length()
        left, right = self.bits(a, lo, step, width), self.bits(b, lo, step, width)
        return self.of_bits([self.graph.mux(select, p, q) for p, q in zip(left, right, strict=True)], lo, step, hi)

    def times(self, literal: int, value: Value) -> Value:
        """literal * value: an AND a term."""
        parts = [scale(of_literal(self.graph.and_(literal, x)), c) for x, c in terms_of(value).items()]
        lo, hi = bounds(value)
        return within(add([scale(of_literal(literal), constant_of(value)), *parts]), min(lo, 0), max(hi, 0))


def positive(key: Key) -> tuple[Pairs, int]:
    """K = m + V: V's pairs with positive coefficients, and m."""
    pairs = tuple((literal, c) if c > 0 else (literal ^ 1, -c) for literal, c in key)
    return pairs, sum(c for _, c in key if c < 0)


def opposite(pairs: Pairs) -> Pairs:
    """The pairs of S - V, S the sum of all coefficients."""
    return tuple((literal ^ 1, c) for literal, c in pairs)


def is_plain(pairs: Pairs) -> bool:
    """True if the coefficients are different powers of two: the literals are the bits."""
    places = 0
    for _, c in pairs:
        if c & (c - 1) or places & c:
            return False
        places |= c
    return True


def plain(pairs: Pairs, width: int) -> Bits | None:
    if not is_plain(pairs):
        return None
    at = {c: literal for literal, c in pairs}
    return [at.get(1 << place, FALSE) for place in range(width)]


def aligned(one: Key, other: Key) -> bool:
    return all(c > 0 for _, c in one + other) and is_plain(one) and is_plain(other)


def power(factor: int) -> int | None:
    """The exponent of a power of two."""
    return factor.bit_length() - 1 if factor > 0 and not factor & (factor - 1) else None


def without(value: Value, common: dict[int, int]) -> Value:
    """The value less some of its terms."""
    if not common or not isinstance(value, Num):
        return value
    return number(value.const, {literal: c for literal, c in value.terms.items() if literal not in common})
