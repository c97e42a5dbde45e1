# ruff: noqa
"""A structured perceptron that tags tokens greedily from left to right with string features."""

from collections import defaultdict


def shape(word):
    out = []
    for ch in word:
        kind = "d" if ch.isdigit() else "X" if ch.isupper() else "x" if ch.islower() else ch
        if not out or out[-1] != kind:
            out.append(kind)
    return "".join(out)


def features(words, i, prev_tag):
    word = words[i]
    yield f"w={word.lower()}"
    yield f"suf={word[-2:].lower()}"
    yield f"shape={shape(word)}"
    yield f"prev={prev_tag}"
    yield f"prev+shape={prev_tag}+{shape(word)}"
    if i == 0:
        yield "first"
    if i == len(words) - 1:
        yield "last"


class Learner:
    def __init__(self):
        self.weights = defaultdict(lambda: defaultdict(int))
        self.tags = []

    def tag(self, words):
        prev, result = "-", []
        for i in range(len(words)):
            scores = dict.fromkeys(self.tags, 0)
            for f in features(words, i, prev):
                if f in self.weights:
                    for t, w in self.weights[f].items():
                        scores[t] += w
            prev = max(self.tags, key=lambda t: scores[t])
            result.append(prev)
        return result

    def fit(self, X, y, epochs=4):
        self.tags = sorted({t for tags in y for t in tags})
        for epoch in range(epochs):
            wrong = 0
            for words, gold in zip(X, y):
                guess = self.tag(words)
                for i, (g, t) in enumerate(zip(guess, gold)):
                    if g == t:
                        continue
                    wrong += 1
                    for f in features(words, i, gold[i - 1] if i else "-"):
                        self.weights[f][t] += 1
                        self.weights[f][g] -= 1
            print("epoch", epoch, "mistakes", wrong)
            if not wrong:
                break

    def predict(self, X):
        return [self.tag(words) for words in X]


CASES = [
    (
        [
            s.split()
            for s in (
                "Anna lives in Paris",
                "Bob left London in 1999",
                "In 2004 Carla moved to Rome",
                "he lives in Berlin",
            )
        ],
        [s.split() for s in ("PER O O LOC", "PER O LOC O DATE", "O DATE PER O O LOC", "O O O LOC")],
        [s.split() for s in ("Dora lives in Oslo", "In 1987 Eva left Rome", "she moved to London in 2010")],
    ),
    ([["a1", "B", "c"], ["B", "7"]], [["x", "y", "z"], ["y", "x"]], [["a2", "C"], ["9", "b"]]),
]
