"""Every kind of object is made in a heap that is nearly full: a collection comes before it, and keeps what is used."""

from __future__ import annotations

from typing import Any

import pytest

from turingrad.python.programs import OutOfMemoryError, compile_function

HEAP = 136 << 10  # bytes of each half, roughly
SIZES = (5, 40, 260)


def counted(n: int) -> Any:
    """A generator with a frame that is not made in place."""
    a = b = c = d = e = f = g = h = i = j = k = m = o = p = q = r = s = t = u = v = w = x = y = z = n
    aa = bb = cc = dd = ee = ff = gg = hh = ii = jj = n + 1
    yield [a + b + c + d + e + f + g + h + i + j + k + m, o + p + q + r + s + t + u + v + w + x + y + z]
    yield aa + bb + cc + dd + ee + ff + gg + hh + ii + jj


class Node:
    def __init__(self, value: Any, rest: Any) -> None:
        self.value, self.rest = value, rest

    def taken(self) -> Any:
        return self.value


def one_of_each(n: int, k: int) -> list[Any]:
    """Objects of about n items: texts, tuples, lists, dicts, sets, big ints, generators, closures, bound methods."""
    text = "ab" * n
    items = list(range(k, k + n))
    grown: list[int] = []
    for each in items:
        grown.append(each * 3)
    grown.extend(items)
    grown.insert(n // 2, -1)
    del grown[:: n // 3 + 1]
    grown[1:3] = items[:5]
    table = {each: str(each) for each in items}
    table.update({-1: text})
    numbers = set(items) | {k, -k}
    numbers -= {k + 1}
    power = (k + 3) ** (n // 2)
    made = counted(k)
    bound = Node(items, made).taken
    shown = f"{text[:3]}{power % 1000007}" + ",".join(map(str, items[:9])) + text.replace("a", "xyz")[: n // 5 + 3]
    parts = shown.split(",") + list(reversed(grown)) + sorted(grown, reverse=True)
    pairs = list(zip(items, grown, strict=False)) + [(a, b) for a, b in enumerate(text)][:n]
    words = (*items, *grown), items + grown, items * 2, tuple(parts), [*map(str, items)]
    digits = str(power) if n < 100 else power >> (n // 3)
    floats = [each / 7 for each in items]
    return [
        *(len(text), sum(items), grown[-1], len(table), table[k], sorted(numbers)[:3], power % 999983, next(made)),
        *(next(made), bound()[0], shown, len(parts), parts[-1], pairs[-1], [each[-1] for each in words], digits),
        *(
            sum(floats),
            max(table),
            len(numbers),
            frozenset(numbers) == numbers,
            text.upper().count("A"),
            text[::-1][:5],
        ),
    ]


def bulk(n: int) -> list[Any]:
    """Objects that are larger than what is kept free between two collections."""
    one: list[Any] = []
    one.extend(range(n))
    text = "x" * n + "y"
    other = [*one, *text[:9]]
    other += one
    other[5:7] = one[: n // 2]
    numbers = dict.fromkeys(one[: n // 3], n)
    return [
        *(
            len(one + other[:9]),
            len(tuple(one)),
            one[::-1][0],
            (one * 2)[-1],
            text[n],
            len(text + text),
            other[-1],
            len(other),
        ),
        *(
            len(numbers),
            len(set(one[: n // 3])),
            len(text.replace("x", "zz")),
            (1 << n).bit_length(),
            "".join([text, text])[-1],
        ),
        *(
            sum(sorted(one, reverse=True)[:3]),
            len(bytes(n)),
            len(list(zip(one, one, strict=True))[: n // 2]),
            len(text.split("y")),
        ),
    ]


def churn(n: int, sizes: Any) -> list[Any]:
    kept: list[Any] = []
    out = []
    for i in range(n):
        out.append(bulk(1300 + 7 * i))
        for size in sizes:
            found = one_of_each(size + i, i)
            out.append(found if i % 7 == 0 else found[:2])
            kept.append((found[10], [i] * (size // 4)))
            if len(kept) > 6:
                kept.pop(i % 5)
    return [len(kept), [(a, len(b), b[:1]) for a, b in kept], out[-9:], len(out)]


@pytest.mark.parametrize(
    "slack", [0, pytest.param(1500, marks=pytest.mark.slow), pytest.param(4800, marks=pytest.mark.slow)]
)
def test_objects_are_made_in_a_heap_that_is_nearly_full(slack: int) -> None:
    whole = compile_function(churn, 2, SIZES, verify=False)
    ram = (len(whole.program.image) * 8 // 7 + 2 * (HEAP + slack)) & -16
    done = compile_function(churn, 25, SIZES, ram=ram).run()
    assert done.collections > 60


def test_a_heap_that_is_too_small_is_reported() -> None:
    whole = compile_function(churn, 2, SIZES, verify=False)
    with pytest.raises(OutOfMemoryError, match="ran out of memory"):
        compile_function(churn, 25, SIZES, ram=len(whole.program.image) * 8 // 7 + HEAP & -16)
