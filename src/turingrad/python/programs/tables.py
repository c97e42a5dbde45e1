"""Tables that the run time reads: columns of attributes, class objects, flags of types, handlers."""

from __future__ import annotations

import ast
import builtins
import enum
import types
from collections.abc import Iterator
from typing import Any

from turingrad.python.programs.classes import FAMILY_OF, ClassTable, boxed_base, family_of, is_written_here
from turingrad.python.programs.constant_tables import CHANGING, fill_letters, table_words
from turingrad.python.programs.layout import NONE, TYPES
from turingrad.python.programs.lookups import Lookups
from turingrad.python.programs.methods import BUILTIN_CLASSES
from turingrad.python.programs.runtime_files import is_runtime
from turingrad.python.programs.static import StaticObject, small

RICH = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__")


class RawAddress:
    """The address of an object's first field, for raw code."""

    def __init__(self, target: Any, extra: int = 4) -> None:
        self.target, self.extra = target, extra

    def value(self) -> int:
        return self.target.address + self.extra if self.target.address >= 0 else 1 << 20


class Tables:
    """Parts of the linker that make tables."""

    world: Any
    facts: Any
    table: ClassTable
    runtime: dict[str, Any]

    def prepare_tables(self) -> None:
        self.lookups = Lookups(self.world.stand_ins)
        self.columns: dict[tuple[str, bool], StaticObject] = {}
        self.class_objects: dict[tuple[type, bool], StaticObject] = {}
        self.natives: dict[tuple[str, int], StaticObject] = {}
        self.symbols: dict[str, Any] = {}
        self.tables_made: set[str] = set()
        self.input_symbol = types.SimpleNamespace(address=-1)
        self.system_symbol = types.SimpleNamespace(address=-1)
        self.end_symbol = types.SimpleNamespace(address=-1)
        self.label_addresses: dict[str, int] = {}

    def label_word(self, label: str) -> Any:
        return lambda: self.label_addresses[label]

    def symbol(self, name: str) -> Any:
        """What raw code calls `address(name)`."""
        if name == "input":
            return RawAddress(self.input_symbol, 0)
        if name == "system":
            return RawAddress(self.system_symbol, 0)
        if name == "static_end":
            return RawAddress(self.end_symbol, 0)
        if name == "generator_done":
            return self.raw_label("generator_end")
        if name not in self.symbols:
            kind, words = TYPES["ARRAY" if name == "letters" else "RAW"], table_words(name)
            self.symbols[name] = self.world.make(kind, words, changes=name in CHANGING)
        return RawAddress(self.symbols[name])

    def raw_label(self, name: str) -> str:
        raise NotImplementedError

    def finish_tables(self) -> None:
        """Fill tables that raw code refers to; this may reach more code."""
        if "classes" in self.symbols and "classes" not in self.tables_made:
            self.tables_made.add("classes")
            made = self.symbols["classes"]
            made.words = [0] * self.table.constants["TYPE_COUNT"]
            for cls, number in (
                *self.table.numbers.items(),
                *((each, TYPES[name]) for each, name in BUILTIN_CLASSES.items()),
            ):
                user = cls.__module__ not in ("builtins", "turingrad_runtime")
                made.words[number] = self.class_object(cls, called=user)
            made.words[0] = self.class_object(int)
        if "class_texts" in self.symbols and "class_texts" not in self.tables_made:
            self.tables_made.add("class_texts")
            self.symbols["class_texts"].words = self.class_texts()
        if "attributes" in self.symbols and "attributes" not in self.tables_made:
            self.tables_made.add("attributes")
            self.symbols["attributes"].words = [*self.attribute_words(), 0]

    def class_texts(self) -> list[Any]:
        raise NotImplementedError

    def attribute_words(self) -> Iterator[Any]:
        raise NotImplementedError

    def column(self, name: str, storing: bool = False) -> Any:
        raise NotImplementedError

    def fill_late(self) -> None:
        """Tables whose words are known once all code is there."""
        fill_letters(self.symbols.get("letters"), self.world.by_value)
        if "type_flags" in self.symbols:
            flags = bytearray(-(-self.table.constants["TYPE_COUNT"] // 4) * 4)
            for cls, number in self.table.numbers.items():
                if not (
                    self.lookups.default_equality(cls)
                    or (issubclass(cls, enum.Enum) and not issubclass(cls, int | str))
                ) or family_of(cls) not in ("INSTANCE", "EXC"):
                    flags[number] = 1
            self.symbols["type_flags"].words = [
                int.from_bytes(flags[at : at + 4], "little") for at in range(0, len(flags), 4)
            ]

    def exception_number(self, name: str) -> int:
        cls = getattr(builtins, name)
        self.table.add(cls)
        return self.table.numbers.get(cls, 0)

    # Classes

    def super_column(self, unit: Any, node: ast.Call, owner: type, name: str) -> Any:
        """super() that means different classes for different objects: a column of its own."""
        key = (f"super {owner.__qualname__} {id(owner)} {name}", False)
        if key not in self.columns:
            made = self.world.make(TYPES["RAW"], [])
            self.columns[key] = made
            entries = {}
            for cls in self.table.below(owner):
                later = self.classes_after(cls, owner)
                found = next((vars(base)[name] for base in later if name in vars(base)), None)
                if found is None:  # a mixin itself, of which there are no objects, or none that get here
                    continue
                if not isinstance(found, types.FunctionType):
                    unit.refuse(node, f"super().{name} that is a method for some objects only", "name the class")
                entries[self.table.numbers[cls]] = self.function_object(found)
            made.words = [*self.span(entries), self.world.word(name), 0, *self.spread(entries)]
        return RawAddress(self.columns[key])

    def span(self, entries: dict[int, Any]) -> list[int]:
        raise NotImplementedError

    def spread(self, entries: dict[int, Any]) -> list[Any]:
        raise NotImplementedError

    def class_object(self, cls: type, called: bool = False, inside: bool = False) -> StaticObject:
        """The object of a class; what makes its instances is there only if the class may be called as a value."""
        cls = self.stand_in(cls)
        inside = inside and cls in FAMILY_OF and bool(self.table.constants.get("HAS_BOXED"))
        made: StaticObject
        if (cls, inside) in self.class_objects:
            if called:
                self.add_makers(cls, self.class_objects[cls, inside])
            return self.class_objects[cls, inside]
        if cls not in BUILTIN_CLASSES and cls is not object:
            self.table.add(cls)
        number = self.table.numbers.get(cls, TYPES.get(BUILTIN_CLASSES.get(cls, ""), 0))
        made = self.world.make(TYPES["CLASS"], [])
        self.class_objects[cls, inside] = made
        known = cls in self.table.layouts
        self.world.from_user = False
        made.words = [
            small(number),
            self.world.word(cls.__name__),
            small(self.table.words(cls) if known else 0),
            NONE,
            NONE,
            small(1 if known and family_of(cls) == "EXC" else 0),
            *self.members(cls, inside),
        ]
        if called:
            self.add_makers(cls, made)
        return made

    def add_makers(self, cls: type, made: StaticObject) -> None:
        maker = self.maker_of(cls)
        initial = self.method_of(cls, "__init__") if cls in self.table.layouts else None
        if maker is not None and made.words[3] == NONE:
            made.words[3] = self.function_object(maker)
        if isinstance(initial, types.FunctionType) and made.words[4] == NONE:
            made.words[4] = self.function_object(initial)

    def members(self, cls: type, inside: bool) -> list[int]:
        """One bit for each type number whose objects are instances; for the run time, of those laid out as such."""
        bits = 0
        if cls is object:
            bits = (1 << 256) - 1
        for each, name in BUILTIN_CLASSES.items():
            if issubclass(each, cls):
                bits |= 1 << TYPES[name]
                bits |= 1 if each is int else 0
        parts = {self.runtime["EnumText"]: str, self.runtime["EnumNumber"]: int}
        for each, number in self.table.numbers.items():
            if cls in parts and issubclass(each, enum.Enum) and issubclass(each, parts[cls]):
                bits |= 1 << number
            base = boxed_base(each)
            if base is not None and issubclass(self.world.stand_ins["box", base], cls):
                bits |= 1 << number
            if inside and base is not None:
                continue
            if issubclass(self.original(each), self.original(cls)) or issubclass(each, cls):
                bits |= 1 << number
        return [bits >> 32 * index & 0xFFFFFFFF for index in range(8)]

    def original(self, cls: type) -> type:
        return getattr(cls, "stands_for", cls)

    def maker_of(self, cls: type) -> Any:
        raise NotImplementedError

    def note_class(self, cls: type) -> None:
        raise NotImplementedError

    def constructor(self, unit: Any, node: ast.Call, cls: type) -> Any:
        """The managed function that makes an object of a built-in class."""
        self.note_class(cls)
        if issubclass(cls, BaseExceptionGroup):
            unit.refuse(
                node, f"{cls.__name__}, a group of exceptions", "raise one exception with a tuple of the others"
            )
        if is_written_here(cls):
            self.table.add(cls)
        maker = self.maker_of(cls)
        builtin = cls.__module__ == "builtins" and not issubclass(cls, BaseException)
        if maker is None and builtin and cls not in self.table.known:
            self.refuse_builtin(unit, node, cls)
        return maker

    def method_of(self, cls: type, name: str) -> Any:
        """What a class has under a name, from its MRO, without what every object has."""
        found = self.lookups.find(cls, name)
        if found is None:
            return None
        return self.synthesize(found[0], name, found[1])

    def synthesize(self, cls: type, name: str, function: Any) -> Any:
        raise NotImplementedError

    def classes_after(self, cls: type, owner: type) -> list[type]:
        """What super() of a method of `owner` searches for objects of a class."""
        order = self.table.bases(cls)
        later = order[order.index(owner) + 1 :]
        box = boxed_base(cls)
        if box is None:
            return later
        at = later.index(box)
        return [*later[:at], *self.world.stand_ins["box", box].__mro__[:-1], *later[at:]]

    def super_lookup(self, unit: Any, node: ast.Call, owner: type, name: str) -> Any:
        found = []
        for cls in self.table.below(owner):
            for base in self.classes_after(cls, owner):
                if base is not object and name in vars(base):
                    found.append(self.synthesize(base, name, vars(base)[name]))
                    break
            else:
                found.append(None)
        if owner not in self.table.numbers:
            later = [base for base in self.classes_after(owner, owner) if base is not object and name in vars(base)]
            found = [self.synthesize(later[0], name, vars(later[0])[name]) if later else None]
        kinds = {id(each) for each in found}
        if len(kinds) != 1:
            return self.super_column(unit, node, owner, name)
        if found[0] is None or not isinstance(found[0], types.FunctionType | property | classmethod | staticmethod):
            family = {"EXC": "exception", "INSTANCE": "object"}.get(family_of(owner), "container")
            plain = self.runtime.get(f"{family}{name}")
            if plain is None:
                unit.refuse(node, f"super().{name} of a built-in class", "write out what it does")
            return plain
        return found[0]

    # Columns

    def function_object(self, function: Any) -> StaticObject:
        raise NotImplementedError

    def stand_in(self, value: Any) -> Any:
        raise NotImplementedError

    def is_stored_attribute(self, name: str) -> bool:
        return name in self.facts.stored_attributes

    def is_frozen_class(self, cls: type) -> bool:
        parameters = getattr(cls, "__dataclass_params__", None)
        return bool(parameters and parameters.frozen)

    def refuse_builtin(self, unit: Any, node: ast.AST, target: Any) -> None:
        name = getattr(target, "__qualname__", None) or getattr(target, "__name__", repr(target))
        module = getattr(target, "__module__", "") or ""
        module = "os" if module == "posix" else module
        shown = f"{module}.{name}" if module not in ("", "builtins") else name
        unit.refuse(node, f"{shown} is not in the compiled language", "write it out in Python")

    def is_user(self, path: str) -> bool:
        return not is_runtime(path)
