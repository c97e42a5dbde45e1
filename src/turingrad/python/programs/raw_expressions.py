"""Expressions and conditions of the raw dialect."""

from __future__ import annotations

import ast

from turingrad.python.programs.assembler import A0, A7, BASE, ZERO
from turingrad.python.programs.raw import BRANCHES, IMMEDIATE, PLAIN, RawFunction
from turingrad.python.programs.raw_names import LOADS, REGISTERS, STORES, is_real_call

COMPARED = (ast.Compare, ast.BoolOp)
NEGATIVE_REACH, REACH = -2048, 2047


class RawExpressions(RawFunction):
    """A raw function with its expressions."""

    def known_literal(self, node: ast.expr) -> int | None:
        """The value of an expression over constants; None if it is known at run time only."""
        match node:
            case ast.Constant(value=int() as value):
                return int(value)
            case ast.Name(id=name):
                return None if name in self.registers else self.env.constant(name)
            case ast.UnaryOp(op=op, operand=operand):
                inner = self.known_literal(operand)
                if inner is None:
                    return None
                return -inner if isinstance(op, ast.USub) else ~inner if isinstance(op, ast.Invert) else int(not inner)
            case ast.BinOp(left=left, op=op, right=right):
                a, b = self.known_literal(left), self.known_literal(right)
                return None if a is None or b is None else fold_constants(op, a, b)
            case ast.BoolOp(op=op, values=values):
                return self.known_logic(isinstance(op, ast.And), [self.known_literal(each) for each in values])
        return None

    def known_logic(self, conjunction: bool, values: list[int | None]) -> int | None:
        deciding = [value for value in values if value is not None and bool(value) != conjunction]
        if deciding:
            return int(not conjunction)
        return None if None in values else int(conjunction)

    def value(self, node: ast.expr) -> int:
        """A register that holds the value: a local's own, or a temporary."""
        known = self.known_literal(node)
        if known == 0:
            return ZERO
        if isinstance(node, ast.Name) and known is None:
            if node.id in self.registers:
                return self.registers[node.id]
            if node.id in REGISTERS:
                return REGISTERS[node.id]
        at = self.temporary()
        self.into(node, at)
        return at

    def into(self, node: ast.expr, rd: int) -> None:
        known = self.known_literal(node)
        if known is not None:
            self.code.constant(rd, known)
            return
        match node:
            case ast.Name(id=name):
                if name in self.registers or name in REGISTERS:
                    self.code.move(rd, self.registers.get(name) or REGISTERS[name])
                else:
                    raise self.fail(node, "unknown name")
            case ast.Attribute(attr=attr):
                self.code.op("lw", rd, BASE, 0, self.env.system_word(attr))
            case ast.BinOp(left=left, op=op, right=right):
                self.binary(left, op, right, rd)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                self.code.op("sub", rd, ZERO, self.value(operand))
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                self.code.op("xori", rd, self.value(operand), 0, -1)
            case ast.Compare(left=left, ops=[ast.Lt()], comparators=[right]):
                self.code.op("slt", rd, self.value(left), self.value(right))
            case ast.Call() if not is_real_call(node):
                self.intrinsic(node, rd)
            case _:
                raise self.fail(node, "no such expression")

    def binary(self, left: ast.expr, op: ast.operator, right: ast.expr, rd: int) -> None:
        number = self.known_literal(right)
        if isinstance(op, ast.Sub) and number is not None:
            op, number = ast.Add(), -number
        commutes = isinstance(op, ast.Add | ast.BitAnd | ast.BitOr | ast.BitXor)
        if number is None and commutes and self.known_literal(left) is not None:
            left, right, number = right, left, self.known_literal(left)
        if number is not None and type(op) in IMMEDIATE and NEGATIVE_REACH <= number <= REACH:
            self.code.op(IMMEDIATE[type(op)], rd, self.value(left), 0, number)
            return
        if isinstance(op, ast.Add) and number is not None:
            right = ast.Constant(number)
        first = self.value(left)
        self.code.op(PLAIN[type(op)], rd, first, self.value(right))

    def intrinsic(self, node: ast.Call, rd: int | None) -> None:
        assert isinstance(node.func, ast.Name)
        name, args = node.func.id, node.args
        if name in LOADS:
            self.memory(name, args, rd or ZERO)
        elif name in STORES:
            base, offset = self.place(args[0], args[1])
            self.code.op(name, 0, base, self.value(args[2]), offset)
        elif name == "field":
            base, offset = self.place(
                args[0], ast.BinOp(ast.BinOp(args[1], ast.LShift(), ast.Constant(2)), ast.Sub(), ast.Constant(1))
            )
            self.code.op("lw", rd or ZERO, base, 0, offset)
        elif name == "set_field":
            base, offset = self.place(
                args[0], ast.BinOp(ast.BinOp(args[1], ast.LShift(), ast.Constant(2)), ast.Sub(), ast.Constant(1))
            )
            self.code.op("sw", 0, base, self.value(args[2]), offset)
        elif name == "tag":
            self.code.op("lbu", rd or ZERO, self.value(args[0]), 0, -1)
        elif name == "header":
            self.code.op("lw", rd or ZERO, self.value(args[0]), 0, -1)
        elif name == "shr":
            self.shift(args, rd or ZERO)
        elif name == "ult":
            self.code.op("sltu", rd or ZERO, self.value(args[0]), self.value(args[1]))
        elif name == "address":
            assert isinstance(args[0], ast.Constant)
            self.code.address(rd or ZERO, ("symbol", str(args[0].value)))
        elif name in ("putbyte", "halt"):
            self.code.move(A0, self.value(args[0]))
            self.code.constant(A7, 64 if name == "putbyte" else 93)
            self.code.op("ecall")
            if name == "halt":
                self.code.op("stop")
        elif name == "jump":
            self.arguments([ast.Name(each) for each in self.parameters])  # who is entered may look at them
            self.code.op("goto", 0, self.value(args[0]), 0, len(self.parameters))
        elif name in ("char", "set_char"):
            self.character(name, args, rd or ZERO)
        else:
            raise self.fail(node, "no such intrinsic")

    def character(self, name: str, args: list[ast.expr], rd: int) -> None:
        """Character number i of a text, in the width that the pass has chosen."""
        wide = self.env.constant("WIDE")
        at = self.temporary()
        index = self.value(args[1])
        if wide:
            self.code.op("slli", at, index, 0, 2)
            index = at
        self.code.op("add", at, index, self.value(args[0]))
        if name == "char":
            self.code.op("lw" if wide else "lbu", rd, at, 0, 11)
        else:
            self.code.op("sw" if wide else "sb", 0, at, self.value(args[2]), 11)

    def shift(self, args: list[ast.expr], rd: int) -> None:
        number = self.known_literal(args[1])
        if number is not None:
            self.code.op("srli", rd, self.value(args[0]), 0, number)
        else:
            first = self.value(args[0])
            self.code.op("srl", rd, first, self.value(args[1]))

    def place(self, base: ast.expr, offset: ast.expr) -> tuple[int, int]:
        """A register and an immediate offset that name an address."""
        total = 0
        known = self.known_literal(offset)
        if known is None and isinstance(offset, ast.BinOp) and isinstance(offset.op, ast.Sub):
            extra = self.known_literal(offset.right)
            if extra is not None:
                total, offset = -extra, offset.left
        if known is not None and NEGATIVE_REACH <= known <= REACH:
            return self.value(base), known
        first = self.value(base)
        second = self.value(offset)
        at = self.temporary()
        self.code.op("add", at, first, second)
        return at, total

    def memory(self, name: str, args: list[ast.expr], rd: int) -> None:
        base, offset = self.place(args[0], args[1])
        self.code.op(name, rd, base, 0, offset)

    def branch(self, node: ast.expr, target: str, when: bool) -> None:
        """Jump to `target` if the condition is `when`."""
        known = self.known_literal(node)
        if known is not None:
            if bool(known) == when:
                self.code.jump(target)
            return
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.branch(operand, target, not when)
            case ast.BoolOp(op=op, values=values):
                self.logic(isinstance(op, ast.And), values, target, when)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                holds, swapped, fails = BRANCHES[type(op)]
                a = self.value(left)
                b = self.value(right)
                self.code.branch(holds if when else fails, b if swapped else a, a if swapped else b, target)
            case ast.Call(func=ast.Name(id="ult" | "uge" as name), args=[left, right]):
                a = self.value(left)
                self.code.branch("bltu" if (name == "ult") == when else "bgeu", a, self.value(right), target)
            case _:
                self.code.branch("bne" if when else "beq", self.value(node), ZERO, target)

    def logic(self, conjunction: bool, values: list[ast.expr], target: str, when: bool) -> None:
        values = [each for each in values if self.known_literal(each) is None]
        if conjunction != when:  # any one of them decides
            for each in values:
                self.branch(each, target, when)
            return
        past = self.code.fresh()
        for each in values[:-1]:
            self.branch(each, past, not when)
        self.branch(values[-1], target, when)
        self.code.label(past)


def fold_constants(op: ast.operator, a: int, b: int) -> int:
    match op:
        case ast.Add():
            return a + b
        case ast.Sub():
            return a - b
        case ast.LShift():
            return a << b
        case ast.RShift():
            return a >> b
        case ast.BitAnd():
            return a & b
        case ast.BitXor():
            return a ^ b
    return a | b
