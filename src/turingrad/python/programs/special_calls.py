"""Built-in functions that are compiled in place."""

from __future__ import annotations

import ast
import sys

from turingrad.python.programs.assembler import A0, A1
from turingrad.python.programs.classes import BOXES, boxed_base
from turingrad.python.programs.handlers import Handlers
from turingrad.python.programs.method_calls import BASE_METHODS
from turingrad.python.programs.names import Held
from turingrad.python.programs.patterns import Patterns


class SpecialCalls(Patterns, Handlers):
    """Built-ins by name: `call_NAME` compiles a call of NAME, or says that it is like any other."""

    def call_len(self, node: ast.Call) -> bool:
        if len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
            return False
        self.expr(node.args[0])
        self.mark(node)
        self.list_length(lambda: self.raw("length"))
        return True

    def call_iter(self, node: ast.Call) -> bool:
        return self.one_argument(node, "iterate")

    def one_argument(self, node: ast.Call, name: str) -> bool:
        if len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
            return False
        self.expr(node.args[0])
        self.mark(node)
        self.raw(name)
        return True

    def call_list(self, node: ast.Call) -> bool:
        return self.one_argument(node, "to_list")

    def call_tuple(self, node: ast.Call) -> bool:
        return self.one_argument(node, "to_tuple")

    def call_set(self, node: ast.Call) -> bool:
        self.linker.flag("HAS_SET")
        return self.one_argument(node, "to_set")

    def call_int(self, node: ast.Call) -> bool:
        return self.one_argument(node, "to_int")

    def call_type(self, node: ast.Call) -> bool:
        if not self.runtime and not getattr(node, "is_hidden", False):
            self.linker.flag("HAS_CLASS_TEXT")
        return self.one_argument(node, "class_of")

    def call_bool(self, node: ast.Call) -> bool:
        if len(node.args) != 1 or node.keywords:
            return False
        self.expr(node.args[0])
        self.raw("truth")
        self.to_bool()
        return True

    def call_float(self, node: ast.Call) -> bool:
        """float("inf") and the like."""
        if len(node.args) != 1 or not is_text(node.args[0]):
            return False
        try:
            value = float(ast.literal_eval(node.args[0]))
        except ValueError:
            return False
        self.constant(A0, value)
        return True

    def call_print(self, node: ast.Call) -> bool:
        options: dict[str, ast.expr] = {}
        for each in node.keywords:
            if each.arg not in ("sep", "end", "flush", "file"):
                self.refuse(node, f"print(..., {each.arg or '**'}=...)", "print to the standard output")
            options[each.arg] = each.value
        if self.linker.facts.options.get("DROP_PRINT"):
            self.expr_List(ast.List(node.args, ast.Load()))
            self.constant(A0, None)
            return True
        sep, end = (options.get(each, ast.Constant(None)) for each in ("sep", "end"))
        items = ast.copy_location(ast.List(node.args, ast.Load()), node)
        items.callee = node.func  # type: ignore[attr-defined]
        if "file" in options and not self.is_stream(options["file"], "stdout"):
            lost = self.is_stream(options["file"], "stderr")
            self.arguments([ast.Constant(None) if lost else options["file"], items, sep, end])
            self.mark(node)
            self.call_managed("print_to")
            return True
        plain = all(isinstance(each, ast.Constant) and isinstance(each.value, str | None) for each in (sep, end))
        self.arguments([items, sep, end])
        self.mark(node)
        self.call_managed("print_items" if plain else "print_checked")
        return True

    def is_stream(self, node: ast.expr, name: str) -> bool:
        """Whether an expression is `sys.stdout` or `sys.stderr`."""
        if isinstance(node, ast.Attribute) and node.attr == name:
            return self.static_value(node.value) is sys
        return isinstance(node, ast.Name) and node.id == name and self.static_value(node) is getattr(sys, name)

    def write_to_stream(self, node: ast.Call) -> bool:
        """sys.stdout.write(text), which gives the length."""
        target = node.func
        if not isinstance(target, ast.Attribute) or not self.is_stream(target.value, "stdout") or node.keywords:
            return False
        if target.attr not in ("write", "flush"):
            self.refuse(node, f"sys.stdout.{target.attr}", "use print")
        self.call_function(node, self.linker.runtime[f"stdout_{target.attr}"], [])
        return True

    def write_plainly(self, node: ast.Call) -> bool:
        """`object.__setattr__(o, name, value)` and the like of super(), past a `__setattr__` of the class."""
        target, given = node.func, node.args
        if not isinstance(target, ast.Attribute) or target.attr not in ("__setattr__", "__delattr__") or node.keywords:
            return False
        plain = self.linker.runtime[f"object{target.attr}"]
        if self.is_super(target.value):
            if self.super_place(target.value, target.attr) is not plain:  # type: ignore[arg-type]
                return False
            given = [ast.copy_location(ast.Name(self.scope.parameters[0], ast.Load()), node), *given]
        elif self.static_value(target.value) is not object:
            return False
        if len(given) == 3:
            self.set_plainly(node, given[0], given[1], given[2])
        else:
            self.linker.flag("HAS_STR")
            self.call_function(ast.copy_location(ast.Call(target, given, []), node), plain, [])
        return True

    def set_plainly(self, node: ast.AST, target: ast.expr, name: ast.expr, value: ast.expr) -> None:
        if isinstance(name, ast.Constant) and isinstance(name.value, str):
            self.expr(value)
            self.store_attribute(ast.copy_location(ast.Attribute(target, name.value, ast.Store()), node), plainly=True)
            return
        self.linker.flag("HAS_STR")
        self.linker.flag("SETS_COMPUTED")
        call = ast.copy_location(ast.Call(target, [target, name, value], []), node)
        self.call_function(call, self.linker.runtime["object__setattr__"], [])

    def store_item(self, target: ast.Subscript) -> None:
        """`o.__dict__[name] = a0` sets an attribute."""
        if isinstance(target.value, ast.Attribute) and target.value.attr == "__dict__" and not self.runtime:
            held = Held(self.save())
            self.set_plainly(target, target.value.value, target.slice, held)
            self.release()
            return
        super().store_item(target)

    def call_base_method(self, node: ast.Call) -> bool:
        """`list.append(x, y)`, `dict.__getitem__(d, k)`: what a built-in class does with an object."""
        target, given = node.func, node.args
        if not isinstance(target, ast.Attribute) or not given or isinstance(given[0], ast.Starred):
            return False
        base = self.static_value(target.value)
        boxed = bool(self.linker.constant("HAS_BOXED"))
        if not isinstance(base, type) or base not in BOXES or target.attr == "__init__":
            return False
        if target.attr == "__new__" and self.owner is not None and boxed_base(self.owner) is base:
            self.call_function(node, self.linker.world.stand_ins["box", base].__new__, [])
            return True
        operator = BASE_METHODS.get(target.attr)
        if operator is None and not (boxed and hasattr(base, target.attr) and not target.attr.startswith("__")):
            return False
        self.expr(given[0])
        if boxed:
            self.to_callee(A0, 0)
            self.call_managed("unboxed")
        held = Held(self.save())
        if operator is not None:
            self.call_function(
                ast.copy_location(ast.Call(target, given[1:], node.keywords), node),
                self.linker.runtime[operator],
                [held],
            )
        else:
            method = ast.copy_location(ast.Attribute(held, target.attr, ast.Load()), node)
            self.call_method(ast.copy_location(ast.Call(method, given[1:], node.keywords), node), method)
        self.release()
        return True

    def call_min(self, node: ast.Call) -> bool:
        return self.extreme(node, "min")

    def call_max(self, node: ast.Call) -> bool:
        return self.extreme(node, "max")

    def extreme(self, node: ast.Call, name: str) -> bool:
        """min and max of several arguments: of their list."""
        if len(node.args) == 2 and not node.keywords and not any(isinstance(each, ast.Starred) for each in node.args):
            self.arguments(node.args)
            self.mark(node)
            self.call_managed(f"{name}_of_two")
            return True
        if len(node.args) > 1 or (node.args and isinstance(node.args[0], ast.Starred)):
            node.args = [ast.copy_location(ast.List(node.args, ast.Load()), node)]
        if len(node.args) != 1:
            return False
        self.call_function(node, self.linker.runtime[f"{name}_items"], [])
        return True

    def call_getattr(self, node: ast.Call) -> bool:
        if len(node.args) not in (2, 3):
            return False
        if not is_text(node.args[1]):
            return self.computed_attribute(node, "dynamic_attribute")
        name = node.args[1].value  # type: ignore[attr-defined]
        if len(node.args) == 2:
            self.expr(ast.copy_location(ast.Attribute(node.args[0], name, ast.Load()), node))
            return True
        owner, default = node.args[0], node.args[2]
        held = 0 if self.is_simple(default) else 2  # it is computed even if it is not needed
        if held:
            owner, default = self.hold(owner), self.hold(default)
        self.find_attribute(node, owner, name)
        end = self.code.fresh()
        self.code.op("addi", A1, A0, 0, -1)
        self.code.branch("bne", A1, 0, end)
        self.expr(default)
        self.code.label(end)
        self.release(held)
        return True

    def find_attribute(self, node: ast.Call, owner: ast.expr, name: str) -> None:
        """An attribute, or HOLE."""
        if name == "__wrapped__":
            self.linker.flag("HAS_FUNC_ATTRS")
        self.expr(owner)
        self.column(A1, name)
        asked = self.linker.defines("__getattr__") or "HAS_FUNC_ATTRS" in self.linker.facts.flags
        if not asked and not self.linker.is_computed(name):
            self.raw("find_attr")
            return
        self.to_callee(A0, 0)
        self.to_callee(A1, 1)
        self.constant(A0, name)
        self.to_callee(A0, 2)
        self.mark(node)
        self.call_managed("attribute_or_hole")

    def call_hasattr(self, node: ast.Call) -> bool:
        if len(node.args) != 2:
            return False
        if not is_text(node.args[1]):
            return self.computed_attribute(node, "has_dynamic")
        self.find_attribute(node, node.args[0], node.args[1].value)  # type: ignore[attr-defined]
        self.code.op("addi", A0, A0, 0, -1)
        self.to_bool()
        return True

    def computed_attribute(self, node: ast.Call, function: str) -> bool:
        """getattr, hasattr or setattr with a name that is known at run time only."""
        self.linker.flag("HAS_STR")
        if function == "set_dynamic":
            self.linker.flag("SETS_COMPUTED")
        self.call_function(node, self.linker.runtime[function], [])
        return True

    def call_delattr(self, node: ast.Call) -> bool:
        if len(node.args) != 2:
            return False
        if not is_text(node.args[1]):
            self.refuse(node, "delattr() with a computed name", "name the attribute")
        target = ast.Attribute(node.args[0], node.args[1].value, ast.Del())  # type: ignore[attr-defined]
        self.stmt_Delete(ast.copy_location(ast.Delete([ast.copy_location(target, node)]), node))
        self.constant(A0, None)
        return True

    def call_setattr(self, node: ast.Call) -> bool:
        if len(node.args) != 3:
            return False
        if not is_text(node.args[1]):
            return self.computed_attribute(node, "set_dynamic")
        owner, value = node.args[0], node.args[2]
        held = 0 if self.keeps_meaning(owner) or self.is_simple(value) else 1
        target = ast.Attribute(self.hold(owner) if held else owner, node.args[1].value, ast.Store())  # type: ignore[attr-defined]
        self.expr(value)
        self.assign(ast.copy_location(target, node))
        self.release(held)
        self.constant(A0, None)
        return True


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
