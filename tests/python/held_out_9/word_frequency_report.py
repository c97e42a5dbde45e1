# ruff: noqa
"""Word statistics of a text, with a formatted table."""

import re
import string
import textwrap
from collections import Counter
from operator import itemgetter

STOP = frozenset("a an and the of to in is it that on for with as was".split())


def tokenize(text):
    for w in re.findall(r"[A-Za-z]+(?:'[a-z]+)?", text):
        yield w.lower()


def syllables(word):
    groups = re.findall(r"[aeiouy]+", word)
    n = len(groups)
    if word.endswith("e") and n > 1:
        n -= 1
    return max(n, 1)


def readability(text):
    sentences = [s for s in re.split(r"[.!?]+", text) if s.strip()]
    words = list(tokenize(text))
    if not words or not sentences:
        return 0.0
    syl = sum(map(syllables, words))
    return round(206.835 - 1.015 * len(words) / len(sentences) - 84.6 * syl / len(words), 2)


def table(counter, limit):
    rows = sorted(counter.items(), key=itemgetter(0))
    rows.sort(key=itemgetter(1), reverse=True)
    rows = rows[:limit]
    if not rows:
        return "(empty)"
    width = max(len(w) for w, _ in rows)
    top = rows[0][1]
    lines = [f"{w.ljust(width)} | {n:3d} {'*' * round(10 * n / top)}" for w, n in rows]
    return "\n".join(lines)


def main(text, limit=5):
    counts = Counter(w for w in tokenize(text) if w not in STOP)
    letters = Counter(c for c in text.lower() if c in string.ascii_lowercase)
    print(table(counts, limit))
    print(textwrap.shorten(text, width=40, placeholder="..."))
    print(textwrap.fill(" ".join(text.split()), width=30))
    longest = max(counts, key=lambda w: (len(w), w), default=None)
    return {
        "distinct": len(counts),
        "total": sum(counts.values()),
        "longest": longest,
        "letter": letters.most_common(1)[0] if letters else None,
        "flesch": readability(text),
        "title": string.capwords(text[:20]),
    }


ALICE = """Alice was beginning to get very tired of sitting by her sister on the bank,
and of having nothing to do. Once or twice she had peeped into the book her sister was
reading, but it had no pictures or conversations in it!"""

CASES = [
    ("", 3),
    ("The the THE.", 3),
    (ALICE, 5),
    (ALICE, 0),
    ("Don't stop. Don't. can't? won't!", 10),
    ("12 34 !!", 2),
    ("one two two three three three four four four four", 3),
]
