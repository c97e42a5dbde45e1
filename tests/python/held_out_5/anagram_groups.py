# ruff: noqa
"""Groups the anagrams of a word list and finds which two words make a given phrase."""

from collections import Counter, defaultdict
from itertools import combinations_with_replacement, groupby
from operator import itemgetter


def signature(word: str) -> str:
    return "".join(sorted(filter(str.isalpha, word.lower())))


def groups(words):
    table = defaultdict(set)
    for word in words:
        table[signature(word)].add(word.lower())
    families = [sorted(family) for family in table.values() if len(family) > 1]
    return sorted(families, key=lambda f: (-len(f), f))


def pairs(words, phrase):
    letters = Counter(signature(phrase))
    candidates = []
    for word in sorted({w.lower() for w in words}):
        counts = Counter(word)
        if counts <= letters:
            candidates.append((word, counts))
    for (a, ca), (b, cb) in combinations_with_replacement(candidates, 2):
        if ca + cb == letters:
            yield f"{a} {b}"


def by_length(words):
    annotated = sorted((len(w), w) for w in set(words))
    return {length: [w for _, w in run] for length, run in groupby(annotated, key=itemgetter(0))}


def main(text, phrase):
    words = text.split()
    families = groups(words)
    lengths = {k: len(v) for k, v in by_length(words).items()}
    longest = max((len(f[0]) for f in families), default=0)
    return families, list(pairs(words, phrase)), lengths, longest


CASES = [
    ("listen silent enlist tinsel cat act tac dog", "cat god"),
    ("Evil vile live veil lived devil", "evil devil"),
    ("one two three", "none"),
    ("", "x"),
    ("stop pots opts post spot tops", "pots stop"),
    ("a i an in nap pain", "pain a"),
    ("state taste tates seat east eats teas", "east tea's"),
]
