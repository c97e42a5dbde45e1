# ruff: noqa
"""Heat flow on a plate with fixed edges: Jacobi sweeps with numpy until nothing moves."""

import numpy as np


def make_plate(rows, cols, top, bottom, left, right):
    plate = np.zeros((rows, cols))
    plate[:, 0] = left
    plate[:, -1] = right
    plate[0, :] = top
    plate[-1, :] = bottom
    return plate


def relax(plate, tolerance, max_sweeps):
    plate = plate.copy()
    for sweep in range(1, max_sweeps + 1):
        inner = 0.25 * (plate[:-2, 1:-1] + plate[2:, 1:-1] + plate[1:-1, :-2] + plate[1:-1, 2:])
        change = np.abs(inner - plate[1:-1, 1:-1]).max()
        plate[1:-1, 1:-1] = inner
        if change < tolerance:
            break
    return plate, sweep


def picture(plate):
    shades = " .:-=+*#%@"
    low, high = plate.min(), plate.max()
    if high == low:
        return [shades[0] * plate.shape[1]] * plate.shape[0]
    index = ((plate - low) / (high - low) * (len(shades) - 1)).round(6).astype(int)
    return ["".join(shades[i] for i in row) for row in index]


def main(rows, cols, edges, tolerance=0.01):
    plate = make_plate(rows, cols, *edges)
    solution, sweeps = relax(plate, tolerance, max_sweeps=100)
    for line in picture(solution):
        print(line)
    centre = solution[rows // 2, cols // 2]
    return sweeps, round(float(centre), 3), solution[1:-1, 1:-1].mean().round(3).item()


CASES = [
    (5, 5, (100, 0, 0, 0)),
    (6, 8, (100, 100, 0, 0)),
    (4, 4, (10, 20, 30, 40), 0.001),
    (3, 3, (0, 0, 0, 0)),
    (7, 5, (-5, 5, 1, 1), 0.1),
    (8, 12, (50, 0, 25, 75)),
]
