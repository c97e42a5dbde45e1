"""The compiler of the raw dialect: functions over 32-bit words in registers, from which the run time is made.

Names are words. `+ - & | ^ << >>` are instructions, `>>` keeps the sign and `shr` does not; comparisons are signed but
for `ult` and `uge`. A call is a whole right-hand side, or a `return`, which is then a jump; `return M.f(a)` jumps to
the managed function f. Capital names are constants of the pass (type numbers, flags), and an `if` over them is decided
at compile time.
"""

from __future__ import annotations

import ast
from typing import Any, Protocol

from turingrad.python.programs.assembler import A0, BASE, RA, SP, TOP, ZERO, Code
from turingrad.python.programs.raw_names import REGISTERS, frame_of, is_real_call

POOL = (5, 6, 7, 28, 29, 30, 31, *range(18, 26))
IMMEDIATE = {
    ast.Add: "addi",
    ast.BitAnd: "andi",
    ast.BitOr: "ori",
    ast.BitXor: "xori",
    ast.LShift: "slli",
    ast.RShift: "srai",
}
PLAIN = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "sll",
    ast.RShift: "sra",
}
BRANCHES = {  # comparison: the branch if it holds, whether its operands are swapped, the branch if it does not
    ast.Eq: ("beq", False, "bne"),
    ast.NotEq: ("bne", False, "beq"),
    ast.Lt: ("blt", False, "bge"),
    ast.GtE: ("bge", False, "blt"),
    ast.Gt: ("blt", True, "bge"),
    ast.LtE: ("bge", True, "blt"),
}


class Environment(Protocol):
    """What the compiler of a raw function asks its linker."""

    def constant(self, name: str) -> int | None: ...
    def system_word(self, name: str) -> int: ...
    def raw_label(self, name: str) -> str: ...
    def managed_label(self, name: str) -> str: ...
    def symbol(self, name: str) -> Any: ...


