"""Functions of the program: units, labels, and the static objects of those that are values."""

from __future__ import annotations

import ast
import types
from typing import Any

from turingrad.python.programs.builtin_calls import BuiltinCalls
from turingrad.python.programs.classes import is_of_runtime
from turingrad.python.programs.layout import HOLE, TYPES
from turingrad.python.programs.prepared import scope_of_function
from turingrad.python.programs.queries import Queries
from turingrad.python.programs.refusals import LIBRARY_NAMES
from turingrad.python.programs.static import StaticObject, small
from turingrad.python.programs.synthesis import is_made_new, synthesize_method, tuple_method


class Functions(Queries):
    """Functions."""

    labels: dict[int, str]
    inner_units: dict[int, BuiltinCalls]  # by the tree, which outlives this pass and must not hold it
    alive: list[Any]
    queue: list[BuiltinCalls]
    compiling: BuiltinCalls | None
    done: dict[str, BuiltinCalls]
    templates: dict[str, StaticObject]
    flags: set[str]
    searched: int  # classes whose methods have their owner

    def find_owners(self) -> dict[Any, type]:
        """The class of each method, the last of those that have it."""
        found: dict[Any, type] = {}
        self.searched = len(self.table.classes)
        for cls in self.table.classes:
            for name, value in vars(cls).items():
                if isinstance(value, property):
                    parts = [value.fget, value.fset, value.fdel]
                else:
                    parts = [value.__func__ if name == "__new__" and isinstance(value, staticmethod) else value]
                for function in parts:
                    if isinstance(function, types.FunctionType):
                        if function in found and not is_of_runtime(cls):
                            self.facts.loose.add(function)
                        found[function] = cls
        return found

    def note_loose(self, function: Any) -> None:
        """A method is used as a plain function: its first argument may be any object."""
        owner = self.owner_of(function)
        if owner is not None and not is_of_runtime(owner):
            self.facts.loose.add(function)

    def owner_of(self, function: Any) -> type | None:
        """The class of a method, also of a class that this pass has just met."""
        if function not in self.owners and len(self.table.classes) > self.searched:
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
        free = function.__code__.co_freevars
        scope = scope_of_function(function)
        owner = self.owner_of(function)
        unit = BuiltinCalls(
            self, label, scope, function.__code__.co_filename, function.__globals__, function.__qualname__, owner
        )
        unit.function, unit.loose = function, function in self.facts.loose
        self.note_users_line(unit)
        for name, cell in zip(free, function.__closure__ or (), strict=True):
            unit.live_cells[name] = cell
        return unit

    def note_users_line(self, unit: BuiltinCalls) -> None:
        """Keep the user's line because of which a function of Python's library is compiled."""
        asked = None if self.compiling is None else self.compiling.users_line()
        if asked is None:
            known = self.facts.asked
            asked = next((known[cls] for cls in known if unit.owner and issubclass(cls, unit.owner)), None)
        if asked is not None and not asked.name:
            module = str(unit.namespace.get("__name__", ""))
            asked = asked._replace(name=f"{LIBRARY_NAMES.get(module, module)}.{unit.name}")
        unit.asked = asked

    def note_class(self, cls: type) -> None:
        """Keep the user's line because of which a class is in the program."""
        asked = None if self.compiling is None else self.compiling.users_line()
        if asked is not None:
            self.facts.asked.setdefault(cls, asked)

    def inner_unit(self, outer: Any, node: Any, name: str) -> BuiltinCalls:
        """The unit of a function inside a function."""
        scope = outer.scope.inner[id(node)]
        label = f"py.in.{len(self.labels)}.{name}"
        if id(node) not in self.labels:
            self.labels[id(node)] = label
            self.alive.append(node)
            unit = BuiltinCalls(
                self, label, scope, outer.file, outer.namespace, f"{outer.name}.<locals>.{name}", outer.owner
            )
            unit.self_name = ""
            unit.live_cells = {each: cell for each, cell in outer.live_cells.items() if each in scope.free}
            unit.outer_unit, unit.asked = outer, outer.asked
            self.inner_units[id(node)] = unit
            self.queue.append(unit)
            unit.sure = set(scope.free)
        made = self.inner_units[id(node)]
        made.sure &= outer.names_set_for_good(node)
        return made

    def function_template(self, unit: BuiltinCalls) -> StaticObject:
        """The static object of a function: code, number of arguments, names, defaults."""
        if unit.label not in self.templates:
            arguments = getattr(unit.scope.node, "args", None)
            names, keyword, simple = signature(arguments)
            info = (
                unit.name.rpartition(".")[2],
                tuple(names),
                tuple(keyword),
                bool(arguments and arguments.vararg),
                bool(arguments and arguments.kwarg),
                None if unit.runtime else unit.name,
            )
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
            node: Any = unit.scope.node
            names = [each.arg for each in node.args.kwonlyargs] if function.__kwdefaults__ else []
            if not unit.runtime and vars(function).keys() - {"__wrapped__"}:
                self.flags.add("HAS_FUNC_ATTRS")
            if "HAS_FUNC_ATTRS" in self.facts.flags and not unit.runtime:
                made.changes = True
                if vars(function):
                    made.words[2] = self.information_with(function, made.words[2])
            if names:
                defaults = function.__kwdefaults__ or {}
                values = [self.world.word(defaults[each]) if each in defaults else HOLE for each in names]
                made.words[4] = self.world.make(TYPES["TUPLE"], values)
        return self.templates[key]

    def function_cell(self, function: Any, name: str) -> StaticObject:
        raise NotImplementedError

    def information_with(self, function: types.FunctionType, info: StaticObject) -> StaticObject:
        """What is known of a function, with its attributes: names and cells."""
        items: list[Any] = []
        for name in vars(function):
            items += [self.world.word(name), self.function_cell(function, name)]
        array = self.world.make(TYPES["ARRAY"], items or [0], changes=True)
        attributes = self.world.make(self.table.numbers[list], [small(len(items)), array], changes=True)
        made: StaticObject = self.world.make(TYPES["TUPLE"], [*info.words, attributes], changes=True)
        return made

    def synthesize(self, cls: type, name: str, function: Any) -> Any:
        if name == "__new__" and hasattr(cls, "_fields") and is_made_new(function):
            return tuple_method(cls, name, self.runtime["named_tuple_of"])
        made = synthesize_method(cls, name, function)
        if made is not function:
            self.owners.setdefault(made, cls)
        return made


def signature(arguments: ast.arguments | None) -> tuple[list[str], list[str], bool]:
    """Names of positional and of keyword-only parameters, and whether calls by position are all there is."""
    if arguments is None:
        return [".0"], [], True
    names = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
    keyword = [each.arg for each in arguments.kwonlyargs]
    return names, keyword, not (keyword or arguments.vararg or arguments.kwarg)
