# ruff: noqa
"""Language identification by the out-of-place distance of character n-gram ranks (Cavnar and Trenkle)."""

from collections import Counter
from itertools import islice


def ngrams(text, n_max=3):
    for word in text.lower().split():
        padded = f"_{word}_"
        for n in range(1, n_max + 1):
            for i in range(len(padded) - n + 1):
                yield padded[i : i + n]


def profile(counter, size=60):
    ranked = sorted(counter.items(), key=lambda kv: (-kv[1], kv[0]))
    return {gram: rank for rank, (gram, _) in enumerate(islice(ranked, size))}


class Learner:
    def __init__(self):
        self.counters = {}
        self._profiles = None

    def update(self, text, language):
        self.counters.setdefault(language, Counter()).update(ngrams(text))
        self._profiles = None

    @property
    def profiles(self):
        if self._profiles is None:
            self._profiles = {lang: profile(c) for lang, c in self.counters.items()}
        return self._profiles

    def distance(self, doc, lang):
        worst = len(lang)
        return sum(abs(rank - lang[gram]) if gram in lang else worst for gram, rank in doc.items())

    def predict(self, text):
        doc = profile(Counter(ngrams(text)))
        scores = {lang: self.distance(doc, p) for lang, p in self.profiles.items()}
        return min(scores.items(), key=lambda item: item[1])


CASES = [
    (
        [
            "the quick brown fox and the lazy dog",
            "der schnelle braune fuchs und der faule hund",
            "this is the end",
            "das ist das ende und nicht der anfang",
        ],
        ["en", "de", "en", "de"],
        ["the dog and the fox", "der hund und das ende", "und", "this"],
    ),
    (["aaa bbb ab", "xyz zyx xxz", "abab xyxy"], [1, 2, 3], ["ab", "zx", "yx xy", ""]),
]
