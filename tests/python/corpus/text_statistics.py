"""Word counts, average length and readability of a text."""

import string
from collections import Counter


def words_of(text):
    cleaned = "".join(c if c not in string.punctuation else " " for c in text.lower())
    return cleaned.split()


def main(text, top=3):
    words = words_of(text)
    if not words:
        return {"words": 0}
    counts = Counter(words)
    sentences = max(1, sum(text.count(mark) for mark in ".!?"))
    letters = sum(len(w) for w in words)
    return {
        "words": len(words),
        "unique": len(counts),
        "mean": round(letters / len(words), 3),
        "top": sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))[:top],
        "longest": max(words, key=len),
        "per sentence": len(words) / sentences,
        "title": " ".join(w.capitalize() for w in words[:4]),
    }


CASES = [
    ("The quick brown fox jumps over the lazy dog. The dog sleeps!",),
    ("",),
    ("...",),
    ("a a a b b c", 2),
    ("To be, or not to be: that is the question.", 1),
    ("one\ntwo\tthree  four", 0),
    ("Don't panic! Don't.", 5),
]
