# ruff: noqa: N802 (methods are named after the nodes that they compile)
"""Displays of lists, tuples, dicts and sets, and subscripts."""

from __future__ import annotations

import ast
import enum
from collections.abc import Sequence

from turingrad.python.programs.assembler import A0, A1, FP, TOP, ZERO
from turingrad.python.programs.conditions import Conditions
from turingrad.python.programs.guards import MOST_WORDS
from turingrad.python.programs.inline import T0
from turingrad.python.programs.layout import FIRST_ENTRIES, HOLE
from turingrad.python.programs.names import Held
from turingrad.python.programs.unit import INLINE_LIMIT, MISSING

AT_ONCE = 15  # pairs of a dict display that CPython computes before it makes the dict
MOST_ENTRIES = 60  # of a table that is made at once
SMALL = 1 << 29


def are_plain_keys(keys: Sequence[ast.expr | None]) -> bool:
    """Whether the keys of a dict display are texts and small ints, all different."""
    values = [each.value for each in keys if isinstance(each, ast.Constant)]
    plain = all(isinstance(each, str) or (type(each) is int and abs(each) < SMALL) for each in values)
    return plain and len(values) == len(keys) == len(set(values)) and 0 < len(keys) <= MOST_ENTRIES


class Displays(Conditions):
    """Displays and subscripts."""

    def expr_Tuple(self, node: ast.Tuple) -> None:
        if not node.elts:
            self.constant(A0, ())
        elif any(isinstance(each, ast.Starred) for each in node.elts):
            self.emit_starred(node.elts)
            self.raw("as_tuple_of")
        else:
            self.emit_packed(node.elts, "pack_tuple")

    def expr_List(self, node: ast.List) -> None:
        if not node.elts:
            self.raw("empty_list")
        elif any(isinstance(each, ast.Starred) for each in node.elts):
            self.emit_starred(node.elts, getattr(node, "callee", None))
        else:
            self.emit_packed(node.elts, "pack_list")

    def emit_packed(self, items: list[ast.expr], maker: str) -> None:
        """Items into neighbouring temporaries, then into an object."""
        if len(items) > INLINE_LIMIT:
            self.emit_starred(items)
            if maker == "pack_tuple":
                self.raw("as_tuple_of")
            return
        if maker == "pack_tuple" and len(items) == 2:
            self.two(*items)
            if self.runtime:
                self.raw("pair")
            else:
                self.make_short(2)
            return
        if maker == "pack_tuple" and len(items) == 1 and not self.runtime:
            self.expr(items[0])
            self.make_short(1)
            return
        first = self.temporary()
        for _ in items[1:]:
            self.temporary()
        for index, each in enumerate(items):
            self.poll_if_due()
            self.expr(each)
            self.code.store(A0, FP, self.offset(first + index))
        if not self.runtime and len(items) < MOST_WORDS:
            (self.make_tuple if maker == "pack_tuple" else self.make_list)(first, len(items))
            self.release(len(items))
            return
        if maker == "pack_tuple" and len(items) == 3:
            for index in range(3):
                self.restore(first + index, A0 + index)
            self.raw("triple")
            self.release(3)
            return
        if len(items) > 16:
            self.poll()
            self.code.constant(A0, 4 * len(items) + 64)
            self.raw("room")
        self.code.reach("addi", A0, FP, self.offset(first))
        self.code.constant(A1, len(items))
        self.raw(maker)
        self.release(len(items))

    def emit_starred(self, items: list[ast.expr], callee: ast.expr | None = None) -> None:
        """A list of items, some of which are unpacked. The error of a sole one names the function that gets it."""
        if self.runtime:
            self.collect_items(items, "empty_list", "append", "list_extend")
        elif callee is None or len(items) > 1:
            self.collect_items(items, "empty_list", "append", "extend_unpacked")
        else:
            self.collect_items(items, "empty_list", "append", "extend_arguments", self.name_in_errors(callee))

    def name_in_errors(self, callee: ast.expr) -> str:
        """How CPython names a function; "?" if only a run could tell."""
        found = self.static_value(callee)
        name, module = getattr(found, "__qualname__", None), getattr(found, "__module__", None)
        if not isinstance(name, str):
            return "?"
        return f"{name}()" if module in ("builtins", None) else f"{module}.{name}()"

    def collect_items(self, items: list[ast.expr], empty: str, add: str, extend: str, callee: str = "") -> None:
        """A list or set of items one by one; those that are unpacked extend it. `callee` is who gets them."""
        self.raw(empty)
        slot = self.save()
        for each in items:
            self.poll_if_due()
            inner = each.value if isinstance(each, ast.Starred) else each
            self.expr(inner)
            self.code.move(A1, A0)
            self.restore(slot, A0)
            if isinstance(each, ast.Starred):
                self.to_callee(A0, 0)
                self.to_callee(A1, 1)
                if callee:
                    self.constant(A0, callee)
                    self.to_callee(A0, 2)
                self.call_managed(extend)
            else:
                self.raw(add)
        self.restore(slot, A0)
        self.release()

    def expr_Dict(self, node: ast.Dict) -> None:
        self.linker.flag("HAS_DICT")
        if are_plain_keys(node.keys) and not self.runtime:
            self.fill_dict(node)
            return
        self.raw("new_dict")
        slot = self.save()
        pairs = list(zip(node.keys, node.values, strict=True))
        while pairs:
            self.poll_if_due()
            key, value = pairs[0]
            if key is None:
                self.expr(value)
                self.to_callee(A0, 1)
                self.restore(slot, A0)
                self.to_callee(A0, 0)
                self.call_managed("dict_merge")
                del pairs[0]
                continue
            count = next((index for index, (each, _) in enumerate(pairs) if each is None), len(pairs))
            count = AT_ONCE + 2 if count > AT_ONCE + 1 else count  # as CPython cuts long displays
            self.add_pairs(slot, [(key, value) for key, value in pairs[:count] if key is not None])
            del pairs[:count]
        self.restore(slot, A0)
        self.release()

    def fill_dict(self, node: ast.Dict) -> None:
        """A display whose keys are different constants: they need not be looked for, and the table never grows."""
        if len(node.keys) > FIRST_ENTRIES:
            self.code.constant(A0, len(node.keys))
            self.raw("dict_of_size")
        else:
            self.raw("new_dict")
        slot = self.save()
        for key, value in zip(node.keys, node.values, strict=True):
            assert isinstance(key, ast.Constant)
            self.poll_if_due()
            self.expr(value)
            self.code.move(A0 + 2, A0)
            self.constant(A1, key.value)
            if isinstance(key.value, str):
                self.code.load(A0 + 3, A1, 7)  # its hash
            else:
                self.code.move(A0 + 3, A1)
            self.restore(slot, A0)
            self.raw("dict_add")
        self.restore(slot, A0)
        self.release()

    def add_pairs(self, slot: int, pairs: list[tuple[ast.expr, ast.expr]]) -> None:
        """Up to 15 pairs are all computed before the first goes in, which shows if a key cannot be hashed."""
        first = self.temporaries
        if len(pairs) <= AT_ONCE and not all(isinstance(key, ast.Constant) for key, _ in pairs):
            kept = []
            for key, value in pairs:
                self.two(key, value)
                keys = self.save(A0)
                kept.append((Held(keys), Held(self.save(A1))))
                self.poll_if_due()
            pairs = list(kept)
        for key, value in pairs:
            self.poll_if_due()
            self.two(key, value)
            self.code.move(A0 + 2, A1)
            self.code.move(A1, A0)
            self.restore(slot, A0)
            self.raw("dict_set")
        self.release(self.temporaries - first)

    def expr_Set(self, node: ast.Set) -> None:
        self.linker.flag("HAS_SET")
        first = self.temporaries
        items = list(node.elts)
        if len(items) <= 2 * AT_ONCE and not any(isinstance(each, ast.Starred) for each in items):
            for index, each in enumerate(items):  # all are computed before the first goes in
                if not isinstance(each, ast.Constant):
                    self.expr(each)
                    items[index] = Held(self.save())
                    self.poll_if_due()
        self.collect_items(items, "empty_set", "set_add", "set_update_from")
        self.release(self.temporaries - first)

    def expr_Subscript(self, node: ast.Subscript) -> None:
        base = self.static_value(node.value)
        if isinstance(base, type) and issubclass(base, enum.Enum):
            self.expr(node.slice)
            self.code.move(A1, A0)
            self.constant(A0, dict(base.__members__))
            self.raw("get_item")
            return
        if isinstance(base, type) and hasattr(base, "__class_getitem__"):
            name = ast.copy_location(ast.Attribute(node.value, "__class_getitem__", ast.Load()), node)
            if self.static_value(node) is MISSING:
                self.expr(ast.copy_location(ast.Call(name, [node.slice], []), node))
            else:
                self.expr(node.value)
            return
        if isinstance(node.slice, ast.Slice):
            self.slice_of(node.value, node.slice)
            self.mark(node)
            self.take_slice(node.slice.step is None and not self.runtime)
            return
        index = self.small_constant(node.slice)
        if index is not None and not self.runtime:
            self.expr(node.value)
            self.mark(node)
            (self.constant_item if index >= 0 else self.item_from_end)(index, lambda: self.raw("get_item"))
            return
        self.two(node.value, node.slice)
        self.mark(node)
        self.list_item(lambda: self.raw("get_item"))

    def take_slice(self, plain: bool) -> None:
        """The slice whose object and parts are arguments in place; `plain` says that it has no step."""
        end = self.code.fresh()
        if plain:
            for index in range(3):
                self.code.load(A0 + index, TOP, 8 + 4 * index)
            self.raw("slice_of")
            self.code.op("addi", T0, A0, 0, -HOLE)
            self.code.branch("bne", T0, ZERO, end)  # else nothing was allocated: the arguments are still in place
        self.call_managed("get_slice")
        self.code.label(end)

    def slice_of(self, value: ast.expr, part: ast.Slice) -> None:
        """The object and the three parts of a slice as the arguments of a managed function."""
        nodes = [value, *(each or ast.Constant(None) for each in (part.lower, part.upper, part.step))]
        self.arguments(nodes)

    def expr_Slice(self, node: ast.Slice) -> None:
        self.arguments([each or ast.Constant(None) for each in (node.lower, node.upper, node.step)])
        self.call_managed("new_slice")

    def expr_Starred(self, node: ast.Starred) -> None:
        self.refuse(node, "a starred expression here", "unpack into a list first")

    def expr_Await(self, node: ast.Await) -> None:
        self.refuse(node, "await", "use ordinary calls")
