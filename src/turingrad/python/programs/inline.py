"""Fast paths in place: small whole numbers and lists without a call, everything else through the run time.
The run time itself takes only the shortest of them, since it is in every program.

The call stays between the test and the fast path, inside the range of the `try` around it, so that its errors are
caught and have their line.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from turingrad.python.programs.assembler import A0, A1, ADDI_REACH, ZERO
from turingrad.python.programs.layout import TYPES
from turingrad.python.programs.names import Names

T0, T1, T2 = 5, 6, 7
BRANCHES: dict[type[ast.cmpop], tuple[str, bool]] = {  # the branch if it holds, and whether its operands are swapped
    ast.Eq: ("beq", False),
    ast.NotEq: ("bne", False),
    ast.Lt: ("blt", False),
    ast.GtE: ("bge", False),
    ast.Gt: ("blt", True),
    ast.LtE: ("bge", True),
}
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
}


class Inline(Names):
    """Fast paths."""

    def small_constant(self, node: ast.expr) -> int | None:
        """The value of a whole number that one instruction can add."""
        sign = 1
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            node, sign = node.operand, -1
        if isinstance(node, ast.Constant) and type(node.value) is int and 2 * node.value < ADDI_REACH:
            return sign * node.value
        return None

    def add_constant(self, number: int, call: Callable[[], None]) -> None:
        """a0 plus a number; `call` does it for what is not a small int, or grows beyond one."""
        slow, fast, end = (self.code.fresh() for _ in range(3))
        self.code.op("andi", T0, A0, 0, 1)
        self.code.branch("bne", T0, ZERO, slow)
        self.code.op("addi", T1, A0, 0, 2 * number)
        first, second = (T1, A0) if number >= 0 else (A0, T1)
        self.code.branch("bge", first, second, fast)
        self.code.label(slow)
        call()
        self.code.jump(end)
        self.code.label(fast)
        self.code.move(A0, T1)
        self.code.label(end)

    def add_pair(self, subtract: bool, call: Callable[[], None], odd: Callable[[], None] | None = None) -> None:
        """a0 plus or minus a1; `odd` does it for what is not two small ints, `call` if it grows beyond one."""
        if self.runtime:
            call()
            return
        slow, fast, end = (self.code.fresh() for _ in range(3))
        self.code.op("or", T0, A0, A1)
        self.code.op("andi", T0, T0, 0, 1)
        self.code.branch("bne", T0, ZERO, slow)
        self.code.op("sub" if subtract else "add", T1, A0, A1)
        self.code.op("slt", T0, T1, A0)
        if subtract:
            self.code.op("slt", T2, ZERO, A1)
        else:
            self.code.op("slti", T2, A1, 0, 0)
        self.code.branch("beq", T0, T2, fast)  # it is smaller than a0 just where it should be
        if odd is not None:
            call()
            self.code.jump(end)
        self.code.label(slow)
        (odd or call)()
        self.code.jump(end)
        self.code.label(fast)
        self.code.move(A0, T1)
        self.code.label(end)

    def square(self, call: Callable[[], None]) -> None:
        """a0 ** 2: of a small int a product; `call` does it for what is none."""
        other, end = self.code.fresh(), self.code.fresh()
        self.code.op("andi", T0, A0, 0, 1)
        self.code.branch("bne", T0, ZERO, other)
        self.code.move(A1, A0)
        self.raw("mul")
        self.code.jump(end)
        self.code.label(other)
        self.code.constant(A1, 4)
        call()
        self.code.label(end)

    def branch_pair(self, op: ast.cmpop, whole: bool, target: str, when: bool, call: Callable[[], None]) -> None:
        """Jump if a0 and a1 compare like that; `whole` says that a1 is a small int, `call` leaves 0 or not 0."""
        fast, past = self.code.fresh(), self.code.fresh()
        if whole:
            self.code.op("andi", T0, A0, 0, 1)
        else:
            self.code.op("or", T0, A0, A1)
            self.code.op("andi", T0, T0, 0, 1)
        self.code.branch("beq", T0, ZERO, fast)
        call()
        self.code.branch("bne" if when else "beq", A0, ZERO, target)
        self.code.jump(past)
        self.code.label(fast)
        name, swapped = BRANCHES[type(op) if when else OPPOSITE[type(op)]]
        first, second = (A1, A0) if swapped else (A0, A1)
        self.code.branch(name, first, second, target)
        self.code.label(past)

    def branch_truth(self, target: str, when: bool) -> None:
        """Jump if the truth of a0 is `when`: bools and small ints in place."""
        if self.runtime:
            self.raw("truth")
            self.code.branch("bne" if when else "beq", A0, ZERO, target)
            return
        slow, past = self.code.fresh(), self.code.fresh()
        true, false = self.linker.constant("TRUE"), self.linker.constant("FALSE")
        self.code.op("addi", T0, A0, 0, -true)
        self.code.branch("beq", T0, ZERO, target if when else past)
        self.code.op("addi", T0, A0, 0, -false)
        self.code.branch("beq", T0, ZERO, past if when else target)
        self.code.op("andi", T0, A0, 0, 1)
        self.code.branch("beq", T0, ZERO, slow)  # a small int is its own truth
        self.raw("truth")
        self.code.label(slow)
        self.code.branch("bne" if when else "beq", A0, ZERO, target)
        self.code.label(past)

    def unless_list(self, other: str, kind: str = "LIST") -> None:
        """Jump if a0 is not a list, or an object of another kind, of exactly that type."""
        self.code.op("andi", T0, A0, 0, 1)
        self.code.branch("beq", T0, ZERO, other)
        self.code.op("lbu", T0, A0, 0, -1)
        self.code.op("addi", T0, T0, 0, -(self.linker.constant(kind) or 0))
        self.code.branch("bne", T0, ZERO, other)

    def list_item(self, call: Callable[[], None]) -> None:
        """a0[a1]: an index from 0 on of a list in place."""
        if self.runtime:
            call()
            return
        slow, other, fast, end = (self.code.fresh() for _ in range(4))
        self.code.op("andi", T0, A0, 0, 1)
        self.code.branch("beq", T0, ZERO, slow)
        self.code.op("lbu", T0, A0, 0, -1)
        kind = self.linker.constant("LIST") or 0
        self.code.op("addi", T0, T0, 0, -kind)
        self.code.branch("bne", T0, ZERO, other)
        self.code.op("andi", T0, A1, 0, 1)
        self.code.branch("bne", T0, ZERO, slow)
        self.code.op("lw", T1, A0, 0, 3)
        self.code.branch("bltu", A1, T1, fast)
        self.code.label(slow)
        call()
        self.code.jump(end)
        self.code.label(other)
        if "HAS_DICT" in self.linker.facts.flags:
            self.code.op("addi", T0, T0, 0, kind - (self.linker.constant("DICT") or 0))
            self.code.op("sltiu", T0, T0, 0, self.linker.constant("DICT_COUNT") or 0)
            self.code.branch("beq", T0, ZERO, slow)
            self.raw("dict_item")
        else:
            self.code.op("addi", T0, T0, 0, kind - TYPES["TUPLE"])
            self.code.branch("bne", T0, ZERO, slow)
            self.raw("tuple_item")
        self.code.jump(end)
        self.code.label(fast)
        self.code.op("lw", T1, A0, 0, 7)
        self.code.op("slli", T0, A1, 0, 1)
        self.code.op("add", T1, T1, T0)
        self.code.op("lw", A0, T1, 0, 3)
        self.code.label(end)

    def constant_item(self, index: int, call: Callable[[], None]) -> None:
        """a0[index] of a list or tuple in place, for an index from 0 on; `call` has the index in a1."""
        slow, other, fast, end = (self.code.fresh() for _ in range(4))
        self.code.op("andi", T0, A0, 0, 1)
        self.code.branch("beq", T0, ZERO, slow)
        self.code.op("lbu", T0, A0, 0, -1)
        kind = self.linker.constant("LIST") or 0
        self.code.op("addi", T0, T0, 0, -kind)
        self.code.branch("bne", T0, ZERO, other)
        self.code.op("lw", T1, A0, 0, 3)
        if index:
            self.code.constant(T0, 2 * index)
        self.code.branch("bltu", T0, T1, fast)  # without a constant, T0 is 0 here
        self.code.label(slow)
        self.code.constant(A1, 2 * index)
        call()
        self.code.jump(end)
        self.code.label(other)
        self.code.op("addi", T0, T0, 0, kind - TYPES["TUPLE"])
        self.code.branch("bne", T0, ZERO, slow)
        self.code.op("lw", T1, A0, 0, -1)
        self.code.constant(T0, (index + 2) << 8)  # the header of a tuple that has the item is not below
        self.code.branch("bltu", T1, T0, slow)
        self.code.load(A0, A0, 4 * index + 3)
        self.code.jump(end)
        self.code.label(fast)
        self.code.op("lw", T1, A0, 0, 7)
        self.code.load(A0, T1, 4 * index + 3)
        self.code.label(end)

    def list_length(self, call: Callable[[], None]) -> None:
        """len(a0) of a list, dict, set or text in place."""
        if self.runtime:
            call()
            return
        slow, fast, end = (self.code.fresh() for _ in range(3))
        first, behind = (self.linker.constant(name) or 0 for name in ("LIST", "FIRST_INSTANCE"))
        self.code.op("andi", T0, A0, 0, 1)
        self.code.branch("beq", T0, ZERO, slow)
        self.code.op("lbu", T1, A0, 0, -1)
        self.code.op("addi", T0, T1, 0, -first)
        self.code.op("sltiu", T0, T0, 0, behind - first)
        self.code.branch("bne", T0, ZERO, fast)
        if "HAS_STR" in self.linker.facts.flags:
            self.code.op("addi", T1, T1, 0, -TYPES["STR"])
            self.code.branch("beq", T1, ZERO, fast)
        self.code.label(slow)
        call()
        self.code.jump(end)
        self.code.label(fast)
        self.code.op("lw", A0, A0, 0, 3)
        self.code.label(end)
