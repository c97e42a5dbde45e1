"""Which function or class of the run time does the work of which one of Python's."""

from __future__ import annotations

import bisect
import builtins
import collections
import copy
import enum
import functools
import heapq
import itertools
import math
import operator
import random
import statistics
import string
from functools import cache
from typing import Any

from turingrad.python.programs.runtime_files import managed_namespace

MODULES = {
    "builtin": builtins,
    "math": math,
    "heapq": heapq,
    "bisect": bisect,
    "itertools": itertools,
    "copy": copy,
    "functools": functools,
    "random": random,
    "operator": operator,
    "statistics": statistics,
    "string": string,
}
CLASSES: dict[str, Any] = {
    "deque": collections.deque,
    "Counter": collections.Counter,
    "defaultdict": collections.defaultdict,
    "OrderedDict": collections.OrderedDict,
    "Random": random.Random,
    "partial": functools.partial,
    "itemgetter": operator.itemgetter,
    "attrgetter": operator.attrgetter,
    "bytes": bytes,
    "bytearray": bytearray,
}


@cache
def stand_ins() -> dict[Any, Any]:
    """Live function or class: what is compiled for it."""
    namespace = managed_namespace()
    found: dict[Any, Any] = {}
    for prefix, module in MODULES.items():
        for name, value in vars(module).items():
            made = namespace.get(f"{prefix}_{name}")
            if made is not None and callable(value):
                found[value] = made
    for name, cls in CLASSES.items():
        if name in namespace:
            namespace[name].stands_for = cls
            found[cls] = namespace[name]
    found[str.maketrans] = namespace["str_maketrans"]
    found[itertools.chain.from_iterable] = namespace["chain_from_iterable"]
    found[enum.Enum] = namespace["EnumBase"]
    found[enum.IntEnum] = namespace["IntEnumBase"]
    return found
