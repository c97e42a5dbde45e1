"""Tables of this machine's C library, with which the run time computes exp, log, log2 and pow bit for bit as it does.

glibc (2.28 and later) documents an error of about 0.51 units in the last place, so that a correctly rounded function
would differ from `math.exp` now and then. The run time takes the library's own steps instead. Its tables are read from
the file that CPython has loaded; before they are used, the steps (the managed functions of `runtime/libm.mpy`, run in
CPython) are compared with `math` at some hundred points. If the file has other tables, or the processor has no fused
multiplication, the functions are refused by name, as on other systems.
"""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

ARC_ROWS = 241
POINTS = 60  # that each function is compared at
EXP_INVERSE = 128 * float.fromhex("0x1.71547652b82fep0")  # 128 / ln 2: the first word of exp's table
EXP_SHIFT = float.fromhex("0x1.8p52")
LN2 = (float.fromhex("0x1.62e42fefa3800p-1"), float.fromhex("0x1.ef35793c76730p-45"))  # of log and of pow
LOG2 = (float.fromhex("0x1.7154765200000p0"), float.fromhex("0x1.705fc2eefa200p-33"))
CHECKED: dict[str, tuple[Callable[..., float], Callable[[random.Random], tuple[float, ...]]]] = {
    "exp_of": (lambda x, _: math.exp(x), lambda rng: (rng.choice((rng.uniform(-3, 3), rng.uniform(-740, 709))), 0.0)),
    "log_of": (math.log, lambda rng: (rng.choice((rng.random(), rng.uniform(0.93, 1.07), 10 ** rng.uniform(-9, 9))),)),
    "log2_of": (math.log2, lambda rng: (rng.choice((rng.random(), rng.uniform(0.95, 1.05), 9 ** rng.uniform(-9, 9))),)),
    "pow_of": (math.pow, lambda rng: (rng.uniform(0.01, 50), rng.choice((0.5, 2.0, 3.0, -1.0, rng.uniform(-9, 9))))),
}

SIGNED = (0.05, 0.9, 2.0, 20.0)


def draw_signed(rng: random.Random) -> float:
    """A number of either sign, from each of the ranges that the library treats in its own way."""
    return rng.choice((-1, 1)) * rng.uniform(0.0, rng.choice(SIGNED))


CHECKED |= {
    name: (function, lambda rng: (draw_signed(rng),))
    for name, function in {
        "sine_of": math.sin,
        "cosine_of": math.cos,
        "arc_tangent_of": math.atan,
        "expm1_of": math.expm1,
        "tanh_of": math.tanh,
        "sinh_of": math.sinh,
        "cosh_of": math.cosh,
        "erf_of": math.erf,
        "erfc_of": math.erfc,
    }.items()
}
CHECKED |= {
    "arc_tangent2_of": (math.atan2, lambda rng: (draw_signed(rng), draw_signed(rng))),
    "log1p_of": (math.log1p, lambda rng: (rng.choice((rng.uniform(-0.99, 1), 10 ** rng.uniform(-9, 9))),)),
    "log10_of": (math.log10, lambda rng: (10 ** rng.choice((rng.randint(-9, 9), rng.uniform(-9, 9))),)),
}
NEEDED = {  # which of the functions above a function of `math` takes steps of
    **{name: (f"{name}_of",) for name in ("exp", "log", "log2", "expm1", "log1p")},
    **{name: (f"{name}_of", "expm1_of", "exp_of") for name in ("tanh", "sinh", "cosh")},
    **{name: (f"{name}_of", "exp_of") for name in ("erf", "erfc")},
    "sin": ("sine_of",),
    "cos": ("cosine_of",),
    "atan": ("arc_tangent_of",),
    "atan2": ("arc_tangent2_of",),
    "log10": ("log10_of", "log_of"),
    "lgamma": ("log_of",),
    "gamma": ("exp_of", "pow_of"),
}


def library() -> bytes:
    """The C library's file of mathematics that this process has loaded; empty if there is none."""
    try:
        maps = Path("/proc/self/maps").read_text(encoding="utf-8")
        paths = {line.split()[-1] for line in maps.splitlines() if "/libm.so" in line or "/libm-" in line}
        return b"".join(Path(path).read_bytes() for path in sorted(paths)[:1])
    except OSError:
        return b""


def doubles(found: bytes, at: int, count: int) -> tuple[float, ...]:
    return struct.unpack_from(f"<{count}d", found, at)


def places(found: bytes, *first: float) -> Iterator[int]:
    """Where consecutive doubles begin with these."""
    key = struct.pack(f"<{len(first)}d", *first)
    at = found.find(key)
    while at >= 0:
        yield at
        at = found.find(key, at + 8)


