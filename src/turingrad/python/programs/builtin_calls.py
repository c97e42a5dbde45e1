# ruff: noqa: N802 (methods are named after the nodes that they compile)
"""Calls of Python's built-in functions that are compiled in place, and the whole of a function."""

from __future__ import annotations

import ast
import builtins
import re
from collections import namedtuple
from typing import Any

from turingrad.python.programs.assembler import A0, A1, ZERO
from turingrad.python.programs.inline import T0
from turingrad.python.programs.layout import FALSE, TYPES
from turingrad.python.programs.local_classes import make_classes
from turingrad.python.programs.names import Known
from turingrad.python.programs.special_calls import SpecialCalls
from turingrad.python.programs.unit import MISSING

FLAGS_OF = {  # which argument the flags are
    **dict.fromkeys(("match", "search", "fullmatch", "findall", "finditer"), 2),
    "compile": 1,
    "split": 3,
    "sub": 4,
    "subn": 4,
}
TAKEN_WHOLE = {"min", "max", "list", "tuple", "set", "sorted", "frozenset", "dict"}
REFUSED = {
    "input": "pass the text as an argument",
    "open": "pass the contents as an argument",
    "eval": "write the expression out",
    "exec": "write the code out",
    "globals": "use a dict of your own",
    "locals": "use a dict of your own",
    "dir": "name the attributes",
    "compile": "write the code out",
    "__import__": "import at the top",
}


