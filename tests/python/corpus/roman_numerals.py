"""Roman numerals to integers and back, with validation."""

VALUES = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
]


def to_roman(n):
    if not 0 < n < 4000:
        raise ValueError(f"{n} has no Roman numeral")
    parts = []
    for value, symbol in VALUES:
        count, n = divmod(n, value)
        parts.append(symbol * count)
    return "".join(parts)


def from_roman(s):
    total = i = 0
    for value, symbol in VALUES:
        while s.startswith(symbol, i):
            total += value
            i += len(symbol)
    if i != len(s) or not s or to_roman(total) != s:
        raise ValueError(f"bad numeral {s!r}")
    return total


def main(thing):
    try:
        if isinstance(thing, int):
            return to_roman(thing)
        return from_roman(thing.upper())
    except ValueError as e:
        return str(e)


CASES = [(1994,), (3999,), (0,), (4,), ("MCMXCIV",), ("iiii",), ("",), ("xlii",), ("MMZ",), (4000,)]