def exp_table(found: bytes) -> dict[str, Any]:
    for at in places(found, EXP_INVERSE):
        values = list(doubles(found, at, 14))
        if EXP_SHIFT not in values:
            continue
        values.remove(EXP_SHIFT)  # behind the first word, or behind the polynomial
        words = struct.unpack_from("<256Q", found, at + 8 * 14)
        scales = [words[2 * i + 1] + (i << 45) for i in range(128)]
        return {
            "EXP_INVERSE": values[0],
            "EXP_SHIFT": EXP_SHIFT,
            "EXP_HIGH": values[1],
            "EXP_LOW": values[2],
            "EXP_POLYNOMIAL": tuple(values[3:7]),
            "EXP_TAILS": struct.unpack("<128d", struct.pack("<128Q", *words[::2])),
            "EXP_SCALES": struct.unpack("<128d", struct.pack("<128Q", *scales)),
        }
    return {}


def log_tables(found: bytes) -> dict[str, Any]:
    """Those of log and of pow begin alike; pow's polynomial begins with -1/2 exactly."""
    made: dict[str, Any] = {}
    for at in places(found, *LN2):
        values = doubles(found, at, 521)
        if values[2] == -0.5:
            rows = values[9:521]
            made |= {"POW_HIGH": values[0], "POW_LOW": values[1], "POW_POLYNOMIAL": values[2:9]}
            made |= {"POW_INVERSES": rows[::4], "POW_LOGS": rows[2::4], "POW_TAILS": rows[3::4]}
        else:
            rows = values[18:274]
            made |= {"LOG_HIGH": values[0], "LOG_LOW": values[1], "LOG_POLYNOMIAL": values[2:7]}
            made |= {"LOG_NEAR": values[7:18], "LOG_INVERSES": rows[::2], "LOG_LOGS": rows[1::2]}
    for at in places(found, *LOG2):
        values = doubles(found, at, 146)
        made |= {"LOG2_HIGH": values[0], "LOG2_LOW": values[1], "LOG2_POLYNOMIAL": values[2:8]}
        made |= {"LOG2_NEAR": values[8:18], "LOG2_INVERSES": values[18::2], "LOG2_LOGS": values[19::2]}
    return made


def sine_table(found: bytes) -> dict[str, Any]:
    """Sine and cosine of multiples of 1/128, each in two parts."""
    for at in places(found, 0.0, 0.0, 1.0, 0.0):
        values = doubles(found, at, 440)
        if abs(values[4] - math.sin(1 / 128)) < 1e-12:
            return {"SINES": values}
    return {}


def arc_table(found: bytes) -> dict[str, Any]:
    """Rows of a number, its arc tangent and five more coefficients; the first number is a little above 1/16."""
    for at in range(0, len(found) - 8 * 7 * ARC_ROWS, 8):
        if found[at + 6 : at + 8] != b"\xb0\x3f":  # the highest bytes of numbers from 1/16
            continue
        one, two, three = doubles(found, at, 3)
        if abs(two - math.atan(one)) < 1e-15 and abs(three - 1 / (1 + one * one)) < 1e-14:
            return {"ARCS": doubles(found, at, 7 * ARC_ROWS)}
    return {}


def high_word(x: float) -> int:
    return int(struct.unpack("<2I", struct.pack("<d", x))[1])


# What raw functions do, in CPython
HELPERS: dict[str, Any] = {
    "float_fma": lambda a, b, c: float(Fraction(a) * Fraction(b) + Fraction(c)),
    "float_low": lambda x: struct.unpack("<2i", struct.pack("<d", x))[0],
    "float_shift": math.ldexp,
    "float_octave": lambda x, off: high_word(x) - off >> 20,
    "float_cell": lambda x, off, bits: (high_word(x) - off & 0xFFFFF) >> 20 - bits,
    "float_exponent": lambda x: high_word(x) >> 20 & 0x7FF,
    "float_trunc": int,
    "float_top": lambda x: struct.unpack("<d", struct.pack("<2I", 0, high_word(x)))[0],
    "to_float": float,
    "INFINITY": math.inf,
    "UNGIVEN": None,
}


@cache
def tables() -> dict[str, Any]:
    """The names of `libm.mpy` that are tables, for those functions that equal the C library's here."""
    found = library()
    try:
        return exp_table(found) | log_tables(found) | sine_table(found) | arc_table(found)
    except struct.error:
        return {}


@cache
def equal_functions() -> frozenset[str]:
    """Which of exp_of, log_of, sine_of and so on give what the C library gives."""
    namespace: dict[str, Any] = {**HELPERS, **tables()}
    for name in ("libm.mpy", "trig.mpy"):
        text = (files("turingrad.python.programs") / "runtime" / name).read_text(encoding="utf-8")
        exec(compile(text, name, "exec"), namespace)
    return frozenset(name for name in CHECKED if is_equal(name, namespace[name]))


def is_equal(name: str, function: Callable[..., float]) -> bool:
    expected, draw = CHECKED[name]
    rng = random.Random(name)
    try:
        return all(function(*point) == expected(*point) for point in (draw(rng) for _ in range(POINTS)))
    except (NameError, ArithmeticError, ValueError, IndexError):
        return False
