"""The compiler of the raw dialect: functions over 32-bit words in registers, from which the run time is made.

Names are words. `+ - & | ^ << >>` are instructions, `>>` keeps the sign and `shr` does not; comparisons are signed but
for `ult` and `uge`. A call is a whole right-hand side, or a `return`, which is then a jump; `return M.f(a)` jumps to
the managed function f. Capital names are constants of the pass (type numbers, flags), and an `if` over them is decided
at compile time.
"""

from __future__ import annotations

import ast
from typing import Protocol

from turingrad.python.programs.assembler import A0, BASE, TOP, Code, Line
from turingrad.python.programs.raw_flow import FIRST_VIRTUAL
from turingrad.python.programs.raw_names import INLINED, REGISTERS, is_real_call, names_of

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
    """What the compiler of a raw function asks for: constants of the pass, and the other functions."""

    def constant(self, name: str) -> int | None: ...
    def system_word(self, name: str) -> int: ...
    def raw_function(self, name: str) -> ast.FunctionDef: ...


class RawFunction:
    """One function of the raw dialect, as instructions over any number of registers.

    Every local and every temporary has a register of its own, from FIRST_VIRTUAL on. Besides instructions there are
    `call` (rd results, rs1 arguments), `tail`, `ret` (rs1 results), `goto` (to the address in rs1, with imm arguments)
    and `stop`; their values are in a0, a1, ...
    """

    def __init__(self, node: ast.FunctionDef, code: Code, environment: Environment, first: int = FIRST_VIRTUAL) -> None:
        self.node, self.code, self.env = node, code, environment
        self.loops: list[tuple[str, str]] = []
        self.registers: dict[str, int] = {}
        self.parameters = [each.arg for each in node.args.args]
        self.next = first
        self.inlined: tuple[str, list[int]] | None = None  # of a copy inside another function: its end, its results
        for name in names_of(node):
            self.registers[name] = self.temporary()

    def fail(self, node: ast.AST, why: str) -> AssertionError:
        return AssertionError(f"raw {self.node.name}:{getattr(node, 'lineno', 0)}: {why}: {ast.unparse(node)}")

    def temporary(self) -> int:
        self.next += 1
        return self.next - 1

    def compile(self) -> None:
        for index, name in enumerate(self.parameters):
            self.code.move(self.registers[name], A0 + index)
        if not self.body(self.node.body):
            self.code.op("ret")

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

    # Statements. Each returns whether control never gets past it.

    def body(self, statements: list[ast.stmt]) -> bool:
        return any(self.statement(each) for each in statements)

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
            for each, result in zip(target.elts, self.call(value, len(target.elts)), strict=True):
                self.store_name(each, result)
        elif isinstance(value, ast.Call) and is_real_call(value):
            self.store_name(target, self.call(value, 1)[0])
        elif isinstance(target, ast.Name) and (target.id in self.registers or target.id in REGISTERS):
            self.into(value, self.registers.get(target.id) or REGISTERS[target.id])
        else:
            self.store_name(target, self.value(value))

    def store_name(self, target: ast.expr, source: int) -> None:
        if isinstance(target, ast.Attribute):
            self.code.op("sw", 0, BASE, source, self.env.system_word(target.attr))
            return
        assert isinstance(target, ast.Name)
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
        """The test is at the end of each round, and once before the first."""
        again, check, end = self.code.fresh(), self.code.fresh(), self.code.fresh()
        endless = self.known_literal(test)
        if not endless:
            self.branch(test, end, False)
        self.code.label(again)
        self.loops.append((again if endless else check, end))
        self.body(body)
        self.loops.pop()
        if endless:
            self.code.jump(again)
        else:
            self.code.label(check)
            self.branch(test, again, True)
        self.code.label(end)
        return False

    def give_back(self, value: ast.expr | None) -> None:
        if self.inlined is not None:
            self.give_inlined(value)
        elif isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
            for index, each in enumerate(value.args):
                self.code.op("sw", 0, TOP, self.value(each), 8 + 4 * index)
            self.code.lines.append(Line("tail", target=("managed", value.func.attr)))
        elif isinstance(value, ast.Call) and is_real_call(value):
            assert isinstance(value.func, ast.Name)
            self.arguments(value.args)
            self.code.lines.append(Line("tail", rs1=len(value.args), target=("raw", value.func.id)))
        else:
            results = value.elts if isinstance(value, ast.Tuple) else [value] if value is not None else []
            self.arguments(results)
            self.code.op("ret", rs1=len(results))

    # Calls

    def call(self, node: ast.Call, results: int = 0) -> list[int]:
        """Call a function; the registers of its results."""
        if not is_real_call(node):
            self.intrinsic(node, None)
            return []
        assert isinstance(node.func, ast.Name)
        made = [self.temporary() for _ in range(results)]
        if node.func.id in INLINED:
            self.inline(node.func.id, node.args, made)
            return made
        self.arguments(node.args)
        self.code.lines.append(Line("call", results, len(node.args), target=("raw", node.func.id)))
        for index, each in enumerate(made):
            self.code.move(each, A0 + index)
        return made

    def inline(self, name: str, arguments: list[ast.expr], results: list[int]) -> None:
        """A copy of a small function."""
        values = [self.value(each) for each in arguments]
        copy = type(self)(self.env.raw_function(name), self.code, self.env, self.next)
        copy.inlined = self.code.fresh(), results
        for parameter, value in zip(copy.parameters, values, strict=True):
            self.code.move(copy.registers[parameter], value)
        copy.body(copy.node.body)
        self.code.label(copy.inlined[0])
        self.next = copy.next

    def give_inlined(self, value: ast.expr | None) -> None:
        assert self.inlined is not None
        end, results = self.inlined
        if isinstance(value, ast.Call) and is_real_call(value):
            values = self.call(value, len(results))
        else:
            nodes = value.elts if isinstance(value, ast.Tuple) else [value] if value is not None else []
            values = [self.value(each) for each in nodes[: len(results)]]
        for result, each in zip(results, values, strict=True):
            self.code.move(result, each)
        self.code.jump(end)

    def arguments(self, nodes: list[ast.expr]) -> None:
        """Put values into a0, a1, ..."""
        values = [self.value(each) for each in nodes]
        for index, value in enumerate(values):
            self.code.move(A0 + index, value)
