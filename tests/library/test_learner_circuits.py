"""Each learner of circuits equals a twin in numpy, sample by sample."""

from __future__ import annotations

import numpy as np
import pytest

from turingrad import tasks
from turingrad.errors import InputError
from turingrad.library.learners.circuits import majority_learner, parity_learner, perceptron_learner
from turingrad.library.learners.small import LEARNERS
from turingrad.machine.learner import run as learner_run


class ParityTwin:
    """Elimination over GF(2): rows by their first one."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.rows: dict[int, tuple[np.ndarray, int]] = {}

    def reduced(self, x) -> tuple[np.ndarray, int]:
        z, label = (x < 0).astype(int), 0
        for j in range(self.n):
            if z[j] and j in self.rows:
                row, value = self.rows[j]
                z, label = z ^ row, label ^ value
        return z, label

    def predict(self, x) -> int:
        return -1 if self.reduced(x)[1] else 1

    def update(self, x, y) -> None:
        z, label = self.reduced(x)
        if z.any():
            self.rows[int(np.argmax(z))] = (z, label ^ int(y < 0))

    def memory(self) -> list[int]:
        V = [int(j in self.rows) for j in range(self.n)]
        Y = [self.rows[j][1] if j in self.rows else 0 for j in range(self.n)]
        R = [int(self.rows[j][0][k]) if j in self.rows else 0 for j in range(self.n) for k in range(j + 1, self.n)]
        return V + Y + R


class MajorityTwin:
    def __init__(self, n: int, samples: int) -> None:
        self.counter, self.samples, self.seen = np.zeros(n, int), samples, 0

    def predict(self, x) -> int:
        votes = np.where(np.abs(self.counter) >= self.samples // 4, np.sign(self.counter) * x, 0).sum()
        return 1 if votes > 0 else -1

    def update(self, x, y) -> None:
        if self.seen < self.samples:
            self.counter += x * y
            self.seen += 1

    def memory(self) -> list[int]:
        width = self.samples.bit_length() + 1
        bits = [int(value) >> i & 1 for value in self.counter for i in range(width)]
        return bits + [self.seen >> i & 1 for i in range(self.samples.bit_length())]


class ConjunctionTwin:
    def __init__(self, n: int) -> None:
        self.n = n
        self.alive = np.ones(2 * n, bool)

    def literals(self, x) -> np.ndarray:
        return np.concatenate([x > 0, x < 0])

    def predict(self, x) -> int:
        return 1 if self.literals(x)[self.alive].all() else -1

    def update(self, x, y) -> None:
        if y > 0 and self.predict(x) < 0:
            self.alive &= self.literals(x)

    def memory(self) -> list[int]:
        return (~self.alive).astype(int).tolist()


class PerceptronTwin:
    def __init__(self, n: int, width: int = 4) -> None:
        self.w, self.width = np.zeros(n + 1, int), width

    def predict(self, x) -> int:
        return 1 if self.w[:-1] @ x + self.w[-1] > 0 else -1

    def update(self, x, y) -> None:
        if self.predict(x) != y:
            top = 2 ** (self.width - 1) - 1
            self.w = np.clip(self.w + y * np.append(x, 1), -top, top)

    def memory(self) -> list[int]:
        return [int(value) >> i & 1 for value in self.w for i in range(self.width)]


TWINS = {
    "parity": lambda n: ParityTwin(n),
    "majority": lambda n: MajorityTwin(n, 32),
    "conjunction": lambda n: ConjunctionTwin(n),
    "perceptron": lambda n: PerceptronTwin(n),
}


@pytest.mark.parametrize("name", TWINS)
@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_learner_equals_its_twin_at_every_sample(name: str, n: int) -> None:
    task = {"parity": "parity", "conjunction": "conjunction-1", "majority": "majority-1"}.get(name, "dictator")
    X, y = tasks.get(task).sample(np.random.default_rng(n), n, 60)
    y[50:] = np.random.default_rng(n).choice([-1, 1], 10)  # labels that no target explains
    learner, twin = LEARNERS[name](n), TWINS[name](n)
    for t, now in enumerate(learner_run.trace(learner, X, y)):
        assert list(now.memory) == twin.memory(), f"after {t} samples"
        assert learner_run.predict(learner, now.memory, X[:20])[0] in (0, twin.predict(X[0]))
        if t < len(X):
            if learner.on_error or not now.done:
                twin.update(X[t], y[t])
            expected = [twin.predict(x) for x in X[:20]]
    assert learner_run.predict(learner, now.memory, X[:20]).tolist() == expected


@pytest.mark.parametrize("n", [4, 6, 8])
def test_parity_uses_the_bits_that_elimination_needs(n: int) -> None:
    assert len(parity_learner(n).memory) == 2 * n + n * (n - 1) // 2


def test_a_perceptron_saturates_at_its_width() -> None:
    X = np.ones((40, 1), np.int8)
    y = np.tile(np.array([1, -1], np.int8), 20)
    learner, twin = perceptron_learner(1, width=2), PerceptronTwin(1, 2)
    for x, label in zip(X, y, strict=True):
        twin.update(x, label)
    assert list(learner_run.run(learner, X, y).configuration.memory) == twin.memory()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: parity_learner(0), "1 to 192 features"),
        (lambda: parity_learner(10_000), "1 to 192 features"),
        (lambda: majority_learner(4, samples=10), "power of two"),
        (lambda: perceptron_learner(4, width=60), "2 to 16 bits"),
    ],
)
def test_sizes_out_of_range_are_refused(make, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make()
