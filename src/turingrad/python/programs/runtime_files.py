"""The run time's own sources: raw functions as syntax trees, managed ones as live functions of one namespace."""

from __future__ import annotations

import ast
import binascii
import csv
import dataclasses
import decimal
import functools
import json
import math
import queue
import random
import re
import statistics
import struct
import sys
from collections import namedtuple
from functools import cache
from importlib.resources import files
from typing import Any, NoReturn

import numpy as np

from turingrad.python.programs import arrays, letters, libm, random_tables, regexes
from turingrad.python.programs.layout import MESSAGE_TEXTS
from turingrad.python.programs.refusals import RefusedError
from turingrad.python.programs.texts import keep_text

FOLDER = "turingrad.python.programs"
# methods of random.Random that are written in Python: their own source is compiled
VARIATES = (
    *("gauss", "normalvariate", "lognormvariate", "expovariate", "gammavariate", "betavariate", "paretovariate"),
    *("weibullvariate", "triangular"),
)
NEEDED_BY_DRAWS = ("exp_of", "log_of", "log1p_of", "expm1_of", "pow_of")
NEEDED_BY_VARIATES = ("sine_of", "cosine_of", "exp_of", "log_of", "pow_of")


def refuse(what: str, cure: str) -> NoReturn:
    """Refuse a live object that the run time has no object for."""
    raise RefusedError(what, cure)


DECIMAL_CLASSES = (
    *(decimal.InvalidOperation, decimal.DivisionByZero, decimal.DecimalTuple),
    *(decimal.ConversionSyntax, decimal.DivisionUndefined, decimal.DivisionImpossible),
)
PYTHON_CLASSES = {  # classes of Python's own that the run time makes objects of, and what runs in CPython only
    "host_compile": re.compile,
    "host_instructions": regexes.instructions,
    "LETTER_RUNS": letters.letter_runs(),
    "SETS_OF_KINDS": regexes.sets_of_kinds(),
    "RegexError": re.error,
    "host_array": arrays.host_array,
    "host_items": arrays.host_items,
    "UNWRITTEN": arrays.UNWRITTEN,
    "host_pcg64": random_tables.host_pcg64,
    "host_pcg64_state": random_tables.host_pcg64_state,
    "host_random_state": random_tables.host_random_state,
    "host_twister_state": random_tables.host_twister_state,
    "CacheInfo": functools._CacheInfo,
    "FrozenInstanceError": dataclasses.FrozenInstanceError,
    "StatisticsError": statistics.StatisticsError,
    "JSONDecodeError": json.JSONDecodeError,
    "CsvError": csv.Error,
    "LinAlgError": np.linalg.LinAlgError,
    **{
        each: getattr(np.linalg._linalg, each)
        for each in ("EighResult", "EigResult", "QRResult", "SVDResult", "SlogdetResult")
    },
    "IsoCalendarDate": namedtuple("IsoCalendarDate", "year week weekday"),
    "struct_time": namedtuple("struct_time", "tm_year tm_mon tm_mday tm_hour tm_min tm_sec tm_wday tm_yday tm_isdst"),
    "host_refuse": refuse,
    "host_sine": math.sin,
    "BinasciiError": binascii.Error,
    "StructError": struct.error,
    "Empty": queue.Empty,
    "Full": queue.Full,
    **{each.__name__: each for each in DECIMAL_CLASSES},
}


def texts(suffix: str) -> list[tuple[str, str]]:
    """Name and text of each file of the run time with this suffix."""
    folder = files(FOLDER) / "runtime"
    return sorted(
        (each.name, each.read_text(encoding="utf-8")) for each in folder.iterdir() if each.name.endswith(suffix)
    )


@cache
def raw_functions() -> dict[str, ast.FunctionDef]:
    found: dict[str, ast.FunctionDef] = {}
    for name, text in texts(".rpy"):
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef):
                assert node.name not in found, f"{name}: {node.name} is defined twice"
                found[node.name] = node
    return found


@cache
def managed_namespace() -> dict[str, Any]:
    """All managed files, executed in one namespace; raw functions and constants stay unknown to CPython."""
    namespace: dict[str, Any] = {"__name__": "turingrad_runtime"}
    namespace["MESSAGE_TABLE"] = MESSAGE_TEXTS
    namespace["REVERSE_IS_INT"] = sys.version_info < (3, 12)  # of sort and sorted; its truth counts since
    namespace |= libm.tables() | random_tables.tables() | PYTHON_CLASSES
    for name, text in texts(".mpy"):
        path = f"<run time>/{name}"
        keep_text(path, text)
        exec(compile(text, path, "exec"), namespace)
    namespace["GLOBAL_RANDOM"] = random._inst
    namespace["DECIMAL_CONTEXT"] = decimal.getcontext()
    keep_equal_functions(namespace)
    return namespace


def keep_equal_functions(namespace: dict[str, Any]) -> None:
    """Without what would differ from the C library of this machine: those functions are refused by name."""
    equal = libm.equal_functions()
    for name, needed in libm.NEEDED.items():
        if not equal.issuperset(needed):
            del namespace[f"math_{name}"]
            namespace.pop(f"numpy_{name}", None)
    if not namespace.keys() >= {"math_exp", "math_sin", "math_cos", "math_atan2"}:
        for name in ("cmath_exp", "cmath_phase", "cmath_polar", "cmath_rect"):
            del namespace[name]
        for name in ("linalg_det", "linalg_slogdet", "sinc", "logaddexp"):
            del namespace[f"numpy_{name}"]
    for name in VARIATES:
        made = vars(random.Random)[name] if equal.issuperset(NEEDED_BY_VARIATES) else namespace["unlike_library"]
        setattr(namespace["Random"], name, made)
    if not equal.issuperset(NEEDED_BY_DRAWS) or "EXPONENTIAL_WIDTHS" not in namespace:
        for name in [each for each in namespace if each.startswith("draw_")]:
            namespace[name] = namespace["unlike_library"]
    if "exp_of" not in equal or "pow_of" not in equal:
        namespace["general_power"] = namespace["exact_or_refused"]


def is_runtime(path: str) -> bool:
    return path.startswith("<run time>/")


def runtime_key(path: str, name: str) -> str:
    """What a managed function of the run time is called in lists of functions."""
    return f"{path}:{name}"


@cache
def entry_function(arity: int) -> Any:
    """A new namespace for the function `entry`, which calls TARGET with the input's values."""
    values = ", ".join(f"input_item({index})" for index in range(arity))
    text = f"def entry():\n    return TARGET({values})\n"
    path = f"<run time>/entry {arity}"
    keep_text(path, text)
    namespace: dict[str, Any] = {}
    exec(compile(text, path, "exec"), namespace)
    return namespace["entry"]
