"""Backpropagation in plain Python, on lists of numbers: a training that gradient descent runs on a ReLU network."""

from itertools import pairwise

import torch
from torch import nn

import turingrad as tg


def relu_network(*sizes, seed=0):
    """A stack of linear layers with ReLU between them, its weights drawn from the seed."""
    torch.manual_seed(seed)
    layers = []
    for inputs, outputs in pairwise(sizes):
        layers += [nn.Linear(inputs, outputs), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


def backpropagation(network, epochs, rate):
    """Stochastic gradient descent on 1/2 |f(x) - t|^2 from the network's own weights, one sample at a time."""
    start = [parameter.detach().tolist() for parameter in network.parameters()]

    def train(X, y):
        w1, b1 = [list(row) for row in start[0]], list(start[1])
        w2, b2 = [list(row) for row in start[2]], list(start[3])
        for _ in range(epochs):
            for x, t in zip(X, y):  # noqa: B905
                z = [sum(w * v for w, v in zip(row, x, strict=True)) + b for row, b in zip(w1, b1, strict=True)]
                h = [tg.where(v > 0, v, 0) for v in z]
                out = [sum(w * v for w, v in zip(row, h, strict=True)) + b for row, b in zip(w2, b2, strict=True)]
                error = [(o - v) * rate for o, v in zip(out, t, strict=True)]
                back = [sum(e * row[j] for e, row in zip(error, w2, strict=True)) for j in range(len(h))]
                delta = [tg.where(v > 0, d, 0) for v, d in zip(z, back, strict=True)]
                for k, e in enumerate(error):
                    w2[k] = [w - e * v for w, v in zip(w2[k], h, strict=True)]
                    b2[k] = b2[k] - e
                for j, d in enumerate(delta):
                    w1[j] = [w - d * v for w, v in zip(w1[j], x, strict=True)]
                    b1[j] = b1[j] - d
        return w1, b1, w2, b2

    return train


iris_network = relu_network(4, 8, 3)
train_iris = backpropagation(iris_network, epochs=5, rate=1 / 16)
digits_network = relu_network(16, 8, 2)
train_digits = backpropagation(digits_network, epochs=5, rate=1 / 16)
