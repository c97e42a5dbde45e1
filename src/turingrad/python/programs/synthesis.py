"""Methods that Python makes without a source: those of dataclasses and named tuples, written out."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import types
from functools import lru_cache
from typing import Any

from turingrad.python.programs.texts import keep_text

MADE = ("__init__", "__eq__", "__repr__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__")
ORDERS = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}


def synthesize_method(cls: type, name: str, function: Any) -> Any:
    """The method itself, or a written-out one if Python made it for a dataclass."""
    if isinstance(function, types.FunctionType) and name in ("__setattr__", "__delattr__"):
        return None if function.__code__.co_filename == "<string>" else function  # of frozen dataclasses
    if not isinstance(function, types.FunctionType) or name not in MADE:
        return function
    original = getattr(function, "__wrapped__", function)
    if not original.__code__.co_filename.startswith("<") or original.__code__.co_filename.startswith("<run time>"):
        return function
    if not dataclasses.is_dataclass(cls):
        return function
    return write_method(cls, name)


def is_made_new(function: Any) -> bool:
    """Whether Python made this `__new__`, for a named tuple."""
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    return code is not None and code.co_filename.startswith("<string")


@lru_cache(maxsize=1024)
def write_method(cls: type, name: str) -> Any:
    fields = list(dataclasses.fields(cls))
    namespace: dict[str, Any] = {"CLASS": cls}
    if name == "__init__":
        text = init_text(cls, namespace)
    elif name == "__repr__":
        inner = ", ".join(f"{each.name}={{self.{each.name}!r}}" for each in fields if each.repr)
        text = f"def __repr__(self):\n    return f'{cls.__qualname__}({inner})'\n"
    else:
        compared = [
            each.name for each in fields if (each.compare if each.hash is None else each.hash) or name != "__hash__"
        ]
        compared = [each.name for each in fields if each.compare] if name != "__hash__" else compared
        one, two = (f"({''.join(f'{who}.{each}, ' for each in compared)})" for who in ("self", "other"))
        if name == "__hash__":
            text = f"def __hash__(self):\n    return hash({one})\n"
        else:
            sign = ORDERS.get(name, "==")
            text = (
                f"def {name}(self, other):\n    if type(other) is type(self):\n        return {one} {sign} {two}\n"
                f"    return NotImplemented\n"
            )
    path = f"<dataclass {cls.__module__}.{cls.__qualname__} {name} {id(cls)}>"
    keep_text(path, text)
    exec(compile(text, path, "exec"), namespace)
    return namespace[name]


def all_fields(cls: Any) -> list[Any]:
    """The fields of a dataclass and what it passes on to `__post_init__`, in the order of the parameters."""
    left_out = dataclasses._FIELD_CLASSVAR  # type: ignore[attr-defined]
    return [each for each in cls.__dataclass_fields__.values() if each._field_type is not left_out]


def init_text(cls: type, namespace: dict[str, Any]) -> str:
    """`__init__` of a dataclass: parameters with defaults, factories, `__post_init__`."""
    parameters: list[str] = []
    keyword: list[str] = []
    body: list[str] = []
    later = []
    for each in all_fields(cls):
        target = f"self.{each.name}"
        if each._field_type is dataclasses._FIELD_INITVAR:  # type: ignore[attr-defined]
            later.append(each.name)
            given = each.default is not dataclasses.MISSING
            namespace |= {f"default_{each.name}": each.default} if given else {}
            (keyword if each.kw_only else parameters).append(f"{each.name}=default_{each.name}" if given else each.name)
            continue
        if each.default_factory is not dataclasses.MISSING:
            namespace[f"make_{each.name}"] = each.default_factory
            namespace["UNSET"] = UNSET
            made = f"make_{each.name}()"
            if not each.init:
                body.append(f"{target} = {made}")
                continue
            parameter = f"{each.name}=UNSET"
            body.append(f"{target} = {made} if {each.name} is UNSET else {each.name}")
        elif each.default is not dataclasses.MISSING:
            namespace[f"default_{each.name}"] = each.default
            if not each.init:
                body.append(f"{target} = default_{each.name}")
                continue
            parameter = f"{each.name}=default_{each.name}"
            body.append(f"{target} = {each.name}")
        else:
            if not each.init:
                continue
            parameter = each.name
            body.append(f"{target} = {each.name}")
        (keyword if each.kw_only else parameters).append(parameter)
    if hasattr(cls, "__post_init__"):
        body.append(f"self.__post_init__({', '.join(later)})")
    names = ", ".join(["self", *parameters, *(["*", *keyword] if keyword else [])])
    lines = "\n".join(f"    {each}" for each in body or ["pass"])
    return f"def __init__({names}):\n{lines}\n"


class Unset:
    """The default of parameters with a factory."""


UNSET = Unset()


TUPLE_METHODS = ("__repr__", "_asdict", "_replace", "_make")


@lru_cache(maxsize=1024)
def tuple_method(cls: Any, name: str, box: Any = None) -> Any:
    """A function that does what a method of a named tuple does; `make` makes one. `box` makes a boxed one."""
    new, held = ("of_class(({}), CLASS)", "self") if box is None else ("BOX(CLASS, ({}))", "get_field(self, 2)")
    fields = list(cls._fields)
    namespace: dict[str, Any] = {
        "CLASS": cls,
        "BOX": box,
        **{f"default_{each}": value for each, value in cls._field_defaults.items()},
    }
    items = "".join(f"{each}, " for each in fields)
    if name == "make":
        named = ", ".join(f"{each}=default_{each}" if each in cls._field_defaults else each for each in fields)
        text = f"def make({named}):\n    return {new.format(items)}\n"
    elif name == "_replace":
        namespace["UNSET"] = UNSET
        named = ", ".join(f"{each}=UNSET" for each in fields)
        items = "".join(f"{held}[{index}] if {each} is UNSET else {each}, " for index, each in enumerate(fields))
        text = f"def _replace(self, *, {named}):\n    return {new.format(items)}\n"
    elif name == "__new__":
        named = ", ".join(f"{each}=default_{each}" if each in cls._field_defaults else each for each in fields)
        text = f"def __new__(cls, {named}):\n    return BOX(cls, ({items}))\n"
    elif name == "_make":
        text = "def _make(iterable):\n    return CLASS(*iterable)\n"
    elif name == "_asdict":
        pairs = ", ".join(f"{each!r}: {held}[{index}]" for index, each in enumerate(fields))
        text = f"def _asdict(self):\n    return {{{pairs}}}\n"
    else:
        inner = ", ".join(f"{each}={{{held}[{index}]!r}}" for index, each in enumerate(fields))
        text = f"def __repr__(self):\n    return f'{cls.__name__}({inner})'\n"
    path = f"<run time>/{cls.__module__}.{cls.__qualname__} {name} {id(cls)}"
    keep_text(path, text)
    exec(compile(text, path, "exec"), namespace)
    return namespace[name]


BOUND_TEXTS = {  # what Python does when an attribute of a class is read or written, by kind
    "cached_property": "def read(self):\n    value = FOUND(self)\n    self.{name} = value\n    return value\n",
    "cached_method": "def read(self, *args, **named):\n    return FOUND(self, *args, **named)\n",
    "item": "def read(self):\n    return get_field(self, 2)[{name}]\n",
    "dispatch": "def read(self, first, /, *args, **named):\n"
    "    return FOUND.dispatch(type(first))(self, first, *args, **named)\n",
    "partialmethod": "def read(self, *args, **named):\n"
    "    return FOUND[0](self, *FOUND[1], *args, **(dict(FOUND[2]) | named))\n",
    "get": "def read(self):\n    return FOUND.__get__(self, type(self))\n",
    "set": "def read(self, value):\n    FOUND.__set__(self, value)\n",
    "fromkeys": "def read(iterable, value=None, /):\n    made = FOUND()\n    for key in iterable:\n"
    "        made[key] = value\n    return made\n",
    "abstract": "def read(*args, **named):\n    raise TypeError(FOUND[len(args) + len(named) > 0])\n",
    "delete": "def read(self):\n    FOUND.__delete__(self)\n",
}


@lru_cache(maxsize=1024)
def bound_function(kind: str, name: str, found: Any) -> Any:
    """A function that reads or writes an attribute through an object of its class."""
    namespace: dict[str, Any] = {"FOUND": found}
    text = BOUND_TEXTS[kind].format(name=name)
    path = f"<run time>/{kind} {name} {id(found)}"
    keep_text(path, text)
    exec(compile(text, path, "exec"), namespace)
    return namespace["read"]


def abstract_maker(cls: Any) -> Any:
    """What raises the error of a call of an abstract class."""
    names = sorted(cls.__abstractmethods__)
    listed = f"method{'s' if len(names) > 1 else ''} {', '.join(names)}"
    text = f"Can't instantiate abstract class {cls.__name__} with abstract {listed}"
    plain = cls.__new__ is object.__new__ and cls.__init__ is object.__init__
    return bound_function("abstract", "", (text, f"{cls.__name__}() takes no arguments" if plain else text))


PASSED: dict[Any, str] = {  # how a parameter is passed on
    inspect.Parameter.VAR_POSITIONAL: "*{0}",
    inspect.Parameter.KEYWORD_ONLY: "{0}={0}",
    inspect.Parameter.VAR_KEYWORD: "**{0}",
}


class Source:
    """A default that a signature shows as a name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


