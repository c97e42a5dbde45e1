"""What to write instead of what cannot be followed."""

from __future__ import annotations

from types import MappingProxyType

PROGRAM = "run it as a program"

NODES = MappingProxyType(
    {
        "JoinedStr": "no texts",
        "Dict": "lists, with ints as indices",
        "Set": "a list of bools",
        "DictComp": "a dict that a loop fills",
        "SetComp": "a set that a loop fills",
        "Await": "plain functions",
        "Yield": "a list that is returned",
        "YieldFrom": "a list that is returned",
        "Import": "an import at the top of the file",
        "ImportFrom": "an import at the top of the file",
        "Try": "`if` before what may fail",
        "With": "plain statements",
        "Match": "`if` and `elif`",
        "Global": "attributes of self",
        "Nonlocal": "a value that is returned",
        "ClassDef": "lists and tuples",
        "Delete": "a new list",
    }
)
"""By the name of the syntax."""

CALLS = MappingProxyType(
    {
        "filter": "a comprehension with `if`",
        "iter": "a `for` loop",
        "next": "a `for` loop",
        "print": "a value that is returned",
        "float": "ints, scaled",
        "round": "ints, scaled, and `//`",
        "str": "ints",
        "isinstance": "one type for each variable",
        "hash": "the value itself",
        "frozenset": "a set",
        "OrderedDict": "a dict",
    }
)
"""By the name of the function."""

METHODS = MappingProxyType(
    {
        "index": "a `for` loop that compares",
        "remove": "a new list without the item",
        "items": "`for key in ...` with `if key in the_dict:`",
        "popitem": "a list, with append and pop",
        "discard": "a list of bools, with the keys as indices",
        "union": "a loop with `if ... in ...`",
        "intersection": "a loop with `if ... in ...`",
        "difference": "a loop with `if ... in ...`",
    }
)
"""By the name of the method."""
