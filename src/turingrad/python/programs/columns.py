"""Columns: what each type has under an attribute name."""

from __future__ import annotations

import dataclasses
import enum
import functools
import inspect
import types
from collections.abc import Iterator
from typing import Any

from turingrad.python.programs.classes import (
    boxed_base,
    family_of,
    guards_attributes,
    is_descriptor,
    is_written_here,
)
from turingrad.python.programs.layout import HOLE, NONE, TYPES
from turingrad.python.programs.methods import BUILTIN_CLASSES, MADE_BY_RUNTIME, METHODS, TYPE_OF_NAME, Computed
from turingrad.python.programs.static import StaticObject
from turingrad.python.programs.synthesis import (
    TUPLE_METHODS,
    abstract_maker,
    bound_function,
    class_function,
    is_made_new,
    tuple_method,
)
from turingrad.python.programs.tables import RawAddress, Tables

FIELD_NAMES = ("dataclass_names", "dataclass_given", "dataclass_frozen")
CLASS_FACTS: dict[str, Any] = {  # what a class itself has, beside what its objects have
    "__mro__": lambda cls: cls.__mro__,
    "__bases__": lambda cls: cls.__bases__,
    "__base__": lambda cls: cls.__base__,
    "__members__": lambda cls: cls.__members__,
    "__subclasses__": lambda cls: tuple(cls.__subclasses__()),
}
FLAGS = {
    "DICT": "HAS_DICT",
    "VIEW": "HAS_DICT",
    "SET": "HAS_SET",
    "FROZENSET": "HAS_SET",
    "STR": "HAS_STR",
    "GEN": "HAS_GEN",
    "RANGE": "HAS_RANGE",
    "SLICE": "HAS_SLICE",
    "FLOAT": "HAS_FLOAT",
    "EXC": "HAS_MESSAGES",
}


