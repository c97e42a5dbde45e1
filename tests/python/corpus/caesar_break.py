# ruff: noqa
"""Break a Caesar cipher by letter frequencies (chi-squared)."""

import string

ENGLISH = dict(
    zip(
        "etaoinshrdlcumwfgypbvkjxqz",
        [
            12.7,
            9.1,
            8.2,
            7.5,
            7.0,
            6.7,
            6.3,
            6.1,
            6.0,
            4.3,
            4.0,
            2.8,
            2.8,
            2.4,
            2.4,
            2.2,
            2.0,
            2.0,
            1.9,
            1.5,
            1.0,
            0.8,
            0.15,
            0.15,
            0.1,
            0.07,
        ],
    )
)


def shift(text, k):
    lower, upper = string.ascii_lowercase, string.ascii_uppercase
    table = str.maketrans(lower + upper, lower[k:] + lower[:k] + upper[k:] + upper[:k])
    return text.translate(table)


def badness(text):
    letters = [c for c in text.lower() if c in ENGLISH]
    n = len(letters)
    total = 0.0
    for letter, percent in ENGLISH.items():
        expected = n * percent / 100
        total += (letters.count(letter) - expected) ** 2 / expected
    return total


def main(cipher):
    if not any(c.isalpha() for c in cipher):
        return 0, cipher
    k = min(range(26), key=lambda k: badness(shift(cipher, k)))
    return (26 - k) % 26, shift(cipher, k)


CASES = [
    (shift("The quick brown fox jumps over the lazy dog and runs away", 3),),
    (shift("Attack at dawn from the eastern hill", 13),),
    ("",),
    ("1234!",),
    ("e",),
    (shift("It was the best of times, it was the worst of times", 25),),
]
