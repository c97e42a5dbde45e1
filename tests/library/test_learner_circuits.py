"""Each learner of circuits equals a twin in numpy, sample by sample."""

from __future__ import annotations

import numpy as np
import pytest

from turingrad import tasks
from turingrad.errors import InputError
from turingrad.library.learners.small import LEARNERS
from turingrad.machine.learner import run as learner_run


class ParityTwin:
    """Elimination over GF(2): rows by their first one."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.rows: dict[int, tuple[np.ndarray, int]] = {}

    def reduce(self, x) -> tuple[np.ndarray, int]:
        z, label = (x < 0).astype(int), 0
        for j in range(self.n):
            if z[j] and j in self.rows:
                row, value = self.rows[j]
                z, label = z ^ row, label ^ value
        return z, label

    def predict(self, x) -> int:
        return -1 if self.reduce(x)[1] else 1

    def update(self, x, y) -> None:
        z, label = self.reduce(x)
        if z.any():
            self.rows[int(np.argmax(z))] = (z, label ^ int(y < 0))

    def memory(self) -> list[int]:
        V = [int(j in self.rows) for j in range(self.n)]
        Y = [self.rows[j][1] if j in self.rows else 0 for j in range(self.n)]
        R = [int(self.rows[j][0][k]) if j in self.rows else 0 for j in range(self.n) for k in range(j + 1, self.n)]
        return V + Y + R


TWINS = {
    "parity": lambda n: ParityTwin(n),
}


@pytest.mark.parametrize("name", TWINS)
@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_learner_equals_its_twin_at_every_sample(name: str, n: int) -> None:
    X, y = tasks.get("parity").sample(np.random.default_rng(n), n, 60)
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
    assert len(LEARNERS["parity"](n).memory) == 2 * n + n * (n - 1) // 2


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: LEARNERS["parity"](0), "1 to 192 features"),
        (lambda: LEARNERS["parity"](10_000), "1 to 192 features"),
    ],
)
def test_sizes_out_of_range_are_refused(make, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make()
