"""A learning algorithm of one's own: any class with predict and update, or fit and predict."""


class Perceptron:
    """Adds y x to its weights if it was wrong."""

    def __init__(self, features):
        self.w = [0] * features
        self.b = 0

    def predict(self, x):
        return 1 if sum(w * v for w, v in zip(self.w, x)) + self.b > 0 else -1  # noqa: B905

    def update(self, x, y):
        if self.predict(x) != y:
            for j, v in enumerate(x):
                self.w[j] += y * v
            self.b += y
