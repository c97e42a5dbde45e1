# ruff: noqa
"""A multiway tree on categorical attributes; splits are chosen by the chi-square statistic."""

from collections import Counter, defaultdict


def chi_square(rows, labels, attribute):
    n = len(rows)
    table = defaultdict(Counter)
    for row, label in zip(rows, labels):
        table[row[attribute]][label] += 1
    totals = Counter(labels)
    stat = 0.0
    for counts in table.values():
        size = sum(counts.values())
        for label, total in totals.items():
            expected = size * total / n
            stat += (counts[label] - expected) ** 2 / expected
    dof = (len(table) - 1) * (len(totals) - 1)
    return stat, dof


CRITICAL = {1: 2.706, 2: 4.605, 3: 6.251, 4: 7.779, 5: 9.236, 6: 10.645}


def build(rows, labels, attributes):
    majority = Counter(labels).most_common(1)[0][0]
    candidates = []
    for a in attributes:
        stat, dof = chi_square(rows, labels, a)
        if dof > 0 and stat > CRITICAL.get(dof, 2 * dof):
            candidates.append((stat / dof, a))
    if not candidates:
        return majority
    _, attribute = max(candidates)
    groups = defaultdict(lambda: ([], []))
    for row, label in zip(rows, labels):
        groups[row[attribute]][0].append(row)
        groups[row[attribute]][1].append(label)
    rest = [a for a in attributes if a != attribute]
    branches = {value: build(r, l, rest) for value, (r, l) in groups.items()}
    return {"attribute": attribute, "default": majority, "branches": branches}


class Learner:
    def fit(self, X, y):
        self.tree = build(X, y, sorted(X[0]))

    def predict(self, X):
        out = []
        for row in X:
            node = self.tree
            while isinstance(node, dict):
                node = node["branches"].get(row[node["attribute"]], node["default"])
            out.append(node)
        return out


WEATHER = [
    {"sky": sky, "wind": wind, "temp": temp}
    for sky in ("sun", "rain", "cloud")
    for wind in ("weak", "strong")
    for temp in ("hot", "mild", "cool")
]
PLAY = [
    "no" if r["sky"] == "rain" and r["wind"] == "strong" or r["temp"] == "hot" and r["sky"] == "sun" else "yes"
    for r in WEATHER
]
CASES = [
    (WEATHER * 4, PLAY * 4, WEATHER[::3] + [{"sky": "fog", "wind": "weak", "temp": "hot"}]),
    (
        [{"a": i % 2, "b": i % 3} for i in range(12)],
        ["odd" if i % 2 else "even" for i in range(12)],
        [{"a": 0, "b": 2}, {"a": 1, "b": 0}, {"a": 5, "b": 5}],
    ),
]
