"""What Python knows of characters beyond ASCII: a table of runs of characters that are alike."""

from __future__ import annotations

from itertools import chain

KNOWN = ((128, 0x590), (0x1E00, 0x2190))
ONLY_LETTERS = (0x3130, 0xD7A4)  # where the table says no more than which are letters
FINAL_SIGMA = 0x3A3  # whose small letter depends on what follows
TESTS = ("isalpha", "islower", "isupper", "isdigit", "isdecimal", "isnumeric", "isspace")  # bits 0 to 6
UNSURE_UPPER, UNSURE_LOWER, UNSURE_TITLE, UNSURE_FOLD = 1 << 7, 1 << 8, 1 << 9, 1 << 10
SIZE = 8  # numbers of a run: its ends, then for its even and its odd places the distances to both cases, and bits


def traits_of(code: int) -> tuple[int, int, int]:
    """The distances from a character to its capital and its small letter, and bits: tests, and what is not simple."""
    sign = chr(code)
    bits = sum(1 << index for index, test in enumerate(TESTS) if getattr(sign, test)())
    upper, lower = sign.upper(), sign.lower()
    bits |= UNSURE_UPPER if len(upper) > 1 else 0
    bits |= UNSURE_LOWER if len(lower) > 1 or code == FINAL_SIGMA else 0
    bits |= UNSURE_TITLE if sign.title() != upper else 0
    bits |= UNSURE_FOLD if sign.casefold() != lower else 0
    return ord(upper) - code if len(upper) == 1 else 0, ord(lower) - code if len(lower) == 1 else 0, bits


def letter_runs() -> tuple[int, ...]:
    """Runs in rising order, SIZE numbers each; characters in none have no trait."""
    found = [run for first, last in KNOWN for run in runs_between(first, last)]
    low, high = ONLY_LETTERS
    letters = [code for code in range(low, high) if chr(code).isalpha()]
    starts = [code for code in letters if code == low or not chr(code - 1).isalpha()]
    ends = [code for code in letters if code == high - 1 or not chr(code + 1).isalpha()]
    found += [(start, end, 0, 0, 1, 0, 0, 1) for start, end in zip(starts, ends, strict=True)]
    return tuple(chain.from_iterable(found))


def runs_between(first: int, last: int) -> list[tuple[int, ...]]:
    """Runs of characters that are alike, or alike with every second one."""
    traits = [traits_of(code) for code in range(first, last)]
    found: list[tuple[int, ...]] = []
    at = 0
    while at < len(traits) - 1:
        end = at + 2
        while end < len(traits) and traits[end] == traits[end - 2]:
            end += 1
        if traits[at] != traits[at + 1] and end == at + 2:
            end -= 1
        if any(map(any, traits[at:end])):
            found.append((first + at, first + end - 1, *traits[at], *traits[min(at + 1, end - 1)]))
        at = end
    return found
