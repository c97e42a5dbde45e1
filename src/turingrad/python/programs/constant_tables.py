"""Tables of constants that raw code reads."""

from __future__ import annotations

FACTORS = {
    # of xxHash, as in Objects/tupleobject.c
    "prime1": 11400714785074694791,
    "prime2": 14029467366897019727,
    # of MT19937, as in Modules/_randommodule.c
    "seed1": 1812433253,
    "seed2": 1664525,
    "seed3": 1566083941,
}


def table_words(name: str) -> list[int]:
    """The words of a table of constants: powers of ten, or 16 multiples of a factor in two words each, the low one
    first. Other tables are filled later."""
    if name == "tens":
        return [10**power for power in range(9, 0, -1)]
    products = [FACTORS[name] * index for index in range(16)] if name in FACTORS else []
    return [each >> shift & 0xFFFFFFFF for each in products for shift in (0, 32)]
