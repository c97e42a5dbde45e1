# ruff: noqa
"""FTRL-Proximal logistic regression for sparse click features (McMahan et al.)."""

from math import copysign, exp, sqrt


class Learner(object):
    def __init__(self, alpha=0.5, beta=1.0, l1=0.1, l2=0.1):
        self.alpha = alpha
        self.beta = beta
        self.l1 = l1
        self.l2 = l2
        self.z = {}
        self.n = {}

    def weight(self, i):
        z = self.z.get(i, 0.0)
        if abs(z) <= self.l1:
            return 0.0
        sign = copysign(1.0, z)
        return -(z - sign * self.l1) / ((self.beta + sqrt(self.n[i])) / self.alpha + self.l2)

    def _features(self, x):
        yield "bias"
        for name, value in x.items():
            yield f"{name}={value}"

    def predict_proba(self, x):
        wtx = sum(self.weight(i) for i in self._features(x))
        return 1.0 / (1.0 + exp(-max(min(wtx, 35.0), -35.0)))

    def predict(self, x):
        p = self.predict_proba(x)
        return {"click": p > 0.5, "p": round(p, 4)}

    def update(self, x, y):
        g = self.predict_proba(x) - y
        for i in self._features(x):
            n = self.n.get(i, 0.0)
            sigma = (sqrt(n + g * g) - sqrt(n)) / self.alpha
            self.z[i] = self.z.get(i, 0.0) + g - sigma * self.weight(i)
            self.n[i] = n + g * g


LOG = [
    {"site": site, "device": device, "hour": hour}
    for hour in (1, 2, 3)
    for site in ("news", "shop", "blog")
    for device in ("phone", "desktop")
]
CASES = [
    (
        LOG,
        [int(r["site"] == "shop" or r["device"] == "phone" and r["hour"] > 1) for r in LOG],
        LOG[:4] + [{"site": "wiki"}],
    ),
    ([{"w": w} for w in "aabbcacb"], [1, 1, 0, 0, 1, 1, 0, 0], [{"w": "a"}, {"w": "b"}, {"w": "c"}, {}]),
]
