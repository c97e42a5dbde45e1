# ruff: noqa
"""Check digits of cards, books, accounts and barcodes, and the repair of one lost digit."""

import string
from typing import Callable


def digits(text: str) -> list[int]:
    return [int(ch) for ch in text if ch.isdigit()]


def luhn(text: str) -> bool:
    ds = digits(text)
    total = 0
    for i, d in enumerate(reversed(ds)):
        if i % 2:
            d = d * 2 - 9 * (d > 4)
        total += d
    return len(ds) > 1 and total % 10 == 0


def isbn10(text: str) -> bool:
    body = [ch for ch in text.upper() if ch in string.digits + "X"]
    if len(body) != 10 or "X" in body[:-1]:
        return False
    values = [10 if ch == "X" else int(ch) for ch in body]
    return sum(w * v for w, v in zip(range(10, 0, -1), values)) % 11 == 0


def ean13(text: str) -> bool:
    ds = digits(text)
    return len(ds) == 13 and sum(d * (3 if i % 2 else 1) for i, d in enumerate(ds)) % 10 == 0


def iban(text: str) -> bool:
    compact = text.replace(" ", "").upper()
    if not compact.isalnum() or len(compact) < 15:
        return False
    rotated = compact[4:] + compact[:4]
    return int("".join(str(int(ch, 36)) for ch in rotated)) % 97 == 1


CHECKS: dict[str, Callable[[str], bool]] = {f.__name__: f for f in (luhn, isbn10, ean13, iban)}


def repair(text: str) -> dict[str, list[str]]:
    found = {}
    for name, check in CHECKS.items():
        fixes = [d for d in string.digits if check(text.replace("?", d, 1))]
        if fixes:
            found[name] = fixes
    return found


def main(text: str):
    if text.count("?") > 1:
        return f"{text.count('?')} digits are lost"
    if "?" in text:
        return repair(text)
    return sorted(name for name, check in CHECKS.items() if check(text))


CASES = [
    ("4539 1488 0343 6467",),
    ("8273 1232 7352 0569",),
    ("0-306-40615-2",),
    ("0-8044-2957-X",),
    ("978-0-306-40615-7",),
    ("GB82 WEST 1234 5698 7654 32",),
    ("GB82 WEST 1234 5698 7654 33",),
    ("978-0-306-40?15-7",),
    ("4539 1488 ?343 6467",),
    ("",),
    ("??",),
]
