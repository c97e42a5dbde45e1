"""Boolean functions as a shared graph of two-input ANDs and XORs with free negation.

A literal is 2 v + n: node v, negated where n is 1; node 0 is the constant 0 (AIGER's numbering). Equal expressions are
one node, and a new node is looked at together with its arguments' arguments before it is made (two-level folding).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from turingrad.errors import LimitError
from turingrad.machine.circuit.and_inverter import dependencies
from turingrad.machine.circuit.binary import balanced_tree

if TYPE_CHECKING:
    from turingrad.python.journal import Journal

FALSE, TRUE = 0, 1
VARIABLE, AND, XOR = 0, 1, 2
MAX_NODES = 4_000_000
MAX_FOLLOWED = 1_200_000  # of these, while a program is followed: 7 s, and a refusal comes within 10 s
MAX_IMPLIED = 64
DEEPEST = 8  # ANDs inside of each other in which a part is looked for


class Graph:
    """Makes literals. `kind`, `left` and `right` describe node v; a `journal` notes for which line a node is made."""

    def __init__(self, journal: Journal | None = None) -> None:
        self.journal, self.most = journal, MAX_FOLLOWED
        self.kind = [VARIABLE]
        self.left = [0]
        self.right = [0]
        self._known: dict[tuple[int, int, int], int] = {}
        self._parts: dict[int, tuple[int, ...]] = {}  # of ANDs that were folded into something else

    def variable(self) -> int:
        """A new independent variable."""
        return self._append(VARIABLE, 0, 0)

    def variables(self, count: int) -> list[int]:
        return [self.variable() for _ in range(count)]

    def and_(self, a: int, b: int) -> int:
        if a > b:
            a, b = b, a
        if a == FALSE or a == b ^ 1:
            return FALSE
        if a in (TRUE, b):
            return b
        found = self._known.get((AND, a, b))
        if found is not None:
            return found
        folded = self._fold_deeper(self._fold_and, a, b)
        return self._node(AND, a, b) if folded is None else folded

    def _fold_deeper(self, fold: Callable[[int, int], int | None], a: int, b: int) -> int | None:
        """What `fold` makes of a gate, where what a or b is made of says more; None if it does not."""
        found = None if self.kind[a >> 1] == VARIABLE else fold(a, b)
        if found is None and self.kind[b >> 1] != VARIABLE:
            found = fold(b, a)
        return found

    def _fold_and(self, a: int, b: int) -> int | None:
        """a and b, where a is a gate."""
        node = a >> 1
        p, q = self.left[node], self.right[node]
        if self.kind[node] == XOR:
            sign = a & 1
            for one, other in ((p, q), (q, p)):
                if b >> 1 == one >> 1:  # where b is 1, `one` is known, and the XOR is the other or its negation
                    return self.and_(b, other ^ sign ^ (b == one))
            return None
        if not a & 1:
            if b in (p, q):
                return a
            return FALSE if b ^ 1 in (p, q) else self._fold_two_ands(p, q, a, b)
        if b == p ^ 1 or b == q ^ 1:
            return b
        if b == p:
            return self.and_(b, q ^ 1)
        return self.and_(b, p ^ 1) if b == q else None

    def _fold_two_ands(self, p: int, q: int, a: int, b: int) -> int | None:
        """a = p and q, together with b, itself an AND or a negated one."""
        node = b >> 1
        if self.kind[node] != AND:
            return None
        r, s = self.left[node], self.right[node]
        if r ^ 1 in (p, q) or s ^ 1 in (p, q):
            return a if b & 1 else FALSE
        if b & 1 and r in (p, q):
            return self.and_(a, s ^ 1)
        if b & 1 and s in (p, q):
            return self.and_(a, r ^ 1)
        return None

    def or_(self, a: int, b: int) -> int:
        return self.and_(a ^ 1, b ^ 1) ^ 1

    def xor(self, a: int, b: int) -> int:
        sign = (a ^ b) & 1
        a, b = a & ~1, b & ~1
        if a > b:
            a, b = b, a
        if a == b:
            return sign
        if a == FALSE:
            return b ^ sign
        found = self._known.get((XOR, a, b))
        if found is None:
            found = self._fold_deeper(self._fold_xor, a, b)
            if found is None:
                found = self._node(XOR, a, b)
        return found ^ sign

    def _fold_xor(self, a: int, b: int) -> int | None:
        """a xor b, where a is a gate."""
        node = a >> 1
        p, q = self.left[node], self.right[node]
        if self.kind[node] == XOR:
            if b in (p, q):
                return p ^ q ^ b
            other = b >> 1
            if self.kind[other] == XOR:
                r, s = self.left[other], self.right[other]
                for one, rest in ((p, q), (q, p)):
                    if one == r:
                        return self.xor(rest, s)
                    if one == s:
                        return self.xor(rest, r)
            return None
        for one, rest in ((p, q), (q, p)):
            if b == one:  # b xor (b and c) is b and not c
                return self.and_(b, rest ^ 1)
            if b == one ^ 1:  # b xor (not b and c) is b or c
                return self.or_(b, rest)
        return None

    def mux(self, select: int, if_one: int, if_zero: int) -> int:
        """`if_one` if `select` is 1, else `if_zero`."""
        if select <= TRUE:
            return if_one if select else if_zero
        if if_one == if_zero:
            return if_one
        if if_one == if_zero ^ 1:
            return self.xor(select, if_zero)
        if if_one == select:
            if_one = TRUE
        elif if_one == select ^ 1:
            if_one = FALSE
        if if_zero == select:
            if_zero = FALSE
        elif if_zero == select ^ 1:
            if_zero = TRUE
        folded = self._fold_mux(select, if_one, if_zero)
        if folded is None:
            folded = self._fold_mux(select ^ 1, if_zero, if_one)
        if folded is not None:
            return folded
        folded = self._fold_shared(select, if_one, if_zero)
        if folded is not None:
            return folded
        a, b = if_one & ~1, if_zero & ~1
        if (XOR, min(a, b), max(a, b)) in self._known:
            return self.xor(if_zero, self.and_(select, self.xor(if_one, if_zero)))
        return self.or_(self.and_(select, if_one), self.and_(select ^ 1, if_zero))

    def _fold_mux(self, select: int, a: int, b: int) -> int | None:
        """a where select is 1, else b, where a is b together with one more literal: that literal is gated."""
        node = a >> 1
        kind = self.kind[node]
        if kind == VARIABLE:
            return None
        for one, rest in ((self.left[node], self.right[node]), (self.right[node], self.left[node])):
            if kind == XOR and b >> 1 == one >> 1:
                return self.xor(b, self.and_(select, rest ^ (a & 1) ^ (one ^ b)))
            if kind == AND and a & 1 and b == one ^ 1:  # a is b or not rest
                return self.or_(b, self.and_(select, rest ^ 1))
            if kind == AND and not a & 1 and b == one:  # a is b and rest
                return self.and_(b, self.or_(select ^ 1, rest))
        return None

    def _fold_shared(self, select: int, a: int, b: int) -> int | None:
        """a where select is 1, else b, where both are XORs or ANDs with a part in common, which is taken out: a cell,
        toggled in two ways; the line of a decoder, ANDed with two things."""
        if a <= TRUE or b <= TRUE or self.kind[a >> 1] != self.kind[b >> 1]:
            return None
        if self.kind[a >> 1] == XOR:
            (p, q), (r, s) = ((self.left[v >> 1], self.right[v >> 1]) for v in (a, b))
            for one, rest in ((p, q), (q, p)):
                if one in (r, s) and self.kind[rest >> 1] == self.kind[(r ^ s ^ one) >> 1] == AND:
                    return self.xor(one, self.mux(select, rest ^ (a & 1), r ^ s ^ one ^ (b & 1)))
            return None
        if self.kind[a >> 1] != AND or (a ^ b) & 1:
            return None
        sign = a & 1
        common = max(set(self.implied_literals(a ^ sign)).intersection(self.implied_literals(b ^ sign)), default=FALSE)
        if self.kind[common >> 1] != AND:
            return None
        left, right = (self.without(of ^ sign, common) for of in (a, b))
        return None if left is None or right is None else self.and_(common, self.mux(select, left, right)) ^ sign

    def without(self, literal: int, part: int, depth: int = DEEPEST) -> int | None:
        """What is ANDed with a part in a literal, or in both sides of an OR; None if the part is not found in it."""
        if literal == part:
            return TRUE
        node = literal >> 1
        if not depth or self.kind[node] != AND:
            return None
        left, right = self.left[node] ^ (literal & 1), self.right[node] ^ (literal & 1)
        first = self.without(left, part, depth - 1)
        if literal & 1:
            second = None if first is None else self.without(right, part, depth - 1)
            return None if first is None or second is None else self.or_(first, second)
        if first is not None:
            return self.and_(first, right)
        second = self.without(right, part, depth - 1)
        return None if second is None else self.and_(left, second)

    def all_of(self, literals: Iterable[int]) -> int:
        """The AND of any number of literals, as a balanced tree."""
        wanted = sorted(set(literals))
        return balanced_tree(self.and_, wanted) if wanted else TRUE

    def any_of(self, literals: Iterable[int]) -> int:
        return self.all_of(a ^ 1 for a in literals) ^ 1

    def exclusive(self, a: int, b: int) -> bool:
        """True if two literals are known never to be 1 together; False says nothing."""
        return self.and_(a, b) == FALSE or not set(self.implied_literals(a)).isdisjoint(
            known ^ 1 for known in self.implied_literals(b)
        )

    def note_and(self, literal: int, *parts: int) -> None:
        """Remember that a literal is the AND of others, which its gate may not show."""
        if literal > TRUE:
            self._parts[literal] = parts

    def implied_literals(self, literal: int) -> list[int]:
        """Literals that are 1 wherever this one is: itself and, where it is an AND, its arguments, and theirs."""
        found: dict[int, None] = {}
        waiting = deque([literal])  # the nearest first: a wide AND, such as a negated OR, hides nothing else
        while waiting and len(found) < MAX_IMPLIED:
            a = waiting.popleft()
            if a in found or a <= TRUE:
                continue
            found[a] = None
            waiting += self._parts.get(a, ())
            if not a & 1 and self.kind[a >> 1] == AND:
                waiting += (self.left[a >> 1], self.right[a >> 1])
        return list(found)

    def dependencies(self, literals: Iterable[int]) -> list[int]:
        """The nodes that these literals depend on, in topological order, the constant and variables included."""
        return dependencies(literals, lambda v: () if self.kind[v] == VARIABLE else (self.left[v], self.right[v]))

    def substitute(self, literals: Sequence[int], given: Mapping[int, int]) -> list[int]:
        """The literals with some nodes (by their positive literal) replaced by literals, folded anew."""
        value = {0: FALSE}
        for node in self.dependencies(literals):
            if 2 * node in given:
                value[node] = given[2 * node]
            elif node and self.kind[node] == VARIABLE:
                value[node] = 2 * node
            elif node:
                if self.journal is not None:
                    self.journal.enter(self.journal.place_of(node))
                a, b = self.left[node], self.right[node]
                verb = self.and_ if self.kind[node] == AND else self.xor
                value[node] = verb(value[a >> 1] ^ (a & 1), value[b >> 1] ^ (b & 1))
        return [value[a >> 1] ^ (a & 1) for a in literals]

    def _node(self, kind: int, a: int, b: int) -> int:
        key = (kind, a, b)
        self._known[key] = self._append(*key)
        return self._known[key]

    def _append(self, kind: int, a: int, b: int) -> int:
        if len(self.kind) >= self.most:
            raise LimitError(
                f"up to here the circuit has more than {self.most:,} gates; take fewer iterations, shorter lists or "
                "smaller ranges, or run it as a program"
            )
        self.kind.append(kind)
        self.left.append(a)
        self.right.append(b)
        return 2 * (len(self.kind) - 1)
