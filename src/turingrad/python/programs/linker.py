"""One pass over everything that is reached: functions are compiled when something first refers to them."""

from __future__ import annotations

import ast
import copy
import types
from typing import Any

from turingrad.python.programs.assembler import A0, RA, Code
from turingrad.python.programs.builtin_calls import BuiltinCalls
from turingrad.python.programs.classes import ClassTable
from turingrad.python.programs.layout import FIXED, HOLE, MESSAGE_NUMBERS, SYSTEM_OFFSETS, TYPES
from turingrad.python.programs.raw_expressions import RawExpressions
from turingrad.python.programs.refusals import Refusal
from turingrad.python.programs.runtime_files import managed_namespace, raw_functions
from turingrad.python.programs.scopes import Scope, scope_of
from turingrad.python.programs.sources import Renamer, assigned_in, node_of
from turingrad.python.programs.stand_ins import stand_ins
from turingrad.python.programs.static import StaticObject
from turingrad.python.programs.synthesis import synthesized
from turingrad.python.programs.queries import Queries
from turingrad.python.programs.world import World

IN_PLACE = {"sum", "any", "all", "min", "max", "list", "tuple", "set", "sorted", "frozenset", "dict"}


MAKERS = {  # raw functions that make objects of a type which other code must then know
    **{"to_float": "HAS_FLOAT", "small_float": "HAS_FLOAT", "float_div": "HAS_FLOAT", "float_bits": "HAS_FLOAT"},
    **{"text_of_size": "HAS_STR", "text_char": "HAS_STR", "str_slice": "HAS_STR", "new_dict": "HAS_DICT", "new_set": "HAS_SET"},
    **{"range_of": "HAS_RANGE", "slice_object": "HAS_SLICE", "new_generator": "HAS_GEN", "view_of": "HAS_DICT"},
}


class Facts:
    """What a pass found out that the next one needs. Passes are repeated until nothing is new."""

    def __init__(self, options: dict[str, int]) -> None:
        self.flags: set[str] = set()
        self.table = ClassTable()
        self.stored_globals: set[tuple[int, str]] = set()
        self.stored_attributes: set[str] = set()
        self.loose: set[Any] = set()  # methods that are used as plain functions
        self.options = options

    def size(self) -> tuple[int, ...]:
        return (len(self.flags), len(self.stored_globals), len(self.stored_attributes), len(self.loose))


