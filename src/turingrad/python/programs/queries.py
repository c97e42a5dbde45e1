"""What the compiler of a function asks about the rest of the program."""

from __future__ import annotations

import ast
import functools
import inspect
import re
import sys
import types
from typing import Any

from turingrad.python.programs.classes import guards_attributes, is_descriptor
from turingrad.python.programs.columns import FLAGS, Columns
from turingrad.python.programs.layout import TYPES
from turingrad.python.programs.methods import BUILTIN_NAMES, METHODS, Computed
from turingrad.python.programs.refusals import RefusedError
from turingrad.python.programs.static import StaticObject, constant_word
from turingrad.python.programs.synthesis import checked_method
from turingrad.python.programs.tables import RICH

ALWAYS = {"__name__": "class_name", "__class__": "class_of", "__doc__": ""}


BOUND = {  # special methods of objects of Python's own, as values
    "__getitem__": "operator_getitem",
    "__contains__": "operator_contains",
    "__next__": "builtin_next",
}


KINDS = {str: "STR", list: "LIST", dict: "DICT", set: "SET", tuple: "TUPLE", int: "BIG", float: "FLOAT"}
KINDS[frozenset] = "FROZENSET"


def is_unbound_method(value: Any) -> bool:
    """Whether a live object is a method of a built-in class without its object: `str.lower`."""
    owner = getattr(value, "__objclass__", None)
    found = METHODS.get(KINDS[owner], {}).get(value.__name__) if owner in KINDS else None
    return isinstance(found, str | tuple) and not isinstance(found, Computed)


def is_bound_method(value: Any) -> bool:
    """Whether a live object is a method of a list, a dict and the like, with its object."""
    bound = isinstance(value, types.BuiltinMethodType | types.MethodWrapperType)
    return bound and type(value.__self__) in (str, list, dict, set, frozenset, tuple)


