# ruff: noqa
"""Toy image processing with numpy: convolution, thresholding, components, ASCII output."""

import numpy as np

KERNELS = {
    "blur": np.ones((3, 3)) / 9,
    "sharpen": np.array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]]),
    "edge": np.array([[-1, -1, -1], [-1, 8, -1], [-1, -1, -1]]),
}


def make_image(kind, n):
    yy, xx = np.mgrid[0:n, 0:n]
    if kind == "disk":
        c = (n - 1) / 2
        return np.where((xx - c) ** 2 + (yy - c) ** 2 <= (n / 3) ** 2, 255, 0)
    if kind == "checker":
        return ((xx // 2 + yy // 2) % 2) * 255
    if kind == "gradient":
        return np.tile(np.linspace(0, 255, n).astype(int), (n, 1))
    raise ValueError(f"unknown image {kind!r}")


def convolve(img, kernel):
    kh, kw = kernel.shape
    padded = np.pad(img, ((kh // 2,) * 2, (kw // 2,) * 2), mode="edge")
    out = np.zeros(img.shape, dtype=float)
    for dy in range(kh):
        for dx in range(kw):
            out += kernel[dy, dx] * padded[dy : dy + img.shape[0], dx : dx + img.shape[1]]
    return np.clip(out, 0, 255).round().astype(np.uint8)


def components(mask):
    labels = np.zeros(mask.shape, dtype=int)
    current = 0
    for start in zip(*np.nonzero(mask)):
        if labels[start]:
            continue
        current += 1
        stack = [start]
        while stack:
            r, c = stack.pop()
            inside = 0 <= r < mask.shape[0] and 0 <= c < mask.shape[1]
            if not inside or not mask[r, c] or labels[r, c]:
                continue
            labels[r, c] = current
            stack += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    return labels, current


def main(kind, n, kernel="blur"):
    img = make_image(kind, n)
    out = convolve(img, KERNELS[kernel])
    ramp = np.array(list(" .:-=+*#%@"))
    for row in ramp[(out.astype(int) * 9) // 255]:
        print("".join(row))
    mask = out > out.mean()
    labels, count = components(mask)
    sizes = np.bincount(labels.ravel())[1:].tolist()
    hist, _ = np.histogram(out, bins=4, range=(0, 256))
    return out.shape, int(out.sum()), count, sizes, hist.tolist(), out[n // 2].tolist()


CASES = [
    ("disk", 9),
    ("checker", 8, "sharpen"),
    ("gradient", 6, "edge"),
    ("disk", 10, "edge"),
    ("checker", 5),
    ("disk", 1),
    ("stripes", 4),
]