@lru_cache(maxsize=1024)
def checked_method(owner: type, name: str, found: Any) -> Any:
    """A method of a built-in class as a function, `str.lower`: its first argument may be anything. `found` is the
    function behind it, or a raw one by its name and number of arguments."""
    namespace: dict[str, Any] = {"OWNER": owner, "LABEL": f"'{name}' for '{owner.__name__}' objects"}
    if isinstance(found, tuple):
        called, count = found
        head = passed = ", ".join(f"a{index}" for index in range(count))
    else:
        called, namespace["FOUND"] = "FOUND", found
        signature = inspect.signature(found)
        shown = []
        for each in signature.parameters.values():
            if each.default is not each.empty:
                namespace[f"default_{each.name}"] = each.default
                each = each.replace(default=Source(f"default_{each.name}"))
            shown.append(each)
        head = str(signature.replace(parameters=shown))[1:-1]
        passed = ", ".join(PASSED.get(each.kind, "{0}").format(each.name) for each in shown)
    first = head.split(",")[0].split("=")[0].strip()
    text = (
        f"def read({head}):\n"
        f"    if not isinstance({first}, OWNER):\n"
        f"        throw(TYPE_TypeError, MSG_DESCRIPTOR, LABEL, {first})\n"
        f"    if type_number({first}) >= T_FIRST_INSTANCE:\n"
        f"        raise NotImplementedError('a method of {owner.__name__} as a function; call it on the object')\n"
        f"    return {called}({passed})\n"
    )
    path = f"<run time>/method {owner.__name__} {name}"
    keep_text(path, text)
    exec(compile(text, path, "exec"), namespace)
    return namespace["read"]


