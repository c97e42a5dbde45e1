"""Small programs with numpy, as people write them; each is run with every argument tuple of CASES."""

import numpy as np


def perceptron(points, labels, rounds):
    X = np.column_stack([np.array(points, dtype=float), np.ones(len(points))])
    y = np.where(np.array(labels) == 1, 1, -1)
    w = np.zeros(X.shape[1])
    mistakes = []
    for _ in range(rounds):
        wrong = 0
        for row, target in zip(X, y, strict=True):
            if np.sign(np.dot(row, w)) != target:
                w += 0.5 * target * row
                wrong += 1
        mistakes.append(wrong)
    return w, mistakes


def k_means(points, k, rounds):
    X = np.array(points, dtype=float)
    centres = X[:k].copy()
    for _ in range(rounds):
        distances = ((X[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)
        nearest = distances.argmin(axis=1)
        for j in range(k):
            if np.any(nearest == j):
                centres[j] = X[nearest == j].mean(axis=0)
    return centres.round(4).tolist(), nearest.tolist(), np.unique(nearest, return_counts=True)[1]


def moving_average(values, width):
    sums = np.cumsum(np.array([0.0, *values]))
    means = (sums[width:] - sums[:-width]) / width
    return means, float(means.max()), means.argmax(), np.diff(means)


def matrix_power(matrix, n):
    base = np.array(matrix)
    result = np.eye(len(base), dtype=int)
    while n:
        if n & 1:
            result = result @ base
        base = base @ base
        n >>= 1
    return result


def game_of_life(rows, generations):
    grid = np.array([[c == "#" for c in row] for row in rows]).astype(int)
    for _ in range(generations):
        around = sum(
            np.roll(np.roll(grid, i, axis=0), j, axis=1) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)
        )
        grid = ((around == 3) | ((grid == 1) & (around == 2))).astype(int)
    for row in grid:
        print("".join("#" if cell else "." for cell in row))
    return int(grid.sum())


def normalise_columns(table):
    X = np.asarray(table, dtype=np.float64)
    spread = X.std(axis=0)
    spread[spread == 0] = 1.0
    Z = (X - X.mean(axis=0)) / spread
    return Z, Z.T.shape, X.min(axis=0), X.max(axis=0), X.var()


def confusion_matrix(truth, guesses, classes):
    counts = np.zeros((classes, classes), dtype=int)
    for t, g in zip(truth, guesses, strict=True):
        counts[t, g] += 1
    right = np.array([counts[i, i] for i in range(classes)])
    recall = right / np.maximum(counts.sum(axis=1), 1)
    return counts, recall, counts.sum(), np.trace(counts)


def nearest_neighbours(X, y, queries, k):
    X, y, queries = np.array(X), np.array(y), np.array(queries)
    answers = []
    for query in queries:
        order = np.argsort(np.sqrt(np.sum((X - query) ** 2, axis=1)))
        votes = np.bincount(y[order[:k]])
        answers.append(int(votes.argmax()))
    return answers


def sieve(limit):
    prime = np.ones(limit + 1, dtype=bool)
    prime[:2] = False
    for i in range(2, int(limit**0.5) + 1):
        if prime[i]:
            prime[i * i :: i] = False
    return np.flatnonzero(prime), prime.sum()


def least_squares_steps(xs, ys, rate, steps):
    x, y = np.array(xs), np.array(ys)
    slope = offset = 0.0
    for _ in range(steps):
        error = slope * x + offset - y
        slope -= rate * (error * x).mean()
        offset -= rate * error.mean()
    return slope, offset, np.allclose(y, slope * x + offset, atol=0.5)


def blur(image):
    picture = np.array(image, dtype=float)
    padded = np.zeros((picture.shape[0] + 2, picture.shape[1] + 2))
    padded[1:-1, 1:-1] += picture
    total = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:] + picture
    return np.clip(total / 5, 0, 6), np.abs(total - picture).max()


CASES = {
    perceptron: [([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1], 8)],
    k_means: [([[0, 0], [5, 5], [0, 1], [5, 6], [1, 0], [6, 5], [2.5, 2.5]], 2, 4)],
    moving_average: [([3, 1, 4, 1, 5, 9, 2, 6], 3)],
    matrix_power: [([[1, 1], [1, 0]], 30), ([[2, 0, 1], [0, 1, 3], [1, 1, 1]], 11)],
    game_of_life: [([".#...", "..#..", "###..", ".....", "....."], 5)],
    normalise_columns: [([[1, 10, 3], [2, 20, 3], [4, 25, 3], [7, 31, 3]],)],
    confusion_matrix: [([0, 1, 2, 2, 1, 0, 0], [0, 2, 2, 2, 1, 1, 0], 3)],
    nearest_neighbours: [([[0, 0], [1, 0.5], [5, 5], [6, 4]], [0, 0, 1, 1], [[0.2, 0.3], [5.5, 5.1]], 3)],
    sieve: [(60,)],
    least_squares_steps: [([0.0, 1.0, 2.0, 3.0], [1.0, 2.9, 5.1, 7.0], 0.1, 30)],
    blur: [([[1, 2, 3], [4, 5, 6]],)],
}
