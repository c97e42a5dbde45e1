"""From the syntax tree to instructions: statements are checked, loops become jumps, subroutines are written out.

Names are scoped as in Python: a name that a subroutine assigns is its own unless declared `global`. A subroutine
never runs twice at once (recursion is refused), so that its register `x` is one register, called `subroutine.x`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import replace

from turingrad.language.dialects import Statement
from turingrad.language.expressions import Expression, Expressions
from turingrad.language.instructions import Act, Assign, Assume, Branch, Clear, Instruction, Jump, Refuse
from turingrad.language.source import Place, Program, Source
from turingrad.language.subroutines import TOP, Call, Loop, Subroutine, require_free, subroutines_of

MAX_INSTRUCTIONS = 30_000  # calls counted too, since a subroutine may be empty
MAX_REGISTERS = 200
LATER = -1  # a jump's target until it is known


class Translation:
    """A program on its way to instructions; `statements` are the dialect's own (moves, writes, halts)."""

    def __init__(self, program: Program, statements: dict[str, Statement], tapes: int | None) -> None:
        self.source: Source = program.source
        self.statements = statements
        self.expressions = Expressions(program.source, tapes)
        self.program = program
        self.code: list[Instruction] = []
        self.written = 0
        self.calls: list[Call] = [Call(TOP, ())]
        self.subroutines = subroutines_of(program, statements)
        self.registers: set[str] = set()
        self.built: dict[tuple[int, bool], Expression] = {}

    def code_of_program(self) -> list[Instruction]:
        self.block([node for node in self.program.body if not isinstance(node, ast.FunctionDef)])
        last = self.source.place(self.program.body[-1])
        if self.expressions.tapes is not None:
            self.emit(Act("halt", (), last, ""))
        else:
            self.emit(Refuse("the program may end here without an answer", "halt(+1) or halt(-1)", last))
        return self.code

    # names

    def register(self, node: ast.Name) -> str:
        subroutine = self.calls[-1].subroutine
        if node.id in self.subroutines:
            raise self.source.error(f"{node.id!r} is a subroutine, not a register", self.source.place(node))
        return f"{subroutine.name}.{node.id}" if node.id in subroutine.local else node.id

    def target(self, node: ast.expr) -> str:
        place = self.source.place(node)
        if not isinstance(node, ast.Name):
            raise self.source.error("only registers can be assigned", place, "name = value")
        require_free(node.id, place, self.source, self.statements)
        register = self.register(node)
        self.registers.add(register)
        if len(self.registers) > MAX_REGISTERS:
            raise self.source.error(f"the program has more than {MAX_REGISTERS} registers", place)
        return register

    def expression(self, node: ast.expr) -> Expression:
        return self.once(node, False, self.expressions.build)

    def condition(self, node: ast.expr) -> Expression:
        return self.once(node, True, self.expressions.condition)

    def once(
        self, node: ast.expr, truth: bool, build: Callable[[ast.expr, Callable[[ast.Name], str]], Expression]
    ) -> Expression:
        """An expression depends on its subroutine only, so that each is built once however often it is written out."""
        key = (id(node), truth)
        if key not in self.built:
            self.built[key] = build(node, self.register)
        return self.built[key]

    # code

    def emit(self, instruction: Instruction) -> int:
        self.count(instruction.place)
        self.code.append(instruction)
        return len(self.code) - 1

    def count(self, place: Place) -> None:
        self.written += 1
        if self.written > MAX_INSTRUCTIONS:
            message = f"the program is longer than {MAX_INSTRUCTIONS} instructions with its subroutines written out"
            raise self.source.error(message, place)

    def land(self, jumps: Iterable[int]) -> None:
        """Sends open jumps to the next instruction."""
        for index in jumps:
            instruction = self.code[index]
            if isinstance(instruction, Branch):
                self.code[index] = replace(instruction, otherwise=len(self.code))
            elif isinstance(instruction, Jump):
                self.code[index] = replace(instruction, target=len(self.code))

    def block(self, body: Iterable[ast.stmt]) -> None:
        for node in body:
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        place = self.source.place(node)
        match node:
            case ast.Expr(value=ast.Call() as call):
                self.translate_call(call, None)
            case ast.Expr(value=ast.Constant(value=str())):
                pass  # a remark
            case ast.Pass():
                pass
            case ast.Assign(targets=[target], value=value):
                self.assignment(target, value, place)
            case ast.AugAssign(target=ast.Name() as name, op=operator, value=value):
                read = ast.copy_location(ast.Name(name.id, ast.Load()), name)
                total = ast.copy_location(ast.BinOp(read, operator, value), node)
                built = self.expressions.build(total, self.register)
                self.emit(Assign((self.target(name),), (built,), place))
            case ast.If():
                self.choice(node, place)
            case ast.While(orelse=[]):
                self.loop(node, place)
            case ast.Break() | ast.Continue():
                self.leave_loop(node, place)
            case ast.Assert():
                self.emit(Assume(self.condition(node.test), place))
            case ast.Return():
                self.leave_subroutine(node, place)
            case ast.Global():
                if not self.calls[-1].subroutine.name:
                    raise self.source.error("`global` belongs in a subroutine", place)
            case ast.FunctionDef():
                raise self.source.error("subroutines must be defined at top level, not inside other statements", place)
            case _:
                raise self.source.error(
                    "this statement is not part of the language",
                    place,
                    "moves, writes, halts, name = value, if, while, break, continue, pass, def, return, assert",
                )

    def assignment(self, target: ast.expr, value: ast.expr, place: Place) -> None:
        if isinstance(value, ast.Call):
            self.translate_call(value, target)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            if len(target.elts) != len(value.elts):
                raise self.source.error(f"{len(target.elts)} names and {len(value.elts)} values", place)
            names = tuple(self.target(name) for name in target.elts)
            self.emit(Assign(names, tuple(self.expression(part) for part in value.elts), place))
        else:
            self.emit(Assign((self.target(target),), (self.expression(value),), place))

    def choice(self, node: ast.If, place: Place) -> None:
        branch = self.emit(Branch(self.condition(node.test), LATER, place))
        self.block(node.body)
        if node.orelse:
            leave = self.emit(Jump(LATER, place))
            self.land([branch])
            self.block(node.orelse)
            self.land([leave])
        else:
            self.land([branch])

    def loop(self, node: ast.While, place: Place) -> None:
        loop = Loop(len(self.code))
        self.calls[-1].loops.append(loop)
        branch = self.emit(Branch(self.condition(node.test), LATER, place))
        self.block(node.body)
        self.emit(Jump(loop.head, place))
        self.calls[-1].loops.pop()
        self.land([branch, *loop.breaks])

    def leave_loop(self, node: ast.stmt, place: Place) -> None:
        word = "break" if isinstance(node, ast.Break) else "continue"
        if not self.calls[-1].loops:
            raise self.source.error(f"{word!r} is outside a loop", place)
        loop = self.calls[-1].loops[-1]
        if isinstance(node, ast.Break):
            loop.breaks.append(self.emit(Jump(LATER, place)))
        else:
            self.emit(Jump(loop.head, place))

    # subroutines and the dialect's statements

    def translate_call(self, node: ast.Call, target: ast.expr | None) -> None:
        place = self.source.place(node)
        if not isinstance(node.func, ast.Name):
            raise self.source.error("only names are called", place, ", ".join(self.statements))
        name = node.func.id
        if name in self.subroutines:
            self.write_out(self.subroutines[name], node, target, place)
        elif name not in self.statements:
            known = ", ".join((*self.statements, *self.subroutines))
            raise self.source.error(f"there is no statement or subroutine {name!r}", place, known)
        elif target is not None:
            raise self.source.error(f"{name}() has no value", place)
        else:
            self.act(self.statements[name], node, place)

    def act(self, statement: Statement, node: ast.Call, place: Place) -> None:
        if len(node.args) != statement.operands or any(isinstance(part, ast.Starred) for part in node.args):
            raise self.source.error(f"{statement.name} cannot be used like this", place, statement.shape)
        until: Expression | None = None
        for keyword in node.keywords:
            if keyword.arg != "until" or not statement.repeats or until is not None:
                raise self.source.error(f"{statement.name} cannot be used like this", place, statement.shape)
            until = self.condition(keyword.value)
        operands = tuple(self.expression(part) for part in node.args)
        head = self.emit(Act(statement.name, operands, place, self.calls[-1].subroutine.name))
        if until is not None:
            self.emit(Branch(until, head, place))

    def write_out(self, subroutine: Subroutine, node: ast.Call, target: ast.expr | None, place: Place) -> None:
        name = subroutine.name
        self.count(place)
        if any(call.subroutine is subroutine for call in self.calls):
            raise self.source.error(
                f"subroutine {name!r} calls itself; recursion needs more than finitely many states", place
            )
        if len(node.args) != len(subroutine.parameters) or node.keywords:
            wanted = f"{name}({', '.join(subroutine.parameters)})"
            raise self.source.error(f"{name} takes other arguments", place, wanted)
        targets = () if target is None else (self.target(target),)
        if target is not None and not subroutine.returns_value:
            raise self.source.error(f"subroutine {name!r} returns no value", place)
        values = tuple(self.expression(part) for part in node.args)
        call = Call(subroutine, targets)
        if values:
            self.emit(Assign(tuple(f"{name}.{p}" for p in subroutine.parameters), values, place))
        unset = sorted(subroutine.local - set(subroutine.parameters))
        if unset:
            self.emit(Clear(tuple(f"{name}.{register}" for register in unset), place))
        self.calls.append(call)
        self.block(subroutine.body)
        self.calls.pop()
        if targets:
            self.emit(Refuse(f"subroutine {name!r} may end here without a value", "return value", place))
        self.land(call.returns)

    def leave_subroutine(self, node: ast.Return, place: Place) -> None:
        call = self.calls[-1]
        if not call.subroutine.name:
            raise self.source.error("`return` belongs in a subroutine", place)
        if call.targets:
            if node.value is None:
                raise self.source.error(f"subroutine {call.subroutine.name!r} returns a value", place, "return value")
            self.emit(Assign(call.targets, (self.expression(node.value),), place))
        call.returns.append(self.emit(Jump(LATER, place)))
