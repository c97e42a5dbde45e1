"""Classes in a closed world: type numbers, slots, and a column of entries for each attribute name."""

from __future__ import annotations

import collections
import dataclasses
import enum
import functools
import sys
from collections.abc import Iterator
from types import FunctionType, MemberDescriptorType
from typing import Any

from turingrad.python.programs.layout import FAMILIES, FIXED, TYPES
from turingrad.python.programs.refusals import RefusedError

FAMILY_OF = {tuple: "TUPLE", list: "LIST", dict: "DICT", set: "SET", frozenset: "FROZENSET"}
FIELDS = {"TUPLE": 0, "LIST": 2, "DICT": 4, "SET": 6, "FROZENSET": 6, "EXC": 7, "INSTANCE": 1}
SKIPPED = {"__module__", "__dict__", "__weakref__", "__doc__", "__annotations__", "__slots__", "__match_args__"}
OF_DICTS = ("__len__", "__bool__", "__getitem__", "__setitem__", "__delitem__", "__iter__", "__contains__", "__eq__")
OF_LISTS = (*OF_DICTS, "__add__", "__iadd__", "__mul__", "__rmul__", "__imul__")
ENUM_BASES = (object, enum.Flag, enum.IntFlag, enum.Enum, enum.IntEnum, enum.StrEnum, enum.ReprEnum, int, str)
ADDITIONS = ("__add__", "__mul__", "__rmul__")
UNASKED = {"LIST": OF_LISTS, "TUPLE": OF_LISTS, "DICT": OF_DICTS}  # what the run time does without asking the class
NUMBERS_AND_TEXTS = (int, float, str)
BOXES: dict[Any, str] = {  # what holds the value of an object whose class redefines what the run time does unasked
    list: "BoxedList",
    dict: "BoxedDict",
    tuple: "BoxedTuple",
    int: "BoxedInt",
    float: "BoxedFloat",
    str: "BoxedText",
}


def boxed_base(cls: type) -> Any:
    """The built-in class whose value an object of a class holds in an attribute, `_value_`; None of other classes."""
    key: Any = cls
    return find_boxed_base(key)


@functools.lru_cache(maxsize=4096)
def find_boxed_base(cls: Any) -> Any:
    base = next((each for each in cls.__mro__ if each in BOXES), None)
    if base is None or issubclass(cls, enum.Enum) or hasattr(cls, "stands_for") or cls.__module__ == "builtins":
        return None
    own = [each for each in cls.__mro__ if is_written_here(each) and not is_of_runtime(each)]
    if base in NUMBERS_AND_TEXTS:
        return base
    names = [each for each in UNASKED[FAMILY_OF[base]] if base is dict or each not in ADDITIONS]
    redefined = any(isinstance(vars(each).get(name), FunctionType) for each in own for name in names)
    between = any(each.__module__ == "collections" for each in cls.__mro__)  # a Counter and the like
    return base if redefined and not between else None


def base_value(value: Any) -> Any:
    """The value of a built-in class that an object of a subclass holds."""
    base: Any = boxed_base(type(value))
    if base is dict:
        return {key: dict.__getitem__(value, key) for key in dict.__iter__(value)}
    if base is str:
        return str.__str__(value)
    return base(base.__iter__(value)) if base in (list, tuple) else base.__pos__(value)


def with_stand_ins(cls: type, stand_ins: dict[Any, Any]) -> Iterator[type]:
    """The classes that a class inherits from, itself first, with what stands for Python's own."""
    replaced: set[type] = set()  # bases of what a stand-in stands for
    given: set[type] = set()
    for base in cls.__mro__:
        if base in (int, str) and issubclass(cls, enum.Enum):
            yield stand_ins["text of an enum" if base is str else "number of an enum"]
        elif base is boxed_base(cls):
            yield from stand_ins["box", base].__mro__[:-1]
        elif hasattr(stand_ins.get(base), "stands_for"):
            replaced.update(base.__mro__[1:])
            parts = [each for each in stand_ins[base].__mro__ if is_of_runtime(each) and each not in given]
            given.update(parts)
            yield from parts
        elif base not in replaced or base is object or base in FAMILY_OF:
            yield stand_ins.get(base, base)


def family_of(cls: type) -> str:
    """Which layout instances of a class have."""
    if boxed_base(cls) is not None:
        return "INSTANCE"
    for base in cls.__mro__:
        if base in FAMILY_OF:
            return FAMILY_OF[base]
        if base is BaseException:
            return "EXC"
        if base in (*NUMBERS_AND_TEXTS, bytes) and not issubclass(cls, enum.Enum):
            raise RefusedError(
                f"the class {cls.__name__} inherits from {base.__name__}", "hold the value in an attribute"
            )
    return "INSTANCE"


