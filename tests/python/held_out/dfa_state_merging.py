# ruff: noqa
"""Learn a deterministic automaton from labelled strings by red-blue state merging."""

from collections import deque


class Learner:
    def fit(self, X, y):
        self.next = [{}]
        self.label = [None]
        for x, t in zip(X, y):
            s = 0
            for symbol in x:
                if symbol not in self.next[s]:
                    self.next[s][symbol] = len(self.next)
                    self.next.append({})
                    self.label.append(None)
                s = self.next[s][symbol]
            self.label[s] = bool(t)
        red = [0]
        blue = deque(self._children(red))
        while blue:
            b = blue.popleft()
            for r in red:
                merged = self._merge(r, b)
                if merged is not None:
                    self.next, self.label = merged
                    break
            else:
                red.append(b)
            blue = deque(self._children(red))
        return self

    def _children(self, red):
        seen = []
        for r in red:
            for symbol in sorted(self.next[r]):
                s = self.next[r][symbol]
                if s not in red and s not in seen:
                    seen.append(s)
        return seen

    def _merge(self, r, b):
        nxt = [dict(d) for d in self.next]
        label = self.label[:]
        for d in nxt:
            for symbol, s in d.items():
                if s == b:
                    d[symbol] = r
        todo = [(r, b)]
        while todo:
            p, q = todo.pop()
            if p == q:
                continue
            if None not in (label[p], label[q]) and label[p] != label[q]:
                return None
            if label[p] is None:
                label[p] = label[q]
            for symbol, s in nxt[q].items():
                if symbol in nxt[p]:
                    todo.append((nxt[p][symbol], s))
                else:
                    nxt[p][symbol] = s
        return nxt, label

    def predict(self, X):
        out = []
        for x in X:
            s = 0
            for symbol in x:
                s = self.next[s].get(symbol)
                if s is None:
                    break
            out.append(bool(self.label[s]) if s is not None else False)
        return out


WORDS = ["", "a", "b", "aa", "ab", "ba", "bb", "aaa", "aab", "aba", "abb", "baa", "bab", "bba", "bbb"]

CASES = [
    (WORDS, [w.count("a") % 2 == 0 for w in WORDS], ["abab", "aaab", "bbbb", "aabbaa", "c"]),
    (WORDS, [w.endswith("b") for w in WORDS], ["aaaab", "bbbba", ""]),
    ([tuple(w) for w in WORDS], ["ab" not in w for w in WORDS], [tuple("bbaa"), tuple("aabb")]),
]
