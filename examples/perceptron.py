"""A learning algorithm of one's own: any class with predict and update."""

import turingrad as tg


class Perceptron:
    """Adds y x to its weights where it was wrong; the weights stay within ±limit."""

    def __init__(self, features, limit=7):
        self.limit = limit  # never written by update: a constant
        self.w = [0] * (features + 1)  # written by update: memory, its range inferred

    def predict(self, x):
        return 1 if sum(w * v for w, v in zip(self.w, (*x, 1))) > 0 else -1  # noqa: B905

    def update(self, x, y):
        if self.predict(x) != y:
            for j, v in enumerate((*x, 1)):
                self.w[j] = tg.clamp(self.w[j] + y * v, -self.limit, self.limit)
