"""A second semantics of the language, for tests: programs walked statement by statement, expressions left to Python.

It shares nothing with the compiler but Python's parser. Only the tests' own programs are ever given to it.
"""

from __future__ import annotations

import ast
from typing import Any

MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1), "stay": (0, 0)}


class StopError(Exception):
    """The run is over: halted with an answer, out of steps, or at an `assert` that fails."""


class HaltError(StopError):
    pass


class OutOfStepsError(StopError):
    pass


class DoNotCareError(StopError):
    pass


class LeaveError(Exception):
    """`break`, `continue` or `return` on its way out."""

    def __init__(self, word: str, value: Any = None) -> None:
        self.word, self.value = word, value


class GridWorld:
    """A grid of -1, 0, +1 with a head on it."""

    def __init__(self, grid: list[list[int]], head: tuple[int, int]) -> None:
        self.grid, self.head, self.bumped, self.answer = grid, head, False, 0

    def names(self) -> dict[str, Any]:
        row, column = self.head
        return {"s": "#" if self.bumped else self.grid[row][column], "wall": self.bumped}

    def act(self, name: str, values: list[Any]) -> bool:
        """True where the statement ends a step."""
        row, column = self.head
        if name == "write":
            assert not self.bumped
            self.grid[row][column] = values[0]
            return False
        if name == "halt":
            self.answer, self.bumped = values[0], False
            return True
        down, right = MOVES[name]
        self.bumped = not (0 <= row + down < len(self.grid) and 0 <= column + right < len(self.grid[0]))
        if not self.bumped:
            self.head = (row + down, column + right)
        return True


class TapeWorld:
    """Two-sided tapes as dictionaries; moves take effect at the end of a step."""

    def __init__(self, tapes: list[str], blank: str) -> None:
        self.tapes = [{i: symbol for i, symbol in enumerate(tape) if symbol != blank} for tape in tapes]
        self.heads, self.moves, self.blank, self.answer = [0] * len(tapes), [0] * len(tapes), blank, ""

    def names(self) -> dict[str, Any]:
        return {"s": [tape.get(head, self.blank) for tape, head in zip(self.tapes, self.heads, strict=True)]}

    def act(self, name: str, values: list[Any]) -> bool:
        if name == "write":
            self.tapes[values[0]][self.heads[values[0]]] = values[1]
            return False
        if name == "move":
            self.moves[values[0]] = {"L": -1, "S": 0, "R": 1}[values[1]]
            return False
        self.heads = [head + move for head, move in zip(self.heads, self.moves, strict=True)]
        self.moves = [0] * len(self.tapes)
        if name != "step":
            self.answer = name
        return True


class Walk:
    """One run of a program in a world."""

    def __init__(self, text: str, world: GridWorld | TapeWorld, max_steps: int) -> None:
        body = ast.parse("\n" + text.split("\n", 1)[1]).body
        self.subroutines = {node.name: node for node in body if isinstance(node, ast.FunctionDef)}
        self.body = [node for node in body if not isinstance(node, ast.FunctionDef)]
        self.world, self.max_steps, self.steps, self.patience = world, max_steps, 0, 100_000
        self.registers: dict[str, Any] = {}
        self.ended: type[StopError] = StopError

    def run(self) -> None:
        try:
            self.block(self.body, self.registers)
        except StopError as stop:
            self.ended = type(stop)

    def value(self, node: ast.expr, local: dict[str, Any]) -> Any:
        code = compile(ast.Expression(node), "<test>", "eval")
        return eval(code, {}, {**self.registers, **local, **self.world.names()})

    def act(self, name: str, values: list[Any]) -> None:
        if not self.world.act(name, values):
            return
        self.steps += 1
        if self.world.answer:
            raise HaltError
        if self.steps == self.max_steps:
            raise OutOfStepsError

    def block(self, body: list[ast.stmt], local: dict[str, Any]) -> None:
        for node in body:
            self.patience -= 1
            if self.patience < 0:
                raise OutOfStepsError
            self.statement(node, local)

    def statement(self, node: ast.stmt, local: dict[str, Any]) -> None:
        match node:
            case ast.Expr(value=ast.Call() as call):
                self.call(call, local)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call):
                local[name] = self.call(call, local)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                local[name] = self.value(value, local)
            case ast.AugAssign(target=ast.Name(id=name) as target, op=op, value=value):
                total = ast.fix_missing_locations(ast.BinOp(ast.Name(target.id, ast.Load()), op, value))
                local[name] = self.value(total, local)
            case ast.If():
                self.block(node.body if self.value(node.test, local) else node.orelse, local)
            case ast.While():
                self.loop(node, local)
            case ast.Assert():
                if not self.value(node.test, local):
                    raise DoNotCareError
            case ast.Break():
                raise LeaveError("break")
            case ast.Continue():
                raise LeaveError("continue")
            case ast.Return():
                raise LeaveError("return", None if node.value is None else self.value(node.value, local))

    def loop(self, node: ast.While, local: dict[str, Any]) -> None:
        while self.value(node.test, local):
            try:
                self.block(node.body, local)
                self.patience -= 1
                if self.patience < 0:
                    raise OutOfStepsError
            except LeaveError as leave:
                if leave.word == "break":
                    return
                if leave.word == "return":
                    raise

    def call(self, node: ast.Call, local: dict[str, Any]) -> Any:
        assert isinstance(node.func, ast.Name)
        values = [self.value(part, local) for part in node.args]
        if node.func.id not in self.subroutines:
            self.act(node.func.id, values)
            while node.keywords and not self.value(node.keywords[0].value, local):
                self.act(node.func.id, values)
            return None
        subroutine = self.subroutines[node.func.id]
        own = dict(zip((argument.arg for argument in subroutine.args.args), values, strict=True))
        try:
            self.block(subroutine.body, own)
        except LeaveError as leave:
            return leave.value
        return None
