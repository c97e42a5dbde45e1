# ruff: noqa
"""Learners and classes as people write them."""

from __future__ import annotations

import enum
import math
import random
from collections import Counter, defaultdict, deque, namedtuple
from dataclasses import dataclass, field


class Perceptron:
    def __init__(self, n_features=3, lr=1):
        self.lr = lr
        self.w = [0] * n_features
        self.b = 0

    def predict(self, x):
        return 1 if sum(w * v for w, v in zip(self.w, x)) + self.b > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            self.w = [w + self.lr * y * v for w, v in zip(self.w, x)]
            self.b += self.lr * y


class FloatPerceptron(Perceptron):
    def __init__(self, n_features=3):
        super().__init__(n_features, lr=0.1)
        self.w = [0.0] * n_features


class KNN:
    def __init__(self, k=3):
        self.k = k

    def fit(self, X, y):
        self.data = list(zip(X, y))
        return self

    def predict(self, x):
        nearest = sorted(self.data, key=lambda pair: sum((a - b) ** 2 for a, b in zip(pair[0], x)))[: self.k]
        votes = Counter(label for _, label in nearest)
        return votes.most_common(1)[0][0]


class NaiveBayes:
    def __init__(self):
        self.classes = defaultdict(int)
        self.counts = defaultdict(lambda: defaultdict(int))

    def update(self, x, y):
        self.classes[y] += 1
        for i, v in enumerate(x):
            self.counts[y][(i, v)] += 1

    def predict(self, x):
        best, best_score = None, -1.0
        total = sum(self.classes.values())
        for c, n in self.classes.items():
            score = n / total
            for i, v in enumerate(x):
                score *= (self.counts[c][(i, v)] + 1) / (n + 2)
            if score > best_score:
                best, best_score = c, score
        return best


class Node:
    def __init__(self, feature=None, children=None, label=None):
        self.feature = feature
        self.children = children or {}
        self.label = label


class ID3:
    def fit(self, X, y):
        self.root = self._build([list(r) for r in X], list(y), list(range(len(X[0]))))
        return self

    def _impurity(self, y):
        n = len(y)
        return 1 - sum((y.count(c) / n) ** 2 for c in sorted(set(y)))

    def _build(self, X, y, features):
        if len(set(y)) == 1:
            return Node(label=y[0])
        if not features:
            return Node(label=max(sorted(set(y)), key=y.count))
        best, best_gain = features[0], -1
        for f in features:
            gain = self._impurity(y)
            for v in sorted(set(row[f] for row in X)):
                part = [c for row, c in zip(X, y) if row[f] == v]
                gain -= len(part) / len(y) * self._impurity(part)
            if gain > best_gain:
                best, best_gain = f, gain
        node = Node(feature=best, label=max(sorted(set(y)), key=y.count))
        for v in sorted(set(row[best] for row in X)):
            rows = [(r, c) for r, c in zip(X, y) if r[best] == v]
            node.children[v] = self._build(
                [r for r, _ in rows], [c for _, c in rows], [f for f in features if f != best]
            )
        return node

    def predict(self, x):
        node = self.root
        while node.children:
            if x[node.feature] not in node.children:
                break
            node = node.children[x[node.feature]]
        return node.label


class KMeans:
    def __init__(self, k, iters=5, seed=0):
        self.k, self.iters, self.seed = k, iters, seed

    def fit(self, X):
        rng = random.Random(self.seed)
        self.centers = rng.sample([list(x) for x in X], self.k)
        for _ in range(self.iters):
            groups = [[] for _ in range(self.k)]
            for x in X:
                groups[self.predict(x)].append(x)
            for i, g in enumerate(groups):
                if g:
                    self.centers[i] = [sum(c) / len(g) for c in zip(*g)]
        return self

    def predict(self, x):
        d = [sum((a - b) ** 2 for a, b in zip(c, x)) for c in self.centers]
        return d.index(min(d))


class IntMLP:
    SHIFT = 4

    def __init__(self, sizes):
        self.layers = []
        state = 12345
        for a, b in zip(sizes, sizes[1:]):
            layer = []
            for _ in range(b):
                row = []
                for _ in range(a):
                    state = (state * 1103515245 + 12345) & 0x7FFFFFFF
                    row.append((state >> 16) % 9 - 4)
                layer.append(row)
            self.layers.append(layer)

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            x = [sum(w * v for w, v in zip(row, x)) >> self.SHIFT for row in layer]
            if i < len(self.layers) - 1:
                x = [max(0, v) for v in x]
        return x


class NGram:
    def __init__(self, n=2):
        self.n = n
        self.table = {}

    def train(self, text):
        for i in range(len(text) - self.n):
            context, nxt = text[i : i + self.n], text[i + self.n]
            self.table.setdefault(context, Counter())[nxt] += 1

    def generate(self, start, length):
        out = start
        while len(out) < length:
            options = self.table.get(out[-self.n :])
            if not options:
                break
            out += min(options, key=lambda c: (-options[c], c))
        return out


