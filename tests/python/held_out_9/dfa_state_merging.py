# ruff: noqa
"""Passive automaton learning: prefix tree acceptor with greedy state merging (RPNI)."""


class Learner:
    def __init__(self):
        self.trans = {}
        self.label = {}
        self.default = 0

    def _build(self, X, y):
        trans, label, fresh = {}, {0: None}, 1
        for word, lab in zip(X, y):
            q = 0
            for a in word:
                if (q, a) not in trans:
                    trans[q, a] = fresh
                    label[fresh] = None
                    fresh += 1
                q = trans[q, a]
            label[q] = lab
        return trans, label

    def _merge(self, trans, label, p, q):
        """Merge q into p with folding; None on conflict."""
        trans, label = dict(trans), dict(label)
        stack = [(p, q)]
        parent = {}

        def find(s):
            while s in parent:
                s = parent[s]
            return s

        while stack:
            a, b = map(find, stack.pop())
            if a == b:
                continue
            if a > b:
                a, b = b, a
            la, lb = label[a], label[b]
            if la is not None and lb is not None and la != lb:
                return None
            label[a] = la if la is not None else lb
            del label[b]
            parent[b] = a
            for (s, c), t in list(trans.items()):
                if s == b:
                    del trans[s, c]
                    if (a, c) in trans:
                        stack.append((trans[a, c], t))
                    else:
                        trans[a, c] = t
        trans = {(find(s), c): find(t) for (s, c), t in trans.items()}
        return trans, label

    def fit(self, X, y):
        order = sorted(range(len(X)), key=lambda i: (len(X[i]), tuple(X[i])))
        trans, label = self._build([X[i] for i in order], [y[i] for i in order])
        red = [0]
        while True:
            blue = sorted({t for (s, _), t in trans.items() if s in red and t not in red})
            if not blue:
                break
            q = blue[0]
            for p in red:
                merged = self._merge(trans, label, p, q)
                if merged is not None:
                    trans, label = merged
                    break
            else:
                red.append(q)
        self.trans, self.label = trans, label
        return self

    def run(self, word):
        q = 0
        for a in word:
            q = self.trans.get((q, a))
            if q is None:
                return self.default
        lab = self.label.get(q)
        return self.default if lab is None else lab

    def predict(self, X):
        return [self.run(w) for w in X]


def words(alphabet, n):
    layer = [()]
    out = [()]
    for _ in range(n):
        layer = [w + (a,) for w in layer for a in alphabet]
        out.extend(layer)
    return out


W = words("ab", 3)
TEST = words("ab", 4)[15:]
CASES = [
    (W, [int(w.count("a") % 2 == 0) for w in W], TEST),
    (W, [int(not w or w[-1] == "b") for w in W], TEST),
    ([("a",), ("a", "a"), ("a", "a", "a")], [1, 0, 1], [("a",) * k for k in range(7)]),
]
