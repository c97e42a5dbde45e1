"""Methods of built-in types: a raw function with its number of arguments, or a managed function of the run time."""

from __future__ import annotations

import types

from turingrad.python.programs.layout import TYPES


class Computed(str):
    """A managed function that computes an attribute, as a property does."""


Method = str | tuple[str, int] | int  # an int is the offset of a field


def managed_methods(prefix: str, names: str) -> dict[str, Method]:
    return {name: f"{prefix}_{name}" for name in names.split()}


LIST: dict[str, Method] = {
    "append": ("append", 2),
    "pop": "list_pop_at",
    **managed_methods("list", "extend insert remove clear index count sort reverse copy"),
}
TUPLE: dict[str, Method] = {
    "index": "list_index",
    "count": "list_count",
    "_replace": "tuple__replace",
    "_asdict": "tuple__asdict",
}
DICT_OWN: dict[str, Method] = {
    "get": "dict_get_method",
    "clear": ("dict_clear", 1),
    "fromkeys": "dict_fromkeys_like",
}
DICT: dict[str, Method] = DICT_OWN | managed_methods(
    "dict", "keys values items pop popitem setdefault update copy move_to_end"
)
SET: dict[str, Method] = {
    "add": ("set_add", 2),
    "clear": ("set_clear", 1),
    **managed_methods(
        "set",
        "remove discard pop copy union intersection difference symmetric_difference update intersection_update "
        "difference_update symmetric_difference_update issubset issuperset isdisjoint",
    ),
}
FROZENSET = {
    name: SET[name]
    for name in [
        "copy",
        "union",
        "intersection",
        "difference",
        "symmetric_difference",
        "issubset",
        "issuperset",
        "isdisjoint",
    ]
}
STR: dict[str, Method] = managed_methods(
    "str",
    "split join strip lstrip rstrip replace upper lower title capitalize swapcase startswith endswith find rfind index "
    "rindex count isdigit isalpha isalnum isspace isupper islower format zfill ljust rjust center splitlines partition "
    "rpartition rsplit removeprefix removesuffix isdecimal isnumeric isidentifier casefold translate expandtabs encode "
    "isascii istitle isprintable format_map",
)
SCALAR: dict[str, Method] = {  # methods of the numbers that numpy gives
    "item": "scalar_item",
    "tolist": "scalar_item",
    "round": "scalar_round",
    "astype": "scalar_astype",
}
INT: dict[str, Method] = {
    **SCALAR,
    **managed_methods("int", "bit_length bit_count conjugate as_integer_ratio to_bytes"),
    "real": Computed("int_real"),
    "numerator": Computed("int_real"),
    "imag": Computed("int_imag"),
    "denominator": Computed("int_denominator"),
}
FLOAT: dict[str, Method] = {
    **SCALAR,
    **managed_methods("float", "is_integer as_integer_ratio hex conjugate"),
    "real": Computed("float_real"),
    "imag": Computed("float_imag"),
}
GEN: dict[str, Method] = managed_methods("generator", "send throw close")
EXC: dict[str, Method] = {"with_traceback": "exception_with_traceback", "add_note": "exception_add_note"}
BOUNDS: dict[str, Method] = {"start": 4, "stop": 8, "step": 12}
METHODS: dict[str, dict[str, Method]] = {
    "LIST": LIST,
    "TUPLE": TUPLE,
    "DICT": DICT,
    "SET": SET,
    "FROZENSET": FROZENSET,
    "STR": STR,
    "GEN": GEN,
    "EXC": EXC,
    "BIG": INT,
    "FORWARD": INT,
    "BOOL": INT,
    "FLOAT": FLOAT,
    "RANGE": {**managed_methods("range", "index count"), **BOUNDS},
    "SLICE": {"indices": "slice_indices", **BOUNDS},
    "VIEW": managed_methods("view", "isdisjoint"),
}
TYPE_OF_NAME = {name: TYPES[name] for name in METHODS if name in TYPES and name != "TUPLE"}
BUILTIN_NAMES = frozenset(name for each in METHODS.values() for name in each)
BUILTIN_CLASSES: dict[type, str] = {
    int: "BIG",
    float: "FLOAT",
    bool: "BOOL",
    str: "STR",
    type(None): "NONETYPE",
    range: "RANGE",
    slice: "SLICE",
    types.FunctionType: "FUNC",
    types.MethodType: "METHOD",
    types.GeneratorType: "GEN",
    type: "CLASS",
    types.BuiltinFunctionType: "NATIVE",
    type({}.keys()): "VIEW",
    type(iter([])): "LISTITER",
}
MADE_BY_RUNTIME = (int, float, bool, str, list, dict, set, frozenset, tuple, range, slice, type)