class BuiltinCalls(SpecialCalls):
    """The complete compiler of one managed function."""

    function: Any = None
    known_holes: set[str]
    outer_unit: Any = None

    def compile(self) -> None:
        self.handled = []
        self.known_holes = set()
        self.imported: dict[str, Any] = {}
        node = self.scope.node
        for name in self.scope.parameters:
            self.slots[name] = len(self.slots)
        if any(each not in self.live_cells for each in self.scope.free):
            self.slots[".closure"] = len(self.slots)
        for name in sorted(self.scope.local - set(self.scope.parameters)):
            self.slots[name] = len(self.slots)
        self.needs_hole |= self.scope.cells
        self.assigned = set(self.scope.parameters)
        self.find_stores()
        self.find_classes(node)
        if isinstance(node, ast.GeneratorExp):
            self.run_generator_expression(node)
        elif isinstance(node, ast.Lambda):
            self.expr(node.body)
            self.leave()
        elif isinstance(node, ast.AsyncFunctionDef):
            self.refuse(node, "an async function", "use an ordinary one")
        else:
            assert isinstance(node, ast.FunctionDef)
            self.body(node.body)
            if self.assigned is not None:
                self.constant(A0, None)
                self.leave()

    def find_stores(self) -> None:
        """Globals that this function assigns, and what it imports."""
        self.linker.facts.stored_globals |= {(id(self.namespace), name) for name in self.scope.stored_globals}
        for each in self.scope.imports:
            self.linker.import_names(self, each)

    def find_classes(self, node: ast.AST) -> None:
        """The classes that this function defines, which are known now; what their methods use of it is in cells."""
        nodes = self.scope.class_statements
        if not nodes:
            return
        known = self.linker.facts.local_classes
        key = (id(self.function.__code__ if self.function else self.outer_unit.name), self.file, nodes[0].lineno)
        if key not in known:
            known[key] = make_classes(self, nodes)
        found = known[key]
        self.imported.update(found.classes)
        self.live_cells.update(found.cells)
        self.scope.cells.difference_update(found.cells)
        self.needs_hole.difference_update(found.cells)
        if found.cells:
            self.constant(A0, found.entered)
            self.to_callee(A0, 0)
            self.call_managed("enter_once")
        for name in self.scope.parameters:
            if name in found.cells:
                self.restore(self.slots[name], A0)
                self.store_name(node, name)

    def resolve(self, name: str) -> tuple[str, Any]:
        unit: Any = self
        while unit is not None:
            if name in getattr(unit, "imported", ()):
                return "value", unit.imported[name]
            unit = unit.outer_unit
        return super().resolve(name)

    def stmt_Import(self, node: ast.Import | ast.ImportFrom) -> None:
        pass

    stmt_ImportFrom = stmt_Import  # noqa: N815

    def special(self, node: ast.Call) -> bool:
        """Compile a call of a built-in in place; False if it is like any other."""
        if self.runtime and isinstance(node.func, ast.Name) and node.func.id == "method" and len(node.args) == 2:
            return self.find_special(node)
        if self.is_known_hole(node):
            self.code.constant(A0, 1)
            return True
        if not self.runtime and (self.write_to_stream(node) or self.write_plainly(node) or self.call_base_method(node)):
            return True
        self.take_joined(node)
        target = self.static_value(node.func)
        if target is MISSING or not callable(target):
            return False
        if target is namedtuple and not self.runtime and self.make_named_tuple(node):
            return True
        if getattr(target, "__module__", "") == "re" and target.__name__ in FLAGS_OF:
            self.read_pattern(node, target)
        name = getattr(target, "__name__", "")
        if getattr(builtins, name, None) is not target:
            return False
        if name in REFUSED:
            self.refuse(node, f"{name}() is not in the compiled language", REFUSED[name])
        first = node.args[0] if node.args else None
        in_place = isinstance(first, ast.GeneratorExp) and getattr(first, "in_place", False)
        if in_place and isinstance(first, ast.GeneratorExp) and self.reduce(name, node, first):
            return True
        if first is not None and self.reduce_mapping(name, node, first):
            return True
        handler = getattr(self, f"call_{name}", None)
        return bool(handler and handler(node))

    def make_named_tuple(self, node: ast.Call) -> bool:
        """A named tuple that a function makes of constants: its class is known now."""
        known = self.linker.facts.local_classes
        key = (self.file, node.lineno, node.col_offset)
        if key not in known:
            try:
                given = [ast.literal_eval(each) for each in node.args]
                named = {str(each.arg): ast.literal_eval(each.value) for each in node.keywords}
            except ValueError:
                return False
            known[key] = namedtuple(*given, **named, module=self.namespace.get("__name__"))
        self.constant(A0, known[key])
        return True

    def read_pattern(self, node: ast.Call, target: Any) -> None:
        """A regular expression that is a constant is read now: the call gets the pattern itself."""
        flags: Any = next((each.value for each in node.keywords if each.arg == "flags"), None)
        place = FLAGS_OF.get(target.__name__, 0)
        if flags is None and place and len(node.args) > place:
            flags = node.args[place]
        text = self.known_value(node.args[0]) if node.args else MISSING
        value = 0 if flags is None else self.known_value(flags)
        if not isinstance(text, str) or value is MISSING:
            return
        try:
            pattern = re.compile(text, value)
        except re.error as error:
            self.refuse(node, f"the regular expression {text!r}: {error}", "correct it")
        node.args[0] = ast.copy_location(Known(pattern), node)

    def known_value(self, node: ast.expr) -> Any:
        """The value of a constant, of a name that is never assigned, or of flags that are joined by `|`."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            one, two = self.known_value(node.left), self.known_value(node.right)
            return MISSING if one is MISSING or two is MISSING else one | two
        return self.static_value(node)

    def is_known_hole(self, node: ast.expr) -> bool:
        """In the run time: a search for special methods that no class has."""
        if not self.runtime or not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return False
        if node.func.id == "method":
            return not self.linker.any_entries(ast.literal_eval(node.args[1]))
        return node.func.id in ("dunder", "rich_method") and all(map(self.is_known_hole, node.args[2:]))

    def stmt_Assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if self.runtime and isinstance(target, ast.Name):
            self.known_holes.discard(target.id)
            if self.is_known_hole(node.value):
                self.known_holes.add(target.id)
        super().stmt_Assign(node)

    def find_special(self, node: ast.Call) -> bool:
        """method(x, "__add__") of the run time: the function, or HOLE; no code if no class has it."""
        name = ast.literal_eval(node.args[1])
        if not self.linker.any_entries(name):
            self.code.constant(A0, 1)
            return True
        self.expr(node.args[0])
        self.column(A1, name)
        self.raw("find_method")
        return True

    def call_isinstance(self, node: ast.Call) -> bool:
        if len(node.args) != 2:
            return False
        if self.test_type(node):
            self.code.op("slli", A0, T0, 0, 2)
            self.code.op("addi", A0, A0, 0, FALSE)
            return True
        tested = self.tested_classes(node.args[1])
        if tested is None:
            self.two(node.args[0], node.args[1])
        else:
            self.expr(node.args[0])
            self.code.address(A1, tested)
        self.raw("is_instance")
        self.to_bool()
        return True

    def test_type(self, node: ast.expr) -> bool:
        """Whether this is isinstance of one class whose types follow each other: then t0 is 1 if it holds, else 0."""
        if not isinstance(node, ast.Call) or len(node.args) != 2 or node.keywords:
            return False
        value = self.static_value(node.args[1])
        starred = any(isinstance(each, ast.Starred) for each in node.args)
        if starred or self.static_value(node.func) is not isinstance or not isinstance(value, type):
            return False
        bits = sum(word << 32 * index for index, word in enumerate(self.linker.class_object(value).words[6:]))
        first = (bits & -bits).bit_length() - 1
        count = (bits >> max(first, 0)).bit_count()
        if first <= 0 or bits >> first != (1 << count) - 1:
            return False
        end = self.code.fresh()
        self.expr(node.args[0])
        self.code.op("andi", T0, A0, 0, 1)
        self.code.branch("beq", T0, ZERO, end)
        self.code.op("lbu", T0, A0, 0, -1)
        self.code.op("addi", T0, T0, 0, -first)
        self.code.op("sltiu", T0, T0, 0, count)
        self.code.label(end)
        return True

    def tested_classes(self, node: ast.expr) -> Any:
        """Classes that are only compared with: nothing that makes their instances is needed for it."""
        if isinstance(node, ast.Tuple):
            parts = [self.tested_classes(each) for each in node.elts]
            if not parts or any(each is None for each in parts):
                return None
            return self.linker.world.make(TYPES["TUPLE"], parts)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return self.tested_classes(ast.Tuple([node.left, node.right], ast.Load()))
        value = self.static_value(node)
        return self.linker.class_object(value, inside=self.runtime) if isinstance(value, type) else None

    def call_super(self, node: ast.Call) -> None:
        if not isinstance(node.func, ast.Attribute):
            self.refuse(node, "super() that is kept", "call a method on it at once")
        super().call_super(node)
