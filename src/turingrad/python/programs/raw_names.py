"""Names of the raw dialect: registers that all functions share, intrinsics, and the locals of a function."""

from __future__ import annotations

import ast
from functools import lru_cache

from turingrad.python.programs.assembler import BASE, FP, HLIM, HP, RA, SLIM, SP, TOP

REGISTERS = {"HP": HP, "HLIM": HLIM, "FP": FP, "TOP": TOP, "SLIM": SLIM, "SP": SP, "RA": RA, "BASE": BASE}
LOADS = ("lw", "lbu", "lb", "lhu", "lh")
STORES = ("sw", "sb", "sh")
INTRINSICS = {
    *LOADS,
    *STORES,
    "ult",
    "uge",
    "shr",
    "field",
    "set_field",
    "tag",
    "header",
    "putbyte",
    "halt",
    "jump",
    "address",
    "char",
    "set_char",
}

# Small functions that are copied into those that call them.
INLINED = frozenset(
    {"room1", "room2", "room3", "is_int", "tag_of", "big_sign", "new_float", "int32", "limbs", "new_iterator", "is_key"}
)
# These never return.
NEVER_RETURNS = frozenset(
    {
        "throw",
        "unwind",
        "raise_value",
        "raise_again",
        "refuse",
        "out_of_reserve",
        "too_deep",
        "finish",
        "main_entry",
        "left_out",
    }
)


def is_real_call(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id not in INTRINSICS


@lru_cache(maxsize=1024)
def names_of(node: ast.FunctionDef) -> list[str]:
    """The parameters of a function, and the names that it assigns."""
    found = dict.fromkeys(each.arg for each in node.args.args)
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store) and each.id not in REGISTERS:
            found[each.id] = None
    return list(found)
