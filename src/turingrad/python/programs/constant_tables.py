"""Tables of constants that raw code reads."""

from __future__ import annotations

from typing import Any

from turingrad.python.programs.layout import LETTER_COUNT

FACTORS = {
    # of xxHash, as in Objects/tupleobject.c
    "prime1": 11400714785074694791,
    "prime2": 14029467366897019727,
    # of MT19937, as in Modules/_randommodule.c
    "seed1": 1812433253,
    "seed2": 1664525,
    "seed3": 1566083941,
}
PCG64 = 0x2360ED051FC65DA44385DF649FCCF645  # its factor


CHANGING = {"multiples": 32, "letters": LETTER_COUNT}  # tables that the program fills, and their words


def table_words(name: str) -> list[int]:
    """The words of a table of constants: powers of ten, or 16 multiples of a factor in two words each, the low one
    first, or in four those of PCG64. Other tables are filled later."""
    if name in CHANGING:
        return [0] * CHANGING[name]
    if name == "tens":
        return [10**power for power in range(9, 0, -1)]
    if name == "pcg":
        return [PCG64 * index >> shift & 0xFFFFFFFF for index in range(16) for shift in (0, 32, 64, 96)]
    products = [FACTORS[name] * index for index in range(16)] if name in FACTORS else []
    return [each >> shift & 0xFFFFFFFF for each in products for shift in (0, 32)]


def fill_letters(table: Any, known: dict[tuple[Any, ...], Any]) -> None:
    """Put the texts of one character that are known before the program starts into their table, if there is one."""
    if table is not None:
        table.words = [known.get((str, chr(code)), 0) for code in range(LETTER_COUNT)]