class Linker(Queries):
    """The state of one pass, and what compilers of functions ask for."""

    def __init__(self, facts: Facts) -> None:
        self.facts, self.table, self.flags = facts, facts.table, facts.flags
        self.table.number()
        self.code = Code()
        self.runtime = managed_namespace()
        self.world = World(self.table, self.flags, stand_ins(), wide="WIDE" in facts.flags)
        self.world.function_word = self.function_value
        self.world.class_word = self.class_object
        self.world.other_word = self.other_value
        self.raw_queue: list[str] = []
        self.raw_known: set[str] = set()
        self.queue: list[Any] = []
        self.labels: dict[int, str] = {}  # by id of the code object
        self.templates: dict[str, StaticObject] = {}
        self.globals: dict[tuple[int, str], StaticObject] = {}
        self.cells: dict[int, StaticObject] = {}
        self.handlers: list[tuple[int, int, str, str, str, Any]] = []
        self.alive: list[Any] = []
        self.owners = self.find_owners()
        self.began = facts.size()
        self.prepare_tables()

    # What raw functions ask

    def constant(self, name: str) -> int | None:
        if name in FIXED:
            return FIXED[name]
        if name in self.table.constants:
            return self.table.constants[name]
        if name in MESSAGE_NUMBERS:
            return 2 * MESSAGE_NUMBERS[name]
        if name.startswith("TYPE_"):
            return self.exception_number(name[5:])
        if name.startswith("HAS_") or name == "WIDE":
            return int(name in self.facts.flags)
        if name.startswith("T_"):
            value = self.constant(name[2:])
            return None if value is None else 2 * value
        if name == "EMPTY_TUPLE":
            return self.world.empty_tuple.tagged()
        if name == "EMPTY_ARRAY":
            return self.world.empty_array.tagged()
        return self.facts.options.get(name)

    def system_word(self, name: str) -> int:
        return SYSTEM_OFFSETS[name]

    def raw_label(self, name: str) -> str:
        if name not in self.raw_known:
            assert name in raw_functions() or name == "main_entry", f"no raw function {name}"
            self.raw_known.add(name)
            if name in MAKERS:
                self.flags.add(MAKERS[name])
            self.raw_queue.append(name)
        return f"raw.{name}"

    def managed_label(self, name: str) -> str:
        assert name in self.runtime, f"no managed function {name}"
        return self.function_label(self.runtime[name])

    def flag(self, name: str) -> None:
        self.flags.add(name)

    # Functions

    def find_owners(self) -> dict[Any, type]:
        """The class of each method; functions that two classes have are loose."""
        found: dict[Any, type] = {}
        for cls in self.table.classes:
            for value in vars(cls).values():
                if isinstance(value, property):
                    parts = [value.fget, value.fset]
                else:
                    parts = [value]
                for function in parts:
                    if isinstance(function, types.FunctionType):
                        if function in found:
                            self.facts.loose.add(function)
                        found[function] = cls
        return found

    def owner_of(self, function: Any) -> type | None:
        """The class of a method, also of a class that this pass has just met."""
        if function not in self.owners:
            self.owners.update(self.find_owners())
        return self.owners.get(function)

    def function_label(self, function: Any) -> str:
        """The entry of a live function."""
        code = function.__code__
        key = id(function) if function.__closure__ else id(code)
        if key not in self.labels:
            self.labels[key] = f"py.{len(self.labels)}.{code.co_name}"
            self.alive.append(function)
            self.queue.append(self.unit_of(function, self.labels[key]))
        return self.labels[key]

    def unit_of(self, function: types.FunctionType, label: str) -> BuiltinCalls:
        node = copy.deepcopy(node_of(function.__code__))
        self.prepare(node, function.__globals__)
        free = function.__code__.co_freevars
        scope = scope_of(node, None, tuple(each for each in free if each != "__class__"))
        owner = self.owner_of(function)
        unit = BuiltinCalls(self, label, scope, function.__code__.co_filename, function.__globals__, function.__qualname__, owner)
        unit.function = function
        for name, cell in zip(free, function.__closure__ or (), strict=True):
            unit.live_cells[name] = cell
        return unit

    def prepare(self, node: ast.AST, namespace: dict[str, Any]) -> None:
        """Mark generator expressions that run in place, and rename the variables of comprehensions."""
        body = node.body if isinstance(getattr(node, "body", None), list) else [node]  # type: ignore[attr-defined]
        own = set().union(*(assigned_in(each) for each in body)) if body else set()
        for each in ast.walk(node):
            if not isinstance(each, ast.Call) or len(each.args) < 1 or not isinstance(each.args[0], ast.GeneratorExp):
                continue
            if isinstance(each.func, ast.Name) and each.func.id in IN_PLACE - own and each.func.id not in namespace:
                each.args[0].in_place = True  # type: ignore[attr-defined]
            elif isinstance(each.func, ast.Attribute) and isinstance(each.func.value, ast.Constant) and each.func.attr == "join":
                each.args[0].in_place = True  # type: ignore[attr-defined]
        renamer = Renamer()
        for part in body:
            renamer.visit(part)

    def inner_unit(self, outer: Any, node: Any, name: str) -> BuiltinCalls:
        """The unit of a function inside a function."""
        scope = outer.scope.inner[id(node)]
        label = f"py.in.{len(self.labels)}.{name}"
        if id(node) not in self.labels:
            self.labels[id(node)] = label
            self.alive.append(node)
            unit = BuiltinCalls(self, label, scope, outer.file, outer.namespace, f"{outer.name}.<locals>.{name}", outer.owner)
            unit.self_name = ""
            unit.live_cells = {each: cell for each, cell in outer.live_cells.items() if each in scope.free}
            unit.outer_unit = outer
            node.unit = unit
            self.queue.append(unit)
        made: BuiltinCalls = node.unit
        return made

    def function_template(self, unit: BuiltinCalls) -> StaticObject:
        """The static object of a function: code, number of arguments, names, defaults."""
        if unit.label not in self.templates:
            arguments = getattr(unit.scope.node, "args", None)
            names, keyword, simple = signature(arguments, unit.scope)
            info = (unit.name.rpartition(".")[2], tuple(names), tuple(keyword), bool(arguments and arguments.vararg), bool(arguments and arguments.kwarg))
            if info[4]:
                self.flags.add("HAS_KWARGS")
            self.world.from_user = False
            words = [
                self.label_word(unit.label),
                2 * len(names) if simple else -2,
                self.world.word(info),
                self.world.empty_tuple,
                self.world.empty_tuple,
            ]
            self.templates[unit.label] = self.world.make(TYPES["FUNC"], words)
            self.alive.append(info)
        return self.templates[unit.label]

    def function_object(self, function: types.FunctionType) -> StaticObject:
        """The static object of a live function, with its defaults."""
        label = self.function_label(function)
        key = f"{label}/live"
        if key not in self.templates:
            unit = next((each for each in self.queue if each.label == label), None) or self.done[label]
            base = self.function_template(unit)
            made = self.world.make(TYPES["FUNC"], list(base.words))
            self.templates[key] = made
            if function.__defaults__:
                made.words[3] = self.world.word(function.__defaults__)
            names = [each.arg for each in getattr(unit.scope.node, "args", ast.arguments()).kwonlyargs] if function.__kwdefaults__ else []
            if names:
                defaults = function.__kwdefaults__ or {}
                values = [self.world.word(defaults[each]) if each in defaults else HOLE for each in names]
                made.words[4] = self.world.make(TYPES["TUPLE"], values)
        return self.templates[key]

    def cell(self, live: Any) -> StaticObject:
        """The static cell of a live closure's cell."""
        if id(live) not in self.cells:
            self.alive.append(live)
            made = self.world.make(TYPES["CELL"], [HOLE], changes=True)
            self.cells[id(live)] = made
            try:
                made.words[0] = self.world.word(self.stand_in(live.cell_contents))
            except ValueError:
                pass
            self.world.live.append(live)
        return self.cells[id(live)]

    def is_stored_global(self, namespace: dict[str, Any], name: str) -> bool:
        return (id(namespace), name) in self.facts.stored_globals

    def global_cell(self, namespace: dict[str, Any], name: str) -> StaticObject:
        key = (id(namespace), name)
        if key not in self.globals:
            made = self.world.make(TYPES["CELL"], [HOLE], changes=True)
            self.globals[key] = made
            if name in namespace:
                made.words[0] = self.world.word(self.stand_in(namespace[name]))
        return self.globals[key]

    # The work list

    def run(self, entry: Any) -> None:
        """Compile `entry` and everything that it reaches."""
        self.done: dict[str, BuiltinCalls] = {}
        start = self.raw_label("start")
        self.code.jump(start)
        self.entry = self.function_label(entry)
        self.run_queues()

    def run_queues(self) -> None:
        """Compile until nothing is left."""
        while self.queue or self.raw_queue:
            while self.raw_queue:
                self.compile_raw(self.raw_queue.pop())
            if self.queue:
                unit = self.queue.pop(0)
                self.done[unit.label] = unit
                unit.compile()
                unit.finish(self.code)
            if not self.queue and not self.raw_queue:
                self.finish_tables()

    def compile_raw(self, name: str) -> None:
        self.code.label(f"raw.{name}")
        self.code.mark(("", 0, name))
        if name == "main_entry":
            self.code.jump(self.entry, RA)
            self.code.move(A0, A0)
            self.code.jump(self.raw_label("finish"))
            return
        RawExpressions(raw_functions()[name], self.code, self).compile()

    def handler(self, unit: Any, start: str, end: str, target: str, depth: int) -> None:
        size = 0 if unit.generator else unit
        self.handlers.append((depth, len(self.handlers), start, end, target, size))

    def import_names(self, unit: Any, node: ast.Import | ast.ImportFrom) -> None:
        """Names that a function imports are globals to the compiler."""
        from importlib import import_module

        for alias in node.names:
            name = alias.asname or alias.name
            if isinstance(node, ast.Import):
                value = import_module(alias.name)
                if alias.asname is None:
                    name = alias.name.split(".")[0]
                    value = import_module(name)
            else:
                if node.level:
                    raise Refusal("a relative import inside a function", "import at the top", unit.file, node.lineno)
                value = getattr(import_module(str(node.module)), alias.name)
            unit.imported[name] = value

    def changed(self) -> bool:
        grew, self.table.grew = self.table.grew, False
        return grew or self.facts.size() != self.began

    def synthesized(self, cls: type, name: str, function: Any) -> Any:
        made = synthesized(cls, name, function)
        if made is not function:
            self.owners.setdefault(made, cls)
        return made


def signature(arguments: ast.arguments | None, scope: Scope) -> tuple[list[str], list[str], bool]:
    """Names of positional and of keyword-only parameters, and whether calls by position are all there is."""
    if arguments is None:
        return [".0"], [], True
    names = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    keyword = [each.arg for each in arguments.kwonlyargs]
    return names, keyword, not (keyword or arguments.vararg or arguments.kwarg)
