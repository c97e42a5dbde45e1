# ruff: noqa
"""Filters on a small grey image: blur, edges, threshold and connected blobs."""

import numpy as np

KERNELS = {
    "blur": np.ones((3, 3)) / 9,
    "sharpen": np.array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]]),
    "edge": np.array([[-1, -1, -1], [-1, 8, -1], [-1, -1, -1]]),
}


def convolve(image, kernel):
    kh, kw = kernel.shape
    padded = np.pad(image, ((kh // 2, kh // 2), (kw // 2, kw // 2)), mode="edge")
    out = np.zeros(image.shape)
    for i in range(kh):
        for j in range(kw):
            out += kernel[i, j] * padded[i : i + image.shape[0], j : j + image.shape[1]]
    return out


def blobs(mask):
    labels = np.zeros(mask.shape, dtype=int)
    current = 0
    for start in zip(*np.nonzero(mask)):
        if labels[start]:
            continue
        current += 1
        stack = [start]
        while stack:
            r, c = stack.pop()
            if 0 <= r < mask.shape[0] and 0 <= c < mask.shape[1] and mask[r, c] and not labels[r, c]:
                labels[r, c] = current
                stack += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    return labels, current


def main(rows, name, threshold):
    image = np.array([[int(ch) for ch in row] for row in rows], dtype=float)
    filtered = np.clip(convolve(image, KERNELS[name]), 0, 9)
    mask = filtered > threshold
    labels, n = blobs(mask)
    sizes = np.bincount(labels.ravel(), minlength=1)[1:]
    return filtered.round(2).tolist()[0], n, sizes.tolist(), round(float(filtered.mean()), 4)


SQUARES = ["0000000", "0990000", "0990000", "0000990", "0000990"]
CASES = [
    (SQUARES, "blur", 3),
    (SQUARES, "edge", 0),
    (SQUARES, "sharpen", 8),
    (["123", "456", "789"], "blur", 4.5),
    (["5"], "edge", 0),
    (["0909", "9090"], "sharpen", 1),
]