class RawFunction:
    """One function of the raw dialect, compiled into `code`."""

    def __init__(self, node: ast.FunctionDef, code: Code, environment: Environment) -> None:
        self.node, self.code, self.env = node, code, environment
        self.used = 0  # registers of the pool that hold temporaries, above the locals
        self.loops: list[tuple[str, str]] = []
        self.own, memory, calls = frame_of(node)
        self.slots = {name: 4 * index for index, name in enumerate(memory)}
        self.frame = 4 * len(memory) + 4 if calls else 0
        self.registers: dict[str, int] = {}
        self.locals = 0
        self.pool: tuple[int, ...] = POOL

    def is_real_call(self, node: ast.Call) -> bool:
        return is_real_call(node)

    def fail(self, node: ast.AST, why: str) -> AssertionError:
        return AssertionError(f"raw {self.node.name}:{getattr(node, 'lineno', 0)}: {why}: {ast.unparse(node)}")

    def compile(self) -> None:
        names = [each.arg for each in self.node.args.args]
        self.pool = (*POOL, *range(A0 + max(len(names), 3), 17))
        if self.frame:
            self.code.op("addi", SP, SP, 0, -self.frame)
            self.code.op("sw", 0, SP, RA, self.frame - 4)
        for index, name in enumerate(names):
            if name in self.slots:
                self.code.op("sw", 0, SP, A0 + index, self.slots[name])
            else:
                self.registers[name] = A0 + index
        for name in self.own:
            if name not in self.slots and name not in self.registers:
                self.registers[name] = self.pool[self.locals]
                self.locals += 1
        self.used = self.locals
        if not self.body(self.node.body):
            self.leave()
            self.code.op("jalr", ZERO, RA, 0, 0)

    # In raw_expressions

    def into(self, node: ast.expr, rd: int) -> None:
        raise NotImplementedError

    def value(self, node: ast.expr) -> int:
        raise NotImplementedError

    def known_literal(self, node: ast.expr) -> int | None:
        raise NotImplementedError

    def branch(self, node: ast.expr, target: str, when: bool) -> None:
        raise NotImplementedError

    def intrinsic(self, node: ast.Call, rd: int | None) -> None:
        raise NotImplementedError

    def temporary(self) -> int:
        raise NotImplementedError

    # Statements. Each returns whether control never gets past it.

    def body(self, statements: list[ast.stmt]) -> bool:
        for each in statements:
            self.used = self.locals
            if self.statement(each):
                return True
        return False

    def statement(self, node: ast.stmt) -> bool:
        match node:
            case ast.Assign(targets=[target], value=value):
                self.assign(target, value)
            case ast.AugAssign(target=target, op=op, value=value):
                load = ast.Name(target.id, ast.Load()) if isinstance(target, ast.Name) else target
                if isinstance(load, ast.Attribute):
                    load = ast.Attribute(load.value, load.attr, ast.Load())
                self.assign(target, ast.BinOp(load, op, value))
            case ast.If(test=test, body=body, orelse=orelse):
                return self.condition(test, body, orelse)
            case ast.While(test=test, body=body):
                return self.loop(test, body)
            case ast.Return(value=value):
                self.give_back(value)
                return True
            case ast.Expr(value=ast.Call() as call):
                self.call(call)
            case ast.Break():
                self.code.jump(self.loops[-1][1])
                return True
            case ast.Continue():
                self.code.jump(self.loops[-1][0])
                return True
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                pass
            case _:
                raise self.fail(node, "no such statement")
        return False

    def assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple):
            assert isinstance(value, ast.Call)
            self.call(value)
            if isinstance(target.elts[0], ast.Name) and self.registers.get(target.elts[0].id) == A0 + 1:
                raise self.fail(target, "the first result would overwrite the second")
            for index, each in enumerate(target.elts):
                self.store_name(each, A0 + index)
        elif isinstance(value, ast.Call) and self.is_real_call(value):
            self.call(value)
            self.store_name(target, A0)
        elif isinstance(target, ast.Name) and (target.id in self.registers or target.id in REGISTERS):
            self.into(value, self.registers.get(target.id) or REGISTERS[target.id])
        else:
            self.store_name(target, self.value(value))

    def store_name(self, target: ast.expr, source: int) -> None:
        if isinstance(target, ast.Attribute):
            self.code.op("sw", 0, BASE, source, self.env.system_word(target.attr))
            return
        assert isinstance(target, ast.Name)
        if target.id in self.slots:
            self.code.op("sw", 0, SP, source, self.slots[target.id])
        else:
            self.code.move(REGISTERS.get(target.id) or self.registers[target.id], source)

    def condition(self, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> bool:
        known = self.known_literal(test)
        if known is not None:
            return self.body(body if known else orelse)
        otherwise, end = self.code.fresh(), self.code.fresh()
        self.branch(test, otherwise, False)
        ended = self.body(body)
        if not orelse:
            self.code.label(otherwise)
            return False
        if not ended:
            self.code.jump(end)
        self.code.label(otherwise)
        both = self.body(orelse) and ended
        self.code.label(end)
        return both

    def loop(self, test: ast.expr, body: list[ast.stmt]) -> bool:
        again, check, end = self.code.fresh(), self.code.fresh(), self.code.fresh()
        endless = self.known_literal(test)
        if not endless:
            self.code.jump(check)
        self.code.label(again)
        self.loops.append((again if endless else check, end))
        self.body(body)
        self.loops.pop()
        self.used = self.locals
        if endless:
            self.code.jump(again)
        else:
            self.code.label(check)
            self.branch(test, again, True)
        self.code.label(end)
        return False

    def leave(self) -> None:
        if self.frame:
            self.code.op("lw", RA, SP, 0, self.frame - 4)
            self.code.op("addi", SP, SP, 0, self.frame)

    def give_back(self, value: ast.expr | None) -> None:
        if isinstance(value, ast.Call) and (self.is_real_call(value) or isinstance(value.func, ast.Attribute)):
            self.arguments(value.args)
            self.leave()
            if isinstance(value.func, ast.Attribute):
                for index in range(len(value.args)):
                    self.code.op("sw", 0, TOP, A0 + index, 8 + 4 * index)
                self.code.jump(self.env.managed_label(value.func.attr))
            else:
                assert isinstance(value.func, ast.Name)
                self.code.jump(self.env.raw_label(value.func.id))
            return
        if isinstance(value, ast.Tuple):
            self.arguments(value.elts)
        elif value is not None:
            self.into(value, A0)
        self.leave()
        self.code.op("jalr", ZERO, RA, 0, 0)

    # Calls

    def call(self, node: ast.Call) -> None:
        if not self.is_real_call(node):
            self.intrinsic(node, None)
            return
        assert isinstance(node.func, ast.Name)
        self.arguments(node.args)
        self.code.jump(self.env.raw_label(node.func.id), RA)

    def arguments(self, nodes: list[ast.expr]) -> None:
        """Put values into a0, a1, ... at once, although they may be in each other's way."""
        moves: dict[int, int] = {}
        late: list[tuple[int, ast.expr]] = []
        for index, node in enumerate(nodes):
            if self.known_literal(node) is not None or (isinstance(node, ast.Name) and node.id in self.slots):
                late.append((A0 + index, node))
            else:
                moves[A0 + index] = self.value(node)
        while moves:
            ready = [to for to, _ in moves.items() if to not in (each for k, each in moves.items() if k != to)]
            if ready:
                self.code.move(ready[0], moves.pop(ready[0]))
                continue
            to, source = next(iter(moves.items()))  # a cycle: one of its values waits in a temporary
            spare = self.temporary()
            self.code.move(spare, source)
            moves = {key: spare if each == source else each for key, each in moves.items()}
        for to, node in late:
            self.into(node, to)