class Queries(Columns):
    """Answers from the closed world."""

    owners: dict[Any, type]
    dispatchers: dict[int, Any]
    methods: dict[str, tuple[int, frozenset[Any]]]

    def special_call(self, unit: Any, node: ast.Call) -> bool:
        return bool(unit.special(node))

    def has_rich_comparisons(self) -> bool:
        """Whether a class of the program defines comparisons, which may return anything."""
        return bool(self.table.constants.get("HAS_BOXED")) or any(
            name in vars(cls)
            for cls in self.table.classes
            for name in RICH
            if cls.__module__ not in ("builtins", "turingrad_runtime") or hasattr(cls, "has_rich_comparisons")
        )

    def known_truth(self, unit: Any, node: ast.expr) -> bool | None:
        """The truth of a condition that is decided at compile time."""
        if isinstance(node, ast.Constant):
            return bool(node.value)
        if isinstance(node, ast.Name) and unit.runtime and node.id.startswith(("HAS_", "WIDE", "STRESS")):
            return bool(self.constant(node.id))
        if isinstance(node, ast.Name) and node.id in ("TYPE_CHECKING", "__debug__"):
            return node.id == "__debug__"
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name) and node.left.id in unit.known_holes:
            right = node.comparators[0]
            if isinstance(right, ast.Name) and right.id == "HOLE" and isinstance(node.ops[0], ast.Is | ast.IsNot):
                return isinstance(node.ops[0], ast.Is)
        if isinstance(node, ast.BoolOp) and unit.runtime:
            values = [self.known_truth(unit, each) for each in node.values]
            deciding = isinstance(node.op, ast.Or)
            if deciding in values:
                return deciding
            return None if None in values else not deciding
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) and unit.runtime:
            value = self.known_truth(unit, node.operand)
            return None if value is None else not value
        return None

    def constant(self, name: str) -> int | None:
        raise NotImplementedError

    def check_attribute(self, unit: Any, node: ast.Attribute) -> None:
        """Refuse attributes that no object can have for us."""
        name = node.attr
        if name in (
            "__globals__",
            "__code__",
            "__closure__",
            "__annotations__",
        ):
            unit.refuse(node, f"the attribute {name}", "use attributes and methods of your own")
        if name == "__wrapped__":
            self.facts.flags.add("HAS_FUNC_ATTRS")

    def methods_called(self, name: str) -> frozenset[Any]:
        """What classes of the program have as a method of this name; kept until there are more classes."""
        count, found = self.methods.get(name, (-1, frozenset()))
        if count != len(self.table.classes):
            found = self.find_methods(name)
            self.methods[name] = len(self.table.classes), found
        return found

    def find_methods(self, name: str) -> frozenset[Any]:
        found = set()
        for cls in self.table.classes:
            if name in self.table.layouts.get(cls, {}):
                return frozenset()
            method = self.method_of(cls, name)
            if method is not None:
                found.add(method)
        return frozenset(found)

    def only_method(self, name: str) -> Any:
        """The one function that all classes with a method of this name have; None if there are several."""
        if name in BUILTIN_NAMES:
            return None
        found = self.methods_called(name)
        if len(found) != 1:
            return None
        (method,) = found
        if not isinstance(method, types.FunctionType) or method.__kwdefaults__ or method.__code__.co_kwonlyargcount:
            return None
        return None if method.__code__.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS) else method

    def store_slot(self, owner: type, name: str) -> None:
        self.table.store(owner, name)

    def store_class_attribute(self, name: str) -> None:
        self.facts.stored_attributes.add(name)

    def is_guarded(self, owner: type) -> bool:
        """Whether an assignment to an attribute of `self` in a method of a class runs a `__setattr__`."""
        return any(guards_attributes(cls) for cls in self.table.classes if owner in self.table.bases(cls))

    def defines(self, name: str) -> bool:
        """Whether a class of the program defines a special method."""
        return any(name in vars(cls) for cls in self.table.classes)

    def is_users(self, name: str) -> bool:
        """Whether a class of the user's defines a special method."""
        return any(name in vars(cls) for cls in self.table.classes if self.is_own_class(cls))

    def is_computed(self, name: str) -> bool:
        """Whether an attribute of some class runs code when it is read, which may raise AttributeError."""
        found = (inspect.getattr_static(cls, name, None) for cls in self.table.classes)
        return any(isinstance(each, property | functools.cached_property) or is_descriptor(each) for each in found)

    # Values

    def note_loose(self, function: Any) -> None:
        raise NotImplementedError

    def function_value(self, value: Any) -> Any:
        """The word of a function-like live object that is used as a value."""
        value = self.stand_in(value)
        if isinstance(value, type):
            return self.class_object(value, True)
        if isinstance(value, types.FunctionType):
            self.note_loose(value)
            return self.function_object(value)
        if isinstance(value, types.MethodType):
            return self.world.make(
                TYPES["METHOD"], [self.world.word(value.__func__), self.world.word(value.__self__)], changes=True
            )
        if isinstance(value, functools._lru_cache_wrapper):
            return self.cached_function(value)
        if isinstance(value, functools.partial):
            return self.partial(value)
        name = getattr(value, "__qualname__", None) or type(value).__name__
        module = getattr(value, "__module__", "") or type(value).__module__
        found = self.method_descriptor(value)
        if found is not None:
            return found
        raise RefusedError(f"{module}.{name} is used as a value", "write a function of your own around it")

    def method_descriptor(self, value: Any) -> Any:
        """`str.lower`, `list.append`: the function behind the method."""
        if is_bound_method(value):
            kind = KINDS[type(value.__self__)]
            if kind in FLAGS:
                self.facts.flags.add(FLAGS[kind])
            found = self.bound_entry(kind, value.__name__)
            words = [found, self.world.word(value.__self__)]
            return self.world.make(TYPES["METHOD"], words, changes=True) if found else None
        owner = getattr(value, "__objclass__", None)
        if owner not in KINDS:
            return None
        kind, name = KINDS[owner], value.__name__
        if kind in FLAGS:
            self.facts.flags.add(FLAGS[kind])
        if not is_unbound_method(value):
            return self.builtin_entry(kind, name) or None
        method = METHODS[kind][name]
        found = self.runtime[method] if isinstance(method, str) else method
        return self.function_object(checked_method(owner, name, found))

    def bound_entry(self, kind: str, name: str) -> Any:
        if name in BOUND:
            return self.function_object(self.runtime[BOUND[name]])
        return self.builtin_entry(kind, name)

    def other_value(self, value: Any) -> Any:
        """Objects with a stand-in of another class."""
        kind = type(value)
        if kind is re.RegexFlag:
            return constant_word(int(value))
        if kind.__module__ == "calendar" and kind.__name__ in ("_localized_month", "_localized_day"):
            names = list(value)  # calendar.month_name and the like, in the language of this process
            self.world.alive.append(names)
            return self.world.word(names)
        if value is sys.stdout or value is sys.stderr:
            return self.world.word(self.runtime["STANDARD_OUTPUT" if value is sys.stdout else "STANDARD_ERROR"])
        if kind in self.world.stand_ins:
            return self.convert_static(value, self.world.stand_ins[kind])
        return None

    def convert_static(self, value: Any, cls: type) -> StaticObject:
        """A live deque, Counter, defaultdict or Random as an instance of the run time's class."""
        maker = self.runtime.get(f"from_{cls.__name__}")
        if maker is None:
            raise RefusedError(f"an object {cls.__name__} exists before the program starts", "make it in the program")
        made = maker(value, cls)
        self.world.alive.append(made)
        self.world.by_identity[id(value)] = None
        word = self.world.word(made)
        self.world.by_identity[id(value)] = word
        self.world.live.append(value)
        return word  # type: ignore[no-any-return]

    def cached_function(self, value: Any) -> Any:
        cls = self.runtime["CachedFunction"]
        made = cls(value.__wrapped__, value.cache_parameters()["maxsize"], value.cache_parameters()["typed"])
        self.world.alive.append(made)
        return self.world.word(made)

    def stand_in(self, value: Any) -> Any:
        """What is compiled in the place of a live function or class."""
        if type(value).__name__ == "_TypedDictMeta":
            return dict
        if isinstance(value, types.FunctionType) and isinstance(
            getattr(value, "registry", None), types.MappingProxyType
        ):
            return self.dispatcher(value)
        if hasattr(type(value), "stands_for"):
            return value
        if type(value).__name__ == "_SpecialGenericAlias":  # typing.Counter, typing.Deque
            return self.stand_in(value.__origin__)
        try:
            return self.world.stand_ins.get(value, value)
        except TypeError:
            return value

    def dispatcher(self, value: Any) -> Any:
        """A function of functools.singledispatch: its functions by classes, the most special ones first."""
        if id(value) not in self.dispatchers:
            kinds = sorted((each for each in value.registry if each is not object), key=lambda each: -len(each.__mro__))
            made = self.runtime["Dispatcher"](value.registry[object], kinds, [value.registry[each] for each in kinds])
            self.dispatchers[id(value)] = made
            self.world.alive.append((value, made))
        return self.dispatchers[id(value)]

    def partial(self, value: Any) -> Any:
        cls = self.runtime["partial"]
        made = cls(value.func, *value.args, **value.keywords)
        self.world.alive.append(made)
        return self.world.word(made)
