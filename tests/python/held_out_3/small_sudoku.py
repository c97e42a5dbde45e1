# ruff: noqa
"""A sudoku of 4 by 4: candidates as sets, the most constrained cell first, and backtracking."""

from copy import deepcopy

Grid = list[list[int]]
SIZE, BOX = 4, 2


class Contradiction(Exception):
    pass


def candidates(grid: Grid, row: int, column: int) -> set[int]:
    used = set(grid[row]) | {grid[r][column] for r in range(SIZE)}
    top, left = row // BOX * BOX, column // BOX * BOX
    for r in range(top, top + BOX):
        used.update(grid[r][left : left + BOX])
    return set(range(1, SIZE + 1)) - used


def solve(grid: Grid, guesses: list[int]) -> Grid:
    empty = [(r, c) for r in range(SIZE) for c in range(SIZE) if not grid[r][c]]
    if not empty:
        return grid
    options = {cell: candidates(grid, *cell) for cell in empty}
    row, column = min(options, key=lambda cell: len(options[cell]))
    for digit in sorted(options[row, column]):
        attempt = deepcopy(grid)
        attempt[row][column] = digit
        try:
            return solve(attempt, guesses)
        except Contradiction:
            guesses[0] += 1
    raise Contradiction(f"nothing fits at {row}, {column}")


def main(text: str) -> str:
    grid = [[int(c) if c.isdigit() else 0 for c in line] for line in text.splitlines()]
    guesses = [0]
    solved = solve(grid, guesses)
    return "\n".join(" ".join(map(str, row)) for row in solved) + f"\n{guesses[0]} wrong guesses"


CASES = [("1...\n..3.\n.4..\n...2",), ("12..\n..3.\n4...\n...4",)]
