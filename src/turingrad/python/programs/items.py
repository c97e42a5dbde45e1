"""Items and lengths of lists, tuples, dicts and texts in place; everything else through the run time."""

from __future__ import annotations

from collections.abc import Callable

from turingrad.python.programs.assembler import A0, A1, ZERO
from turingrad.python.programs.inline import T0, T1, Inline
from turingrad.python.programs.layout import TYPES


class Items(Inline):
    """Fast paths of subscripts and `len`."""

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

    def item_from_end(self, index: int, call: Callable[[], None]) -> None:
        """a0[index] of a list in place, for an index below 0; `call` has the index in a1."""
        slow, fast, end = (self.code.fresh() for _ in range(3))
        self.unless_list(slow)
        self.code.op("lw", T1, A0, 0, 3)
        self.code.op("addi", T1, T1, 0, 2 * index)
        self.code.branch("bge", T1, ZERO, fast)
        self.code.label(slow)
        self.code.constant(A1, 2 * index)
        call()
        self.code.jump(end)
        self.code.label(fast)
        self.code.op("lw", A0, A0, 0, 7)
        self.code.op("slli", T1, T1, 0, 1)
        self.code.op("add", A0, A0, T1)
        self.code.op("lw", A0, A0, 0, 3)
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
