"""Seven learning algorithms as people write them: floats, dicts, recursion, whatever Python has.

They know nothing of networks. `tg.learn(KNearest, X, y, X_test, on="decoder")` compiles them to programs.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import Any

Row = list[Any]


class Perceptron:
    """Rosenblatt's perceptron with a bias; labels -1 and 1."""

    def __init__(self, features: int) -> None:
        self.w = [0] * features
        self.b = 0

    def predict(self, x: Row) -> int:
        return 1 if sum(w * v for w, v in zip(self.w, x, strict=False)) + self.b > 0 else -1

    def update(self, x: Row, y: int) -> None:
        if self.predict(x) != y:
            for j, v in enumerate(x):
                self.w[j] += y * v
            self.b += y


class LogisticRegression:
    """Stochastic gradient descent on the logistic loss; labels 0 and 1."""

    def __init__(self, rate: float = 0.1, epochs: int = 5) -> None:
        self.rate, self.epochs = rate, epochs

    def probability(self, x: Row) -> float:
        z = self.b + sum(w * v for w, v in zip(self.w, x, strict=False))
        return 1 / (1 + math.exp(-z))

    def fit(self, X: list[Row], y: list[int]) -> LogisticRegression:
        self.w = [0.0] * len(X[0])
        self.b = 0.0
        for _ in range(self.epochs):
            for x, label in zip(X, y, strict=False):
                error = label - self.probability(x)
                self.b += self.rate * error
                self.w = [w + self.rate * error * v for w, v in zip(self.w, x, strict=False)]
        return self

    def predict(self, X: list[Row]) -> list[int]:
        return [int(self.probability(x) >= 0.5) for x in X]


class KNearest:
    """k nearest neighbours by Euclidean distance."""

    def __init__(self, k: int = 3) -> None:
        self.k = k

    def fit(self, X: list[Row], y: list[Any]) -> None:
        self.points = list(zip(X, y, strict=False))

    def predict(self, X: list[Row]) -> list[Any]:
        return [self.vote(x) for x in X]

    def vote(self, x: Row) -> Any:
        near = sorted((math.dist(x, p), i) for i, (p, _) in enumerate(self.points))[: self.k]
        return Counter(self.points[i][1] for _, i in near).most_common(1)[0][0]


class NaiveBayes:
    """Counts in dicts, Laplace smoothing, sums of logarithms."""

    def __init__(self) -> None:
        self.labels: dict[Any, int] = {}
        self.counts: dict[Any, int] = defaultdict(int)
        self.values: dict[int, set[Any]] = defaultdict(set)

    def update(self, x: Row, y: Any) -> None:
        self.labels[y] = self.labels.get(y, 0) + 1
        for j, v in enumerate(x):
            self.counts[y, j, v] += 1
            self.values[j].add(v)

    def score(self, x: Row, y: Any) -> float:
        total = math.log(self.labels[y])
        for j, v in enumerate(x):
            total += math.log((self.counts[y, j, v] + 1) / (self.labels[y] + len(self.values[j])))
        return total

    def predict(self, x: Row) -> Any:
        return max(self.labels, key=lambda y: self.score(x, y))


class DecisionTree:
    """ID3: split on the feature with the largest gain of information."""

    def fit(self, X: list[Row], y: list[Any]) -> None:
        self.root = self.grow([(x, label) for x, label in zip(X, y, strict=False)], list(range(len(X[0]))))

    def entropy(self, rows: list[tuple[Row, Any]]) -> float:
        counts = Counter(label for _, label in rows)
        return -sum(n / len(rows) * math.log2(n / len(rows)) for n in counts.values())

    def split(self, rows: list[tuple[Row, Any]], j: int) -> dict[Any, list[tuple[Row, Any]]]:
        parts: dict[Any, list[tuple[Row, Any]]] = {}
        for row in rows:
            parts.setdefault(row[0][j], []).append(row)
        return parts

    def grow(self, rows: list[tuple[Row, Any]], features: list[int]) -> Any:
        labels = Counter(label for _, label in rows)
        common = labels.most_common(1)[0][0]
        if len(labels) == 1 or not features:
            return common
        rest = {
            j: sum(len(part) / len(rows) * self.entropy(part) for part in self.split(rows, j).values())
            for j in features
        }
        best = min(features, key=lambda j: rest[j])
        others = [j for j in features if j != best]
        return best, common, {v: self.grow(part, others) for v, part in self.split(rows, best).items()}

    def predict(self, X: list[Row]) -> list[Any]:
        return [self.follow(x) for x in X]

    def follow(self, x: Row) -> Any:
        node = self.root
        while isinstance(node, tuple):
            feature, common, children = node
            node = children.get(x[feature], common)
        return node


class IntegerNetwork:
    """Two layers in fixed point (64 is one), trained by backpropagation with shifts; labels 0 and 1."""

    def __init__(self, hidden: int = 4, epochs: int = 3) -> None:
        self.hidden, self.epochs = hidden, epochs

    def forward(self, x: Row) -> tuple[list[int], int]:
        h = [max(0, sum(w * v for w, v in zip(row, x, strict=False))) for row in self.first]
        return h, sum(w * v for w, v in zip(self.second, h, strict=False)) >> 6

    def fit(self, X: list[Row], y: list[int]) -> None:
        self.first = [[(37 * i + 53 * j + 11) % 64 - 32 for j in range(len(X[0]))] for i in range(self.hidden)]
        self.second = [32 if i % 2 else -32 for i in range(self.hidden)]
        for _ in range(self.epochs):
            for x, label in zip(X, y, strict=False):
                self.step(x, 64 if label else -64)

    def step(self, x: Row, wanted: int) -> None:
        h, out = self.forward(x)
        error = wanted - out
        for i, active in enumerate(h):
            if active > 0:
                back = error * self.second[i] >> 9
                self.second[i] += error * active >> 10
                self.first[i] = [w + back * v for w, v in zip(self.first[i], x, strict=False)]

    def predict(self, X: list[Row]) -> list[int]:
        return [int(self.forward(x)[1] > 0) for x in X]


class NGram:
    """The label that most often followed the longest suffix of the row that was seen before."""

    def __init__(self) -> None:
        self.table: dict[Any, Counter[Any]] = {}

    def update(self, x: Row, y: Any) -> None:
        for n in range(len(x) + 1):
            self.table.setdefault(tuple(x[len(x) - n :]), Counter())[y] += 1

    def predict(self, x: Row) -> Any:
        for n in range(len(x), -1, -1):
            seen = self.table.get(tuple(x[len(x) - n :]))
            if seen:
                return seen.most_common(1)[0][0]
        return None


LEARNERS = (Perceptron, LogisticRegression, KNearest, NaiveBayes, DecisionTree, IntegerNetwork, NGram)
