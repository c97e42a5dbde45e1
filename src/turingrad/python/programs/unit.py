"""One managed function on its way to instructions: its frame, its names, and small steps that all statements use.

A value is computed into a0. Locals live in the frame, temporaries behind them. A frame is
`return address, old frame, slots`; that of a generator is a heap object, and `fp` its tagged pointer.
"""

from __future__ import annotations

import ast
import builtins
from typing import TYPE_CHECKING, Any, NoReturn

from turingrad.python.programs.assembler import A0, FP, HLIM, HP, RA, SLIM, TOP, ZERO, Code
from turingrad.python.programs.layout import FRAME_SLOTS, GENERATOR_SLOTS, HOLE, MESSAGE_NUMBERS
from turingrad.python.programs.refusals import Refusal, line_of
from turingrad.python.programs.runtime_files import is_runtime
from turingrad.python.programs.scopes import Scope

if TYPE_CHECKING:
    from turingrad.python.programs.linker import Linker

MISSING = object()
POLL_EVERY = 40  # operations that may allocate, between two polls of straight code
INLINE_LIMIT = 250  # arguments or items that lie in a frame at once


class Unit:
    """A function to be compiled: its syntax tree, scope, globals and, if it was live, its cells."""

    def __init__(
        self, linker: Linker, label: str, scope: Scope, file: str, namespace: dict[str, Any], name: str, owner: type | None = None
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
        self.loops: list[Any] = []
        self.tries: list[Any] = []
        self.line = 0
        self.since_poll = 0
        self.stubs: list[tuple[str, str]] = []
        self.generator = scope.is_generator
        self.self_name = self.find_self()

    def find_self(self) -> str:
        """The first parameter of a method, if nothing is ever assigned to it."""
        node = self.scope.node
        if self.owner is None or not isinstance(node, ast.FunctionDef):
            return ""
        names = [*node.args.posonlyargs, *node.args.args]
        if not names:
            return ""
        name = names[0].arg
        stores = (each for each in ast.walk(node) if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load))
        return "" if any(each.id == name for each in stores) or name in self.scope.cells else name

    def refuse(self, node: ast.AST, what: str, cure: str) -> NoReturn:
        raise Refusal(what, cure, self.file, line_of(node) or self.line)

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

    def managed(self, name: str) -> None:
        """Call a managed function of the run time, whose arguments are in place."""
        self.code.jump(self.linker.managed_label(name), RA)

    def to_callee(self, register: int, index: int) -> None:
        self.code.store(register, TOP, 8 + 4 * index)

    def poll(self) -> None:
        """Let the collector run if it must: nothing is in registers here."""
        stub, back = self.code.fresh("poll"), self.code.fresh("back")
        self.code.branch("bgeu", HP, HLIM, stub)
        self.code.label(back)
        self.stubs.append((stub, back))
        self.since_poll = 0

    def poll_if_due(self) -> None:
        if self.since_poll >= POLL_EVERY:
            self.poll()

    def constant(self, register: int, value: Any) -> None:
        """The word of a live object into a register."""
        self.linker.world.from_user = not self.runtime
        self.word(register, self.linker.world.word(value))

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

    def resolve(self, name: str) -> tuple[str, Any]:
        """Where a name lives: local, cell, free (of a closure), live cell, global cell, or a live value."""
        if name in self.scope.local:
            return ("cell" if name in self.scope.cells else "local"), self.slots[name]
        if name in self.scope.free and name not in self.scope.globals:
            if name in self.live_cells:
                return "live", self.linker.cell(self.live_cells[name])
            return "free", self.closure_index(name)
        if self.linker.is_stored_global(self.namespace, name):
            return "global", self.linker.global_cell(self.namespace, name)
        value = self.namespace.get(name, MISSING)
        if value is MISSING:
            value = getattr(builtins, name, MISSING)
        return "value", value

    def closure_index(self, name: str) -> int:
        return [each for each in self.scope.free if each not in self.live_cells].index(name)

    def load_name(self, node: ast.AST, name: str, register: int = A0) -> None:
        where, what = self.resolve(name)
        if where == "value":
            if what is MISSING:
                return self.unknown_name(node, name)
            self.constant(register, self.linker.stand_in(what))
        elif where == "local":
            self.restore(what, register)
            self.check_bound(name, register, "MSG_UNBOUND")
        elif where == "cell":
            self.restore(what, register)
            self.code.load(register, register, 3)
            self.check_bound(name, register, "MSG_UNBOUND")
        else:
            self.load_cell(where, what, register)
            self.code.load(register, register, 3)
            if where == "free" or where == "global":
                self.check_hole(register, "NameError", "MSG_FREE" if where == "free" else "MSG_NAME", name)
        return None

    def unknown_name(self, node: ast.AST, name: str) -> None:
        if self.runtime:
            known = self.linker.constant(name)
            if known is not None:
                self.code.constant(A0, known)
                return
        self.mark(node)
        self.throw("NameError", "MSG_NAME", name)

    def load_cell(self, where: str, what: Any, register: int) -> None:
        """The cell itself of a name that is not local."""
        if where == "free":
            self.restore(self.slots[".closure"], register)
            self.code.load(register, register, 4 * (6 + what) - 1)
        else:
            self.word(register, what)

    def check_bound(self, name: str, register: int, message: str) -> None:
        if self.assigned is not None and name not in self.assigned:
            self.needs_hole.add(name)
            self.check_hole(register, "UnboundLocalError", message, name.partition(".")[0])

    def check_hole(self, register: int, kind: str, message: str, name: str) -> None:
        fine = self.code.fresh()
        self.code.op("addi", 31, register, 0, -HOLE)
        self.code.branch("bne", 31, ZERO, fine)
        self.throw(kind, message, name)
        self.code.label(fine)

    def store_name(self, node: ast.AST, name: str) -> None:
        """a0 becomes the value of a name."""
        where, what = self.resolve(name)
        if where == "local":
            self.code.store(A0, FP, self.offset(what))
        elif where == "value":
            self.refuse(node, f"the global {name} is assigned", "declare it with `global`")
        else:
            if where == "cell":
                self.restore(what, A0 + 1)
            else:
                self.load_cell(where, what, A0 + 1)
            self.code.store(A0, A0 + 1, 3)
        if self.assigned is not None:
            self.assigned.add(name)

    def is_simple(self, node: ast.expr) -> bool:
        """Whether a value can be loaded into any register without a call, and again later."""
        if isinstance(node, ast.Constant):
            return not isinstance(node.value, bytes | complex) and node.value is not ...
        if isinstance(node, ast.Name):
            where, what = self.resolve(node.id)
            if where == "local":
                return self.assigned is None or node.id in self.assigned
            if where == "value":
                return what is not MISSING or (self.runtime and self.linker.constant(node.id) is not None)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            return type(node.operand.value) in (int, float)
        return False

    def load_simple(self, node: ast.expr, register: int) -> None:
        if isinstance(node, ast.Constant):
            self.constant(register, node.value)
        elif isinstance(node, ast.UnaryOp):
            assert isinstance(node.operand, ast.Constant)
            self.constant(register, -node.operand.value)  # type: ignore[operator]
        else:
            assert isinstance(node, ast.Name)
            where, what = self.resolve(node.id)
            if where == "value" and what is MISSING:
                self.code.constant(register, self.linker.constant(node.id) or 0)
            else:
                self.load_name(node, node.id, register)

    # The whole function

    def finish(self, into: Code) -> None:
        """Prologue, body, stubs, one after the other."""
        if self.generator:
            self.generator_prologue(into)
        else:
            self.prologue(into)
        into.lines += self.code.lines
        for stub, back in self.stubs:
            into.label(stub)
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
        self.stubs.append((stub, back))
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
        into.constant(A0, 5 + len(self.slots) + self.most)
        into.constant(A0 + 1, count)
        into.address(A0 + 2, start)
        into.jump(self.linker.raw_label("new_generator"))
        into.label(start)
        self.make_cells(into)