def data_attributes(cls: type) -> dict[str, Any]:
    """What a class itself defines, but for what Python adds."""
    return {
        name: value
        for name, value in vars(cls).items()
        if name not in SKIPPED and not isinstance(value, MemberDescriptorType)
    }


def require_usual_members(cls: type) -> None:
    """Refuse a class whose instances are read, measured or compared in a way that the run time does not ask for."""
    family, name = family_of(cls), cls.__name__
    if hasattr(cls, "stands_for") or not is_written_here(cls):
        return
    own = data_attributes(cls)
    unasked = ("__getattribute__", *UNASKED.get(family, ()))
    for each in unasked:
        if each in own and isinstance(own[each], FunctionType) and not (family != "DICT" and each in ADDITIONS):
            raise RefusedError(f"the class {name} has a {each} of its own", "hold the value in an attribute")


def only_makes_classes(meta: type) -> bool:
    """Whether all that a metaclass of the user's does is done when its classes are made."""
    parts = [value for each in meta.__mro__ if is_written_here(each) for value in vars(each).items()]
    methods = {name for name, value in parts if callable(value) or hasattr(value, "__get__")} - SKIPPED
    return methods <= {"__new__", "__init__", "__prepare__"}


def is_descriptor(value: Any) -> bool:
    """True of an object whose own class says how it is read as an attribute."""
    return isinstance(getattr(type(value), "__get__", None), FunctionType) and is_written_here(type(value))


def is_data_descriptor(value: Any) -> bool:
    """True of what comes before an attribute of the object itself."""
    return isinstance(value, property) or (is_descriptor(value) and hasattr(type(value), "__set__"))


def guards_attributes(cls: type, frozen: bool = True) -> bool:
    """Whether a class has a `__setattr__`: its own, or that of a frozen dataclass."""
    found = getattr(cls, "__setattr__", None)
    return isinstance(found, FunctionType) and (frozen or found.__code__.co_filename != "<string>")


def is_of_runtime(cls: type) -> bool:
    return cls.__module__ == "turingrad_runtime"


def is_written_here(cls: type) -> bool:
    """True of a class that is no part of Python's own library."""
    return cls.__module__.partition(".")[0] not in sys.stdlib_module_names


