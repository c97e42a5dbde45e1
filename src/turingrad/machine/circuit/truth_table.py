"""Truth tables of lookup gates: which plain gate a table is, and what it becomes as inputs are fixed or dropped.

A table over k inputs is a tuple of 2^k bits; input p stands at bit k-1-p of the index (the first is most significant).
"""

from __future__ import annotations

from functools import cache

from turingrad.machine.circuit import Gate

Table = tuple[int, ...]


@cache
def parity_table(fan_in: int) -> Table:
    """The table of xor over `fan_in` inputs."""
    return tuple(index.bit_count() & 1 for index in range(1 << fan_in))


def gate_of_table(inputs: tuple[int, ...], table: Table) -> Gate:
    """The plainest gate with this table: const, id, not, and, or, xor where it is one of them, else the lut itself."""
    ones, size = sum(table), len(table)
    if ones == 0:
        return Gate("const0")
    if ones == size:
        return Gate("const1")
    if size == 2:
        return Gate("id" if table[1] else "not", inputs)
    if ones == 1 and table[-1]:
        return Gate("and", inputs)
    if ones == size - 1 and not table[0]:
        return Gate("or", inputs)
    if 2 * ones == size and table == parity_table(len(inputs)):
        return Gate("xor", inputs)
    return Gate("lut", inputs, table)


def cofactor(table: Table, position: int, bit: int) -> Table:
    """The table over the other inputs where the input at `position` is `bit`."""
    block = len(table) >> (position + 1)
    kept: list[int] = []
    for start in range(bit * block, len(table), 2 * block):
        kept.extend(table[start : start + block])
    return tuple(kept)


def identify(table: Table, position: int, like: int, flip: int) -> Table:
    """The table without the input at `position`, which equals the earlier input `like`, negated where `flip` is 1."""
    fan_in = (len(table) - 1).bit_length()
    low_bits = fan_in - 1 - position
    rest: list[int] = []
    for index in range(len(table) >> 1):
        copied = (index >> (fan_in - 2 - like) & 1) ^ flip
        high, low = index >> low_bits, index & ((1 << low_bits) - 1)
        rest.append(table[(high << 1 | copied) << low_bits | low])
    return tuple(rest)


def cubes(table: Table) -> list[str]:
    """Rows of 0, 1 and - that together cover exactly the ones of the table, no two of them overlapping.

    An input that does not matter below a common prefix becomes a dash, so tables that are simple stay short.
    """
    known: dict[Table, list[str]] = {(0,): [], (1,): [""]}

    def rows(part: Table) -> list[str]:
        # At most as deep as a table has inputs, 16.
        if part not in known:
            half = len(part) // 2
            low, high = part[:half], part[half:]
            if low == high:
                known[part] = ["-" + row for row in rows(low)]
            else:
                known[part] = ["0" + row for row in rows(low)] + ["1" + row for row in rows(high)]
        return known[part]

    return rows(table)
