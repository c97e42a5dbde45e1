# ruff: noqa: N802 (methods are named after the nodes that they compile)
"""Assignment: names, attributes, subscripts, unpacking, and augmented assignment."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable

from turingrad.python.programs.assembler import A0, A1, FP
from turingrad.python.programs.calls import Calls
from turingrad.python.programs.expressions import OPERATORS
from turingrad.python.programs.inline import BITS, T0, T1
from turingrad.python.programs.layout import TYPES
from turingrad.python.programs.names import Held

IN_PLACE = {
    ast.Add: "iadd",
    ast.Sub: "isub",
    ast.Mult: "imul",
    ast.BitOr: "ior",
    ast.BitAnd: "iand",
    ast.BitXor: "ixor",
}
IN_PLACE_NAMES = {
    ast.Div: "__itruediv__",
    ast.FloorDiv: "__ifloordiv__",
    ast.Mod: "__imod__",
    ast.Pow: "__ipow__",
    ast.MatMult: "__imatmul__",
    ast.LShift: "__ilshift__",
    ast.RShift: "__irshift__",
}


class Assignments(Calls):
    """Storing a0 somewhere."""

    def assign(self, target: ast.expr) -> None:
        """a0 becomes the value of a target."""
        match target:
            case ast.Name(id=name):
                self.store_name(target, name)
            case Held(slot=slot):
                self.code.store(A0, FP, self.offset(slot))
            case ast.Attribute():
                self.store_attribute(target)
            case ast.Subscript():
                self.store_item(target)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                self.unpack(target, parts)
            case _:
                self.refuse(target, f"an assignment to {type(target).__name__}", "assign to a name first")

    def store_item(self, target: ast.Subscript) -> None:
        if self.is_simple(target.value) and self.is_simple(target.slice):
            self.code.move(A0 + 2, A0)
            self.load_simple(target.value, A0)
            self.load_simple(target.slice, A1)
            self.mark(target)
            self.raw("set_item")
            return
        slot = self.save()
        if isinstance(target.slice, ast.Slice):
            part = target.slice
            value = Held(slot)
            nodes = [target.value, *(each or ast.Constant(None) for each in (part.lower, part.upper, part.step)), value]
            self.arguments(nodes)
            self.release()
            self.mark(target)
            self.call_managed("set_slice")
            return
        self.two(target.value, target.slice)
        self.restore(slot, A0 + 2)
        self.release()
        self.mark(target)
        self.raw("set_item")

    def unpack(self, target: ast.expr, parts: list[ast.expr]) -> None:
        stars = [index for index, each in enumerate(parts) if isinstance(each, ast.Starred)]
        self.mark(target)
        if stars:
            self.to_callee(A0, 0)
            self.constant(A0, stars[0])
            self.to_callee(A0, 1)
            self.constant(A0, len(parts) - stars[0] - 1)
            self.to_callee(A0, 2)
            self.call_managed("unpack_star")
            self.raw("items_of")
        else:
            self.unpack_tuple(len(parts))
        targets = [each.value if isinstance(each, ast.Starred) else each for each in parts]
        if self.unpack_names(targets):
            return
        slot = self.save()
        names = all(isinstance(each, ast.Name) for each in targets)
        slots = [slot if names else self.temporary() for _ in targets]
        for index in range(0 if names else len(targets)):  # all items are taken before anything is assigned
            self.restore(slot, A0)
            self.code.load(A0, A0, 4 * index + 3)
            self.code.store(A0, FP, self.offset(slots[index]))
        for index, each in enumerate(targets):
            self.restore(slots[index], A0)
            if names:
                self.code.load(A0, A0, 4 * index + 3)
            self.assign(each)
        self.release(1 if names else len(targets) + 1)

    def unpack_names(self, targets: list[ast.expr]) -> bool:
        """Items of what is in a0 to names that lie in the frame, if all do: nothing else can happen in between."""
        places = [self.resolve(each.id) for each in targets if isinstance(each, ast.Name)]
        if len(places) < len(targets) or any(where != "local" for where, _ in places):
            return False
        for index, (_, slot) in enumerate(places):
            self.code.load(A1, A0, 4 * index + 3)
            self.code.store(A1, FP, self.offset(slot))
        if self.assigned is not None:
            self.assigned.update(each.id for each in targets if isinstance(each, ast.Name))
        return True

    def unpack_tuple(self, count: int) -> None:
        """a0 with `count` items becomes what they lie in: a tuple, or the array of a list."""
        end = self.code.fresh()
        slow = self.code.fresh()
        self.code.op("andi", T0, A0, 0, 1)
        self.code.branch("beq", T0, 0, slow)
        self.code.op("lw", T0, A0, 0, -1)
        self.code.constant(T1, (count + 1) << 8 | TYPES["TUPLE"])
        self.code.branch("beq", T0, T1, end)
        self.code.label(slow)
        self.code.constant(A1, 2 * count)
        self.raw("unpack_check")
        self.raw("items_of")
        self.code.label(end)

    def stmt_Assign(self, node: ast.Assign) -> None:
        if self.parallel(node):
            return
        self.expr(node.value)
        if len(node.targets) == 1:
            self.assign(node.targets[0])
            return
        slot = self.save()
        for target in node.targets:
            self.restore(slot, A0)
            self.assign(target)
        self.release()

    def parallel(self, node: ast.Assign) -> bool:
        """`a, b = b, a` without a tuple."""
        target, value = node.targets[0], node.value
        if (
            len(node.targets) != 1
            or not isinstance(target, ast.Tuple | ast.List)
            or not isinstance(value, ast.Tuple | ast.List)
        ):
            return False
        stars = any(isinstance(each, ast.Starred) for each in (*target.elts, *value.elts))
        if stars or len(target.elts) != len(value.elts) or not value.elts:
            return False
        kept = []
        for each in value.elts:
            self.expr(each)
            kept.append(self.save())
        for slot, each in zip(kept, target.elts, strict=True):
            self.restore(slot, A0)
            self.assign(each)
        self.release(len(kept))
        return True

    def stmt_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.expr(node.value)
            self.assign(node.target)

    def stmt_AugAssign(self, node: ast.AugAssign) -> None:
        """The target's object and index are computed once."""
        target = copy.copy(node.target)
        held: list[ast.expr] = []

        def once(part: ast.expr) -> ast.expr:
            if self.is_simple(part):
                return part
            held.append(self.hold(part))
            return held[-1]

        if isinstance(target, ast.Attribute):
            match target.value:
                case ast.Call(func=ast.Name(id="type") as func, args=[of]) if self.is_class_parameter(target.value):
                    target.value = ast.copy_location(ast.Call(func, [once(of)], []), target.value)
                case ast.Attribute(value=of, attr="__class__"):
                    target.value = ast.copy_location(ast.Attribute(once(of), "__class__", ast.Load()), target.value)
                case owner if not self.keeps_meaning(owner):
                    target.value = once(owner)
        elif isinstance(target, ast.Subscript):
            target.value = once(target.value)
            target.slice = once(target.slice)
        load = copy.copy(target)
        load.ctx = ast.Load()

        def operate() -> None:
            self.operate_in_place(node.op)
            self.code.op("addi", 0, 0, 0, 1)  # the mark that makes an error say `+=`

        if isinstance(node.op, ast.Mod) and not self.runtime:
            self.linker.flag("HAS_PERCENT")
        if isinstance(node.op, ast.Add | ast.Sub):
            self.add_or_subtract(node, load, node.value, operate)
        else:
            self.operate_on(node, load, operate)
        self.assign(target)
        self.release(len(held))

    def operate_on(self, node: ast.AugAssign, load: ast.expr, operate: Callable[[], None]) -> None:
        """The new value of an operator that is no sum."""
        bits = self.power_of(node.op, node.value)
        if bits is not None:
            self.expr(load)
            self.mark(node)
            self.by_power(node.op, bits, lambda: self.operate_constant(node, operate))
            return
        self.two(load, node.value)
        self.mark(node)
        if type(node.op) in BITS and not self.runtime:
            self.bits_pair(node.op, operate)
        else:
            operate()

    def keeps_meaning(self, node: ast.expr) -> bool:
        """A name of self, a class or a module: the compiler looks at the name itself."""
        return isinstance(node, ast.Name)

    def operate_in_place(self, op: ast.operator) -> None:
        kind = type(op)
        if kind in IN_PLACE:
            self.raw(IN_PLACE[kind])
            return
        name = IN_PLACE_NAMES[kind]
        if self.linker.defines(name):
            self.to_callee(A0, 0)
            self.to_callee(A1, 1)
            self.call_managed(f"in_place{name}")
        elif kind in OPERATORS:
            self.raw(OPERATORS[kind])
        else:
            self.operate(op)

    def stmt_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            match target:
                case ast.Name(id=name):
                    self.load_name(target, name)
                    self.code.constant(A0, 1)
                    where, what = self.resolve(name)
                    if where == "local":
                        self.code.store(A0, FP, self.offset(what))
                    else:
                        self.store_name(target, name)
                    self.needs_hole.add(name)
                    if self.assigned is not None:
                        self.assigned.discard(name)
                case ast.Subscript(value=value, slice=ast.Slice() as part):
                    self.slice_of(value, part)
                    self.call_managed("delete_slice")
                case ast.Subscript(value=value, slice=index):
                    self.arguments([value, index])
                    self.mark(target)
                    self.call_managed("delete_item")
                case ast.Attribute(value=value, attr=name) if self.linker.defines("__delattr__"):
                    self.arguments([value, ast.Constant(name)])
                    self.mark(target)
                    self.call_managed("delete_attribute")
                case ast.Attribute(value=value, attr=name):
                    self.expr(value)
                    self.column(A1, name)
                    self.raw("del_attr")
                case ast.Tuple(elts=parts) | ast.List(elts=parts):
                    self.stmt_Delete(ast.copy_location(ast.Delete(parts), node))
                case _:
                    self.refuse(target, "this deletion", "delete a name or an item")
