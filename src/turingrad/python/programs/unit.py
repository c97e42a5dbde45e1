"""One managed function on its way to instructions: its frame, its names, and small steps that all statements use.

A value is computed into a0. Locals live in the frame, temporaries behind them. A frame is
`return address, old frame, slots`; that of a generator is a heap object, and `fp` its tagged pointer.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import Any, NoReturn

from turingrad.python.programs.assembler import A0, FP, HLIM, HP, RA, SLIM, TOP, ZERO, Code
from turingrad.python.programs.layout import FIXED, FRAME_SLOTS, GENERATOR_SLOTS, HOLE, MESSAGE_NUMBERS, TYPES
from turingrad.python.programs.refusals import Asked, RefusedError, line_of
from turingrad.python.programs.runtime_files import is_runtime
from turingrad.python.programs.scopes import Scope
from turingrad.python.programs.verify import is_own

MISSING = object()
POLL_EVERY = 40  # operations that may allocate, between two polls of straight code
MOST_GENERATOR_WORDS = 40  # of a generator that is made without a call
INLINE_LIMIT = 250  # arguments or items that lie in a frame at once


@lru_cache(maxsize=4096)
def has_walrus(function: ast.AST) -> bool:
    return any(isinstance(each, ast.NamedExpr) for each in ast.walk(function))


class Unit:
    """A function to be compiled: its syntax tree, scope, globals and, if it was live, its cells."""

    def __init__(
        self,
        linker: Any,
        label: str,
        scope: Scope,
        file: str,
        namespace: dict[str, Any],
        name: str,
        owner: type | None = None,
    ) -> None:
        self.linker, self.label, self.scope, self.file, self.namespace = linker, label, scope, file, namespace
        self.name, self.owner = name, owner
        self.live_cells: dict[str, Any] = {}
        self.runtime = is_runtime(file)
        self.code = Code(linker.code.names)
        self.slots: dict[str, int] = {}
        self.temporaries = 0
        self.most = 0
        self.assigned: set[str] | None = set()  # names that surely have a value; None where control never gets
        self.needs_hole: set[str] = set()
        self.sure: set[str] = set()  # names of enclosing functions that have a value whenever this one runs
        self.loops: list[Any] = []
        self.tries: list[Any] = []
        self.line = 0
        self.asked: Asked | None = None  # if this is a function of Python's library
        self.since_poll = 0
        self.stubs: list[tuple[str, str, int]] = []
        self.generator = scope.is_generator
        self.self_name = self.find_self()
        self.loose = False  # `self` may be an object of any class

    def assigns(self, node: ast.AST) -> bool:
        """Whether an expression assigns to a name while it is computed."""
        return has_walrus(self.scope.node) and any(isinstance(each, ast.NamedExpr) for each in ast.walk(node))

    def find_self(self) -> str:
        """The first parameter of a method, if nothing is ever assigned to it."""
        node = self.scope.node
        if self.owner is None or not isinstance(node, ast.FunctionDef):
            return ""
        names = [*node.args.posonlyargs, *node.args.args]
        bound = (each for each in vars(self.owner).values() if isinstance(each, staticmethod | classmethod))
        if not names or any(getattr(each.__func__, "__name__", "") == node.name for each in bound):
            return ""  # it has no object, or is called with the class
        name = names[0].arg
        return "" if name in self.scope.stored_names or name in self.scope.cells else name

    def refuse(self, node: ast.AST, what: str, cure: str) -> NoReturn:
        raise self.refusal(what, cure, line_of(node) or self.line)

    def refusal(self, what: str, cure: str, line: int) -> RefusedError:
        """The refusal of something on a line; in a function of Python's library, at the user's line that needs it."""
        asked = self.users_line()
        if asked is None or not asked.name:
            return RefusedError(what, cure, self.file, line)
        whole = f"{asked.name} is not in the compiled language, because of {self.file}:{line}: {what}"
        return RefusedError(whole, "write it out in Python", asked.file, asked.line)

    def users_line(self) -> Asked | None:
        """The user's line because of which this is compiled: that of the unit itself if it is the user's."""
        users = not self.runtime and is_own(self.file)
        return Asked(self.file, self.line) if users else self.asked

    # In the files that build on this one

    def expr(self, node: ast.expr) -> None:
        raise NotImplementedError

    def from_condition(self, node: ast.expr) -> None:
        raise NotImplementedError

    def static_value(self, node: ast.expr) -> Any:
        raise NotImplementedError

    # The frame

    def offset(self, slot: int) -> int:
        return (GENERATOR_SLOTS if self.generator else FRAME_SLOTS) + 4 * slot

    def temporary(self) -> int:
        slot = len(self.slots) + self.temporaries
        self.temporaries += 1
        self.most = max(self.most, self.temporaries)
        return slot

    def release(self, count: int = 1) -> None:
        self.temporaries -= count

    def save(self, register: int = A0) -> int:
        slot = self.temporary()
        self.code.store(register, FP, self.offset(slot))
        return slot

    def restore(self, slot: int, register: int) -> None:
        self.code.load(register, FP, self.offset(slot))

    @property
    def frame_bytes(self) -> int:
        return FRAME_SLOTS + 4 * (len(self.slots) + self.most)

    # Steps

    def mark(self, node: ast.AST) -> None:
        line = line_of(node)
        if line and line != self.line:
            self.line = line
            self.code.mark((self.file, line, self.name))

    def raw(self, name: str) -> None:
        """Call a function of the raw run time."""
        self.since_poll += 1
        self.code.jump(self.linker.raw_label(name), RA)

    def call_managed(self, name: str) -> None:
        """Call a managed function of the run time, whose arguments are in place."""
        self.code.jump(self.linker.managed_label(name), RA)

    def to_callee(self, register: int, index: int) -> None:
        self.code.store(register, TOP, 8 + 4 * index)

    def poll(self) -> None:
        """Let the collector run if it must: nothing is in registers here."""
        stub, back = self.code.fresh("poll"), self.code.fresh("back")
        self.code.branch("bgeu", HP, HLIM, stub)
        self.code.label(back)
        self.stubs.append((stub, back, self.line))
        self.since_poll = 0

    def poll_if_due(self) -> None:
        if self.since_poll >= POLL_EVERY:
            self.poll()

    def constant(self, register: int, value: Any) -> None:
        """The word of a live object into a register."""
        self.linker.world.from_user = not self.runtime
        try:
            word = self.linker.world.word(value)
        except RefusedError as refused:
            if refused.line or self.runtime:
                raise
            raise self.refusal(refused.what, refused.cure, self.line) from None
        self.word(register, word)

    def word(self, register: int, word: Any) -> None:
        if isinstance(word, int):
            self.code.constant(register, word)
        else:
            self.code.address(register, word)

    def throw(self, kind: str, message: str, first: Any = 0, second: Any = 0) -> None:
        """Raise an error whose text the run time knows."""
        self.code.constant(A0, self.linker.constant(f"TYPE_{kind}") or 0)
        self.code.constant(A0 + 1, 2 * MESSAGE_NUMBERS[message])
        self.constant(A0 + 2, first)
        self.constant(A0 + 3, second)
        self.raw("throw")

    # Names

    # The whole function

    def finish(self, into: Code) -> None:
        """Prologue, body, stubs, one after the other."""
        if self.generator:
            self.generator_prologue(into)
        else:
            self.prologue(into)
        into.lines += self.code.lines
        for stub, back, line in self.stubs:
            into.label(stub)
            into.mark((self.file, line, self.name))
            into.jump(self.linker.raw_label("safepoint"), RA)
            into.jump(back)

    def prologue(self, into: Code) -> None:
        into.label(self.label)
        into.mark((self.file, line_of(self.scope.node), self.name))
        into.op("sw", 0, TOP, RA, 0)
        into.op("sw", 0, TOP, FP, 4)
        into.move(FP, TOP)
        into.reach("addi", TOP, FP, self.frame_bytes)
        if ".closure" in self.slots:
            into.store(A0, FP, self.offset(self.slots[".closure"]))
        self.hole_slots(into)
        deep, stub = self.code.fresh("deep"), self.code.fresh("poll")
        into.branch("bgeu", TOP, SLIM, deep)
        back = self.code.fresh("back")
        into.branch("bgeu", HP, HLIM, stub)
        into.label(back)
        self.stubs.append((stub, back, line_of(self.scope.node)))
        self.make_cells(into)
        self.code.label(deep)
        self.code.jump(self.linker.raw_label("too_deep"), RA)

    def hole_slots(self, into: Code) -> None:
        names = sorted(each for each in self.needs_hole if each in self.slots and each not in self.scope.cells)
        if names:
            into.constant(A0 + 1, HOLE)
        for name in names:
            into.store(A0 + 1, FP, self.offset(self.slots[name]))

    def make_cells(self, into: Code) -> None:
        """Each name that inner functions use gets a cell, with its argument in it."""
        for name in sorted(self.scope.cells):
            slot = self.offset(self.slots[name])
            if name in self.scope.parameters:
                into.load(A0, FP, slot)
            else:
                into.constant(A0, HOLE)
            into.jump(self.linker.raw_label("new_cell"), RA)
            into.store(A0, FP, slot)

    def leave(self) -> None:
        """Return a0 to the caller."""
        if self.generator:
            self.code.jump(self.linker.raw_label("generator_return"))
            return
        self.code.move(TOP, FP)
        self.code.op("lw", RA, TOP, 0, 0)
        self.code.op("lw", FP, TOP, 0, 4)
        self.code.op("jalr", ZERO, RA, 0, 0)

    def generator_prologue(self, into: Code) -> None:
        """Calling a generator function makes its frame; the body starts with the first `next`."""
        start = self.code.fresh("start")
        count = len(self.scope.parameters) + (1 if ".closure" in self.slots else 0)
        into.label(self.label)
        into.mark((self.file, line_of(self.scope.node), self.name))
        if ".closure" in self.slots:
            into.store(A0, TOP, 8 + 4 * self.slots[".closure"])
        words = 5 + len(self.slots) + self.most
        if words <= MOST_GENERATOR_WORDS:
            self.make_generator(into, words, count, start)
        else:
            into.constant(A0, words)
            into.constant(A0 + 1, count)
            into.address(A0 + 2, start)
            into.jump(self.linker.raw_label("new_generator"))
        into.label(start)
        self.make_cells(into)

    def make_generator(self, into: Code, words: int, count: int, start: str) -> None:
        """new_generator in place: the generator's object, whose first slots are the arguments."""
        self.linker.flag("HAS_GEN")
        into.op("addi", A0, HP, 0, 1)
        into.op("addi", HP, HP, 0, 4 * words)
        into.constant(A0 + 1, words << 8 | TYPES["GEN"])
        into.store(A0 + 1, A0, -1)
        into.address(A0 + 1, start)
        into.store(A0 + 1, A0, FIXED["GEN_RESUME"])
        for name in ("GEN_RA", "GEN_FP", "GEN_TOP"):
            into.store(ZERO, A0, FIXED[name])
        for index in range(count):
            into.load(A0 + 1, TOP, 8 + 4 * index)
            into.store(A0 + 1, A0, GENERATOR_SLOTS + 4 * index)
        into.constant(A0 + 1, HOLE)
        for index in range(count, words - 5):
            into.store(A0 + 1, A0, GENERATOR_SLOTS + 4 * index)
        into.op("jalr", ZERO, RA, 0, 0)
