# ruff: noqa
"""A bigram part-of-speech tagger: counts, add-one smoothing and Viterbi decoding."""

import math
from collections import Counter, defaultdict

START = "<s>"


class Learner:
    def __init__(self):
        self.transitions = defaultdict(Counter)
        self.emissions = defaultdict(Counter)
        self.vocabulary = set()

    def fit(self, sentences, tag_sequences):
        for words, tags in zip(sentences, tag_sequences):
            previous = START
            for word, tag in zip(words.lower().split(), tags.split()):
                self.transitions[previous][tag] += 1
                self.emissions[tag][word] += 1
                self.vocabulary.add(word)
                previous = tag
        self.tags = sorted(self.emissions)

    def log_transition(self, a, b):
        counts = self.transitions[a]
        return math.log((counts[b] + 1) / (sum(counts.values()) + len(self.tags)))

    def log_emission(self, tag, word):
        counts = self.emissions[tag]
        return math.log((counts[word] + 1) / (sum(counts.values()) + len(self.vocabulary) + 1))

    def viterbi(self, words):
        if not words:
            return []
        layer = {t: (self.log_transition(START, t) + self.log_emission(t, words[0]), [t]) for t in self.tags}
        for word in words[1:]:
            new_layer = {}
            for t in self.tags:
                score, path = max((s + self.log_transition(p, t), path) for p, (s, path) in layer.items())
                new_layer[t] = (score + self.log_emission(t, word), path + [t])
            layer = new_layer
        return max(layer.values())[1]

    def predict(self, sentences):
        return [" ".join(self.viterbi(s.lower().split())) for s in sentences]


CASES = [
    (
        ["the dog barks", "a cat sees the dog", "the cat runs", "dogs run", "the run ends"],
        ["D N V", "D N V D N", "D N V", "N V", "D N V"],
        ["the cat barks", "a run ends", "dogs see the cat", "", "the the"],
    ),
    (["x y x y", "y y x"], ["A B A B", "B B A"], ["x x y", "z z"]),
]
