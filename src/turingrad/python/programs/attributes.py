# ruff: noqa: N802 (methods are named after the nodes that they compile)
"""Attributes of objects: columns, or a fixed offset where the class is known."""

from __future__ import annotations

import ast
import functools
import types
from typing import Any

import numpy as np

from turingrad.python.programs.assembler import A0, A1
from turingrad.python.programs.columns import CLASS_FACTS
from turingrad.python.programs.displays import Displays
from turingrad.python.programs.prepared import scope_of_function
from turingrad.python.programs.queries import BOUND
from turingrad.python.programs.unit import MISSING

NUMPY_CURE = "write it with the functions of numpy that docs/python.md lists, or pass its result"


@functools.lru_cache(maxsize=256)
def attributes_set(function: ast.FunctionDef) -> frozenset[str]:
    """The attributes of `self` that the outermost statements of a function set."""
    targets = [each for line in function.body if isinstance(line, ast.Assign) for each in line.targets]
    names = {each.arg for each in function.args.args[:1]}
    own = [each for each in targets if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name)]
    return frozenset(each.attr for each in own if isinstance(each.value, ast.Name) and each.value.id in names)


class Attributes(Displays):
    """Loading and storing attributes."""

    def expr_Attribute(self, node: ast.Attribute) -> None:
        if self.load_function_attribute(node):
            return
        value = self.static_value(node)
        if value is not MISSING:
            self.check_numpy(node, value)
            self.constant(A0, self.linker.stand_in(value))
            return
        if self.is_super(node.value):
            self.super_attribute(node)
            return
        if node.attr in ("__name__", "__qualname__", "__class__"):
            self.expr(node.value)
            if node.attr == "__class__":
                if not self.runtime and not getattr(node, "is_hidden", False):
                    self.linker.flag("HAS_CLASS_TEXT")
                self.raw("class_of")
            else:
                self.to_callee(A0, 0)
                self.call_managed("class_name" if node.attr == "__name__" else "qualified_name")
            return
        base = self.static_value(node.value)
        if isinstance(base, types.ModuleType):
            self.refuse(node, f"{base.__name__}.{node.attr}", "use what the documentation lists")
        if node.attr == "__dict__" and not self.runtime:
            self.call_function(ast.copy_location(ast.Call(node, [node.value], []), node), self.vars_function(), [])
            return
        self.linker.check_attribute(self, node)
        if node.attr in BOUND and not self.runtime:
            self.expr(node.value)
            self.constant(A1, self.linker.runtime[BOUND[node.attr]])
            self.raw("bind")
            return
        special = node.attr.startswith("__") and node.attr.endswith("__") and node.attr != "__wrapped__"
        if special and not self.runtime and node.attr not in CLASS_FACTS and not self.linker.defines(node.attr):
            self.refuse(
                node, f"{node.attr} of a built-in object as a value", "write a lambda that does it, lambda k: x[k]"
            )
        place = self.fixed_place(node)
        if place is not None:
            self.load_name(node.value, self.self_name)
            self.code.load(A0, A0, 4 * place - 1)
            if not (self.runtime and self.always_set(node.attr)):
                self.check_attribute_set(node)
            return
        self.expr(node.value)
        self.mark(node)
        shared = self.shared_place(node.attr)
        if shared is not None:
            self.load_shared(shared, lambda: self.get_by_column(node.attr))
        else:
            self.get_by_column(node.attr)

    def get_by_column(self, name: str) -> None:
        self.column(A1, name)
        self.raw("get_attr")

    def vars_function(self) -> types.FunctionType:
        """What makes a dict of the attributes of an object."""
        found: types.FunctionType = self.linker.runtime["builtin_vars"]
        return found

    def call_function(self, node: ast.Call, function: types.FunctionType, before: list[Any]) -> None:
        raise NotImplementedError

    def function_attribute(self, node: ast.Attribute) -> Any:
        """The cell of an attribute of a function that exists before the program starts; None of other attributes."""
        if self.runtime:
            return None
        what = self.static_value(node.value)
        if isinstance(node.value, ast.Name) and self.resolve(node.value.id)[0] == "live":
            what = self.live_value(node.value.id)
        if not isinstance(what, types.FunctionType):
            return None
        if node.attr not in vars(what) or node.attr == "__wrapped__":
            return None
        return self.linker.function_cell(what, node.attr)

    def live_value(self, name: str) -> Any:
        try:
            return self.live_cells[name].cell_contents
        except ValueError:
            return None

    def load_function_attribute(self, node: ast.Attribute) -> bool:
        cell = self.function_attribute(node)
        if cell is not None:
            self.word(A0, cell)
            self.code.load(A0, A0, 3)
        return cell is not None

    def check_numpy(self, node: ast.expr, value: Any) -> None:
        """Refuse what numpy has and the run time has not, by its name."""
        base = self.static_value(node.value) if isinstance(node, ast.Attribute) else None
        name = base.__name__ if isinstance(base, types.ModuleType) else ""
        if isinstance(base, np.ufunc):
            name = f"numpy.{base.__name__}"
        if name.partition(".")[0] == "numpy" and callable(value) and self.linker.stand_in(value) is value:
            assert isinstance(node, ast.Attribute)
            self.refuse(node, f"{name}.{node.attr} is not in the compiled language", NUMPY_CURE)

    def check_attribute_set(self, node: ast.Attribute) -> None:
        """An attribute that is not set yet: the general way finds the class's value, or the error."""
        fine = self.code.fresh()
        self.code.op("addi", 31, A0, 0, -1)
        self.code.branch("bne", 31, 0, fine)
        self.load_name(node.value, self.self_name)
        self.column(A1, node.attr)
        self.raw("get_attr")
        self.code.label(fine)

    def fixed_place(self, node: ast.Attribute) -> int | None:
        """The field of `self.name` if it is the same in the method's class and all below it."""
        if (
            self.owner is None
            or not isinstance(node.value, ast.Name)
            or node.value.id != self.self_name
            or not self.self_name
            or self.loose
        ):
            return None
        if not self.linker.table.prefix_holds(self.owner, node.attr):
            return None
        place: int = self.linker.table.layouts[self.owner][node.attr]
        return place

    def always_set(self, name: str) -> bool:
        """Whether `__init__` of the method's class sets an attribute of `self` in any case."""
        assert self.owner is not None
        start = vars(self.owner).get("__init__")
        if not isinstance(start, types.FunctionType) or any(name in vars(each) for each in self.owner.__mro__):
            return False
        return name in attributes_set(scope_of_function(start).node)

    def column(self, register: int, name: str) -> None:
        self.code.address(register, self.linker.column(name))

    def store_attribute(self, target: ast.Attribute, plainly: bool = False) -> None:
        """a0 becomes the attribute of an object; `plainly` as `object.__setattr__` does it."""
        cell = self.function_attribute(target)
        if cell is not None:
            self.word(A1, cell)
            self.code.store(A0, A1, 3)
            return
        base = self.static_value(target.value)
        if isinstance(base, types.ModuleType):
            self.refuse(
                target, f"{base.__name__}.{target.attr} is assigned", "keep the value in a variable of your own"
            )
        own_cells = None
        own = isinstance(target.value, ast.Name) and target.value.id == self.self_name and self.owner is not None
        storing = not plainly  # as `__init__` of a frozen dataclass does it
        if self.file.startswith("<dataclass ") and (self.owner is None or self.linker.is_frozen_class(self.owner)):
            storing = False
        if own and self.owner is not None:
            self.linker.store_slot(self.owner, target.attr)
            place = self.fixed_place(target)
            if place is not None and not (storing and self.linker.is_guarded(self.owner)):
                self.load_name(target.value, self.self_name, A1)
                self.code.store(A0, A1, 4 * place - 1)
                return
        elif isinstance(base, type) or self.is_class_parameter(target.value):
            self.linker.store_class_attribute(target.attr)
            own_cells = self.linker.own_cells(target.attr)
        else:
            self.linker.table.store_outside(target.attr)
            if self.may_be_function(target.value):
                self.linker.flag("HAS_FUNC_ATTRS")
        if self.is_simple(target.value):
            self.code.move(A0 + 2, A0)
            self.load_simple(target.value, A0)
        else:
            slot = self.save()
            self.expr(target.value)
            self.restore(slot, A0 + 2)
            self.release()
        self.mark(target)
        end = self.code.fresh()
        shared = self.shared_place(target.attr, storing)
        if shared is not None:
            other = self.code.fresh()
            self.unless_types(*shared[:2], other)
            self.code.store(A0 + 2, A0, 4 * shared[2] - 1)
            self.code.jump(end)
            self.code.label(other)
        self.code.address(A1, self.linker.column(target.attr, storing and own_cells is None))
        if own_cells is not None:
            self.code.address(A0 + 3, own_cells)
        self.raw("set_attr" if own_cells is None else "set_class_attr")
        self.code.label(end)

    def may_be_function(self, node: ast.expr) -> bool:
        """Whether a name is that of a function defined here or around, or of a parameter that is called or returned."""
        if not isinstance(node, ast.Name) or self.runtime:
            return False
        scope: Any = self.scope
        own = list(ast.walk(scope.node))
        while scope is not None:
            if any(isinstance(each, ast.FunctionDef) and each.name == node.id for each in ast.walk(scope.node)):
                return True
            scope = scope.parent
        called = {id(each.func) for each in own if isinstance(each, ast.Call)}
        stored = {id(each.value) for each in own if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)}
        returned = {id(each.value) for each in own if isinstance(each, ast.Return)}
        uses = {id(each) for each in own if isinstance(each, ast.Name) and each.id == node.id}
        return bool(uses & called) or (bool(uses & returned) and uses <= stored | returned)

    def is_class_parameter(self, node: ast.expr) -> bool:
        """`cls` of a class method, `type(self)` or `self.__class__`."""
        if isinstance(node, ast.Attribute) and node.attr == "__class__":
            return True
        if isinstance(node, ast.Call) and self.static_value(node.func) is type:
            return True
        return isinstance(node, ast.Name) and node.id == "cls"

    # super()

    def is_super(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and self.static_value(node.func) is super

    def super_place(self, node: ast.Call, name: str) -> Any:
        """What `super().name` is: the next class after the method's own that defines it."""
        if self.owner is None:
            self.refuse(node, "super() outside a method", "name the class")
        return self.linker.super_lookup(self, node, self.owner, name)

    def super_attribute(self, node: ast.Attribute) -> None:
        assert isinstance(node.value, ast.Call)
        found = self.super_place(node.value, node.attr)
        if not isinstance(found, property | types.FunctionType):
            self.refuse(node, f"super().{node.attr} that is not called", "call it, or name the class")
        self.load_receiver(node)
        if isinstance(found, property):
            self.to_callee(A0, 0)
            self.constant(A0, found.fget)
            self.code.constant(A1, 2)
            self.raw("call")
            return
        slot = self.save()
        self.constant(A0, found)
        self.code.move(A1, A0)
        self.restore(slot, A0)
        self.release()
        self.raw("bind")

    def load_receiver(self, node: ast.AST) -> None:
        """The first argument of the method."""
        function = self.scope.node
        assert isinstance(function, ast.FunctionDef)
        names = [*function.args.posonlyargs, *function.args.args]
        if not names:
            self.refuse(node, "super() in a function without parameters", "name the class")
        self.load_name(node, names[0].arg)
