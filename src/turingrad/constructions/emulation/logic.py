"""Boolean functions as a shared graph of ANDs and XORs with free negation, the form that Lemma 1 turns into vertices.

A literal is an integer, 2 * node + negated. Node 0 is the constant 1, so `TRUE` is 0 and `FALSE` is 1. Equal
expressions are one node, constants and repeated or complementary arguments are folded away, and only what an output
needs is ever emitted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce

from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.and_inverter import dependencies

TRUE, FALSE = 0, 1
Key = tuple[str, tuple[int, ...]]


class Logic:
    """Builds literals. `fan_in` bounds the arguments of an AND (wider ones become trees)."""

    def __init__(self, fan_in: int | None = None) -> None:
        if fan_in is not None and fan_in < 2:
            raise InputError(f"a gate's fan-in must be at least 2, not {fan_in}")
        self.fan_in = fan_in
        self.nodes: list[Key] = [("true", ())]
        self._known: dict[Key, int] = {}

    def variable(self) -> int:
        """A new independent variable."""
        self.nodes.append(("variable", (len(self.nodes),)))
        return 2 * (len(self.nodes) - 1)

    def variables(self, count: int) -> list[int]:
        return [self.variable() for _ in range(count)]

    def and_(self, *literals: int) -> int:
        distinct = {a for a in literals if a != TRUE}
        if FALSE in distinct or any(a ^ 1 in distinct for a in distinct):
            return FALSE
        wanted = sorted(distinct)
        if not wanted:
            return TRUE
        if len(wanted) == 1:
            return wanted[0]
        if self.fan_in is not None and len(wanted) > self.fan_in:
            parts = [wanted[i : i + self.fan_in] for i in range(0, len(wanted), self.fan_in)]
            return self.and_(*(self.and_(*part) for part in parts))
        return self._node(("and", tuple(wanted)))

    def or_(self, *literals: int) -> int:
        return self.and_(*(a ^ 1 for a in literals)) ^ 1

    def xor(self, *literals: int) -> int:
        return reduce(self._xor, literals, FALSE)

    def mux(self, select: int, if_one: int, if_zero: int) -> int:
        if if_one == if_zero:
            return if_one
        if if_one == if_zero ^ 1:
            return self._xor(select, if_zero)
        return self.or_(self.and_(select, if_one), self.and_(select ^ 1, if_zero))

    def words(self, select: int, if_one: Sequence[int], if_zero: Sequence[int]) -> list[int]:
        """A multiplexer of words."""
        return [self.mux(select, a, b) for a, b in zip(if_one, if_zero, strict=True)]

    def lut(self, literals: Sequence[int], table: Sequence[int]) -> int:
        """Shannon expansion on the first literal, the most significant bit of the table's index."""
        if not literals:
            return TRUE if table[0] else FALSE
        half = len(table) // 2
        low, high = table[:half], table[half:]
        if low == high:
            return self.lut(literals[1:], low)
        return self.mux(literals[0], self.lut(literals[1:], high), self.lut(literals[1:], low))

    def circuit(self, circuit: Circuit, arguments: Sequence[int]) -> list[int]:
        """A circuit applied to literals; the literals of its outputs."""
        if len(arguments) != len(circuit.inputs):
            raise InputError(f"{circuit!r} takes {len(circuit.inputs)} inputs, not {len(arguments)}")
        verbs: dict[str, Callable[..., int]] = {
            "and": self.and_,
            "or": self.or_,
            "xor": self.xor,
            "not": lambda a: a ^ 1,
            "id": lambda a: a,
            "const0": lambda: FALSE,
            "const1": lambda: TRUE,
        }
        literal = list(arguments)
        for gate in circuit.gates:
            of = [literal[node] for node in gate.inputs]
            literal.append(self.lut(of, gate.table) if gate.table is not None else verbs[gate.kind](*of))
        return [literal[node] for node in circuit.output_nodes]

    def _xor(self, a: int, b: int) -> int:
        sign = (a ^ b) & 1
        a, b = sorted((a & ~1, b & ~1))
        if a == b:
            return FALSE ^ sign
        if a == TRUE:
            return b ^ 1 ^ sign
        absorbed = self._absorb(a, b)
        if absorbed is not None:
            return absorbed ^ sign
        # The AND of both is part of the XOR's vertex (see gates.py); asking for it first keeps the order topological.
        self.and_(a, b)
        return self._node(("xor", (a, b))) ^ sign

    def _absorb(self, a: int, b: int) -> int | None:
        """a xor (a and c) is a and not c. By negations, a xor (a or c) is not a and c: a bit that is only ever set."""
        for one, other in ((a, b), (b, a)):
            kind, of = self.nodes[other >> 1]
            if kind == "and" and one in of:
                return self.and_(one, self.and_(*(c for c in of if c != one)) ^ 1)
            if kind == "and" and one ^ 1 in of:
                # one xor (not one and c) is one or c
                return self.or_(one, self.and_(*(c for c in of if c != one ^ 1)))
            if kind == "xor" and one in of:
                return of[0] ^ of[1] ^ one
            written = self._absorb_write(one, of) if kind == "and" and len(of) == 2 else None
            if written is not None:
                return written ^ 1  # `other` is the negation of what is written
        return None

    def _absorb_write(self, one: int, of: tuple[int, ...]) -> int | None:
        """one xor (one where s does not hold, a where it does) is s and (one xor a): a write to an address, which flips
        nothing elsewhere. `of` are the two negated ANDs of that multiplexer; None if they are no such thing."""
        for kept, changed in (of, of[::-1]):
            parts = []
            for literal in (kept, changed):
                kind, arguments = self.nodes[literal >> 1]
                parts.append(arguments if kind == "and" and literal & 1 else ())
            if one in parts[0] and len(parts[0]) == 2:
                elsewhere = parts[0][0] ^ parts[0][1] ^ one
                if elsewhere ^ 1 in parts[1]:
                    value = self.and_(*(c for c in parts[1] if c != elsewhere ^ 1))
                    return self.and_(elsewhere ^ 1, self.xor(one, value))
        return None

    def implied_literals(self, literal: int) -> frozenset[int]:
        """Literals that are 1 wherever this one is: itself and, where it is an AND, its arguments, and theirs."""
        found: set[int] = set()
        stack = [literal]
        while stack:
            a = stack.pop()
            if a in found:
                continue
            found.add(a)
            kind, of = self.nodes[a >> 1]
            if kind == "and" and not a & 1:
                stack.extend(of)
        return frozenset(found)

    def _node(self, key: Key) -> int:
        if key not in self._known:
            self.nodes.append(key)
            self._known[key] = 2 * (len(self.nodes) - 1)
        return self._known[key]

    def dependencies(self, literals: Iterable[int]) -> list[int]:
        """The nodes that these literals depend on, in topological order."""

        def parts(node: int) -> Iterable[int]:
            kind, of = self.nodes[node]
            return (*of, self.and_(*of)) if kind == "xor" else of if kind == "and" else ()

        return dependencies(literals, parts)
