# ruff: noqa
"""Bradley-Terry strengths from games won and lost, fitted by the minorization update."""

from collections import defaultdict


class Learner:
    """Every x is a pair of players; y is 1 when the first one won."""

    def __init__(self, prior=0.5, iterations=25):
        self.prior = prior
        self.iterations = iterations
        self.wins = defaultdict(float)
        self.games = defaultdict(int)

    def fit(self, X, y):
        for (a, b), first_won in zip(X, y):
            self.wins[a if first_won else b] += 1
            self.games[frozenset((a, b))] += 1
        players = sorted({p for pair in X for p in pair})
        strength = dict.fromkeys(players, 1.0)
        for _ in range(self.iterations):
            updated = {}
            for p in players:
                denominator = 2 * self.prior / (strength[p] + 1)
                for pair, n in self.games.items():
                    if p in pair:
                        (other,) = pair - {p}
                        denominator += n / (strength[p] + strength[other])
                updated[p] = (self.wins[p] + self.prior) / denominator
            scale = len(players) / sum(updated.values())
            strength = {p: s * scale for p, s in updated.items()}
        self.strength = strength
        return self

    def ranking(self):
        return sorted(self.strength, key=self.strength.__getitem__, reverse=True)

    def probability(self, a, b):
        sa = self.strength.get(a, 1.0)
        sb = self.strength.get(b, 1.0)
        return sa / (sa + sb)

    def predict(self, X):
        return [round(self.probability(a, b), 3) for a, b in X] + self.ranking()


CASES = [
    (
        [("ann", "bob"), ("bob", "cat"), ("ann", "cat"), ("cat", "dan"), ("dan", "ann"), ("bob", "dan")],
        [1, 1, 1, 1, 0, 0],
        [("ann", "dan"), ("cat", "bob"), ("ann", "zoe")],
    ),
    ([(1, 2), (1, 2), (2, 1), (2, 3)], [1, 1, 1, 1], [(1, 3), (3, 1)]),
]