class ClassTable:
    """The classes of a program, their numbers, and the slots of their instances. It grows from pass to pass."""

    def __init__(self, stand_ins: dict[Any, Any]) -> None:
        self.stand_ins = stand_ins
        self.orders: dict[type, list[type]] = {}
        self.classes: list[type] = []
        self.known: set[type] = set()
        self.slot_names: dict[type, dict[str, None]] = {}  # names stored through self, or found in live instances
        self.computed: dict[str, None] = {}  # texts of a program that sets attributes with computed names
        self.outside: dict[str, None] = {}  # names stored through anything else, for classes without others that do
        self.everywhere: set[str] = set()  # names that a run stored in objects of other classes, too
        self.grew = False
        self.numbers: dict[type, int] = {}
        self.constants: dict[str, int] = {}
        self.layouts: dict[type, dict[str, int]] = {}

    def add(self, cls: type) -> None:
        if cls in self.known or cls is object or cls in FAMILY_OF:
            return
        known = type(cls) in (type, enum.EnumType) or type(cls).__name__ in ("ABCMeta", "_ProtocolMeta")
        if not known and not only_makes_classes(type(cls)):
            raise RefusedError(
                f"the class {cls.__name__} has a metaclass with methods", "use __init_subclass__ or class methods"
            )
        require_usual_members(cls)
        for base in self.bases(cls)[1:]:
            if base not in ENUM_BASES and base is not float and base.__module__ not in ("abc", "typing"):
                self.add(base)
        self.known.add(cls)
        if boxed_base(cls) is not None:
            self.store(cls, "_value_")
        self.classes.append(cls)
        self.slot_names.setdefault(cls, {})
        if dataclasses.is_dataclass(cls):
            for each in dataclasses.fields(cls):
                self.store(cls, each.name)
        self.grew = True

    def bases(self, cls: type) -> list[type]:
        """A class and those that it inherits from, as its objects are laid out: with what stands for Python's own."""
        if cls not in self.orders:
            plain = issubclass(cls, enum.Enum) or boxed_base(cls) is not None
            self.orders[cls] = list(cls.__mro__ if plain else with_stand_ins(cls, self.stand_ins))
        return self.orders[cls]

    def below(self, owner: type) -> list[type]:
        """The numbered classes that inherit from a class, itself included."""
        return [cls for cls in self.numbers if owner in self.bases(cls)]

    def hidden_base(self, cls: type) -> type | None:
        """The class of Python's own in which objects of a user's class keep more than their attributes."""
        for base in self.bases(cls)[1:]:
            if hasattr(base, "stands_for") and self.slot_names.get(base):
                return base
        return None

    def store(self, cls: type, name: str) -> None:
        """Instances of cls have an attribute called name."""
        names = self.slot_names.setdefault(cls, {})
        if name not in names:
            names[name] = None
            self.grew = True

    def store_outside(self, name: str) -> None:
        if name not in self.outside:
            self.outside[name] = None
            self.grew = True

    def store_computed(self, name: str) -> None:
        if name not in self.computed and name.isidentifier() and not name.startswith("__"):
            self.computed[name] = None
            self.grew = True

    def number(self) -> None:
        """Give every class its number for a pass: families in ranges, then exceptions and instances."""
        at = TYPES["TUPLE"]
        self.constants, self.numbers = {}, {}
        for family in FAMILIES:
            base = next(each for each, name in FAMILY_OF.items() if name == family)
            members = [cls for cls in self.classes if family_of(cls) == family]
            self.constants[family] = at
            self.constants[f"{family}_COUNT"] = len(members) + 1
            self.constants[f"LAST_{family}"] = at + len(members)
            for cls in (base, *members):
                self.numbers[cls] = at
                at += 1
        self.constants["SET_COUNT"] += self.constants["FROZENSET_COUNT"]
        self.constants["FIRST_INSTANCE"] = at
        for family in ("EXC", "INSTANCE"):
            for cls in (each for each in self.classes if family_of(each) == family):
                self.numbers[cls] = at
                at += 1
        self.constants["TYPE_COUNT"] = at
        self.constants["HAS_FLAGS"] = int(any(issubclass(each, enum.Flag) for each in self.classes))
        self.constants["HAS_REDIRECT"] = int(any(each.__name__ == "RedirectStdout" for each in self.classes))
        self.constants["HAS_BOXED"] = int(any(map(boxed_base, self.classes)))
        if at > 255:
            raise RefusedError(
                f"the program uses {at} types, and a header has a byte for them", "use fewer than 200 classes"
            )
        self.layouts = {cls: self.layout(cls) for cls in self.numbers}

    def layout(self, cls: type) -> dict[str, int]:
        """The field number of each slot: those of the base first, so that methods of a base find theirs."""
        family = family_of(cls)
        names: dict[str, None] = {} if boxed_base(cls) is None else {"_value_": None}
        for base in reversed(self.bases(cls)):
            names.update(self.slot_names.get(base, {}))
        if family in ("INSTANCE", "EXC") and cls.__module__ != "builtins" and cls.__dictoffset__ != 0:
            names |= dict.fromkeys(self.computed) if is_written_here(cls) and not issubclass(cls, enum.Enum) else {}
            if guards_attributes(cls, frozen=False):
                known = [each for each in self.classes if not is_of_runtime(each)]
                names |= {name: None for each in filter(is_written_here, known) for name in self.slot_names[each]}
            for name in (*self.outside, *sorted(self.everywhere)):
                has_owner = any(name in self.slot_names.get(each, {}) for each in self.classes)
                if name in self.everywhere or not has_owner or guards_attributes(cls, frozen=False):
                    names[name] = None
        members = collections.ChainMap(*(dict(vars(base)) for base in self.bases(cls)))
        names = {name: None for name in names if not is_data_descriptor(members.get(name))}
        if family == "TUPLE":
            return {name: index + 1 for index, name in enumerate(getattr(cls, "_fields", ()))}
        return {name: FIELDS[family] + 1 + index for index, name in enumerate(names)}

    def words(self, cls: type) -> int:
        """Words of an instance, header included."""
        return max(3, FIELDS[family_of(cls)] + 1 + len(self.layouts[cls]))

    def prefix_holds(self, cls: type, name: str) -> bool:
        """Whether slot `name` lies at the same place in cls and its subclasses, and nothing else is called so."""
        place = self.layouts.get(cls, {}).get(name)
        if place is None:
            return False
        return all(
            self.layouts[each].get(name) == place
            and not isinstance(vars(each).get(name), property | FunctionType | functools.cached_property)
            for each in self.below(cls)
        )


def type_number(name: str) -> int:
    return FIXED[name]
