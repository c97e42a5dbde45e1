# ruff: noqa
"""Word statistics of a text, printed as a small report."""

import re
import string
import textwrap
from collections import Counter

STOPWORDS = {"the", "a", "an", "of", "and", "to", "in", "is", "it"}


def tokenize(text):
    return [w.strip("'") for w in re.findall(r"[a-z']+", text.lower()) if w.strip("'")]


def sentences(text):
    return [s.strip() for s in re.split(r"(?<=[.!?])\s+", text) if s.strip()]


def syllables(word):
    groups = re.findall(r"[aeiouy]+", word)
    n = len(groups)
    if word.endswith("e") and n > 1 and not word.endswith("le"):
        n -= 1
    return max(n, 1)


def main(text, width=40):
    words = tokenize(text)
    sents = sentences(text)
    print(textwrap.fill(text, width=width, initial_indent="  ", subsequent_indent="  "))
    print("-" * width)
    if not words:
        print("(no words)")
        return {}
    counts = Counter(w for w in words if w not in STOPWORDS)
    longest = max(words, key=lambda w: (len(w), w))
    for word, n in sorted(counts.items(), key=lambda p: (-p[1], p[0]))[:5]:
        print(f"{word:<12}{n:>4}  {'#' * n}")
    n_syll = sum(map(syllables, words))
    flesch = 206.835 - 1.015 * len(words) / len(sents) - 84.6 * n_syll / len(words)
    letters = Counter(c for c in text.lower() if c in string.ascii_lowercase)
    return {
        "words": len(words),
        "unique": len(set(words)),
        "sentences": len(sents),
        "longest": longest,
        "flesch": round(flesch, 2),
        "vowel_ratio": round(sum(letters[v] for v in "aeiou") / sum(letters.values()), 3),
        "pangram": len(letters) == 26,
    }


CASES = [
    ("The quick brown fox jumps over the lazy dog.",),
    ("It was the best of times, it was the worst of times. It was the age of wisdom!", 30),
    ("",),
    ("12345 ... !!!", 20),
    ("Don't panic! 'Tis only a test. Is it?", 25),
    ("one", 10),
    ("Café naïve — déjà vu. Ünïcode text is fun\tand\nmultiline.", 28),
]