class Kalman:
    def __init__(self, q=1e-3, r=0.1):
        self.x, self.p, self.q, self.r = 0.0, 1.0, q, r

    def step(self, z):
        self.p += self.q
        k = self.p / (self.p + self.r)
        self.x += k * (z - self.x)
        self.p *= 1 - k
        return self.x


class UnionFind:
    def __init__(self, n):
        self.parent = list(range(n))
        self.rank = [0] * n

    def find(self, x):
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def union(self, a, b):
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        if self.rank[a] < self.rank[b]:
            a, b = b, a
        self.parent[b] = a
        self.rank[a] += self.rank[a] == self.rank[b]
        return True


class Trie:
    def __init__(self):
        self.children = {}
        self.end = False

    def insert(self, word):
        node = self
        for ch in word:
            if ch not in node.children:
                node.children[ch] = Trie()
            node = node.children[ch]
        node.end = True

    def words(self, prefix=""):
        if self.end:
            yield prefix
        for ch in sorted(self.children):
            yield from self.children[ch].words(prefix + ch)


@dataclass(order=True)
class Point:
    x: int
    y: int = 0
    tags: list = field(default_factory=list, compare=False)

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

    @property
    def norm2(self):
        return self.x**2 + self.y**2

    @staticmethod
    def origin():
        return Point(0)

    @classmethod
    def diagonal(cls, n):
        return cls(n, n)


@dataclass(frozen=True)
class Edge:
    a: str
    b: str
    weight: float = 1.0


class Color(enum.Enum):
    RED = 1
    GREEN = 2
    BLUE = 3

    def next(self):
        return Color(self.value % 3 + 1)


class Shape:
    count = 0

    def __init__(self, name):
        self.name = name
        Shape.count += 1

    def area(self):
        raise NotImplementedError("abstract")

    def __repr__(self):
        return f"{self.__class__.__name__}({self.name!r}, {self.area():.2f})"

    def __lt__(self, other):
        return self.area() < other.area()


class Square(Shape):
    def __init__(self, side):
        super().__init__("square")
        self.side = side

    def area(self):
        return self.side**2


class Circle(Shape):
    def __init__(self, r):
        super().__init__("circle")
        self.r = r

    def area(self):
        return 3.14159 * self.r * self.r


class Vector:
    __slots__ = ("items",)

    def __init__(self, *items):
        self.items = list(items)

    def __add__(self, o):
        return Vector(*[a + b for a, b in zip(self.items, o.items)])

    def __mul__(self, k):
        if isinstance(k, Vector):
            return sum(a * b for a, b in zip(self.items, k.items))
        return Vector(*(a * k for a in self.items))

    __rmul__ = __mul__

    def __eq__(self, o):
        return isinstance(o, Vector) and self.items == o.items

    def __hash__(self):
        return hash(tuple(self.items))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]

    def __iter__(self):
        return iter(self.items)

    def __contains__(self, x):
        return x in self.items

    def __neg__(self):
        return -1 * self

    def __call__(self, f):
        return Vector(*map(f, self.items))

    def __str__(self):
        return "<" + ", ".join(map(str, self.items)) + ">"

    def __bool__(self):
        return any(self.items)


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n + 1


class Resource:
    log = []

    def __init__(self, name):
        self.name = name

    def __enter__(self):
        self.log.append(f"enter {self.name}")
        return self

    def __exit__(self, kind, value, tb):
        self.log.append(f"exit {self.name} {kind.__name__ if kind else None}")
        return kind is ValueError


class BankError(Exception):
    def __init__(self, amount, balance):
        super().__init__(f"cannot take {amount} from {balance}")
        self.missing = amount - balance


class Account:
    def __init__(self, balance=0):
        self._balance = balance

    @property
    def balance(self):
        return self._balance

    @balance.setter
    def balance(self, value):
        if value < 0:
            raise BankError(self._balance - value, self._balance)
        self._balance = value


Card = namedtuple("Card", "rank suit")


def online(cls, X, y, test):
    model = cls()
    for x, t in zip(X, y):
        model.update(x, t)
    return [model.predict(x) for x in test], vars_of(model)


def vars_of(model):
    return model.w if isinstance(model, Perceptron) else None


def batch(model, X, y, test):
    model.fit(X, y)
    return [model.predict(x) for x in test]


def kmeans(X):
    model = KMeans(2).fit(X)
    return model.centers, [model.predict(x) for x in X]


def mlp(x):
    return IntMLP([3, 4, 2]).forward(x)


def ngram(text):
    model = NGram()
    model.train(text)
    return model.generate(text[:2], 20)


def kalman(zs):
    f = Kalman()
    return [f.step(z) for z in zs]


def kruskal(n, edges):
    uf = UnionFind(n)
    return [(w, a, b) for w, a, b in sorted(edges) if uf.union(a, b)]


