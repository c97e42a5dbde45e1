"""Which function or class of the run time does the work of which one of Python's."""

from __future__ import annotations

import array
import binascii
import bisect
import builtins
import cmath
import collections
import contextlib
import copy
import csv
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import hashlib
import heapq
import io
import itertools
import json
import math
import operator
import queue
import random
import re
import statistics
import string
import struct
import sys
import types
import unicodedata
import warnings
import zlib
from functools import cache
from typing import Any

import numpy as np

from turingrad.python.programs.arrays import SCALARS
from turingrad.python.programs.classes import BOXES
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
    "sys": sys,
    "contextlib": contextlib,
    "re": re,
    "dataclasses": dataclasses,
    "json": json,
    "csv": csv,
    "zlib": zlib,
    "binascii": binascii,
    "hashlib": hashlib,
    "struct": struct,
    "unicodedata": unicodedata,
    "decimal": decimal,
    "warnings": warnings,
    "cmath": cmath,
    "numpy": np,
    "numpy_linalg": np.linalg,
    "numpy_random": np.random,
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
    "GeneratorContextManager": contextlib._GeneratorContextManager,
    "ExitStack": contextlib.ExitStack,
    "RedirectStdout": contextlib.redirect_stdout,
    "Pattern": re.Pattern,
    "Match": re.Match,
    "StringIO": io.StringIO,
    "ChainMap": collections.ChainMap,
    "Fraction": fractions.Fraction,
    "methodcaller": operator.methodcaller,
    "ndarray": np.ndarray,
    "ColumnJoiner": type(np.c_),
    "RowJoiner": type(np.r_),
    "Grid": type(np.mgrid),
    "dtype": np.dtype,
    "finfo": np.finfo,
    "iinfo": np.iinfo,
    "poly1d": np.poly1d,
    "errstate": np.errstate,
    "vectorize": np.vectorize,
    "Generator": np.random.Generator,
    "PCG64": np.random.PCG64,
    "RandomState": np.random.RandomState,
    "date": datetime.date,
    "time": datetime.time,
    "datetime": datetime.datetime,
    "timedelta": datetime.timedelta,
    "Decimal": decimal.Decimal,
    "complex": complex,
    "Queue": queue.Queue,
    "LifoQueue": queue.LifoQueue,
    "PriorityQueue": queue.PriorityQueue,
    "array": array.array,
    "Struct": struct.Struct,
    "mappingproxy": types.MappingProxyType,
    "SimpleNamespace": types.SimpleNamespace,
    "Context": decimal.Context,
}

CLASS_METHODS: dict[tuple[Any, str], str] = {  # what is called on a class of Python's own: the run time's function
    (itertools.chain, "from_iterable"): "itertools_chain_from_iterable",
    (dict, "fromkeys"): "dict_fromkeys",
    (int, "from_bytes"): "int_from_bytes",
    (float, "fromhex"): "float_fromhex",
    (bytes, "fromhex"): "bytes_fromhex",
    (bytearray, "fromhex"): "bytearray_fromhex",
    (bytes, "maketrans"): "bytes_maketrans",
    (str, "maketrans"): "str_maketrans",
    (decimal.Decimal, "from_float"): "Decimal",
    (datetime.date, "fromordinal"): "date_fromordinal",
    (datetime.date, "fromisoformat"): "date_fromisoformat",
    (datetime.time, "fromisoformat"): "time_fromisoformat",
    (datetime.datetime, "combine"): "datetime_combine",
    (datetime.datetime, "fromordinal"): "datetime_fromordinal",
    (datetime.datetime, "fromisoformat"): "datetime_fromisoformat",
    (datetime.datetime, "strptime"): "datetime_strptime",
}

UFUNCS = ("add", "subtract", "multiply", "maximum", "minimum", "logical_and", "logical_or")


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
    for (owner, name), function in CLASS_METHODS.items():
        found[getattr(owner, name)] = namespace[function]
    for name in ("at", "reduce", "accumulate", "outer"):  # methods of numpy's functions
        for each in UFUNCS:
            if f"numpy_{each}_{name}" in namespace:
                found[getattr(getattr(np, each), name)] = namespace[f"numpy_{each}_{name}"]
    live: Any = np.random.rand  # functions of numpy.random are methods of a live RandomState
    for name in dir(namespace["RandomState"]):
        if name == "seed" or getattr(getattr(np.random, name, None), "__self__", None) is live.__self__:
            found[getattr(np.random, name)] = types.MethodType(getattr(namespace["RandomState"], name), live.__self__)
    found.update({np.integer: int, np.floating: float, type(np.ogrid): namespace["Grid"]})
    found.update(SCALARS)  # numbers out of arrays are plain ones in a program
    found[enum.Enum] = namespace["EnumBase"]
    found["text of an enum"] = namespace["EnumText"]
    found[enum.StrEnum] = namespace["StrEnumBase"]
    found["number of an enum"] = namespace["EnumNumber"]
    found[enum.IntFlag] = namespace["IntFlagBase"]
    found[enum.Flag] = namespace["FlagBase"]
    found.update({("box", base): namespace[name] for base, name in BOXES.items()})
    found[enum.IntEnum] = namespace["IntEnumBase"]
    return found