CLASS_TEXTS = {  # what makes an object of a class
    "enum": "def make(value):\n    return NEW(MEMBERS, value, NAME)\n",
    "tuple": "def make(iterable=()):\n    return NEW(CLASS, iterable)\n",
    "new": "def make(*args, **named):\n    return NEW(CLASS, *args, **named)\n",
    "new and init": """def make(*args, **named):
    made = NEW(CLASS, *args, **named)
    if isinstance(made, CLASS):
        made.__init__(*args, **named)
    return made
""",
}


def enum_members(cls: Any) -> Any:
    """Members by their values; as pairs if a value is no key that the run time can hash."""
    if issubclass(cls, enum.Flag):
        whole = sum({each.value for each in cls})
        return {value: cls(value) for value in range(whole + 1) if value & ~whole == 0} if whole < 1 << 8 else {}
    plain = all(isinstance(part, int | float | str | None) for each in cls for part in enum_parts(each.value))
    return {each.value: each for each in cls} if plain else tuple((each.value, each) for each in cls)


def enum_parts(value: Any) -> tuple[Any, ...]:
    return value if type(value) is tuple else (value,)


@lru_cache(maxsize=1024)
def class_function(cls: Any, kind: str, new: Any = None) -> Any:
    """The function that is called when an enum, a subclass of tuple or a class with `__new__` is."""
    members: Any = enum_members(cls) if kind == "enum" else {}
    namespace: dict[str, Any] = {"CLASS": cls, "NAME": cls.__qualname__, "NEW": new, "MEMBERS": members}
    path = f"<run time>/{kind} {cls.__module__}.{cls.__qualname__} {id(cls)}"
    text = CLASS_TEXTS[kind]
    keep_text(path, text)
    exec(compile(text, path, "exec"), namespace)
    return namespace["make"]
