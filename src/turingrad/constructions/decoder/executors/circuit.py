"""Units as Boolean circuits: the same lists that make the weights, as straight-line programs of AND and XOR.

Features are bits. A unit that is an AND is one; units with equal terms share their sum, which is added up bit by bit
(full adders, shared between sums by hashing), and what they write is a function of that sum: 1 on some intervals, found
from the units' constants, and tested by comparing bits with constants.

A feature is on after a block if it was before, or if one unit turns it on and none turns it off. The stream is -1 and
+1 only if no two turn it on at once, and only what is on is turned off: `clash` collects where that fails, except for
pairs of units that no input turns on together, since they contain a literal and its opposite.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from turingrad.constructions.decoder.blueprint import Unit
from turingrad.errors import CertificateError

FALSE, TRUE = 0, 1  # literals are 2 * node + (1 if negated); node 0 is constant
AND, AND_NOT, NOR, XOR, COPY, NOT, OR, OR_NOT = range(8)  # what a program does; the last two add to the target


class Circuit:
    """Gates over features, each at most once. Feature f is node f + 1."""

    def __init__(self, features: int) -> None:
        self.features = features
        self.gates: list[tuple[int, int, int]] = []  # (AND or XOR, literal, literal)
        self.known: dict[tuple[int, int, int], int] = {}

    def feature(self, number: int) -> int:
        return 2 * (number + 1)

    def gate(self, kind: int, a: int, b: int) -> int:
        key = (kind, min(a, b), max(a, b))
        if key not in self.known:
            self.gates.append(key)
            self.known[key] = 2 * (self.features + len(self.gates))
        return self.known[key]

    def both(self, a: int, b: int) -> int:
        if FALSE in (a, b) or a == b ^ 1:
            return FALSE
        if a in (TRUE, b):
            return b
        return a if b == TRUE else self.gate(AND, a, b)

    def either(self, a: int, b: int) -> int:
        return self.both(a ^ 1, b ^ 1) ^ 1

    def differ(self, a: int, b: int) -> int:
        if a >> 1 == 0 or b >> 1 == 0:
            constant, other = (a, b) if a >> 1 == 0 else (b, a)
            return other ^ constant
        if a >> 1 == b >> 1:
            return (a ^ b) & 1
        return self.gate(XOR, a & ~1, b & ~1) ^ (a & 1) ^ (b & 1)

    def total(self, terms: Iterable[tuple[int, int]]) -> list[int]:
        """The bits, lowest first, of sum weight * literal, for positive weights."""
        columns: dict[int, list[int]] = defaultdict(list)
        for literal, weight in terms:
            for place in range(weight.bit_length()):
                if weight >> place & 1:
                    columns[place].append(literal)
        bits, place = [], 0
        while any(columns[p] for p in columns if p >= place):
            column = columns[place]
            while len(column) > 1:
                a, b, c = column.pop(0), column.pop(0), column.pop(0) if column else FALSE
                odd = self.differ(a, b)
                column.append(self.differ(odd, c))
                columns[place + 1].append(self.either(self.both(a, b), self.both(odd, c)))
            bits.append(column[0] if column else FALSE)
            place += 1
        return bits

    def at_least(self, bits: Sequence[int], bound: int) -> int:
        """[sum >= bound]."""
        if bound <= 0:
            return TRUE
        if bound >> len(bits):
            return FALSE
        found = TRUE
        for place, bit in enumerate(bits):
            found = self.both(bit, found) if bound >> place & 1 else self.either(bit, found)
        return found


def intervals(weights: Sequence[tuple[int, int]], most: int) -> list[tuple[int, int, int]]:
    """Where sum sign * relu(x - start), over (start, sign) pairs and x = 0 .. most, is not 0: (from, to, value) each.

    Raises:
        CertificateError: if the function takes other values than -1, 0 and +1.
    """
    found, slope, value, at = [], 0, 0, 0
    starts = Counter[int]()
    for start, sign in weights:
        slope += sign * (start < 0)
        value += sign * max(0, -start)
        if start >= 0:
            starts[start] += sign
    for start in [*sorted(start for start in starts if start < most), most]:
        if slope and start - at > 1:
            raise CertificateError("a unit's value is not a bit")
        if value and start > at:
            found.append((at, start, value))
        value, at, slope = value + slope * (start - at), start, slope + starts.get(start, 0)
    found += [(most, most + 1, value)] if value else []
    if any(abs(each) != 1 for _, _, each in found):
        raise CertificateError("a unit's value is not a bit")
    return found


class BlockCircuit:
    """The units of a block: for each feature that they write, its literal afterwards, and `clash`."""

    def __init__(self, units: Sequence[Unit], number: Mapping[str, int], known_off: set[int]) -> None:
        self.circuit, self.number, self.known_off = Circuit(len(number)), number, known_off
        self.clash: list[int] = []
        self.outputs: dict[int, int] = {}
        self.often = Counter(term for unit in units for term in self.literals_of(unit) or ())
        turned: dict[int, list[tuple[int, int, frozenset[int]]]] = defaultdict(list)
        forms: dict[tuple[object, ...], list[Unit]] = defaultdict(list)
        for unit in units:
            forms[unit.terms, unit.gate].append(unit)
        for shared in forms.values():
            if any(unit.literals is None for unit in shared):
                for feature, sign, literal in self.effects_of(shared):
                    turned[feature].append((sign, literal, frozenset()))
                continue
            for unit in shared:
                literals = self.literals_of(unit) or ()
                conjunction = self.all_of(literals)
                for name, sign in unit.writes:
                    turned[number[name]].append((sign, conjunction, frozenset(literals)))
        for feature, ways in turned.items():
            self.outputs[feature] = self.combine_conditions(feature, ways)

    def input_node(self, feature: int) -> int:
        return FALSE if feature in self.known_off else self.circuit.feature(feature)

    def literals_of(self, unit: Unit) -> tuple[int, ...] | None:
        if unit.literals is None:
            return None
        return tuple(self.input_node(self.number[name]) ^ (sign < 0) for name, sign in unit.literals)

    def all_of(self, literals: Sequence[int]) -> int:
        """The AND, the most frequent literals first, so that units share what they have in common."""
        found = TRUE
        for literal in sorted(set(literals), key=lambda each: (-self.often[each], each)):
            found = self.circuit.both(found, literal)
        return found

    def effects_of(self, units: Sequence[Unit]) -> Iterable[tuple[int, int, int]]:
        """(feature, sign, literal) for units that have terms and gate in common."""
        first, c = units[0], self.circuit
        offset = sum(coefficient for _, coefficient in first.terms if coefficient < 0)
        terms = [(self.input_node(self.number[name]) ^ (k < 0), abs(k)) for name, k in first.terms]
        most = sum(weight for _, weight in terms)
        bits = c.total(sorted(terms, key=lambda term: term[1]))
        gate = TRUE if first.gate is None else self.input_node(self.number[first.gate])
        starts: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for unit in units:
            for name, sign in unit.writes:
                starts[self.number[name]].append((-offset - unit.constant, sign))
        for feature, weights in starts.items():
            for low, high, value in intervals(weights, most):
                inside = c.both(c.at_least(bits, low), c.at_least(bits, high) ^ 1)
                yield feature, value, c.both(gate, inside)

    def combine_conditions(self, feature: int, ways: Sequence[tuple[int, int, frozenset[int]]]) -> int:
        """The feature after the block."""
        c, found = self.circuit, {1: self.input_node(feature), -1: FALSE}
        before: dict[int, list[frozenset[int]]] = {1: [], -1: []}
        for sign, literal, literals in ways:
            opposite = {each ^ 1 for each in literals}
            if found[sign] != FALSE and not (before[sign] and all(opposite & each for each in before[sign])):
                self.clash.append(c.both(found[sign], literal))
            found[sign] = c.either(found[sign], literal)
            before[sign].append(literals)
        if found[-1] == FALSE:
            return found[1]
        self.clash.append(c.both(found[-1], found[1] ^ 1))
        return c.both(found[1], found[-1] ^ 1)
