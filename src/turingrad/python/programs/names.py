"""Names of a function: where they live, and how they are loaded and stored."""

from __future__ import annotations

import ast
import builtins
import functools
import types
from typing import Any

from turingrad.python.programs.assembler import A0, FP, ZERO
from turingrad.python.programs.layout import HOLE
from turingrad.python.programs.unit import MISSING, Unit


class Held(ast.expr):
    """A value that is already in a slot of the frame."""

    _fields = ()

    def __init__(self, slot: int) -> None:
        super().__init__()
        self.slot = slot


class Known(ast.expr):
    """A live object that the compiler knows."""

    _fields = ()

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


def known_contents(cell: types.CellType) -> Any:
    """The module, or the class of a function, that a cell holds and no statement replaces; None of other cells."""
    try:
        value = cell.cell_contents
    except ValueError:
        return None
    local = isinstance(value, type) and "<locals>" in value.__qualname__
    return value if local or isinstance(value, types.ModuleType) else None


@functools.lru_cache(maxsize=1024)
def deleted_names(function: ast.AST) -> frozenset[str]:
    """Names that a function, or one inside it, may leave without a value."""
    found = set()
    for each in ast.walk(function):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Del):
            found.add(each.id)
        elif isinstance(each, ast.ExceptHandler) and each.name:
            found.add(each.name)
    return frozenset(found)


class Names(Unit):
    """Names, and values that are held in slots."""

    def expr_Held(self, node: Held) -> None:  # noqa: N802
        self.restore(node.slot, A0)

    def expr_Known(self, node: Known) -> None:  # noqa: N802
        self.constant(A0, node.value)

    def resolve(self, name: str) -> tuple[str, Any]:
        """Where a name lives: local, cell, free (of a closure), live cell, global cell, or a live value."""
        if name in self.live_cells and name in self.scope.local:
            return "live", self.linker.cell(self.live_cells[name])
        if name in self.scope.local:
            return ("cell" if name in self.scope.cells else "local"), self.slots[name]
        if name in self.scope.free and name not in self.scope.globals:
            if name in self.live_cells:
                value = known_contents(self.live_cells[name])
                return ("live", self.linker.cell(self.live_cells[name])) if value is None else ("value", value)
            return "free", self.closure_index(name)
        if self.linker.is_stored_global(self.namespace, name):
            return "global", self.linker.global_cell(self.namespace, name)
        value = self.namespace.get(name, MISSING)
        if value is MISSING:
            value = getattr(builtins, name, MISSING)
        return "value", value

    def is_hidden(self, target: ast.expr) -> bool:
        """Whether all names of a target are a comprehension's own, which nothing outside of it sees."""
        names = [each.id for each in ast.walk(target) if isinstance(each, ast.Name)]
        return all("." in each and self.resolve(each)[0] == "local" for each in names)

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
            self.check_bound(node, name, register)
        elif where == "cell":
            self.restore(what, register)
            self.code.load(register, register, 3)
            self.check_bound(node, name, register)
        else:
            self.load_cell(where, what, register)
            self.code.load(register, register, 3)
            if (where == "free" and name not in self.sure) or where == "global":
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

    def names_set_for_good(self, inner: ast.AST) -> set[str]:
        """Names that have a value when the function `inner` is made here, and are never deleted; its own comes next."""
        found = set(self.sure)
        if self.assigned is not None:
            found |= self.assigned
            if isinstance(inner, ast.FunctionDef) and all(self.only_wraps(each) for each in inner.decorator_list):
                found.add(inner.name)
        return found - deleted_names(self.scope.node)

    def only_wraps(self, decorator: ast.expr) -> bool:
        """Whether a decorator does not call the function."""
        node = decorator.func if isinstance(decorator, ast.Call) else decorator
        return any(self.static_value(node) is each for each in (functools.cache, functools.lru_cache))

    def check_bound(self, node: ast.AST, name: str, register: int) -> None:
        if self.assigned is not None and name not in self.assigned:
            self.needs_hole.add(name)
            kind, message = "UnboundLocalError", "MSG_UNBOUND"
            if getattr(node, "is_free", False):
                kind, message = "NameError", "MSG_FREE"
            self.check_hole(register, kind, message, name.partition(".")[0])

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
        if isinstance(node, Held):
            return True
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

    def hold(self, node: ast.expr) -> ast.expr:
        """Compute a value now, into a slot; a node for it."""
        self.expr(node)
        return ast.copy_location(Held(self.save()), node)

    def load_simple(self, node: ast.expr, register: int) -> None:
        if isinstance(node, Held):
            self.restore(node.slot, register)
        elif isinstance(node, ast.Constant):
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
