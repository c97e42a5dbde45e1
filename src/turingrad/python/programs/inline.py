"""Fast paths in place: small whole numbers and lists without a call, everything else through the run time.
The run time itself takes only the shortest of them, since it is in every program.

The call stays between the test and the fast path, inside the range of the `try` around it, so that its errors are
caught and have their line.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from turingrad.python.programs.assembler import A0, A1, ADDI_REACH, ZERO
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
BITS: dict[type[ast.operator], str] = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}
LONGEST_SHIFT = 30
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

    def bits_pair(self, op: ast.operator, call: Callable[[], None]) -> None:
        """a0 and a1 by bits; `call` does it for what is not two small ints."""
        fast, end = self.code.fresh(), self.code.fresh()
        self.code.op("or", T0, A0, A1)
        self.code.op("andi", T0, T0, 0, 1)
        self.code.branch("beq", T0, ZERO, fast)
        call()
        self.code.jump(end)
        self.code.label(fast)
        self.code.op(BITS[type(op)], A0, A0, A1)
        self.code.label(end)

    def power_of(self, op: ast.operator, node: ast.expr) -> int | None:
        """By how many bits a constant right side shifts: of `<<`, `>>`, and of `//` and `%` by a power of two."""
        number = self.small_constant(node)
        if self.runtime or number is None or number < 0:
            return None
        if isinstance(op, ast.LShift | ast.RShift):
            return number if number < LONGEST_SHIFT else None
        if isinstance(op, ast.FloorDiv | ast.Mod) and number and number & (number - 1) == 0:
            return number.bit_length() - 1
        return None

    def by_power(self, op: ast.operator, bits: int, call: Callable[[], None]) -> None:
        """a0 and `power_of`; `call` does it for what is no small int, or grows beyond one."""
        slow, fast, end = (self.code.fresh() for _ in range(3))
        self.code.op("andi", T0, A0, 0, 1)
        if isinstance(op, ast.LShift):
            self.code.branch("bne", T0, ZERO, slow)
            self.code.op("slli", T1, A0, 0, bits)
            self.code.op("srai", T0, T1, 0, bits)
            self.code.branch("beq", T0, A0, fast)
            self.code.label(slow)
        else:
            self.code.branch("beq", T0, ZERO, fast)
        call()
        self.code.jump(end)
        self.code.label(fast)
        if isinstance(op, ast.LShift):
            self.code.move(A0, T1)
        elif isinstance(op, ast.Mod):
            self.code.op("andi", A0, A0, 0, (2 << bits) - 2)
        else:
            self.code.op("srai", A0, A0, 0, bits)
            self.code.op("andi", A0, A0, 0, -2)
        self.code.label(end)

    def square(self) -> None:
        """a0 ** 2: of a small int a product."""
        other, end = self.code.fresh(), self.code.fresh()
        self.code.op("andi", T0, A0, 0, 1)
        self.code.branch("bne", T0, ZERO, other)
        self.code.move(A1, A0)
        self.raw("mul")
        self.code.jump(end)
        self.code.label(other)
        self.raw("square_odd")
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
        self.branch_small(op, target, when)
        self.code.label(past)

    def branch_small(self, op: ast.cmpop, target: str, when: bool) -> None:
        """Jump if the small ints a0 and a1 compare like that, or do not."""
        name, swapped = BRANCHES[type(op) if when else OPPOSITE[type(op)]]
        first, second = (A1, A0) if swapped else (A0, A1)
        self.code.branch(name, first, second, target)

    def branch_truth(self, target: str, when: bool) -> None:
        """Jump if the truth of a0 is `when`: bools, small ints, lists, dicts and sets in place."""
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
        first, behind = (self.linker.constant(each) or 0 for each in ("LIST", "FIRST_INSTANCE"))
        other = self.code.fresh()
        self.code.op("lbu", T0, A0, 0, -1)
        self.code.op("addi", T0, T0, 0, -first)
        self.code.op("sltiu", T0, T0, 0, behind - first)
        self.code.branch("beq", T0, ZERO, other)
        self.code.op("lw", A0, A0, 0, 3)
        self.code.branch("bne" if when else "beq", A0, ZERO, target)
        self.code.jump(past)
        self.code.label(other)
        self.raw("truth")
        self.code.label(slow)
        self.code.branch("bne" if when else "beq", A0, ZERO, target)
        self.code.label(past)