class Columns(Tables):
    """Columns of attributes."""

    def column(self, name: str, storing: bool = False) -> Any:
        storing = storing and any(map(guards_attributes, self.table.classes))
        key = (name, storing)
        if key not in self.columns:
            made = self.world.make(TYPES["RAW"], [])
            self.columns[key] = made
            self.fill_column(made, name, storing)
        return RawAddress(self.columns[key])

    def own_cells(self, name: str) -> Any:
        """A column of the cells that classes have or get for a value under a name, if a class inherits one; None if
        each class that has it defines it."""
        key = (f"{name} of its own", False)
        if key not in self.columns:
            cells = {}
            for cls, number in self.table.numbers.items():
                found = self.class_entry(cls, name) if self.is_own_class(cls) else 0
                if isinstance(found, StaticObject) and found.kind == TYPES["CELL"]:
                    cells[number] = found if name in vars(cls) else self.world.make(TYPES["CELL"], [HOLE], changes=True)
            if all(each.words[0] != HOLE for each in cells.values()):
                return None
            self.column(name).target.changes = True
            words = [*self.span(cells), self.world.word(name), 0, *self.spread(cells)]
            self.columns[key] = self.world.make(TYPES["RAW"], words)
        return RawAddress(self.columns[key])

    def class_texts(self) -> list[Any]:
        """What `repr` gives of each class, by type numbers."""
        words = [NONE] * self.table.constants["TYPE_COUNT"]
        self.world.from_user = False
        kinds = ((each, TYPES[name]) for each, name in BUILTIN_CLASSES.items())
        for cls, number in (*kinds, *self.table.numbers.items()):
            words[number] = self.world.word(repr(self.original(cls)))
        return words

    def attribute_words(self) -> Iterator[Any]:
        """Name and column of all attributes of the user's classes, for names that are computed."""
        names = dict[str, None]()
        for cls in self.table.classes:
            if cls.__module__ not in ("builtins", "turingrad_runtime") or self.original(cls) is types.SimpleNamespace:
                own = [*self.table.layouts.get(cls, ()), *vars(cls)]
                hidden = "_" if issubclass(cls, tuple | enum.Enum) else "__"  # what Python makes for named tuples
                names |= dict.fromkeys(each for each in own if not each.startswith(hidden))
        for name in names:
            self.world.from_user = False
            yield self.world.word(name)
            yield self.column(name).value

    def any_entries(self, name: str) -> bool:
        """Whether any type of the program has something under this name; makes nothing."""
        for cls in self.table.numbers:
            if name in self.table.layouts[cls] or self.method_of(cls, name) is not None:
                return True
            if name in METHODS.get(family_of(cls), {}) and self.is_active(family_of(cls)):
                return True
        return any(name in METHODS[kind] for kind in TYPE_OF_NAME if self.is_active(kind))

    def is_active(self, kind: str) -> bool:
        """Whether objects of a built-in type can exist, as far as earlier passes have seen."""
        return kind not in FLAGS or FLAGS[kind] in self.facts.flags

    def fill_column(self, made: StaticObject, name: str, storing: bool) -> None:
        self.world.from_user = False
        entries: dict[int, Any] = {}
        fallback: dict[int, Any] = {}
        for cls, number in self.table.numbers.items():
            slot = self.table.layouts[cls].get(name)
            found = self.class_entry(cls, name)
            if slot is not None:
                entries[number] = 4 * slot if not (storing and guards_attributes(cls)) else 0
                if found:
                    fallback[number] = found
            elif found:
                entries[number] = found
        for kind, number in TYPE_OF_NAME.items():
            found = self.builtin_entry(kind, name)
            if found:
                entries.setdefault(number, found)
        made.words = [*self.span(entries), self.world.word(name), 0, *self.spread(entries)]
        if fallback:
            second = self.world.make(
                TYPES["RAW"], [*self.span(fallback), self.world.word(name), 0, *self.spread(fallback)]
            )
            made.words[3] = lambda: second.address + 4

    def span(self, entries: dict[int, Any]) -> list[int]:
        return [min(entries, default=0), max(entries) - min(entries) + 1 if entries else 0]

    def spread(self, entries: dict[int, Any]) -> list[Any]:
        if not entries:
            return []
        return [entries.get(number, 0) for number in range(min(entries), max(entries) + 1)]

    def class_entry(self, cls: type, name: str) -> Any:
        """What the column of `name` holds for instances of a class."""
        if issubclass(cls, enum.Enum) and name in ("name", "value"):
            return 4 * self.table.layouts[cls].get(f"_{name}_", 0)
        if name in FIELD_NAMES:
            return self.field_names(cls, name)
        if name == "slot_places":
            places = tuple(self.table.layouts[cls].items()) if family_of(cls) == "INSTANCE" else ()
            return self.world.make(TYPES["CELL"], [self.world.word(places)], changes=True) if places else 0
        if name == "takes_attributes":
            takes = cls.__dictoffset__ != 0 and family_of(cls) == "INSTANCE" and self.is_own_class(cls)
            return self.world.make(TYPES["CELL"], [self.world.word(takes)]) if takes else 0
        if name in CLASS_FACTS:
            return self.class_fact(cls, name)
        if name == "enum_members":
            members = tuple(cls.__members__.items()) if issubclass(cls, enum.Enum) else ()
            return self.world.make(TYPES["CELL"], [self.world.word(members)], changes=True) if members else 0
        found = self.method_of(cls, name)
        if issubclass(cls, tuple) and hasattr(cls, "_fields") and name in TUPLE_METHODS:
            found = tuple_method(cls, name, self.box_maker(cls))
            if name == "_make":
                return self.world.make(TYPES["STATICM"], [self.function_object(found)])
        if found is None:
            if self.lookups.find(cls, name) is not None and not name.startswith("__"):  # the value None
                return self.class_cell(cls, name, None)
            return self.builtin_entry(family_of(cls), name)
        if isinstance(found, types.FunctionType):
            return self.function_object(found)
        if isinstance(found, property):
            return self.accessors([found.fget, found.fset, found.fdel])
        if isinstance(found, functools.cached_property):
            self.table.store(cls, name)
            return self.accessors([bound_function("cached_property", name, found.func)])
        if isinstance(found, functools.singledispatchmethod):
            return self.function_object(bound_function("dispatch", name, self.dispatcher(found.dispatcher)))
        if isinstance(found, functools.partialmethod):
            given = (found.func, found.args, tuple(found.keywords.items()))
            return self.function_object(bound_function("partialmethod", name, given))
        if isinstance(found, functools._lru_cache_wrapper):
            return self.function_object(bound_function("cached_method", name, found))
        if is_descriptor(found):
            return self.descriptor(cls, name, found)
        if isinstance(found, staticmethod):
            return self.world.make(TYPES["STATICM"], [self.world.word(found.__func__)])
        if isinstance(found, classmethod):
            return self.world.make(TYPES["CLASSM"], [self.function_object(found.__func__)])
        if type(found).__name__ == "_tuplegetter":
            if boxed_base(cls) is None:
                return 0
            return self.accessors([bound_function("item", str(getattr(cls, "_fields", ()).index(name)), found)])
        return self.class_cell(cls, name, found)

    def class_fact(self, cls: type, name: str) -> Any:
        """`__mro__` and the like of a class of the user's, and the members of an enum."""
        if not self.is_own_class(cls) or (name == "__members__" and not issubclass(cls, enum.Enum)):
            return 0
        found = CLASS_FACTS[name](cls)
        self.world.alive.append(found)
        self.world.from_user = True
        made = self.world.make(TYPES["CELL"], [self.world.word(found)], changes=True)
        self.world.from_user = False
        return made

    def field_names(self, cls: type, name: str) -> Any:
        """The names of a dataclass's fields, or of those that `__init__` takes, for the functions of `dataclasses`."""
        if not dataclasses.is_dataclass(cls):
            return 0
        if name == FIELD_NAMES[2]:
            return self.world.make(TYPES["CELL"], [self.world.word(self.is_frozen_class(cls))])
        found = dataclasses.fields(cls)
        names = (each.name for each in found if each.init or name == FIELD_NAMES[0])
        return self.world.make(TYPES["CELL"], [self.world.word(tuple(names))])

    def maker_of(self, cls: type) -> Any:
        """The function that makes objects of a class; None if an instance and `__init__` are all it takes."""
        if inspect.isabstract(cls):
            return abstract_maker(cls)
        if issubclass(cls, tuple) and hasattr(cls, "_fields") and is_made_new(cls.__new__):
            return tuple_method(cls, "make", self.box_maker(cls))
        if issubclass(cls, enum.Enum) and cls.__members__:
            return class_function(cls, "enum", self.runtime["enum_member"])
        new = self.method_of(cls, "__new__") if self.is_own_class(cls) else None
        if new is not None and family_of(cls) in ("INSTANCE", "TUPLE"):
            initial = isinstance(self.method_of(cls, "__init__"), types.FunctionType)
            return class_function(cls, "new and init" if initial else "new", getattr(new, "__func__", new))
        if self.is_own_class(cls) and family_of(cls) == "TUPLE":
            return class_function(cls, "tuple", self.runtime["container__new__"])
        return self.runtime.get(f"make_{cls.__name__}") if cls in MADE_BY_RUNTIME else None

    def box_maker(self, cls: type) -> Any:
        return None if boxed_base(cls) is None else self.runtime["new_box"]

    def is_own_class(self, cls: type) -> bool:
        """True of a class of the user's."""
        return is_written_here(cls) and cls.__module__ != "turingrad_runtime"

    def accessors(self, functions: list[Any]) -> StaticObject:
        """A property: the functions that read, write and delete it."""
        cached = functools._lru_cache_wrapper
        plain = [bound_function("cached_method", "", each) if isinstance(each, cached) else each for each in functions]
        words = [NONE if each is None else self.function_object(each) for each in (*plain, None, None)[:3]]
        made: StaticObject = self.world.make(TYPES["PROPERTY"], words)
        return made

    def descriptor(self, cls: type, name: str, found: Any) -> StaticObject:
        """An object with `__get__` and perhaps `__set__`: a property that calls them."""
        for text in vars(found).values() if hasattr(found, "__dict__") else ():
            if isinstance(text, str) and text.isidentifier() and text != name:
                self.table.store(cls, text)  # the attribute in which such objects keep the value
        kinds = [kind if hasattr(type(found), f"__{kind}__") else None for kind in ("get", "set", "delete")]
        if kinds[1] is None:
            self.table.store(cls, name)  # the object's own attribute comes first
        return self.accessors([kind and bound_function(kind, name, found) for kind in kinds])

    def class_cell(self, cls: type, name: str, value: Any) -> StaticObject:
        """A value of a class: one cell for the class that defines it."""
        found = self.lookups.find(cls, name)
        assert found is not None
        key: Any = (found[0], name)
        if key not in self.natives:
            made = self.world.make(TYPES["CELL"], [NONE], changes=self.is_stored_attribute(name))
            self.natives[key] = made
            self.world.from_user = True
            made.words[0] = self.world.word(value)
            self.world.from_user = False
            made.changes = made.changes or (isinstance(made.words[0], StaticObject) and made.words[0].changes)
        return self.natives[key]

    def dispatcher(self, value: Any) -> Any:
        raise NotImplementedError

    def builtin_entry(self, kind: str, name: str) -> Any:
        method = METHODS.get(kind, {}).get(name)
        if method is None or not self.is_active(kind):
            return 0
        if isinstance(method, int):
            return method
        if isinstance(method, tuple):
            return self.native(*method)
        if isinstance(method, Computed):
            return self.accessors([self.runtime[method]])
        made = self.function_object(self.runtime[method])
        return self.world.make(TYPES["CLASSM"], [made]) if name == "fromkeys" else made

    def native(self, name: str, count: int) -> StaticObject:
        if (name, count) not in self.natives:
            words = [self.label_word(self.raw_label(name)), 2 * count]
            self.natives[name, count] = self.world.make(TYPES["NATIVE"], words)
        return self.natives[name, count]