def trie(words):
    t = Trie()
    for w in words:
        t.insert(w)
    return list(t.words())


def points():
    a, b = Point(1, 2), Point(3)
    c = a + b
    return (
        c,
        repr(c),
        a < b,
        a == Point(1, 2),
        c.norm2,
        Point.origin(),
        Point.diagonal(4),
        sorted([b, a, c]),
        Edge("x", "y") == Edge("x", "y", 1.0),
        {Edge("p", "q"): 5}[Edge("p", "q")],
    )


def colors():
    return (
        [c.name for c in Color],
        Color.RED.next(),
        Color["BLUE"].value,
        Color(2) is Color.GREEN,
        {Color.RED: 1, Color.BLUE: 2}[Color.BLUE],
        Color.RED == Color.GREEN,
        str(Color.RED),
        repr(Color.GREEN),
    )


def shapes():
    items = [Circle(2), Square(3), Square(1.5)]
    return (
        sorted(items),
        [type(s).__name__ for s in items],
        min(items).name,
        Shape.count,
        isinstance(items[0], Shape),
        str(max(items)),
    )


def abstract():
    return Shape("x").area()


def vectors():
    a, b = Vector(1, 2, 3), Vector(4, 5, 6)
    return (
        str(a + b),
        a * b,
        str(2 * a),
        str(-a),
        a == Vector(1, 2, 3),
        len(a),
        a[1],
        [x for x in b],
        5 in b,
        str(a(lambda v: v * v)),
        {a: "k"}[Vector(1, 2, 3)],
        bool(Vector(0, 0)),
        a != b,
        list(Countdown(3)),
        sum(Countdown(4)),
    )


def contexts():
    Resource.log.clear()
    with Resource("a") as a, Resource("b"):
        Resource.log.append(a.name)
        raise ValueError("inside")
    try:
        with Resource("c"):
            return Resource.log, 1 / 0
    except ZeroDivisionError:
        pass
    return Resource.log


def bank():
    acc = Account(10)
    acc.balance -= 3
    out = [acc.balance]
    try:
        acc.balance -= 30
    except BankError as e:
        out += [str(e), e.missing, e.args]
    return out


def cards():
    c = Card("A", suit="s")
    r, s = c
    return c.rank, c[1], r + s, c == ("A", "s"), len(c), c, sorted([Card("K", "h"), c]), repr(c)


def queue_games():
    d = deque([1, 2, 3], maxlen=4)
    d.append(4)
    d.append(5)
    d.appendleft(0)
    d.rotate(1)
    return d, list(d), d[0], d[-1], len(d), 3 in d, d.pop(), d.popleft(), str(d)


def gradient(X, y, epochs=5):
    w = [0.0] * len(X[0])
    b = 0.0
    for _ in range(epochs):
        for x, t in zip(X, y):
            z = sum(wi * xi for wi, xi in zip(w, x)) + b
            p = 0.5 * (1 + z / (1 + abs(z)))
            g = p - t
            w = [wi - 0.1 * g * xi for wi, xi in zip(w, x)]
            b -= 0.1 * g
    return w, b


def power_iteration(a, steps=8):
    v = [1.0] * len(a)
    for _ in range(steps):
        u = [sum(x * y for x, y in zip(row, v)) for row in a]
        norm = math.sqrt(sum(x * x for x in u))
        v = [x / norm for x in u]
    return v, sum(x * sum(p * q for p, q in zip(row, v)) for x, row in zip(v, a))


X = [[1, 0, 1], [0, 1, 1], [1, 1, 0], [0, 0, 1], [1, 0, 0]]
Y = [1, -1, 1, -1, 1]
CASES = [
    (online, (Perceptron, X, Y, X)), (online, (FloatPerceptron, [[0.5, -1.5, 2.0], [1.25, 0.1, -0.3], [0.2, 0.2, 0.9]], [1, -1, 1], [[0.4, 0.4, 0.4]])),
    (batch, (KNN(), X, ["a", "b", "a", "b", "c"], X)), (online, (NaiveBayes, X, ["p", "q", "p", "q", "p"], X)), (batch, (ID3(), X, Y, X)),
    (kmeans, ([(0.0, 0.1), (0.2, 0.0), (5.0, 5.1), (4.9, 5.0)],)), (mlp, ([10, 20, 30],)), (ngram, ("abracadabra abracadabra",)), (kalman, ([1.0, 0.9, 1.1, 1.05],)),
    (kruskal, (4, [(3, 0, 1), (1, 1, 2), (2, 0, 2), (7, 2, 3)])), (trie, (["tea", "ten", "to", "a"],)), (points, ()), (colors, ()), (shapes, ()), (abstract, ()),
    (vectors, ()), (contexts, ()), (bank, ()), (cards, ()), (queue_games, ()), (gradient, (X, [1, 0, 1, 0, 1])), (power_iteration, ([[2.0, 1.0], [1.0, 3.0]],)),
]  # fmt: skip
